//! Advection and diffusion of a scalar on lattices of few directions.

use pulp::Simd;

use super::ghost::Ends;
use super::grid::Grid;
use crate::Error;
use crate::engine::{FailedCell, Float, Instructions, Isa, Model, Vector, in_memory};

/// A concentration under advection and diffusion, `∂C/∂t + ∇·(u C) = D ∇²C`, in lattice units.
///
/// Two relaxation times (Ginzburg 2005) on `2 D + 1` directions, with the equilibrium
///
/// ```text
/// f± along axis a:  ½ C (c_s² + u_a² ± u_a)        f0 = C − Σ f±
/// ```
///
/// which has `Σ f = C`, `Σ c f = C u` and the second moments of a fluid except those between two axes. Without its `u²` the
/// diffusivity along the flow would be `D − (τ⁻ − ½) u²` (Chopard et al. 2009); with it an error of that size remains
/// between the axes, `(τ⁻ − ½) u v`.
///
/// The odd part relaxes with τ⁻, `D = c_s² (τ⁻ − ½)`; the even one with τ⁺, `(τ⁺ − ½)(τ⁻ − ½) = Λ` = ¼, the most stable choice.
///
/// Concentrations below 1e-14 are as good as none: they are lost, as populations below 1e-15 become 0. Take a unit in which those that count are larger.
///
/// ```
/// use lbm_core::{Ends, Scalar2};
///
/// let mut smoke = Scalar2::new([40, 30], 0.02, [Ends::Periodic; 2])?;
/// smoke.set([20, 15], 1.0);
/// let wind = [vec![0.05; 1200], vec![0.0; 1200]];
/// for _ in 0..100 {
///     assert!(smoke.step([&wind[0], &wind[1]]));
/// }
/// assert!((smoke.total() - 1.0).abs() < 1e-5);
/// assert!(smoke.concentration([25, 15]) > smoke.concentration([15, 15]));
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Scalar<const D: usize, const Q: usize> {
    grid: Grid<D, Q>,
    /// ω⁺ and ω⁻.
    rates: [f32; 2],
    isa: Isa,
    /// Cell that failed in the last step.
    failed: Option<FailedCell<Q>>,
}

/// A concentration in two dimensions, on D2Q5: `c_s² = 1/3`.
pub type Scalar2 = Scalar<2, 5>;

/// A concentration in three dimensions, on D3Q7: `c_s² = 1/4`.
pub type Scalar3 = Scalar<3, 7>;

/// Λ.
pub(super) const MAGIC: f64 = 0.25;

/// `c_s²`: a quarter in three dimensions leaves a weight of ¼ at rest.
pub(super) const fn sound_squared(dimensions: usize) -> f64 {
    if dimensions == 2 { 1.0 / 3.0 } else { 0.25 }
}

/// Directions: rest, one along each axis, then their opposites.
pub(super) const fn directions<const D: usize, const Q: usize>() -> [[i32; D]; Q] {
    let mut c = [[0; D]; Q];
    let mut axis = 0;
    while axis < D {
        c[1 + axis][axis] = 1;
        c[1 + axis + D][axis] = -1;
        axis += 1;
    }
    c
}

impl<const D: usize, const Q: usize> Scalar<D, Q> {
    /// Concentration 0 everywhere.
    ///
    /// # Arguments
    /// `cells` along each axis, 1 to 4096; `diffusivity` in cells² a step, above 0; `ends` along each axis.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a side or a diffusivity out of range, [`Error::NotFinite`] for a diffusivity that is not
    /// finite.
    pub fn new(cells: [usize; D], diffusivity: f64, ends: [Ends; D]) -> Result<Self, Error> {
        const { assert!((D == 2 || D == 3) && Q == 2 * D + 1, "lattices are D2Q5 and D3Q7") };
        Error::require_positive("diffusivity [cells² a step]", diffusivity)?;
        let odd = diffusivity / sound_squared(D);
        let rates = [MAGIC / odd, odd].map(|tau_less_half| (1.0 / (tau_less_half + 0.5)) as f32);
        Ok(Self { grid: Grid::new(cells, ends, &[Q])?, rates, isa: Isa::best(), failed: None })
    }

    /// Steps with these vector instructions from now on; with the widest of the machine unless set.
    pub fn set_instructions(&mut self, instructions: Instructions) {
        self.isa = instructions.0;
    }

    /// Cells along each axis.
    pub fn cells(&self) -> [usize; D] {
        self.grid.cells()
    }

    /// The concentration of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn concentration(&self, cell: [usize; D]) -> f32 {
        self.grid.populations(cell.map(|at| at as isize)).iter().sum()
    }

    /// Sets the concentration of a cell, at rest.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn set(&mut self, cell: [usize; D], concentration: f32) {
        self.grid.set_populations(cell.map(|at| at as isize), at_rest::<D, Q>(concentration));
    }

    /// Adds to the concentration of a cell, as a source does.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn add(&mut self, cell: [usize; D], amount: f32) {
        let cell = cell.map(|at| at as isize);
        let (f, more) = (self.grid.populations(cell), at_rest::<D, Q>(amount));
        self.grid.set_populations(cell, std::array::from_fn(|q| f[q] + more[q]));
    }

    /// `Σ C` over all cells.
    pub fn total(&self) -> f64 {
        self.grid.each_cell().flat_map(|cell| self.grid.populations(cell)).map(f64::from).sum()
    }

    /// Population `q` of a cell, post-collision: rest, one along each axis, then their opposites. Ghost cells have the
    /// indices −1 and the number of cells.
    pub fn population(&self, q: usize, cell: [isize; D]) -> f32 {
        self.grid.population(q, cell)
    }

    /// Sets population `q` of a cell; before a step, those that stream into the fluid from a solid cell.
    pub fn set_population(&mut self, q: usize, cell: [isize; D], value: f32) {
        self.grid.set_population(q, cell, value);
    }

    /// Takes a time step in a flow of this velocity.
    ///
    /// Returns `false` if a population that streamed into some cell is not a number; [`Self::trouble`] then names it. The
    /// same bits for any number of threads.
    ///
    /// # Arguments
    /// `velocity`: for each axis `[nz][ny][nx]`, x fastest, in cells a step; below about ½.
    ///
    /// # Panics
    /// If a component has not one value a cell.
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn step(&mut self, velocity: [&[f32]; D]) -> bool {
        let cells = self.grid.cells();
        for component in velocity {
            assert_eq!(component.len(), cells.iter().product::<usize>(), "velocities of all cells");
        }
        let rows = self.grid.rows_of_plane();
        let model = Transport { velocity, nx: cells[0], rows, rates: self.rates };
        self.failed = self.grid.advance(self.isa, model);
        self.failed.is_none()
    }

    /// The first cell, x fastest, whose concentration became not-a-number in the last [`Self::step`], if one did: because
    /// of its own concentration or velocity, or those of a neighbor.
    pub fn trouble(&self) -> Option<[usize; D]> {
        self.failed.map(|failed| self.grid.cell(failed.place))
    }
}

fn at_rest<const D: usize, const Q: usize>(concentration: f32) -> [f32; Q] {
    let moving = (0.5 * sound_squared(D)) as f32 * concentration;
    let mut f = [moving; Q];
    f[0] = concentration - (2 * D) as f32 * moving;
    f
}

/// The model of [`Scalar`].
#[derive(Debug, Clone, Copy)]
struct Transport<'a, const D: usize> {
    velocity: [&'a [f32]; D],
    nx: usize,
    rows: usize,
    rates: [f32; 2],
}

impl<const D: usize, const Q: usize> Model<Q> for Transport<'_, D> {
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&directions::<D, Q>());

    #[inline(always)]
    fn inputs(&self, plane: usize, row: usize) -> [&[f32]; 3] {
        let start = (plane * self.rows + row) * self.nx;
        let mut lines: [&[f32]; 3] = [&[]; 3];
        for axis in 0..D {
            lines[axis] = &self.velocity[axis][start..start + self.nx];
        }
        lines
    }

    #[inline(always)]
    fn collide<S: Simd>(
        &self,
        mut f: [Vector<S>; Q],
        velocity: &[&[f32]; 3],
        i: usize,
    ) -> ([Vector<S>; Q], S::m32s) {
        let c = total(&f);
        let mut u = [c; D];
        for axis in 0..D {
            u[axis] = Vector::load_part(c.simd, velocity[axis], i);
        }
        let [even, odd] = self.rates;
        relax::<_, _, _, false>(&mut f, c, u, [c.splat(even), c.splat(odd)]);
        (f, is_number(c))
    }

    #[inline(always)]
    fn is_valid<S: Simd>(&self, f: [Vector<S>; Q], _: &[&[f32]; 3], _: usize) -> S::m32s {
        is_number(total(&f))
    }
}

/// `Σ f`, in the order rest, one half, its opposites.
#[inline(always)]
pub(super) fn total<R: Float, const Q: usize>(f: &[R; Q]) -> R {
    let half = Q / 2;
    let mut moving = f[1] + f[1 + half];
    for q in 2..=half {
        moving = moving + (f[q] + f[q + half]);
    }
    f[0] + moving
}

/// The sum over all axes.
#[inline(always)]
fn over_axes<R: Float, const D: usize>(values: &[R; D]) -> R {
    let mut sum = values[0];
    for axis in 1..D {
        sum = sum + values[axis];
    }
    sum
}

/// Relaxes a cell of concentration `c` in a flow of velocity `u` with the rates ω⁺ and ω⁻; so that no population becomes negative if
/// `LIMITED`.
#[inline(always)]
pub(super) fn relax<R: Float, const D: usize, const Q: usize, const LIMITED: bool>(
    f: &mut [R; Q],
    c: R,
    u: [R; D],
    [even, odd]: [R; 2],
) {
    let zero = c.splat(0.0);
    let [mut sums, mut differences] = [[zero; D]; 2];
    // Halves of what the rates take and leave.
    let [taken, taken_odd] = [even * 0.5, odd * 0.5];
    let [kept, kept_odd] = [c.splat(0.5) - taken, c.splat(0.5) - taken_odd];
    let still = c * sound_squared(D) as f32;
    for axis in 0..D {
        let (forth, back) = (f[1 + axis], f[1 + axis + D]);
        let flux = c * u[axis];
        sums[axis] = (forth + back) * kept + (flux * u[axis] + still) * taken;
        differences[axis] = (forth - back) * kept_odd + flux * taken_odd;
    }
    if LIMITED {
        limit(&mut sums, &mut differences, c);
    }
    let mut moving = sums;
    for axis in 0..D {
        f[1 + axis] = sums[axis] + differences[axis];
        f[1 + axis + D] = sums[axis] - differences[axis];
        moving[axis] = f[1 + axis] + f[1 + axis + D];
    }
    // The rest after rounding: nothing is lost here.
    f[0] = c - over_axes(&moving);
}

/// Makes all populations 0 or more, given the halves of sums and differences along each axis: sums become at least as large as the
/// differences, at the cost of what is at rest, and where that is too little no larger than they have to be. The differences, which are the flux,
/// are scaled down only where they are more than the concentration.
#[inline(always)]
fn limit<R: Float, const D: usize>(sums: &mut [R; D], differences: &mut [R; D], c: R) {
    let [zero, one] = [c.splat(0.0), c.splat(1.0)];
    let mut least = [zero; D];
    for axis in 0..D {
        least[axis] = differences[axis].abs();
        sums[axis] = sums[axis].max(least[axis]);
    }
    let moving = over_axes(sums) * 2.0;
    // Few cells do. The same bits in one lane, whatever the others need.
    if !(moving - c).is_some_positive() {
        return;
    }
    let needed = over_axes(&least) * 2.0;
    // In a cell that needs nothing these are 0 and 1, from 0 / 0 too.
    let less = ((moving - c) / (moving - needed)).min(one).max(zero);
    let factor = (c / needed).min(one).max(zero);
    for axis in 0..D {
        sums[axis] = (sums[axis] - (sums[axis] - least[axis]) * less) * factor;
        differences[axis] = differences[axis] * factor;
    }
}

/// Whether 0 times it is 0: neither infinite nor not-a-number.
#[inline(always)]
pub(super) fn is_number<S: Simd>(value: Vector<S>) -> S::m32s {
    value.simd.equal_f32s((value * 0.0).values, value.simd.splat_f32s(0.0))
}
