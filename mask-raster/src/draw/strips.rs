//! Large bodies, drawn by several threads.
//!
//! The canvas is divided into strips of rows, and each strip is drawn from a list of the triangles that may cover samples in it.
//! A sample keeps the highest and the lowest of the surfaces drawn there, in whatever order they come, so neither strips nor
//! threads can change a bit.

use super::block::{Subject, draw_block};
use super::canvas::{Canvas, Painter};
use super::projection::{Extent, ProjectVertices};
use super::report::Skipped;
use crate::Error;
use crate::raster::{BLOCK, Clip, SmallBlock, first_sample, with_lanes};
use glam::Vec4;
use pulp::{Simd, WithSimd};
use rayon::prelude::*;

/// Triangles and samples below which a body is not worth dividing.
const LARGE_TRIANGLES: usize = 1 << 13;
const LARGE_SAMPLES: u64 = 1 << 16;

/// Most samples of a strip, so that it stays in a core's cache while it is drawn; fewest strips, so that threads finish together;
/// and fewest rows, so that few triangles lie in two strips.
const STRIP_SAMPLES: usize = 1 << 16;
const FEWEST_STRIPS: usize = 16;
const FEWEST_ROWS: usize = 8;

/// Vertices that a thread projects at a time, and triangles that it lists.
const VERTICES_AT_ONCE: usize = 1 << 12;
const TRIANGLES_AT_ONCE: usize = 1 << 14;

/// The triangles of a large body by strip; kept from body to body to reuse its memory.
#[derive(Debug, Default)]
pub(crate) struct StripLists {
    vertices: Vec<Vec4>,
    /// For each chunk of triangles and each strip, the indices of the triangles that may cover samples there.
    lists: Vec<Vec<Vec<u32>>>,
}

/// Whether a body is worth dividing into strips.
pub(crate) fn is_large(triangles: usize, bounds: &Clip) -> bool {
    triangles >= LARGE_TRIANGLES || bounds.samples() >= LARGE_SAMPLES
}

impl StripLists {
    /// Draws a body on all threads.
    pub(crate) fn draw(&mut self, subject: Subject<'_>, canvas: &mut Canvas) -> Result<Skipped, Error> {
        let Self { vertices, lists } = self;
        let bounds = project(subject, vertices);
        let strips = Strips::new(bounds);
        canvas.divide(bounds, strips.log2_rows);
        let chunks = subject.body.triangles.par_chunks(TRIANGLES_AT_ONCE);
        lists.resize_with(chunks.len(), Vec::new);
        let listed: Vec<_> = chunks
            .zip(&mut *lists)
            .enumerate()
            .map(|(k, (triangles, lists))| {
                lists.resize_with(strips.count, Vec::new);
                strips.list(subject, k * TRIANGLES_AT_ONCE, triangles, vertices, lists)
            })
            .collect();
        // The error of the first triangle, whichever thread was first to find one.
        listed.into_iter().collect::<Result<(), Error>>()?;
        let painters =
            canvas.painters().enumerate().map_init(Box::<SmallBlock>::default, |block, (own, painter)| {
                with_lanes(DrawStrip { own, strips: &strips, subject, vertices, lists, painter, block })
            });
        let skipped: Vec<_> = painters.collect();
        skipped.into_iter().try_fold(Skipped::default(), |sum, skipped| Ok(sum + skipped?))
    }
}

/// Projects all vertices to `out`; returns the samples that the body may cover.
fn project(Subject { body, projection, .. }: Subject<'_>, out: &mut Vec<Vec4>) -> Clip {
    out.resize(body.vertices.len(), Vec4::ZERO);
    let chunks = body.vertices.par_chunks(VERTICES_AT_ONCE).zip(out.par_chunks_mut(VERTICES_AT_ONCE));
    let extents = chunks.map(|(vertices, out)| with_lanes(ProjectVertices { vertices, projection, out }));
    extents.reduce(Extent::default, Extent::union).samples(&projection.grid_samples)
}

/// The strips of a canvas, of 2^`log2_rows` rows each.
struct Strips {
    bounds: Clip,
    log2_rows: u32,
    count: usize,
}

impl Strips {
    fn new(bounds: Clip) -> Self {
        let rows =
            (STRIP_SAMPLES / bounds.width().max(1)).min(bounds.height() / FEWEST_STRIPS).max(FEWEST_ROWS);
        let log2_rows = rows.ilog2();
        Self { bounds, log2_rows, count: bounds.height().div_ceil(1 << log2_rows).max(1) }
    }

    /// The first and the last strip in which a triangle may cover samples. A triangle that covers none gets a strip too, in which
    /// it is counted.
    #[inline(always)]
    fn of(&self, [a, b, c]: [Vec4; 3]) -> [usize; 2] {
        if (a.x + b.x + c.x).is_nan() {
            // Too far for an exact position in `f32`.
            return [0, self.count - 1];
        }
        let strip =
            |row: i64| ((row - i64::from(self.bounds.y0)) >> self.log2_rows).clamp(0, self.count as i64 - 1);
        let first = first_sample(a.y.min(b.y).min(c.y) as i64);
        // A triangle does not cover samples on its upper border.
        let last = first_sample(a.y.max(b.y).max(c.y) as i64) - 1;
        [strip(first) as usize, strip(last.max(first)) as usize]
    }

    /// Lists triangles by strip; `first` is the index of the first one.
    fn list(
        &self,
        Subject { body, index, .. }: Subject<'_>,
        first: usize,
        triangles: &[[u32; 3]],
        vertices: &[Vec4],
        lists: &mut [Vec<u32>],
    ) -> Result<(), Error> {
        lists.iter_mut().for_each(Vec::clear);
        for (t, &triangle) in (first..).zip(triangles) {
            let [low, high] = self.of(body.corners(index, t, triangle, vertices)?);
            for list in &mut lists[low..=high] {
                list.push(t as u32);
            }
        }
        Ok(())
    }
}

/// Draws a strip.
struct DrawStrip<'a> {
    own: usize,
    strips: &'a Strips,
    subject: Subject<'a>,
    vertices: &'a [Vec4],
    lists: &'a [Vec<Vec<u32>>],
    painter: Painter<'a>,
    block: &'a mut SmallBlock,
}

impl WithSimd for DrawStrip<'_> {
    type Output = Result<Skipped, Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Result<Skipped, Error> {
        let Self { own, strips, subject, vertices, lists, mut painter, block } = self;
        painter.clear();
        let mut skipped = Skipped::default();
        // A triangle in several strips is counted in the first.
        let is_counted = |corners| strips.of(corners)[0] == own;
        let mut triangles = [[0; 3]; BLOCK];
        for indices in lists.iter().flat_map(|lists| lists[own].chunks(BLOCK)) {
            let triangles = &mut triangles[..indices.len()];
            for (triangle, &t) in triangles.iter_mut().zip(indices) {
                *triangle = subject.body.triangles[t as usize];
            }
            // Vertices were checked when the triangles were listed, so no message needs the index of the first one.
            let (triangles, target) = ((0, &*triangles), (&mut *block, &mut painter));
            skipped = skipped + draw_block(simd, subject, vertices, triangles, target, is_counted)?;
        }
        Ok(skipped)
    }
}
