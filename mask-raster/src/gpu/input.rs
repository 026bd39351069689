//! The input of the shaders: vertices on the fixed-point grid, triangles, and the bodies' rectangles.

use super::frame::GpuBody;
use crate::draw::{Canvas, Extent, HIGHEST_M, Projection, Skipped};
use crate::mask::{CellBox, cell_box};
use crate::raster::{Clip, LANES, SUBSAMPLES, round};
use crate::{Body, Error, Grid};

const STEPS: i32 = SUBSAMPLES as i32;

/// The bodies of a call. WGSL has no `f64`, so vertices are projected and rounded here, by the same code as for masks on the CPU.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// Largest coordinate of a vertex, in fixed-point steps from the grid's corner, with which shaders can draw.
    reach: f64,
    /// x and y in fixed-point steps from the grid's corner, the bits of the height, and the body's index plus 1, or 0 if the vertex
    /// is beyond the reach.
    pub(super) vertices: Vec<[i32; 4]>,
    /// Indices of the three vertices and of the body, for each triangle that shaders draw: not flat, all vertices within reach.
    pub(super) triangles: Vec<[u32; 4]>,
    pub(super) bodies: Vec<GpuBody>,
    pub(super) boxes: Vec<CellBox>,
    /// Canvases of the triangles beyond the reach, drawn by the CPU, with the index of their body.
    pub(super) far: Vec<(usize, Canvas)>,
    /// Number of samples in all rectangles.
    pub(super) samples: u64,
    pub(super) skipped: Skipped,
}

impl Input {
    /// No bodies; `reach` is the largest coordinate, in fixed-point steps from the grid's corner, with which shaders can draw.
    pub(super) fn within(reach: f64) -> Self {
        Self { reach, ..Self::default() }
    }

    /// Replaces the bodies.
    pub(super) fn set(
        &mut self,
        bodies: &[Body<'_>],
        grid: &Grid,
        samples_per_side: usize,
    ) -> Result<(), Error> {
        let Self { vertices, triangles, bodies: gpu_bodies, boxes, far, samples, skipped, .. } = self;
        vertices.clear();
        triangles.clear();
        gpu_bodies.clear();
        boxes.clear();
        far.clear();
        (*samples, *skipped) = (0, Skipped::default());
        for (index, body) in bodies.iter().enumerate() {
            self.add(index, body, grid, samples_per_side)?;
        }
        Ok(())
    }

    /// Adds a body.
    fn add(
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
            let is_near = x.abs().max(y.abs()) <= self.reach && z_m.abs() <= HIGHEST_M;
            [x as i32, y as i32, z_m.to_bits() as i32, if is_near { index as i32 + 1 } else { 0 }]
        }));
        let bounds = extent.samples(&projection.grid_samples);
        let vertices = &self.vertices[first_vertex..];
        let mut canvas: Option<Canvas> = None;
        for (t, triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, *triangle, vertices)?;
            if corners.iter().all(|corner| corner[3] != 0) {
                if is_flat(corners) {
                    self.skipped.flat += 1;
                } else {
                    let [a, b, c] = triangle.map(|i| first_vertex as u32 + i);
                    self.triangles.push([a, b, c, index as u32]);
                }
            } else {
                let canvas = canvas.get_or_insert_with(|| Canvas::blank(bounds));
                let corners = triangle.map(|i| projection.apply(body.vertices[i as usize]));
                canvas.painter().draw_large(corners, &mut self.skipped);
            }
        }
        self.far.extend(canvas.map(|canvas| (index, canvas)));
        let [x, y] = projection.anchor;
        let Clip { x0, y0, x1, y1 } = bounds;
        let on_grid = Clip { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y };
        self.boxes.push(cell_box(body.label, &on_grid, samples_per_side));
        self.bodies.push(GpuBody {
            rectangle: [on_grid.x0, on_grid.y0, on_grid.x1, on_grid.y1],
            first: self.samples as u32,
            label: body.label.into(),
            unused: [0; 2],
        });
        self.samples += bounds.samples();
        Ok(())
    }

    /// Number of samples in the largest rectangle.
    pub(super) fn largest(&self) -> u64 {
        let samples = |body: &GpuBody| {
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

/// Top and bottom of a canvas as `canvas.wgsl` stores them: the key of the top and the complement of that of the bottom; both 0 for
/// samples that are not covered.
pub(super) fn keys(canvas: &Canvas) -> Vec<[u32; 2]> {
    let pair = |&[up_m, down_m]: &[f32; 2]| {
        if up_m < -down_m { [0, 0] } else { [key(up_m), !key(-down_m)] }
    };
    (canvas.bounds.y0..canvas.bounds.y1).flat_map(|y| canvas.row(y)).map(pair).collect()
}

/// The covered samples of a canvas, which begins at sample `[x0, y0]` of the grid, as points: for each the top and the bottom, with x
/// and y in fixed-point steps from the grid's corner and the bits of the height.
pub(super) fn points(canvas: &Canvas, [x0, y0]: [i32; 2]) -> impl Iterator<Item = [i32; 3]> {
    let rows = (canvas.bounds.y0..canvas.bounds.y1).zip(y0..);
    let samples =
        rows.flat_map(move |(row, y)| canvas.row(row).iter().zip(x0..).map(move |(reach, x)| (reach, x, y)));
    samples.filter(|([up_m, down_m], ..)| *up_m >= -*down_m).flat_map(|(&[up_m, down_m], x, y)| {
        let [x, y] = [x, y].map(|sample| sample * STEPS + STEPS / 2);
        [up_m, -down_m].map(|z_m| [x, y, z_m.to_bits() as i32])
    })
}

/// An integer that increases with the height, as `key` in `frame.wgsl`.
fn key(z: f32) -> u32 {
    let bits = z.to_bits();
    bits ^ if z.is_sign_negative() { u32::MAX } else { 1 << 31 }
}
