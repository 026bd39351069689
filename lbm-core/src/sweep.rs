//! The fused sweep: every cell pulls the nine populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep knows no boundary and takes no branch. Whoever handles boundaries writes the populations that enter the
//! fluid from solids and through the sides into those cells beforehand: the "dummies" of Dottori et al. §2, step 2.
//! It is written once for all vector widths; which one runs is decided when the program does.

use pulp::Simd;

use crate::d2q9::{C, Q};
use crate::ground::Ground;
use crate::layout::{LANES, Layout};
use crate::operator::{Operator, Pairs};
use crate::real::{Lanes, Real, nine};
use crate::rows::RowKernel;

/// Streaming and collision of a row of cells.
///
/// A row is well when every cell came out with a positive depth and a speed below the lattice's: the usual answer, so
/// that a search for the cell in trouble is rare.
pub(crate) struct StreamCollide<'a, O, G> {
    pub(crate) layout: &'a Layout,
    pub(crate) gravity: f32,
    pub(crate) ground: &'a G,
    pub(crate) operator: O,
}

impl<O: Operator, G: Ground> RowKernel for StreamCollide<'_, O, G> {
    #[inline(always)]
    fn compute<S: Simd>(
        &self,
        simd: S,
        row: usize,
        [below, here, above]: [&[f32]; 3],
        target: &mut [f32],
    ) -> bool {
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
        let ground = self.ground.lines(row);
        if nx < S::F32_LANES {
            self.compute_short(simd, ground, sources, targets)
        } else {
            self.compute_lines(simd, ground, sources, targets)
        }
    }
}

impl<O: Operator, G: Ground> StreamCollide<'_, O, G> {
    /// Lines of at least one vector. Where they are no whole number of vectors one more is laid against their end: the
    /// cells in two vectors come out the same twice.
    #[inline(always)]
    fn compute_lines<S: Simd>(
        &self,
        simd: S,
        ground: [&[f32]; 3],
        sources: [&[f32]; Q],
        mut targets: [&mut [f32]; Q],
    ) -> bool {
        let nx = targets[0].len();
        let whole = nx / S::F32_LANES;
        let mut sane = simd.equal_f32s(simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        if whole * S::F32_LANES < nx {
            let last = nx - S::F32_LANES;
            let f = nine!(q => Lanes::load(simd, sources[q], last));
            let (f, well) = self.collide(f, &ground, last);
            sane = simd.and_m32s(sane, well);
            for q in 0..Q {
                S::as_mut_simd_f32s(&mut targets[q][last..]).0[0] = f[q].values;
            }
        }
        let sources = nine!(q => &S::as_simd_f32s(sources[q]).0[..whole]);
        let targets = nine!(q => &mut S::as_mut_simd_f32s(std::mem::take(&mut targets[q])).0[..whole]);
        for x in 0..whole {
            let (f, well) =
                self.collide(nine!(q => Lanes::new(simd, sources[q][x])), &ground, x * S::F32_LANES);
            sane = simd.and_m32s(sane, well);
            for q in 0..Q {
                targets[q][x] = f[q].values;
            }
        }
        simd.first_true_m32s(simd.not_m32s(sane)) == S::F32_LANES
    }

    /// Lines that are shorter than a vector, filled up with still water.
    #[inline(always)]
    fn compute_short<S: Simd>(
        &self,
        simd: S,
        ground: [&[f32]; 3],
        sources: [&[f32]; Q],
        targets: [&mut [f32]; Q],
    ) -> bool {
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
        let mut deep = [[1.0f32; LANES]; 3];
        for (line, ground) in deep.iter_mut().zip(ground) {
            line[..ground.len()].copy_from_slice(ground);
        }
        let [a, b, c] = &deep;
        let sane = self.compute_lines(simd, [a, b, c], nine!(q => &padded[q][..S::F32_LANES]), lines);
        for (target, result) in targets.into_iter().zip(&results) {
            target.copy_from_slice(&result[..n]);
        }
        sane
    }

    /// Collides a vector of cells from column `i` on; also says which of them have water that is slower than the lattice.
    #[inline(always)]
    fn collide<S: Simd>(&self, f: [Lanes<S>; Q], ground: &[&[f32]; 3], i: usize) -> ([Lanes<S>; Q], S::m32s) {
        let simd = f[0].simd;
        let below = self.ground.below(simd, ground, i);
        let pairs = Pairs::new(f);
        let cell = pairs.conserved(below.rest_depth);
        let deep = simd.greater_than_f32s(cell.h.values, cell.h.splat(0.0).values);
        let speed = cell.hu * cell.hu + cell.hv * cell.hv;
        let slow = simd.less_than_f32s(speed.values, (cell.h * cell.h).values);
        let mut f = self.operator.collide(pairs, cell);
        if let Some([x, y]) = self.ground.momentum(self.gravity, below, cell) {
            // w_q / 3 e_q·F: the force adds momentum and leaves the stress alone.
            let [x, y] = [x * (1.0 / 3.0), y * (1.0 / 3.0)];
            let [north_east, north_west] = [(x + y) * 0.25, (y - x) * 0.25];
            let gain = [x, north_east, y, north_west];
            for q in 1..5 {
                f[q] = f[q] + gain[q - 1];
                f[q + 4] = f[q + 4] - gain[q - 1];
            }
        }
        (f, simd.and_m32s(deep, slow))
    }
}
