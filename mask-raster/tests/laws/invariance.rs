//! Invariance of masks under translation, union, reuse of memory and the number of threads.

use crate::setup::{bits, body, meshes, rasterize, rotation};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer, WetCell};
use proptest::prelude::*;

const GRID: Grid = Grid { nx: 37, ny: 29, cell_size_m: 0.5, origin_m: Vec2::new(-3.0, 2.0) };

#[derive(Debug, Clone)]
struct Placed {
    sphere: bool,
    size: Vec3,
    rotation: Quat,
    translation_m: Vec3,
}

/// A box or sphere in or near the grid, its position a multiple of 1/64 m.
fn placed() -> impl Strategy<Value = Placed> {
    let size = [0.05_f32..6.0, 0.05_f32..6.0, 0.05_f32..3.0].prop_map(Vec3::from);
    let place =
        [-448_i32..1216, -128_i32..1216, -64_i32..64].prop_map(|c| Vec3::from(c.map(|c| c as f32 / 64.0)));
    (any::<bool>(), size, rotation(), place).prop_map(|(sphere, size, rotation, translation_m)| Placed {
        sphere,
        size,
        rotation,
        translation_m,
    })
}

fn meshes_of(placed: &[Placed]) -> Vec<meshes::Mesh> {
    let mesh =
        |p: &Placed| if p.sphere { meshes::icosphere(p.size.x / 2.0, 1) } else { meshes::cuboid(p.size) };
    placed.iter().map(mesh).collect()
}

fn bodies<'a>(placed: &[Placed], meshes: &'a [meshes::Mesh]) -> Vec<Body<'a>> {
    let pair = placed.iter().zip(meshes).enumerate();
    pair.map(|(k, (p, mesh))| Body {
        rotation: p.rotation,
        translation_m: p.translation_m,
        ..body(mesh, k as u16 + 1)
    })
    .collect()
}

fn wet(mask: &CellMask) -> Vec<WetCell> {
    let mut out = Vec::new();
    mask.wet_section(|_| 0.1, &mut out);
    out
}

proptest! {
    #[test]
    fn moving_bodies_by_whole_cells_moves_the_mask(
        placed in prop::collection::vec(placed(), 1..6), dx in -20_i32..20, dy in -20_i32..20, fine in any::<bool>(),
    ) {
        let n = if fine { 3 } else { 1 };
        let meshes = meshes_of(&placed);
        let here = bodies(&placed, &meshes);
        let shift = Vec3::new(dx as f32, dy as f32, 0.0) * GRID.cell_size_m;
        let there: Vec<Body<'_>> =
            here.iter().map(|b| Body { translation_m: b.translation_m + shift, ..*b }).collect();
        let (here, there) = (rasterize(GRID, n, &here), rasterize(GRID, n, &there));
        let (from, to) = (bits(&here), bits(&there));
        for j in 0..GRID.ny as i32 {
            for i in 0..GRID.nx as i32 {
                let (x, y) = (i + dx, j + dy);
                if (0..GRID.nx as i32).contains(&x) && (0..GRID.ny as i32).contains(&y) {
                    let at = |x, y| y as usize * GRID.nx + x as usize;
                    prop_assert_eq!(from[at(i, j)], to[at(x, y)]);
                }
            }
        }
    }

    #[test]
    fn the_mask_of_a_union_is_the_union_of_masks(placed in prop::collection::vec(placed(), 1..6)) {
        let meshes = meshes_of(&placed);
        let bodies = bodies(&placed, &meshes);
        let together = rasterize(GRID, 1, &bodies);
        let alone: Vec<CellMask> = bodies.iter().map(|b| rasterize(GRID, 1, &[*b])).collect();
        for cell in 0..GRID.cells() {
            // The body with the lowest bottom, the first of equals, with its own heights.
            let mut expected = (0, f32::NEG_INFINITY, f32::INFINITY);
            for mask in &alone {
                if mask.bottom_m()[cell] < expected.2 {
                    expected = (mask.labels()[cell], mask.top_m()[cell], mask.bottom_m()[cell]);
                }
            }
            let found = (together.labels()[cell], together.top_m()[cell], together.bottom_m()[cell]);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn parts_of_one_mesh_unite_by_depth(placed in prop::collection::vec(placed(), 2..4)) {
        let parts: Vec<meshes::Mesh> = placed
            .iter()
            .zip(meshes_of(&placed))
            .map(|(p, mesh)| meshes::Mesh {
                vertices: mesh.vertices.iter().map(|&v| p.rotation * v + p.translation_m).collect(),
                triangles: mesh.triangles,
            })
            .collect();
        let mut joined = meshes::Mesh { vertices: Vec::new(), triangles: Vec::new() };
        for part in &parts {
            let first = joined.vertices.len() as u32;
            joined.triangles.extend(part.triangles.iter().map(|t| t.map(|k| k + first)));
            joined.vertices.extend(&part.vertices);
        }
        let whole = rasterize(GRID, 1, &[body(&joined, 9)]);
        let alone: Vec<CellMask> = parts.iter().map(|part| rasterize(GRID, 1, &[body(part, 9)])).collect();
        for cell in 0..GRID.cells() {
            let top = alone.iter().map(|m| m.top_m()[cell]).fold(f32::NEG_INFINITY, f32::max);
            let bottom = alone.iter().map(|m| m.bottom_m()[cell]).fold(f32::INFINITY, f32::min);
            prop_assert_eq!((whole.top_m()[cell], whole.bottom_m()[cell]), (top, bottom));
            prop_assert_eq!(whole.labels()[cell] == 9, top >= bottom);
        }
    }

    #[test]
    fn a_mask_used_again_is_as_a_fresh_one(
        calls in prop::collection::vec(prop::collection::vec(placed(), 0..4), 2..5), fine in any::<bool>(),
    ) {
        let n = if fine { 3 } else { 1 };
        let mut rasterizer = Rasterizer::new(GRID).unwrap().samples_per_side(n).unwrap();
        let mut mask = CellMask::new();
        for placed in &calls {
            let meshes = meshes_of(placed);
            let bodies = bodies(placed, &meshes);
            rasterizer.rasterize(&bodies, &mut mask).unwrap();
            let fresh = rasterize(GRID, n, &bodies);
            prop_assert_eq!(bits(&mask), bits(&fresh));
            prop_assert_eq!(mask.boxes(), fresh.boxes());
            prop_assert_eq!(wet(&mask), wet(&fresh));
        }
    }

    #[test]
    fn the_number_of_threads_does_not_change_a_bit(placed in prop::collection::vec(placed(), 1..12)) {
        let meshes = meshes_of(&placed);
        let bodies = bodies(&placed, &meshes);
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| bits(&rasterize(GRID, 3, &bodies)))
        };
        let one = on(1);
        prop_assert_eq!(&one, &on(2));
        prop_assert_eq!(&one, &on(4));
    }

    #[test]
    fn covered_cells_lie_in_the_box_of_their_body(placed in prop::collection::vec(placed(), 1..6)) {
        let meshes = meshes_of(&placed);
        let mask = rasterize(GRID, 1, &bodies(&placed, &meshes));
        for (cell, &label) in mask.labels().iter().enumerate() {
            if label != 0 {
                let cells = &mask.boxes()[label as usize - 1];
                prop_assert_eq!(cells.label, label);
                prop_assert!(cells.x.contains(&(cell % GRID.nx)) && cells.y.contains(&(cell / GRID.nx)));
            }
        }
    }
}

#[test]
fn of_bodies_equally_deep_the_first_keeps_the_label() {
    let mesh = meshes::cuboid(Vec3::splat(4.0));
    let at = |x: f32, label| Body { translation_m: Vec3::new(x, 8.0, 0.0), ..body(&mesh, label) };
    let mask = rasterize(GRID, 1, &[at(4.0, 5), at(6.0, 2), at(5.0, 9)]);
    let count = |label| mask.labels().iter().filter(|&&l| l == label).count();
    assert_eq!([count(5), count(2), count(9)], [8 * 8, 4 * 8, 0]);
}

#[test]
fn of_bodies_equally_deep_the_first_keeps_its_top() {
    // Too narrow for vectors, and wide enough.
    for width in [2.0, 7.0] {
        let [low, high] = [2.0, 4.0].map(|height| meshes::cuboid(Vec3::new(width, 4.0, height)));
        let stand = |mesh, height: f32, label| Body {
            translation_m: Vec3::new(4.0, 8.0, height / 2.0),
            ..body(mesh, label)
        };
        let bodies = [stand(&low, 2.0, 1), stand(&high, 4.0, 2)];
        let mask = rasterize(GRID, 1, &bodies);
        assert!(
            mask.labels()
                .iter()
                .zip(mask.top_m())
                .all(|(&label, &top)| label == 0 || (label, top) == (1, 2.0))
        );
        let mask = rasterize(GRID, 1, &[bodies[1], bodies[0]]);
        assert!(
            mask.labels()
                .iter()
                .zip(mask.top_m())
                .all(|(&label, &top)| label == 0 || (label, top) == (2, 4.0))
        );
        assert!(mask.labels().contains(&2));
    }
}

#[test]
fn a_mask_follows_its_rasterizer_to_another_grid() {
    let mesh = meshes::cuboid(Vec3::splat(3.0));
    let mut mask = rasterize(GRID, 3, &[body(&mesh, 1)]);
    let other = Grid { nx: 11, ny: 53, ..GRID };
    Rasterizer::new(other).unwrap().rasterize(&[body(&mesh, 2)], &mut mask).unwrap();
    assert_eq!(bits(&mask), bits(&rasterize(other, 1, &[body(&mesh, 2)])));
    assert_eq!(mask.grid(), &other);
}
