//! A body large enough to be drawn by several threads.
//!
//! Its canvas is divided into strips of rows, and each strip is drawn from a list of the triangles that may cover samples in
//! it. Of the surfaces at a sample the highest and the lowest are kept, in whatever order they come, so neither the strips nor
//! the threads can change a bit.

use crate::Error;
use crate::canvas::{Canvas, Count, Painter};
use crate::drawing::{Placing, Subject, draw_block};
use crate::projection::Extent;
use crate::raster::{BLOCK, Clip, SmallBlock, first_sample, with_lanes};
use glam::Vec4;
use pulp::{Simd, WithSimd};
use rayon::prelude::*;

/// Bodies of fewer triangles and samples are not worth dividing.
const TRIANGLES: usize = 1 << 13;
const SAMPLES: u64 = 1 << 16;

/// Samples of a strip, so that it stays in a core's own memory while it is drawn; strips at least, so that several threads
/// finish together; and rows at least, so that few triangles lie in two.
const STRIP_SAMPLES: usize = 1 << 16;
const FEWEST_STRIPS: usize = 16;
const FEWEST_ROWS: usize = 8;

/// Vertices that a thread places at a time, and triangles that it lists.
const VERTICES: usize = 1 << 12;
const LISTED: usize = 1 << 14;

/// Memory for large bodies.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    vertices: Vec<Vec4>,
    /// For some triangles in turn, the numbers of those in each strip.
    strips: Vec<Vec<Vec<u32>>>,
}

/// Whether a body is worth dividing.
pub(crate) fn is_large(triangles: usize, bounds: &Clip) -> bool {
    triangles >= TRIANGLES || bounds.samples() >= SAMPLES
}

impl Lists {
    /// Draws a body of any size on all threads.
    pub(crate) fn draw(&mut self, subject: Subject<'_>, canvas: &mut Canvas) -> Result<Count, Error> {
        let Self { vertices, strips: lists } = self;
        let bounds = place(subject, vertices);
        let strips = Strips::new(bounds);
        canvas.divide(bounds, strips.log2_rows);
        let chunks = subject.body.triangles.par_chunks(LISTED);
        lists.resize_with(chunks.len(), Vec::new);
        let listed: Vec<_> = chunks
            .zip(&mut *lists)
            .enumerate()
            .map(|(k, (triangles, lists))| {
                lists.resize_with(strips.count, Vec::new);
                strips.list(subject, k * LISTED, triangles, vertices, lists)
            })
            .collect();
        // The first fault, not the one found first.
        listed.into_iter().collect::<Result<(), Error>>()?;
        let painters =
            canvas.painters().enumerate().map_init(Box::<SmallBlock>::default, |block, (own, painter)| {
                with_lanes(Strip { own, strips: &strips, subject, vertices, lists, painter, block })
            });
        let counts: Vec<_> = painters.collect();
        counts.into_iter().try_fold(Count::default(), |sum, count| Ok(sum + count?))
    }
}

fn place(Subject { body, projection, .. }: Subject<'_>, out: &mut Vec<Vec4>) -> Clip {
    out.resize(body.vertices.len(), Vec4::ZERO);
    let chunks = body.vertices.par_chunks(VERTICES).zip(out.par_chunks_mut(VERTICES));
    let extents = chunks.map(|(vertices, out)| with_lanes(Placing { vertices, projection, out }));
    extents.reduce(Extent::default, Extent::union).samples(&projection.whole)
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

    /// The first and the last strip in which a triangle may cover samples. One in none gets one: it is counted there.
    #[inline(always)]
    fn of(&self, [a, b, c]: [Vec4; 3]) -> [usize; 2] {
        if (a.x + b.x + c.x).is_nan() {
            // Too far for `f32` to tell.
            return [0, self.count - 1];
        }
        let strip =
            |row: i64| ((row - i64::from(self.bounds.y0)) >> self.log2_rows).clamp(0, self.count as i64 - 1);
        let first = first_sample(a.y.min(b.y).min(c.y) as i64);
        // Rows are half-open as well.
        let last = first_sample(a.y.max(b.y).max(c.y) as i64) - 1;
        [strip(first) as usize, strip(last.max(first)) as usize]
    }

    /// Lists some triangles, from number `first` on, by strips.
    fn list(
        &self,
        Subject { body, index, .. }: Subject<'_>,
        first: usize,
        triangles: &[[u32; 3]],
        vertices: &[Vec4],
        lists: &mut [Vec<u32>],
    ) -> Result<(), Error> {
        lists.iter_mut().for_each(Vec::clear);
        for (number, &triangle) in (first..).zip(triangles) {
            let [low, high] = self.of(body.corners(index, number, triangle, vertices)?);
            for list in &mut lists[low..=high] {
                list.push(number as u32);
            }
        }
        Ok(())
    }
}

/// All that is done to draw a strip.
struct Strip<'a> {
    own: usize,
    strips: &'a Strips,
    subject: Subject<'a>,
    vertices: &'a [Vec4],
    lists: &'a [Vec<Vec<u32>>],
    painter: Painter<'a>,
    block: &'a mut SmallBlock,
}

impl WithSimd for Strip<'_> {
    type Output = Result<Count, Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Result<Count, Error> {
        let Self { own, strips, subject, vertices, lists, mut painter, block } = self;
        painter.clear();
        let mut count = Count::default();
        // A triangle in several strips is counted in the first.
        let counted = |corners| strips.of(corners)[0] == own;
        let mut triangles = [[0; 3]; BLOCK];
        for numbers in lists.iter().flat_map(|lists| lists[own].chunks(BLOCK)) {
            let triangles = &mut triangles[..numbers.len()];
            for (triangle, &number) in triangles.iter_mut().zip(numbers) {
                *triangle = subject.body.triangles[number as usize];
            }
            // Those that are listed have their vertices: no message needs a number.
            let (triangles, pens) = ((0, &*triangles), (&mut *block, &mut painter));
            count = count + draw_block(simd, subject, vertices, triangles, pens, counted)?;
        }
        Ok(count)
    }
}
