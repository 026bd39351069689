//! Wet sections by areas: known volumes and waterplanes, the sampled ones, and motion without jumps.

use crate::setup::{body, meshes, rasterize, rotation};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, Grid, Section, WetCell};
use proptest::prelude::*;
use std::f64::consts::PI;

fn found(grid: &Grid, bodies: &[Body<'_>], level_m: f64) -> Vec<WetCell> {
    let (mut section, mut out) = (Section::new(), Vec::new());
    section.find(grid, bodies, level_m).expect("bodies");
    section.collect(&mut out);
    // Cells have rounded thicknesses.
    let [volume_m3, ..] = sums(grid, &out);
    assert!(
        (section.volume_m3() - volume_m3).abs() <= 1e-6 * volume_m3,
        "{} {volume_m3}",
        section.volume_m3()
    );
    out
}

fn sums(grid: &Grid, cells: &[WetCell]) -> [f64; 3] {
    let area = f64::from(grid.cell_size_m).powi(2);
    let sum = |of: fn(&WetCell) -> f32| cells.iter().map(|cell| f64::from(of(cell))).sum::<f64>() * area;
    [sum(|cell| cell.thickness_m), sum(|cell| cell.coverage), sum(|cell| cell.waterplane)]
}

fn grid(side_m: f32, n: usize) -> Grid {
    Grid { nx: n, ny: n, cell_size_m: side_m / n as f32, origin_m: Vec2::splat(-side_m / 2.0) }
}

/// Volume below a level and area cut out by it, by cones from the origin: of a mesh whose triangles lie wholly above or below.
fn volume_m3(mesh: &meshes::Mesh) -> f64 {
    let corners = mesh.triangles.iter().map(|t| t.map(|k| mesh.vertices[k as usize].as_dvec3()));
    corners.map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
}

#[test]
fn a_sphere_displaces_its_cap_and_cuts_out_its_disc() {
    let sphere = meshes::icosphere(2.0, 5);
    // That of the mesh to the sphere's: a triangle's middle lies a little inside.
    let part = volume_m3(&sphere) / (4.0 / 3.0 * PI * 8.0);
    for (n, height_m) in [(7, -2.5_f32), (50, -1.0), (201, 0.0), (13, 0.5), (50, 1.0), (80, 1.7), (40, 2.1)] {
        let mut body = body(&sphere, 3);
        body.translation_m = Vec3::new(0.013, -0.021, height_m);
        let grid = grid(5.0, n);
        let cells = found(&grid, &[body], 0.0);
        let [volume, coverage, waterplane] = sums(&grid, &cells);
        let (height, depth) = (f64::from(height_m), f64::from((2.0 - height_m).clamp(0.0, 4.0)));
        let cap = part * PI * depth * depth * (6.0 - depth) / 3.0;
        let disc = PI * (4.0 - height * height).max(0.0);
        let widest = PI * (4.0 - height.max(0.0).powi(2)).max(0.0);
        assert!((volume - cap).abs() < 2e-3 * cap.max(1.0), "{height_m}: {volume} of {cap} m³");
        assert!((waterplane - disc).abs() < 0.02 * PI, "{height_m}: {waterplane} of {disc} m²");
        assert!((coverage - widest).abs() < 0.02 * PI, "{height_m}: {coverage} of {widest} m²");
        assert!(cells.iter().all(|cell| cell.label == 3) && cells.is_sorted_by_key(|cell| cell.index));
    }
}

/// A box turned in the plane: each cell's thickness is the draft times what of it is covered, and cells inside are covered whole.
#[test]
fn the_thickness_of_a_box_is_its_draft_times_the_part_of_the_cell() {
    let mesh = meshes::cuboid(Vec3::new(3.0, 1.5, 1.0));
    let grid = grid(6.0, 47);
    let mut body = body(&mesh, 1);
    body.rotation = Quat::from_rotation_z(0.4);
    let [low, high] = mesh.vertices.iter().fold([f32::MAX, f32::MIN], |[a, b], v| [a.min(v.z), b.max(v.z)]);
    body.translation_m.z = -low - 0.3;
    let cells = found(&grid, &[body], 0.0);
    let whole = cells.iter().filter(|cell| cell.coverage == 1.0).count();
    assert!(whole > 150, "{whole}");
    for cell in &cells {
        assert!((cell.thickness_m - 0.3 * cell.coverage).abs() < 2e-6, "{cell:?}");
        assert!((cell.waterplane - cell.coverage).abs() < 2e-6, "{cell:?}");
    }
    let [volume, ..] = sums(&grid, &cells);
    let area = f64::from(volume_m3(&mesh) as f32 / (high - low));
    assert!((volume / (0.3 * area) - 1.0).abs() < 1e-6, "{volume}");
}

/// Sliding by a fifth of a sample changes no cell by more than what slides over it; sampling changes some by a third.
#[test]
fn a_body_that_moves_changes_the_thickness_without_jumps() {
    let mesh = meshes::cuboid(Vec3::new(3.0, 1.5, 1.0));
    let grid = grid(6.0, 30);
    let at = |x: f32| {
        let mut body = body(&mesh, 1);
        body.translation_m = Vec3::new(x, 0.007, 0.0);
        let mut thickness = vec![0.0; grid.cells()];
        for cell in found(&grid, &[body], 0.0) {
            thickness[cell.index as usize] = f64::from(cell.thickness_m);
        }
        thickness
    };
    let (step, draft) = (0.001_f32, f64::from(mesh.vertices.iter().fold(0.0_f32, |a, v| a.max(-v.z))));
    let mut before = at(0.0);
    for k in 1..=200 {
        let now = at(step * k as f32);
        let largest = before.iter().zip(&now).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let bound = draft * f64::from(step / grid.cell_size_m);
        assert!(largest < 1.01 * bound, "step {k}: {largest} of {bound} m");
        before = now;
    }
}

/// A section that is kept from call to call, as bodies stand, move, change places and meshes, and grid and level change.
#[test]
fn what_is_kept_of_standing_bodies_is_what_would_be_found() {
    let [ball, cuboid] = [meshes::icosphere(0.6, 2), meshes::cuboid(Vec3::new(0.9, 0.7, 0.5))];
    let (wide, fine) = (grid(4.0, 21), grid(4.0, 29));
    let at = |mesh, label, x: f32| Body { translation_m: Vec3::new(x, 0.1, -0.2), ..body(mesh, label) };
    let standing = [at(&ball, 1, -0.5), at(&cuboid, 2, 0.4)];
    let moved = [at(&ball, 1, -0.5), at(&cuboid, 2, 0.41)];
    let another_mesh = [at(&cuboid, 1, -0.5), at(&ball, 2, 0.4)];
    let another_label = [at(&ball, 3, -0.5), at(&cuboid, 2, 0.4)];
    let (mut section, mut out) = (Section::new(), Vec::new());
    let cases = [
        (&wide, &standing[..], 0.0),
        (&wide, &moved, 0.0),
        (&wide, &standing[1..], 0.0),
        (&wide, &another_mesh, 0.0),
        (&wide, &another_label, 0.0),
        (&wide, &standing, 0.1),
        (&fine, &standing, 0.1),
        (&wide, &standing, 0.0),
    ];
    for (case, (grid, bodies, level_m)) in cases.into_iter().enumerate() {
        for call in 0..4 {
            section.find(grid, bodies, level_m).expect("bodies");
            section.collect(&mut out);
            assert!(out == found(grid, bodies, level_m), "case {case}, call {call}");
            let alone = bodies.iter().map(|body| found(grid, std::slice::from_ref(body), level_m));
            assert!(section.of_bodies().eq(alone), "case {case}, call {call}");
        }
    }
    let missing = Body { triangles: &[[0, 1, 1_000_000]], ..standing[0] };
    for bodies in [[standing[0]], [missing], [standing[0]], [missing]] {
        let fails = section.find(&wide, &bodies, 0.0).is_err();
        section.collect(&mut out);
        assert_eq!(fails, bodies[0].triangles.len() == 1);
        assert!(if fails { out.is_empty() } else { out == found(&wide, &bodies, 0.0) });
    }
}

/// What lies far off, is not a number, or reaches far beyond the grid.
#[test]
fn bodies_of_any_place_and_size_are_taken() {
    let mesh = meshes::icosphere(2.0, 2);
    let grid = grid(5.0, 10);
    for place in [f32::MAX, -f32::MAX, 1e30, -1e20, 4e9, f32::NAN, f32::INFINITY] {
        for axis in 0..3 {
            let mut body = body(&mesh, 1);
            body.translation_m[axis] = place;
            let cells = found(&grid, &[body], 0.0);
            assert!(axis == 2 || cells.is_empty(), "{place} along {axis}: {}", cells.len());
        }
    }
    let large = meshes::cuboid(Vec3::new(1e9, 1e9, 1.0));
    let mut body = body(&large, 1);
    body.translation_m.z = -0.25;
    let cells = found(&grid, &[body], 0.0);
    assert_eq!(cells.len(), grid.cells());
    assert!(cells.iter().all(|cell| cell.coverage == 1.0), "{cells:?}");
}

proptest! {
    /// Any pose over the border of the grid, any level: the sums of the cells inside are those of many samples.
    #[test]
    fn areas_are_what_many_samples_tend_to(
        rotation in rotation(),
        x in -1.5_f32..1.5, y in -1.5_f32..1.5, z in -0.8_f32..0.8,
        n in 3_usize..12,
    ) {
        let mesh = meshes::cuboid(Vec3::new(1.6, 0.9, 0.7));
        let body = Body { rotation, translation_m: Vec3::new(x, y, z), ..body(&mesh, 1) };
        let grid = grid(3.0, n);
        let [volume, coverage, waterplane] = sums(&grid, &found(&grid, &[body], 0.05));
        let mask = rasterize(grid, 15, &[body]);
        let mut wet = Vec::new();
        mask.wet_section(|_| 0.05, &mut wet);
        let area = f64::from(grid.cell_size_m).powi(2);
        let sampled: f64 = wet.iter().map(|cell| f64::from(cell.thickness_m)).sum::<f64>() * area;
        let covered: f64 = wet.iter().map(|cell| f64::from(cell.coverage)).sum::<f64>() * area;
        // A third of a sample along the outline.
        let margin = 0.4 * f64::from(grid.cell_size_m) / 15.0 * 6.0;
        prop_assert!((volume - sampled).abs() < margin, "{volume} {sampled}");
        prop_assert!((coverage - covered).abs() < margin, "{coverage} {covered}");
        prop_assert!(waterplane <= coverage + 1e-6);
    }

    /// Bodies beside and over each other, in any order of threads: one after the other.
    #[test]
    fn several_bodies_are_found_as_each_alone(shift in -1.0_f32..1.0) {
        let mesh = meshes::icosphere(0.6, 2);
        let bodies: Vec<Body<'_>> = (0..5u16)
            .map(|k| {
                let translation_m = Vec3::new(0.5 * f32::from(k) + shift - 1.0, shift, -0.1 * f32::from(k));
                Body { translation_m, ..body(&mesh, k + 1) }
            })
            .collect();
        let grid = grid(4.0, 21);
        let together = found(&grid, &bodies, 0.0);
        let mut alone: Vec<WetCell> = bodies.iter().flat_map(|body| found(&grid, &[*body], 0.0)).collect();
        alone.sort_by_key(|cell| (cell.index, cell.label));
        prop_assert_eq!(together, alone);
    }
}
