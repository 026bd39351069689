//! Covers over many cells, row by row.

use std::cell::RefCell;
use std::ops::Range;

use rayon::prelude::*;

use super::around::Around;
use super::exchange::{Before, Exchange};
use super::rows::{AddMomenta, Begin, End};
use super::velocities::{RowFlow, Velocities};
use super::{Cover, CoveredFlow, StressRates};
use crate::d2q9::{Q, mean};
use crate::engine::{CACHE_LINE, Isa};
use crate::lattice::Lattice;
use crate::lattice::fields::WriteFields;
use crate::lattice::still::Still;
use crate::region::Region;

/// Fewest rows of a task.
const ROWS_PER_TASK: usize = 8;

impl Lattice {
    /// Begins a step under all covers: [`Self::begin_covered`] for all cells, whose thickness before the step was that of now less its change; for the mean change see
    /// [`Cover::mean_change_m`].
    ///
    /// # Arguments
    /// `fields`: elevation (m) and velocity (m/s) of the water in each cell before the step, as [`Self::end_cover_and_write_fields`] writes them. They are read
    /// within a few cells of covers.
    ///
    /// # Panics
    /// If a slice has not one value a cell, `columns` not one range a row, or one reaches beyond the grid.
    pub fn begin_cover(&mut self, cover: &Cover<'_>, fields: [&[f32]; 3]) {
        self.check_cover(cover);
        let before = Before::new(self, cover, fields);
        self.change_bands(rows_of(cover.columns, 1), |still, isa, rows| {
            begin_band((isa, still), &before, rows, |_, _| {});
        });
    }

    /// [`Self::add_momenta`], then [`Self::begin_cover`], in one pass over the memory.
    ///
    /// # Panics
    /// As these.
    pub fn add_momenta_and_begin_cover(
        &mut self,
        (columns, momentum): (&[Range<usize>], [&[f32]; 2]),
        (cover, fields): (&Cover<'_>, [&[f32]; 3]),
    ) {
        if self.rows.rounds() {
            self.add_momenta(columns, momentum);
            return self.begin_cover(cover, fields);
        }
        self.check_momenta(columns, momentum);
        self.check_cover(cover);
        let (nx, before) = (self.layout().nx(), Before::new(self, cover, fields));
        let rows = union(&rows_of(columns, 0), &rows_of(cover.columns, 1));
        self.change_bands(rows, |still, isa, rows| {
            begin_band((isa, still), &before, rows, |j, row| {
                let momentum = momentum.map(|of| &of[j * nx..][..nx]);
                isa.run(AddMomenta { columns: columns[j].clone(), momentum, lines: row.lines() });
            });
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
        let size = [self.layout().nx(), self.layout().ny()];
        let rates = StressRates::of(self);
        self.change_rows(rows_of(cover.columns, 1), |still, isa, j, row| {
            isa.run(cover.end((still, rates), (j, size), cell_size_m, row));
        });
    }

    /// Ends the covers and writes all fields in one pass: [`Self::end_cover`], then [`Self::write_fields`] of all cells, and of the velocities under covers
    /// [`Self::write_covered_velocities`]. Cells that are solid in `cover` do not count for the largest Froude
    /// number, which is returned with how fast the water under covers is.
    ///
    /// # Panics
    /// As these.
    pub fn end_cover_and_write_fields(
        &mut self,
        cover: &Cover<'_>,
        [eta_m, u_m_s, v_m_s]: [&mut [f32]; 3],
    ) -> (f64, CoveredFlow) {
        let [nx, ny] = [self.layout().nx(), self.layout().ny()];
        if self.rows.rounds() {
            self.end_cover(cover);
            let fields = [&mut *eta_m, &mut *u_m_s, &mut *v_m_s];
            let froude = self.write_fields(Region::new(0..nx, 0..ny), fields, cover.solid);
            return (froude, self.write_covered_velocities(cover, [u_m_s, v_m_s]));
        }
        self.check_cover(cover);
        let lengths = [eta_m.len(), u_m_s.len(), v_m_s.len()];
        assert_eq!(lengths, [nx * ny; 3], "fields must have one value a cell");
        let (cell_size_m, factors) = (self.units().cell_size_m(), self.covered_factors());
        let (rates, gravity, speed_m_s) = (StressRates::of(self), self.gravity(), factors[1]);
        let (stride, isa) = (self.layout().stride(), self.isa);
        let fields = eta_m.par_chunks_exact_mut(nx).zip(u_m_s.par_chunks_exact_mut(nx));
        let fields = fields.zip(v_m_s.par_chunks_exact_mut(nx));
        let (rows, still) = self.rows_and_still();
        let change = |j: usize,
                      values: &mut [f32],
                      ((eta_m, u_m_s), v_m_s): ((&mut [f32], &mut [f32]), &mut [f32])| {
            let mut row = Row { values, stride, nx };
            isa.run(cover.end((still, rates), (j, [nx, ny]), cell_size_m, &mut row));
            let lines = row.lines().map(|line| &*line);
            let froude_squared = isa.run(WriteFields {
                still,
                j,
                lines,
                columns: [0, nx],
                cell_size_m: cell_size_m as f32,
                speed_m_s,
                out: [eta_m, u_m_s, v_m_s],
                solid: &cover.solid[j * nx..][..nx],
            });
            (
                froude_squared,
                covered_velocities((isa, still), cover, j, (factors, gravity), lines, [u_m_s, v_m_s]),
            )
        };
        let none = || (0.0, CoveredFlow::default());
        let and = |a: (f32, CoveredFlow), b: (f32, CoveredFlow)| (a.0.max(b.0), a.1.and(b.1));
        let (froude_squared, under_covers) =
            rows.fold_rows(1..ny + 1, ROWS_PER_TASK, fields, change, (none, and));
        (f64::from(froude_squared).sqrt(), under_covers)
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
        let (factors, gravity) = (self.covered_factors(), self.gravity());
        let rows = rows_of(cover.columns, 0);
        let cells = rows.start * nx..rows.end * nx;
        let (u_m_s, v_m_s) = (&mut u_m_s[cells.clone()], &mut v_m_s[cells]);
        let u_m_s = u_m_s.par_chunks_exact_mut(nx).with_min_len(ROWS_PER_TASK);
        let of_row = |(row, (u_m_s, v_m_s)): (usize, (&mut [f32], &mut [f32]))| {
            let (j, still) = (rows.start + row, self.still());
            self.read_row(j, |lines| {
                covered_velocities((self.isa, still), cover, j, (factors, gravity), lines, [u_m_s, v_m_s])
            })
        };
        let rows = u_m_s.zip(v_m_s.par_chunks_exact_mut(nx)).enumerate().map(of_row);
        rows.reduce(CoveredFlow::default, CoveredFlow::and)
    }

    /// Cells a meter, and m/s of a cell a step.
    fn covered_factors(&self) -> [f32; 2] {
        [self.per_meter(), self.units().lattice_speed_m_s() as f32]
    }

    pub(super) fn per_meter(&self) -> f32 {
        (1.0 / self.units().cell_size_m()) as f32
    }

    /// Adds momenta along x and y (lattice units) to many cells, [`Self::add_momentum`] for each: slices with one value a cell,
    /// `j · nx + i`, that are 0 outside of the `columns` of each row. On all threads of the current rayon pool.
    ///
    /// # Panics
    /// If a slice has not one value a cell, `columns` not one range a row, or one reaches beyond the grid.
    pub fn add_momenta(&mut self, columns: &[Range<usize>], momentum: [&[f32]; 2]) {
        self.check_momenta(columns, momentum);
        let nx = self.layout().nx();
        self.change_rows(rows_of(columns, 0), |_, isa, j, row| {
            let momentum = momentum.map(|of| &of[j * nx..][..nx]);
            isa.run(AddMomenta { columns: columns[j].clone(), momentum, lines: row.lines() });
        });
    }

    fn check_momenta(&self, columns: &[Range<usize>], momentum: [&[f32]; 2]) {
        self.check_columns(columns);
        let cells = self.layout().cells();
        assert_eq!(momentum.map(<[f32]>::len), [cells; 2], "momenta must have one value a cell");
    }

    pub(in crate::lattice) fn check_cover(&self, cover: &Cover<'_>) {
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

    /// Calls `change` for rows in parallel.
    fn change_rows(&mut self, of: Range<usize>, change: impl Fn(Still<'_>, Isa, usize, &mut Row<'_>) + Sync) {
        self.change_bands(of, |still, isa, band| {
            band.for_each(|(j, mut row)| change(still, isa, j, &mut row))
        });
    }

    /// Calls `change` for bands of rows in parallel, each with the numbers of its rows.
    fn change_bands(
        &mut self,
        of: Range<usize>,
        change: impl Fn(Still<'_>, Isa, &mut dyn Iterator<Item = (usize, Row<'_>)>) + Sync,
    ) {
        let (nx, stride, isa) = (self.layout().nx(), self.layout().stride(), self.isa);
        let (rows, still) = self.rows_and_still();
        rows.change_bands(of.start + 1..of.end + 1, ROWS_PER_TASK, |first, band| {
            let rows = band.chunks_exact_mut(stride * Q).map(|values| Row { values, stride, nx });
            change(still, isa, &mut (of.start + first..).zip(rows));
        });
    }
}

/// The populations of the cells of a row.
struct Row<'a> {
    values: &'a mut [f32],
    stride: usize,
    nx: usize,
}

impl Row<'_> {
    fn lines(&mut self) -> [&mut [f32]; Q] {
        let mut lines = self.values.chunks_exact_mut(self.stride);
        let line =
            |_| lines.next().map(|line| &mut line[CACHE_LINE..CACHE_LINE + self.nx]).unwrap_or_default();
        std::array::from_fn(line)
    }
}

thread_local! {
    /// Memory of a thread for links.
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Begins a step under covers in the rows of a band, after what `first` does to each.
fn begin_band(
    (isa, still): (Isa, Still<'_>),
    before: &Before<'_>,
    rows: &mut dyn Iterator<Item = (usize, Row<'_>)>,
    first: impl Fn(usize, &mut Row<'_>),
) {
    let Before { cover, size, per_meter, .. } = *before;
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.start(size[0]);
        for (j, mut row) in rows {
            first(j, &mut row);
            let columns = cover.beside(j, size);
            if columns.is_empty() {
                continue;
            }
            exchange.find(isa, (still, before), j);
            let (around, lines) = (Around::new(cover, size, j), row.lines());
            isa.run(Begin { still, around, columns, exchange, per_meter, lines });
        }
    });
}

impl<'a> Cover<'a> {
    /// Change of the thickness around a cell of a grid of `[nx, ny]`, the volume that the cell takes in the step, m: the [`mean`] in which a neighbor without water is as the cell itself, so
    /// that the sum over all cells is that of [`Self::change_m`]. It is not 0 also in the cells beside those that change.
    pub fn mean_change_m(&self, cell: usize, [nx, ny]: [usize; 2]) -> f32 {
        let around = Around::new(*self, [nx, ny], cell / nx).neighbors(cell % nx);
        mean(self.change_m[cell], around.map(|at| self.change_m[at]))
    }

    /// The columns of a row that are covered or beside a cover.
    fn beside(&self, j: usize, [nx, _]: [usize; 2]) -> Range<usize> {
        self.near(j.saturating_sub(1)..j + 2, 1, nx)
    }

    /// The columns that are covered in some rows, of which the last may be beyond the grid, and `more` on both sides.
    pub(super) fn near(&self, rows: Range<usize>, more: usize, nx: usize) -> Range<usize> {
        let rows = self.columns[rows.start..rows.end.min(self.columns.len())].iter();
        let columns = rows.filter(|row| !row.is_empty()).fold(nx..0, |all, row| {
            all.start.min(row.start.saturating_sub(more))..all.end.max((row.end + more).min(nx))
        });
        if columns.is_empty() { 0..0 } else { columns }
    }

    /// The second half of a step in a row: second moments, and the rest of the change. Cells beside the cover count too, for the thickness slopes there.
    fn end<'r>(
        &self,
        (still, rates): (Still<'r>, StressRates),
        (j, size): (usize, [usize; 2]),
        cell_size_m: f64,
        row: &'r mut Row<'_>,
    ) -> End<'r>
    where
        'a: 'r,
    {
        let (columns, around) = (self.beside(j, size), Around::new(*self, size, j));
        End { still, rates, around, columns, cell_size_m, lines: row.lines() }
    }
}

impl CoveredFlow {
    /// That of these cells and of further ones, later in row order.
    fn and(self, later: Self) -> Self {
        Self {
            froude: self.froude.max(later.froude),
            bounded: self.bounded + later.bounded,
            first_bounded: self.first_bounded.or(later.first_bounded),
        }
    }
}

/// Writes the velocities under the covers of a row, given its populations.
fn covered_velocities(
    (isa, still): (Isa, Still<'_>),
    cover: &Cover<'_>,
    j: usize,
    (factors, gravity): ([f32; 2], f32),
    lines: [&[f32]; Q],
    out: [&mut [f32]; 2],
) -> CoveredFlow {
    let (columns, nx) = (cover.columns[j].clone(), lines[0].len());
    if columns.is_empty() {
        return CoveredFlow::default();
    }
    let thickness_m = &cover.thickness_m[j * nx..][..nx];
    let (largest, found) = ([0.0; CACHE_LINE], RowFlow::default());
    let row = Velocities { still, j, columns, thickness_m, factors, gravity, lines, out, largest, found };
    let found = isa.run(row);
    CoveredFlow {
        froude: f64::from(found.froude_squared).sqrt(),
        bounded: found.bounded,
        first_bounded: found.first_bounded.map(|i| [i, j]),
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

/// The least range around two.
fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}
