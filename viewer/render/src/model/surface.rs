//! The water and its bed as shapes.

use glam::{Vec2, Vec3};

use super::document::{Corner, Shape};
use crate::color::{Linear, Range, from_srgb, map_of};
use crate::geometry::{Mesh, Surface};
use crate::scene::{View, WaterSheet, values};
use crate::shading::Footprint;

/// Colors of water, sRGB with its opacity, of foam and of sand. All are invented.
const WATER: [f32; 4] = [0.06, 0.33, 0.42, 0.82];
const FOAM: [f32; 4] = [0.97, 0.98, 0.98, 1.0];
const SAND: [f32; 3] = [0.78, 0.71, 0.57];
/// Color of a field where it is not known, sRGB.
const UNKNOWN: [f32; 3] = [0.55, 0.55, 0.55];
/// Depth below which a bed is dry, m.
const DRY_M: f32 = 1e-4;

fn light([red, green, blue]: [f32; 3]) -> Linear {
    [red, green, blue].map(from_srgb)
}

/// The surface of the water where there is some: not over dry land, nor inside hulls that keep it out.
pub(super) fn water(
    sheet: &WaterSheet,
    surface: &Surface<'_>,
    footprint: &Footprint,
    (view, range): (&View, Range),
) -> Shape {
    let mut mesh = Mesh::default();
    surface.append(&mut mesh);
    let positions: Vec<Vec3> = mesh.vertices.iter().map(|vertex| vertex.position.into()).collect();
    // A point belongs to the nearest cell; those on the edge to the cells there.
    let cell_of = |at: usize| {
        let cell = (positions[at].truncate() - sheet.origin_m) / sheet.cell_size_m;
        (cell.y as usize).min(sheet.ny - 1) * sheet.nx + (cell.x as usize).min(sheet.nx - 1)
    };
    let is_wet = |at: usize| {
        let cell = cell_of(at);
        let bed_m = sheet.bed_m.get(cell).copied().unwrap_or(f32::NEG_INFINITY);
        let is_solid = !sheet.solids_are_bodies && sheet.solid.get(cell).copied().unwrap_or(false);
        !is_solid && sheet.level_m[cell] > bed_m + DRY_M
    };
    let is_water = |triangle: &[u32; 3]| {
        let corners = triangle.map(|at| at as usize);
        corners.iter().any(|at| is_wet(*at))
            && !corners.iter().all(|at| footprint.is_dry(positions[*at].truncate()))
    };
    let mut triangles = mesh.triangles;
    triangles.retain(is_water);
    let values = if view.look.is_water() { Vec::new() } else { values(sheet, view.field) };
    let color_of = |at: usize| match values.get(cell_of(at)) {
        Some(value) if value.is_finite() => {
            let t = (value - range.low) / (range.high - range.low);
            let [red, green, blue] = map_of(view.field).color(t);
            [red, green, blue, 1.0]
        }
        Some(_) => {
            let [red, green, blue] = light(UNKNOWN);
            [red, green, blue, 1.0]
        }
        None => foamy(foam(sheet, positions[at].truncate())),
    };
    let normals = normals(&positions, &triangles);
    let corners = normals.into_iter().enumerate();
    let corners =
        corners.map(|(at, normal)| Corner { position: positions[at], normal, color: color_of(at) }).collect();
    Shape { corners, triangles }.joined()
}

/// Density of the foam at a place, that of the nearest square.
fn foam(sheet: &WaterSheet, place_m: Vec2) -> f32 {
    let (per_cell, density) = (sheet.foam.per_cell, &sheet.foam.density);
    if per_cell == 0 {
        return 0.0;
    }
    let [width, height] = [sheet.nx * per_cell, sheet.ny * per_cell];
    let at = (place_m - sheet.origin_m) / sheet.cell_size_m * per_cell as f32;
    let [i, j] = [(at.x, width), (at.y, height)].map(|(at, most)| (at.max(0.0) as usize).min(most - 1));
    density.get(j * width + i).copied().unwrap_or(0.0)
}

/// Color of water under foam.
fn foamy(density: f32) -> [f32; 4] {
    let covered = 1.0 - (-density.max(0.0)).exp();
    std::array::from_fn(|part| {
        let [water, foam] = [WATER[part], FOAM[part]];
        let [water, foam] = if part == 3 { [water, foam] } else { [water, foam].map(from_srgb) };
        water + (foam - water) * covered
    })
}

/// The bed: heights in the middles of cells and out to the sides, or one rectangle at the datum where it has none.
pub(super) fn bed(sheet: &WaterSheet) -> Shape {
    let [red, green, blue] = light(SAND);
    let color = [red, green, blue, 1.0];
    let is_flat = sheet.bed_m.is_empty();
    let [columns, rows] = if is_flat { [2, 2] } else { [sheet.nx + 2, sheet.ny + 2] };
    let along = |point: usize, cells: usize| {
        let from = if is_flat { (point * cells) as f32 } else { point as f32 - 0.5 };
        from.clamp(0.0, cells as f32)
    };
    let place = |at: usize| {
        let cells = Vec2::new(along(at % columns, sheet.nx), along(at / columns, sheet.ny));
        let place_m = sheet.origin_m + sheet.cell_size_m * cells;
        place_m.extend(sheet.bed_at_m(place_m).unwrap_or(0.0))
    };
    let positions: Vec<Vec3> = (0..columns * rows).map(place).collect();
    let squares = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
    let triangles: Vec<[u32; 3]> = squares
        .flat_map(|at| {
            let [a, b, c, d] = [at, at + 1, at + columns, at + columns + 1].map(|at| at as u32);
            [[a, b, d], [a, d, c]]
        })
        .collect();
    let normals = normals(&positions, &triangles);
    let corners = positions.into_iter().zip(normals);
    let corners = corners.map(|(position, normal)| Corner { position, normal, color }).collect();
    Shape { corners, triangles }
}

/// Normals at the corners, means over the triangles there weighted by their areas.
fn normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|at| positions[at as usize]);
        let area = (b - a).cross(c - a);
        triangle.iter().for_each(|at| sums[*at as usize] += area);
    }
    sums.into_iter().map(|sum| sum.normalize_or(Vec3::Z)).collect()
}
