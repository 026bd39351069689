//! The dispersion of small waves.

use std::f64::consts::TAU;

/// Steps of Newton's method, from a guess that is off by 5 % at most.
const STEPS: usize = 8;

/// Celerity, m/s, of small waves (Airy) of a period on water of a depth: `c = ω/k` with `ω² = g k tanh k h`. Long ones have nearly `√(g h)`; it is
/// not a number where a value is not above zero.
///
/// ```
/// let celerity_m_s = |period_s| hydro_forces::waves::celerity_m_s(period_s, 10.0, 9.81);
/// assert!((celerity_m_s(2.0) - 3.12).abs() < 0.01 && (celerity_m_s(60.0) - 98.1f64.sqrt()).abs() < 0.04);
/// ```
pub fn celerity_m_s(period_s: f64, depth_m: f64, gravity_m_s2: f64) -> f64 {
    let rad_s = TAU / period_s;
    let square = rad_s * rad_s * depth_m / gravity_m_s2;
    // Of Eckart (1952).
    let mut kh = square / square.tanh().sqrt();
    for _ in 0..STEPS {
        let tanh = kh.tanh();
        kh -= (kh * tanh - square) / (tanh + kh * (1.0 - tanh * tanh));
    }
    rad_s * depth_m / kh
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It solves the equation in water of any depth, from the waves of a pond to tides.
    #[test]
    fn the_celerity_is_that_of_the_dispersion() {
        for depth_m in [0.01, 1.0, 10.0, 4000.0] {
            for period_s in [0.3, 1.0, 5.0, 60.0, 44_700.0] {
                let found = celerity_m_s(period_s, depth_m, 9.81);
                let k = TAU / (period_s * found);
                let expected = (9.81 / k * (k * depth_m).tanh()).sqrt();
                assert!((found / expected - 1.0).abs() < 1e-10, "{depth_m} m, {period_s} s: {found}");
            }
        }
    }
}
