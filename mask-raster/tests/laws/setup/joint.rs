//! Bodies that meet within a cell.

use super::meshes::{self, Mesh};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, Grid};

/// Seven by seven cells; the bodies meet in the middle one, between the second and third of its three samples per side.
pub(crate) const GRID: Grid = Grid { nx: 7, ny: 7, cell_size_m: 1.0, origin_m: Vec2::new(-3.65, -3.65) };
pub(crate) const MIDDLE: u32 = 3 * 7 + 3;

pub(crate) fn hull() -> Mesh {
    meshes::cuboid(Vec3::new(2.0, 2.0, 2.0))
}

/// Four boxes around the origin, which cover 4/9, 2/9, 2/9 and 1/9 of the middle cell.
pub(crate) fn four(hull: &Mesh) -> [Body<'_>; 4] {
    let at = |x: f32, y: f32, label| Body {
        vertices: &hull.vertices,
        triangles: &hull.triangles,
        rotation: Quat::IDENTITY,
        translation_m: Vec3::new(x, y, 0.0),
        label,
    };
    [at(-1.0, -1.0, 4), at(1.0, -1.0, 2), at(-1.0, 1.0, 1), at(1.0, 1.0, 3)]
}
