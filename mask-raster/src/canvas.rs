//! Top and bottom of one body at the samples of a rectangle.

use crate::raster::{COLUMNS, Clip, Point, ROWS, Small, Triangle};
use glam::Vec4;

/// Heights beyond this could overflow when subtracted.
pub(crate) const HIGHEST_M: f32 = f32::MAX / 4.0;

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
    #[inline]
    pub(crate) fn draw_small(&mut self, small: &Small) {
        let Self { bounds, stride, top_m, bottom_m } = self;
        small.for_each_group(|x, y, inside, z_m| {
            let start = (y - bounds.y0) as usize * *stride + (x - bounds.x0) as usize;
            let group = start..start + COLUMNS;
            let (top, bottom) = (&mut top_m[group.clone()], &mut bottom_m[group]);
            let up = Vec4::select(inside, z_m, Vec4::NEG_INFINITY);
            let down = Vec4::select(inside, z_m, Vec4::INFINITY);
            Vec4::from_slice(top).max(up).write_to_slice(top);
            Vec4::from_slice(bottom).min(down).write_to_slice(bottom);
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            if let Ok(small) = Small::new(corners.map(|(x, y, z_m)| Vec4::new(x as f32, y as f32, z_m, 0.0)), &bounds) {
                few.painter().draw_small(&small);
                many.painter().draw_large(corners, &mut Count::default());
            }
            prop_assert_eq!(bits(&few), bits(&many));
        }
    }
}
