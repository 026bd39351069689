//! One body on its own small piece of the sample grid.

use crate::canvas::{Canvas, Count, HIGHEST_M, Painter};
use crate::projection::{Extent, PlacedLanes, Projection};
use crate::raster::{BLOCK, Clip, LANES, NEAR, SmallBlock, round, with_lanes};
use crate::{Body, Error, Grid};
use glam::{Quat, Vec3, Vec4};
use pulp::{Simd, WithSimd};

/// Top and bottom of one body at the samples of the rectangle it may cover, kept until the body moves.
///
/// All coordinates are relative to the sample that holds the body's origin, the `anchor`, so that those of small
/// triangles are exact in `f32`.
#[derive(Debug, Default)]
pub(crate) struct Tile {
    anchor: [i32; 2],
    canvas: Canvas,
    count: Count,
    shown: Shown,
}

/// What a tile shows.
#[derive(Debug, Default)]
struct Shown {
    /// `None` if the tile shows nothing that could be used again.
    pose: Option<(Quat, Vec3, u16)>,
    /// A copy of the mesh; not yet made of a body that is on the move.
    mesh: Option<(Vec<Vec3>, Vec<[u32; 3]>)>,
}

/// Memory for drawing that any body can use.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// x, y in fixed-point steps and z in metres; x is NaN where small triangles cannot use the vertex.
    vertices: Vec<Vec4>,
    block: Box<SmallBlock>,
}

impl Tile {
    /// Draws `body` unless the tile shows it already, and tells whether it had to; `index` is its position for error
    /// messages.
    pub(crate) fn draw(
        &mut self,
        index: usize,
        body: &Body<'_>,
        (grid, samples_per_side): (&Grid, usize),
        scratch: &mut Scratch,
    ) -> Result<bool, Error> {
        let pose = (body.rotation, body.translation_m, body.label);
        // One that is not a number equals nothing, and is drawn again.
        let is_still = self.shown.pose == Some(pose);
        if is_still && self.shown.has_mesh(body) {
            return Ok(false);
        }
        self.shown.pose = None;
        let projection = Projection::new(body, grid, samples_per_side);
        self.anchor = projection.anchor;
        self.count = with_lanes(Drawing { index, body, projection, scratch, canvas: &mut self.canvas })?;
        // Of a body that stands still for the first time there is no copy yet, of one that moves there will be no use.
        self.shown.mesh = is_still.then(|| (body.vertices.to_vec(), body.triangles.to_vec()));
        self.shown.pose = Some(pose);
        Ok(true)
    }

    /// What became of the triangles.
    pub(crate) fn count(&self) -> Count {
        self.count
    }

    /// The samples of the grid that this tile holds.
    pub(crate) fn on_grid(&self) -> Clip {
        let ([x, y], Clip { x0, y0, x1, y1 }) = (self.anchor, self.canvas.bounds);
        Clip { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y }
    }

    /// The samples of row `y` of the grid: top, and minus the bottom.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> &[[f32; 2]] {
        self.canvas.row(y - self.anchor[1])
    }
}

impl Shown {
    fn has_mesh(&self, body: &Body<'_>) -> bool {
        self.mesh.as_ref().is_some_and(|(vertices, triangles)| {
            vertices == body.vertices && triangles.as_flattened() == body.triangles.as_flattened()
        })
    }
}

/// All that is done to draw a body, with the vectors of this machine.
struct Drawing<'a> {
    index: usize,
    body: &'a Body<'a>,
    projection: Projection,
    scratch: &'a mut Scratch,
    canvas: &'a mut Canvas,
}

impl WithSimd for Drawing<'_> {
    type Output = Result<Count, Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Result<Count, Error> {
        let Self { index, body, projection, scratch: Scratch { vertices, block }, canvas } = self;
        let bounds = place(simd, body.vertices, &projection, vertices);
        canvas.clear(bounds);
        let mut painter = canvas.painter();
        let mut count = Count::default();
        for (n, triangles) in body.triangles.chunks(BLOCK).enumerate() {
            for (k, four) in triangles.chunks(4).enumerate() {
                let mut corners = [[Vec4::NAN; 3]; 4];
                for (corners, (t, triangle)) in corners.iter_mut().zip((n * BLOCK + 4 * k..).zip(four)) {
                    *corners = body.corners(index, t, *triangle, vertices)?;
                }
                block.put(4 * k, corners);
            }
            block.set_up(simd, &bounds, triangles.len());
            for &t in block.tiny() {
                painter.draw_tiny(&block.get_tiny(t));
            }
            for &t in block.small() {
                painter.draw_small(simd, &block.get(simd, t));
            }
            draw_others(block.others(), triangles, (body, &projection), &mut painter, &mut count);
        }
        Ok(count)
    }
}

/// Draws the triangles of a block that are not small ones.
fn draw_others(
    others: &[u8],
    triangles: &[[u32; 3]],
    (body, projection): (&Body<'_>, &Projection),
    painter: &mut Painter<'_>,
    count: &mut Count,
) {
    for &t in others {
        let corners = triangles[usize::from(t)].map(|i| projection.apply(body.vertices[i as usize]));
        painter.draw_large(corners, count);
    }
}

/// Projects the vertices, and finds the samples within their bounding box.
#[inline(always)]
fn place<S: Simd>(simd: S, vertices: &[Vec3], projection: &Projection, out: &mut Vec<Vec4>) -> Clip {
    let mut extent = Extent::default();
    out.clear();
    let (eights, rest) = vertices.as_chunks();
    for eight in eights {
        out.extend_from_slice(&place_eight(simd, eight, projection, &mut extent));
    }
    let mut eight = [Vec3::NAN; LANES];
    eight[..rest.len()].copy_from_slice(rest);
    out.extend_from_slice(&place_eight(simd, &eight, projection, &mut extent)[..rest.len()]);
    extent.samples(&projection.whole)
}

#[inline(always)]
fn place_eight<S: Simd>(
    simd: S,
    vertices: &[Vec3; LANES],
    projection: &Projection,
    extent: &mut Extent,
) -> [Vec4; LANES] {
    let PlacedLanes { x, y, z_m } = projection.apply_lanes(simd, vertices);
    extent.add(&x, &y);
    // One loop for each step, so that each is vectorised.
    let (mut steps_x, mut steps_y) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    for k in 0..LANES {
        let is_near = (x[k].abs() <= NEAR.into()) & (y[k].abs() <= NEAR.into());
        steps_x[k] = if is_near { round(x[k]) as f32 } else { f32::NAN };
    }
    for k in 0..LANES {
        steps_x[k] = if z_m[k].abs() <= HIGHEST_M { steps_x[k] } else { f32::NAN };
        steps_y[k] = round(y[k]) as f32;
    }
    std::array::from_fn(|k| Vec4::new(steps_x[k], steps_y[k], z_m[k], 0.0))
}
