//! Added mass, linear damping and radiation damping: the loads by which water reacts to a body's motion.
//!
//! Six-component motions and loads are ordered surge, sway, heave, roll, pitch, yaw: along and about
//! the body's x, y and z axes, about its center of mass. The theory is linear: small motions about
//! an even keel.

mod added_mass;
mod damping;
mod ellipsoid;
mod kirchhoff;
mod lid;
mod matrix;
mod memory;
mod table;

pub use added_mass::{AddedMass, Inertia};
pub use damping::LinearDamping;
pub use kirchhoff::BodyInWater;
pub use lid::{LidBlock, LidBody, LidInertia, thickness_rates};
pub use matrix::Matrix6;
pub use memory::{DampingCurve, RadiationMemory};
pub use table::RadiationTable;
