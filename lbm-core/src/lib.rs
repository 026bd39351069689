#![doc = include_str!("../README.md")]

pub mod d2q9;
pub mod equilibrium;

mod advance;
mod asc;
mod border;
mod checkpoint;
mod checks;
mod collision;
mod error;
mod forces;
mod ground;
mod isa;
mod lattice;
mod layout;
mod moments;
mod operator;
mod real;
mod rows;
mod sources;
mod sweep;
mod units;

pub use asc::AscGrid;
pub use border::BorderRow;
pub use checks::Trouble;
pub use collision::Collision;
pub use error::Error;
pub use forces::Forces;
pub use lattice::{Lattice, LatticeBuilder};
pub use layout::{Layout, Site};
pub use moments::{Moments, Region, Totals};
pub use units::Units;
