//! Shallow water over a bed: the model that the engine steps, the bed, and the forces on the water.

mod dam_break;
mod forces;
mod ground;
mod water;

pub use dam_break::DamBreak;
pub use forces::Forces;
pub(crate) use forces::LatticeForces;
pub(crate) use ground::{Flat, Uneven};
pub(crate) use water::Water;
