//! The shallow-water equilibrium (Zhou 2004; Lazo et al. Eq. 2) in lattice units (`e = 1`).
//!
//! ```text
//! f0_eq = h − 5/6 g h² − 2/3 h u²
//! fq_eq = w_q h ( g h / 6 + e_q·u / 3 + (e_q·u)² / 2 − u² / 6 )
//! ```
//!
//! Its moments are `Σ f = h`, `Σ e f = h u`, `Σ e e f = ½ g h² 1 + h u u`.
//! Lattices store populations as deviations from the equilibrium of a rest state `(h_ref, 0)`, so that the digits of
//! `f32` resolve waves instead of still water.

use super::EquationOfState::ShallowWater;
use crate::d2q9::Q;

/// Equilibrium of depth `h`, velocity `(u, v)` and gravity `g`, all in lattice units.
pub fn equilibrium(g: f32, h: f32, u: f32, v: f32) -> [f32; Q] {
    deviation_equilibrium(g, 0.0, h, u, v)
}

/// `f_eq(h, u, v) − f_eq(h_ref, 0, 0)` with `h = h_ref + eta`: see
/// [`crate::EquationOfState::deviation_equilibrium`].
///
/// # Arguments
/// `g` gravity, `h_ref` depth of the reference rest state, `eta` depth above it, `(u, v)` velocity; lattice units.
pub fn deviation_equilibrium(g: f32, h_ref: f32, eta: f32, u: f32, v: f32) -> [f32; Q] {
    ShallowWater { gravity: g }.deviation_equilibrium(h_ref, eta, u, v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::d2q9::C;
    use proptest::prelude::*;

    fn moments(f: &[f32; Q]) -> (f64, [f64; 2], [[f64; 2]; 2]) {
        let (mut m0, mut m1, mut m2) = (0.0, [0.0; 2], [[0.0; 2]; 2]);
        for q in 0..Q {
            let fq = f64::from(f[q]);
            m0 += fq;
            for a in 0..2 {
                m1[a] += f64::from(C[q][a]) * fq;
                for b in 0..2 {
                    m2[a][b] += f64::from(C[q][a] * C[q][b]) * fq;
                }
            }
        }
        (m0, m1, m2)
    }

    proptest! {
        #[test]
        fn moments_are_those_of_shallow_water(
            g in 0.01f32..0.5, h in 0.1f32..2.0, u in -0.3f32..0.3, v in -0.3f32..0.3,
        ) {
            let (m0, m1, m2) = moments(&equilibrium(g, h, u, v));
            let [g, h, u, v] = [g, h, u, v].map(f64::from);
            let p = 0.5 * g * h * h;
            let tolerance = 2e-6 * (h + p);
            prop_assert!((m0 - h).abs() < tolerance);
            prop_assert!((m1[0] - h * u).abs() < tolerance && (m1[1] - h * v).abs() < tolerance);
            prop_assert!((m2[0][0] - p - h * u * u).abs() < tolerance);
            prop_assert!((m2[1][1] - p - h * v * v).abs() < tolerance);
            prop_assert!((m2[0][1] - h * u * v).abs() < tolerance);
        }

        #[test]
        fn deviation_is_the_difference_from_rest(
            g in 0.01f32..0.5, h_ref in 0.1f32..2.0, eta in -0.05f32..0.05, u in -0.3f32..0.3, v in -0.3f32..0.3,
        ) {
            let full = equilibrium(g, h_ref + eta, u, v);
            let rest = equilibrium(g, h_ref, 0.0, 0.0);
            let deviation = deviation_equilibrium(g, h_ref, eta, u, v);
            for q in 0..Q {
                prop_assert!((deviation[q] - (full[q] - rest[q])).abs() < 2e-6);
            }
        }
    }
}
