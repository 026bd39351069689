//! One body drawn onto the samples that it covers: vertices are projected, triangles drawn on a canvas, the result kept as a
//! tile.

mod block;
mod canvas;
mod projection;
mod report;
mod strips;
mod tile;

#[cfg(feature = "gpu")]
pub(crate) use canvas::Canvas;
#[cfg(feature = "gpu")]
pub(crate) use projection::{Extent, HIGHEST_M};
pub(crate) use projection::{Projection, snap};
pub use report::Report;
#[cfg(feature = "gpu")]
pub(crate) use report::Skipped;
pub(crate) use strips::StripLists;
pub(crate) use tile::{Drawn, Scratch, Tile};
