//! The D2Q9 velocity set of Dottori et al. and Lazo et al. §2.1.
//!
//! Direction 0 rests; 1 to 8 run counter-clockwise from +x, the even ones are diagonal:
//!
//! ```text
//!  4  3  2
//!   \ | /
//!  5--0--1
//!   / | \
//!  6  7  8
//! ```

use std::ops::{Add, Mul, Sub};

/// Number of directions.
pub const Q: usize = 9;

/// Lattice velocities `e_q` in cells per step, `[x, y]`.
pub const C: [[i32; 2]; Q] = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// The direction that points the other way.
pub const OPPOSITE: [usize; Q] = [0, 5, 6, 7, 8, 1, 2, 3, 4];

/// The direction with the x component reversed: specular reflection at a wall along y.
pub const MIRROR_X: [usize; Q] = [0, 5, 4, 3, 2, 1, 8, 7, 6];

/// The direction with the y component reversed: specular reflection at a wall along x.
pub const MIRROR_Y: [usize; Q] = [0, 1, 8, 7, 6, 5, 4, 3, 2];

/// Weights of the shallow-water equilibrium (Lazo et al. Eq. 2): 1 along the axes, ¼ along the diagonals. The population
/// at rest has a formula of its own and no weight.
pub const W: [f32; Q] = [0.0, 1.0, 0.25, 1.0, 0.25, 1.0, 0.25, 1.0, 0.25];

/// `[Σ f_q, Σ e_q f_q]` of the populations of a cell: its depth and momentum along x and y, or elevation and momentum for
/// deviations from rest.
///
/// All crates sum in this order, opposite populations first, in which quarter turns and mirrors of a cell turn and mirror
/// the result to the bit.
#[inline(always)]
pub fn depth_and_momentum<T: Copy + Add<Output = T> + Sub<Output = T>>(f: [T; Q]) -> [T; 3] {
    let [f0, f1, f2, f3, f4, f5, f6, f7, f8] = f;
    sum_pairs(f0, [f1 + f5, f2 + f6, f3 + f7, f4 + f8], [f1 - f5, f2 - f6, f3 - f7, f4 - f8])
}

/// Gradient at a cell of a field, isotropic to fourth order: `3 Σ w_q e_q φ(x + e_q) / Δx`, with the weights 1/9 along axes and
/// 1/36 along diagonals. `neighbors` are the values of the field in the directions 1 to 8.
#[inline(always)]
pub fn gradient(neighbors: [f32; 8], cell_size: f64) -> [f32; 2] {
    gradient_of(neighbors, cell_size)
}

/// [`gradient`] of one or several cells.
#[inline(always)]
pub(crate) fn gradient_of<T>([e, ne, n, nw, w, sw, s, se]: [T; 8], cell_size: f64) -> [T; 2]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    let per_cell = (1.0 / (12.0 * cell_size)) as f32;
    let [rising, falling] = [ne - sw, se - nw];
    [((e - w) * 4.0 + (rising + falling)) * per_cell, ((n - s) * 4.0 + (rising - falling)) * per_cell]
}

/// Mean around a cell of a field, `4/9 φ + Σ w_q φ(x + e_q)`, with the weights of [`gradient`]. Streaming takes the divergence `3 Σ w_q e_q · m(x + e_q)` of a momentum `m`: to
/// fourth order this mean of the derivative. `neighbors` are the values of the field in the directions 1 to 8.
#[inline(always)]
pub fn mean(here: f32, neighbors: [f32; 8]) -> f32 {
    mean_of(here, neighbors)
}

/// [`mean`] around one or several cells.
#[inline(always)]
pub(crate) fn mean_of<T>(here: T, [e, ne, n, nw, w, sw, s, se]: [T; 8]) -> T
where
    T: Copy + Add<Output = T> + Mul<f32, Output = T>,
{
    let (axial, diagonal) = ((e + w) + (n + s), (ne + sw) + (nw + se));
    here * (4.0 / 9.0) + (axial * 4.0 + diagonal) * (1.0 / 36.0)
}

/// [`depth_and_momentum`] from the population at rest, and the sums and differences of opposite ones.
#[inline(always)]
pub(crate) fn sum_pairs<T: Copy + Add<Output = T> + Sub<Output = T>>(
    at_rest: T,
    [s1, s2, s3, s4]: [T; 4],
    difference: [T; 4],
) -> [T; 3] {
    let depth = at_rest + ((s1 + s3) + (s2 + s4));
    let [x, y] = momentum(difference);
    [depth, x, y]
}

/// `Σ e_q f_q` from the differences `f_q − f_q̄`, `q` = 1 to 4.
#[inline(always)]
pub(crate) fn momentum<T: Copy + Add<Output = T> + Sub<Output = T>>([d1, d2, d3, d4]: [T; 4]) -> [T; 2] {
    [d1 + (d2 - d4), d3 + (d2 + d4)]
}

const _: () = {
    let mut q = 0;
    while q < Q {
        let (o, x, y) = (C[OPPOSITE[q]], C[MIRROR_X[q]], C[MIRROR_Y[q]]);
        assert!(o[0] == -C[q][0] && o[1] == -C[q][1]);
        assert!(x[0] == -C[q][0] && x[1] == C[q][1]);
        assert!(y[0] == C[q][0] && y[1] == -C[q][1]);
        q += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn quarter_turns_and_mirrors_turn_and_mirror_depth_and_momentum_to_the_bit(
            f in prop::array::uniform9(-1.0f32..1.0),
        ) {
            let [depth, x, y] = depth_and_momentum(f);
            let moved = |to: fn(usize) -> usize| {
                let mut g = [0.0; Q];
                (0..Q).for_each(|q| g[to(q)] = f[q]);
                depth_and_momentum(g)
            };
            prop_assert_eq!(moved(|q| if q == 0 { 0 } else { (q + 1) % 8 + 1 }), [depth, -y, x]);
            prop_assert_eq!(moved(|q| MIRROR_X[q]), [depth, -x, y]);
            prop_assert_eq!(moved(|q| MIRROR_Y[q]), [depth, x, -y]);
            let exact = |axis: usize| (0..Q).map(|q| f64::from(C[q][axis]) * f64::from(f[q])).sum::<f64>();
            let sum = f.iter().copied().map(f64::from).sum::<f64>();
            for (got, expected) in [depth, x, y].into_iter().zip([sum, exact(0), exact(1)]) {
                prop_assert!((f64::from(got) - expected).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn weighted_second_moment_is_three_times_unity() {
        for a in 0..2 {
            for b in 0..2 {
                let sum: f32 = (0..Q).map(|q| W[q] * (C[q][a] * C[q][b]) as f32).sum();
                assert_eq!(sum, if a == b { 3.0 } else { 0.0 });
            }
        }
    }

    #[test]
    fn unweighted_second_moment_is_six_times_unity() {
        for a in 0..2 {
            for b in 0..2 {
                let sum: i32 = (0..Q).map(|q| C[q][a] * C[q][b]).sum();
                assert_eq!(sum, if a == b { 6 } else { 0 });
            }
        }
    }
}
