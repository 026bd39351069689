//! Open hulls of many parts that intersect.

use crate::setup::{body, meshes, rasterize, unit_grid};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid};
use meshes::Mesh;

const PARTS: usize = 47;
/// Number of triangles of a closed box, and indices of those of its lid.
const CLOSED: usize = 12;
const LID: std::ops::Range<usize> = 2..4;

/// A box of the hull.
struct Part {
    size: Vec3,
    rotation: Quat,
    center: Vec3,
}

/// Boxes near a line, each turned a little, each intersecting its neighbors.
fn parts() -> Vec<Part> {
    let spread = |k: usize, base: f32| (k as f32 * base).fract() - 0.5;
    let part = |k: usize| Part {
        size: Vec3::new(3.0 + 2.0 * spread(k, 0.7548), 4.0 + 3.0 * spread(k, 0.5698), 1.5 + spread(k, 0.618)),
        rotation: Quat::from_rotation_z(3.0 * spread(k, 0.41)) * Quat::from_rotation_x(0.8 * spread(k, 0.29)),
        center: Vec3::new(0.9 * k as f32 - 20.7, 5.0 * spread(k, 0.37), spread(k, 0.53)),
    };
    (0..PARTS).map(part).collect()
}

/// All parts in one mesh, with their lids or without.
fn hull(parts: &[Part], with_lids: bool) -> Mesh {
    let mut hull = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for part in parts {
        let first = hull.vertices.len() as u32;
        let Mesh { vertices, triangles } = meshes::cuboid(part.size);
        assert_eq!(triangles.len(), CLOSED);
        hull.vertices.extend(vertices.iter().map(|&v| part.rotation * v + part.center));
        let kept = triangles.iter().enumerate().filter(|(t, _)| with_lids || !LID.contains(t));
        hull.triangles.extend(kept.map(|(_, triangle)| triangle.map(|k| k + first)));
    }
    hull
}

/// How far inside the projection of a turned box, a hexagon that its edges span, a position lies; negative outside.
fn depth_in_projection(part: &Part, turn: Quat, position: Vec2) -> f32 {
    let from_center = position - (turn * part.center).truncate();
    let edges = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
        let edge = axis * part.size;
        (turn * (part.rotation * edge)).truncate()
    });
    let sides = edges.iter().filter(|edge| edge.length() > 1e-3).map(|edge| {
        let normal = edge.perp().normalize();
        let reach: f32 = edges.iter().map(|edge| edge.dot(normal).abs() / 2.0).sum();
        reach - from_center.dot(normal).abs()
    });
    sides.fold(f32::INFINITY, f32::min)
}

#[test]
fn an_open_hull_of_many_parts_has_no_cracks() {
    let parts = parts();
    let (open, closed) = (hull(&parts, false), hull(&parts, true));
    let grid = Grid { origin_m: Vec2::new(-28.0, -28.0), cell_size_m: 0.4, ..unit_grid(140, 140) };
    for k in 0..12 {
        let turn = Quat::from_rotation_z(0.5 * k as f32) * Quat::from_rotation_y(0.11 * k as f32);
        let posed = |mesh| Body { rotation: turn, ..body(mesh, 1) };
        let mask = rasterize(grid, 1, &[posed(&open)]);
        // A vertical line through a box meets its surface twice, and the lid at most once.
        assert_eq!(mask.labels(), rasterize(grid, 1, &[posed(&closed)]).labels());
        let mut inside = 0;
        for (cell, &label) in mask.labels().iter().enumerate() {
            let center = grid.center_m(cell % grid.nx, cell / grid.nx);
            let depth = parts
                .iter()
                .map(|part| depth_in_projection(part, turn, center))
                .fold(f32::NEG_INFINITY, f32::max);
            if depth.abs() > 0.01 {
                assert_eq!(label == 1, depth > 0.0, "{k}: {center}, {depth} m");
            }
            inside += usize::from(depth > 0.0);
        }
        assert!(inside > 500, "{inside}");
    }
}

#[test]
fn single_sheets_have_no_thickness_and_displace_nothing() {
    let (closed, mut open) =
        (meshes::cuboid(Vec3::new(7.0, 5.0, 3.0)), meshes::cuboid(Vec3::new(7.0, 5.0, 3.0)));
    open.triangles.drain(LID);
    let at = |mesh| Body { translation_m: Vec3::new(12.0, 12.0, 0.0), ..body(mesh, 1) };
    let wet = |mask: &CellMask| {
        let mut wet = Vec::new();
        mask.wet_section(|_| 1.0, &mut wet);
        wet
    };
    let grid = unit_grid(24, 24);
    for samples in [1, 3] {
        let mask = rasterize(grid, samples, &[at(&closed)]);
        let volume_m3: f32 = wet(&mask).iter().map(|cell| cell.thickness_m).sum();
        assert!(volume_m3 > 80.0, "{volume_m3} m³");
        assert!(mask.top_m().iter().zip(mask.bottom_m()).all(|(top_m, bottom_m)| top_m != bottom_m));
        // The floor is the only surface there.
        let floor = rasterize(grid, samples, &[at(&open)]);
        assert_eq!(floor.labels(), mask.labels());
        let covered = (0..grid.cells()).filter(|&cell| floor.labels()[cell] != 0);
        for cell in covered {
            assert_eq!(floor.top_m()[cell], floor.bottom_m()[cell]);
        }
        let places = |mask| wet(mask).iter().map(|cell| (cell.index, cell.coverage)).collect::<Vec<_>>();
        assert_eq!(places(&floor), places(&mask));
        assert!(wet(&floor).iter().all(|cell| cell.thickness_m == 0.0));
    }
}

#[test]
fn gaps_between_parts_above_each_other_count_as_body() {
    // Two plates 1 m thick, 2 m between them.
    let plate = meshes::cuboid(Vec3::new(6.0, 6.0, 1.0));
    let mut stack = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for height in [-1.5_f32, 1.5] {
        let first = stack.vertices.len() as u32;
        stack.vertices.extend(plate.vertices.iter().map(|&v| v + Vec3::Z * height));
        stack.triangles.extend(plate.triangles.iter().map(|t| t.map(|k| k + first)));
    }
    let posed = Body { translation_m: Vec3::new(6.0, 6.0, 0.0), ..body(&stack, 1) };
    let mut wet = Vec::new();
    rasterize(unit_grid(12, 12), 1, &[posed]).wet_section(|_| 9.0, &mut wet);
    let volume_m3: f32 = wet.iter().map(|cell| cell.thickness_m).sum();
    assert!((volume_m3 - 6.0 * 6.0 * 4.0).abs() < 1e-3, "{volume_m3} m³");
}
