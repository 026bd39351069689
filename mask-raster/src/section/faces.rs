//! What triangles add to the steps along their edges, four side by side.

use super::lanes::{LANES, Lanes};
use pulp::Simd;

/// The corners of four triangles, by corner and axis.
pub(super) type FourCorners = [[[f64; LANES]; 3]; 3];

/// What a triangle adds to the steps along its edges.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Face {
    pub(super) slope: [f64; 2],
    /// 1 of a triangle that is summed by its edges, else 0; and 1 of such a triangle that faces down.
    pub(super) surfaces: f64,
    pub(super) under: f64,
}

impl Face {
    /// What of it is more than of another one.
    #[inline(always)]
    pub(super) fn less(&self, other: &Self) -> Self {
        Self {
            slope: [self.slope[0] - other.slope[0], self.slope[1] - other.slope[1]],
            surfaces: self.surfaces - other.surfaces,
            under: self.under - other.under,
        }
    }
}

/// What is to be known of four triangles.
pub(super) struct FourFaces {
    pub(super) slope: [[f64; LANES]; 2],
    pub(super) surfaces: [f64; LANES],
    pub(super) under: [f64; LANES],
    /// Not 0 of a triangle that the level cuts, or that is below it and steep.
    pub(super) special: [f64; LANES],
}

impl FourFaces {
    #[inline(always)]
    pub(super) fn of<S: Simd>(simd: S, corners: &FourCorners, steepest: f64) -> Self {
        let load = |corner: usize, axis: usize| Lanes::new(simd, corners[corner][axis]);
        let [zero, one] = [Lanes::splat(simd, 0.0), Lanes::splat(simd, 1.0)];
        let [ax, ay, az] = [load(0, 0), load(0, 1), load(0, 2)];
        let [bx, by, bz] = [load(1, 0), load(1, 1), load(1, 2)];
        let [cx, cy, cz] = [load(2, 0), load(2, 1), load(2, 2)];
        let ([ux, uy, uz], [vx, vy, vz]) = ([bx - ax, by - ay, bz - az], [cx - ax, cy - ay, cz - az]);
        let normal = [uy * vz - vy * uz, uz * vx - vz * ux, ux * vy - vx * uy];
        let height = Lanes::splat(simd, steepest) * normal[2].abs();
        let is_sloping = normal[2].less_than(zero).or(zero.less_than(normal[2]));
        let is_flat = normal[0].abs().at_most(height).and(normal[1].abs().at_most(height)).and(is_sloping);
        let per_z = Lanes::splat(simd, -1.0) / normal[2];
        let slope = |along: Lanes<S>| is_flat.select(along * per_z, zero).to_array();
        let [a, b, c] = [az.less_than(zero), bz.less_than(zero), cz.less_than(zero)];
        let special = a.or(b).or(c).and(is_sloping).and(a.and(b).and(c).and(is_flat).not());
        Self {
            slope: [slope(normal[0]), slope(normal[1])],
            surfaces: is_flat.select(one, zero).to_array(),
            under: is_flat.and(normal[2].less_than(zero)).select(one, zero).to_array(),
            special: special.select(one, zero).to_array(),
        }
    }
}
