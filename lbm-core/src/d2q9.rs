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
