//! Half-way reflection at a moving wall: a population that leaves as `s` returns as `q` with
//! `f_q = f_s + w_q h (e_q − e_s)·u_w / 3` (Ladd 1994).

use lbm_core::d2q9::{C, W};

/// Term of the wall for bounce-back into direction `q`, `t_q = 2 w_q h e_q·u_w / 3`, at a water cell of depth `h` and a wall
/// with `velocity`. It is zero at a wall at rest.
///
/// Along a link the velocity of a rigid wall is constant, `e_q·(ω × e_q) = 0`: that at the center of the cell holds for
/// bounce-back on all of its links. Other reflections have the term `(t_q − t_s) / 2` with the velocity at half the link.
#[inline(always)]
pub(crate) fn wall_term(q: usize, h: f32, velocity: [f64; 2]) -> f32 {
    let k = h * (2.0 / 3.0);
    let (u, v) = (k * velocity[0] as f32, k * velocity[1] as f32);
    W[q] * (C[q][0] as f32 * u + C[q][1] as f32 * v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lbm_core::d2q9::{MIRROR_X, MIRROR_Y, OPPOSITE, Q};

    #[test]
    fn the_term_of_the_wall_is_that_of_ladd() {
        let (h, velocity) = (1.3, [0.11, -0.07]);
        let term = |q| wall_term(q, h, velocity);
        for q in 1..Q {
            for s in [OPPOSITE[q], MIRROR_X[q], MIRROR_Y[q]] {
                let turned = [0, 1].map(|axis| f64::from(C[q][axis] - C[s][axis]));
                let exact = f64::from(W[q] * h) * (turned[0] * velocity[0] + turned[1] * velocity[1]) / 3.0;
                let found = 0.5 * f64::from(term(q) - term(s));
                assert!((found - exact).abs() < 1e-7, "from {s} to {q}: {found} instead of {exact}");
            }
            assert_eq!(wall_term(q, h, [0.0; 2]), 0.0);
        }
    }
}
