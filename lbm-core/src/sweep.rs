//! The fused sweep: every cell pulls the nine populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep knows no boundary and takes no branch. Whoever handles boundaries writes the populations that enter the
//! fluid from solids and through the sides into those cells beforehand: the "dummies" of Dottori et al. §2, step 2.
//! It is written once for all vector widths; which one runs is decided when the program does.

use pulp::Simd;

use crate::d2q9::{C, Q};
use crate::layout::{LANES, Layout};
use crate::operator::{Operator, Pairs, RestState};
use crate::real::{Lanes, Real, nine};
use crate::rows::RowKernel;

/// Streaming and collision of a row of cells.
///
/// A row is well when every cell came out with a positive depth and a speed below the lattice's: the usual answer, so
/// that a search for the cell in trouble is rare.
pub(crate) struct StreamCollide<'a, O> {
    pub(crate) layout: &'a Layout,
    pub(crate) rest: RestState,
    pub(crate) operator: O,
}

impl<O: Operator> RowKernel for StreamCollide<'_, O> {
    #[inline(always)]
    fn compute<S: Simd>(&self, simd: S, [below, here, above]: [&[f32]; 3], target: &mut [f32]) -> bool {
        let (nx, stride) = (self.layout.nx(), self.layout.stride());
        let rows = [above, here, below];
        let sources = nine!(q => {
            let start = q * stride + (LANES as isize - C[q][0] as isize) as usize;
            &rows[(C[q][1] + 1) as usize][start..start + nx]
        });
        let mut lines = target.chunks_exact_mut(stride);
        let targets = nine!(_q => match lines.next() {
            Some(line) => &mut line[LANES..LANES + nx],
            None => return false,
        });
        if nx < S::F32_LANES {
            self.compute_short(simd, sources, targets)
        } else {
            self.compute_lines(simd, sources, targets)
        }
    }
}

impl<O: Operator> StreamCollide<'_, O> {
    /// Lines of at least one vector. Where they are no whole number of vectors one more is laid against their end: the
    /// cells in two vectors come out the same twice.
    #[inline(always)]
    fn compute_lines<S: Simd>(&self, simd: S, sources: [&[f32]; Q], mut targets: [&mut [f32]; Q]) -> bool {
        let nx = targets[0].len();
        let whole = nx / S::F32_LANES;
        let mut sane = simd.equal_f32s(simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        if whole * S::F32_LANES < nx {
            let last = nx - S::F32_LANES;
            let f = nine!(q => Lanes::new(simd, S::as_simd_f32s(&sources[q][last..]).0[0]));
            let (f, well) = self.collide(f);
            sane = simd.and_m32s(sane, well);
            for q in 0..Q {
                S::as_mut_simd_f32s(&mut targets[q][last..]).0[0] = f[q].values;
            }
        }
        let sources = nine!(q => &S::as_simd_f32s(sources[q]).0[..whole]);
        let targets = nine!(q => &mut S::as_mut_simd_f32s(std::mem::take(&mut targets[q])).0[..whole]);
        for x in 0..whole {
            let (f, well) = self.collide(nine!(q => Lanes::new(simd, sources[q][x])));
            sane = simd.and_m32s(sane, well);
            for q in 0..Q {
                targets[q][x] = f[q].values;
            }
        }
        simd.first_true_m32s(simd.not_m32s(sane)) == S::F32_LANES
    }

    /// Lines that are shorter than a vector, filled up with still water.
    #[inline(always)]
    fn compute_short<S: Simd>(&self, simd: S, sources: [&[f32]; Q], targets: [&mut [f32]; Q]) -> bool {
        let n = targets[0].len();
        let mut padded = [[0.0f32; LANES]; Q];
        let mut results = [[0.0f32; LANES]; Q];
        for q in 0..Q {
            padded[q][..n].copy_from_slice(sources[q]);
        }
        let mut lines = results.iter_mut();
        let lines = nine!(_q => match lines.next() {
            Some(line) => &mut line[..S::F32_LANES],
            None => return false,
        });
        let sane = self.compute_lines(simd, nine!(q => &padded[q][..S::F32_LANES]), lines);
        for (target, result) in targets.into_iter().zip(&results) {
            target.copy_from_slice(&result[..n]);
        }
        sane
    }

    /// Collides a vector of cells; also says which of them have water that is slower than the lattice.
    #[inline(always)]
    fn collide<S: Simd>(&self, f: [Lanes<S>; Q]) -> ([Lanes<S>; Q], S::m32s) {
        let simd = f[0].simd;
        let pairs = Pairs::new(f);
        let cell = pairs.conserved(self.rest);
        let deep = simd.greater_than_f32s(cell.h.values, cell.h.splat(0.0).values);
        let speed = cell.hu * cell.hu + cell.hv * cell.hv;
        let slow = simd.less_than_f32s(speed.values, (cell.h * cell.h).values);
        (self.operator.collide(pairs, cell), simd.and_m32s(deep, slow))
    }
}
