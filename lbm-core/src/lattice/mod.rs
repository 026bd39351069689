//! The shallow-water lattice: what it is built from, how it moves on, and what can be read from it.

mod advance;
mod border;
mod builder;
mod cells;
mod checkpoint;
mod checks;
mod fields;
mod fingerprint;
mod layout;
mod moments;
mod populations;
mod stability;

pub use border::BorderRow;
pub use builder::LatticeBuilder;
pub use checks::Trouble;
pub use layout::{Layout, Site};
pub use moments::{Moments, Totals};

use crate::d2q9::Q;
use crate::engine::{Culprit, Isa, Rows, Storage};
use crate::operator::{Collision, EquationOfState};
use crate::shallow::{Flat, Uneven};
use crate::stability::{Limits, Policy};
use crate::units::Units;

/// A grid of water columns: the nine populations of every cell, and the step that moves them on.
///
/// Populations are post-collision and stored as deviations from the equilibrium of the rest state
/// [`Self::rest_depth`]. A step is: write the populations that enter through sides and solids
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
    state: EquationOfState,
    policy: Policy,
    limits: Limits,
    still: Flat,
    uneven: Option<Uneven>,
    pub(crate) isa: Isa,
    pub(crate) rows: Rows,
    steps_per_walk: usize,
    storage: Storage,
    steps: u64,
    /// Of the last walk.
    pub(crate) culprit: Option<Culprit<Q>>,
}

impl Lattice {
    /// Steps taken since the lattice was built.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where cells lie in memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How populations are kept.
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

    /// How the pressure depends on depth or density.
    pub fn equation_of_state(&self) -> EquationOfState {
        self.state
    }

    /// What is done where water flows faster than the scheme is stable at.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Gravity in lattice units; 0 for a gas.
    pub fn gravity(&self) -> f32 {
        self.state.gravity()
    }

    /// Depth of the still water over a bed at height 0, in lattice units.
    pub fn reference_depth(&self) -> f32 {
        self.still.rest_depth
    }

    pub(crate) fn steps_per_walk(&self) -> usize {
        self.steps_per_walk
    }

    pub(crate) fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    pub(crate) fn eddy_constant(&self) -> Option<f64> {
        self.smagorinsky
    }

    /// Whether the viscosity of fast cells is raised.
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
