//! What makes a lattice one of shallow water: the ground under it and the forces on it.

mod forces;
mod ground;
mod water;

pub use forces::Forces;
pub(crate) use forces::LatticeForces;
pub(crate) use ground::{Flat, Uneven};
pub(crate) use water::Water;
