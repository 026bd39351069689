//! One body on its own small piece of the sample grid.

use crate::canvas::{Canvas, Count};
use crate::drawing::{Placing, Subject, draw_block};
use crate::projection::Projection;
use crate::raster::{BLOCK, Clip, SmallBlock, with_lanes};
use crate::strips::{Lists, is_large};
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
    pose: Option<Pose>,
    /// A copy of the mesh; not yet made of a body that is on the move.
    mesh: Option<(Vec<Vec3>, Vec<[u32; 3]>)>,
}

/// Rotation, place and label. A pose that is not a number equals nothing, and is drawn again.
type Pose = (Quat, Vec3, u16);

fn pose(body: &Body<'_>) -> Pose {
    (body.rotation, body.translation_m, body.label)
}

/// Memory for drawing that any body can use.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    vertices: Vec<Vec4>,
    block: Box<SmallBlock>,
}

/// What a tile does about a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// It shows it already.
    Before,
    Anew,
    /// It is left to all threads.
    NotYet,
}

impl Tile {
    /// Draws `body` unless the tile shows it already or it is large; `index` is its position for error messages.
    pub(crate) fn draw(
        &mut self,
        index: usize,
        body: &Body<'_>,
        (grid, samples_per_side): (&Grid, usize),
        scratch: &mut Scratch,
    ) -> Result<Drawn, Error> {
        if self.shown.pose == Some(pose(body)) && self.shown.has_mesh(body) {
            return Ok(Drawn::Before);
        }
        let projection = Projection::new(body, grid, samples_per_side);
        let subject = Subject { body, index, projection: &projection };
        let last = self.shown.pose.take();
        let drawing = Drawing { subject, scratch, canvas: &mut self.canvas };
        let Some(count) = with_lanes(drawing)? else {
            self.shown.pose = last;
            return Ok(Drawn::NotYet);
        };
        self.show(subject, count, last);
        Ok(Drawn::Anew)
    }

    /// Draws `body` on all threads.
    pub(crate) fn draw_large(
        &mut self,
        index: usize,
        body: &Body<'_>,
        (grid, samples_per_side): (&Grid, usize),
        lists: &mut Lists,
    ) -> Result<(), Error> {
        let projection = Projection::new(body, grid, samples_per_side);
        let subject = Subject { body, index, projection: &projection };
        let last = self.shown.pose.take();
        let count = lists.draw(subject, &mut self.canvas)?;
        self.show(subject, count, last);
        Ok(())
    }

    /// Takes down what the tile shows now, after it has shown `last`.
    fn show(&mut self, Subject { body, projection, .. }: Subject<'_>, count: Count, last: Option<Pose>) {
        self.anchor = projection.anchor;
        self.count = count;
        let pose = Some(pose(body));
        // Of a body that stands still for the first time there is no copy yet, of one that moves there will be no use.
        self.shown.mesh = (pose == last).then(|| (body.vertices.to_vec(), body.triangles.to_vec()));
        self.shown.pose = pose;
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

/// All that is done to draw a body that is not large.
struct Drawing<'a> {
    subject: Subject<'a>,
    scratch: &'a mut Scratch,
    canvas: &'a mut Canvas,
}

impl WithSimd for Drawing<'_> {
    /// Nothing if the body is large.
    type Output = Result<Option<Count>, Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Result<Option<Count>, Error> {
        let Self { subject, scratch: Scratch { vertices, block }, canvas } = self;
        let Subject { body, projection, .. } = subject;
        if is_large(body.triangles.len(), &Clip::default()) {
            return Ok(None);
        }
        if vertices.len() < body.vertices.len() {
            vertices.resize(body.vertices.len(), Vec4::ZERO);
        }
        let vertices = &mut vertices[..body.vertices.len()];
        let extent = Placing { vertices: body.vertices, projection, out: vertices }.with_simd(simd);
        let bounds = extent.samples(&projection.whole);
        if is_large(0, &bounds) {
            return Ok(None);
        }
        canvas.clear(bounds);
        let mut painter = canvas.painter();
        let mut count = Count::default();
        for (n, triangles) in body.triangles.chunks(BLOCK).enumerate() {
            let (triangles, pens) = ((n * BLOCK, triangles), (&mut **block, &mut painter));
            count = count + draw_block(simd, subject, vertices, triangles, pens, |_| true)?;
        }
        Ok(Some(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    /// The copy of a mesh that a comparison needs is not made of bodies on the move, so the second look at a body that has
    /// stopped draws it once more.
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
        let (again, kept) = (Drawn::Anew, Drawn::Before);
        assert_eq!(drawn, [again, again, kept, kept, again, again, again, kept]);
        // Nor is it taken for another mesh in the same place.
        vertices[1].x = 5.0;
        assert_eq!([(); 3].map(|()| draw(&vertices, 4.0)), [again, kept, kept]);
    }
}
