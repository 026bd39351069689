use lbm_core::d2q9::{C, OPPOSITE, Q, W, depth_and_momentum};
use lbm_core::{Lattice, Layout};

use super::account::{LANES, Passed};
use super::at_rest::{overflows, spill};
use super::cells::{HalfwayCell, by_solid, cell};
use crate::ledger::Ledger;
use crate::links::bounce_back_terms;
use crate::solids::Motions;
use crate::spec::LatticeMotion;

/// `Σ w e` over the links of a cell, by its adjacency.
static WEIGHTS: [[f32; 2]; 256] = weights();

const fn weights() -> [[f32; 2]; 256] {
    let mut sums = [[0.0; 2]; 256];
    let mut k = 0;
    while k < 8 * sums.len() {
        let (adjacency, s) = (k / 8, k % 8 + 1);
        if adjacency >> (s - 1) & 1 == 1 {
            sums[adjacency][0] += W[s] * C[s][0] as f32;
            sums[adjacency][1] += W[s] * C[s][1] as f32;
        }
        k += 1;
    }
    sums
}

/// Rebuilds the populations of half-way bounce-back at solids, moving or at rest, and books them: blocks of cells at once.
pub(super) fn bounce_back(
    cells: &[HalfwayCell],
    work: &mut Work,
    lattice: &mut Lattice,
    motions: &Motions,
    ledger: &mut Ledger,
) {
    let offsets = Offsets::new(lattice.layout());
    let f = lattice.as_mut_slice();
    // Compiled for each vector width.
    pulp::Arch::new().dispatch(Wide { cells, work, offsets: &offsets, f, motions, ledger });
}

/// Memory for a block of cells, kept from step to step: clearing it would take as long as a dozen cells do.
#[derive(Debug, Default)]
pub(super) struct Work {
    block: Block,
    /// Populations that enter the cells against each direction.
    entering: Entering,
    passed: Passed<BLOCK>,
}

/// The arguments of [`bounce_back`].
struct Wide<'a> {
    cells: &'a [HalfwayCell],
    work: &'a mut Work,
    offsets: &'a Offsets,
    f: &'a mut [f32],
    motions: &'a Motions,
    ledger: &'a mut Ledger,
}

impl pulp::NullaryFnOnce for Wide<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Work { block, entering, passed } = self.work;
        for cells in by_solid(self.cells) {
            let label = cells[0].label;
            let motion = self.motions.of(label);
            for cells in cells.chunks(BLOCK) {
                block.read(cells, motion, self.offsets, self.f);
                let overflows = block.bounce_back(motion, entering, passed);
                block.write(entering, self.offsets, self.f);
                passed.book(block.len, [&block.x, &block.y], (label, motion), self.ledger);
                if overflows && !motion.is_rest() {
                    self.ledger.solids[usize::from(label)].mass += block.spill(self.f);
                }
            }
        }
    }
}

/// The bits of `f` that are set in `mask`.
#[inline(always)]
fn masked(f: f32, mask: u32) -> f32 {
    f32::from_bits(f.to_bits() & mask)
}

/// Offsets in memory from a cell's population at rest to its population `s`, and to the opposite one of the neighbor along `s`.
struct Offsets {
    own: [u32; Q],
    entering: [u32; Q],
}

impl Offsets {
    fn new(layout: &Layout) -> Self {
        let middle = layout.site(0, 0);
        let offset = |slot: usize| slot.wrapping_sub(layout.slot(0, middle)) as u32;
        Self {
            own: std::array::from_fn(|s| offset(layout.slot(s, middle))),
            entering: std::array::from_fn(|s| offset(layout.slot(OPPOSITE[s], layout.neighbor(middle, s)))),
        }
    }
}

/// Largest number of cells in a block, which fit the first cache.
const BLOCK: usize = 32;
type Entering = [[f32; BLOCK]; Q];

/// Cells of one solid, as arrays for vector instructions. They are filled up to a multiple of [`LANES`] with cells without links.
#[derive(Debug)]
struct Block {
    len: usize,
    at: [u32; BLOCK],
    adjacency: [u32; BLOCK],
    /// Places of the cells relative to the solid's center.
    x: [f64; BLOCK],
    y: [f64; BLOCK],
    rest_depth: [f32; BLOCK],
    /// `Σ e p` of the populations of the cell's links at rest, both ways.
    rest: [[f64; BLOCK]; 2],
    /// Populations before the bounce.
    f: [[f32; BLOCK]; Q],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            len: 0,
            at: [0; BLOCK],
            adjacency: [0; BLOCK],
            x: [0.0; BLOCK],
            y: [0.0; BLOCK],
            rest_depth: [0.0; BLOCK],
            rest: [[0.0; BLOCK]; 2],
            f: [[0.0; BLOCK]; Q],
        }
    }
}

impl Block {
    /// Loads `cells` and their populations.
    #[inline(always)]
    fn read(&mut self, cells: &[HalfwayCell], motion: &LatticeMotion, offsets: &Offsets, f: &[f32]) {
        self.len = cells.len().next_multiple_of(LANES).min(BLOCK);
        for (c, cell) in cells.iter().take(BLOCK).enumerate() {
            self.at[c] = cell.at;
            self.adjacency[c] = u32::from(cell.adjacency);
            let [x, y] = self::cell(cell.key);
            self.x[c] = x as f64 + 0.5 - motion.center[0];
            self.y[c] = y as f64 + 0.5 - motion.center[1];
            self.rest_depth[c] = cell.rest_depth;
            let pair = 2.0 * f64::from(cell.rest_population);
            let [wx, wy] = WEIGHTS[usize::from(cell.adjacency)];
            (self.rest[0][c], self.rest[1][c]) = (pair * f64::from(wx), pair * f64::from(wy));
            for s in 0..Q {
                self.f[s][c] = f[(cell.at + offsets.own[s]) as usize];
            }
        }
        // The last lanes keep the cells of the block before, without their links.
        for c in cells.len().min(self.len)..self.len {
            self.adjacency[c] = 0;
            [self.rest[0][c], self.rest[1][c]] = [0.0; 2];
        }
    }

    /// Computes the populations that enter and the sums over links; returns whether the water of a cell overflows.
    #[inline(always)]
    fn bounce_back(
        &self,
        motion: &LatticeMotion,
        entering: &mut Entering,
        passed: &mut Passed<BLOCK>,
    ) -> bool {
        let [u0, v0] = motion.velocity(motion.center);
        let mut any_overflows = 0u32;
        for c in 0..self.len.min(BLOCK) {
            let mut f = [0.0; Q];
            for s in 0..Q {
                f[s] = self.f[s][c];
            }
            let [above, _, _] = depth_and_momentum(f);
            let h = self.rest_depth[c] + above;
            any_overflows |= u32::from(overflows(h, self.rest_depth[c]));
            let velocity = [u0 - motion.angvel * self.y[c], v0 + motion.angvel * self.x[c]];
            let wall_terms = bounce_back_terms(h, velocity);
            let adjacency = self.adjacency[c];

            let (mut mass, mut momentum) = (0.0f64, [0.0f64; 4]);
            let (mut gained, mut gained_twice) = ([0.0f32; 4], [0.0f32; 4]);
            for k in 0..4 {
                let (s, t, term) = (k + 1, k + 5, wall_terms[k]);
                // Instead of a branch: all bits where there is a link, none elsewhere.
                let mask_s = (adjacency >> (s - 1) & 1).wrapping_neg();
                let mask_t = (adjacency >> (t - 1) & 1).wrapping_neg();
                let (enters_s, enters_t) = (f[s] - masked(term, mask_s), f[t] + masked(term, mask_t));
                (entering[s][c], entering[t][c]) = (enters_s, enters_t);
                let (out_s, in_s) = (masked(f[s], mask_s), masked(enters_s, mask_s));
                let (out_t, in_t) = (masked(f[t], mask_t), masked(enters_t, mask_t));
                let (m_s, m_t) = (in_s - out_s, in_t - out_t);
                let (out_s, in_s) = (f64::from(out_s), f64::from(in_s));
                let (out_t, in_t) = (f64::from(out_t), f64::from(in_t));
                mass += (in_s - out_s) + (in_t - out_t);
                momentum[k] = (in_s + out_s) - (in_t + out_t);
                gained[k] = m_s - m_t;
                gained_twice[k] = m_s + m_t;
            }
            passed.mass[c] = mass;
            passed.momentum[0][c] = momentum[0] + (momentum[1] - momentum[3]) + self.rest[0][c];
            passed.momentum[1][c] = momentum[2] + (momentum[1] + momentum[3]) + self.rest[1][c];
            passed.through[0][c] = f64::from(gained[0] + (gained[1] - gained[3]));
            passed.through[1][c] = f64::from(gained[2] + (gained[1] + gained[3]));
            let squares = (gained_twice[0] + gained_twice[2]) + 2.0 * (gained_twice[1] + gained_twice[3]);
            passed.squares[c] = f64::from(squares);
        }
        any_overflows != 0
    }

    /// Takes the water that overflows out of the cells; returns what the water gained.
    fn spill(&self, f: &mut [f32]) -> f64 {
        let mut gained = 0.0;
        for c in (0..self.len.min(BLOCK)).filter(|&c| self.adjacency[c] != 0) {
            let [above, _, _] = depth_and_momentum(std::array::from_fn(|s| self.f[s][c]));
            let h = self.rest_depth[c] + above;
            if overflows(h, self.rest_depth[c]) {
                gained += spill(&mut f[self.at[c] as usize], h, self.rest_depth[c]);
            }
        }
        gained
    }

    /// Writes the populations that enter.
    #[inline(always)]
    fn write(&self, entering: &Entering, offsets: &Offsets, f: &mut [f32]) {
        for c in 0..self.len.min(BLOCK) {
            let mut left = self.adjacency[c];
            while left != 0 {
                let s = left.trailing_zeros() as usize + 1;
                f[self.at[c].wrapping_add(offsets.entering[s]) as usize] = entering[s][c];
                left &= left - 1;
            }
        }
    }
}
