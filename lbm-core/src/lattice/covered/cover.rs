//! Covers over many cells, row by row.

use std::ops::Range;

use rayon::prelude::*;

use super::rows::{AddMomenta, Begin, End};
use super::velocities::{RowFlow, Velocities};
use super::{Cover, CoveredFlow, StressRates};
use crate::d2q9::Q;
use crate::engine::{CACHE_LINE, Isa};
use crate::lattice::Lattice;
use crate::lattice::still::Still;

/// Fewest rows of a task.
const ROWS_PER_TASK: usize = 8;

impl Lattice {
    /// Adds the first half of the change of all covers to the head, before [`Self::step`]: [`Self::add_volume`] for all cells.
    ///
    /// # Panics
    /// If a slice has not one value a cell, `columns` not one range a row, or one reaches beyond the grid.
    pub fn begin_cover(&mut self, cover: &Cover<'_>) {
        self.check_cover(cover);
        let per_meter = (1.0 / self.units().cell_size_m()) as f32;
        let nx = self.layout().nx();
        self.change_rows(cover.columns, 0, |still, isa, j, lines| {
            let change_m = &cover.change_m[j * nx..][..nx];
            isa.run(Begin { still, j, columns: cover.columns[j].clone(), change_m, per_meter, lines });
        });
    }

    /// Gives the water under all covers, and beside them, its second moment and the second half of the change, after
    /// [`Self::step`]: [`Self::relax_covered`] for all cells, with slopes as [`crate::d2q9::gradient`] has them.
    ///
    /// # Panics
    /// As [`Self::begin_cover`].
    pub fn end_cover(&mut self, cover: &Cover<'_>) {
        self.check_cover(cover);
        let cell_size_m = self.units().cell_size_m();
        let [nx, ny] = [self.layout().nx(), self.layout().ny()];
        let rates = StressRates::of(self);
        self.change_rows(cover.columns, 1, |still, isa, j, lines| {
            // A slope reaches one cell further than the cover.
            let beside =
                cover.columns[j.saturating_sub(1)..(j + 2).min(ny)].iter().filter(|row| !row.is_empty());
            let columns = beside.fold(nx..0, |all, row| {
                all.start.min(row.start.saturating_sub(1))..all.end.max((row.end + 1).min(nx))
            });
            isa.run(End { still, rates, cover: *cover, size: [nx, ny], j, columns, cell_size_m, lines });
        });
    }

    /// Writes the velocity of the water under covers, [`Self::covered_velocity`] in m/s, to the cells that have one; returns how
    /// fast it is.
    ///
    /// # Panics
    /// As [`Self::begin_cover`], or if `u_m_s` or `v_m_s` has not one value a cell.
    pub fn write_covered_velocities(
        &self,
        cover: &Cover<'_>,
        [u_m_s, v_m_s]: [&mut [f32]; 2],
    ) -> CoveredFlow {
        self.check_cover(cover);
        let nx = self.layout().nx();
        assert!(u_m_s.len() == self.layout().cells() && v_m_s.len() == self.layout().cells());
        let per_meter = (1.0 / self.units().cell_size_m()) as f32;
        let speed_m_s = self.units().lattice_speed_m_s() as f32;
        let rows = rows_of(cover.columns, 0);
        let cells = rows.start * nx..rows.end * nx;
        let (u_m_s, v_m_s) = (&mut u_m_s[cells.clone()], &mut v_m_s[cells]);
        let u_m_s = u_m_s.par_chunks_exact_mut(nx).with_min_len(ROWS_PER_TASK);
        let of_row = |(row, (u_m_s, v_m_s)): (usize, (&mut [f32], &mut [f32]))| {
            let j = rows.start + row;
            let columns = cover.columns[j].clone();
            if columns.is_empty() {
                return CoveredFlow::default();
            }
            let thickness_m = &cover.thickness_m[j * nx..][..nx];
            let (factors, out) = ([per_meter, speed_m_s], [u_m_s, v_m_s]);
            let found = self.read_row(j, |lines| {
                self.isa.run(Velocities {
                    still: self.still(),
                    j,
                    columns,
                    thickness_m,
                    factors,
                    gravity: self.gravity(),
                    lines,
                    out,
                    found: RowFlow::default(),
                })
            });
            CoveredFlow {
                froude: f64::from(found.froude_squared).sqrt(),
                bounded: found.bounded,
                first_bounded: found.first_bounded.map(|i| [i, j]),
            }
        };
        let rows = u_m_s.zip(v_m_s.par_chunks_exact_mut(nx)).enumerate().map(of_row);
        rows.reduce(CoveredFlow::default, |a, b| CoveredFlow {
            froude: a.froude.max(b.froude),
            bounded: a.bounded + b.bounded,
            first_bounded: a.first_bounded.or(b.first_bounded),
        })
    }

    /// Adds momenta along x and y (lattice units) to many cells, [`Self::add_momentum`] for each: slices with one value a cell,
    /// `j · nx + i`, that are 0 outside of the `columns` of each row. On all threads of the current rayon pool.
    ///
    /// # Panics
    /// If a slice has not one value a cell, `columns` not one range a row, or one reaches beyond the grid.
    pub fn add_momenta(&mut self, columns: &[Range<usize>], momentum: [&[f32]; 2]) {
        self.check_columns(columns);
        let (nx, cells) = (self.layout().nx(), self.layout().cells());
        assert_eq!(momentum.map(<[f32]>::len), [cells; 2], "momenta must have one value a cell");
        self.change_rows(columns, 0, |_, isa, j, lines| {
            let momentum = momentum.map(|of| &of[j * nx..][..nx]);
            isa.run(AddMomenta { columns: columns[j].clone(), momentum, lines });
        });
    }

    fn check_cover(&self, cover: &Cover<'_>) {
        let cells = self.layout().cells();
        let lengths = [cover.thickness_m.len(), cover.change_m.len(), cover.solid.len()];
        assert_eq!(lengths, [cells; 3], "thickness, change and solid must have one value a cell");
        self.check_columns(cover.columns);
    }

    fn check_columns(&self, columns: &[Range<usize>]) {
        let [nx, ny] = [self.layout().nx(), self.layout().ny()];
        assert_eq!(columns.len(), ny, "columns must have one range a row");
        assert!(columns.iter().all(|row| row.is_empty() || row.end <= nx), "columns beyond the grid");
    }

    /// Calls `change` for the rows that have columns, and for so many `more` on both sides, in parallel.
    fn change_rows(
        &mut self,
        columns: &[Range<usize>],
        more: usize,
        change: impl Fn(Still<'_>, Isa, usize, [&mut [f32]; Q]) + Sync,
    ) {
        let (nx, stride, isa) = (self.layout().nx(), self.layout().stride(), self.isa);
        let of = rows_of(columns, more);
        let (rows, still) = self.rows_and_still();
        rows.map_rows(of.start + 1..of.end + 1, ROWS_PER_TASK, |row, values| {
            let j = of.start + row;
            let near = j.saturating_sub(more)..(j + more + 1).min(columns.len());
            if columns[near].iter().all(Range::is_empty) {
                return;
            }
            let mut lines = values.chunks_exact_mut(stride);
            let line =
                |_| lines.next().map(|line| &mut line[CACHE_LINE..CACHE_LINE + nx]).unwrap_or_default();
            change(still, isa, j, std::array::from_fn(line));
        });
    }
}

/// The rows from the first that has columns to the last, and so many `more` on both sides.
fn rows_of(columns: &[Range<usize>], more: usize) -> Range<usize> {
    let first = columns.iter().position(|row| !row.is_empty());
    let last = columns.iter().rposition(|row| !row.is_empty());
    match (first, last) {
        (Some(first), Some(last)) => first.saturating_sub(more)..(last + 1 + more).min(columns.len()),
        _ => 0..0,
    }
}
