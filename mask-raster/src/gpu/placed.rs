//! Bodies as the shaders want them: vertices on the fixed-point grid, triangles, rectangles.

use super::frame::PlacedBody;
use crate::draw::{Canvas, Extent, HIGHEST_M, Projection, Skipped};
use crate::mask::{CellBox, cell_box};
use crate::raster::{Clip, LANES, SUBSAMPLES, round};
use crate::{Body, Error, Grid};

const STEPS: i32 = SUBSAMPLES as i32;

/// All bodies of a call. WGSL has no `f64`, so vertices are projected and rounded here, by the same code as for the CPU.
#[derive(Debug, Default)]
pub(super) struct Placed {
    /// Farthest vertex from the grid's corner that shaders may be given, in fixed-point steps.
    reach: f64,
    /// x and y in fixed-point steps from the grid's corner, the bits of the height, and the number of the body from 1 on, or
    /// 0 if the vertex is out of reach.
    pub(super) vertices: Vec<[i32; 4]>,
    /// Three vertices and the body; none that is flat, or has a vertex out of reach.
    pub(super) triangles: Vec<[u32; 4]>,
    pub(super) bodies: Vec<PlacedBody>,
    pub(super) boxes: Vec<CellBox>,
    /// What triangles that reach too far leave in a body's rectangle, drawn by the CPU; by number of the body.
    pub(super) far: Vec<(usize, Canvas)>,
    /// Samples of all rectangles.
    pub(super) samples: u64,
    pub(super) count: Skipped,
}

impl Placed {
    /// Nothing yet; `reach` is the farthest vertex that shaders may be given, in fixed-point steps from the grid's corner.
    pub(super) fn within(reach: f64) -> Self {
        Self { reach, ..Self::default() }
    }

    /// Replaces what is here by these bodies.
    pub(super) fn place(
        &mut self,
        bodies: &[Body<'_>],
        grid: &Grid,
        samples_per_side: usize,
    ) -> Result<(), Error> {
        let Self { vertices, triangles, bodies: placed, boxes, far, samples, count, .. } = self;
        vertices.clear();
        triangles.clear();
        placed.clear();
        boxes.clear();
        far.clear();
        (*samples, *count) = (0, Skipped::default());
        for (index, body) in bodies.iter().enumerate() {
            self.place_body(index, body, grid, samples_per_side)?;
        }
        Ok(())
    }

    fn place_body(
        &mut self,
        index: usize,
        body: &Body<'_>,
        grid: &Grid,
        samples_per_side: usize,
    ) -> Result<(), Error> {
        let projection = Projection::new(body, grid, samples_per_side);
        let first_vertex = self.vertices.len();
        let anchor = projection.anchor.map(|c| f64::from(c) * f64::from(STEPS));
        let mut extent = Extent::default();
        self.vertices.extend(body.vertices.iter().map(|&vertex| {
            let (x, y, z_m) = projection.apply(vertex);
            extent.add(&[x; LANES], &[y; LANES]);
            let (x, y) = (round(x) + anchor[0], round(y) + anchor[1]);
            let near = x.abs().max(y.abs()) <= self.reach && z_m.abs() <= HIGHEST_M;
            [x as i32, y as i32, z_m.to_bits() as i32, if near { index as i32 + 1 } else { 0 }]
        }));
        let bounds = extent.samples(&projection.grid_samples);
        let placed = &self.vertices[first_vertex..];
        let mut canvas: Option<Canvas> = None;
        for (t, triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, *triangle, placed)?;
            if corners.iter().all(|corner| corner[3] != 0) {
                if is_flat(corners) {
                    self.count.flat += 1;
                } else {
                    let [a, b, c] = triangle.map(|i| first_vertex as u32 + i);
                    self.triangles.push([a, b, c, index as u32]);
                }
            } else {
                let canvas = canvas.get_or_insert_with(|| Canvas::blank(bounds));
                let corners = triangle.map(|i| projection.apply(body.vertices[i as usize]));
                canvas.painter().draw_large(corners, &mut self.count);
            }
        }
        self.far.extend(canvas.map(|canvas| (index, canvas)));
        let [x, y] = projection.anchor;
        let Clip { x0, y0, x1, y1 } = bounds;
        let on_grid = Clip { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y };
        self.boxes.push(cell_box(body.label, &on_grid, samples_per_side));
        self.bodies.push(PlacedBody {
            rectangle: [on_grid.x0, on_grid.y0, on_grid.x1, on_grid.y1],
            first: self.samples as u32,
            label: body.label.into(),
            unused: [0; 2],
        });
        self.samples += bounds.samples();
        Ok(())
    }

    /// Samples of the largest rectangle.
    pub(super) fn largest(&self) -> u64 {
        let samples = |body: &PlacedBody| {
            let [x0, y0, x1, y1] = body.rectangle;
            Clip { x0, y0, x1, y1 }.samples()
        };
        self.bodies.iter().map(samples).max().unwrap_or(0)
    }
}

fn is_flat([a, b, c]: [[i32; 4]; 3]) -> bool {
    let difference = |axis: usize, to: [i32; 4]| i64::from(to[axis]) - i64::from(a[axis]);
    difference(0, b) * difference(1, c) == difference(1, b) * difference(0, c)
}

/// Top and bottom of a far canvas as `canvas.wgsl` keeps them: a key and the complement of one, 0 where there is nothing.
pub(super) fn keys(canvas: &Canvas) -> Vec<[u32; 2]> {
    let pair = |&[up_m, down_m]: &[f32; 2]| {
        if up_m < -down_m { [0, 0] } else { [key(up_m), !key(-down_m)] }
    };
    (canvas.bounds.y0..canvas.bounds.y1).flat_map(|y| canvas.row(y)).map(pair).collect()
}

/// What a far canvas shows, as points at its samples: x and y in fixed-point steps from the grid's corner, `[x0, y0]` being the
/// canvas' first sample, and the bits of the top or the bottom.
pub(super) fn points(canvas: &Canvas, [x0, y0]: [i32; 2]) -> impl Iterator<Item = [i32; 3]> {
    let rows = (canvas.bounds.y0..canvas.bounds.y1).zip(y0..);
    let samples =
        rows.flat_map(move |(row, y)| canvas.row(row).iter().zip(x0..).map(move |(reach, x)| (reach, x, y)));
    samples.filter(|([up_m, down_m], ..)| *up_m >= -*down_m).flat_map(|(&[up_m, down_m], x, y)| {
        let [x, y] = [x, y].map(|sample| sample * STEPS + STEPS / 2);
        [up_m, -down_m].map(|z_m| [x, y, z_m.to_bits() as i32])
    })
}

/// A number that is larger for larger heights, as `key` of `frame.wgsl`.
fn key(z: f32) -> u32 {
    let bits = z.to_bits();
    bits ^ if z.is_sign_negative() { u32::MAX } else { 1 << 31 }
}
