use std::collections::HashMap;

use super::{Lattice, Layout};
use crate::engine::{Isa, Rows, Storage};
use crate::operator::{Collision, EquationOfState, check_smagorinsky};
use crate::shallow::{Flat, Forces, LatticeForces, Uneven};
use crate::stability::{Limits, Policy, require_stable_at_rest};
use crate::{Error, Units};

/// Builds a [`Lattice`].
#[must_use = "a builder does nothing until `build`"]
#[derive(Debug, Clone)]
pub struct LatticeBuilder {
    nx: usize,
    ny: usize,
    units: Units,
    collision: Collision,
    smagorinsky: Option<f64>,
    gas: bool,
    policy: Policy,
    rest_depth_m: f64,
    /// Heights of the bed, `[ny][nx]`.
    bed_m: Option<Vec<f64>>,
    /// Heights of the bed in the ghost cells.
    bed_beyond_m: Option<HashMap<[isize; 2], f64>>,
    periodic_bed: [bool; 2],
    forces: Forces,
    steps_per_traversal: usize,
    storage: Storage,
}

impl LatticeBuilder {
    /// Collision operator; BGK with τ = 0.6 unless set.
    pub fn collision(mut self, collision: Collision) -> Self {
        self.collision = collision;
        self
    }

    /// Adds Smagorinsky's eddy viscosity `(C Δx)² √(2 S S)`, with `S` the strain rate of each cell (Hou et al. 1996);
    /// none unless set. `C` = 0.1 to 0.2 is usual, 0 the same as none, ½ the most ([`check_smagorinsky`](crate::check_smagorinsky)).
    ///
    /// Uniform streams stay as stable as without it ([`Collision::stable_froude`]): it acts where the flow is sheared.
    ///
    /// Costs two square roots and a division a cell.
    pub fn smagorinsky(mut self, constant: f64) -> Self {
        self.smagorinsky = (constant != 0.0).then_some(constant);
        self
    }

    /// The treatment of cells beyond the limit of stability; [`Policy::Warn`] unless set.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Height of the bed, m, at `(x, y)` m from the grid's lower left corner; flat at 0 unless set. The depth of the still
    /// water is the rest depth minus this. Evaluated at the centers of cells; beyond the sides of the grid the bed
    /// continues at the height of the outermost cells, periodically ([`Self::periodic_bed`]), or as [`Self::bed_beyond_m`] says.
    ///
    /// The bed's force `−g h ∇z_b` acts on the links between cells with the mean depth of their ends ("centered", Zhou
    /// 2011), half of it as a population leaves a cell and half as it arrives. So a lake at rest stays at rest over any
    /// bed, to the last bit at the still level and to rounding at any other; elsewhere the force is of second order. Walls and open
    /// sides must give what enters its half of the force, as those of `lbm-boundary` do.
    pub fn bed_m(mut self, height_m: impl Fn(f64, f64) -> f64) -> Self {
        if Layout::new(self.nx, self.ny).is_ok() {
            let dx = self.units.cell_size_m();
            let center = |k: usize| (k as f64 + 0.5) * dx;
            let cells = (0..self.ny).flat_map(|j| (0..self.nx).map(move |i| (i, j)));
            self.bed_m = Some(cells.map(|(i, j)| height_m(center(i), center(j))).collect());
        }
        self
    }

    /// Height of the bed, m, at the centers of the ghost cells, one cell beyond the sides of the grid, for a grid that is a part of a
    /// larger one: with the larger one's bed here, and populations that leave one part copied into the other's ghost cells, the
    /// parts together compute what the whole does, to the bit. Without [`Self::bed_m`] the bed inside is flat at 0.
    pub fn bed_beyond_m(mut self, height_m: impl Fn(f64, f64) -> f64) -> Self {
        if Layout::new(self.nx, self.ny).is_ok() {
            let dx = self.units.cell_size_m();
            let (nx, ny) = (self.nx as isize, self.ny as isize);
            let center = |k: isize| (k as f64 + 0.5) * dx;
            let along = (-1..=nx).flat_map(|i| [[i, -1], [i, ny]]);
            let ring = along.chain((0..ny).flat_map(|j| [[-1, j], [nx, j]]));
            self.bed_beyond_m = Some(ring.map(|[i, j]| ([i, j], height_m(center(i), center(j)))).collect());
        }
        self
    }

    /// Axes, x and y, along which the bed is periodic, as it must be between periodic sides; none unless set.
    pub fn periodic_bed(mut self, axes: [bool; 2]) -> Self {
        self.periodic_bed = axes;
        self
    }

    /// Forces on the water; none unless set.
    pub fn forces(mut self, forces: Forces) -> Self {
        self.forces = forces;
        self
    }

    /// Sets the storage of populations, 32 bits each by default.
    pub fn storage(mut self, storage: Storage) -> Self {
        self.storage = storage;
        self
    }

    /// Most steps that [`Lattice::steps_with`] takes in one traversal of memory, 1 to 16; 8 unless set.
    ///
    /// A traversal of `n` steps works on `4 n` rows at a time, 36 bytes a cell, which should fit the cache of a core. Each
    /// step also needs four more rows of memory.
    pub fn steps_per_traversal(mut self, steps: usize) -> Self {
        self.steps_per_traversal = steps;
        self
    }

    /// Solves the Navier–Stokes equations: the density of an ideal gas ([`EquationOfState::IdealGas`]), in units of its
    /// own, takes the place of the depth; shallow water unless set.
    ///
    /// The converter's gravity has no meaning then. Keep speeds below a tenth of the lattice speed: compressibility errors
    /// grow with their square.
    pub fn ideal_gas(mut self) -> Self {
        self.gas = true;
        self
    }

    /// Depth of the still water that initially fills the grid, also that of the rest state; 1 m unless set.
    pub fn rest_depth_m(mut self, depth_m: f64) -> Self {
        self.rest_depth_m = depth_m;
        self
    }

    /// Allocates the lattice and fills it with still water.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a side without cells or of more than [`Layout::MAX_SIDE`], an operator or an eddy viscosity out
    /// of range ([`Collision::check`], [`check_smagorinsky`](crate::check_smagorinsky)), a depth that is not positive, or a gravity number `g h / e²` of the rest state above
    /// [`Units::MAX_GRAVITY_NUMBER`]; [`Error::NotFinite`] for any of them, or a force, that is not finite;
    /// [`Error::DryBed`] where the bed reaches the surface; [`Error::TooDeep`] where the water over the bed is so deep that
    /// it is unstable even at rest: above that number, above 0.5 for central moments whose `bulk_tau` is not 0.8 to 1.2;
    /// [`Error::NotSupported`] for [`Policy::AdaptViscosity`] with another operator than BGK, and for a gas with a bed,
    /// friction or adapted viscosity.
    pub fn build(self) -> Result<Lattice, Error> {
        let layout = Layout::new(self.nx, self.ny)?;
        self.collision.check()?;
        let depth = self.rest_depth_m;
        Error::require_positive("rest depth [m]", depth)?;
        let number = if self.gas { 0.0 } else { self.units.gravity_number(depth) };
        Error::require(
            number <= Units::MAX_GRAVITY_NUMBER,
            "gravity number g h / e²",
            number,
            "at most 0.6: take a shorter time step",
        )?;
        self.smagorinsky.map_or(Ok(()), check_smagorinsky)?;
        self.policy.check(&self.collision)?;
        self.forces.validate()?;
        let steps = self.steps_per_traversal;
        Error::require((1..=16).contains(&steps), "steps per traversal", steps as f64, "1 to 16")?;
        let state = if self.gas {
            if self.bed_m.is_some()
                || self.bed_beyond_m.is_some()
                || self.forces.manning_s_m13 != 0.0
                || self.policy == Policy::AdaptViscosity
            {
                return Err(Error::NotSupported {
                    what: "bed, friction or adapted viscosity of a gas",
                    instead: "leave them out: only water has them",
                });
            }
            EquationOfState::IdealGas
        } else {
            EquationOfState::ShallowWater { gravity: self.units.gravity() as f32 }
        };
        let depth_m =
            |i: usize, j: usize| depth - self.bed_m.as_ref().map_or(0.0, |heights| heights[j * self.nx + i]);
        let has_bed = self.bed_m.is_some() || self.bed_beyond_m.is_some();
        let uneven = if has_bed || self.forces != Forces::default() {
            let forces = LatticeForces::new(&self.forces, &self.units);
            let depth = |i, j| self.units.to_cells(depth_m(i, j));
            let beyond = |cell: [isize; 2]| {
                let height_m = *self.bed_beyond_m.as_ref()?.get(&cell)?;
                Some(self.units.to_cells(self.rest_depth_m - height_m))
            };
            let cells = [self.nx, self.ny];
            Some(Uneven::new(cells, layout.stride(), depth, beyond, self.periodic_bed, forces)?)
        } else {
            None
        };
        if !self.gas {
            let cells = (0..self.ny).flat_map(|j| (0..self.nx).map(move |i| [i, j]));
            let depths = cells.map(|cell| (cell, depth_m(cell[0], cell[1])));
            require_stable_at_rest(depths, &self.units, self.collision)?;
        }
        let rows = match self.storage {
            Storage::Single => Rows::zeros(layout.rows(), layout.row_len(), steps),
            #[cfg(feature = "half")]
            Storage::Half => {
                Rows::half_zeros(layout.rows(), layout.row_len(), steps, self.units.to_cells(depth))
            }
        };
        Ok(Lattice {
            layout,
            units: self.units,
            collision: self.collision,
            smagorinsky: self.smagorinsky,
            state,
            policy: self.policy,
            limits: Limits::new(self.collision, self.policy == Policy::AdaptViscosity),
            flat: Flat { rest_depth: self.units.to_cells(depth) as f32 },
            uneven,
            isa: Isa::best(),
            rows,
            storage: self.storage,
            steps_per_traversal: self.steps_per_traversal,
            steps: 0,
            failed: None,
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
            gas: false,
            policy: Policy::default(),
            rest_depth_m: 1.0,
            bed_m: None,
            bed_beyond_m: None,
            periodic_bed: [false; 2],
            forces: Forces::default(),
            steps_per_traversal: 8,
            storage: Storage::Single,
        }
    }
}
