#![doc = include_str!("../README.md")]

pub mod d2q9;
pub mod d3q19;
pub mod equilibrium;

mod advance;
mod band;
mod border;
mod checkpoint;
mod checks;
mod collision;
mod culprit;
mod error;
mod forces;
mod gas;
mod governor;
mod grid;
mod ground;
mod height_map;
mod isa;
mod lattice;
mod lattice3;
mod layout;
mod model;
mod moments;
mod operator;
mod populations;
mod real;
mod ring;
mod rows;
mod scalar;
mod sources;
mod stability;
mod state;
mod storage;
mod sweep;
mod units;
mod walk;
mod water;

pub use border::BorderRow;
pub use checks::Trouble;
pub use collision::Collision;
pub use error::Error;
pub use forces::Forces;
pub use governor::{Policy, Stability, WorstCell};
#[cfg(feature = "image")]
pub use height_map::GreyScale;
pub use height_map::{Georeference, HeightMap};
pub use lattice::{Lattice, LatticeBuilder};
pub use lattice3::{Lattice3, Lattice3Builder, Moments3, Trouble3};
pub use layout::{Layout, Site};
pub use moments::{Moments, Region, Totals};
pub use ring::Ends;
pub use scalar::{Scalar, Scalar2, Scalar3};
pub use state::EquationOfState;
pub use storage::Storage;
pub use units::Units;
