#![doc = include_str!("../README.md")]

// What tests of the crate and tests within it share names it from outside.
#[cfg(all(test, feature = "gpu"))]
extern crate self as mask_raster;

mod body;
mod canvas;
mod chord;
mod dirty;
mod drawing;
mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
mod grid;
mod links;
mod mask;
mod merge;
mod outline;
mod projection;
pub mod raster;
mod rasterizer;
mod rim;
mod strips;
mod tile;
mod velocity;
mod wet;

pub use body::Body;
pub use error::Error;
pub use grid::Grid;
pub use links::{LINKS, RimLinks};
pub use mask::{CellBox, CellMask};
pub use outline::Outlines;
pub use rasterizer::{Rasterizer, Report};
pub use rim::{RimCell, rim};
pub use velocity::{Motion, MovingCell};
pub use wet::WetCell;
