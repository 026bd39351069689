//! The fused sweep: every cell pulls the nine populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep knows no boundary and takes no branch. Whoever handles boundaries writes the populations that enter the
//! fluid from solids and through the sides into those cells beforehand: the "dummies" of Dottori et al. §2, step 2.
//! It is written once for all vector widths; which one runs is decided when the program does.
//!
//! A row is computed in [`CHUNK`]s that stay in the first cache, each in three short passes over its target: stream,
//! relax, return to populations. A cell's whole collision is a chain of some thirty operations, each of which waits for
//! the one before; in one pass a processor holds less than two cells' vectors in flight and waits (63 cycles per vector
//! of eight on AMD's Zen 3, 55 in three passes).

use pulp::Simd;

use crate::d2q9::{C, Q};
use crate::ground::{Below, Ground};
use crate::layout::{LANES, Layout};
use crate::operator::{CONSERVED, Conserved, Operator, Parts};
use crate::real::{Lanes, nine};
use crate::rows::RowKernel;

/// Streaming and collision of a row of cells, in whole vectors: the last one also computes some of the columns beyond the
/// grid that fill up the row, which nothing reads.
///
/// A row is well when every cell came out with a positive depth and a speed below the lattice's: the usual answer, so
/// that a search for the cell in trouble is rare.
#[derive(Clone, Copy)]
pub(crate) struct StreamCollide<O, G> {
    pub(crate) layout: Layout,
    pub(crate) gravity: f32,
    pub(crate) ground: G,
    pub(crate) operator: O,
}

/// Vectors of cells that go through all passes before the next ones do.
const CHUNK: usize = 32;

/// Numbers of the columns of a vector.
const COLUMNS: [f32; LANES] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0];

impl<O: Operator, G: Ground> RowKernel for StreamCollide<O, G> {
    #[inline(always)]
    fn compute<S: Simd>(
        &self,
        simd: S,
        row: usize,
        [below, here, above]: [&[f32]; 3],
        target: &mut [f32],
    ) -> bool {
        let (nx, stride) = (self.layout.nx(), self.layout.stride());
        let count = nx.div_ceil(S::F32_LANES);
        let numbers = count * S::F32_LANES;
        let rows = [above, here, below];
        let sources = nine!(q => {
            let start = q * stride + (LANES as isize - C[q][0] as isize) as usize;
            let line = &rows[(C[q][1] + 1) as usize][start..start + numbers];
            &S::as_simd_f32s(line).0[..count]
        });
        let mut lines = target.chunks_exact_mut(stride);
        let targets = nine!(_q => match lines.next() {
            Some(line) => &mut S::as_mut_simd_f32s(&mut line[LANES..LANES + numbers]).0[..count],
            None => return false,
        });
        let ground = self.ground.lines(row);
        // Copied, so that the compiler sees that no store to a line changes it, and keeps it in registers.
        let kernel = *self;

        let all = simd.equal_f32s(simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        let [mut well, mut last] = [all; 2];
        for start in (0..count).step_by(CHUNK) {
            let chunk = start..(start + CHUNK).min(count);
            for x in chunk.clone() {
                let parts = Parts::new(nine!(q => Lanes::new(simd, sources[q][x])));
                well = simd.and_m32s(well, last);
                let below = kernel.ground.below(simd, &ground, x * S::F32_LANES);
                last = is_well(parts.conserved(below.rest_depth));
                let parts = parts.into_array();
                for q in 0..Q {
                    targets[q][x] = parts[q].values;
                }
            }
            for x in chunk.clone() {
                let parts = Parts::from_array(nine!(q => Lanes::new(simd, targets[q][x])));
                let below = kernel.ground.below(simd, &ground, x * S::F32_LANES);
                let cell = parts.conserved(below.rest_depth);
                let halves = kernel.operator.relax(parts, cell).into_array();
                for q in CONSERVED..Q {
                    targets[q][x] = halves[q].values;
                }
            }
            for x in chunk {
                let halves = Parts::from_array(nine!(q => Lanes::new(simd, targets[q][x])));
                let below = kernel.ground.below(simd, &ground, x * S::F32_LANES);
                let f = kernel.push(halves.into_populations(), halves, below);
                for q in 0..Q {
                    targets[q][x] = f[q].values;
                }
            }
        }
        // What the last vector holds beyond the grid does not count.
        let cells = simd.splat_f32s((nx - (numbers - S::F32_LANES)) as f32);
        let beyond = simd.greater_than_or_equal_f32s(Lanes::load(simd, &COLUMNS, 0).values, cells);
        let well = simd.and_m32s(well, simd.or_m32s(last, beyond));
        simd.first_true_m32s(simd.not_m32s(well)) == S::F32_LANES
    }
}

/// Which cells have water that is slower than the lattice.
#[inline(always)]
fn is_well<S: Simd>(cell: Conserved<Lanes<S>>) -> S::m32s {
    let simd = cell.h.simd;
    let deep = simd.greater_than_f32s(cell.h.values, simd.splat_f32s(0.0));
    let speed = cell.hu * cell.hu + cell.hv * cell.hv;
    simd.and_m32s(deep, simd.less_than_f32s(speed.values, (cell.h * cell.h).values))
}

impl<O: Operator, G: Ground> StreamCollide<O, G> {
    /// Adds the momentum that the ground and the forces give to a vector of cells.
    #[inline(always)]
    fn push<S: Simd>(
        &self,
        mut f: [Lanes<S>; Q],
        parts: Parts<Lanes<S>>,
        below: Below<Lanes<S>>,
    ) -> [Lanes<S>; Q] {
        let cell = parts.conserved(below.rest_depth);
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
        f
    }
}
