//! The plain rasterizer that benches compare with computes the same masks.

use crate::setup::{body, meshes::Mesh, plain, plain::Plain, rasterize, reference::snap, unit_grid};
use glam::Vec3;
use mask_raster::{Body, Grid};
use proptest::prelude::*;

const SIDE: usize = 24;

fn plain_mask(grid: &Grid, bodies: &[Body<'_>]) -> Plain {
    let mut out = Plain::default();
    plain::rasterize(grid, bodies, &mut out);
    out
}

/// Triangles of at most 8 samples with corners on the fixed-point grid: floating point is exact there.
fn mesh() -> impl Strategy<Value = Mesh> {
    let corners = prop::array::uniform3((0_i32..2048, 0_i32..2048, -5.0_f32..5.0));
    let triangle = (corners, 0_i32..4096, 0_i32..4096).prop_map(|(corners, x, y)| {
        corners.map(|(dx, dy, z)| Vec3::new((x + dx) as f32 / 256.0, (y + dy) as f32 / 256.0, z))
    });
    prop::collection::vec(triangle, 1..12).prop_map(|triangles| {
        let vertices = triangles.concat();
        let triangles = (0..vertices.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        Mesh { vertices, triangles }
    })
}

/// Whether a sample lies on the line through an edge, where the plain rasterizer draws both neighbors.
fn is_tie(mesh: &Mesh, i: usize, j: usize) -> bool {
    let center = (256 * i as i128 + 128, 256 * j as i128 + 128);
    mesh.triangles.iter().any(|triangle| {
        let p = triangle.map(|k| mesh.vertices[k as usize]).map(|v| (snap(v.x), snap(v.y)));
        (0..3).any(|k| {
            let (a, b) = (p[k], p[(k + 1) % 3]);
            (b.0 - a.0) * (center.1 - a.1) == (b.1 - a.1) * (center.0 - a.0)
        })
    })
}

#[test]
fn of_a_body_the_highest_surface_is_the_top_in_whatever_order_they_come() {
    let at = |z: f32| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]].map(Vec3::from);
    let mesh = |heights: [f32; 2]| Mesh {
        vertices: heights.map(at).concat(),
        triangles: vec![[0, 1, 2], [3, 4, 5]],
    };
    let (a, b) = (mesh([0.0, 2.0]), mesh([3.0, -1.0]));
    let found = plain_mask(&unit_grid(2, 2), &[body(&a, 1), body(&b, 2)]);
    assert_eq!((found.label[0], found.top_m[0], found.bottom_m[0]), (2, 3.0, -1.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_plain_rasterizer_agrees_except_for_ties(meshes in prop::collection::vec(mesh(), 1..5)) {
        let grid = unit_grid(SIDE, SIDE);
        let bodies: Vec<Body<'_>> = meshes.iter().zip(1..).map(|(mesh, label)| body(mesh, label)).collect();
        let (ours, plain) = (rasterize(grid, 1, &bodies), plain_mask(&grid, &bodies));
        for cell in 0..grid.cells() {
            if meshes.iter().any(|mesh| is_tie(mesh, cell % SIDE, cell / SIDE)) {
                continue;
            }
            let near = |a: f32, b: f32| a == b || (a - b).abs() < 1e-4;
            prop_assert!(near(ours.bottom_m()[cell], plain.bottom_m[cell]));
            // Where bottoms differ by a rounding error either body may have the cell.
            let rivals = bodies.iter().filter(|body| {
                let alone = rasterize(grid, 1, &[**body]);
                near(alone.bottom_m()[cell], ours.bottom_m()[cell])
            });
            if ours.labels()[cell] == plain.label[cell] || rivals.count() < 2 {
                prop_assert_eq!(ours.labels()[cell], plain.label[cell]);
                prop_assert!(near(ours.top_m()[cell], plain.top_m[cell]));
            }
        }
    }
}
