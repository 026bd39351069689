use super::{Conserved, EddyViscosity, Operator, Pairs, Pressure};
use crate::engine::{Float, unrolled};

/// BGK and TRT: even pairs of the populations relax with ω⁺, odd pairs with ω⁻.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoRates<E> {
    pub(crate) pressure: Pressure,
    /// ω⁺, which sets the viscosity.
    pub(crate) even: E,
    /// ω⁻, or ω⁺ if `None`.
    pub(crate) odd: Option<f32>,
}

impl<E: EddyViscosity> Operator for TwoRates<E> {
    const VARIES: bool = E::VARIES;

    #[inline(always)]
    fn third_per_depth<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> R {
        let pressure = self.pressure.above_rest(cell.rest_depth, cell.eta);
        self.even.third_per_depth(cell, pairs.weighted_stress(cell, pressure))
    }

    #[inline(always)]
    fn relax<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>, third_per_depth: R) -> Pairs<R> {
        let Conserved { hu, hv, .. } = cell;
        let pressure = self.pressure.above_rest(cell.rest_depth, cell.eta);
        let omega = self.even.omega(cell, third_per_depth);
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };

        let isotropic = pressure * (omega * (1.0 / 3.0));
        let [a, b] = [hu * hu * third_per_depth, hv * hv * third_per_depth];
        let c = (hu * hv * third_per_depth) * 3.0;
        let diagonal = (a + b) + isotropic;
        let keep_even = (omega * -0.5) + 0.5;
        let keep_odd = (omega_odd * -0.5) + 0.5;
        let [s1, s2, s3, s4] = unrolled!(k in [0 1 2 3] => pairs.sum[k] * keep_even);
        let sum = [
            (s1 + isotropic) + b.scaled_plus(-0.5, a),
            (diagonal + c).scaled_plus(0.25, s2),
            (s3 + isotropic) + a.scaled_plus(-0.5, b),
            (diagonal - c).scaled_plus(0.25, s4),
        ];
        let twelfth = omega_odd * (1.0 / 12.0);
        let [x, y] = [hu * twelfth, hv * twelfth];
        let north_east = pairs.difference[0] * keep_odd + (x + y);
        let north_west = pairs.difference[1] * keep_odd + (y - x);
        Pairs { sum, difference: [north_east, north_west], ..pairs }
    }
}
