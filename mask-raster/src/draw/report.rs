//! How many triangles cover nothing, and why.

use crate::Body;
use std::ops::Add;

/// Number of triangles in a call to [`Rasterizer::rasterize`](crate::Rasterizer::rasterize), and of those that cover nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    /// Triangles given.
    pub triangles: usize,
    /// Triangles whose projection has no area, vertical or degenerate ones; they cover nothing.
    pub flat: usize,
    /// Triangles left out because a vertex is not finite, is higher or lower than a quarter of the largest `f32`, or is farther
    /// than 2⁴² samples from its body's origin. (A body's origin more than 2²⁴ samples from the grid's corner counts as if it
    /// were at that distance.)
    pub unplaced: usize,
}

/// Triangles of one body that cover nothing, by the reason; as in [`Report`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Skipped {
    pub(crate) flat: usize,
    pub(crate) unplaced: usize,
}

impl Add for Skipped {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { flat: self.flat + other.flat, unplaced: self.unplaced + other.unplaced }
    }
}

impl Report {
    pub(crate) fn new(bodies: &[Body<'_>], skipped: impl IntoIterator<Item = Skipped>) -> Self {
        let triangles = bodies.iter().map(|body| body.triangles.len()).sum();
        skipped.into_iter().fold(Self { triangles, ..Self::default() }, |sum, skipped| Self {
            flat: sum.flat + skipped.flat,
            unplaced: sum.unplaced + skipped.unplaced,
            ..sum
        })
    }
}
