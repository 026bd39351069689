//! A published mesh of 47 open parts that intersect. It is not part of the project: `ESTELA_MESHES` names a folder that holds
//! `wam_v_base.stl` (osrf/vrx).

use std::path::Path;

use crate::setup::meshes::Mesh;
use crate::setup::{body, rasterize};
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};
use mask_raster::{Body, Grid};

/// A binary STL file: 80 bytes, the number of triangles, and for each a normal, three corners and two more bytes.
fn read(name: &str) -> Mesh {
    let folder = std::env::var("ESTELA_MESHES").expect("ESTELA_MESHES names the folder of the meshes");
    let bytes = std::fs::read(Path::new(&folder).join(name)).unwrap();
    let number = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap());
    let corner = |at: usize| Vec3::new(number(at), number(at + 4), number(at + 8));
    let vertices = (0..3 * count as usize).map(|k| corner(84 + 50 * (k / 3) + 12 + 12 * (k % 3))).collect();
    Mesh { vertices, triangles: (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect() }
}

/// Coverage and heights at a point, from all triangles over it.
#[derive(Clone, Copy)]
struct Column {
    /// Whether a triangle covers it, well inside its edges.
    is_covered: bool,
    /// Whether it is so near an edge of a triangle that rounding may decide.
    is_near_edge: bool,
    low_m: f64,
    high_m: f64,
    /// How far heights may be off by the rounding of corners.
    margin_m: f64,
}

const NOWHERE: Column = Column {
    is_covered: false,
    is_near_edge: false,
    low_m: f64::INFINITY,
    high_m: f64::NEG_INFINITY,
    margin_m: 1e-5,
};

/// The columns at all cell centers, from each triangle at each center in its bounding box, in `f64`.
fn columns(mesh: &Mesh, turn: Quat, grid: &Grid) -> Vec<Column> {
    let cell_m = f64::from(grid.cell_size_m);
    // Corners are rounded to 1/256 of a cell, along both axes.
    let step_m = cell_m / 256.0;
    let mut columns = vec![NOWHERE; grid.nx * grid.ny];
    for triangle in &mesh.triangles {
        let corners = triangle.map(|k| (turn * mesh.vertices[k as usize]).as_dvec3());
        let plan = corners.map(|c| c.truncate());
        let twice = (plan[1] - plan[0]).perp_dot(plan[2] - plan[0]);
        let (low, high) = (plan[0].min(plan[1]).min(plan[2]), plan[0].max(plan[1]).max(plan[2]));
        let cell = |at: f64, origin: f32| ((at - f64::from(origin)) / cell_m).floor();
        let [i0, i1] = [cell(low.x, grid.origin_m.x) - 1.0, cell(high.x, grid.origin_m.x) + 1.0];
        let [j0, j1] = [cell(low.y, grid.origin_m.y) - 1.0, cell(high.y, grid.origin_m.y) + 1.0];
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        for j in j0.max(0.0) as usize..=(j1 as usize).min(grid.ny - 1) {
            for i in i0.max(0.0) as usize..=(i1 as usize).min(grid.nx - 1) {
                let at = grid.center_m(i, j).as_dvec2();
                let inside_m = (0..3).map(|k| depth_m(at, plan[k], plan[(k + 1) % 3], twice.signum()));
                let inside_m = inside_m.fold(f64::INFINITY, f64::min);
                let column = &mut columns[j * grid.nx + i];
                if inside_m.abs() <= 2.0 * step_m || twice.abs() <= step_m * step_m {
                    column.is_near_edge |= inside_m >= -2.0 * step_m;
                } else if inside_m > 0.0 {
                    let height = height_m(at, corners[0], normal);
                    let slope = normal.truncate().length() / normal.z.abs();
                    column.is_covered = true;
                    column.low_m = column.low_m.min(height);
                    column.high_m = column.high_m.max(height);
                    column.margin_m = column.margin_m.max(1e-5 + 2.0 * slope * step_m);
                }
            }
        }
    }
    columns
}

/// How far a point lies inside the edge from `a` to `b` of a triangle whose winding has the sign `turn`.
fn depth_m(at: DVec2, a: DVec2, b: DVec2, turn: f64) -> f64 {
    turn * (b - a).perp_dot(at - a) / (b - a).length().max(1e-12)
}

fn height_m(at: DVec2, corner: DVec3, normal: DVec3) -> f64 {
    corner.z - normal.truncate().dot(at - corner.truncate()) / normal.z
}

/// Union of the parts, no cracks, the lowest and the highest surface, and the volume under water of them.
#[test]
#[ignore = "needs ESTELA_MESHES, a folder with wam_v_base.stl"]
fn real_meshes_of_many_open_parts_are_their_union() {
    let mesh = read("wam_v_base.stl");
    assert_eq!(mesh.triangles.len(), 4524);
    let grid = Grid { nx: 300, ny: 300, cell_size_m: 0.02, origin_m: Vec2::new(-3.0, -3.0) };
    for turn in [
        Quat::IDENTITY,
        Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.3),
        Quat::from_rotation_z(-2.1) * Quat::from_rotation_y(0.5) * Quat::from_rotation_x(-0.2),
    ] {
        let mask = rasterize(grid, 1, &[Body { rotation: turn, ..body(&mesh, 1) }]);
        let columns = columns(&mesh, turn, &grid);
        let (mut compared, mut covered, mut volume_m3) = (0, 0, 0.0);
        let level_m = 0.1;
        for (cell, column) in columns.iter().enumerate() {
            let label = mask.labels()[cell];
            if column.is_covered {
                assert_eq!(label, 1, "a crack in cell {cell}");
                covered += 1;
            }
            if column.is_near_edge {
                continue;
            }
            assert_eq!(label == 1, column.is_covered, "cell {cell}");
            if label == 1 {
                let [low, high] = [mask.bottom_m()[cell], mask.top_m()[cell]].map(f64::from);
                let off = (low - column.low_m).abs().max((high - column.high_m).abs());
                assert!(off <= column.margin_m, "cell {cell}: {low} to {high} m, off by {off}");
                volume_m3 += (column.high_m.min(level_m) - column.low_m).max(0.0) * 4e-4;
                compared += 1;
            }
        }
        // Over the same cells.
        let mut wet = Vec::new();
        mask.wet_section(|_| level_m as f32, &mut wet);
        let same = wet.iter().filter(|cell| !columns[cell.index as usize].is_near_edge);
        let ours_m3: f64 = same.map(|cell| f64::from(cell.thickness_m) * 4e-4).sum();
        println!(
            "{covered} cells covered, {compared} compared; {ours_m3:.6} of {volume_m3:.6} m³ under water"
        );
        assert!(compared > 2000, "{compared} of {covered}");
        assert!((ours_m3 / volume_m3 - 1.0).abs() < 1e-4, "{ours_m3} of {volume_m3} m³");
    }
}
