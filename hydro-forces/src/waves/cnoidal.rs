//! The parameter of cnoidal waves.

use std::f64::consts::FRAC_PI_2;

/// Cnoidal waves of the first order of a height on water of a depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cnoidal {
    pub(super) height_m: f64,
    pub(super) depth_m: f64,
    pub(super) gravity_m_s2: f64,
}

/// Powers of ten of `(1 − m)/m`: from all but a solitary wave to all but a sine.
const EXPONENTS: [f64; 2] = [-300.0, 8.0];
/// Steps of a search, each of which leaves two thirds of a range or less.
const STEPS: usize = 120;

impl Cnoidal {
    /// Length, m, and period, s, of the wave of a parameter `m` with its complement `1 − m`; none where there is no such wave.
    pub(super) fn length_and_period(&self, [m, complement]: [f64; 2]) -> Option<[f64; 2]> {
        let Self { height_m, depth_m, gravity_m_s2 } = *self;
        let (k, e_over_k) = elliptic(m, complement);
        let square = gravity_m_s2 * depth_m * (1.0 + height_m / (m * depth_m) * (2.0 - m - 3.0 * e_over_k));
        let length_m = depth_m * (16.0 / 3.0 * m * depth_m / height_m).sqrt() * k;
        (square > 0.0).then(|| [length_m, length_m / square.sqrt()])
    }

    /// The parameter `m` of the wave of a period, and `1 − m`; none where no such wave is.
    ///
    /// The longer they are, the nearer `m` is to 1; the other way they get shorter until their celerity has fallen so far that they take longer
    /// again: small ones at `√2 k h = √3`, where `c² = g h (1 − (k h)²/3)` is half of that of long waves.
    pub(super) fn parameter(&self, period_s: f64) -> Option<[f64; 2]> {
        let period = |exponent: f64| {
            self.length_and_period(parameter_at(exponent)).map_or(f64::INFINITY, |[_, period_s]| period_s)
        };
        let [mut low, mut high] = EXPONENTS;
        for _ in 0..STEPS {
            let third = (high - low) / 3.0;
            let [a, b] = [low + third, high - third];
            let [of_a, of_b] = [a, b].map(period);
            // Beyond the shortest ones there may be none.
            if of_a < of_b || of_b.is_infinite() { high = b } else { low = a }
        }
        let (mut low, mut high) = (EXPONENTS[0], low);
        if !(period(low) >= period_s && period_s >= period(high)) {
            return None;
        }
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if period(middle) >= period_s { low = middle } else { high = middle }
        }
        Some(parameter_at(low))
    }
}

/// `m` and `1 − m` where `(1 − m)/m` is a power of ten.
fn parameter_at(exponent: f64) -> [f64; 2] {
    let odds = 10f64.powf(exponent);
    [1.0 / (1.0 + odds), odds / (1.0 + odds)]
}

/// The complete elliptic integral `K(m)`, and `E(m)/K(m)`, by the arithmetic-geometric mean; `complement` is `1 − m`.
pub(super) fn elliptic(m: f64, complement: f64) -> (f64, f64) {
    let (mut a, mut b, mut weight, mut sum) = (1.0f64, complement.sqrt(), 0.5, 0.5 * m);
    while (a - b).abs() > 1e-15 * a {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        weight *= 2.0;
        sum += weight * c * c;
    }
    (FRAC_PI_2 / a, 1.0 - sum)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::f64::consts::TAU;

    use super::*;

    /// Against tabulated values (Abramowitz and Stegun, tables 17.1 and 17.2).
    #[test]
    fn elliptic_integrals_are_those_of_the_tables() {
        for (m, k, e) in [
            (0.0, FRAC_PI_2, FRAC_PI_2),
            (0.5, 1.854_074_677_301_372, 1.350_643_881_047_675),
            (0.9, 2.578_092_113_348_173, 1.104_774_732_704_073),
        ] {
            let (found, ratio) = elliptic(m, 1.0 - m);
            assert!((found - k).abs() < 1e-12 && (ratio * found - e).abs() < 1e-12, "{m}: {found} {ratio}");
        }
    }

    /// Small ones are sines, of the length that the dispersion of the Korteweg–de Vries equation gives, `ω² = g h k² (1 − (k h)²/3)`, down to the shortest that
    /// it has; that of Airy, `ω² = g k tanh k h`, is the same to the fourth order of `k h`.
    #[test]
    fn small_cnoidal_waves_have_the_length_of_sines() {
        let (depth_m, gravity_m_s2) = (2.0, 9.81);
        let small = Cnoidal { height_m: 2e-4, depth_m, gravity_m_s2 };
        for kh in [0.1, 0.2, 0.4, 0.7, 1.0, 1.2] {
            let period_s = |c_square: f64| TAU * depth_m / (kh * (gravity_m_s2 * depth_m * c_square).sqrt());
            let own_s = period_s(1.0 - kh * kh / 3.0);
            let [length_m, again_s] = small.length_and_period(small.parameter(own_s).unwrap()).unwrap();
            assert!((again_s / own_s - 1.0).abs() < 1e-9, "{kh}: {again_s} s, not {own_s}");
            let off = length_m * kh / (TAU * depth_m) - 1.0;
            assert!(off.abs() < 0.02, "{kh}: {length_m} m, off by {off}");
            let airy_s = period_s(kh.tanh() / kh);
            assert!(
                (own_s / airy_s - 1.0).abs() < 0.1 * kh.powi(4) + 1e-9,
                "{kh}: {own_s} s, Airy's {airy_s}"
            );
        }
        // The shortest: k h = √(3/2).
        let shortest_s = TAU * (depth_m / gravity_m_s2).sqrt() / 0.75f64.sqrt();
        assert!(
            small.parameter(1.001 * shortest_s).is_some() && small.parameter(0.999 * shortest_s).is_none()
        );
    }

    /// From the shortest to those that are solitary waves but for the name there is one of each period, and its parameter grows with it.
    #[test]
    fn each_period_has_its_cnoidal_wave() {
        for height_m in [0.01, 0.15, 0.5, 1.2] {
            let waves = Cnoidal { height_m, depth_m: 2.0, gravity_m_s2: 9.81 };
            let periods_s = (0..60).map(|n| 3.5 * 1.05f64.powi(n));
            let parameters: Vec<f64> =
                periods_s.map(|period_s| waves.parameter(period_s).unwrap()[0]).collect();
            assert!(parameters.is_sorted() && parameters[0] < parameters[59], "{height_m}: {parameters:?}");
        }
    }
}
