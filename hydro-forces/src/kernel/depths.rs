use pulp::Simd;

use crate::simd::{Mask, Reals, Vectors};

/// Corners of triangles, their depths below the surface (negative above it) and the pressure heads there.
#[derive(Clone, Copy)]
pub(super) struct CornerDepths<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
    pub(super) depths: [Reals<S>; 3],
    /// The pressure over ρ g at each corner: the depth in water at rest, 0 at the surface.
    pub(super) heads: [Reals<S>; 3],
}

/// How deep the triangles of a register lie below the surface.
pub(super) struct Submergence<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
    /// Depth of each corner below the surface.
    pub(super) depths: [Reals<S>; 3],
    /// Velocity of the water along the world's x and y.
    pub(super) velocity: [Reals<S>; 2],
    /// Triangles that the surface reaches.
    pub(super) reached: Mask<S>,
    /// Triangles that are below the surface as a whole.
    pub(super) uncut: Mask<S>,
}

impl<S: Simd> Submergence<S> {
    /// Depths as in water at rest: they are the heads too.
    #[inline(always)]
    pub(super) fn at_rest(&self) -> CornerDepths<S> {
        CornerDepths { corners: self.corners, depths: self.depths, heads: self.depths }
    }
}
