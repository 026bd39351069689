#![doc = include_str!("../README.md")]

pub mod d2q9;
pub mod equilibrium;

mod advance;
mod border;
mod checkpoint;
mod checks;
mod collision;
mod error;
mod forces;
mod governor;
mod ground;
mod height_map;
mod isa;
mod lattice;
mod layout;
mod moments;
mod operator;
mod real;
mod rows;
mod sources;
mod stability;
mod sweep;
mod units;

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
pub use layout::{Layout, Site};
pub use moments::{Moments, Region, Totals};
pub use units::Units;
