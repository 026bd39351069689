//! Covers over many cells, row by row with the vector instructions of this machine.

use std::ops::Range;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::{Relaxation, StressRates, add_volume, covered_column};
use crate::d2q9::{C, Q, W, depth_and_momentum, gradient};
use crate::engine::{CACHE_LINE, Isa};
use crate::lattice::Lattice;
use crate::lattice::still::Still;
use crate::operator::keep_momentum;

/// Cells that are computed side by side.
const CELLS: usize = 16;

/// Fewest rows of a task.
const ROWS_PER_TASK: usize = 8;

/// The covers of a lattice, such as all hulls that float on it: [`CoveredCell`](crate::CoveredCell) for many cells at once, on all
/// threads of the current rayon pool. The results are those of the cells one by one, for any number of threads.
///
/// All slices of cells are `[ny][nx]`, x fastest.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// Thickness below the still level, m; 0 in open water. Beyond the grid it is as in the nearest cell.
    pub thickness_m: &'a [f32],
    /// Its change in the present step, m.
    pub change_m: &'a [f32],
    /// Whether a cell has no water. It is left as it is, and the cells beside it have a thickness as their own there.
    pub solid: &'a [bool],
    /// For each row the columns outside of which thickness and change are 0.
    pub columns: &'a [Range<usize>],
}

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
    /// [`Self::step`]: [`Self::relax_covered`] for all cells, with slopes as [`gradient`] has them.
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
            let columns = beside.fold(usize::MAX..0, |all, row| {
                all.start.min(row.start.saturating_sub(1))..all.end.max((row.end + 1).min(nx))
            });
            let relaxation = Relaxation { still, rates };
            isa.run(End { relaxation, cover: *cover, size: [nx, ny], j, columns, cell_size_m, lines });
        });
    }

    /// Writes the velocity of the water under covers, [`Self::covered_velocity`] in m/s, to the cells that have one.
    ///
    /// # Panics
    /// As [`Self::begin_cover`], or if `u_m_s` or `v_m_s` has not one value a cell.
    pub fn write_covered_velocities(&self, cover: &Cover<'_>, [u_m_s, v_m_s]: [&mut [f32]; 2]) {
        self.check_cover(cover);
        let nx = self.layout().nx();
        assert!(u_m_s.len() == self.layout().cells() && v_m_s.len() == self.layout().cells());
        let per_meter = (1.0 / self.units().cell_size_m()) as f32;
        let speed_m_s = self.units().lattice_speed_m_s() as f32;
        let rows = rows_of(cover.columns, 0);
        let cells = rows.start * nx..rows.end * nx;
        let (u_m_s, v_m_s) = (&mut u_m_s[cells.clone()], &mut v_m_s[cells]);
        let u_m_s = u_m_s.par_chunks_exact_mut(nx).with_min_len(ROWS_PER_TASK);
        u_m_s.zip(v_m_s.par_chunks_exact_mut(nx)).enumerate().for_each(|(row, (u_m_s, v_m_s))| {
            let j = rows.start + row;
            let columns = cover.columns[j].clone();
            if columns.is_empty() {
                return;
            }
            let thickness_m = &cover.thickness_m[j * nx..][..nx];
            let factors = [per_meter, speed_m_s];
            self.read_row(j, |lines| {
                self.isa.run(Velocities {
                    still: self.still(),
                    j,
                    columns,
                    thickness_m,
                    factors,
                    lines,
                    u_m_s,
                    v_m_s,
                });
            });
        });
    }

    /// Adds momenta (lattice units) to many cells, [`Self::add_momentum`] for each: `momentum` gives that of a cell by its index
    /// `j · nx + i`, 0 outside of the `columns` of each row. On all threads of the current rayon pool.
    ///
    /// # Panics
    /// If `columns` has not one range a row, or one reaches beyond the grid.
    pub fn add_momenta(&mut self, columns: &[Range<usize>], momentum: impl Fn(usize) -> [f32; 2] + Sync) {
        self.check_columns(columns);
        let nx = self.layout().nx();
        self.change_rows(columns, 0, |_, _, j, lines| {
            for i in columns[j].clone() {
                let [x, y] = momentum(j * nx + i);
                if x != 0.0 || y != 0.0 {
                    let (mut before, mut after) = ([0.0; Q], [0.0; Q]);
                    for q in 0..Q {
                        before[q] = lines[q][i];
                        after[q] = before[q] + W[q] / 3.0 * (C[q][0] as f32 * x + C[q][1] as f32 * y);
                    }
                    let kept = keep_momentum(before, after, Some([x, y]));
                    for q in 0..Q {
                        lines[q][i] = kept[q];
                    }
                }
            }
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

/// Calls the first expression for whole vectors of the cells of a row of `$nx`, from column `$first` on, around some columns. The last
/// vector may overlap the one before: its first `$done` cells were computed already. In a row shorter than a vector the second
/// expression is called for single cells.
macro_rules! in_vectors {
    ($columns:expr, $nx:expr, ($first:ident, $done:ident) => $whole:expr, $one:expr) => {{
        let (columns, nx) = ($columns, $nx);
        let mut next = columns.start / CELLS * CELLS;
        while next < columns.end {
            if nx < CELLS {
                let ($first, $done) = (next, 0);
                $one;
                next += 1;
            } else {
                let $first = next.min(nx - CELLS);
                let $done = next - $first;
                $whole;
                next += CELLS;
            }
        }
    }};
}

/// Whether any number is not zero.
#[inline(always)]
fn any(numbers: &[f32]) -> bool {
    let mut bits = 0;
    for number in numbers {
        bits |= number.to_bits();
    }
    // Without the sign.
    bits << 1 != 0
}

/// `N` cells of a row from column `first` on.
#[inline(always)]
fn chunk<T: Copy, const N: usize>(row: &[T], first: usize) -> [T; N] {
    *row[first..].first_chunk().expect("whole cells")
}

/// The populations of `N` cells of a row.
#[inline(always)]
fn populations<L: std::ops::Deref<Target = [f32]>, const N: usize>(
    lines: &[L; Q],
    first: usize,
) -> [[f32; N]; Q] {
    let mut f = [[0.0; N]; Q];
    for q in 0..Q {
        f[q] = chunk(&lines[q], first);
    }
    f
}

/// Adds to the populations `f` of `N` cells, which gain no momentum; some are left as they are.
#[inline(always)]
fn add_to<const N: usize>(
    lines: &mut [&mut [f32]; Q],
    first: usize,
    (f, added): (&[[f32; N]; Q], &[[f32; N]; Q]),
    is_left: &[bool; N],
) {
    let mut sums = *f;
    for l in 0..N {
        let (mut before, mut after) = ([0.0; Q], [0.0; Q]);
        for q in 0..Q {
            before[q] = f[q][l];
            after[q] = f[q][l] + added[q][l];
        }
        let kept = keep_momentum(before, after, None);
        for q in 0..Q {
            sums[q][l] = kept[q];
        }
    }
    for q in 0..Q {
        let line: &mut [f32; N] = lines[q][first..].first_chunk_mut().expect("whole cells");
        for l in 0..N {
            line[l] = if is_left[l] { f[q][l] } else { sums[q][l] };
        }
    }
}

/// The first half of the change of a row.
struct Begin<'a> {
    still: Still<'a>,
    j: usize,
    columns: Range<usize>,
    change_m: &'a [f32],
    per_meter: f32,
    lines: [&'a mut [f32]; Q],
}

impl Begin<'_> {
    #[inline(always)]
    fn compute<const N: usize>(&mut self, first: usize, done: usize) {
        let change_m: [f32; N] = chunk(self.change_m, first);
        if !any(&change_m) {
            return;
        }
        let f = populations::<_, N>(&self.lines, first);
        let mut added = [[0.0; N]; Q];
        for l in 0..N {
            let mut cell = [0.0; Q];
            for q in 0..Q {
                cell[q] = f[q][l];
            }
            let [eta, _, _] = depth_and_momentum(cell);
            let place = [(first + l) as isize, self.j as isize];
            let mut volume = [0.0; Q];
            add_volume(&mut volume, &self.still, place, eta, 0.5 * change_m[l] * self.per_meter);
            for q in 0..Q {
                added[q][l] = volume[q];
            }
        }
        let mut is_left = [false; N];
        for l in 0..N {
            is_left[l] = (l < done) | (change_m[l] == 0.0);
        }
        add_to(&mut self.lines, first, (&f, &added), &is_left);
    }
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let nx = self.change_m.len();
        in_vectors!(
            self.columns.clone(),
            nx,
            (first, done) => self.compute::<CELLS>(first, done),
            self.compute::<1>(first, done)
        );
    }
}

/// Second moments and the second half of the change of a row.
struct End<'a> {
    relaxation: Relaxation<'a>,
    cover: Cover<'a>,
    size: [usize; 2],
    j: usize,
    columns: Range<usize>,
    cell_size_m: f64,
    lines: [&'a mut [f32]; Q],
}

/// Thickness of `N` cells, at most [`CELLS`], and of those around them: three rows, with one cell more at both ends.
type Around = [[f32; CELLS + 2]; 3];

impl End<'_> {
    #[inline(always)]
    fn compute<const N: usize>(&mut self, first: usize, done: usize) {
        let nx = self.size[0];
        let cells = self.j * nx + first;
        let change_m: [f32; N] = chunk(self.cover.change_m, cells);
        let inner = first > 0 && first + N < nx && self.j > 0 && self.j + 1 < self.size[1];
        let is_near = if inner { self.is_near::<N>(cells) } else { self.is_near_at_border(first..first + N) };
        if !is_near && !any(&change_m) {
            return;
        }
        let thickness_m: [f32; N] = chunk(self.cover.thickness_m, cells);
        let mut slopes = [[0.0; N]; 2];
        match if inner { self.around_inside::<N>(cells) } else { None } {
            Some([below, here, above]) => {
                for l in 0..N {
                    let neighbors = [
                        here[l + 2],
                        above[l + 2],
                        above[l + 1],
                        above[l],
                        here[l],
                        below[l],
                        below[l + 1],
                        below[l + 2],
                    ];
                    [slopes[0][l], slopes[1][l]] = gradient(neighbors, self.cell_size_m);
                }
            }
            None => {
                for l in 0..N {
                    [slopes[0][l], slopes[1][l]] = self.slope(first + l);
                }
            }
        }
        let per_meter = (1.0 / self.cell_size_m) as f32;
        let solid: [bool; N] = chunk(self.cover.solid, cells);
        let f = populations::<_, N>(&self.lines, first);
        let mut added = [[0.0; N]; Q];
        for l in 0..N {
            let mut cell = [0.0; Q];
            for q in 0..Q {
                cell[q] = f[q][l];
            }
            let cover = [thickness_m[l] * per_meter, change_m[l] * per_meter];
            let place = [(first + l) as isize, self.j as isize];
            let gain = self.relaxation.added(place, cell, cover, [slopes[0][l], slopes[1][l]]);
            for q in 0..Q {
                added[q][l] = gain[q];
            }
        }
        let mut is_left = [false; N];
        for l in 0..N {
            let is_far = (thickness_m[l] == 0.0)
                & (change_m[l] == 0.0)
                & (slopes[0][l] == 0.0)
                & (slopes[1][l] == 0.0);
            is_left[l] = solid[l] | is_far | (l < done);
        }
        add_to(&mut self.lines, first, (&f, &added), &is_left);
    }

    /// Whether any of `N` cells or their neighbors, all inside the grid, is covered.
    #[inline(always)]
    fn is_near<const N: usize>(&self, cells: usize) -> bool {
        let nx = self.size[0];
        let mut bits = 0;
        for row in 0..3 {
            for number in &self.cover.thickness_m[cells + row * nx - nx - 1..][..N + 2] {
                bits |= number.to_bits();
            }
        }
        bits << 1 != 0
    }

    /// The same of columns at the grid's border.
    fn is_near_at_border(&self, columns: Range<usize>) -> bool {
        let [nx, ny] = self.size;
        let columns = columns.start.saturating_sub(1)..(columns.end + 1).min(nx);
        let mut rows = self.j.saturating_sub(1)..(self.j + 2).min(ny);
        rows.any(|j| any(&self.cover.thickness_m[j * nx..][columns.clone()]))
    }

    /// None if there is a solid among them.
    #[inline(always)]
    fn around_inside<const N: usize>(&self, cells: usize) -> Option<Around> {
        let mut around = [[0.0; CELLS + 2]; 3];
        for row in 0..3 {
            let from = cells + row * self.size[0] - self.size[0] - 1;
            let mut any_solid = false;
            for solid in &self.cover.solid[from..from + N + 2] {
                any_solid |= *solid;
            }
            if any_solid {
                return None;
            }
            let thickness_m = &self.cover.thickness_m[from..from + N + 2];
            for l in 0..N + 2 {
                around[row][l] = thickness_m[l];
            }
        }
        Some(around)
    }

    /// The slope at a cell beside solids or the grid's border.
    fn slope(&self, i: usize) -> [f32; 2] {
        let [nx, ny] = self.size;
        let here = self.cover.thickness_m[self.j * nx + i];
        let neighbor = |k: usize| {
            let [x, y] = [
                i.wrapping_add_signed(C[k + 1][0] as isize),
                self.j.wrapping_add_signed(C[k + 1][1] as isize),
            ];
            let at = y.wrapping_mul(nx).wrapping_add(x);
            if x < nx && y < ny && !self.cover.solid[at] { self.cover.thickness_m[at] } else { here }
        };
        gradient(std::array::from_fn(neighbor), self.cell_size_m)
    }
}

impl WithSimd for End<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let nx = self.size[0];
        in_vectors!(
            self.columns.clone(),
            nx,
            (first, done) => self.compute::<CELLS>(first, done),
            self.compute::<1>(first, done)
        );
    }
}

/// Velocities of the water under the covers of a row.
struct Velocities<'a> {
    still: Still<'a>,
    j: usize,
    columns: Range<usize>,
    thickness_m: &'a [f32],
    /// Cells a meter, and m/s of a cell a step.
    factors: [f32; 2],
    lines: [&'a [f32]; Q],
    u_m_s: &'a mut [f32],
    v_m_s: &'a mut [f32],
}

impl Velocities<'_> {
    #[inline(always)]
    fn compute<const N: usize>(&mut self, first: usize) {
        let thickness_m: [f32; N] = chunk(self.thickness_m, first);
        if !any(&thickness_m) {
            return;
        }
        let f = populations::<_, N>(&self.lines, first);
        let [per_meter, speed_m_s] = self.factors;
        let [mut u, mut v] = [[0.0; N]; 2];
        for l in 0..N {
            let mut cell = [0.0; Q];
            for q in 0..Q {
                cell[q] = f[q][l];
            }
            let [eta, hu, hv] = depth_and_momentum(cell);
            let (i, j) = ((first + l) as isize, self.j as isize);
            let rest_depth = self.still.rest_depth(i, j);
            let [x, y] = self.still.bed_momentum(i, j, eta);
            let momentum = [hu - x, hv - y];
            let column = covered_column(rest_depth, thickness_m[l] * per_meter, rest_depth + eta, momentum);
            u[l] = momentum[0] / column * speed_m_s;
            v[l] = momentum[1] / column * speed_m_s;
        }
        for (field, covered) in [(&mut *self.u_m_s, u), (&mut *self.v_m_s, v)] {
            let field: &mut [f32; N] = field[first..].first_chunk_mut().expect("whole cells");
            for l in 0..N {
                field[l] = if thickness_m[l] == 0.0 { field[l] } else { covered[l] };
            }
        }
    }
}

impl WithSimd for Velocities<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let nx = self.thickness_m.len();
        in_vectors!(
            self.columns.clone(),
            nx,
            (first, _done) => self.compute::<CELLS>(first),
            self.compute::<1>(first)
        );
    }
}
