//! The triangles of a picture, in drawing order: first what is solid, then the water.

mod arrows;
mod blocks;
mod hull;
mod mesh;
mod surface;

pub(super) use arrows::ForceScale;
pub(super) use blocks::{append_bank_faces, append_blocks, append_cut, append_land, append_sheet};
pub(super) use hull::Hulls;
pub(super) use mesh::{Mesh, Vertex};
pub(super) use surface::Surface;
