//! Sums taken side by side, which vector instructions add at once.

/// Number of sums that are taken side by side.
pub(crate) const LANES: usize = 8;

/// Sum of sums that were taken side by side.
#[inline(always)]
pub(crate) fn sum(&[a, b, c, d, e, f, g, h]: &[f64; LANES]) -> f64 {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}
