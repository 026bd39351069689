//! Sponges that relax the rows of a lattice as the sweep reaches them.

use std::sync::atomic::{AtomicU64, Ordering};

use lbm_core::Lattice;
use lbm_core::d2q9::Q;

use super::sponge::Sponge;
use crate::ledger::Exchange;

/// Most cells of a row that are relaxed one by one; beyond them the whole row is relaxed before the sweep.
const FEW: usize = 16;

/// A sponge whose work the sweep does, but for the cells that boundaries reach before it.
///
/// Boundaries read cells next to walls and sides after the sponge has relaxed them, and write what enters the water. Next to an open
/// side alone they relax what they read themselves ([`Self::left_of`]). All others are *early* cells: they are relaxed before the
/// boundaries, and keep what they were. In the sweep their row is relaxed as a whole, from the values that all of it had before, and
/// they take back what the boundaries made of them. The bits are those of a sponge that comes before the boundaries, in the
/// populations and in the sums of their losses.
#[derive(Debug)]
pub(crate) struct InSweep {
    rows: Vec<Row>,
    /// Early cells in row order.
    cells: Vec<EarlyCell>,
}

/// A row of the grid.
#[derive(Debug)]
struct Row {
    /// Number of its first early cell, and how many there are.
    first: usize,
    count: usize,
    /// Gains of each side in it, as bits: two threads that share a row both write them.
    gained: [[AtomicU64; 4]; 4],
}

impl Row {
    /// Whether the row is relaxed before the sweep.
    fn is_early(&self) -> bool {
        self.count > FEW
    }

    fn note(&self, gained: &[Exchange; 4]) {
        for (bits, Exchange { mass, momentum: [x, y], angular_momentum }) in self.gained.iter().zip(gained) {
            for (bits, value) in bits.iter().zip([mass, x, y, angular_momentum]) {
                bits.store(value.to_bits(), Ordering::Relaxed);
            }
        }
    }

    fn noted(&self) -> [Exchange; 4] {
        std::array::from_fn(|side| {
            let value = |k: usize| f64::from_bits(self.gained[side][k].load(Ordering::Relaxed));
            Exchange { mass: value(0), momentum: [value(1), value(2)], angular_momentum: value(3) }
        })
    }
}

#[derive(Debug)]
struct EarlyCell {
    column: usize,
    /// Populations before the sponge.
    was: [f32; Q],
}

impl InSweep {
    /// # Arguments
    /// `reached`: cells `[i, j]` that boundaries read or write after the sponge, but those that they relax themselves, in any order;
    /// some more than once.
    pub(crate) fn new(sponge: &Sponge, reached: impl Iterator<Item = [usize; 2]>) -> Self {
        let mut reached: Vec<_> = reached.filter(|&cell| sponge.computes(cell)).collect();
        reached.sort_unstable_by_key(|&[i, j]| (j, i));
        reached.dedup();
        let mut left = &reached[..];
        let row = |j| {
            let first = reached.len() - left.len();
            let count = left.partition_point(|cell| cell[1] <= j);
            left = &left[count..];
            Row { first, count, gained: Default::default() }
        };
        let rows = (0..sponge.row_count()).map(row).collect();
        let cells = reached.iter().map(|&[column, _]| EarlyCell { column, was: [0.0; Q] }).collect();
        Self { rows, cells }
    }

    /// The sponge's strength that is left in a cell after [`Self::begin`].
    pub(crate) fn left_of(&self, sponge: &Sponge, [i, j]: [usize; 2]) -> f32 {
        let row = &self.rows[j];
        let is_early = |cell: &EarlyCell| cell.column == i;
        if row.is_early() || self.cells[row.first..row.first + row.count].iter().any(is_early) {
            return 0.0;
        }
        sponge.strength([i, j])
    }

    /// Relaxes the early cells; `first` is the grid's first cell, from the middle of the grid.
    pub(crate) fn begin(&mut self, sponge: &Sponge, lattice: &mut Lattice, first: [f64; 2]) {
        let layout = *lattice.layout();
        for (j, row) in self.rows.iter().enumerate() {
            if row.is_early() {
                row.note(&sponge.relax_row(j, lattice.row_mut(j), first));
                continue;
            }
            for EarlyCell { column, was } in &mut self.cells[row.first..row.first + row.count] {
                let site = layout.site(*column as isize, j as isize);
                *was = lattice.populations(site);
                lattice.set_populations(site, sponge.relaxed([*column, j], *was));
            }
        }
    }

    /// Relaxes the rest of a row; for the sweep, which may call it twice with copies of the row.
    #[inline]
    pub(crate) fn relax(&self, sponge: &Sponge, j: usize, mut lines: [&mut [f32]; Q], first: [f64; 2]) {
        let row = &self.rows[j];
        if row.is_early() || !sponge.has(j) {
            return;
        }
        let cells = &self.cells[row.first..row.first + row.count];
        if cells.is_empty() {
            row.note(&sponge.relax_row(j, lines, first));
            return;
        }
        let mut now = [[0.0; Q]; FEW];
        for (now, EarlyCell { column, was }) in now.iter_mut().zip(cells) {
            for q in 0..Q {
                now[q] = std::mem::replace(&mut lines[q][*column], was[q]);
            }
        }
        row.note(&sponge.relax_row(j, lines.each_mut().map(|line| &mut **line), first));
        for (now, EarlyCell { column, .. }) in now.iter().zip(cells) {
            for q in 0..Q {
                lines[q][*column] = now[q];
            }
        }
    }

    /// Gains of the sides in this step, by row.
    pub(crate) fn gained(&self) -> impl Iterator<Item = [Exchange; 4]> {
        self.rows.iter().map(Row::noted)
    }
}
