//! Half-way reflection at a moving wall: a population that leaves as `s` returns as `q` with
//! `f_q = f_s + w_q h (e_q − e_s)·u_w / 3` (Ladd 1994), for bounce-back `f_q = f_s + 2 w_q h e_q·u_w / 3`.
//!
//! The term of the wall has two orders of evaluation, which differ by rounding: one for a single link, of any kind of
//! reflection, and one for all links of a cell with bounce-back. At a wall at rest it is zero, and `f_q = f_s` exactly.

use lbm_core::d2q9::{C, W};

/// Scalar product of a lattice direction and a velocity.
pub(super) fn dot(e: [i32; 2], velocity: [f64; 2]) -> f64 {
    f64::from(e[0]) * velocity[0] + f64::from(e[1]) * velocity[1]
}

/// Term of the wall for one link, at a water cell of depth `h` and a wall with `velocity` at half the link.
#[inline]
pub(super) fn wall_term(h: f32, q: usize, s: usize, velocity: [f64; 2]) -> f32 {
    if velocity == [0.0; 2] {
        return 0.0;
    }
    let turned = [0, 1].map(|axis| C[q][axis] - C[s][axis]);
    (f64::from(W[q]) * f64::from(h) * dot(turned, velocity) / 3.0) as f32
}

/// Terms of the wall for bounce-back into a cell of depth `h`, for the four axes `e_1` to `e_4`: to be subtracted from
/// populations that return against the axis and added to those that return along it.
///
/// `velocity` is that of the wall at the center of the cell. Along a link the velocity of a rigid wall is constant,
/// `e_q·(ω × e_q) = 0`, so it holds for all links of the cell.
#[inline(always)]
pub(crate) fn bounce_back_terms(h: f32, velocity: [f64; 2]) -> [f32; 4] {
    let k = h * (2.0 / 3.0);
    let u = k * velocity[0] as f32;
    let v = k * velocity[1] as f32;
    [u, 0.25 * (u + v), v, 0.25 * (v - u)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use lbm_core::d2q9::OPPOSITE;

    #[test]
    fn the_terms_of_a_cell_are_those_of_its_links() {
        let (h, velocity) = (1.3, [0.11, -0.07]);
        let terms = bounce_back_terms(h, velocity);
        for k in 0..4 {
            for (q, sign) in [(k + 1, 1.0), (k + 5, -1.0)] {
                let of_link = wall_term(h, q, OPPOSITE[q], velocity);
                assert!((of_link - sign * terms[k]).abs() < 1e-7, "direction {q}: {of_link}");
            }
        }
        assert_eq!(bounce_back_terms(h, [0.0; 2]), [0.0; 4]);
    }
}
