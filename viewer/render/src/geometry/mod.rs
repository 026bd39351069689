//! The triangles of a picture, in drawing order: first what is solid, then the water.

mod arrows;
mod blocks;
mod hull;
mod levels;
mod lines;
mod livery;
mod mesh;
mod specks;
mod spline;
mod thin_walls;
mod water_surface;

pub(super) use arrows::ForceScale;
pub(super) use blocks::{append_blocks, append_cut, append_sheet};
pub(super) use hull::{Drawing, Hulls};
pub(super) use levels::{elevations, fade, fill};
pub(super) use lines::append_lines;
pub(super) use mesh::{Mesh, Vertex};
pub(super) use specks::append_specks;
pub(super) use spline::spline;
#[cfg(feature = "gpu")]
pub(super) use thin_walls::{BESIDE, NOTHING};
pub(super) use thin_walls::{Beside, ThinWalls};
pub(super) use water_surface::Surface;
