use lbm_core::d2q9::{C, OPPOSITE, Q, W};
use lbm_core::{Lattice, Layout};

use crate::classify::{Owner, Surroundings};
use crate::motion::LatticeMotion;
use crate::overflow::{HIGHEST, spill};
use crate::solids::Solids;
use crate::{Exchange, Ledger, Load};

/// A water cell all of whose unknown populations are half-way bounce-back at one solid, as most are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BounceCell {
    /// Row and column: cells sort in row order.
    pub(crate) key: u32,
    /// Slot of its population at rest.
    pub(crate) at: u32,
    /// Its depth at rest, and a population along an axis there.
    rest_depth: f32,
    rest_population: f32,
    pub(crate) label: u16,
    /// See [`crate::ContourCell`].
    pub(crate) adjacency: u8,
}

/// What the keys of cells sort by: the row, then the column.
pub(crate) fn key([i, j]: [usize; 2]) -> u32 {
    (j as u32) << 16 | i as u32
}

/// The cell `[i, j]` of a key.
pub(crate) fn cell(key: u32) -> [usize; 2] {
    [key & 0xffff, key >> 16].map(|k| k as usize)
}

/// The box of `cells`, which come in row order: its first cell, and that beyond its last one.
pub(crate) fn extent(cells: &[BounceCell]) -> [[usize; 2]; 2] {
    let (mut from, mut to) = (0xffff, 0);
    for place in cells {
        from = (place.key & 0xffff).min(from);
        to = (place.key & 0xffff).max(to);
    }
    let [first_row, end] = rows(cells);
    [[from as usize, first_row], [to as usize + 1, end]]
}

/// The rows of `cells`, which come in row order: the first one, and that beyond the last one.
pub(crate) fn rows(cells: &[BounceCell]) -> [usize; 2] {
    let row = |place: Option<&BounceCell>| place.map_or(0, |place| (place.key >> 16) as usize);
    [row(cells.first()), row(cells.last()) + 1]
}

/// The cells of one solid after the other.
pub(crate) fn by_solid(mut cells: &[BounceCell]) -> impl Iterator<Item = &[BounceCell]> {
    std::iter::from_fn(move || {
        let solid = cells.split_off(..cells_of_first(cells))?;
        (!solid.is_empty()).then_some(solid)
    })
}

/// How many of `cells` belong to the solid of the first one: found by halving, since few solids have many cells.
pub(crate) fn cells_of_first(cells: &[BounceCell]) -> usize {
    cells.first().map_or(0, |first| cells.partition_point(|cell| cell.label == first.label))
}

impl BounceCell {
    pub(crate) fn new(around: &Surroundings<'_>, place: [usize; 2], adjacency: u8, label: u16) -> Self {
        let (lattice, layout) = (around.lattice, around.layout());
        let water = layout.site(place[0] as isize, place[1] as isize);
        Self {
            key: key(place),
            at: layout.slot(0, water) as u32,
            rest_depth: lattice.rest_depth(water),
            rest_population: lattice.reference_population(1, water),
            label,
            adjacency,
        }
    }

    /// By label, then in row order.
    pub(crate) fn order(&self) -> u64 {
        u64::from(self.label) << 32 | u64::from(self.key)
    }

    /// Whether it gets a share of what its solid owes, see [`crate::node::Node::receives`].
    pub(crate) fn receives(&self) -> bool {
        self.adjacency != u8::MAX
    }
}

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

/// Half-way bounce-back at solids that move or stand still, many cells at once.
///
/// Along a link the velocity of a rigid wall is the same everywhere, `e_q·(ω × e_q) = 0`: that at the cell's middle
/// drives all links of the cell.
pub(crate) fn bounce(
    cells: &[BounceCell],
    work: &mut Work,
    lattice: &mut Lattice,
    solids: &Solids,
    ledger: &mut Ledger,
) {
    let offsets = Offsets::new(lattice.layout());
    let f = lattice.as_mut_slice();
    // Compiled for vectors of any width.
    pulp::Arch::new().dispatch(Wide { cells, work, offsets: &offsets, f, solids, ledger });
}

/// Memory for a block of cells, kept from step to step: to clear it takes as long as to work on a dozen cells.
#[derive(Debug, Default)]
pub(crate) struct Work {
    block: Block,
    /// What enters the cells against each direction.
    entering: Entering,
    passed: Passed,
}

/// The work at all cells.
struct Wide<'a> {
    cells: &'a [BounceCell],
    work: &'a mut Work,
    offsets: &'a Offsets,
    f: &'a mut [f32],
    solids: &'a Solids,
    ledger: &'a mut Ledger,
}

impl pulp::NullaryFnOnce for Wide<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Work { block, entering, passed } = self.work;
        for cells in by_solid(self.cells) {
            let label = cells[0].label;
            let motion = self.solids.motion(label);
            for cells in cells.chunks(BLOCK) {
                block.read(cells, motion, self.offsets, self.f);
                let overflows = block.bounce(motion, entering, passed);
                block.write(entering, self.offsets, self.f);
                block.book(passed, label, motion, self.ledger);
                if overflows && !motion.is_rest() {
                    self.ledger.solids[usize::from(label)].mass += block.spill(self.f);
                }
            }
        }
    }
}

/// The bits of `f` that the mask lets through.
#[inline(always)]
fn masked(f: f32, mask: u32) -> f32 {
    f32::from_bits(f.to_bits() & mask)
}

/// Offsets from a cell's place in memory to that of population `s` in it, and of the opposite one in the neighbour along `s`.
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

/// Most cells of a block: what is known of them fits the first cache.
const BLOCK: usize = 32;
/// Cells that are summed side by side. Blocks are filled up to a multiple of them with cells without links.
const LANES: usize = 8;

type Entering = [[f32; BLOCK]; Q];

/// Cells of one solid, with everything that is known of them side by side for vectors.
#[derive(Debug)]
struct Block {
    len: usize,
    at: [u32; BLOCK],
    adjacency: [u32; BLOCK],
    /// The cell's place from the solid's centre.
    x: [f64; BLOCK],
    y: [f64; BLOCK],
    rest_depth: [f32; BLOCK],
    /// `Σ e p` of the populations of the cell's links at rest, both ways.
    rest: [[f64; BLOCK]; 2],
    /// Populations before the bounce.
    f: [[f32; BLOCK]; Q],
}

/// Of what passed the links of each cell of a block: momentum `Σ e p` of the populations both ways, with that at rest, mass
/// `Σ m` gained, `Σ m e`, and `Σ m e²`, with `e` the direction in which it leaves.
#[derive(Debug)]
struct Passed {
    momentum: [[f64; BLOCK]; 2],
    mass: [f64; BLOCK],
    through: [[f64; BLOCK]; 2],
    squares: [f64; BLOCK],
}

impl Default for Passed {
    fn default() -> Self {
        let zeros = [0.0; BLOCK];
        Self { momentum: [zeros; 2], mass: zeros, through: [zeros; 2], squares: zeros }
    }
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
    /// Takes over `cells` and their populations.
    #[inline(always)]
    fn read(&mut self, cells: &[BounceCell], motion: &LatticeMotion, offsets: &Offsets, f: &[f32]) {
        self.len = cells.len().next_multiple_of(LANES).min(BLOCK);
        for (c, cell) in cells.iter().take(BLOCK).enumerate() {
            self.at[c] = cell.at;
            self.adjacency[c] = u32::from(cell.adjacency);
            let [x, y] = self::cell(cell.key);
            self.x[c] = x as f64 + 0.5 - motion.centre[0];
            self.y[c] = y as f64 + 0.5 - motion.centre[1];
            self.rest_depth[c] = cell.rest_depth;
            let pair = 2.0 * f64::from(cell.rest_population);
            let [wx, wy] = WEIGHTS[usize::from(cell.adjacency)];
            (self.rest[0][c], self.rest[1][c]) = (pair * f64::from(wx), pair * f64::from(wy));
            for s in 0..Q {
                self.f[s][c] = f[(cell.at + offsets.own[s]) as usize];
            }
        }
        // What fills up is whatever was there before, without links.
        for c in cells.len().min(self.len)..self.len {
            self.adjacency[c] = 0;
            [self.rest[0][c], self.rest[1][c]] = [0.0; 2];
        }
    }

    /// Finds what enters the cells, and what passes their links; and whether the water stands too high in one of them.
    #[inline(always)]
    fn bounce(&self, motion: &LatticeMotion, entering: &mut Entering, passed: &mut Passed) -> bool {
        let [u0, v0] = motion.velocity(motion.centre);
        let mut overflows = 0u32;
        for c in 0..self.len.min(BLOCK) {
            let (mut f, mut pairs) = ([0.0; Q], [0.0; 4]);
            for s in 0..Q {
                f[s] = self.f[s][c];
            }
            for k in 0..4 {
                pairs[k] = f[k + 1] + f[k + 5];
            }
            // Summed such that turned and mirrored cells get the same bits.
            let h = self.rest_depth[c] + (f[0] + (pairs[0] + pairs[2]) + (pairs[1] + pairs[3]));
            overflows |= u32::from(h > HIGHEST * self.rest_depth[c]);
            let k = h * (2.0 / 3.0);
            let u = k * (u0 - motion.angvel * self.y[c]) as f32;
            let v = k * (v0 + motion.angvel * self.x[c]) as f32;
            // 2 w h e·u_w / 3 is taken from what returns against e.
            let drives = [u, 0.25 * (u + v), v, 0.25 * (v - u)];
            let adjacency = self.adjacency[c];

            let (mut mass, mut momentum) = (0.0f64, [0.0f64; 4]);
            let (mut gained, mut gained_twice) = ([0.0f32; 4], [0.0f32; 4]);
            for k in 0..4 {
                let (s, t, drive) = (k + 1, k + 5, drives[k]);
                // Without a branch: all bits of what passes a link, none elsewhere.
                let mask_s = (adjacency >> (s - 1) & 1).wrapping_neg();
                let mask_t = (adjacency >> (t - 1) & 1).wrapping_neg();
                let (enters_s, enters_t) = (f[s] - masked(drive, mask_s), f[t] + masked(drive, mask_t));
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
        overflows != 0
    }

    /// Takes out what stands too high; returns what the water gained.
    fn spill(&self, f: &mut [f32]) -> f64 {
        let mut gained = 0.0;
        for c in (0..self.len.min(BLOCK)).filter(|&c| self.adjacency[c] != 0) {
            let pair = |k: usize| self.f[k][c] + self.f[k + 4][c];
            let h = self.rest_depth[c] + (self.f[0][c] + (pair(1) + pair(3)) + (pair(2) + pair(4)));
            if h > HIGHEST * self.rest_depth[c] {
                gained += spill(&mut f[self.at[c] as usize], h, self.rest_depth[c]);
            }
        }
        gained
    }

    /// Writes what enters; where nothing does, what was there.
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

    /// Enters the sums into the ledger. The impulse on a solid is `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` (Wen et al. 2014)
    /// over its links: minus the momentum that the water gained, less what the mass that passed the wall carries along
    /// with it. What acts along a link has the same moment at the cell as at the wall.
    #[inline(always)]
    fn book(&self, passed: &Passed, label: u16, motion: &LatticeMotion, ledger: &mut Ledger) {
        let ([u0, v0], omega) = (motion.velocity(motion.centre), motion.angvel);
        let mut sums = [[0.0f64; LANES]; 7];
        for c in (0..self.len.min(BLOCK)).step_by(LANES) {
            for l in 0..LANES {
                let (x, y, mass) = (self.x[c + l], self.y[c + l], passed.mass[c + l]);
                let [px, py] = [passed.momentum[0][c + l], passed.momentum[1][c + l]];
                let [ex, ey] = [passed.through[0][c + l], passed.through[1][c + l]];
                // Of Σ m u_w, with the wall half a link from the cell: u_w = (u, v) + ω × (e / 2).
                let (u, v) = (u0 - omega * y, v0 + omega * x);
                let fx = u * mass - 0.5 * omega * ey;
                let fy = v * mass + 0.5 * omega * ex;
                let at_wall = 0.5 * (ex * v - ey * u + 0.5 * omega * passed.squares[c + l]);
                sums[0][l] += mass;
                sums[1][l] += px;
                sums[2][l] += py;
                sums[3][l] += x * py - y * px;
                sums[4][l] += fx;
                sums[5][l] += fy;
                sums[6][l] += x * fy - y * fx + at_wall;
            }
        }
        let mut totals = [0.0; 7];
        for (total, [a, b, c, d, e, f, g, h]) in totals.iter_mut().zip(sums) {
            *total = ((a + e) + (c + g)) + ((b + f) + (d + h));
        }
        let [mass, px, py, turned, fx, fy, torque] = totals;
        let load = &mut ledger.loads[usize::from(label)];
        load.add(&Load { force: [px + fx, py + fy], torque: turned + torque });
        if let Some(account) = ledger.account(Owner::Solid(label)) {
            account.add(&Exchange { mass, momentum: [-px, -py] });
        }
    }
}
