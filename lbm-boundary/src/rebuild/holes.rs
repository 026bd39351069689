//! Holes: the places of solids that are gone and have left mass owed behind.
//!
//! A cell that a solid uncovers gets water at the level beside it, which the contour of the solid pays for. Once there is none any more, the
//! water where the solid stood last pays: it sinks, but not below half of its depth, where the water beside it falls in as fast as it would into
//! an empty hole (a dam breaks with `8/27 √(g h) h`, into half of its depth with `0.29 √(g h) h`), and what has come in pays in turn. So the
//! water far away learns of it by waves alone.

use lbm_core::Lattice;

use super::at_rest::{SMALL, give, of_bed};
use crate::ledger::Exchange;

/// Distance, in steps from cell to cell, from the last cells that a solid uncovered within which the water pays.
const REACH: usize = 4;

/// Part of its depth that a cell keeps.
const KEPT: f32 = 0.5;

/// Part of what a cell has above that which it gives in a step.
const GIVEN: f64 = 1.0 / 16.0;

/// Part by which what cells keep shrinks in a step in which they could not pay all: water too little to fill a hole to half of its depth pays too.
const YIELDED: f32 = 1.0 / 4096.0;

/// A cell of a hole: the label of the solid that is gone, the cell (`j · nx + i`), and the depth that it keeps.
pub(crate) type HoleCell = (u16, u32, f32);

/// The cells of all holes, by label.
#[derive(Debug, Default)]
pub(super) struct Holes {
    cells: Vec<HoleCell>,
    /// Kept from step to step: what each cell of a hole has to give.
    excess: Vec<f64>,
}

impl Holes {
    pub(super) fn of_state(cells: &[HoleCell]) -> Self {
        Self { cells: cells.to_vec(), excess: Vec::new() }
    }

    pub(super) fn state(&self) -> &[HoleCell] {
        &self.cells
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn contain(&self, label: u16) -> bool {
        self.cells.binary_search_by_key(&label, |cell| cell.0).is_ok()
    }

    /// Opens the hole of a solid that has `left` its last cells; `labels` is `[ny][nx]`, 0 for water.
    pub(super) fn open(&mut self, lattice: &Lattice, labels: &[u16], label: u16, left: &[usize]) {
        let nx = lattice.layout().nx();
        let mut found = left.to_vec();
        let mut is_found = std::collections::BTreeSet::from_iter(found.iter().copied());
        let mut last = 0;
        for _ in 0..REACH {
            let reached = last..found.len();
            last = reached.end;
            for n in reached {
                let (i, k) = (found[n] % nx, found[n]);
                let beside = [
                    (i > 0).then(|| k - 1),
                    (i + 1 < nx).then_some(k + 1),
                    k.checked_sub(nx),
                    (k + nx < labels.len()).then_some(k + nx),
                ];
                let water = beside.into_iter().flatten().filter(|&k| labels[k] == 0);
                found.extend(water.filter(|&k| is_found.insert(k)));
            }
        }
        self.close(label);
        let kept = |&k: &usize| {
            let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
            (label, k as u32, KEPT * (lattice.rest_depth(site) + lattice.eta(site)))
        };
        let at = self.cells.partition_point(|cell| cell.0 < label);
        self.cells.splice(at..at, is_found.iter().map(kept));
    }

    pub(super) fn close(&mut self, label: u16) {
        self.cells.retain(|cell| cell.0 != label);
    }

    /// Pays what is `owed` by label in its hole, as far as the water there can. Closes holes of which `is_done` says so by label and number of cells,
    /// those without water, and those where less is owed than populations resolve. Adds what the water gained to `accounts`, by label, with moments about the `middle` of the grid.
    pub(super) fn pay(
        &mut self,
        lattice: &mut Lattice,
        labels: &[u16],
        owed: &[f64],
        (accounts, middle): (&mut [Exchange], [f64; 2]),
        is_done: impl Fn(u16, usize) -> bool,
    ) {
        let Self { cells, excess } = self;
        cells.retain(|&(_, k, _)| labels[k as usize] == 0);
        let mut done = Vec::new();
        for hole in cells.chunk_by_mut(|a, b| a.0 == b.0) {
            let label = usize::from(hole[0].0);
            let account = (&mut accounts[label], middle);
            if is_done(hole[0].0, hole.len()) || !pay_in(lattice, hole, excess, owed[label], account) {
                done.push(hole[0].0);
            }
        }
        done.into_iter().for_each(|label| self.close(label));
    }
}

/// Pays what is `owed` in one hole, as far as the water there can; returns whether more may be paid.
fn pay_in(
    lattice: &mut Lattice,
    hole: &mut [HoleCell],
    excess: &mut Vec<f64>,
    owed: f64,
    (account, middle): (&mut Exchange, [f64; 2]),
) -> bool {
    let layout = *lattice.layout();
    let nx = layout.nx();
    let site = |k: u32| layout.site((k as usize % nx) as isize, (k as usize / nx) as isize);
    excess.clear();
    excess.extend(hole.iter().map(|&(_, k, kept)| {
        let depth = lattice.rest_depth(site(k)) + lattice.eta(site(k));
        // Water that is missing is given to all cells alike.
        if owed > 0.0 { 1.0 } else { GIVEN * f64::from((depth - kept).max(0.0)) }
    }));
    let is_small = owed.abs() < SMALL * hole.len() as f64;
    let due = if owed > 0.0 && !is_small { GIVEN * owed } else { owed };
    let part = (due / excess.iter().sum::<f64>()).max(-1.0);
    let mut given = 0.0;
    for ((_, k, kept), excess) in hole.iter_mut().zip(&*excess) {
        if part == -1.0 {
            *kept -= YIELDED * *kept;
        }
        let mut at_rest = lattice.population(0, site(*k));
        given += give(&mut at_rest, part * excess);
        lattice.set_population(0, site(*k), at_rest);
        account.add(&of_bed(lattice, site(*k), part * excess, middle));
    }
    account.mass += given;
    !is_small || given != 0.0
}
