//! The shallow-water lattice: construction, time steps, boundary rows, checks, and what can be read and written.

mod advance;
mod border;
mod builder;
mod cells;
mod checkpoint;
mod checks;
mod covered;
mod fields;
mod fingerprint;
mod impulses;
mod layout;
mod lid;
mod moments;
mod populations;
mod stability;
mod still;
mod stream;

pub use border::BorderRow;
pub use builder::LatticeBuilder;
pub use cells::WaterColumn;
pub use checkpoint::LatticeState;
pub use checks::Trouble;
pub use covered::{Across, Cover, CoveredCell, CoveredEnd, CoveredFlow, Energy, Neighbor};
pub(crate) use fingerprint::Hash;
pub use impulses::{Impulse, Impulses};
pub use layout::{Layout, Site};
pub use lid::{Lid, LidCell, LidGroup, LidStall};
pub use moments::{Moments, Totals};

use crate::Error;
use crate::check_smagorinsky;
use crate::d2q9::Q;
use crate::engine::{FailedCell, Instructions, Isa, Rows, Storage};
use crate::operator::{Collision, EquationOfState};
use crate::shallow::{Flat, Forces, LatticeForces, Uneven};
use crate::stability::{Limits, Policy};
use crate::units::Units;

/// A grid of water columns, each with nine populations.
///
/// Populations are post-collision and stored as deviations from the equilibrium of the rest state
/// [`Self::rest_depth`]. A time step consists of writing the populations that enter through sides and from solids
/// ([`Self::set_population`]), then [`Self::step`]. The ghost cells around the grid are undefined after a step: all
/// populations that enter have to be written again.
///
/// ```
/// use lbm_core::{Lattice, Units};
///
/// let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81)?;
/// let mut lattice = Lattice::builder(32, 32, units).rest_depth_m(4.0).build()?;
/// lattice.set_cell_m(16, 16, 4.2, [0.0, 0.0]);
/// let before = lattice.totals(|_| true).mass;
/// for _ in 0..10 {
///     assert!(lattice.step());
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
    state: EquationOfState,
    policy: Policy,
    limits: Limits,
    flat: Flat,
    uneven: Option<Uneven>,
    isa: Isa,
    pub(crate) rows: Rows,
    steps_per_traversal: usize,
    storage: Storage,
    steps: u64,
    /// Cell that failed in the last traversal.
    pub(crate) failed: Option<FailedCell<Q>>,
}

impl Lattice {
    /// Steps with these vector instructions from now on; with the widest of the machine unless set.
    pub fn set_instructions(&mut self, instructions: Instructions) {
        self.isa = instructions.0;
    }

    /// Steps taken since the lattice was built.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The memory layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The storage of populations.
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// The converter to and from SI.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The collision operator.
    pub fn collision(&self) -> Collision {
        self.collision
    }

    /// The pressure as a function of depth or density.
    pub fn equation_of_state(&self) -> EquationOfState {
        self.state
    }

    /// The treatment of cells beyond the limit of stability.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Gravity in lattice units; 0 for a gas.
    pub fn gravity(&self) -> f32 {
        self.state.gravity()
    }

    /// Depth of the still water where the bed has height 0, in lattice units.
    pub fn reference_depth(&self) -> f32 {
        self.flat.rest_depth
    }

    /// The constant of the eddy viscosity, if it has one.
    pub fn smagorinsky(&self) -> Option<f64> {
        self.smagorinsky
    }

    /// Changes the relaxation time of the shear stress, and with it the viscosity, from the next step on. Depths and momenta stay,
    /// and so do the stresses, which relax at the new rate.
    ///
    /// # Errors
    /// As [`Collision::check`]; nothing changes then.
    pub fn set_tau(&mut self, tau: f64) -> Result<(), Error> {
        let collision = self.collision.with_tau(tau);
        collision.check()?;
        self.collision = collision;
        self.limits = Limits::new(collision, self.adapts());
        Ok(())
    }

    /// Changes the constant of the eddy viscosity from the next step on.
    ///
    /// # Errors
    /// As [`check_smagorinsky`](crate::check_smagorinsky), and [`Error::NotSupported`] for a lattice that was built without one; nothing
    /// changes then.
    pub fn set_smagorinsky(&mut self, constant: f64) -> Result<(), Error> {
        check_smagorinsky(constant)?;
        let own = self.smagorinsky.as_mut().ok_or(Error::NotSupported {
            what: "an eddy viscosity in a lattice that was built without one",
            instead: "build it with one, be it small",
        })?;
        *own = constant;
        Ok(())
    }

    /// Changes the forces on the water from the next step on.
    ///
    /// # Errors
    /// [`Error::NotFinite`] and [`Error::OutOfRange`] as when it is built, and [`Error::NotSupported`] for a lattice that was built
    /// without forces over a level bed; nothing changes then.
    pub fn set_forces(&mut self, forces: &Forces) -> Result<(), Error> {
        forces.validate()?;
        let uneven = self.uneven.as_mut().ok_or(Error::NotSupported {
            what: "forces on a lattice that was built without any",
            instead: "build it with some, be they small",
        })?;
        uneven.forces = LatticeForces::new(forces, &self.units);
        Ok(())
    }

    pub(crate) fn steps_per_traversal(&self) -> usize {
        self.steps_per_traversal
    }

    pub(crate) fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Whether fast cells get a higher viscosity.
    pub(crate) fn adapts(&self) -> bool {
        self.policy == Policy::AdaptViscosity
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn uneven(&self) -> Option<&Uneven> {
        self.uneven.as_ref()
    }
}
