//! A block of a body's triangles, drawn on a canvas.

use super::canvas::Painter;
use super::projection::Projection;
use super::report::Skipped;
use crate::raster::SmallBlock;
use crate::{Body, Error};
use glam::Vec4;
use pulp::Simd;

/// A body and its projection.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) body: &'a Body<'a>,
    /// Index of the body, for error messages.
    pub(crate) index: usize,
    pub(crate) projection: &'a Projection,
}

/// Draws a block of a body's triangles, whose vertices are projected, and counts those that cover nothing, of the ones for
/// which `is_counted` holds. `first` is the index of the first triangle, for error messages.
#[inline(always)]
pub(crate) fn draw_block<S: Simd>(
    simd: S,
    Subject { body, index, projection }: Subject<'_>,
    vertices: &[Vec4],
    (first, triangles): (usize, &[[u32; 3]]),
    (block, painter): (&mut SmallBlock, &mut Painter<'_>),
    is_counted: impl Fn([Vec4; 3]) -> bool,
) -> Result<Skipped, Error> {
    for (k, four) in triangles.chunks(4).enumerate() {
        let mut corners = [[Vec4::NAN; 3]; 4];
        for (corners, (t, triangle)) in corners.iter_mut().zip((first + 4 * k..).zip(four)) {
            *corners = body.corners(index, t, *triangle, vertices)?;
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
    let (mut skipped, mut uncounted) = (Skipped::default(), Skipped::default());
    for &t in block.others() {
        let triangle = triangles[usize::from(t)];
        let corners = triangle.map(|i| projection.apply(body.vertices[i as usize]));
        let is_counted = is_counted(triangle.map(|i| vertices[i as usize]));
        painter.draw_any(simd, corners, if is_counted { &mut skipped } else { &mut uncounted });
    }
    Ok(skipped)
}
