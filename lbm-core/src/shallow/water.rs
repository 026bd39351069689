use pulp::Simd;

use super::ground::{Below, Ground};
use crate::d2q9::{C, Q};
use crate::engine::{Lanes, Model, Real, in_memory};
use crate::operator::{Conserved, Lean, Operator, Parts};

/// The model of [`crate::Lattice`]: D2Q9, of a depth over a ground or of the density of a gas.
///
/// What streamed in becomes [`Parts`], and the bed acts on them; they relax; the bed acts again; they return to
/// populations, and forces push.
#[derive(Clone, Copy)]
pub(crate) struct Water<O, G> {
    pub(crate) gravity: f32,
    pub(crate) ground: G,
    pub(crate) operator: O,
}

impl<O: Operator, G: Ground> Model<Q> for Water<O, G> {
    /// Rows along y are planes of their own.
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&C);

    #[inline(always)]
    fn inputs(&self, j: usize, _: usize) -> [&[f32]; 3] {
        self.ground.lines(j)
    }

    #[inline(always)]
    fn collide<S: Simd>(&self, f: [Lanes<S>; Q], ground: &[&[f32]; 3], i: usize) -> [Lanes<S>; Q] {
        let below = self.ground.below(f[0].simd, ground, i);
        let (parts, lean) = self.arrive(f, below);
        let cell = parts.conserved(below.rest_depth);
        let mut parts = self.operator.relax(parts, cell);
        if let Some(lean) = lean {
            parts = parts.leave(lean);
        }
        self.push(parts.into_populations(), cell)
    }

    /// Positive depth, and a speed below the lattice's.
    #[inline(always)]
    fn is_well<S: Simd>(&self, f: [Lanes<S>; Q], ground: &[&[f32]; 3], i: usize) -> S::m32s {
        let simd = f[0].simd;
        let below = self.ground.below(simd, ground, i);
        let cell = self.arrive(f, below).0.conserved(below.rest_depth);
        let deep = simd.greater_than_f32s(cell.h.values, simd.splat_f32s(0.0));
        let speed = cell.hu * cell.hu + cell.hv * cell.hv;
        simd.and_m32s(deep, simd.less_than_f32s(speed.values, (cell.h * cell.h).values))
    }
}

impl<O: Operator, G: Ground> Water<O, G> {
    /// What streamed in, with the half of the bed's force that it takes as it arrives; the other half.
    #[inline(always)]
    fn arrive<R: Real>(&self, f: [R; Q], below: Below<R>) -> (Parts<R>, Option<Lean<R>>) {
        let parts = Parts::new(f);
        match below.lean(self.gravity, parts.eta) {
            None => (parts, None),
            Some(lean) => (parts.arrive(lean), Some(lean)),
        }
    }

    /// Adds the momentum that forces give.
    #[inline(always)]
    fn push<R: Real>(&self, mut f: [R; Q], cell: Conserved<R>) -> [R; Q] {
        if let Some([x, y]) = self.ground.momentum(cell) {
            // w_q / 3 e_q·F: the force adds momentum and leaves the stress alone.
            let [x, y] = [x * (1.0 / 3.0), y * (1.0 / 3.0)];
            let [north_east, north_west] = [(x + y) * 0.25, (y - x) * 0.25];
            let gain = [x, north_east, y, north_west];
            for q in 1..5 {
                f[q] = f[q] + gain[q - 1];
                f[q + 4] = f[q + 4] - gain[q - 1];
            }
        }
        f
    }
}
