//! Top and bottom of one body at the samples of a rectangle.

use crate::raster::{COLUMNS, Clip, LANES, Lanes, Point, ROWS, SUBSAMPLES, Small, Triangle};
use pulp::Simd;

/// Heights beyond this could overflow when subtracted.
pub(crate) const HIGHEST_M: f32 = f32::MAX / 4.0;

const STEP: f32 = SUBSAMPLES as f32;
/// Steps from each sample of a group to its first one: to the west, and to the north.
const WEST: [f32; LANES] = [0.0, -STEP, -2.0 * STEP, -3.0 * STEP, 0.0, -STEP, -2.0 * STEP, -3.0 * STEP];
const NORTH: [f32; LANES] = [0.0, 0.0, 0.0, 0.0, STEP, STEP, STEP, STEP];

/// What became of a body's triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) flat: usize,
    pub(crate) unplaced: usize,
}

/// Highest and lowest surface at the samples of `bounds`; ∓∞ where there is none.
///
/// Groups of samples may reach beyond the rectangle, so rows and columns have some to spare; what is written
/// there means nothing.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) bounds: Clip,
    stride: usize,
    top_m: Vec<f32>,
    bottom_m: Vec<f32>,
}

/// A canvas with its memory at hand for the loop over the triangles.
pub(crate) struct Painter<'a> {
    pub(crate) bounds: Clip,
    stride: usize,
    top_m: &'a mut [f32],
    bottom_m: &'a mut [f32],
}

impl Canvas {
    /// Makes the canvas blank for another rectangle.
    pub(crate) fn clear(&mut self, bounds: Clip) {
        let width = (bounds.x1 - bounds.x0).max(0) as usize;
        let height = (bounds.y1 - bounds.y0).max(0) as usize;
        self.bounds = bounds;
        self.stride = width + COLUMNS - 1;
        for (samples, blank) in [(&mut self.top_m, f32::NEG_INFINITY), (&mut self.bottom_m, f32::INFINITY)] {
            samples.clear();
            samples.resize(self.stride * (height + ROWS - 1), blank);
        }
    }

    /// A blank canvas.
    #[cfg(feature = "gpu")]
    pub(crate) fn blank(bounds: Clip) -> Self {
        let mut canvas = Self::default();
        canvas.clear(bounds);
        canvas
    }

    pub(crate) fn painter(&mut self) -> Painter<'_> {
        let Self { bounds, stride, ref mut top_m, ref mut bottom_m } = *self;
        Painter { bounds, stride, top_m, bottom_m }
    }

    /// Top and bottom at the samples of row `y`.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> (&[f32], &[f32]) {
        let start = (y - self.bounds.y0) as usize * self.stride;
        let samples = start..start + (self.bounds.x1 - self.bounds.x0) as usize;
        (&self.top_m[samples.clone()], &self.bottom_m[samples])
    }
}

impl Painter<'_> {
    /// Draws a small triangle, four columns of two rows at a time. Nearly all are done with the first eight samples, so what
    /// others need is not prepared.
    #[inline(always)]
    pub(crate) fn draw_small<S: Simd>(&mut self, simd: S, small: &Small<S>) {
        let Small { excess, dx, dy, base, slopes, corner: [x, y], columns, rows } = *small;
        let (zero, none_high, none_low) = (
            Lanes::splat(simd, 0.0),
            Lanes::splat(simd, f32::NEG_INFINITY),
            Lanes::splat(simd, f32::INFINITY),
        );
        let mut row = 0;
        while row < rows {
            let mut column = 0;
            while column < columns {
                let west = Lanes::new(simd, WEST) - Lanes::splat(simd, column as f32 * STEP);
                let north = Lanes::new(simd, NORTH) + Lanes::splat(simd, row as f32 * STEP);
                let e = [
                    excess[0] + (dy[0] * west + dx[0] * north),
                    excess[1] + (dy[1] * west + dx[1] * north),
                    excess[2] + (dy[2] * west + dx[2] * north),
                ];
                let inside = zero.at_most(e[0].min(e[1]).min(e[2]));
                let z_m = base + (e[1] * slopes[0] + e[2] * slopes[1]);
                let start = (y + row) * self.stride + x + column;
                let samples = start..start + self.stride + COLUMNS;
                let top = &mut self.top_m[samples.clone()];
                let highest = join(simd, top, self.stride).max(inside.select(z_m, none_high));
                part(highest, top, self.stride);
                let bottom = &mut self.bottom_m[samples];
                let lowest = join(simd, bottom, self.stride).min(inside.select(z_m, none_low));
                part(lowest, bottom, self.stride);
                column += COLUMNS;
            }
            row += ROWS;
        }
    }

    /// Draws a triangle of any size, or counts why it covers nothing.
    #[inline(never)]
    pub(crate) fn draw_large(&mut self, vertices: [(f64, f64, f32); 3], count: &mut Count) {
        let placed = vertices.map(|(x, y, z_m)| Point::from_steps(x, y).filter(|_| z_m.abs() <= HIGHEST_M));
        let [Some(a), Some(b), Some(c)] = placed else {
            count.unplaced += 1;
            return;
        };
        let Some(triangle) = Triangle::new([a, b, c]) else {
            count.flat += 1;
            return;
        };
        let Self { bounds, stride, top_m, bottom_m } = self;
        triangle.for_each_value(bounds, vertices.map(|v| v.2), |x, y, z_m| {
            let sample = (y - bounds.y0) as usize * *stride + (x - bounds.x0) as usize;
            top_m[sample] = top_m[sample].max(z_m);
            bottom_m[sample] = bottom_m[sample].min(z_m);
        });
    }
}

/// The first four samples of a row and of the next one.
#[inline(always)]
fn join<S: Simd>(simd: S, samples: &[f32], stride: usize) -> Lanes<S> {
    let mut numbers = [0.0; LANES];
    numbers[..COLUMNS].copy_from_slice(&samples[..COLUMNS]);
    numbers[COLUMNS..].copy_from_slice(&samples[stride..stride + COLUMNS]);
    Lanes::new(simd, numbers)
}

/// Puts them back.
#[inline(always)]
fn part<S: Simd>(numbers: Lanes<S>, samples: &mut [f32], stride: usize) {
    let numbers = numbers.to_array();
    samples[..COLUMNS].copy_from_slice(&numbers[..COLUMNS]);
    samples[stride..stride + COLUMNS].copy_from_slice(&numbers[COLUMNS..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::SmallBlock;
    use glam::Vec4;
    use proptest::prelude::*;
    use pulp::Scalar256b;

    fn bits(canvas: &Canvas) -> Vec<(u32, u32)> {
        let rows = (canvas.bounds.y0..canvas.bounds.y1).map(|y| canvas.row(y));
        rows.flat_map(|(top, bottom)| top.iter().zip(bottom).map(|(t, b)| (t.to_bits(), b.to_bits())))
            .collect()
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
            for &t in block.seen() {
                few.painter().draw_small(Scalar256b, &block.get(Scalar256b, t));
                many.painter().draw_large(corners, &mut Count::default());
            }
            prop_assert_eq!(bits(&few), bits(&many));
        }
    }
}
