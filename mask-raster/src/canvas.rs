//! Top and bottom of one body at the samples of a rectangle.

use crate::raster::{
    COLUMNS, Clip, LANES, Lanes, Plane, Point, ROWS, SUBSAMPLES, Small, SomeRows, Tiny, Triangle,
};
use glam::Vec4;
use pulp::Simd;
use rayon::prelude::*;
use std::ops::{Add, Range};

/// Heights beyond this could overflow when subtracted.
pub(crate) const HIGHEST_M: f32 = f32::MAX / 4.0;

const STEP: f32 = SUBSAMPLES as f32;
/// Steps to the west from each sample of a group to its first one, for its two numbers.
const WEST: [f32; LANES] = [0.0, 0.0, -STEP, -STEP, -2.0 * STEP, -2.0 * STEP, -3.0 * STEP, -3.0 * STEP];
/// Columns of a group, for the two numbers of each sample.
const COLUMN: [f32; LANES] = [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0];
/// From a height to how far it reaches up and down.
const UP_AND_DOWN: [f32; LANES] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

/// The point on the fixed-point grid of a projected vertex, in steps not yet rounded and m; `None` if it is out of reach or
/// too high, and its triangles cover nothing.
#[inline]
pub(crate) fn placed((x, y, z_m): (f64, f64, f32)) -> Option<Point> {
    Point::from_steps(x, y).filter(|_| z_m.abs() <= HIGHEST_M)
}

/// Binary logarithm of more rows than any canvas has.
const WHOLE: u32 = 31;

/// What became of a body's triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) flat: usize,
    pub(crate) unplaced: usize,
}

impl Add for Count {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { flat: self.flat + other.flat, unplaced: self.unplaced + other.unplaced }
    }
}

/// How far surfaces reach up and down at the samples of `bounds`: the highest one, and minus the lowest, m; −∞ where there
/// is none. So both are maxima, side by side.
///
/// Groups of samples may reach beyond the rectangle, so rows and columns have some to spare; what is written
/// there means nothing.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) bounds: Clip,
    /// Binary logarithm of the rows in a strip. Each strip has its row to spare.
    strip: u32,
    stride: usize,
    reach_m: Vec<[f32; 2]>,
}

/// A strip of a canvas with its memory at hand for the loop over the triangles.
pub(crate) struct Painter<'a> {
    pub(crate) bounds: Clip,
    stride: usize,
    reach_m: &'a mut [[f32; 2]],
}

impl Canvas {
    /// Makes the canvas blank for another rectangle, all in one strip.
    pub(crate) fn clear(&mut self, bounds: Clip) {
        self.divide(bounds, WHOLE);
        self.painter().clear();
    }

    /// Gives the canvas another rectangle, in strips of 2^`strip` rows, which are still to be made blank.
    pub(crate) fn divide(&mut self, bounds: Clip, strip: u32) {
        self.bounds = bounds;
        self.strip = strip;
        self.stride = bounds.width() + COLUMNS - 1;
        let strips = bounds.height().div_ceil(1 << strip).max(1);
        let samples = self.stride * (bounds.height() + strips);
        self.reach_m.resize(samples, [f32::NEG_INFINITY; 2]);
    }

    /// A blank canvas.
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

    /// All strips, from the lowest rows on.
    pub(crate) fn painters(&mut self) -> impl IndexedParallelIterator<Item = Painter<'_>> {
        let Self { bounds, strip, stride, ref mut reach_m } = *self;
        let rows = 1_usize << strip;
        reach_m.par_chunks_mut(stride * (rows + 1)).enumerate().map(move |(k, reach_m)| {
            let y0 = bounds.y0 + (k * rows) as i32;
            let bounds = Clip { y0, y1: bounds.y1.min(y0 + rows as i32), ..bounds };
            Painter { bounds, stride, reach_m }
        })
    }

    /// The samples of row `y`: top, and minus the bottom.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> &[[f32; 2]] {
        let row = (y - self.bounds.y0) as usize;
        let start = (row + (row >> self.strip)) * self.stride;
        &self.reach_m[start..start + self.bounds.width()]
    }
}

impl Painter<'_> {
    /// Makes the strip blank.
    pub(crate) fn clear(&mut self) {
        self.reach_m.fill([f32::NEG_INFINITY; 2]);
    }

    /// Draws a triangle of at most two columns and rows, whose heights are known.
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
                let west = Lanes::new(simd, WEST) - Lanes::splat(simd, column as f32 * STEP);
                let e = [excess[0] + dy[0] * west, excess[1] + dy[1] * west, excess[2] + dy[2] * west];
                let inside = zero.at_most(e[0].min(e[1]).min(e[2]));
                let z_m = base + (e[1] * slopes[0] + e[2] * slopes[1]);
                let start = row * self.stride + x + column;
                let samples = self.reach_m[start..start + COLUMNS].as_flattened_mut();
                let mut numbers = [0.0; LANES];
                numbers.copy_from_slice(samples);
                let reach_m = Lanes::new(simd, numbers).max(inside.select(z_m * up_and_down, none));
                samples.copy_from_slice(&reach_m.to_array());
                column += COLUMNS;
            }
            excess = [excess[0] + dx[0] * step, excess[1] + dx[1] * step, excess[2] + dx[2] * step];
        }
    }

    /// Draws a triangle of any size, or counts why it covers nothing.
    #[cfg(feature = "gpu")]
    pub(crate) fn draw_large(&mut self, vertices: [(f64, f64, f32); 3], count: &mut Count) {
        self.draw_any(pulp::Scalar256b, vertices, count);
    }

    /// Draws a triangle of any size, four columns of a row at a time, or counts why it covers nothing.
    #[inline(always)]
    pub(crate) fn draw_any<S: Simd>(&mut self, simd: S, vertices: [(f64, f64, f32); 3], count: &mut Count) {
        let [Some(a), Some(b), Some(c)] = vertices.map(placed) else {
            count.unplaced += 1;
            return;
        };
        let Some(triangle) = Triangle::new([a, b, c]) else {
            count.flat += 1;
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
            let SomeRows { low, high, excess: [second, third] } = rows.some(first);
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

    /// Draws a run of samples from where `excess` is that of two edge functions, which gain so much a column.
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
            // Whole numbers, rounded to `f32` once.
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

    /// Draws a triangle too large for `f64`.
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

    /// A triangle in a block, drawn with the vectors of this machine.
    struct Together<'a>([(f64, f64, f32); 3], Painter<'a>);

    impl WithSimd for Together<'_> {
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
                painter.draw_any(simd, corners, &mut Count::default());
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
            with_lanes(Together(corners, together.painter()));
            let mut alone = Canvas::default();
            alone.clear(bounds);
            alone.painter().draw_any(Scalar256b, corners, &mut Count::default());
            prop_assert_eq!(bits(&together), bits(&alone));

            let [a, b, c] = corners.map(|corner| placed(corner).expect("near"));
            let mut huge = Canvas::default();
            huge.clear(bounds);
            if let Some(triangle) = Triangle::new([a, b, c]) {
                huge.painter().draw_huge(&triangle, corners.map(|(_, _, z_m)| z_m));
            }
            prop_assert_eq!(bits(&alone), bits(&huge));
        }
    }
}
