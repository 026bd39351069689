//! One body on its own small piece of the sample grid.

use crate::canvas::{Canvas, Count, HIGHEST_M};
use crate::raster::{Clip, NEAR, NotSmall, SUBSAMPLES, Small, round};
use crate::{Body, Error, Grid};
use glam::{DVec2, Mat3, Vec3, Vec4};

/// Farthest anchor from the grid's corner, in samples.
const FARTHEST: f64 = (1 << 24) as f64;

/// Top and bottom of one body at the samples of the rectangle it may cover; the scratch stays for the next call.
///
/// All coordinates are relative to the sample that holds the body's origin, the `anchor`, so that those of small
/// triangles are exact in `f32`.
#[derive(Debug, Default)]
pub(crate) struct Tile {
    anchor: [i32; 2],
    /// x, y in fixed-point steps and z in metres; x is NaN where small triangles cannot use the vertex.
    vertices: Vec<Vec4>,
    canvas: Canvas,
}

/// From body coordinates to fixed-point steps.
pub(crate) struct Projection {
    rotation: Mat3,
    steps_per_m: f64,
    /// Place of the body's origin relative to the anchor.
    offset: DVec2,
    z_m: f32,
    /// The sample that holds the body's origin, which steps are counted from.
    anchor: DVec2,
}

impl Projection {
    pub(crate) fn new(body: &Body<'_>, grid: &Grid, samples_per_side: usize) -> Self {
        let samples_per_m = samples_per_side as f64 / f64::from(grid.cell_size_m);
        let origin = (body.translation_m.truncate().as_dvec2() - grid.origin_m.as_dvec2()) * samples_per_m;
        // An origin far outside keeps the anchor within reach of `i32`.
        let anchor = origin.floor().clamp(DVec2::splat(-FARTHEST), DVec2::splat(FARTHEST));
        Self {
            rotation: Mat3::from_quat(body.rotation),
            steps_per_m: samples_per_m * SUBSAMPLES as f64,
            offset: (origin - anchor) * SUBSAMPLES as f64,
            z_m: body.translation_m.z,
            anchor,
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

    /// The rounded place of a vertex, in cells from the grid's corner.
    pub(crate) fn in_cells(&self, vertex: Vec3, samples_per_side: usize) -> DVec2 {
        let (x, y, _) = self.apply(vertex);
        let samples = self.anchor + DVec2::new(round(x), round(y)) / SUBSAMPLES as f64;
        samples / samples_per_side as f64
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
        let anchor = projection.anchor.to_array().map(|c| c as i32);
        let [width, height] = [grid.nx, grid.ny].map(|n| (n * samples_per_side) as i32);
        self.anchor = anchor;
        self.place(
            body.vertices,
            &projection,
            &Clip { x0: -anchor[0], y0: -anchor[1], x1: width - anchor[0], y1: height - anchor[1] },
        );
        let mut count = Count::default();
        let Self { vertices, canvas, .. } = self;
        let vertices = vertices.as_slice();
        let mut painter = canvas.painter();
        for (t, triangle) in body.triangles.iter().enumerate() {
            let [Some(&a), Some(&b), Some(&c)] = triangle.map(|i| vertices.get(i as usize)) else {
                let beyond = triangle.iter().copied().find(|&i| i as usize >= vertices.len());
                return Err(Error::VertexIndex {
                    body: index,
                    label: body.label,
                    triangle: t,
                    index: beyond.unwrap_or_default(),
                    vertices: vertices.len(),
                });
            };
            match Small::new([a, b, c], &painter.bounds) {
                Ok(small) => painter.draw_small(&small),
                Err(NotSmall::Unseen) => {}
                Err(NotSmall::Flat | NotSmall::Large) => {
                    let vertices = triangle.map(|i| projection.apply(body.vertices[i as usize]));
                    painter.draw_large(vertices, &mut count);
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
            let near = x.abs().max(y.abs()) <= NEAR.into() && z_m.abs() <= HIGHEST_M;
            Vec4::new(if near { round(x) as f32 } else { f32::NAN }, round(y) as f32, z_m, 0.0)
        }));
        let sample =
            |u: f64, from: i32, to: i32| (u / SUBSAMPLES as f64).floor().clamp(from.into(), to.into()) as i32;
        let bounds = Clip {
            x0: sample(low.x, whole.x0, whole.x1),
            y0: sample(low.y, whole.y0, whole.y1),
            x1: sample(high.x + SUBSAMPLES as f64, whole.x0, whole.x1),
            y1: sample(high.y + SUBSAMPLES as f64, whole.y0, whole.y1),
        };
        self.canvas.clear(bounds);
    }

    /// The samples of the grid that this tile holds.
    pub(crate) fn on_grid(&self) -> Clip {
        let ([x, y], Clip { x0, y0, x1, y1 }) = (self.anchor, self.canvas.bounds);
        Clip { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y }
    }

    /// Top and bottom at the samples of row `y` of the grid.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> (&[f32], &[f32]) {
        self.canvas.row(y - self.anchor[1])
    }
}
