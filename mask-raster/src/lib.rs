#![doc = include_str!("../README.md")]

// Integration tests' set-ups, which unit tests include too, name the crate from outside.
#[cfg(all(test, feature = "gpu"))]
extern crate self as mask_raster;

mod body;
mod draw;
mod edges;
mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
mod grid;
mod mask;
mod outline;
pub mod raster;
mod rasterizer;
mod section;

pub use body::Body;
pub use draw::Report;
pub use error::Error;
pub use glam;
pub use grid::Grid;
pub use mask::{CellBox, CellMask, RimCell, Thickness, WetCell, rim};
pub use outline::Outlines;
pub use rasterizer::Rasterizer;
pub use section::Section;
