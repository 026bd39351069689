//! Vertices on the fixed-point grid, and rectangles of samples.

/// Steps of the fixed-point grid per sample.
pub const SUBSAMPLES: i64 = 256;

/// Largest coordinate, in fixed-point steps: edge functions of such vertices stay below 2^106.
const REACH: f64 = (1_u64 << 50) as f64;

/// Adding it leaves no bits for a fraction, so the sum is rounded to an integer, ties to even, without a branch or a library call.
/// Valid for magnitudes below 2^51.
const ROUND: f64 = (3_u64 << 51) as f64;

/// Rounds to the nearest integer, ties to even; for magnitudes below 2^51.
#[inline]
pub(crate) fn round(x: f64) -> f64 {
    (x + ROUND) - ROUND
}

/// A vertex in sample coordinates, rounded to 1/256 of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Point {
    /// Rounds sample coordinates to the nearest fixed-point step; ties to even, so that a shift by whole samples commutes with it.
    ///
    /// `None` if a coordinate is NaN or of magnitude above 2⁴² samples. Coverage is exact for anything nearer, however far outside
    /// the clip rectangle, so triangles need no clipping.
    #[inline]
    pub fn snap(x: f64, y: f64) -> Option<Self> {
        Self::from_steps(x * SUBSAMPLES as f64, y * SUBSAMPLES as f64)
    }

    /// [`Point::snap`] for coordinates in fixed-point steps, not yet rounded.
    #[inline]
    pub(crate) fn from_steps(x: f64, y: f64) -> Option<Self> {
        let is_near = x.abs() <= REACH && y.abs() <= REACH;
        is_near.then_some(Self { x: round(x) as i64, y: round(y) as i64 })
    }
}

/// A rectangle of samples: columns `x0..x1` of rows `y0..y1`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clip {
    /// First column.
    pub x0: i32,
    /// First row.
    pub y0: i32,
    /// Column after the last.
    pub x1: i32,
    /// Row after the last.
    pub y1: i32,
}

impl Clip {
    /// All of a picture or grid of `width` × `height` samples.
    pub const fn new(width: i32, height: i32) -> Self {
        Self { x0: 0, y0: 0, x1: width, y1: height }
    }

    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        (self.x1 - self.x0).max(0) as usize
    }

    /// Number of rows.
    pub(crate) fn height(&self) -> usize {
        (self.y1 - self.y0).max(0) as usize
    }

    /// Number of samples.
    pub(crate) fn samples(&self) -> u64 {
        self.width() as u64 * self.height() as u64
    }
}

/// Index of the first sample whose center lies at or beyond fixed-point coordinate `u`.
#[inline]
pub(crate) fn first_sample(u: i64) -> i64 {
    (u + SUBSAMPLES / 2 - 1).div_euclid(SUBSAMPLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapping_rounds_to_the_nearest_step() {
        assert_eq!(Point::snap(1.0, -1.0), Some(Point { x: 256, y: -256 }));
        assert_eq!(Point::snap(0.4 / 256.0, -0.6 / 256.0), Some(Point { x: 0, y: -1 }));
        assert_eq!(Point::snap(1e12 + 0.25, 0.0), Some(Point { x: 256_000_000_000_064, y: 0 }));
    }

    #[test]
    fn coordinates_that_are_too_large_or_not_numbers_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300, 4.5e12] {
            assert_eq!(Point::snap(bad, 0.0), None);
            assert_eq!(Point::snap(0.0, bad), None);
        }
    }

    #[test]
    fn the_first_sample_at_a_center_is_that_sample() {
        assert_eq!(first_sample(128), 0);
        assert_eq!(first_sample(129), 1);
        assert_eq!(first_sample(-127), 0);
        assert_eq!(first_sample(-128), -1);
    }
}
