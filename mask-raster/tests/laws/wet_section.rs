//! Areas, volumes and thicknesses of solids whose values are known.

use crate::setup::{bits, body, meshes, rasterize, rotation};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, WetCell};
use proptest::prelude::*;
use std::f32::consts::PI;

fn wet(mask: &CellMask, level_m: f32) -> Vec<WetCell> {
    let mut out = Vec::new();
    mask.wet_section(|_| level_m, &mut out);
    assert!(out.is_sorted_by_key(|cell| (cell.index, cell.label)));
    out
}

fn area_m2(grid: &Grid, wet: &[WetCell]) -> f64 {
    let cells: f64 = wet.iter().map(|cell| f64::from(cell.coverage)).sum();
    cells * f64::from(grid.cell_size_m).powi(2)
}

fn volume_m3(grid: &Grid, wet: &[WetCell]) -> f64 {
    let columns: f64 = wet.iter().map(|cell| f64::from(cell.thickness_m)).sum();
    columns * f64::from(grid.cell_size_m).powi(2)
}

/// A grid about the origin.
fn grid(side_m: f32, n: usize) -> Grid {
    Grid { nx: n, ny: n, cell_size_m: side_m / n as f32, origin_m: Vec2::splat(-side_m / 2.0) }
}

#[test]
fn a_sphere_cuts_a_disc_out_of_the_water() {
    let sphere = meshes::icosphere(2.0, 5);
    let grid = grid(5.0, 200);
    for height_m in [-1.0_f32, 0.0, 0.5, 1.0, 1.5, 1.9] {
        let mut body = body(&sphere, 1);
        body.translation_m.z = height_m;
        let cells = wet(&rasterize(grid, 1, &[body]), 0.0);
        // The lower half meets the level on this circle; a sphere whose center is under water is widest at its equator.
        let radius_m = (4.0 - height_m.max(0.0).powi(2)).sqrt();
        let mut inside = vec![false; grid.cells()];
        cells.iter().for_each(|cell| inside[cell.index as usize] = true);
        // The mesh lies inside the sphere by up to 0.05 % of the radius; a shallow cut widens that.
        let margin_m = grid.cell_size_m * 0.01 + 0.001 * 4.0 / radius_m;
        for (k, &inside) in inside.iter().enumerate() {
            let center = grid.origin_m
                + (Vec2::new((k % grid.nx) as f32, (k / grid.nx) as f32) + 0.5) * grid.cell_size_m;
            if (center.length() - radius_m).abs() > margin_m {
                assert_eq!(inside, center.length() < radius_m, "{height_m} m, {center}");
            }
        }
        let area_m2 = area_m2(&grid, &cells) as f32;
        assert!((area_m2 / (PI * radius_m * radius_m) - 1.0).abs() < 0.005, "{height_m} m: {area_m2} m²");
    }
}

/// The wet section of a sphere whose center is under water is wider than the disc that the level cuts out of it.
#[test]
fn a_sphere_reaches_through_the_level_in_the_disc_that_the_level_cuts_out_of_it() {
    let sphere = meshes::icosphere(2.0, 5);
    let grid = grid(5.0, 60);
    for height_m in [-2.5_f32, -1.5, -0.5, 0.0, 1.0, 1.8, 2.5] {
        let mut body = body(&sphere, 7);
        body.translation_m.z = height_m;
        let cells = wet(&rasterize(grid, 3, &[body]), 0.0);
        let area_m2 = cells.iter().map(|cell| cell.waterplane).sum::<f32>() * grid.cell_size_m.powi(2);
        let exact_m2 = PI * (4.0 - height_m * height_m).max(0.0);
        assert!((area_m2 - exact_m2).abs() < 0.01 * PI * 4.0, "{height_m} m: {area_m2} of {exact_m2} m²");
    }
}

#[test]
fn the_columns_of_a_sphere_add_up_to_its_cap() {
    let sphere = meshes::icosphere(2.0, 5);
    let grid = grid(5.0, 100);
    for height_m in [-2.5_f32, -1.0, 0.0, 1.0, 1.5] {
        let mut body = body(&sphere, 1);
        body.translation_m.z = height_m;
        let depth = f64::from((2.0 - height_m).min(4.0));
        let cap = f64::from(PI) * depth * depth * (6.0 - depth) / 3.0;
        let volume = volume_m3(&grid, &wet(&rasterize(grid, 3, &[body]), 0.0));
        assert!((volume / cap - 1.0).abs() < 0.004, "{height_m} m: {volume} m³ against {cap} m³");
    }
}

#[test]
fn the_thickness_of_a_box_is_its_draft() {
    let hull = meshes::cuboid(Vec3::new(8.0, 4.0, 2.0));
    let grid = grid(16.0, 32);
    for draft_m in [0.25_f32, 1.0, 1.75, 2.0, 3.0] {
        let mut body = body(&hull, 4);
        body.translation_m = Vec3::new(0.5, -1.0, 1.0 - draft_m);
        let cells = wet(&rasterize(grid, 3, &[body]), 0.0);
        assert_eq!(cells.len(), 16 * 8);
        for cell in &cells {
            assert_eq!((cell.label, cell.coverage), (4, 1.0));
            assert!((cell.thickness_m - draft_m.min(2.0)).abs() < 1e-5, "{} m", cell.thickness_m);
        }
    }
}

#[test]
fn a_body_above_the_water_is_dry() {
    let hull = meshes::cuboid(Vec3::new(8.0, 4.0, 2.0));
    let mut body = body(&hull, 4);
    body.translation_m.z = 1.0;
    let mask = rasterize(grid(16.0, 32), 1, &[body]);
    assert!(mask.labels().contains(&4));
    assert_eq!(wet(&mask, 0.0), []);
}

#[test]
fn each_body_has_its_own_level_and_its_own_fraction_of_a_cell() {
    let hull = meshes::cuboid(Vec3::new(1.0, 2.0, 2.0));
    // Side by side, with the common wall at two thirds of a cell.
    let left = Body { translation_m: Vec3::new(1.0 / 6.0 - 0.5 + 1e-3, 0.0, 0.0), ..body(&hull, 8) };
    let right = Body { translation_m: left.translation_m + Vec3::X, label: 3, ..left };
    let grid = Grid { nx: 5, ny: 1, cell_size_m: 1.0, origin_m: Vec2::new(-2.5, -0.5) };
    let mut out = Vec::new();
    let mask = rasterize(grid, 3, &[left, right]);
    mask.wet_section(|label| if label == 3 { 0.0 } else { 0.5 }, &mut out);
    let found: Vec<_> = out.iter().map(|c| (c.index, c.label, c.thickness_m, c.coverage)).collect();
    let third = 1.0 / 3.0;
    let expected = [
        (1, 8, 0.5, third),
        (2, 3, third, third),
        (2, 8, 1.0, 2.0 * third),
        (3, 3, 2.0 * third, 2.0 * third),
    ];
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!((found.0, found.1), (expected.0, expected.1));
        assert!((found.2 - expected.2).abs() < 1e-6 && (found.3 - expected.3).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn a_level_in_every_cell_is_the_level_of_its_label() {
    let (left, right) = (meshes::cuboid(Vec3::new(6.0, 4.0, 2.0)), meshes::icosphere(3.0, 2));
    let ball = Body { translation_m: Vec3::new(3.0, 1.0, 0.5), ..body(&right, 2) };
    let grid = grid(16.0, 23);
    for samples in [1, 3] {
        let mask = rasterize(grid, samples, &[body(&left, 1), ball]);
        let (mut by_label, mut by_cell) = (Vec::new(), Vec::new());
        mask.wet_section(|_| 0.3, &mut by_label);
        mask.wet_section_below(|_| 0.3, &mut by_cell);
        assert_eq!(by_label, by_cell);
        assert!(!by_cell.is_empty());
    }
}

#[test]
fn under_a_slope_the_columns_of_a_box_are_cut_along_it() {
    let hull = meshes::cuboid(Vec3::new(8.0, 4.0, 2.0));
    let grid = grid(16.0, 32);
    // η = x / 4: dry from x = −4 m on west, up to the deck from x = 4 m on east.
    let x_m = |cell: usize| f64::from(grid.center_m(cell % grid.nx, cell / grid.nx).x);
    let mut level_m: Vec<f32> = (0..grid.cells()).map(|cell| x_m(cell) as f32 / 4.0).collect();
    let mask = rasterize(grid, 3, &[body(&hull, 1)]);
    let mut wet = Vec::new();
    mask.wet_section_below(|cell| level_m[cell], &mut wet);
    assert_eq!(wet.len(), 16 * 8);
    for cell in &wet {
        let expected = x_m(cell.index as usize) / 4.0 + 1.0;
        assert!((f64::from(cell.thickness_m) - expected).abs() < 1e-5, "{cell:?}: {expected} m");
    }
    let dry = wet[5].index;
    level_m[dry as usize] = f32::NAN;
    mask.wet_section_below(|cell| level_m[cell], &mut wet);
    assert!(wet.len() == 16 * 8 - 1 && wet.iter().all(|cell| cell.index != dry));
}

/// Side of the grid for areas, and pitches of its samples, m.
const SIDE_M: f32 = 5.0;
const PITCHES_M: [f32; 5] = [SIDE_M / 20.0, SIDE_M / 40.0, SIDE_M / 80.0, SIDE_M / 160.0, SIDE_M / 320.0];

/// Root mean square over many poses of the error of a box's projected area at each pitch, m². The box drawn is wider than the
/// exact one by `wider` pitches on each side.
fn area_errors_m2(wider: f32) -> [f64; PITCHES_M.len()] {
    const POSES: usize = 100;
    let size = Vec3::new(3.0, 2.0, 1.0);
    let spread = |k: usize, base: f64| (k as f64 * base).fract() as f32 - 0.5;
    PITCHES_M.map(|pitch_m| {
        let hull = meshes::cuboid(size + 2.0 * wider * pitch_m);
        let grid = grid(SIDE_M, (SIDE_M / pitch_m).round() as usize);
        let squares = (1..=POSES).map(|k| {
            let [x, y, z] = [0.754_877_666, 0.569_840_296, 0.430_159_709].map(|base| spread(k, base));
            let rotation = Quat::from_euler(glam::EulerRot::ZXY, 6.3 * x, 3.0 * y, 3.0 * z);
            // Projected area of a box: Σ |n·z| times the area of each pair of faces.
            let up = (rotation.inverse() * Vec3::Z).abs();
            let exact = up.dot(Vec3::new(size.y * size.z, size.z * size.x, size.x * size.y));
            let posed = Body { rotation, translation_m: Vec3::new(z, x, -9.0), ..body(&hull, 1) };
            (area_m2(&grid, &wet(&rasterize(grid, 1, &[posed]), 0.0)) - f64::from(exact)).powi(2)
        });
        (squares.sum::<f64>() / POSES as f64).sqrt()
    })
}

/// Slope of the line fitted through the logarithms of the errors over those of the pitches.
fn order(errors: &[f64; PITCHES_M.len()]) -> f64 {
    let logs = |values: [f64; PITCHES_M.len()]| {
        let logs = values.map(f64::ln);
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        logs.map(|log| log - mean)
    };
    let (x, y) = (logs(PITCHES_M.map(f64::from)), logs(*errors));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(&x, &y) / dot(&x, &x)
}

#[test]
fn the_area_of_a_box_converges() {
    let bound_m2 = PITCHES_M.map(|pitch_m| 0.4 * f64::from(pitch_m));
    let errors = area_errors_m2(0.0);
    assert!(errors.iter().zip(&bound_m2).all(|(error, bound)| error < bound), "{errors:?} m²");
    // Errors of samples along the outline have either sign and cancel in part: better than first order.
    assert!(order(&errors) > 1.1, "{errors:?} m²: order {}", order(&errors));
    // The bound is tight: it detects a twentieth of a sample too much on each side at every pitch.
    for wider in [0.05, 0.5] {
        let errors = area_errors_m2(wider);
        assert!(errors.iter().zip(&bound_m2).all(|(error, bound)| error > bound), "{wider}: {errors:?} m²");
    }
}

proptest! {
    /// A cell of `n × n` samples has the values of the middle one of as many smaller cells, and the means of their wet sections.
    #[test]
    fn several_samples_are_as_many_smaller_cells(
        n in prop_oneof![Just(3usize), Just(5), Just(7), Just(15)],
        rotation in rotation(), size in prop::array::uniform3(0.3f32..40.0),
        places in prop::array::uniform2((-5.0f32..50.0, -5.0f32..50.0, -3.0f32..3.0)),
    ) {
        let (brick, ball) = (meshes::cuboid(Vec3::from(size)), meshes::icosphere(size[0], 2));
        let [a, b] = places.map(Vec3::from);
        let bodies = [
            Body { rotation, translation_m: a, ..body(&brick, 1) },
            Body { rotation, translation_m: b, ..body(&ball, 2) },
        ];
        let (nx, ny) = (45 / n, 30 / n);
        let coarse = Grid { nx, ny, cell_size_m: n as f32, origin_m: Vec2::ZERO };
        let fine = Grid { nx: nx * n, ny: ny * n, cell_size_m: 1.0, origin_m: Vec2::ZERO };
        let (coarse, fine) = (rasterize(coarse, n, &bodies), rasterize(fine, 1, &bodies));
        let (of_coarse, of_fine) = (bits(&coarse), bits(&fine));
        for (cell, found) in of_coarse.iter().enumerate() {
            let middle = (cell / nx * n + n / 2) * nx * n + cell % nx * n + n / 2;
            prop_assert_eq!(found, &of_fine[middle], "cell {}", cell);
        }
        let mut expected = vec![[(0.0f64, 0u32); 2]; nx * ny];
        for part in wet(&fine, 0.0) {
            let [i, j] = [part.index as usize % (nx * n), part.index as usize / (nx * n)];
            let (thickness_m, count) = &mut expected[j / n * nx + i / n][usize::from(part.label) - 1];
            *thickness_m += f64::from(part.thickness_m);
            *count += 1;
        }
        let samples = (n * n) as f64;
        for part in wet(&coarse, 0.0) {
            let (thickness_m, count) =
                std::mem::take(&mut expected[part.index as usize][usize::from(part.label) - 1]);
            prop_assert!((f64::from(part.coverage) * samples - f64::from(count)).abs() < 1e-4, "{part:?}");
            prop_assert!((f64::from(part.thickness_m) * samples - thickness_m).abs() < 1e-5 * thickness_m.max(1.0));
        }
        prop_assert!(expected.iter().flatten().all(|&(_, count)| count == 0));
    }

    #[test]
    fn a_submerged_box_displaces_its_volume(rotation in rotation()) {
        let hull = meshes::cuboid(Vec3::new(3.0, 2.0, 1.0));
        let grid = grid(5.0, 100);
        let posed = Body { rotation, translation_m: Vec3::new(0.1, -0.2, -9.0), ..body(&hull, 1) };
        let volume = volume_m3(&grid, &wet(&rasterize(grid, 3, &[posed]), 0.0));
        prop_assert!((volume / 6.0 - 1.0).abs() < 0.02, "{volume} m³");
    }

    #[test]
    fn turning_a_sphere_about_its_axis_changes_little(angle in 0.0_f32..6.3) {
        let sphere = meshes::icosphere(2.0, 5);
        let grid = grid(5.0, 100);
        let turned = Body { rotation: Quat::from_rotation_z(angle), ..body(&sphere, 1) };
        let area = area_m2(&grid, &wet(&rasterize(grid, 3, &[turned]), 0.0));
        prop_assert!((area / f64::from(4.0 * PI) - 1.0).abs() < 0.002, "{area} m²");
    }
}
