//! Highest and lowest surface of one body at the samples of a rectangle.

use super::projection::snap;
use super::report::Skipped;
use crate::raster::{COLUMNS, Clip, LANES, Lanes, Plane, ROWS, RowGroup, SUBSAMPLES, Small, Tiny, Triangle};
use glam::Vec4;
use pulp::Simd;
use rayon::prelude::*;
use std::ops::Range;

const STEP: f32 = SUBSAMPLES as f32;
/// Offset in x from each sample of a group to its first one, in steps; two entries for each sample, as in the canvas.
const TO_FIRST: [f32; LANES] = [0.0, 0.0, -STEP, -STEP, -2.0 * STEP, -2.0 * STEP, -3.0 * STEP, -3.0 * STEP];
/// Column of each sample of a group.
const COLUMN: [f32; LANES] = [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0];
/// Factors that turn a height into the two numbers that a canvas keeps: the height and minus the height.
const UP_AND_DOWN: [f32; LANES] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

/// Binary logarithm of the rows in a strip that holds all of any canvas.
const ONE_STRIP: u32 = 31;

/// For each sample of `bounds` the height of the highest surface and minus that of the lowest, m; −∞ where there is none.
/// Both are maxima, so one vector instruction updates them together.
///
/// Groups of samples may extend beyond the rectangle: each row has spare samples at its end and each strip a spare row, whose
/// contents mean nothing.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) bounds: Clip,
    /// Binary logarithm of the rows in a strip.
    log2_rows: u32,
    /// Samples from one row to the next.
    stride: usize,
    reach_m: Vec<[f32; 2]>,
}

/// A strip of a canvas, to draw triangles on.
pub(crate) struct Painter<'a> {
    pub(crate) bounds: Clip,
    stride: usize,
    reach_m: &'a mut [[f32; 2]],
}

impl Canvas {
    /// Clears the canvas and sets its rectangle, as one strip.
    pub(crate) fn clear(&mut self, bounds: Clip) {
        self.divide(bounds, ONE_STRIP);
        self.painter().clear();
    }

    /// Sets the rectangle of the canvas, in strips of 2^`log2_rows` rows, without clearing them.
    pub(crate) fn divide(&mut self, bounds: Clip, log2_rows: u32) {
        self.bounds = bounds;
        self.log2_rows = log2_rows;
        self.stride = bounds.width() + COLUMNS - 1;
        let strips = bounds.height().div_ceil(1 << log2_rows).max(1);
        let samples = self.stride * (bounds.height() + strips);
        self.reach_m.resize(samples, [f32::NEG_INFINITY; 2]);
    }

    /// A cleared canvas.
    #[cfg(feature = "gpu")]
    pub(crate) fn blank(bounds: Clip) -> Self {
        let mut canvas = Self::default();
        canvas.clear(bounds);
        canvas
    }

    /// The only strip.
    pub(crate) fn painter(&mut self) -> Painter<'_> {
        let Self { bounds, stride, ref mut reach_m, .. } = *self;
        Painter { bounds, stride, reach_m }
    }

    /// All strips, rows ascending.
    pub(crate) fn painters(&mut self) -> impl IndexedParallelIterator<Item = Painter<'_>> {
        let Self { bounds, log2_rows, stride, ref mut reach_m } = *self;
        let rows = 1_usize << log2_rows;
        reach_m.par_chunks_mut(stride * (rows + 1)).enumerate().map(move |(k, reach_m)| {
            let y0 = bounds.y0 + (k * rows) as i32;
            let bounds = Clip { y0, y1: bounds.y1.min(y0 + rows as i32), ..bounds };
            Painter { bounds, stride, reach_m }
        })
    }

    /// Top and minus bottom of the samples in row `y`.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> &[[f32; 2]] {
        let row = (y - self.bounds.y0) as usize;
        let start = (row + (row >> self.log2_rows)) * self.stride;
        &self.reach_m[start..start + self.bounds.width()]
    }
}

impl Painter<'_> {
    /// Clears the strip.
    pub(crate) fn clear(&mut self) {
        self.reach_m.fill([f32::NEG_INFINITY; 2]);
    }

    /// Draws a triangle of at most two columns and rows, whose heights were computed with its block.
    #[inline(always)]
    pub(crate) fn draw_tiny(&mut self, Tiny { reach_m, corner: [x, y] }: &Tiny) {
        let start = y * self.stride + x;
        for (row, reach_m) in [start, start + self.stride].into_iter().zip(reach_m) {
            let pair = self.reach_m[row..row + 2].as_flattened_mut();
            Vec4::from_slice(pair).max(*reach_m).write_to_slice(pair);
        }
    }

    /// Draws a small triangle, four columns of a row at a time.
    #[inline(always)]
    pub(crate) fn draw_small<S: Simd>(&mut self, simd: S, small: &Small<S>) {
        let Small { mut excess, dx, dy, base, slopes, corner: [x, y], columns, rows } = *small;
        let (zero, none) = (Lanes::splat(simd, 0.0), Lanes::splat(simd, f32::NEG_INFINITY));
        let (step, up_and_down) = (Lanes::splat(simd, STEP), Lanes::new(simd, UP_AND_DOWN));
        for row in y..y + rows {
            let mut column = 0;
            while column < columns {
                let west = Lanes::new(simd, TO_FIRST) - Lanes::splat(simd, column as f32 * STEP);
                let e = [excess[0] + dy[0] * west, excess[1] + dy[1] * west, excess[2] + dy[2] * west];
                let inside = zero.at_most(e[0].min(e[1]).min(e[2]));
                let z_m = base + (e[1] * slopes[0] + e[2] * slopes[1]);
                let start = row * self.stride + x + column;
                let samples = self.reach_m[start..start + COLUMNS].as_flattened_mut();
                let samples: &mut [f32; LANES] = samples.first_chunk_mut().expect("two numbers a sample");
                let reach_m = Lanes::new(simd, *samples).max(inside.select(z_m * up_and_down, none));
                *samples = reach_m.to_array();
                column += COLUMNS;
            }
            excess = [excess[0] + dx[0] * step, excess[1] + dx[1] * step, excess[2] + dx[2] * step];
        }
    }

    /// Draws a triangle of any size, or counts it as skipped.
    #[cfg(feature = "gpu")]
    pub(crate) fn draw_large(&mut self, vertices: [(f64, f64, f32); 3], skipped: &mut Skipped) {
        self.draw_any(pulp::Scalar256b, vertices, skipped);
    }

    /// Draws a triangle of any size, four columns of a row at a time, or counts it as skipped.
    #[inline(always)]
    pub(crate) fn draw_any<S: Simd>(
        &mut self,
        simd: S,
        vertices: [(f64, f64, f32); 3],
        skipped: &mut Skipped,
    ) {
        let [Some(a), Some(b), Some(c)] = vertices.map(snap) else {
            skipped.unplaced += 1;
            return;
        };
        let Some(triangle) = Triangle::new([a, b, c]) else {
            skipped.flat += 1;
            return;
        };
        let z_m = vertices.map(|v| v.2);
        let Some(rows) = triangle.rows(&self.bounds) else {
            self.draw_huge(&triangle, z_m);
            return;
        };
        let Plane { base, slopes } = triangle.plane(z_m, rows.least());
        let plane = (Lanes::splat(simd, base), slopes.map(|slope| Lanes::splat(simd, slope)));
        let Clip { x0, y0, .. } = rows.bounds;
        let (columns, height) = ((x0 - self.bounds.x0) as usize, rows.bounds.height());
        for first in (0..height).step_by(ROWS) {
            let RowGroup { low, high, excess: [second, third] } = rows.group(first);
            for r in 0..ROWS.min(height - first) {
                if low[r] < high[r] {
                    let row = (y0 - self.bounds.y0) as usize + first + r;
                    let start = row * self.stride + columns + low[r] as usize;
                    let run = start..start + (high[r] - low[r]) as usize;
                    self.draw_run(simd, run, plane, [second[r], third[r]], rows.gain());
                }
            }
        }
    }

    /// Draws a run of samples of a row. `excess` holds two edge functions at its first sample, `gain` their increase per column.
    #[inline(always)]
    fn draw_run<S: Simd>(
        &mut self,
        simd: S,
        run: Range<usize>,
        (base, slopes): (Lanes<S>, [Lanes<S>; 2]),
        excess: [f64; 2],
        gain: [f64; 2],
    ) {
        let (up_and_down, none) = (Lanes::new(simd, UP_AND_DOWN), Lanes::splat(simd, f32::NEG_INFINITY));
        let mut e = [[0.0; COLUMNS]; 2];
        for k in 0..2 {
            for j in 0..COLUMNS {
                e[k][j] = excess[k] + j as f64 * gain[k];
            }
        }
        for start in run.clone().step_by(COLUMNS) {
            // Integers, rounded to `f32` once.
            let rounded = [pairs(simd, &e[0]), pairs(simd, &e[1])];
            let z_m = base + (rounded[0] * slopes[0] + rounded[1] * slopes[1]);
            let inside = Lanes::new(simd, COLUMN).less_than(Lanes::splat(simd, (run.end - start) as f32));
            let samples = self.reach_m[start..start + COLUMNS].as_flattened_mut();
            let mut numbers = [0.0; LANES];
            numbers.copy_from_slice(samples);
            let reach_m = Lanes::new(simd, numbers).max(inside.select(z_m * up_and_down, none));
            samples.copy_from_slice(&reach_m.to_array());
            for k in 0..2 {
                for j in 0..COLUMNS {
                    e[k][j] += COLUMNS as f64 * gain[k];
                }
            }
        }
    }

    /// Draws a triangle whose edge functions are not exact in `f64`.
    #[inline(never)]
    fn draw_huge(&mut self, triangle: &Triangle, z_m: [f32; 3]) {
        let Self { bounds, stride, reach_m } = self;
        triangle.for_each_value(bounds, z_m, |x, y, z_m| {
            let [up_m, down_m] = &mut reach_m[(y - bounds.y0) as usize * *stride + (x - bounds.x0) as usize];
            (*up_m, *down_m) = (up_m.max(z_m), down_m.max(-z_m));
        });
    }
}

/// Each of four numbers twice, as `f32`.
#[inline(always)]
fn pairs<S: Simd>(simd: S, numbers: &[f64; COLUMNS]) -> Lanes<S> {
    let [a, b, c, d] = numbers.map(|number| number as f32);
    Lanes::new(simd, [a, a, b, b, c, c, d, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::{SmallBlock, with_lanes};
    use glam::Vec4;
    use proptest::prelude::*;
    use pulp::{Scalar256b, WithSimd};

    fn bits(canvas: &Canvas) -> Vec<(u32, u32)> {
        let rows = (canvas.bounds.y0..canvas.bounds.y1).flat_map(|y| canvas.row(y));
        rows.map(|[up_m, down_m]| (up_m.to_bits(), down_m.to_bits())).collect()
    }

    /// Draws a triangle as part of a block, with the vectors of this machine.
    struct InBlock<'a>([(f64, f64, f32); 3], Painter<'a>);

    impl WithSimd for InBlock<'_> {
        type Output = ();

        fn with_simd<S: Simd>(self, simd: S) {
            let Self(corners, mut painter) = self;
            let mut block = SmallBlock::default();
            block.put(0, [corners.map(|(x, y, z_m)| Vec4::new(x as f32, y as f32, z_m, 0.0)); 4]);
            block.set_up(simd, &painter.bounds, 1);
            for &t in block.tiny() {
                painter.draw_tiny(&block.get_tiny(t));
            }
            for &t in block.small() {
                painter.draw_small(simd, &block.get(simd, t));
            }
            for _ in block.others() {
                painter.draw_any(simd, corners, &mut Skipped::default());
            }
        }
    }

    /// Corners of triangles up to and beyond the largest that count as small.
    fn corners() -> impl Strategy<Value = [(i16, i16, f32); 3]> {
        let sides =
            prop_oneof![Just((900_i16, 900_i16)), Just((2300, 450)), Just((500, 2300)), Just((2300, 2300))];
        sides.prop_flat_map(|(x, y)| prop::array::uniform3((-x..x, -y..y, -5.0_f32..5.0)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn small_large_and_huge_triangles_are_drawn_to_the_same_bits_by_any_vectors(corners in corners(), wide in any::<bool>()) {
            let narrow = Clip { x0: -3, y0: -2, x1: 4, y1: 3 };
            let bounds = if wide { Clip { x0: -9, y0: -9, x1: 10, y1: 10 } } else { narrow };
            let corners = corners.map(|(x, y, z_m)| (f64::from(x), f64::from(y), z_m));
            let mut together = Canvas::default();
            together.clear(bounds);
            with_lanes(InBlock(corners, together.painter()));
            let mut alone = Canvas::default();
            alone.clear(bounds);
            alone.painter().draw_any(Scalar256b, corners, &mut Skipped::default());
            prop_assert_eq!(bits(&together), bits(&alone));

            let [a, b, c] = corners.map(|corner| snap(corner).expect("near"));
            let mut huge = Canvas::default();
            huge.clear(bounds);
            if let Some(triangle) = Triangle::new([a, b, c]) {
                huge.painter().draw_huge(&triangle, corners.map(|(_, _, z_m)| z_m));
            }
            prop_assert_eq!(bits(&alone), bits(&huge));
        }
    }
}
