use pulp::Simd;

use crate::simd::{Mask, Reals, Vectors};

/// Corners of triangles, their depths below a level (negative above it) and the pressure heads there.
#[derive(Clone, Copy)]
pub(super) struct CornerDepths<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
    pub(super) depths: [Reals<S>; 3],
    /// The pressure over ρ g at each corner: the depth in water at rest, 0 at the surface.
    pub(super) heads: [Reals<S>; 3],
}

/// How deep the triangles of a register lie below the surface and below the still level.
pub(super) struct Submergence<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
    /// Depth of each corner below the surface.
    pub(super) depths: [Reals<S>; 3],
    /// Depth of each corner below the still level.
    pub(super) still_depths: [Reals<S>; 3],
    /// Height of the surface above the still level over each corner.
    pub(super) elevations: [Reals<S>; 3],
    /// Velocity of the water along the world's x and y.
    pub(super) velocity: [Reals<S>; 2],
    /// Where the surface or the still level reaches the triangle.
    pub(super) reached: Mask<S>,
    /// Where the whole triangle lies below the still level.
    pub(super) below_still: Mask<S>,
    /// Where the whole triangle is below the surface and the still level does not cut it.
    pub(super) uncut: Mask<S>,
}

impl<S: Simd> Submergence<S> {
    /// Depths below the surface.
    #[inline(always)]
    pub(super) fn below_surface(&self) -> CornerDepths<S> {
        CornerDepths { corners: self.corners, depths: self.depths, heads: self.depths }
    }

    /// Depths below the still level.
    #[inline(always)]
    pub(super) fn below_still_level(&self) -> CornerDepths<S> {
        CornerDepths { corners: self.corners, depths: self.still_depths, heads: self.still_depths }
    }

    /// Elevations of the surface in the place of depths.
    #[inline(always)]
    pub(super) fn between_levels(&self) -> CornerDepths<S> {
        CornerDepths { corners: self.corners, depths: self.elevations, heads: self.elevations }
    }
}
