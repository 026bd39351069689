//! What triangles add to the steps along their edges.

use super::lanes::{LaneMask, Lanes};
use pulp::Simd;

/// What triangles add to the steps along their edges, side by side.
#[derive(Clone, Copy)]
pub(super) struct Faces<S: Simd> {
    /// Change of the height along x and y, m per cell.
    pub(super) slope: [Lanes<S>; 2],
    /// 1 of a triangle that is summed by its edges, else 0; and 1 of such a triangle that faces down.
    pub(super) surfaces: Lanes<S>,
    pub(super) under: Lanes<S>,
    /// Whether it is summed by its edges.
    pub(super) is_flat: LaneMask<S>,
    /// Whether it is seen at all along z.
    pub(super) is_sloping: LaneMask<S>,
}

impl<S: Simd> Faces<S> {
    /// Those of triangles of these normals, x and y times the size of a cell. Steep ones are not summed by their edges.
    #[inline(always)]
    pub(super) fn of(simd: S, [x, y, z]: [Lanes<S>; 3], steepest: f64) -> Self {
        let [zero, one] = [Lanes::splat(simd, 0.0), Lanes::splat(simd, 1.0)];
        let height = Lanes::splat(simd, steepest) * z.abs();
        let faces_down = z.less_than(zero);
        let is_sloping = faces_down.or(zero.less_than(z));
        let is_flat = x.abs().at_most(height).and(y.abs().at_most(height)).and(is_sloping);
        let per_z = is_flat.select(Lanes::splat(simd, -1.0) / z, zero);
        Self {
            slope: [is_flat.select(x * per_z, zero), is_flat.select(y * per_z, zero)],
            surfaces: is_flat.select(one, zero),
            under: is_flat.and(faces_down).select(one, zero),
            is_flat,
            is_sloping,
        }
    }
}
