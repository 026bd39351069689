//! Fluids in three dimensions, and what a flow carries.

pub mod d3q19;

mod ghost;
mod grid;
mod lattice3;
mod model;
mod scalar;

pub use ghost::Ends;
pub use lattice3::{Lattice3, Lattice3Builder, Moments3, Trouble3};
pub use scalar::{Scalar, Scalar2, Scalar3};
