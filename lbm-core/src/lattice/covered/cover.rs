//! Covers over many cells, row by row with the vector instructions of this machine.

use std::ops::Range;

use pulp::{Scalar, Simd, WithSimd};
use rayon::prelude::*;

use super::{Bed, StressRates, covered_column, volume, volume_at};
use crate::d2q9::{C, Q, W, depth_and_momentum, gradient, gradient_of};
use crate::engine::{CACHE_LINE, Float, Isa, Vector};
use crate::lattice::Lattice;
use crate::lattice::still::Still;
use crate::operator::{Pressure, keep_momentum};

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
            isa.run(End { still, rates, cover: *cover, size: [nx, ny], j, columns, cell_size_m, lines });
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
            let (factors, out) = ([per_meter, speed_m_s], [u_m_s, v_m_s]);
            self.read_row(j, |lines| {
                self.isa.run(Velocities {
                    still: self.still(),
                    j,
                    columns,
                    thickness_m,
                    factors,
                    lines,
                    out,
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

/// Calls an expression for vectors of the cells of a row of `$nx`, from column `$first` on, around some columns. The last vector may
/// overlap the one before: its first `$done` cells were computed already. In a row shorter than a vector the cells come one by one.
macro_rules! in_vectors {
    ($simd:ident, $columns:expr, $nx:expr, ($first:ident, $done:ident) => $compute:expr) => {{
        let (columns, nx, lanes) = ($columns, $nx, lanes_of($simd));
        let mut next = columns.start / lanes * lanes;
        if nx < lanes {
            let $simd = Scalar;
            for $first in columns {
                let $done = 0;
                $compute;
            }
        } else {
            while next < columns.end {
                let $first = next.min(nx - lanes);
                let $done = next - $first;
                $compute;
                next += lanes;
            }
        }
    }};
}

fn lanes_of<S: Simd>(_: S) -> usize {
    S::F32_LANES
}

/// Numbers of as many cells as the widest vector has.
type Numbers = [f32; CACHE_LINE];

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

/// The populations of the cells of a vector.
#[inline(always)]
fn populations<S: Simd, L: std::ops::Deref<Target = [f32]>>(
    simd: S,
    lines: &[L; Q],
    first: usize,
) -> [Vector<S>; Q] {
    let mut f = [Vector::load(simd, &lines[0], first); Q];
    for q in 1..Q {
        f[q] = Vector::load(simd, &lines[q], first);
    }
    f
}

/// Adds to the populations `f` of the cells of a vector, which gain no momentum; where a number of `leaves` is not zero they stay as
/// they are.
#[inline(always)]
fn add_to<S: Simd>(
    lines: &mut [&mut [f32]; Q],
    first: usize,
    (f, added): ([Vector<S>; Q], [Vector<S>; Q]),
    leaves: Vector<S>,
) {
    let simd = leaves.simd;
    let stays = simd.not_m32s(simd.equal_f32s(leaves.values, simd.splat_f32s(0.0)));
    let mut after = f;
    for q in 0..Q {
        after[q] = f[q] + added[q];
    }
    let kept = keep_momentum(f, after, None);
    for q in 0..Q {
        let line = &mut lines[q][first..first + S::F32_LANES];
        S::as_mut_simd_f32s(line).0[0] = simd.select_f32s(stays, f[q].values, kept[q].values);
    }
}

/// The bed under the cells of a vector.
#[inline(always)]
fn bed_under<S: Simd>(still: &Still<'_>, [i, j]: [usize; 2], eta: Vector<S>) -> Bed<Vector<S>> {
    if still.is_flat() {
        let zero = eta.splat(0.0);
        return Bed { rest_depth: eta.splat(still.rest_depth(0, 0)), momentum: [zero, zero] };
    }
    let (etas, mut numbers) = (numbers_of(eta), [[0.0; CACHE_LINE]; 3]);
    for l in 0..S::F32_LANES {
        let (i, j) = ((i + l) as isize, j as isize);
        let [x, y] = still.bed_momentum(i, j, etas[l]);
        for (numbers, number) in numbers.iter_mut().zip([still.rest_depth(i, j), x, y]) {
            numbers[l] = number;
        }
    }
    let [rest_depth, x, y] = numbers.map(|numbers| Vector::load(eta.simd, &numbers, 0));
    Bed { rest_depth, momentum: [x, y] }
}

/// Populations of volumes of the depths `dh` in the cells of a vector.
#[inline(always)]
fn volumes<S: Simd>(still: &Still<'_>, [i, j]: [usize; 2], eta: Vector<S>, dh: Vector<S>) -> [Vector<S>; Q] {
    if still.is_flat() {
        return volume(Pressure::new(still.state), eta.splat(still.rest_depth(0, 0)), eta, dh);
    }
    let (etas, dhs, mut numbers) = (numbers_of(eta), numbers_of(dh), [[0.0; CACHE_LINE]; Q]);
    for l in 0..S::F32_LANES {
        let volume = volume_at(still, [(i + l) as isize, j as isize], etas[l], dhs[l]);
        for q in 0..Q {
            numbers[q][l] = volume[q];
        }
    }
    numbers.map(|numbers| Vector::load(eta.simd, &numbers, 0))
}

#[inline(always)]
fn numbers_of<S: Simd>(vector: Vector<S>) -> Numbers {
    let mut numbers = [0.0; CACHE_LINE];
    S::as_mut_simd_f32s(&mut numbers).0[0] = vector.values;
    numbers
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
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let changes_m = &self.change_m[first..first + S::F32_LANES];
        if !any(changes_m) {
            return;
        }
        let f = populations(simd, &self.lines, first);
        let [eta, _, _] = depth_and_momentum(f);
        let change_m = Vector::load(simd, changes_m, 0);
        let added = volumes(&self.still, [first, self.j], eta, change_m * 0.5 * self.per_meter);
        let mut leaves = [0.0; CACHE_LINE];
        for (l, change_m) in changes_m.iter().enumerate() {
            leaves[l] = if (l < done) | (*change_m == 0.0) { 1.0 } else { 0.0 };
        }
        add_to(&mut self.lines, first, (f, added), Vector::load(simd, &leaves, 0));
    }
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        in_vectors!(simd, self.columns.clone(), self.change_m.len(), (first, done) => self.compute(simd, first, done));
    }
}

/// Second moments and the second half of the change of a row.
struct End<'a> {
    still: Still<'a>,
    rates: StressRates,
    cover: Cover<'a>,
    size: [usize; 2],
    j: usize,
    columns: Range<usize>,
    cell_size_m: f64,
    lines: [&'a mut [f32]; Q],
}

impl End<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let ([nx, ny], lanes) = (self.size, S::F32_LANES);
        let cells = self.j * nx + first;
        let inner = first > 0 && first + lanes < nx && self.j > 0 && self.j + 1 < ny;
        let is_near =
            if inner { self.is_near::<S>(cells) } else { self.is_near_at_border(first..first + lanes) };
        if !is_near && !any(&self.cover.change_m[cells..cells + lanes]) {
            return;
        }
        let thickness_m = Vector::load(simd, self.cover.thickness_m, cells);
        let change_m = Vector::load(simd, self.cover.change_m, cells);
        let slope = if inner && !self.has_solids::<S>(cells) {
            let at = |cell: usize| Vector::load(simd, self.cover.thickness_m, cell);
            let (below, above) = (cells - nx, cells + nx);
            let neighbors = [
                at(cells + 1),
                at(above + 1),
                at(above),
                at(above - 1),
                at(cells - 1),
                at(below - 1),
                at(below),
                at(below + 1),
            ];
            gradient_of(neighbors, self.cell_size_m)
        } else {
            let mut slopes = [[0.0; CACHE_LINE]; 2];
            for l in 0..lanes {
                [slopes[0][l], slopes[1][l]] = self.slope(first + l);
            }
            [Vector::load(simd, &slopes[0], 0), Vector::load(simd, &slopes[1], 0)]
        };
        let per_meter = (1.0 / self.cell_size_m) as f32;
        let cover = [thickness_m * per_meter, change_m * per_meter];
        let f = populations(simd, &self.lines, first);
        let [eta, _, _] = depth_and_momentum(f);
        let place = [first, self.j];
        let volume = volumes(&self.still, place, eta, cover[1] * 0.5);
        let added = self.rates.added((bed_under(&self.still, place, eta), volume), f, cover, slope);
        let mut leaves = [0.0; CACHE_LINE];
        for (l, solid) in self.cover.solid[cells..cells + lanes].iter().enumerate() {
            leaves[l] = if *solid | (l < done) { 1.0 } else { 0.0 };
        }
        // Cells of the vector far from any cover are left too.
        let zero = simd.splat_f32s(0.0);
        let is_zero = |vector: Vector<S>| simd.equal_f32s(vector.values, zero);
        let is_level = simd.and_m32s(is_zero(slope[0]), is_zero(slope[1]));
        let is_open = simd.and_m32s(is_zero(thickness_m), is_zero(change_m));
        let is_far = simd.and_m32s(is_level, is_open);
        let leaves = simd.select_f32s(is_far, simd.splat_f32s(1.0), Vector::load(simd, &leaves, 0).values);
        add_to(&mut self.lines, first, (f, added), Vector::new(simd, leaves));
    }

    /// Whether any of the cells of a vector or their neighbors, all inside the grid, is covered.
    #[inline(always)]
    fn is_near<S: Simd>(&self, cells: usize) -> bool {
        let (nx, mut is_near) = (self.size[0], false);
        for row in 0..3 {
            is_near |= any(&self.cover.thickness_m[cells + row * nx - nx - 1..][..S::F32_LANES + 2]);
        }
        is_near
    }

    /// The same of columns at the grid's border.
    fn is_near_at_border(&self, columns: Range<usize>) -> bool {
        let [nx, ny] = self.size;
        let columns = columns.start.saturating_sub(1)..(columns.end + 1).min(nx);
        let mut rows = self.j.saturating_sub(1)..(self.j + 2).min(ny);
        rows.any(|j| any(&self.cover.thickness_m[j * nx..][columns.clone()]))
    }

    /// Whether there is a solid among the same cells.
    #[inline(always)]
    fn has_solids<S: Simd>(&self, cells: usize) -> bool {
        let (nx, mut any) = (self.size[0], false);
        for row in 0..3 {
            for solid in &self.cover.solid[cells + row * nx - nx - 1..][..S::F32_LANES + 2] {
                any |= *solid;
            }
        }
        any
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
    fn with_simd<S: Simd>(mut self, simd: S) {
        in_vectors!(simd, self.columns.clone(), self.size[0], (first, done) => self.compute(simd, first, done));
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
    out: [&'a mut [f32]; 2],
}

impl Velocities<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize) {
        let cells = first..first + S::F32_LANES;
        if !any(&self.thickness_m[cells.clone()]) {
            return;
        }
        let thickness_m = Vector::load(simd, self.thickness_m, first);
        let [eta, hu, hv] = depth_and_momentum(populations(simd, &self.lines, first));
        let [per_meter, speed_m_s] = self.factors;
        let bed = bed_under(&self.still, [first, self.j], eta);
        let momentum = [hu - bed.momentum[0], hv - bed.momentum[1]];
        let h = bed.rest_depth + eta;
        let column = covered_column(bed.rest_depth, thickness_m * per_meter, h, momentum);
        let is_open = simd.equal_f32s(thickness_m.values, simd.splat_f32s(0.0));
        for axis in 0..2 {
            let velocity = momentum[axis] / column * speed_m_s;
            let field = &mut S::as_mut_simd_f32s(&mut self.out[axis][cells.clone()]).0[0];
            *field = simd.select_f32s(is_open, *field, velocity.values);
        }
    }
}

impl WithSimd for Velocities<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let nx = self.thickness_m.len();
        in_vectors!(simd, self.columns.clone(), nx, (first, _done) => self.compute(simd, first));
    }
}
