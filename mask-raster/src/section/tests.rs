//! The sums along edges held against triangles that are cut one by one.

use super::edges::Edges;
use super::rows::Integrals;
use super::window::{STEEPEST, Scratch};
use crate::{Body, Grid};
use glam::{Quat, Vec2, Vec3};
use proptest::prelude::*;

/// The integrals of all cells that a body may wet, with triangles up to a slope summed by their edges.
fn integrals(grid: &Grid, body: &Body<'_>, steepest: f64) -> Vec<Integrals> {
    let mut scratch = Scratch::default();
    let Some([x, y]) = scratch.sum_up(grid, 0.0, (body, &Edges::new(body.triangles)), steepest) else {
        return Vec::new();
    };
    assert!(!x.is_empty());
    let mut found = Vec::new();
    for row in 0..y.len() {
        let mut cells = scratch.row(row);
        found.extend(std::iter::from_fn(|| cells.next()));
    }
    found
}

/// The largest difference between both ways, m and areas of a cell, and the largest thickness.
fn difference(grid: &Grid, body: &Body<'_>) -> (f64, f64) {
    let [by_edges, cut] = [STEEPEST, -1.0].map(|steepest| integrals(grid, body, steepest));
    assert_eq!(by_edges.len(), cut.len());
    let apart = |(a, b): (&Integrals, &Integrals)| {
        let parts = [a.height_m - b.height_m, a.facing_down - b.facing_down, a.under - b.under];
        parts.into_iter().fold(0.0, |most: f64, part| most.max(part.abs()))
    };
    let most = by_edges.iter().zip(&cut).map(apart).fold(0.0, f64::max);
    (most, cut.iter().map(|cell| cell.height_m.abs()).fold(0.0, f64::max))
}

/// Triangles between corners of any place.
fn soup() -> impl Strategy<Value = (Vec<Vec3>, Vec<[u32; 3]>)> {
    let corner = (-2.0_f32..2.0, -2.0_f32..2.0, -1.0_f32..1.0).prop_map(Vec3::from);
    let triangle = (0_u32..12, 0_u32..12, 0_u32..12).prop_map(|(a, b, c)| [a, b, c]);
    (prop::collection::vec(corner, 12), prop::collection::vec(triangle, 1..40))
}

fn pose() -> impl Strategy<Value = (Quat, Vec3)> {
    let rotation = (-3.0_f32..3.0, -3.0_f32..3.0, -3.0_f32..3.0)
        .prop_map(|(a, b, c)| Quat::from_euler(glam::EulerRot::XYZ, a, b, c));
    (rotation, (-1.5_f32..4.0, -1.5_f32..4.0, -0.7_f32..0.7).prop_map(Vec3::from))
}

proptest! {
    /// Open meshes, edges of three triangles and of one, over every border of the grid.
    #[test]
    fn sums_along_edges_are_those_of_cut_triangles(
        (vertices, triangles) in soup(), (rotation, translation_m) in pose(), n in 1_usize..40,
    ) {
        let grid = Grid { nx: n, ny: n + 3, cell_size_m: 3.0 / n as f32, origin_m: Vec2::splat(-0.1) };
        let body = Body { vertices: &vertices, triangles: &triangles, rotation, translation_m, label: 1 };
        let (most, thickness_m) = difference(&grid, &body);
        // Rounding, by slopes up to the steepest and as many cells.
        prop_assert!(most < 1e-12 * (1.0 + thickness_m) * STEEPEST, "{most}");
    }

    /// Slight slopes: to the last digits.
    #[test]
    fn sums_along_edges_of_a_shallow_body_agree_to_the_last_digits(
        angle in -3.0_f32..3.0, x in -0.5_f32..3.0, y in -0.5_f32..3.0, n in 1_usize..40,
    ) {
        // A pyramid of slope 1/2, its tip below the level.
        let vertices = [[1.0, 1.0, 0.4], [-1.0, 1.0, 0.4], [-1.0, -1.0, 0.4], [1.0, -1.0, 0.4], [0.1, 0.2, -0.2]].map(Vec3::from);
        let triangles = [[0, 1, 2], [0, 2, 3], [1, 0, 4], [2, 1, 4], [3, 2, 4], [0, 3, 4]];
        let grid = Grid { nx: n + 2, ny: n, cell_size_m: 3.0 / n as f32, origin_m: Vec2::ZERO };
        let (rotation, translation_m) = (Quat::from_rotation_z(angle), Vec3::new(x, y, 0.0));
        let (most, _) = difference(&grid, &Body { vertices: &vertices, triangles: &triangles, rotation, translation_m, label: 1 });
        prop_assert!(most < 1e-13 * n as f64, "{most}");
    }
}
