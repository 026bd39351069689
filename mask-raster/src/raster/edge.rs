//! Edge functions of a triangle, and the two number types in which they are exact.

use std::ops::{Add, Mul, Sub};

/// A number type in which the edge functions of a triangle are exact: `f64`, up to 2^53, which divides fast, or `i128`.
pub(super) trait Scalar:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    const ZERO: Self;
    fn exact(value: i64) -> Self;
    fn to_f64(self) -> f64;
    /// `floor(n / d)` for `d > 0`, clamped to ± 2^30.
    fn floor_div(n: Self, d: Self) -> i32;
}

const LIMIT: i32 = 1 << 30;

impl Scalar for f64 {
    const ZERO: Self = 0.0;

    #[inline]
    fn exact(value: i64) -> Self {
        value as f64
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self
    }

    // The quotient of integers |n| < 2^53 and d is at least 1/d away from the next integer or equal to it, and
    // its rounding error is below 2^-53 |n|/d: it never rounds up to an integer.
    #[inline]
    fn floor_div(n: Self, d: Self) -> i32 {
        let q = (n / d).clamp(-f64::from(LIMIT), f64::from(LIMIT));
        let truncated = q as i32;
        truncated - i32::from(f64::from(truncated) > q)
    }
}

impl Scalar for i128 {
    const ZERO: Self = 0;

    #[inline]
    fn exact(value: i64) -> Self {
        Self::from(value)
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self as f64
    }

    #[inline]
    fn floor_div(n: Self, d: Self) -> i32 {
        n.div_euclid(d).clamp(-Self::from(LIMIT), Self::from(LIMIT)) as i32
    }
}

/// The edge function opposite to a vertex of a triangle, positive inside.
#[derive(Clone, Copy)]
pub(super) struct Edge<T> {
    /// The value at the first sample of a rectangle.
    pub(super) value: T,
    pub(super) per_column: T,
    pub(super) per_row: T,
    /// Least value of a covered sample: 0 if samples on the edge are covered, 1 if not.
    pub(super) least: T,
}

impl<T: Scalar> Edge<T> {
    /// Narrows the columns `low..high` to those on the inner side; `value` is the edge function in column 0.
    #[inline]
    pub(super) fn narrow(&self, value: T, low: &mut i32, high: &mut i32) {
        let above = value - self.least;
        if self.per_column > T::ZERO {
            *low = (*low).max(-T::floor_div(above, self.per_column));
        } else if self.per_column < T::ZERO {
            *high = (*high).min(T::floor_div(above, T::ZERO - self.per_column) + 1);
        } else if above < T::ZERO {
            *high = *low;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn floating_floor_division_is_exact(q in -1_000_000_i64..1_000_000, d in 1_i64..8_000_000_000, r in 0.0..1.0_f64) {
            let r = (r * d as f64) as i64 % d;
            for r in [r, 0, d - 1, 1 % d] {
                let n = q * d + r;
                prop_assume!(n.abs() < 1 << 53);
                prop_assert_eq!(f64::floor_div(n as f64, d as f64), q as i32);
                prop_assert_eq!(i128::floor_div(n.into(), d.into()), q as i32);
            }
        }
    }
}
