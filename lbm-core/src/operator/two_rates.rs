use super::{Conserved, EddyViscosity, Operator, Pairs, Pressure, Rate};
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
    #[inline(always)]
    fn relax<R: Float>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> Pairs<R> {
        let Conserved { h, hu, hv, .. } = cell;
        let pressure = self.pressure.above_rest(cell.rest_depth, cell.eta);
        let [huu, hvv, huv] = [hu * hu, hv * hv, hu * hv];
        let [s1, s2, s3, s4] = pairs.sum;
        let diagonal = s2 + s4;
        let weighted_stress = [
            ((s1 + diagonal) - pressure) * h - huu,
            ((s3 + diagonal) - pressure) * h - hvv,
            (s2 - s4) * h - huv,
        ];
        let Rate { omega, third_per_depth: per_depth } = self.even.rate(cell, weighted_stress);
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };

        let third = omega * (1.0 / 3.0);
        let isotropic = pressure * third;
        let [a, b] = [huu * per_depth, hvv * per_depth];
        let c = (huv * per_depth) * 3.0;
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
