//! The cells of a row under covers, in vectors.

use std::ops::Range;

use pulp::{Scalar, Simd, WithSimd};

use super::{Bed, Cover, StressRates, volume, volume_at};
use crate::d2q9::{C, Q, depth_and_momentum, gradient, gradient_of};
use crate::engine::{CACHE_LINE, Float, Vector};
use crate::lattice::still::Still;
use crate::operator::{Pressure, add_momentum, add_populations};

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

pub(super) use in_vectors;

pub(super) fn lanes_of<S: Simd>(_: S) -> usize {
    S::F32_LANES
}

/// Numbers of as many cells as the widest vector has.
type Numbers = [f32; CACHE_LINE];

/// Whether any number is not zero.
#[inline(always)]
pub(super) fn any(numbers: &[f32]) -> bool {
    let mut bits = 0;
    for number in numbers {
        bits |= number.to_bits();
    }
    // Without the sign.
    bits << 1 != 0
}

/// The populations of the cells of a vector.
#[inline(always)]
pub(super) fn populations<S: Simd, L: std::ops::Deref<Target = [f32]>>(
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

/// Replaces the populations `f` of the cells of a vector by `sums`; where a number of `leaves` is not zero they stay as they are.
#[inline(always)]
fn store<S: Simd>(
    lines: &mut [&mut [f32]; Q],
    first: usize,
    (f, sums): ([Vector<S>; Q], [Vector<S>; Q]),
    leaves: Vector<S>,
) {
    let simd = leaves.simd;
    let changes = simd.equal_f32s(leaves.values, simd.splat_f32s(0.0));
    for q in 0..Q {
        let line = &mut lines[q][first..first + S::F32_LANES];
        S::as_mut_simd_f32s(line).0[0] = simd.select_f32s(changes, sums[q].values, f[q].values);
    }
}

/// The bed under the cells of a vector.
#[inline(always)]
pub(super) fn bed_under<S: Simd>(still: &Still<'_>, [i, j]: [usize; 2], eta: Vector<S>) -> Bed<Vector<S>> {
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

/// 1 in the first `done` lanes of a vector, else 0.
#[inline(always)]
fn ones_before<S: Simd>(simd: S, done: usize) -> Vector<S> {
    if done == 0 {
        return Vector::new(simd, simd.splat_f32s(0.0));
    }
    let mut ones = [0.0; CACHE_LINE];
    for one in &mut ones[..done] {
        *one = 1.0;
    }
    Vector::load(simd, &ones, 0)
}

/// These numbers, and 1 in the lanes of a mask.
#[inline(always)]
fn ones_in<S: Simd>(mask: S::m32s, numbers: Vector<S>) -> Vector<S> {
    let simd = numbers.simd;
    Vector::new(simd, simd.select_f32s(mask, simd.splat_f32s(1.0), numbers.values))
}

/// Lanes of a vector that are 0.
#[inline(always)]
fn zeros_of<S: Simd>(vector: Vector<S>) -> S::m32s {
    vector.simd.equal_f32s(vector.values, vector.simd.splat_f32s(0.0))
}

#[inline(always)]
pub(super) fn numbers_of<S: Simd>(vector: Vector<S>) -> Numbers {
    let mut numbers = [0.0; CACHE_LINE];
    S::as_mut_simd_f32s(&mut numbers).0[0] = vector.values;
    numbers
}

/// The first half of the change of a row.
pub(super) struct Begin<'a> {
    pub(super) still: Still<'a>,
    pub(super) j: usize,
    pub(super) columns: Range<usize>,
    pub(super) change_m: &'a [f32],
    pub(super) per_meter: f32,
    pub(super) lines: [&'a mut [f32]; Q],
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
        let changes_m = Vector::load(simd, changes_m, 0);
        let depth = changes_m * 0.5 * self.per_meter;
        let added = volumes(&self.still, [first, self.j], eta, depth);
        let leaves = ones_in(zeros_of(changes_m), ones_before(simd, done));
        store(&mut self.lines, first, (f, add_populations(f, added, depth)), leaves);
    }
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        in_vectors!(simd, self.columns.clone(), self.change_m.len(), (first, done) => self.compute(simd, first, done));
    }
}

/// Momenta for the cells of a row.
pub(super) struct AddMomenta<'a> {
    pub(super) columns: Range<usize>,
    /// Along x and y, lattice units.
    pub(super) momentum: [&'a [f32]; 2],
    pub(super) lines: [&'a mut [f32]; Q],
}

impl AddMomenta<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let [xs, ys] = [&self.momentum[0][first..], &self.momentum[1][first..]];
        let [xs, ys] = [&xs[..S::F32_LANES], &ys[..S::F32_LANES]];
        if !any(xs) && !any(ys) {
            return;
        }
        let momentum = [xs, ys].map(|values| Vector::load(simd, values, 0));
        let has_none = simd.and_m32s(zeros_of(momentum[0]), zeros_of(momentum[1]));
        let leaves = ones_in(has_none, ones_before(simd, done));
        let f = populations(simd, &self.lines, first);
        store(&mut self.lines, first, (f, add_momentum(f, momentum)), leaves);
    }
}

impl WithSimd for AddMomenta<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let nx = self.momentum[0].len();
        in_vectors!(simd, self.columns.clone(), nx, (first, done) => self.compute(simd, first, done));
    }
}

/// Second moments and the second half of the change of a row.
pub(super) struct End<'a> {
    pub(super) still: Still<'a>,
    pub(super) rates: StressRates,
    pub(super) cover: Cover<'a>,
    pub(super) size: [usize; 2],
    pub(super) j: usize,
    pub(super) columns: Range<usize>,
    pub(super) cell_size_m: f64,
    /// Whether there are solids in the row or beside it; found in the sweep over the row.
    pub(super) is_by_solids: bool,
    pub(super) lines: [&'a mut [f32]; Q],
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
        let slope = if inner && !(self.is_by_solids && self.has_solids::<S>(cells)) {
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
        let mut leaves = ones_before(simd, done);
        if self.is_by_solids {
            let mut numbers = numbers_of(leaves);
            for (leaves, solid) in numbers.iter_mut().zip(&self.cover.solid[cells..cells + lanes]) {
                *leaves = if *solid { 1.0 } else { *leaves };
            }
            leaves = Vector::load(simd, &numbers, 0);
        }
        // Cells of the vector far from any cover are left too.
        let is_level = simd.and_m32s(zeros_of(slope[0]), zeros_of(slope[1]));
        let is_open = simd.and_m32s(zeros_of(thickness_m), zeros_of(change_m));
        let leaves = ones_in(simd.and_m32s(is_level, is_open), leaves);
        store(&mut self.lines, first, (f, add_populations(f, added, cover[1] * 0.5)), leaves);
    }

    /// Whether there are solids in the row or those beside it.
    #[inline(always)]
    fn finds_solids(&self) -> bool {
        let (nx, mut any) = (self.size[0], false);
        let rows = self.j.saturating_sub(1) * nx..((self.j + 2) * nx).min(self.cover.solid.len());
        for solid in &self.cover.solid[rows] {
            any |= *solid;
        }
        any
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
        self.is_by_solids = !self.columns.is_empty() && self.finds_solids();
        in_vectors!(simd, self.columns.clone(), self.size[0], (first, done) => self.compute(simd, first, done));
    }
}
