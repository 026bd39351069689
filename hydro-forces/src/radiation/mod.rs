//! What the water answers to a body's acceleration and to the waves it makes: added mass and
//! radiation damping.
//!
//! Six-component motions and loads are ordered surge, sway, heave, roll, pitch, yaw: along and about
//! the body's x, y and z axes, about its centre of mass. The theory is linear: small motions about
//! an even keel.

mod added_mass;
mod damping;
mod ellipsoid;
mod matrix;
mod memory;
mod table;

use glam::DVec3;

pub use added_mass::{AddedMass, Inertia};
pub use damping::LinearDamping;
pub use matrix::Matrix6;
pub use memory::{DampingCurve, RadiationMemory};
pub use table::RadiationTable;

/// A force and a torque about the centre of mass, world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Load {
    /// Force, N.
    pub force_n: DVec3,
    /// Torque, N m.
    pub torque_n_m: DVec3,
}
