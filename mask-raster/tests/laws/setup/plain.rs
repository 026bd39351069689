//! A plain rasterizer, as in textbooks: every triangle tests every sample of its bounding box in floating point.

use glam::{Vec2, Vec3};
use mask_raster::{Body, Grid};

/// Label, top and bottom of each cell, with one sample per cell; the body with the lowest bottom has the cell.
#[derive(Default)]
pub(crate) struct Plain {
    pub(crate) label: Vec<u16>,
    pub(crate) top_m: Vec<f32>,
    pub(crate) bottom_m: Vec<f32>,
    /// Vertices of a body, in cells from the grid's corner and m.
    placed: Vec<Vec3>,
    /// Top and bottom of a body in its bounding box.
    own_m: Vec<(f32, f32)>,
}

pub(crate) fn rasterize(grid: &Grid, bodies: &[Body<'_>], out: &mut Plain) {
    let cells = grid.nx * grid.ny;
    let Plain { label, top_m, bottom_m, placed, own_m } = out;
    label.clear();
    label.resize(cells, 0);
    top_m.clear();
    top_m.resize(cells, f32::NEG_INFINITY);
    bottom_m.clear();
    bottom_m.resize(cells, f32::INFINITY);
    for body in bodies {
        placed.clear();
        placed.extend(body.vertices.iter().map(|&v| {
            let p = body.rotation * v + body.translation_m;
            ((p.truncate() - grid.origin_m) / grid.cell_size_m).extend(p.z)
        }));
        let [x, y] = cells_of(grid, placed);
        own_m.clear();
        own_m.resize(x.len() * y.len(), (f32::NEG_INFINITY, f32::INFINITY));
        for triangle in body.triangles {
            draw(grid, triangle.map(|i| placed[i as usize]), |i, j, z| {
                let (top, bottom) = &mut own_m[(j - y.start) * x.len() + i - x.start];
                (*top, *bottom) = (top.max(z), bottom.min(z));
            });
        }
        for j in y.clone() {
            for i in x.clone() {
                let (cell, (top, bottom)) = (j * grid.nx + i, own_m[(j - y.start) * x.len() + i - x.start]);
                if bottom < bottom_m[cell] {
                    (label[cell], top_m[cell], bottom_m[cell]) = (body.label, top, bottom);
                }
            }
        }
    }
}

/// Columns and rows of the grid in the bounding box of some positions.
fn cells_of(grid: &Grid, positions: &[Vec3]) -> [std::ops::Range<usize>; 2] {
    let low = positions.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = positions.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let index = |u: f32, n: usize| u.clamp(0.0, n as f32) as usize;
    let range = |from: f32, to: f32, n: usize| index(from, n)..index(to + 1.0, n).max(index(from, n));
    [range(low.x, high.x, grid.nx), range(low.y, high.y, grid.ny)]
}

/// Calls `visit` with column, row and height of each cell whose center lies in a triangle or on its border.
fn draw(grid: &Grid, [a, b, c]: [Vec3; 3], mut visit: impl FnMut(usize, usize, f32)) {
    let edge = |p: Vec3, q: Vec3, s: Vec2| (q.truncate() - p.truncate()).perp_dot(s - p.truncate());
    let area = edge(a, b, c.truncate());
    if area == 0.0 {
        return;
    }
    let inverse_area = 1.0 / area;
    let [x, y] = cells_of(grid, &[a, b, c]);
    for j in y {
        for i in x.clone() {
            let s = Vec2::new(i as f32 + 0.5, j as f32 + 0.5);
            let w = [edge(b, c, s), edge(c, a, s), edge(a, b, s)].map(|edge| edge * inverse_area);
            if w.iter().all(|&w| w >= 0.0) {
                visit(i, j, w[0] * a.z + w[1] * b.z + w[2] * c.z);
            }
        }
    }
}
