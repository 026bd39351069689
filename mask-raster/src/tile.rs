//! One body on its own small piece of the sample grid.

use crate::canvas::{Canvas, Count, HIGHEST_M};
use crate::projection::{Extent, Projection};
use crate::raster::{Clip, NEAR, NotSmall, Small, round};
use crate::{Body, Error, Grid};
use glam::{Vec3, Vec4};

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
        self.anchor = projection.anchor;
        self.place(body.vertices, &projection);
        let mut count = Count::default();
        let Self { vertices, canvas, .. } = self;
        let vertices = vertices.as_slice();
        let mut painter = canvas.painter();
        for (t, triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, *triangle, vertices)?;
            match Small::new(corners, &painter.bounds) {
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
    fn place(&mut self, vertices: &[Vec3], projection: &Projection) {
        let mut extent = Extent::default();
        self.vertices.clear();
        self.vertices.extend(vertices.iter().map(|&vertex| {
            let (x, y, z_m) = projection.apply(vertex);
            extent.add(x, y);
            let near = x.abs().max(y.abs()) <= NEAR.into() && z_m.abs() <= HIGHEST_M;
            Vec4::new(if near { round(x) as f32 } else { f32::NAN }, round(y) as f32, z_m, 0.0)
        }));
        self.canvas.clear(extent.samples(&projection.whole));
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
