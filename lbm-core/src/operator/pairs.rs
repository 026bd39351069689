use crate::d2q9::{Q, momentum, sum_pairs};
use crate::engine::{Float, unrolled};

/// The quantities that a collision conserves, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conserved<R> {
    /// Depth of the still water, whose equilibrium the populations are deviations from.
    pub(crate) rest_depth: R,
    /// Elevation: depth above that of still water.
    pub(crate) eta: R,
    pub(crate) h: R,
    pub(crate) hu: R,
    pub(crate) hv: R,
}

/// Half of the bed's force on the links of a cell, as changes of its pairs of opposite populations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BedForce<R> {
    /// Added to `f_q + f_q̄`, `q` = 1 to 4, as they leave, and subtracted as they arrive.
    pub(crate) sum: [R; 4],
    /// Added to `f_q − f_q̄` both as they arrive and as they leave.
    pub(crate) difference: [R; 4],
}

impl<R: Float> BedForce<R> {
    /// The momentum that it adds.
    #[inline(always)]
    pub(crate) fn momentum(&self) -> [R; 2] {
        momentum(self.difference)
    }
}

/// The populations of a cell as sums and differences of opposite ones, and their moments: the conserved quantities and
/// those that operators relax.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairs<R> {
    pub(crate) eta: R,
    pub(crate) hu: R,
    pub(crate) hv: R,
    /// `f_q + f_q̄` for `q` = 1 to 4.
    pub(crate) sum: [R; 4],
    /// `f_q − f_q̄` for `q` = 2 and 4.
    pub(crate) difference: [R; 2],
}

impl<R: Float> Pairs<R> {
    #[inline(always)]
    pub(crate) fn new(f: [R; Q]) -> Self {
        let sum = unrolled!(k in [0 1 2 3] => f[k + 1] + f[k + 5]);
        let difference = unrolled!(k in [0 1 2 3] => f[k + 1] - f[k + 5]);
        let [eta, hu, hv] = sum_pairs(f[0], sum, difference);
        Self { eta, hu, hv, sum, difference: [difference[1], difference[3]] }
    }

    #[inline(always)]
    pub(crate) fn conserved(&self, rest_depth: R) -> Conserved<R> {
        let Self { eta, hu, hv, .. } = *self;
        Conserved { rest_depth, eta, h: rest_depth + eta, hu, hv }
    }

    /// Adds the half of the bed's force that populations get as they arrive.
    #[inline(always)]
    pub(crate) fn arrive(mut self, force: BedForce<R>) -> Self {
        for k in 0..4 {
            self.sum[k] = self.sum[k] - force.sum[k];
        }
        let [x, y] = force.momentum();
        let [hu, hv] = [self.hu + x, self.hv + y];
        let difference = [self.difference[0] + force.difference[1], self.difference[1] + force.difference[3]];
        Self { hu, hv, difference, ..self }
    }

    /// Adds the half of the bed's force that populations get as they leave to halves of the sums and differences.
    #[inline(always)]
    pub(crate) fn leave(mut self, force: BedForce<R>) -> Self {
        for k in 0..4 {
            self.sum[k] = force.sum[k].scaled_plus(0.5, self.sum[k]);
        }
        let [x, y] = force.momentum();
        let [hu, hv] = [self.hu + x, self.hv + y];
        for k in 0..2 {
            self.difference[k] = force.difference[2 * k + 1].scaled_plus(0.5, self.difference[k]);
        }
        Self { hu, hv, ..self }
    }

    /// Populations from the halves of the sums and differences, with the momentum of those that `arrived` and twice that of the half
    /// of the bed's `force`, if there is one; see [`keep_momentum`]. The population at rest gets the depth that the moving ones leave.
    #[inline(always)]
    pub(crate) fn into_populations(self, arrived: [R; Q], force: Option<BedForce<R>>) -> [R; Q] {
        let Self { eta, hu, hv, sum, difference } = self;
        let [d2, d4] = [difference[0] + difference[0], difference[1] + difference[1]];
        let [east, north] = [hu - (d2 - d4), hv - (d2 + d4)];
        let [f1, f5] = [east.scaled_plus(0.5, sum[0]), east.scaled_plus(-0.5, sum[0])];
        let [f3, f7] = [north.scaled_plus(0.5, sum[2]), north.scaled_plus(-0.5, sum[2])];
        let [f2, f6] = [sum[1] + difference[0], sum[1] - difference[0]];
        let [f4, f8] = [sum[3] + difference[1], sum[3] - difference[1]];
        let rounded = [eta, f1, f2, f3, f4, f5, f6, f7, f8];
        let gained = force.map(|force| force.momentum().map(|c| c + c));
        let [_, f1, f2, f3, f4, f5, f6, f7, f8] = keep_momentum(arrived, rounded, gained);
        let f0 = eta - (((f1 + f5) + (f3 + f7)) + ((f2 + f6) + (f4 + f8)));
        [f0, f1, f2, f3, f4, f5, f6, f7, f8]
    }
}

/// The populations `after` a change, with the momentum of those `before` and what they `gained` to the last digit of the smallest.
///
/// Sums and populations of a cell are rounded to the digits of the largest. What was lost by it is found from the change of each
/// population, which is small and has all its digits, and is given to the diagonal ones: of each pair all of it to the one that gains, for
/// halves of it would have to be rounded again. Without it the collision of a stream would lose the same last digits in each step and
/// cell, most where τ is 1 and all populations are made anew.
#[inline(always)]
pub(crate) fn keep_momentum<R: Float>(before: [R; Q], after: [R; Q], gained: Option<[R; 2]>) -> [R; Q] {
    let lost = unrolled!(k in [1 2 3 4] => (before[k] - after[k]) - (before[k + 4] - after[k + 4]));
    let [mut x, mut y] = momentum(lost);
    if let Some([of_x, of_y]) = gained {
        [x, y] = [x + of_x, y + of_y];
    }
    let [along, across] = [(x + y) * 0.5, (y - x) * 0.5];
    let [ne, nw] = [along.max(x.splat(0.0)), across.max(x.splat(0.0))];
    let [sw, se] = [ne - along, nw - across];
    let [f0, f1, f2, f3, f4, f5, f6, f7, f8] = after;
    [f0 - ((ne + sw) + (nw + se)), f1, f2 + ne, f3, f4 + nw, f5, f6 + sw, f7, f8 + se]
}
