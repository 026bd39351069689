//! One body on its own small piece of the sample grid.

use crate::raster::{Clip, LANES, NotSmall, Point, SUBSAMPLES, Small, Triangle, round};
use crate::{Body, Error, Grid};
use glam::{DVec2, Mat3, Vec3};

/// Vertices beyond this many fixed-point steps take the general path.
const NEAR: f64 = (1 << 29) as f64;
/// `x` of a vertex on the general path.
const FAR: i32 = i32::MIN;
/// Heights beyond this could overflow when subtracted.
const HIGHEST_M: f32 = f32::MAX / 4.0;

/// What became of a body's triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) flat: usize,
    pub(crate) unplaced: usize,
}

/// Top and bottom of one body at the samples of the rectangle it may cover; the scratch stays for the next call.
#[derive(Debug, Default)]
pub(crate) struct Tile {
    /// Samples of the grid that this tile holds; empty if the body lies outside.
    pub(crate) bounds: Clip,
    stride: usize,
    vertices: Vec<Vertex>,
    top_m: Vec<f32>,
    bottom_m: Vec<f32>,
}

/// A vertex in fixed-point steps.
#[derive(Debug, Clone, Copy)]
struct Vertex {
    x: i32,
    y: i32,
    z_m: f32,
}

/// From body coordinates to fixed-point steps.
struct Projection {
    rotation: Mat3,
    steps_per_m: f64,
    /// Place of the body's origin.
    offset: DVec2,
    z_m: f32,
}

impl Projection {
    fn new(body: &Body<'_>, grid: &Grid, samples_per_side: usize) -> Self {
        let steps_per_m = (SUBSAMPLES as usize * samples_per_side) as f64 / f64::from(grid.cell_size_m);
        let from_origin = body.translation_m.truncate().as_dvec2() - grid.origin_m.as_dvec2();
        Self {
            rotation: Mat3::from_quat(body.rotation),
            steps_per_m,
            offset: from_origin * steps_per_m,
            z_m: body.translation_m.z,
        }
    }

    /// Fixed-point steps, not yet rounded, and height. The rotated vertex is added to the body's place in `f64`:
    /// its rounding does not depend on the place.
    #[inline]
    fn apply(&self, vertex: Vec3) -> (f64, f64, f32) {
        let v = self.rotation * vertex;
        let x = f64::from(v.x) * self.steps_per_m + self.offset.x;
        let y = f64::from(v.y) * self.steps_per_m + self.offset.y;
        (x, y, v.z + self.z_m)
    }
}

impl Tile {
    /// Draws `body`; `index` is its position for error messages.
    pub(crate) fn draw(
        &mut self,
        index: usize,
        body: &Body<'_>,
        grid: &Grid,
        samples_per_side: usize,
    ) -> Result<Count, Error> {
        let projection = Projection::new(body, grid, samples_per_side);
        let whole = Clip::new((grid.nx * samples_per_side) as i32, (grid.ny * samples_per_side) as i32);
        self.place(body.vertices, &projection, &whole);
        let mut count = Count::default();
        for (t, triangle) in body.triangles.iter().enumerate() {
            let [Some(a), Some(b), Some(c)] = triangle.map(|i| self.vertices.get(i as usize).copied()) else {
                let beyond = triangle.iter().copied().find(|&i| i as usize >= self.vertices.len());
                return Err(Error::VertexIndex {
                    body: index,
                    label: body.label,
                    triangle: t,
                    index: beyond.unwrap_or_default(),
                    vertices: self.vertices.len(),
                });
            };
            if a.x.min(b.x).min(c.x) == FAR {
                self.draw_far(triangle.map(|i| body.vertices[i as usize]), &projection, &mut count);
                continue;
            }
            let heights = [a.z_m, b.z_m, c.z_m];
            match Small::new([a.x, b.x, c.x], [a.y, b.y, c.y], &self.bounds) {
                Ok(small) => self.draw_small(&small, heights),
                Err(NotSmall::Unseen) => {}
                Err(NotSmall::Flat) => count.flat += 1,
                Err(NotSmall::Large) => {
                    let points = [a, b, c].map(|v| Point { x: v.x.into(), y: v.y.into() });
                    self.draw_large(points, heights, &mut count);
                }
            }
        }
        Ok(count)
    }

    /// Projects the vertices and clears the samples within their bounding box.
    fn place(&mut self, vertices: &[Vec3], projection: &Projection, whole: &Clip) {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        self.vertices.clear();
        self.vertices.extend(vertices.iter().map(|&vertex| {
            let (x, y, z_m) = projection.apply(vertex);
            // Comparisons with a NaN are false: such a vertex is far, and leaves the box as it is.
            low = DVec2::new(if x < low.x { x } else { low.x }, if y < low.y { y } else { low.y });
            high = DVec2::new(if x > high.x { x } else { high.x }, if y > high.y { y } else { high.y });
            let near = x.abs() <= NEAR && y.abs() <= NEAR && z_m.abs() <= HIGHEST_M;
            Vertex { x: if near { round(x) as i32 } else { FAR }, y: round(y) as i32, z_m }
        }));
        let sample = |u: f64, most: i32| (u / SUBSAMPLES as f64).clamp(0.0, most.into()) as i32;
        self.bounds = Clip {
            x0: sample(low.x, whole.x1),
            y0: sample(low.y, whole.y1),
            x1: sample(high.x + SUBSAMPLES as f64, whole.x1),
            y1: sample(high.y + SUBSAMPLES as f64, whole.y1),
        };
        let width = (self.bounds.x1 - self.bounds.x0).max(0) as usize;
        let height = (self.bounds.y1 - self.bounds.y0).max(0) as usize;
        self.stride = width + LANES - 1;
        for (samples, blank) in [(&mut self.top_m, f32::NEG_INFINITY), (&mut self.bottom_m, f32::INFINITY)] {
            samples.clear();
            samples.resize(self.stride * height, blank);
        }
    }

    #[inline]
    fn start(&self, x: i32, y: i32) -> usize {
        (y - self.bounds.y0) as usize * self.stride + (x - self.bounds.x0) as usize
    }

    #[inline]
    fn draw_small(&mut self, small: &Small, heights: [f32; 3]) {
        let Self { bounds, stride, top_m, bottom_m, .. } = self;
        small.for_each_group(heights, |x, y, inside, z_m| {
            let start = (y - bounds.y0) as usize * *stride + (x - bounds.x0) as usize;
            let top = top_m[start..].first_chunk_mut::<LANES>();
            let bottom = bottom_m[start..].first_chunk_mut::<LANES>();
            let (Some(top), Some(bottom)) = (top, bottom) else { return };
            for l in 0..LANES {
                let up = if inside[l] { z_m[l] } else { f32::NEG_INFINITY };
                let down = if inside[l] { z_m[l] } else { f32::INFINITY };
                top[l] = if up > top[l] { up } else { top[l] };
                bottom[l] = if down < bottom[l] { down } else { bottom[l] };
            }
        });
    }

    #[inline(never)]
    fn draw_large(&mut self, points: [Point; 3], heights: [f32; 3], count: &mut Count) {
        let Some(triangle) = Triangle::new(points) else {
            count.flat += 1;
            return;
        };
        let bounds = self.bounds;
        triangle.for_each_span(&bounds, |span| {
            let z_m = span.linear(heights);
            let start = self.start(span.x0, span.y);
            let samples = start..start + (span.x1 - span.x0) as usize;
            let (top, bottom) = (&mut self.top_m[samples.clone()], &mut self.bottom_m[samples]);
            for (x, (top, bottom)) in (span.x0..).zip(top.iter_mut().zip(bottom)) {
                let z_m = z_m.at(x);
                *top = if z_m > *top { z_m } else { *top };
                *bottom = if z_m < *bottom { z_m } else { *bottom };
            }
        });
    }

    #[cold]
    #[inline(never)]
    fn draw_far(&mut self, vertices: [Vec3; 3], projection: &Projection, count: &mut Count) {
        let placed = vertices.map(|vertex| {
            let (x, y, z_m) = projection.apply(vertex);
            Point::from_steps(x, y).filter(|_| z_m.abs() <= HIGHEST_M).map(|point| (point, z_m))
        });
        let [Some(a), Some(b), Some(c)] = placed else {
            count.unplaced += 1;
            return;
        };
        self.draw_large([a.0, b.0, c.0], [a.1, b.1, c.1], count);
    }

    /// Top and bottom at the samples of row `y` of the grid.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> (&[f32], &[f32]) {
        let start = self.start(self.bounds.x0, y);
        let samples = start..start + (self.bounds.x1 - self.bounds.x0) as usize;
        (&self.top_m[samples.clone()], &self.bottom_m[samples])
    }
}
