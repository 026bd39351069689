use super::d3q19::{self, Q};
use super::ghost::Ends;
use super::grid::Grid;
use super::model::{Driven, Gas, Pairs};
use super::totals::AirTotals;
use crate::engine::{FailedCell, Instructions, Isa};
use crate::{Collision, Error};

/// A fluid in three dimensions: the Navier–Stokes equations on D3Q19, in lattice units (cells and steps).
///
/// ```text
/// fq_eq = w_q ( ρ + 3 ρ c_q·u + 9/2 ρ (c_q·u)² − 3/2 ρ u² )
/// ```
///
/// (Qian et al. 1992). The pressure is `ρ / 3`, the viscosity `(τ − ½) / 3`. Populations are stored as deviations from the
/// fluid at rest; of those below 1e-15 nothing is kept where the fluid is nearly at rest. Keep speeds below about 0.1: errors of compressibility grow with
/// their square.
///
/// ```
/// use lbm_core::{Collision, Ends, Lattice3};
///
/// // A channel between two plates, driven along x.
/// let mut air = Lattice3::builder([4, 4, 15])
///     .collision(Collision::Trt { tau: 0.8, magic: 0.1875 })
///     .acceleration([1e-5, 0.0, 0.0])
///     .ends([Ends::Periodic, Ends::Periodic, Ends::Walls])
///     .build()?;
/// for _ in 0..4000 {
///     assert!(air.step());
/// }
/// // a H² / 8 ν in the middle
/// let expected = 1e-5 * 15.0 * 15.0 / (8.0 * 0.1);
/// assert!((f64::from(air.moments([2, 2, 7]).velocity[0]) / expected - 1.0).abs() < 0.01);
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Lattice3 {
    grid: Grid<3, Q>,
    model: Driven,
    isa: Isa,
    steps: u64,
    /// Cell that failed in the last step.
    failed: Option<FailedCell<Q>>,
}

/// Builds a [`Lattice3`].
#[must_use = "a builder does nothing until `build`"]
#[derive(Debug, Clone, Copy)]
pub struct Lattice3Builder {
    cells: [usize; 3],
    ends: [Ends; 3],
    collision: Collision,
    smagorinsky: f64,
    density: f64,
    acceleration: [f64; 3],
}

/// Density and velocity of a cell, in lattice units.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moments3 {
    /// `ρ = Σ f`.
    pub density: f32,
    /// `(Σ c f − ½ F) / ρ`, in the middle of the step's push by the force `F`.
    pub velocity: [f32; 3],
}

/// A cell in which the solution has left the range of the method, in lattice units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trouble3 {
    /// The cell `[i, j, k]`.
    pub cell: [usize; 3],
    /// Density and velocity in the cell.
    pub moments: Moments3,
    /// The cause, and a remedy.
    pub cause: &'static str,
}

impl Lattice3Builder {
    /// Collision operator, BGK or TRT; BGK with τ = 0.6 unless set.
    pub fn collision(mut self, collision: Collision) -> Self {
        self.collision = collision;
        self
    }

    /// Adds Smagorinsky's eddy viscosity, as [`crate::LatticeBuilder::smagorinsky`] does.
    pub fn smagorinsky(mut self, constant: f64) -> Self {
        self.smagorinsky = constant;
        self
    }

    /// Density of the fluid that fills the grid; 1 unless set.
    pub fn density(mut self, density: f64) -> Self {
        self.density = density;
        self
    }

    /// Acceleration of all fluid, in cells a step²; none unless set.
    pub fn acceleration(mut self, acceleration: [f64; 3]) -> Self {
        self.acceleration = acceleration;
        self
    }

    /// The boundary condition at the ends of each axis; periodic unless set.
    pub fn ends(mut self, ends: [Ends; 3]) -> Self {
        self.ends = ends;
        self
    }

    /// Allocates the lattice and fills it with fluid at rest.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a side without cells or of more than 4096, a relaxation time or a
    /// Smagorinsky constant out of its range, a density that is not positive; [`Error::NotFinite`] for any of them, or an
    /// acceleration, that is not finite; [`Error::NotSupported`] for a collision other than BGK and TRT.
    pub fn build(self) -> Result<Lattice3, Error> {
        let gas = Gas::new(self.collision, self.smagorinsky, self.density)?;
        for a in self.acceleration {
            Error::require_finite("acceleration [cells a step²]", a)?;
        }
        let model = Driven { gas, acceleration: self.acceleration.map(|a| a as f32) };
        let grid = Grid::new(self.cells, self.ends, &[Q])?;
        Ok(Lattice3 { grid, model, isa: Isa::best(), steps: 0, failed: None })
    }
}

impl Lattice3 {
    /// Starts building a lattice with these numbers of cells along x, y and z, 1 to 4096 each.
    pub fn builder(cells: [usize; 3]) -> Lattice3Builder {
        Lattice3Builder {
            cells,
            ends: [Ends::Periodic; 3],
            collision: Collision::default(),
            smagorinsky: 0.0,
            density: 1.0,
            acceleration: [0.0; 3],
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

    /// Steps taken since the lattice was built.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Density and velocity of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn moments(&self, cell: [isize; 3]) -> Moments3 {
        self.moments_of(self.grid.populations(cell))
    }

    fn moments_of(&self, f: [f32; Q]) -> Moments3 {
        let Pairs { above, momentum, .. } = Pairs::new(f);
        let density = self.model.gas.rest_density + above;
        let velocity =
            std::array::from_fn(|axis| momentum[axis] / density - 0.5 * self.model.acceleration[axis]);
        Moments3 { density, velocity }
    }

    /// Sets a cell to equilibrium at a density and a velocity.
    ///
    /// # Panics
    /// If the cell lies outside the grid and its ghost cells.
    pub fn set_cell(&mut self, cell: [isize; 3], density: f32, velocity: [f32; 3]) {
        let force = self.model.acceleration.map(|a| a * density);
        let f = d3q19::settled(density - self.model.gas.rest_density, density, velocity, force);
        self.grid.set_populations(cell, f);
    }

    /// Population `q` of a cell, post-collision, as a deviation from the fluid at rest. Ghost cells have the indices −1 and
    /// the number of cells.
    pub fn population(&self, q: usize, cell: [isize; 3]) -> f32 {
        self.grid.population(q, cell)
    }

    /// Sets population `q` of a cell; before a step, those that stream into the fluid from a solid cell.
    pub fn set_population(&mut self, q: usize, cell: [isize; 3], value: f32) {
        self.grid.set_population(q, cell, value);
    }

    /// `Σ ρ` and the momentum `Σ c f` over all cells: that of the flow at the end of the step's push, `Σ ρ (u + ½ a)`.
    pub fn totals(&self) -> (f64, [f64; 3]) {
        let rest = f64::from(self.model.gas.rest_density);
        let mut sums = AirTotals::default();
        for cell in self.grid.each_cell() {
            sums.mass += rest;
            let populations = self.grid.populations(cell).into_iter().enumerate();
            populations.for_each(|(q, f)| sums.add_population(q, f.into()));
        }
        (sums.mass, sums.momentum)
    }

    /// Takes a time step: fills the ghost cells, then streams and collides.
    ///
    /// Returns `false` if the populations that streamed into some cell give it a density that is not positive or a speed
    /// not below a cell a step; [`Self::trouble`] then names it. The same bits for any number of threads.
    #[must_use = "`false` means that cells are in trouble: `trouble` names one"]
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        self.failed = self.grid.advance(self.isa, self.model);
        self.failed.is_none()
    }

    /// The first cell, x fastest, that was in trouble in the last [`Self::step`], if one was, with the moments of the
    /// populations that streamed in: its density or velocity is not a number, its density is not positive, or it moves
    /// faster than a cell a step.
    pub fn trouble(&self) -> Option<Trouble3> {
        let failed = self.failed?;
        let moments = self.moments_of(failed.populations);
        Some(Trouble3 { cell: self.grid.cell(failed.place), moments, cause: cause(moments) })
    }
}

/// Why a cell with these moments is out of the range of the method.
pub(super) fn cause(moments: Moments3) -> &'static str {
    if moments.density <= 0.0 {
        "no density left: the flow became unstable; take slower flow or a larger tau"
    } else if moments.density.is_nan() || moments.velocity.iter().any(|u| u.is_nan()) {
        "not a number: the flow became unstable; take slower flow or a larger tau"
    } else {
        "faster than a cell a step; take slower flow"
    }
}
