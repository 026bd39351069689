use rayon::prelude::*;

use crate::d2q9::Q;
use crate::equilibrium::deviation_equilibrium;
use crate::isa::Isa;
use crate::layout::LANES;
use crate::operator::{CentralMoments, Constant, EddyViscosity, Operator, RestState, Smagorinsky, TwoRates};
use crate::rows::Rows;
use crate::sweep::StreamCollide;
use crate::{Collision, Error, Layout, Site, Units};

/// Rows that one task of a loop over rows handles at least.
const ROWS_PER_TASK: usize = 16;

/// A grid of water columns: the nine populations of every cell, and the step that moves them on.
///
/// Populations are post-collision and stored as deviations from the equilibrium of the rest state
/// [`Self::reference_depth`]. A step is: write the populations that enter through sides and solids
/// ([`Self::set_population`]), then [`Self::step`]. What the ring around the grid holds after a step is unspecified:
/// all that enters has to be written anew.
///
/// ```
/// use lbm_core::{Lattice, Units};
///
/// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
/// let mut lattice = Lattice::builder(32, 32, units).rest_depth_m(4.0).build()?;
/// lattice.set_cell_m(16, 16, 4.2, [0.0, 0.0]);
/// let before = lattice.totals(|_| true).mass;
/// for _ in 0..10 {
///     lattice.step();
/// }
/// let after = lattice.totals(|_| true).mass;
/// assert!((after - before).abs() < 1e-7 * before);
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Lattice {
    layout: Layout,
    units: Units,
    collision: Collision,
    smagorinsky: Option<f64>,
    rest: RestState,
    isa: Isa,
    rows: Rows,
    steps: u64,
}

/// Builds a [`Lattice`].
#[derive(Debug, Clone)]
pub struct LatticeBuilder {
    nx: usize,
    ny: usize,
    units: Units,
    collision: Collision,
    smagorinsky: Option<f64>,
    rest_depth_m: f64,
    isa: Isa,
}

impl LatticeBuilder {
    /// Collision operator; BGK with τ = 0.6 unless set.
    pub fn collision(mut self, collision: Collision) -> Self {
        self.collision = collision;
        self
    }

    /// Adds Smagorinsky's eddy viscosity `(C Δx)² √(2 S S)`, with `S` the strain rate of each cell (Hou et al. 1996);
    /// none unless set. `C` = 0.1 to 0.2 is usual.
    ///
    /// Costs two square roots and a division a cell.
    pub fn smagorinsky(mut self, constant: f64) -> Self {
        self.smagorinsky = Some(constant);
        self
    }

    /// Keeps to vector instructions that every machine of this kind has, instead of the widest that this one has.
    ///
    /// The results have the same bits either way: this is for measuring and for tests.
    pub fn plain_instructions(mut self) -> Self {
        self.isa = Isa::Plain;
        self
    }

    /// Depth of the still water that fills the grid, and of the reference rest state; 1 m unless set.
    pub fn rest_depth_m(mut self, depth_m: f64) -> Self {
        self.rest_depth_m = depth_m;
        self
    }

    /// Allocates the lattice and fills it with still water.
    ///
    /// # Errors
    /// [`Error::GridSize`] for a grid without cells or too large, [`Error::OutOfRange`] for τ ≤ ½, a magic parameter or
    /// Smagorinsky constant that is not positive, a depth that is not positive, or a gravity number `g h / e²` of the rest state above [`Units::MAX_GRAVITY_NUMBER`].
    pub fn build(self) -> Result<Lattice, Error> {
        let layout = Layout::new(self.nx, self.ny)?;
        self.collision.validate()?;
        let depth = self.rest_depth_m;
        Error::require(depth.is_finite() && depth > 0.0, "rest depth [m]", depth, "finite and positive")?;
        let number = self.units.gravity_number(depth);
        Error::require(
            number <= Units::MAX_GRAVITY_NUMBER,
            "gravity number g h / e²",
            number,
            "at most 0.6: take a shorter time step",
        )?;
        if let Some(constant) = self.smagorinsky {
            let ok = constant.is_finite() && constant > 0.0;
            Error::require(ok, "Smagorinsky constant", constant, "finite and positive; 0.1 to 0.2 is usual")?;
        }
        let rest =
            RestState { gravity: self.units.gravity() as f32, depth: self.units.to_cells(depth) as f32 };
        Ok(Lattice {
            layout,
            units: self.units,
            collision: self.collision,
            smagorinsky: self.smagorinsky,
            rest,
            isa: self.isa,
            rows: Rows::zeros(layout.rows(), layout.row_len()),
            steps: 0,
        })
    }
}

impl Lattice {
    /// Starts building a lattice of `nx × ny` cells.
    pub fn builder(nx: usize, ny: usize, units: Units) -> LatticeBuilder {
        LatticeBuilder {
            nx,
            ny,
            units,
            collision: Collision::default(),
            smagorinsky: None,
            rest_depth_m: 1.0,
            isa: Isa::best(),
        }
    }

    /// Moves all populations on by one time step: streaming, then collision.
    ///
    /// Returns `false` when some cell came out without a positive depth or faster than the lattice speed;
    /// [`Self::trouble`] then names it. Allocates nothing; gives the same bits for any number of threads.
    pub fn step(&mut self) -> bool {
        let omega = Constant(self.collision.omega() as f32);
        let sane = match self.smagorinsky {
            None => self.step_with(omega),
            Some(constant) => self.step_with(Smagorinsky::new(self.collision.tau(), constant)),
        };
        self.steps += 1;
        sane
    }

    fn step_with(&mut self, shear: impl EddyViscosity) -> bool {
        let rest = self.rest;
        match self.collision {
            Collision::Bgk { .. } => self.sweep(TwoRates { rest, even: shear, odd: None }),
            Collision::Trt { tau, magic } => {
                let odd = Some((1.0 / (magic / (tau - 0.5) + 0.5)) as f32);
                self.sweep(TwoRates { rest, even: shear, odd })
            }
            Collision::CentralMoments { bulk_tau, .. } => {
                self.sweep(CentralMoments { rest, shear, bulk: (1.0 / bulk_tau) as f32 })
            }
        }
    }

    fn sweep(&mut self, operator: impl Operator) -> bool {
        let kernel = StreamCollide { layout: &self.layout, rest: self.rest, operator };
        self.rows.replace(self.isa, &kernel)
    }

    /// Steps taken since the lattice was built.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where cells lie in memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The converter to and from SI.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The collision operator.
    pub fn collision(&self) -> Collision {
        self.collision
    }

    /// Gravity in lattice units.
    pub fn gravity(&self) -> f32 {
        self.rest.gravity
    }

    /// Depth of the reference rest state in lattice units.
    pub fn reference_depth(&self) -> f32 {
        self.rest.depth
    }

    /// Population `q` of the reference rest state: what has to be added to a stored deviation to get the population.
    pub fn reference_population(&self, q: usize) -> f32 {
        crate::equilibrium::equilibrium(self.gravity(), self.reference_depth(), 0.0, 0.0)[q]
    }

    /// The stored deviation of population `q` at `site`, post-collision.
    #[inline]
    pub fn population(&self, q: usize, site: Site) -> f32 {
        self.rows.as_slice()[self.layout.slot(q, site)]
    }

    /// Sets the stored deviation of population `q` at `site`.
    #[inline]
    pub fn set_population(&mut self, q: usize, site: Site, value: f32) {
        let slot = self.layout.slot(q, site);
        self.rows.as_mut_slice()[slot] = value;
    }

    /// All nine stored deviations at `site`.
    #[inline]
    pub fn populations(&self, site: Site) -> [f32; Q] {
        let f = self.rows.as_slice();
        std::array::from_fn(|q| f[self.layout.slot(q, site)])
    }

    /// Sets all nine stored deviations at `site`.
    pub fn set_populations(&mut self, site: Site, populations: [f32; Q]) {
        for (q, value) in populations.into_iter().enumerate() {
            self.set_population(q, site, value);
        }
    }

    /// Puts a cell into equilibrium at `depth_m` and `velocity_m_s`.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn set_cell_m(&mut self, i: usize, j: usize, depth_m: f64, velocity_m_s: [f64; 2]) {
        assert!(i < self.layout.nx() && j < self.layout.ny(), "cell ({i}, {j}) outside the grid");
        let site = self.layout.site(i as isize, j as isize);
        let eta = (self.units.to_cells(depth_m) - f64::from(self.reference_depth())) as f32;
        let [u, v] = velocity_m_s.map(|c| self.units.to_lattice_velocity(c) as f32);
        self.set_equilibrium(site, eta, u, v);
    }

    /// Puts a site into equilibrium at depth `reference_depth + eta` and velocity `(u, v)`, in lattice units.
    pub fn set_equilibrium(&mut self, site: Site, eta: f32, u: f32, v: f32) {
        let f = deviation_equilibrium(self.gravity(), self.reference_depth(), eta, u, v);
        self.set_populations(site, f);
    }

    /// Calls `change(j, lines)` for every row of the grid, in parallel, and collects what it returns, in order.
    ///
    /// `lines[q][i]` is the stored deviation of population `q` of cell `(i, j)`, without the ring.
    pub fn map_rows<T: Send>(&mut self, change: impl Fn(usize, [&mut [f32]; Q]) -> T + Sync) -> Vec<T> {
        let (nx, row_len, stride) = (self.layout.nx(), self.layout.row_len(), self.layout.stride());
        let rows = row_len..(self.layout.ny() + 1) * row_len;
        self.rows.as_mut_slice()[rows]
            .par_chunks_exact_mut(row_len)
            .with_min_len(ROWS_PER_TASK)
            .enumerate()
            .map(|(j, row)| {
                let mut lines = row.chunks_exact_mut(stride);
                let line = |_| lines.next().map(|line| &mut line[LANES..LANES + nx]).unwrap_or_default();
                change(j, std::array::from_fn(line))
            })
            .collect()
    }

    pub(crate) fn current(&self) -> &[f32] {
        self.rows.as_slice()
    }
}
