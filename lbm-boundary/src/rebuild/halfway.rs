use lbm_core::d2q9::{OPPOSITE, Q, depth_and_momentum};
use lbm_core::{Lattice, Layout};

use super::account::{Passed, PassedByCell};
use super::at_rest::{overflows, spill};
use super::cells::{HalfwayCell, by_solid, cell};
use crate::lanes::LANES;
use crate::ledger::{Ledger, Owner};
use crate::links::wall_term;
use crate::solids::Motions;
use crate::spec::LatticeMotion;

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
    passed: PassedByCell<BLOCK>,
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
                passed.sum(block.len).book(Owner::Solid(label), motion.center, self.ledger);
                if overflows && !motion.is_rest() {
                    block.spill(motion, self.f, (label, self.ledger));
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
    /// Vectors from the solid's center to the cells.
    arm: [[f64; BLOCK]; 2],
    rest_depth: [f32; BLOCK],
    /// [`HalfwayCell::at_rest`] of each cell.
    at_rest: [[f64; BLOCK]; 2],
    /// Populations before the bounce.
    f: [[f32; BLOCK]; Q],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            len: 0,
            at: [0; BLOCK],
            adjacency: [0; BLOCK],
            arm: [[0.0; BLOCK]; 2],
            rest_depth: [0.0; BLOCK],
            at_rest: [[0.0; BLOCK]; 2],
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
            [self.arm[0][c], self.arm[1][c]] = motion.arm(self::cell(cell.key));
            self.rest_depth[c] = cell.rest_depth;
            [self.at_rest[0][c], self.at_rest[1][c]] = cell.at_rest;
            for s in 0..Q {
                self.f[s][c] = f[(cell.at + offsets.own[s]) as usize];
            }
        }
        // The last lanes keep the cells of the block before, without their links.
        for c in cells.len().min(self.len)..self.len {
            self.adjacency[c] = 0;
            [self.at_rest[0][c], self.at_rest[1][c]] = [0.0; 2];
        }
    }

    /// Computes the populations that enter and the sums over links; returns whether the water of a cell overflows.
    #[inline(always)]
    fn bounce_back(
        &self,
        motion: &LatticeMotion,
        entering: &mut Entering,
        passed: &mut PassedByCell<BLOCK>,
    ) -> bool {
        let mut any_overflows = 0u32;
        for c in 0..self.len.min(BLOCK) {
            let mut f = [0.0; Q];
            for s in 0..Q {
                f[s] = self.f[s][c];
            }
            let [above, _, _] = depth_and_momentum(f);
            let h = self.rest_depth[c] + above;
            any_overflows |= u32::from(overflows(h, self.rest_depth[c]));
            let arm = [self.arm[0][c], self.arm[1][c]];
            let velocity = motion.velocity(arm);
            let (mut out, mut into) = ([0.0; Q], [0.0; Q]);
            for s in 1..Q {
                // Instead of a branch: all bits where there is a link, none elsewhere.
                let mask = (self.adjacency[c] >> (s - 1) & 1).wrapping_neg();
                entering[s][c] = f[s] - masked(wall_term(s, h, velocity), mask);
                (out[s], into[s]) = (f64::from(masked(f[s], mask)), f64::from(masked(entering[s][c], mask)));
            }
            let at_rest = [self.at_rest[0][c], self.at_rest[1][c]];
            passed.set(c, &Passed::at_cell(&out, &into, at_rest, arm, motion));
        }
        any_overflows != 0
    }

    /// Takes the water that overflows out of the cells, and books it.
    fn spill(&self, motion: &LatticeMotion, f: &mut [f32], (label, ledger): (u16, &mut Ledger)) {
        for c in (0..self.len.min(BLOCK)).filter(|&c| self.adjacency[c] != 0) {
            let [above, _, _] = depth_and_momentum(std::array::from_fn(|s| self.f[s][c]));
            let h = self.rest_depth[c] + above;
            if overflows(h, self.rest_depth[c]) {
                let arm = [self.arm[0][c], self.arm[1][c]];
                let gained = spill(&mut f[self.at[c] as usize], h, self.rest_depth[c]);
                ledger.book_carried(label, motion, (arm, gained));
            }
        }
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
