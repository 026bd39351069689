use crate::d2q9::Q;
use crate::engine::{Real, unrolled};

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
}

/// What half of the bed's force on the links of a cell adds to its pairs of opposite populations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lean<R> {
    /// To `f_q + f_q̄`, `q` = 1 to 4, as they leave; taken from it as they arrive.
    pub(crate) sum: [R; 4],
    /// To `f_q − f_q̄`, as they arrive and as they leave.
    pub(crate) difference: [R; 4],
}

impl<R: Real> Lean<R> {
    /// The momentum in it.
    #[inline(always)]
    pub(crate) fn momentum(&self) -> [R; 2] {
        let [d1, d2, d3, d4] = self.difference;
        [d1 + (d2 - d4), d3 + (d2 + d4)]
    }
}

/// The populations of a cell in another basis: what is conserved, and what the operators relax.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<R> {
    pub(crate) eta: R,
    pub(crate) hu: R,
    pub(crate) hv: R,
    /// `f_q + f_q̄` for `q` = 1 to 4.
    pub(crate) sum: [R; 4],
    /// `f_q − f_q̄` for `q` = 2 and 4.
    pub(crate) difference: [R; 2],
}

impl<R: Real> Parts<R> {
    #[inline(always)]
    pub(crate) fn new(f: [R; Q]) -> Self {
        let sum = unrolled!(k in [0 1 2 3] => f[k + 1] + f[k + 5]);
        let [d1, d2, d3, d4] = unrolled!(k in [0 1 2 3] => f[k + 1] - f[k + 5]);
        let [s1, s2, s3, s4] = sum;
        let eta = f[0] + ((s1 + s3) + (s2 + s4));
        Self { eta, hu: d1 + (d2 - d4), hv: d3 + (d2 + d4), sum, difference: [d2, d4] }
    }

    #[inline(always)]
    pub(crate) fn conserved(&self, rest_depth: R) -> Conserved<R> {
        let Self { eta, hu, hv, .. } = *self;
        Conserved { rest_depth, eta, h: rest_depth + eta, hu, hv }
    }

    /// With the half of the bed's force that populations take as they arrive.
    #[inline(always)]
    pub(crate) fn arrive(mut self, lean: Lean<R>) -> Self {
        for k in 0..4 {
            self.sum[k] = self.sum[k] - lean.sum[k];
        }
        let [x, y] = lean.momentum();
        let [hu, hv] = [self.hu + x, self.hv + y];
        let difference = [self.difference[0] + lean.difference[1], self.difference[1] + lean.difference[3]];
        Self { hu, hv, difference, ..self }
    }

    /// The halves of the sums and differences, with the half of the bed's force that populations take as they leave.
    #[inline(always)]
    pub(crate) fn leave(mut self, lean: Lean<R>) -> Self {
        for k in 0..4 {
            self.sum[k] = lean.sum[k].scaled_plus(0.5, self.sum[k]);
        }
        let [x, y] = lean.momentum();
        let [hu, hv] = [self.hu + x, self.hv + y];
        for k in 0..2 {
            self.difference[k] = lean.difference[2 * k + 1].scaled_plus(0.5, self.difference[k]);
        }
        Self { hu, hv, ..self }
    }

    /// Populations from the halves of the sums and differences.
    ///
    /// The axis pairs take what the diagonal ones leave of the momentum, and the population at rest what the moving
    /// ones leave of the depth, all after rounding. The weights of the equilibrium are no binary fractions: left to
    /// them, a collision would gain or lose a few digits, the same in every step of a steady stream, which 10⁵ steps
    /// add up to a per cent.
    #[inline(always)]
    pub(crate) fn into_populations(self) -> [R; Q] {
        let Self { eta, hu, hv, sum, difference } = self;
        let [f2, f6] = [sum[1] + difference[0], sum[1] - difference[0]];
        let [f4, f8] = [sum[3] + difference[1], sum[3] - difference[1]];
        let [d2, d4] = [f2 - f6, f4 - f8];
        let [east, north] = [hu - (d2 - d4), hv - (d2 + d4)];
        let [f1, f5] = [east.scaled_plus(0.5, sum[0]), east.scaled_plus(-0.5, sum[0])];
        let [f3, f7] = [north.scaled_plus(0.5, sum[2]), north.scaled_plus(-0.5, sum[2])];
        let f0 = eta - (((f1 + f5) + (f3 + f7)) + ((f2 + f6) + (f4 + f8)));
        [f0, f1, f2, f3, f4, f5, f6, f7, f8]
    }
}
