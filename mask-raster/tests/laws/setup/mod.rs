//! Meshes, poses, reference implementations and comparisons for the tests.

#[cfg(feature = "gpu")]
pub(crate) mod adapter;
#[cfg(feature = "gpu")]
pub(crate) mod comparison;
#[cfg(feature = "gpu")]
pub(crate) mod freedom;
pub(crate) mod joint;
pub(crate) mod meshes;
pub(crate) mod plain;
#[cfg(feature = "gpu")]
pub(crate) mod posed;
pub(crate) mod reference;
#[cfg(feature = "gpu")]
pub(crate) mod section;

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer};
use meshes::Mesh;
use proptest::prelude::*;

/// Cells of side 1 from the origin: world coordinates are sample coordinates.
pub(crate) fn unit_grid(nx: usize, ny: usize) -> Grid {
    Grid { nx, ny, cell_size_m: 1.0, origin_m: Vec2::ZERO }
}

pub(crate) fn body<'a>(mesh: &'a Mesh, label: u16) -> Body<'a> {
    Body {
        vertices: &mesh.vertices,
        triangles: &mesh.triangles,
        rotation: Quat::IDENTITY,
        translation_m: Vec3::ZERO,
        label,
    }
}

pub(crate) fn rasterize(grid: Grid, samples_per_side: usize, bodies: &[Body<'_>]) -> CellMask {
    let mut mask = CellMask::new();
    let mut rasterizer =
        Rasterizer::new(grid).and_then(|r| r.samples_per_side(samples_per_side)).expect("a grid");
    rasterizer.rasterize(bodies, &mut mask).expect("bodies");
    mask
}

/// Label and bits of top and bottom of each cell.
pub(crate) fn bits(mask: &CellMask) -> Vec<(u16, u32, u32)> {
    let heights = mask.top_m().iter().zip(mask.bottom_m());
    mask.labels().iter().zip(heights).map(|(&label, (t, b))| (label, t.to_bits(), b.to_bits())).collect()
}

pub(crate) fn rotation() -> impl Strategy<Value = Quat> {
    [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, 0.1_f32..1.0]
        .prop_map(|[x, y, z, w]| Quat::from_xyzw(x, y, z, w).normalize())
}

/// A coordinate near a grid of 24 samples or far away, often a multiple of 1/2 or 1/256, where ties and roundings occur.
pub(crate) fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -4.0_f32..28.0,
        4 => (-8_i32..56).prop_map(|k| k as f32 / 2.0),
        2 => (-1024_i32..7168).prop_map(|k| k as f32 / 256.0),
        1 => -3e4_f32..3e4,
        1 => prop_oneof![-1e9_f32..1e9, -4e12_f32..4e12],
    ]
}

pub(crate) fn vertex() -> impl Strategy<Value = Vec3> {
    (coordinate(), coordinate(), -5.0_f32..5.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}
