//! From the vertices and triangles of a body to its canvas, with the vectors of this machine.

use crate::canvas::{Count, HIGHEST_M, Painter};
use crate::projection::{Extent, PlacedLanes, Projection};
use crate::raster::{LANES, NEAR, SmallBlock, round};
use crate::{Body, Error};
use glam::{Vec3, Vec4};
use pulp::{Simd, WithSimd};

/// A body on its way to a canvas.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) body: &'a Body<'a>,
    /// Its position in the list of bodies, for error messages.
    pub(crate) index: usize,
    pub(crate) projection: &'a Projection,
}

/// Projects vertices: x, y in fixed-point steps and z in metres; x is NaN where small triangles cannot use the vertex.
pub(crate) struct Placing<'a> {
    pub(crate) vertices: &'a [Vec3],
    pub(crate) projection: &'a Projection,
    pub(crate) out: &'a mut [Vec4],
}

impl WithSimd for Placing<'_> {
    type Output = Extent;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Extent {
        let Self { vertices, projection, out } = self;
        let mut extent = Extent::default();
        let ((eights, rest), (out, out_rest)) = (vertices.as_chunks(), out.as_chunks_mut());
        for (eight, out) in eights.iter().zip(out) {
            *out = place_eight(simd, eight, projection, &mut extent);
        }
        let mut eight = [Vec3::NAN; LANES];
        eight[..rest.len()].copy_from_slice(rest);
        out_rest.copy_from_slice(&place_eight(simd, &eight, projection, &mut extent)[..rest.len()]);
        extent
    }
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

/// Draws a block of a body's triangles, whose vertices are placed, and counts those that cover nothing if `counted` says so of
/// them. `first` is the number of the first one, for error messages.
#[inline(always)]
pub(crate) fn draw_block<S: Simd>(
    simd: S,
    Subject { body, index, projection }: Subject<'_>,
    vertices: &[Vec4],
    (first, triangles): (usize, &[[u32; 3]]),
    (block, painter): (&mut SmallBlock, &mut Painter<'_>),
    counted: impl Fn([Vec4; 3]) -> bool,
) -> Result<Count, Error> {
    for (k, four) in triangles.chunks(4).enumerate() {
        let mut corners = [[Vec4::NAN; 3]; 4];
        for (corners, (number, triangle)) in corners.iter_mut().zip((first + 4 * k..).zip(four)) {
            *corners = body.corners(index, number, *triangle, vertices)?;
        }
        block.put(4 * k, corners);
    }
    block.set_up(simd, &painter.bounds, triangles.len());
    for &t in block.tiny() {
        painter.draw_tiny(&block.get_tiny(t));
    }
    for &t in block.small() {
        painter.draw_small(simd, &block.get(simd, t));
    }
    let (mut count, mut uncounted) = (Count::default(), Count::default());
    for &t in block.others() {
        let triangle = triangles[usize::from(t)];
        let corners = triangle.map(|i| projection.apply(body.vertices[i as usize]));
        let is_counted = counted(triangle.map(|i| vertices[i as usize]));
        painter.draw_any(simd, corners, if is_counted { &mut count } else { &mut uncounted });
    }
    Ok(count)
}
