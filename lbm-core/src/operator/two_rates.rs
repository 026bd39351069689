use super::{Conserved, EddyViscosity, Operator, Pairs, from_halves, pressure};
use crate::d2q9::Q;
use crate::real::{Real, four};

/// BGK and TRT: even parts of the populations relax with ω⁺, odd parts with ω⁻.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoRates<E> {
    pub(crate) gravity: f32,
    /// ω⁺, which sets the viscosity.
    pub(crate) even: E,
    /// ω⁻, or ω⁺ if `None`.
    pub(crate) odd: Option<f32>,
}

impl<E: EddyViscosity> Operator for TwoRates<E> {
    #[inline(always)]
    fn collide<R: Real>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> [R; Q] {
        let Conserved { h, hu, hv, .. } = cell;
        let inverse = h.splat(1.0) / h;
        let pressure = pressure(self.gravity, cell);
        let [huu, hvv, huv] = [hu * hu, hv * hv, hu * hv];
        let [s1, s2, s3, s4] = pairs.sum;
        let diagonal = s2 + s4;
        let stress = [
            (s1 + diagonal) - (huu * inverse + pressure),
            (s3 + diagonal) - (hvv * inverse + pressure),
            (s2 - s4) - huv * inverse,
        ];
        let omega = self.even.omega(cell, inverse, stress);
        let omega_odd = match self.odd {
            Some(odd) => omega.splat(odd),
            None => omega,
        };

        let third = omega * (1.0 / 3.0);
        let share = pressure * third;
        let per_depth = inverse * third;
        let [a, b, c] = [huu * per_depth, hvv * per_depth, huv * per_depth];
        let diagonal = ((a + b) + share) * 0.25;
        let c = c * 0.75;
        let even = [(a - b * 0.5) + share, diagonal + c, (b - a * 0.5) + share, diagonal - c];
        let keep_even = (omega * -0.5) + 0.5;
        let keep_odd = (omega_odd * -0.5) + 0.5;
        let sum = four!(k => (pairs.sum[k] * keep_even).plus(even[k], cell.one));
        let twelfth = omega_odd * (1.0 / 12.0);
        let [x, y] = [hu * twelfth, hv * twelfth];
        let north_east = pairs.difference[1] * keep_odd + (x + y);
        let north_west = pairs.difference[3] * keep_odd + (y - x);
        from_halves(cell, sum, [north_east, north_west])
    }
}
