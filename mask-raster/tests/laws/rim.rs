//! The rim of wet sections, and its normals.

use crate::setup::{body, joint, meshes, rasterize, unit_grid};
use glam::{Vec2, Vec3};
use mask_raster::{Grid, RimCell, WetCell, rim};

fn section(cells: &[usize]) -> Vec<WetCell> {
    cells
        .iter()
        .map(|&k| WetCell { index: k as u32, label: 1, thickness_m: 1.0, coverage: 1.0, waterplane: 1.0 })
        .collect()
}

fn rim_of(grid: &Grid, wet: &[WetCell]) -> Vec<RimCell> {
    let mut out = Vec::new();
    rim(grid, wet, &mut out);
    out
}

#[test]
fn the_example_of_lazo_et_al_equation_8() {
    // Water at (−1, 0), (−1, 1), (0, 1) and (1, 1) of the middle cell.
    let grid = unit_grid(3, 3);
    let found = rim_of(&grid, &section(&[0, 1, 2, 4, 5]));
    let middle = found.iter().find(|cell| cell.index == 4).unwrap();
    assert!((middle.normal - Vec2::new(-1.0, 3.0) / 10.0_f32.sqrt()).length() < 1e-6);
}

#[test]
fn the_rim_of_a_disc_points_outward() {
    let sphere = meshes::icosphere(8.0, 4);
    let grid = Grid { origin_m: Vec2::splat(-15.0), ..unit_grid(30, 30) };
    let mask = rasterize(grid, 1, &[body(&sphere, 2)]);
    let mut wet = Vec::new();
    mask.wet_section(|_| 0.0, &mut wet);
    let found = rim_of(&grid, &wet);
    let mut inside = [[false; 30]; 30];
    wet.iter().for_each(|cell| inside[cell.index as usize / 30][cell.index as usize % 30] = true);
    let mut expected = 0;
    for y in 1..29 {
        for x in 1..29 {
            let beside =
                inside[y - 1..=y + 1].iter().flat_map(|row| &row[x - 1..=x + 1]).any(|inside| !inside);
            expected += usize::from(inside[y][x] && beside);
        }
    }
    assert_eq!(found.len(), expected);
    for cell in &found {
        let center = Vec2::new((cell.index % 30) as f32, (cell.index / 30) as f32) + 0.5 + grid.origin_m;
        assert_eq!(cell.label, 2);
        assert!((cell.normal.length() - 1.0).abs() < 1e-6);
        assert!(cell.normal.dot(center.normalize()) > 0.9, "{center}: {}", cell.normal);
    }
}

#[test]
fn cells_that_are_mostly_water_are_water() {
    let grid = unit_grid(4, 1);
    let mut wet = section(&[1, 2]);
    wet[0].coverage = 0.4;
    assert_eq!(rim_of(&grid, &wet), [RimCell { index: 2, label: 1, normal: Vec2::ZERO }]);
}

#[test]
fn the_border_of_the_grid_is_not_water() {
    let grid = unit_grid(3, 2);
    assert_eq!(rim_of(&grid, &section(&[0, 1, 2, 3, 4, 5])), []);
    let found = rim_of(&grid, &section(&[0, 1, 3, 4]));
    for (cell, sum) in found.iter().zip([Vec2::new(2.0, 1.0), Vec2::new(2.0, -1.0)]) {
        assert!(cell.normal.abs_diff_eq(sum.normalize(), 1e-6));
    }
    assert_eq!(found.iter().map(|cell| cell.index).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(rim_of(&grid, &[]), []);
}

#[test]
fn touching_bodies_have_no_rim_between_them() {
    let hull = meshes::cuboid(Vec3::new(4.0, 4.0, 2.0));
    let mut left = body(&hull, 1);
    left.translation_m = Vec3::new(4.0, 5.0, 0.0);
    let mut right = body(&hull, 2);
    right.translation_m = Vec3::new(8.0, 5.0, 0.0);
    let grid = unit_grid(12, 10);
    let mut wet = Vec::new();
    rasterize(grid, 1, &[left, right]).wet_section(|_| 0.0, &mut wet);
    let found = rim_of(&grid, &wet);
    assert_eq!(wet.len(), 32);
    // Only the border of the rectangle of 8 × 4 cells.
    assert_eq!(found.len(), 20);
}

#[test]
fn a_cell_that_several_bodies_fill_together_is_no_water() {
    let hull = joint::hull();
    let bodies = joint::four(&hull);
    let mut wet = Vec::new();
    rasterize(joint::GRID, 3, &bodies).wet_section(|_| 0.0, &mut wet);
    let parts = wet.iter().filter(|cell| cell.index == joint::MIDDLE);
    let ninths: Vec<f32> = parts.map(|cell| cell.coverage * 9.0).collect();
    assert!(ninths.iter().zip([2.0, 2.0, 1.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-5), "{ninths:?}");
    let found = rim_of(&joint::GRID, &wet);
    assert!(found.iter().all(|cell| cell.index != joint::MIDDLE), "{found:?}");
    // A single body in their place has the same rim.
    let whole = meshes::cuboid(Vec3::new(4.0, 4.0, 2.0));
    rasterize(joint::GRID, 3, &[body(&whole, 1)]).wet_section(|_| 0.0, &mut wet);
    let one = rim_of(&joint::GRID, &wet);
    let places = |rim: &[RimCell]| rim.iter().map(|cell| (cell.index, cell.normal)).collect::<Vec<_>>();
    assert_eq!(places(&found), places(&one));
}

#[test]
fn the_body_with_most_of_a_cell_has_its_rim() {
    let grid = unit_grid(3, 1);
    let part =
        |label, coverage| WetCell { index: 1, label, thickness_m: 1.0, coverage, waterplane: coverage };
    let label = |parts: &[WetCell]| rim_of(&grid, parts)[0].label;
    assert_eq!(label(&[part(3, 0.2), part(5, 0.5), part(8, 0.3)]), 5);
    assert_eq!(label(&[part(3, 0.4), part(5, 0.4)]), 3);
    assert_eq!(rim_of(&grid, &[part(3, 0.2), part(5, 0.2)]), []);
}
