//! Shallow water over a bed: the model that the engine steps, the bed, and the forces on the water.

mod forces;
mod ground;
mod water;

pub use forces::Forces;
pub(crate) use forces::LatticeForces;
pub(crate) use ground::{Flat, Uneven};
pub(crate) use water::Water;
