use rayon::prelude::*;

use super::d3q19;
use super::ghost::Ends;
use super::grid::Grid;
use super::lattice3::{Trouble3, cause};
use super::model::{Gas, Pairs};
use super::scalar::{sound_squared, total};
use super::smoky::{self, C, Q, SMOKE, Smoky, parts};
use super::totals::AirTotals;
use crate::engine::{FailedCell, Instructions, Isa};
use crate::{Collision, Error, Moments3};

/// A gas that carries smoke, which lifts it: D3Q19 and D3Q7 in one sweep, in lattice units (cells and steps).
///
/// ```text
/// ∂ρ/∂t + ∇·(ρ u) = 0
/// ∂(ρ u)/∂t + ∇·(ρ u u) = −∇(ρ/3) + ρ₀ b C e_z + ∇·(ρ ν (∇u + ∇uᵀ − ⅔ ∇·u)) + ∇(ρ ζ ∇·u),   ν = (τ − ½) / 3,  ζ = 1/9
/// ∂C/∂t + ∇·(u C) = D ∇²C
/// ```
///
/// The gas is that of [`crate::Lattice3`] but for its bulk viscosity `ζ`: the trace of its stress relaxes in one step (`ζ = 2/9 (1/ω − ½)`
/// with `ω` = 1; d'Humières et al. 2002), whatever `τ` is. It damps sound, which ends of the grid reflect and even feed at a `τ` near ½, and leaves
/// slow flows, whose `∇·u` is of third order in their speed, as they are. The smoke is that of [`crate::Scalar3`]. Buoyancy acts on the gas as in Boussinesq's
/// approximation: density differences count only where gravity does. Both collide together, in the velocity
/// `ρ u = Σ c f + ½ F` in the middle of the push `F = ρ₀ b C e_z`, so the coupling is of second order in time (Guo, Zheng,
/// Shi 2002). Where Smagorinsky's eddies stir the gas they stir the smoke too: `D + ν_t / 0.7`.
///
/// The concentration `C` may be one of soot, or the temperature above that of the air: `b` is the acceleration upwards at
/// `C` = 1, with gravity `g` and the expansion coefficient `β` of the gas
///
/// ```text
/// b = g β ΔT            heat, C the excess of temperature in units of ΔT
/// b = g (1 − ρ_s / ρ₀)  a lighter gas, C its fraction of the volume
/// ```
///
/// [`crate::AirUnits`] converts between these units and SI. The smoke of a cell is `C`, its volume `C Δx³`. Rising over a height `H`, smoke
/// reaches about `U = √(b C H)`; a time step with `U Δt/Δx` of 0.05 keeps errors of compressibility, which grow as `3 U²` in these units,
/// below 1 %. Speeds of more than 0.2 are out of range. `τ` from 0.505 on is stable at such speeds with BGK if Smagorinsky's constant is 0.1 or more. TRT of
/// `Λ` = ¼ is for larger `τ`: it leaves odd moments as they are for `Λ / (τ − ½)` steps, 50 at `τ` = 0.505, and a mere wind grows noise in them.
///
/// Concentrations are 0 or more, and stay so to rounding for `D` up to ⅛: where the collision of [`crate::Scalar3`] would leave a negative
/// population, beside fronts narrower than about two cells, more moves along that axis in both directions and less stays at rest. The smoke of
/// the cell is kept by this, and its flux unless it is more than the cell has: fronts are blurred by it and hardly slowed down, and there is never
/// more smoke in all than was added, whatever the flow.
///
/// In a plane: one cell along y, periodic. D3Q19 then is D2Q9 with this bulk viscosity, and D3Q7 is D2Q5 with `c_s²` = ¼, exactly.
///
/// ```
/// use lbm_core::{Air, Ends};
///
/// let ends = [Ends::Periodic, Ends::Periodic, Ends::Walls];
/// let mut air = Air::builder([16, 16, 32]).buoyancy(1e-4).ends(ends).build()?;
/// air.add([8, 8, 4], 10.0);
/// for _ in 0..100 {
///     assert!(air.step());
/// }
/// assert!((air.totals(|_| true).smoke - 10.0).abs() < 1e-5);
/// assert!(air.moments([8, 8, 4]).velocity[2] > 3e-4);
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Air {
    pub(super) grid: Grid<3, Q>,
    model: Smoky,
    pub(super) settings: AirBuilder,
    isa: Isa,
    pub(super) steps: u64,
    /// Cell that failed in the last step.
    pub(super) failed: Option<FailedCell<Q>>,
}

/// The rate at which the trace of the stress relaxes.
const BULK: f32 = 1.0;

/// Builds an [`Air`].
#[must_use = "a builder does nothing until `build`"]
#[derive(Debug, Clone, Copy)]
pub struct AirBuilder {
    pub(super) cells: [usize; 3],
    pub(super) ends: [Ends; 3],
    pub(super) collision: Collision,
    pub(super) smagorinsky: f64,
    pub(super) diffusivity: f64,
    pub(super) buoyancy: f64,
}

/// Gas and smoke of a cell, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirMoments {
    /// `ρ`; 1 at rest.
    pub density: f32,
    /// `u`.
    pub velocity: [f32; 3],
    /// `C`.
    pub concentration: f32,
}

impl AirBuilder {
    /// Collision operator of the gas, BGK or TRT; BGK with τ = 0.6 unless set.
    pub fn collision(mut self, collision: Collision) -> Self {
        self.collision = collision;
        self
    }

    /// Adds Smagorinsky's eddy viscosity and the diffusivity of these eddies; 0, none, unless set.
    pub fn smagorinsky(mut self, constant: f64) -> Self {
        self.smagorinsky = constant;
        self
    }

    /// `D` of the smoke, in cells² a step; 0.01 unless set.
    pub fn diffusivity(mut self, diffusivity: f64) -> Self {
        self.diffusivity = diffusivity;
        self
    }

    /// `b`, the acceleration along z at a concentration of 1, in cells a step²; none unless set.
    pub fn buoyancy(mut self, buoyancy: f64) -> Self {
        self.buoyancy = buoyancy;
        self
    }

    /// The boundary condition at the ends of each axis; periodic unless set.
    pub fn ends(mut self, ends: [Ends; 3]) -> Self {
        self.ends = ends;
        self
    }

    /// Whether [`Self::build`] takes these values, and would only have to allocate.
    ///
    /// # Errors
    /// As [`Self::build`].
    pub fn check(&self) -> Result<(), Error> {
        self.model()?;
        Grid::<3, Q>::check(self.cells)
    }

    /// Bytes of memory that the air takes.
    pub fn bytes(&self) -> u64 {
        Grid::<3, Q>::bytes(self.cells)
    }

    /// Allocates the air, at rest and without smoke.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a side without cells or of more than 4096, a diffusivity that is not above 0 and at most 1, a
    /// buoyancy beyond ± 0.1, a relaxation time or a Smagorinsky constant out of its range; [`Error::NotFinite`] for any of them
    /// that is not finite; [`Error::NotSupported`] for a collision other than BGK and TRT.
    pub fn build(self) -> Result<Air, Error> {
        let model = self.model()?;
        let grid = Grid::new(self.cells, self.ends, &[d3q19::Q, SMOKE])?;
        Ok(Air { grid, model, settings: self, isa: Isa::best(), steps: 0, failed: None })
    }

    fn model(&self) -> Result<Smoky, Error> {
        let gas = Gas { bulk: Some(BULK), ..Gas::new(self.collision, self.smagorinsky, 1.0)? };
        let &Self { diffusivity, buoyancy, .. } = self;
        let range = "above 0 and at most 1";
        let valid = diffusivity > 0.0 && diffusivity <= 1.0;
        Error::require(valid, "diffusivity [cells² a step]", diffusivity, range)?;
        let what = "buoyancy [cells a step²]";
        Error::require(buoyancy.abs() <= 0.1, what, buoyancy, "-0.1 to 0.1; 1e-6 to 1e-3 is usual")?;
        let odd = (diffusivity / sound_squared(3)) as f32;
        Ok(Smoky { gas, odd, buoyancy: buoyancy as f32 })
    }
}

impl Air {
    /// Populations of a cell: 19 of the gas, in the directions of [`d3q19::C`], then 7 of the smoke.
    pub const POPULATIONS: usize = Q;

    /// The direction of each population.
    pub const DIRECTIONS: [[i32; 3]; Q] = C;

    /// The first population of the smoke: that at rest.
    pub const SMOKE: usize = d3q19::Q;

    /// Starts building air with these numbers of cells along x, y and z, 1 to 4096 each; z is up.
    pub fn builder(cells: [usize; 3]) -> AirBuilder {
        AirBuilder {
            cells,
            ends: [Ends::Periodic; 3],
            collision: Collision::default(),
            smagorinsky: 0.0,
            diffusivity: 0.01,
            buoyancy: 0.0,
        }
    }

    /// Steps with these vector instructions from now on; with the widest of the machine unless set.
    pub fn set_instructions(&mut self, instructions: Instructions) {
        self.isa = instructions.0;
    }

    /// Cells along each axis.
    pub fn cells(&self) -> [usize; 3] {
        self.grid.cells()
    }

    /// The boundary condition at the ends of each axis.
    pub fn ends(&self) -> [Ends; 3] {
        self.settings.ends
    }

    /// Steps taken since the air was built.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// `b` as the sweep has it: the momentum that a step gives the gas is `b Σ C`, along z.
    pub fn buoyancy(&self) -> f64 {
        f64::from(self.model.buoyancy)
    }

    /// Gas and smoke of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn moments(&self, cell: [isize; 3]) -> AirMoments {
        self.moments_of(&self.populations(cell))
    }

    /// Gas and smoke of a cell with these populations.
    pub fn moments_of(&self, f: &[f32; Q]) -> AirMoments {
        let (gas, smoke) = parts(f);
        let concentration = total(&smoke);
        let Pairs { above, momentum: [x, y, z], .. } = Pairs::new(gas);
        let density = self.model.gas.rest_density + above;
        let z = z - 0.5 * self.model.buoyancy * concentration;
        AirMoments { density, velocity: [x, y, z].map(|along| along / density), concentration }
    }

    /// The populations, as deviations from the gas at rest, of a cell that has settled at these moments: equilibrium, and half
    /// the push of the smoke.
    pub fn settled(&self, moments: AirMoments) -> [f32; Q] {
        let AirMoments { density, velocity, concentration } = moments;
        let push = self.model.buoyancy * concentration;
        let gas = d3q19::settled(density - self.model.gas.rest_density, density, velocity, [0.0, 0.0, push]);
        let smoke = smoky::settled(concentration, velocity);
        std::array::from_fn(|q| if q < d3q19::Q { gas[q] } else { smoke[q - d3q19::Q] })
    }

    /// Sets a cell to these moments, settled.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn set_cell(&mut self, cell: [isize; 3], moments: AirMoments) {
        self.grid.set_populations(cell, self.settled(moments));
    }

    /// Adds smoke to a cell, as a source does; it moves with the gas there. Returns what was added after rounding.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn add(&mut self, cell: [isize; 3], smoke: f32) -> f64 {
        let mut f = self.populations(cell);
        let velocity = self.moments_of(&f).velocity;
        let mut added = 0.0;
        for (q, more) in smoky::settled(smoke, velocity).into_iter().enumerate() {
            let f = &mut f[d3q19::Q + q];
            let before = f64::from(*f);
            *f += more;
            added += f64::from(*f) - before;
        }
        self.grid.set_populations(cell, f);
        added
    }

    /// Gives the gas of a cell momentum: shifts its populations by the difference of the equilibria before and after (Kupershtokh,
    /// Medvedev, Karpov 2009, the exact difference method). Returns the momentum given after rounding.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn push(&mut self, cell: [isize; 3], momentum: [f32; 3]) -> [f64; 3] {
        let mut f = self.populations(cell);
        let AirMoments { density, velocity, .. } = self.moments_of(&f);
        let faster = std::array::from_fn(|a| velocity[a] + momentum[a] / density);
        let [from, to] = [velocity, faster].map(|velocity| d3q19::settled(0.0, density, velocity, [0.0; 3]));
        let mut given = [0.0; 3];
        for (q, c) in d3q19::C.iter().enumerate() {
            let before = f64::from(f[q]);
            f[q] += to[q] - from[q];
            (0..3).for_each(|a| given[a] += f64::from(c[a]) * (f64::from(f[q]) - before));
        }
        self.grid.set_populations(cell, f);
        given
    }

    /// The populations of a cell after the last step, those of the gas as deviations from rest.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells, which have the indices −1 and the number of cells.
    pub fn populations(&self, cell: [isize; 3]) -> [f32; Q] {
        self.grid.populations(cell)
    }

    /// Sets the populations of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn set_populations(&mut self, cell: [isize; 3], f: [f32; Q]) {
        self.grid.set_populations(cell, f);
    }

    /// The place in [`Self::values`] of population `q` of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn slot(&self, q: usize, cell: [isize; 3]) -> usize {
        self.grid.slot(q, cell)
    }

    /// All populations, each at its [`Self::slot`].
    pub fn values(&self) -> &[f32] {
        self.grid.values()
    }

    /// All populations, to be changed: before a step, those that stream into the air from solids and
    /// [given](Ends::Given) ends.
    pub fn values_mut(&mut self) -> &mut [f32] {
        self.grid.values_mut()
    }

    /// Sums over the cells of `within`. The same bits for any number of threads.
    pub fn totals(&self, within: impl Fn([usize; 3]) -> bool + Sync) -> AirTotals {
        let [nx, ny, nz] = self.cells();
        let of_row = |k: usize, j: usize| {
            let lines = self.grid.lines(k, j);
            let (mut sums, mut done) = (AirTotals::default(), 0);
            while let Some(first) = (done..nx).find(|&i| within([i, j, k])) {
                done = (first..nx).find(|&i| !within([i, j, k])).unwrap_or(nx);
                sums.mass += (done - first) as f64 * f64::from(self.model.gas.rest_density);
                for (q, line) in lines.iter().enumerate() {
                    sums.add_population(q, sum(&line[first..done]));
                }
            }
            sums
        };
        // Behind a pointer rayon's tasks are compiled once, not for each caller's closure.
        let of_plane: &(dyn Fn(usize) -> AirTotals + Sync) =
            &|k| (0..ny).fold(AirTotals::default(), |sums, j| sums.plus(of_row(k, j)));
        let planes: Vec<AirTotals> = (0..nz).into_par_iter().map(of_plane).collect();
        planes.into_iter().fold(AirTotals::default(), AirTotals::plus)
    }

    /// Takes a time step: fills the ghost cells at periodic ends and walls, then streams and collides.
    ///
    /// Returns `false` if the populations that streamed into some cell give it a density that is not positive, a speed not
    /// below a cell a step or a concentration that is no number; [`Self::trouble`] then names it. The same bits for any number
    /// of threads.
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        self.failed = self.grid.advance(self.isa, self.model);
        self.failed.is_none()
    }

    /// The first cell, x fastest, that was in trouble in the last [`Self::step`], if one was, with the moments of the
    /// populations that streamed in.
    pub fn trouble(&self) -> Option<Trouble3> {
        let failed = self.failed?;
        let AirMoments { density, velocity, concentration } = self.moments_of(&failed.populations);
        let moments = Moments3 { density, velocity };
        let cause = if concentration.is_finite() {
            cause(moments)
        } else {
            "its concentration is no number: take slower flow or a larger diffusivity"
        };
        Some(Trouble3 { cell: self.grid.cell(failed.place), moments, cause })
    }
}

/// The sum of some numbers: of each eighth for itself first, which takes vectors.
fn sum(values: &[f32]) -> f64 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for eight in eights {
        for l in 0..8 {
            sums[l] += f64::from(eight[l]);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().copied().map(f64::from).sum::<f64>()
}
