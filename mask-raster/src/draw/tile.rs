//! One body on its own piece of the sample grid, kept from call to call.

use super::block::{Subject, draw_block};
use super::canvas::Canvas;
use super::projection::{ProjectVertices, Projection};
use super::report::Skipped;
use super::strips::{StripLists, is_large};
use crate::body::ComputedOf;
use crate::raster::{BLOCK, Clip, SmallBlock, with_lanes};
use crate::{Body, Error, Grid};
use glam::Vec4;
use pulp::{Simd, WithSimd};

/// Top and bottom of one body at the samples of the rectangle that it may cover, kept until the body moves.
///
/// All coordinates are relative to the sample that holds the body's origin, the `anchor`, so that those of small
/// triangles are exact in `f32`.
#[derive(Debug, Default)]
pub(crate) struct Tile {
    anchor: [i32; 2],
    canvas: Canvas,
    skipped: Skipped,
    drawn_of: ComputedOf,
}

/// Memory for drawing, reused from body to body.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    vertices: Vec<Vec4>,
    block: Box<SmallBlock>,
}

/// Whether [`Tile::draw`] drew the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// The tile had been drawn of the same body before.
    Unchanged,
    Redrawn,
    /// The body is large: [`Tile::draw_large`] has to draw it.
    Deferred,
}

impl Tile {
    /// Draws `body` unless the tile holds it already or it is large; `index` is the body's index for error messages.
    pub(crate) fn draw(
        &mut self,
        index: usize,
        body: &Body<'_>,
        (grid, samples_per_side): (&Grid, usize),
        scratch: &mut Scratch,
    ) -> Result<Drawn, Error> {
        if self.drawn_of.is(body) {
            return Ok(Drawn::Unchanged);
        }
        let projection = Projection::new(body, grid, samples_per_side);
        let subject = Subject { body, index, projection: &projection };
        match with_lanes(DrawSmallBody { subject, scratch, canvas: &mut self.canvas }) {
            Ok(None) => Ok(Drawn::Deferred),
            skipped => self.finish(subject, skipped.map(Option::unwrap_or_default)).map(|()| Drawn::Redrawn),
        }
    }

    /// Draws `body` on all threads.
    pub(crate) fn draw_large(
        &mut self,
        index: usize,
        body: &Body<'_>,
        (grid, samples_per_side): (&Grid, usize),
        lists: &mut StripLists,
    ) -> Result<(), Error> {
        let projection = Projection::new(body, grid, samples_per_side);
        let subject = Subject { body, index, projection: &projection };
        let skipped = lists.draw(subject, &mut self.canvas);
        self.finish(subject, skipped)
    }

    /// Records what was drawn, or that it failed.
    fn finish(
        &mut self,
        Subject { body, projection, .. }: Subject<'_>,
        skipped: Result<Skipped, Error>,
    ) -> Result<(), Error> {
        match skipped {
            Ok(skipped) => {
                (self.anchor, self.skipped) = (projection.anchor, skipped);
                self.drawn_of.set(body);
                Ok(())
            }
            Err(error) => {
                self.drawn_of.clear();
                Err(error)
            }
        }
    }

    /// Triangles that cover nothing.
    pub(crate) fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// The rectangle of the tile, in samples of the grid.
    pub(crate) fn on_grid(&self) -> Clip {
        let ([x, y], Clip { x0, y0, x1, y1 }) = (self.anchor, self.canvas.bounds);
        Clip { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y }
    }

    /// Top and minus bottom of the tile's samples in row `y` of the grid.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> &[[f32; 2]] {
        self.canvas.row(y - self.anchor[1])
    }
}

/// Draws a body that is not large.
struct DrawSmallBody<'a> {
    subject: Subject<'a>,
    scratch: &'a mut Scratch,
    canvas: &'a mut Canvas,
}

impl WithSimd for DrawSmallBody<'_> {
    /// `None` if the body is large.
    type Output = Result<Option<Skipped>, Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Result<Option<Skipped>, Error> {
        let Self { subject, scratch: Scratch { vertices, block }, canvas } = self;
        let Subject { body, projection, .. } = subject;
        if is_large(body.triangles.len(), &Clip::default()) {
            return Ok(None);
        }
        if vertices.len() < body.vertices.len() {
            vertices.resize(body.vertices.len(), Vec4::ZERO);
        }
        let vertices = &mut vertices[..body.vertices.len()];
        let extent = ProjectVertices { vertices: body.vertices, projection, out: vertices }.with_simd(simd);
        let bounds = extent.samples(&projection.grid_samples);
        if is_large(0, &bounds) {
            return Ok(None);
        }
        canvas.clear(bounds);
        let mut painter = canvas.painter();
        let mut skipped = Skipped::default();
        for (n, triangles) in body.triangles.chunks(BLOCK).enumerate() {
            let (triangles, target) = ((n * BLOCK, triangles), (&mut **block, &mut painter));
            skipped = skipped + draw_block(simd, subject, vertices, triangles, target, |_| true)?;
        }
        Ok(Some(skipped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec2, Vec3};

    /// The mesh is copied when a body has stood still once, so the second call after a body has stopped draws it once more.
    #[test]
    fn a_body_that_has_stood_still_for_two_calls_is_not_drawn_again() {
        let grid = Grid { nx: 20, ny: 20, cell_size_m: 1.0, origin_m: Vec2::ZERO };
        let mut vertices = [Vec3::ZERO, Vec3::new(6.0, 0.0, 1.0), Vec3::new(0.0, 6.0, 0.0)];
        let (mut tile, mut scratch) = (Tile::default(), Scratch::default());
        let mut draw = |vertices: &[Vec3], x: f32| {
            let body = Body {
                vertices,
                triangles: &[[0, 1, 2]],
                rotation: Quat::IDENTITY,
                translation_m: Vec3::new(x, 5.0, 0.0),
                label: 1,
            };
            tile.draw(0, &body, (&grid, 1), &mut scratch).expect("a body")
        };
        let mut drawn = Vec::new();
        for x in [3.0, 3.0, 3.0, 3.0, 3.5, 4.0, 4.0, 4.0] {
            drawn.push(draw(&vertices, x));
        }
        let (again, kept) = (Drawn::Redrawn, Drawn::Unchanged);
        assert_eq!(drawn, [again, again, kept, kept, again, again, again, kept]);
        // Another mesh with the same pose is drawn.
        vertices[1].x = 5.0;
        assert_eq!([(); 3].map(|()| draw(&vertices, 4.0)), [again, kept, kept]);
    }
}
