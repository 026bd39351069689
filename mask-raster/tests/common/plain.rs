//! The textbook rasteriser: every triangle tests every sample of its bounding box in floating point.

use glam::{Vec2, Vec3};
use mask_raster::{Body, Grid};

/// Label, top and bottom of each cell; one sample a cell, the deepest body keeps the label.
#[derive(Default)]
pub(crate) struct Plain {
    pub(crate) label: Vec<u16>,
    pub(crate) top_m: Vec<f32>,
    pub(crate) bottom_m: Vec<f32>,
}

pub(crate) fn rasterize(grid: &Grid, bodies: &[Body<'_>], out: &mut Plain) {
    let cells = grid.nx * grid.ny;
    out.label.clear();
    out.label.resize(cells, 0);
    out.top_m.clear();
    out.top_m.resize(cells, f32::NEG_INFINITY);
    out.bottom_m.clear();
    out.bottom_m.resize(cells, f32::INFINITY);
    let mut placed = Vec::new();
    for body in bodies {
        placed.clear();
        placed.extend(body.vertices.iter().map(|&v| {
            let p = body.rotation * v + body.translation_m;
            ((p.truncate() - grid.origin_m) / grid.cell_size_m).extend(p.z)
        }));
        for triangle in body.triangles {
            let [a, b, c]: [Vec3; 3] = triangle.map(|i| placed[i as usize]);
            let edge = |p: Vec3, q: Vec3, s: Vec2| (q.truncate() - p.truncate()).perp_dot(s - p.truncate());
            let area = edge(a, b, c.truncate());
            if area == 0.0 {
                continue;
            }
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let index = |u: f32, n: usize| u.clamp(0.0, n as f32) as usize;
            for j in index(low.y, grid.ny)..index(high.y + 1.0, grid.ny) {
                for i in index(low.x, grid.nx)..index(high.x + 1.0, grid.nx) {
                    let s = Vec2::new(i as f32 + 0.5, j as f32 + 0.5);
                    let w = [edge(b, c, s) / area, edge(c, a, s) / area, edge(a, b, s) / area];
                    if w.iter().all(|&w| w >= 0.0) {
                        let z = w[0] * a.z + w[1] * b.z + w[2] * c.z;
                        let cell = j * grid.nx + i;
                        if out.label[cell] != body.label {
                            if z >= out.bottom_m[cell] {
                                continue;
                            }
                            out.label[cell] = body.label;
                            out.top_m[cell] = z;
                        }
                        out.bottom_m[cell] = out.bottom_m[cell].min(z);
                        out.top_m[cell] = out.top_m[cell].max(z);
                    }
                }
            }
        }
    }
}
