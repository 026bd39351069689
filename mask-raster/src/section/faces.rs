//! What triangles add to the steps along their edges, four side by side.

use super::lanes::{LANES, Lanes};
use pulp::Simd;

/// x, y and z of the three corners of four triangles.
pub(super) type FourCorners<S> = [[Lanes<S>; 3]; 3];

/// What a triangle adds to the steps along its edges: slope along x and y; 1 of a triangle that is summed by its edges, else 0; and 1 of such
/// a triangle that faces down.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Face(pub(super) [f64; LANES]);

impl Face {
    /// Whether its edges give what it adds.
    #[inline(always)]
    pub(super) fn is_summed_by_edges(&self) -> bool {
        self.0[2] != 0.0
    }
}

/// What is to be known of four triangles.
pub(super) struct FourFaces {
    pub(super) faces: [Face; LANES],
    /// Not 0 of a triangle that the level cuts, or that is below it and steep.
    pub(super) special: [f64; LANES],
}

impl FourFaces {
    #[inline(always)]
    pub(super) fn of<S: Simd>(simd: S, corners: &FourCorners<S>, steepest: f64) -> Self {
        let [zero, one] = [Lanes::splat(simd, 0.0), Lanes::splat(simd, 1.0)];
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = *corners;
        let ([ux, uy, uz], [vx, vy, vz]) = ([bx - ax, by - ay, bz - az], [cx - ax, cy - ay, cz - az]);
        let normal = [uy * vz - vy * uz, uz * vx - vz * ux, ux * vy - vx * uy];
        let height = Lanes::splat(simd, steepest) * normal[2].abs();
        let is_sloping = normal[2].less_than(zero).or(zero.less_than(normal[2]));
        let is_flat = normal[0].abs().at_most(height).and(normal[1].abs().at_most(height)).and(is_sloping);
        let per_z = Lanes::splat(simd, -1.0) / normal[2];
        let slope = |along: Lanes<S>| is_flat.select(along * per_z, zero);
        let [a, b, c] = [az.less_than(zero), bz.less_than(zero), cz.less_than(zero)];
        let special = a.or(b).or(c).and(is_sloping).and(a.and(b).and(c).and(is_flat).not());
        let (surfaces, under) =
            (is_flat.select(one, zero), is_flat.and(normal[2].less_than(zero)).select(one, zero));
        let [p, q, r, s] = Lanes::transposed(simd, [slope(normal[0]), slope(normal[1]), surfaces, under]);
        let faces = [Face(p.to_array()), Face(q.to_array()), Face(r.to_array()), Face(s.to_array())];
        Self { faces, special: special.select(one, zero).to_array() }
    }
}
