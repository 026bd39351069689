//! Triangles that share edges cover each sample of their union once.

use crate::setup::{body, coordinate, meshes, meshes::Mesh, rasterize, unit_grid};
use glam::{Vec2, Vec3};
use mask_raster::raster::{Clip, Point, Triangle};
use proptest::prelude::*;

const SIDE: usize = 24;

fn count(triangles: &[[Vec2; 3]]) -> Vec<u32> {
    let mut counts = vec![0; SIDE * SIDE];
    for triangle in triangles {
        let points = triangle.map(|v| Point::snap(v.x.into(), v.y.into()).expect("within reach"));
        if let Some(triangle) = Triangle::new(points) {
            triangle.for_each_span(&Clip::new(SIDE as i32, SIDE as i32), |span| {
                for x in span.x0..span.x1 {
                    counts[span.y as usize * SIDE + x as usize] += 1;
                }
            });
        }
    }
    counts
}

/// How many of the triangles cover each cell; each is drawn into a mask of its own.
fn count_masks(triangles: &[[Vec2; 3]]) -> Vec<u32> {
    let mut counts = vec![0; SIDE * SIDE];
    for triangle in triangles {
        let mesh = Mesh { vertices: triangle.map(|v| v.extend(0.0)).to_vec(), triangles: vec![[0, 1, 2]] };
        let mask = rasterize(unit_grid(SIDE, SIDE), 1, &[body(&mesh, 1)]);
        counts.iter_mut().zip(mask.labels()).for_each(|(count, &label)| *count += u32::from(label));
    }
    counts
}

fn square(low: Vec2, high: Vec2) -> [Vec2; 4] {
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}

/// A fan of the polygon's edges about a point inside.
fn fan(center: Vec2, ring: &[Vec2]) -> Vec<[Vec2; 3]> {
    (0..ring.len()).map(|k| [center, ring[k], ring[(k + 1) % ring.len()]]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_fan_over_the_whole_grid_covers_every_sample_once(
        x in coordinate(), y in coordinate(), reach in prop_oneof![Just(1_f32), Just(1e3), Just(1e7), Just(1e12)],
    ) {
        let low = Vec2::splat(-reach);
        let high = Vec2::splat(SIDE as f32 + reach);
        let triangles = fan(Vec2::new(x, y).clamp(low, high), &square(low, high));
        prop_assert!(count(&triangles).iter().all(|&n| n == 1));
        prop_assert!(count_masks(&triangles).iter().all(|&n| n == 1));
    }

    #[test]
    fn a_mesh_of_small_triangles_covers_every_sample_once(
        inner in prop::collection::vec((0_i32..=256, 0_i32..=256), 49), coarse in 0_u32..8,
    ) {
        // A square of 8 × 8 quads whose inner corners wander on lattices from 1/256 of a cell to the half cell,
        // so that corners meet centers and edges run through them.
        let corner = |i: usize, j: usize| {
            let base = Vec2::new(i as f32, j as f32) * 3.0;
            if (1..8).contains(&i) && (1..8).contains(&j) {
                let (x, y) = inner[(j - 1) * 7 + i - 1];
                base + Vec2::new((x >> coarse << coarse) as f32, (y >> coarse << coarse) as f32) / 256.0
            } else {
                base
            }
        };
        let mut triangles = Vec::new();
        for j in 0..8 {
            for i in 0..8 {
                let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
                // The diagonal that starts at a corner where the quad is convex splits it without overlap.
                let convex = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - q) > 0.0;
                let split = if convex(a, b, c) && convex(c, d, a) {
                    [[a, b, c], [c, a, d]]
                } else {
                    [[b, c, d], [a, d, b]]
                };
                triangles.extend(split);
            }
        }
        prop_assert!(count(&triangles).iter().all(|&n| n == 1));
        prop_assert!(count_masks(&triangles).iter().all(|&n| n == 1));
    }

    #[test]
    fn covered_cells_of_a_half_open_square_are_its_cells(x in 0_usize..20, y in 0_usize..20, n in 1_usize..5) {
        // With its corners on centers it covers the samples on its lower sides and not those on its upper ones.
        let low = Vec2::new(x as f32, y as f32) + 0.5;
        let [a, b, c, d] = square(low, low + n as f32);
        let mesh = Mesh { vertices: [a, b, c, d].map(|v| v.extend(1.0)).to_vec(), triangles: vec![[0, 1, 2], [0, 2, 3]] };
        let mask = rasterize(unit_grid(SIDE, SIDE), 1, &[body(&mesh, 1)]);
        for j in 0..SIDE {
            for i in 0..SIDE {
                let inside = (x..x + n).contains(&i) && (y..y + n).contains(&j);
                prop_assert_eq!(mask.labels()[j * SIDE + i] == 1, inside);
            }
        }
    }
}

#[test]
fn a_closed_surface_leaves_no_hole() {
    // Every vertex on a cell's center, every edge through centers.
    let mesh = meshes::cuboid(Vec3::new(6.0, 4.0, 2.0));
    let mut body = body(&mesh, 1);
    body.translation_m = Vec3::new(10.5, 12.5, 0.0);
    let mask = rasterize(unit_grid(SIDE, SIDE), 1, &[body]);
    assert_eq!(mask.labels().iter().filter(|&&label| label == 1).count(), 24);
}
