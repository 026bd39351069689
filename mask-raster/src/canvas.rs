//! Top and bottom of one body at the samples of a rectangle.

use crate::raster::{COLUMNS, Clip, LANES, Lanes, Point, SUBSAMPLES, Small, Tiny, Triangle};
use glam::Vec4;
use pulp::Simd;

/// Heights beyond this could overflow when subtracted.
pub(crate) const HIGHEST_M: f32 = f32::MAX / 4.0;

const STEP: f32 = SUBSAMPLES as f32;
/// Steps to the west from each sample of a group to its first one, for its two numbers.
const WEST: [f32; LANES] = [0.0, 0.0, -STEP, -STEP, -2.0 * STEP, -2.0 * STEP, -3.0 * STEP, -3.0 * STEP];
/// From a height to how far it reaches up and down.
const UP_AND_DOWN: [f32; LANES] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

/// The point on the fixed-point grid of a projected vertex, in steps not yet rounded and m; `None` if it is out of reach or
/// too high, and its triangles cover nothing.
#[inline]
pub(crate) fn placed((x, y, z_m): (f64, f64, f32)) -> Option<Point> {
    Point::from_steps(x, y).filter(|_| z_m.abs() <= HIGHEST_M)
}

/// What became of a body's triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) flat: usize,
    pub(crate) unplaced: usize,
}

/// How far surfaces reach up and down at the samples of `bounds`: the highest one, and minus the lowest, m; −∞ where there
/// is none. So both are maxima, side by side.
///
/// Groups of samples may reach beyond the rectangle, so rows and columns have some to spare; what is written
/// there means nothing.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) bounds: Clip,
    stride: usize,
    reach_m: Vec<[f32; 2]>,
}

/// A canvas with its memory at hand for the loop over the triangles.
pub(crate) struct Painter<'a> {
    pub(crate) bounds: Clip,
    stride: usize,
    reach_m: &'a mut [[f32; 2]],
}

impl Canvas {
    /// Makes the canvas blank for another rectangle.
    pub(crate) fn clear(&mut self, bounds: Clip) {
        let width = (bounds.x1 - bounds.x0).max(0) as usize;
        let height = (bounds.y1 - bounds.y0).max(0) as usize;
        self.bounds = bounds;
        self.stride = width + COLUMNS - 1;
        self.reach_m.clear();
        self.reach_m.resize(self.stride * (height + 1), [f32::NEG_INFINITY; 2]);
    }

    /// A blank canvas.
    #[cfg(feature = "gpu")]
    pub(crate) fn blank(bounds: Clip) -> Self {
        let mut canvas = Self::default();
        canvas.clear(bounds);
        canvas
    }

    pub(crate) fn painter(&mut self) -> Painter<'_> {
        let Self { bounds, stride, ref mut reach_m } = *self;
        Painter { bounds, stride, reach_m }
    }

    /// The samples of row `y`: top, and minus the bottom.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> &[[f32; 2]] {
        let start = (y - self.bounds.y0) as usize * self.stride;
        &self.reach_m[start..start + (self.bounds.x1 - self.bounds.x0) as usize]
    }
}

impl Painter<'_> {
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
    #[inline(never)]
    pub(crate) fn draw_large(&mut self, vertices: [(f64, f64, f32); 3], count: &mut Count) {
        let [Some(a), Some(b), Some(c)] = vertices.map(placed) else {
            count.unplaced += 1;
            return;
        };
        let Some(triangle) = Triangle::new([a, b, c]) else {
            count.flat += 1;
            return;
        };
        let Self { bounds, stride, reach_m } = self;
        triangle.for_each_value(bounds, vertices.map(|v| v.2), |x, y, z_m| {
            let [up_m, down_m] = &mut reach_m[(y - bounds.y0) as usize * *stride + (x - bounds.x0) as usize];
            (*up_m, *down_m) = (up_m.max(z_m), down_m.max(-z_m));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::SmallBlock;
    use glam::Vec4;
    use proptest::prelude::*;
    use pulp::Scalar256b;

    fn bits(canvas: &Canvas) -> Vec<(u32, u32)> {
        let rows = (canvas.bounds.y0..canvas.bounds.y1).flat_map(|y| canvas.row(y));
        rows.map(|[up_m, down_m]| (up_m.to_bits(), down_m.to_bits())).collect()
    }

    proptest! {
        #[test]
        fn small_and_large_triangles_are_drawn_to_the_same_bits(
            corners in prop::array::uniform3((-900_i16..900, -900_i16..900, -5.0_f32..5.0)),
        ) {
            let bounds = Clip { x0: -3, y0: -2, x1: 4, y1: 3 };
            let (mut few, mut many) = (Canvas::default(), Canvas::default());
            few.clear(bounds);
            many.clear(bounds);
            let corners = corners.map(|(x, y, z_m)| (f64::from(x), f64::from(y), z_m));
            let mut block = SmallBlock::default();
            block.put(0, [corners.map(|(x, y, z_m)| Vec4::new(x as f32, y as f32, z_m, 0.0)); 4]);
            block.set_up(Scalar256b, &bounds, 1);
            for &t in block.tiny() {
                few.painter().draw_tiny(&block.get_tiny(t));
            }
            for &t in block.small() {
                few.painter().draw_small(Scalar256b, &block.get(Scalar256b, t));
            }
            many.painter().draw_large(corners, &mut Count::default());
            prop_assert_eq!(bits(&few), bits(&many));
        }
    }
}
