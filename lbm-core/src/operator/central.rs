use super::{Conserved, EddyViscosity, Operator, Pairs, Pressure};
use crate::engine::Float;

/// Central moments: the moments in the frame of reference that moves with the water relax, each order at its own rate.
///
/// The two shear stresses relax with ω, their trace with ω_b, the moments of third and fourth order at once to those of
/// the equilibrium, which is completed by `h u² v`, `h u v²` and `h u² v²`: in the moving frame `k21 = v (h/3 − p)`, so
/// the viscosity of a shear flow does not depend on its speed. With the non-equilibrium stresses `n` after relaxation, the
/// moments in the frame at rest are
///
/// ```text
/// m21 = h v / 3 + h u² v + 2 u n11 + v n20
/// m12 = h u / 3 + h u v² + 2 v n11 + u n02
/// m22 = (p + h u² + h v²) / 3 + h u² v² + u² n02 + v² n20 + 4 u v n11
/// ```
#[derive(Debug, Clone, Copy)]
pub(crate) struct CentralMoments<E> {
    pub(crate) pressure: Pressure,
    pub(crate) shear: E,
    /// ω_b
    pub(crate) bulk: f32,
}

impl<E: EddyViscosity> Operator for CentralMoments<E> {
    const VARIES: bool = E::VARIES;

    #[inline(always)]
    fn third_per_depth<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> R {
        let p = self.pressure.above_rest(cell.rest_depth, cell.eta);
        self.shear.third_per_depth(cell, pairs.weighted_stress(cell, p))
    }

    #[inline(always)]
    fn relax<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>, third_per_depth: R) -> Pairs<R> {
        let Conserved { h, hu, hv, .. } = cell;
        let inverse = h.splat(1.0) / h;
        let p = self.pressure.above_rest(cell.rest_depth, cell.eta);
        let [u, v] = [hu * inverse, hv * inverse];
        let [huu, hvv, huv] = [hu * hu * inverse, hv * hv * inverse, hu * hv * inverse];

        let [s1, s2, s3, s4] = pairs.sum;
        let diagonal = s2 + s4;
        let n20 = (s1 + diagonal) - (huu + p);
        let n02 = (s3 + diagonal) - (hvv + p);
        let n11 = (s2 - s4) - huv;
        let omega = self.shear.omega(cell, third_per_depth);
        let keep = (omega * -1.0) + 1.0;
        let keep_trace = keep.splat(1.0 - self.bulk);

        let trace = (n20 + n02) * (keep_trace * 0.5);
        let shear = (n20 - n02) * (keep * 0.5);
        let [n20, n02, n11] = [trace + shear, trace - shear, n11 * keep];
        let cross = huv + (n11 + n11);
        let carried_y = u * cross + v * n20;
        let carried_x = v * cross + u * n02;
        let m21 = hv * (1.0 / 3.0) + carried_y;
        let m12 = hu * (1.0 / 3.0) + carried_x;
        let m22 = ((huu + hvv) + p) * (1.0 / 3.0) + ((u * carried_x + v * carried_y) - (u * v) * huv);
        let m11 = huv + n11;
        let m20 = (huu + p) + n20;
        let m02 = (hvv + p) + n02;

        let sum = [(m20 - m22) * 0.5, (m22 + m11) * 0.25, (m02 - m22) * 0.5, (m22 - m11) * 0.25];
        Pairs { sum, difference: [(m21 + m12) * 0.25, (m21 - m12) * 0.25], ..pairs }
    }
}
