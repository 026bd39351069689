//! A large body, drawn in strips by several threads, has the same bits as its parts and windows.

use crate::setup::{bits, body, meshes, meshes::Mesh, rotation, unit_grid, vertex};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer, Report};
use proptest::prelude::*;

const GRID: Grid = Grid { nx: 90, ny: 70, cell_size_m: 0.3, origin_m: Vec2::new(-3.0, 2.0) };

fn draw(grid: Grid, bodies: &[Body<'_>], threads: usize) -> (CellMask, Report) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (mut rasterizer, mut mask) = (Rasterizer::new(grid).unwrap(), CellMask::new());
    let report = pool.install(|| rasterizer.rasterize(bodies, &mut mask)).unwrap();
    (mask, report)
}

/// Corners of triangles: most are small, some span many rows, reach far away, are infinite or have no area.
fn triangle() -> impl Strategy<Value = [Vec3; 3]> {
    let place = [-5.0_f32..30.0, 0.0_f32..25.0, -3.0_f32..3.0].prop_map(Vec3::from);
    let reach = prop_oneof![20 => Just(0.5_f32), 4 => Just(9.0), 1 => Just(3e4), 1 => Just(f32::INFINITY)];
    let edge = || [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0].prop_map(Vec3::from);
    (place, reach, edge(), prop_oneof![9 => edge(), 1 => Just(Vec3::ZERO)]).prop_map(
        |(place, reach, a, b)| {
            [place, place + reach * a, place + if b == Vec3::ZERO { b } else { reach * b }]
        },
    )
}

fn mesh(triangles: &[[Vec3; 3]]) -> Mesh {
    let numbers = 0..triangles.len() as u32;
    Mesh { vertices: triangles.concat(), triangles: numbers.map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_body_of_many_triangles_is_the_union_of_its_parts(
        few in prop::collection::vec(triangle(), 40..400), turn in rotation(), threads in 1_usize..5,
    ) {
        // Many copies, each a bit lower.
        let copies = 20_000_usize.div_ceil(few.len());
        let lowered = |k: usize| few.iter().map(move |t| t.map(|v| v - 1e-3 * k as f32 * Vec3::new(1.0, 2.0, 1.0)));
        let triangles: Vec<[Vec3; 3]> = (0..copies).flat_map(lowered).collect();
        let (whole, parts): (_, Vec<Mesh>) = (mesh(&triangles), triangles.chunks(1000).map(mesh).collect());
        let posed = |mesh| Body { rotation: turn, ..body(mesh, 1) };
        let (found, report) = draw(GRID, &[posed(&whole)], threads);
        let mut heights = vec![(f32::NEG_INFINITY, f32::INFINITY); GRID.cells()];
        let (mut flat, mut unplaced) = (0, 0);
        for part in &parts {
            let (mask, report) = draw(GRID, &[posed(part)], 1);
            for (cell, (top, bottom)) in heights.iter_mut().enumerate() {
                (*top, *bottom) = (top.max(mask.top_m()[cell]), bottom.min(mask.bottom_m()[cell]));
            }
            (flat, unplaced) = (flat + report.flat, unplaced + report.unplaced);
        }
        let found = bits(&found);
        for (cell, (top, bottom)) in heights.into_iter().enumerate() {
            let expected = (u16::from(top >= bottom), top.to_bits(), bottom.to_bits());
            prop_assert_eq!(found[cell], expected, "cell {}", cell);
        }
        prop_assert_eq!((report.flat, report.unplaced), (flat, unplaced));
    }

    #[test]
    fn a_body_over_many_cells_is_what_windows_show_of_it(
        vertices in prop::collection::vec(vertex(), 12), scale in 8.0_f32..20.0, threads in 1_usize..5,
    ) {
        let triangles: Vec<[Vec3; 3]> = vertices.chunks(3).map(|t| [t[0], t[1], t[2]].map(|v| v * scale)).collect();
        let mesh = mesh(&triangles);
        let (wide, window) = (unit_grid(400, 330), unit_grid(100, 110));
        let found = bits(&draw(wide, &[body(&mesh, 1)], threads).0);
        for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (100 * x, 110 * y))) {
            let grid = Grid { origin_m: Vec2::new(x as f32, y as f32), ..window };
            let part = bits(&draw(grid, &[body(&mesh, 1)], 1).0);
            for j in 0..grid.ny {
                let row = (y + j) * wide.nx + x;
                prop_assert_eq!(&found[row..row + grid.nx], &part[j * grid.nx..(j + 1) * grid.nx]);
            }
        }
    }
}

#[test]
fn a_large_body_among_others_keeps_its_place_and_is_drawn_again_only_when_it_moves() {
    let sphere = meshes::icosphere(5.0, 5);
    let cube = meshes::cuboid(Vec3::splat(4.0));
    let at = |x: f32, label| Body { translation_m: Vec3::new(x, 12.0, 0.0), label, ..body(&sphere, 1) };
    let other = Body {
        translation_m: Vec3::new(10.0, 12.0, -4.0),
        rotation: Quat::from_rotation_z(0.3),
        ..body(&cube, 9)
    };
    let (mut rasterizer, mut mask) = (Rasterizer::new(GRID).unwrap(), CellMask::new());
    for x in [5.0, 5.0, 5.0, 7.0, 7.0] {
        let bodies = [at(x, 1), other, at(x + 6.0, 2)];
        rasterizer.rasterize(&bodies, &mut mask).unwrap();
        assert_eq!(bits(&mask), bits(&draw(GRID, &bodies, 1).0));
    }
}

#[test]
fn of_several_bad_triangles_the_first_is_named() {
    let mut sphere = meshes::icosphere(5.0, 5);
    assert!(sphere.triangles.len() > 20_000);
    for bad in [20_400, 3000] {
        sphere.triangles[bad][1] = u32::MAX;
    }
    let (mut rasterizer, mut mask) = (Rasterizer::new(GRID).unwrap(), CellMask::new());
    let error = rasterizer.rasterize(&[body(&sphere, 4)], &mut mask).unwrap_err();
    let what = "a vertex of triangle 3000 of body 0 (label 4)".into();
    let index = u32::MAX as usize;
    assert_eq!(error, Error::Index { what, index, len: sphere.vertices.len() });
    assert!(mask.labels().iter().all(|&label| label == 0));
}
