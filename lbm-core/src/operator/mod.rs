//! Collision operators: each relaxes the nine populations of a cell, given as deviations from the rest state.
//!
//! All of them work on the sums and differences of opposite populations. Mirrored and quarter-turned cells go through
//! the same operations in the same order, so the result is invariant under the symmetries of the lattice to the bit.
//!
//! Additions outnumber multiplications two to one, and on processors where different units do them (AMD's Zen) they set
//! the pace; every third one is therefore given to the others, see [`Real::plus`].

mod central;
mod eddy;
mod least;
mod two_rates;

pub(crate) use central::CentralMoments;
pub(crate) use eddy::{Constant, EddyViscosity, Smagorinsky};
pub(crate) use least::LeastViscosity;
pub(crate) use two_rates::TwoRates;

use crate::d2q9::Q;
use crate::real::{Real, four};

/// Depth and momentum of a cell, before and after its collision alike, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conserved<R> {
    /// Depth of the still water that the populations deviate from.
    pub(crate) rest_depth: R,
    /// Depth above that.
    pub(crate) eta: R,
    pub(crate) h: R,
    pub(crate) hu: R,
    pub(crate) hv: R,
    /// 1, for [`Real::plus`].
    pub(crate) one: R,
}

/// A collision operator with its rates.
pub(crate) trait Operator: Copy + Sync {
    /// The populations after the collision.
    fn collide<R: Real>(&self, pairs: Pairs<R>, cell: Conserved<R>) -> [R; Q];
}

/// Sums `f_q + f_q̄` and differences `f_q − f_q̄` of opposite populations, for `q` = 1 to 4, and the population at rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairs<R> {
    pub(crate) rest: R,
    pub(crate) sum: [R; 4],
    pub(crate) difference: [R; 4],
    /// 1, for [`Real::plus`].
    pub(crate) one: R,
}

impl<R: Real> Pairs<R> {
    #[inline(always)]
    pub(crate) fn new(f: [R; Q], one: R) -> Self {
        Self {
            rest: f[0],
            sum: four!(k => f[k + 1].plus(f[k + 5], one)),
            difference: four!(k => f[k + 1] - f[k + 5]),
            one,
        }
    }

    #[inline(always)]
    pub(crate) fn conserved(&self, rest_depth: R) -> Conserved<R> {
        let [s1, s2, s3, s4] = self.sum;
        let [d1, d2, d3, d4] = self.difference;
        let one = self.one;
        let eta = self.rest + s1.plus(s3, one).plus(s2.plus(s4, one), one);
        Conserved { rest_depth, eta, h: rest_depth + eta, hu: d1 + (d2 - d4), hv: d3 + (d2 + d4), one }
    }
}

/// Populations from the halves of the pairs' sums and of the diagonal pairs' differences, `[2, 4]`.
///
/// The axis pairs take what the diagonal ones leave of the momentum, and the population at rest what the moving ones
/// leave of the depth, all after rounding. The weights of the equilibrium are no binary fractions: left to them, a
/// collision would gain or lose a few digits, the same in every step of a steady stream, which 10⁵ steps add up to a
/// per cent.
#[inline(always)]
fn from_halves<R: Real>(cell: Conserved<R>, sum: [R; 4], diagonal: [R; 2]) -> [R; Q] {
    let [f2, f6] = [sum[1] + diagonal[0], sum[1] - diagonal[0]];
    let [f4, f8] = [sum[3] + diagonal[1], sum[3] - diagonal[1]];
    let [d2, d4] = [f2 - f6, f4 - f8];
    let east = (cell.hu - (d2 - d4)) * 0.5;
    let north = (cell.hv - (d2 + d4)) * 0.5;
    let [f1, f5] = [sum[0] + east, sum[0] - east];
    let [f3, f7] = [sum[2] + north, sum[2] - north];
    let one = cell.one;
    let [axes, diagonals] = [f1.plus(f5, one) + f3.plus(f7, one), f2.plus(f6, one) + f4.plus(f8, one)];
    let f0 = cell.eta - (axes + diagonals);
    [f0, f1, f2, f3, f4, f5, f6, f7, f8]
}

/// `½ g (h² − h_ref²)`: the pressure above that of the rest state.
#[inline(always)]
fn pressure<R: Real>(gravity: f32, cell: Conserved<R>) -> R {
    (cell.eta * (0.5 * gravity)) * (cell.h + cell.rest_depth)
}
