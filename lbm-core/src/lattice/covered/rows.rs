//! The cells of a row under covers, in vectors.

use std::ops::Range;

use pulp::{Scalar, Simd, WithSimd};

use super::around::{Around, any, ones_before};
use super::exchange::Exchange;
use super::vectors::{in_vectors, is_zero, lanes_of, populations, zeros_of};
use super::{StressRates, without_pressure};
use crate::d2q9::{Q, depth_and_momentum, gradient, gradient_of};
use crate::engine::Vector;
use crate::lattice::still::Still;
use crate::operator::{add_momentum, add_populations};

/// The columns of a row of `nx` without those at the border, unless these are among the `columns` too: of vectors with cells at the border the neighbors come
/// one by one. With two such vectors in each row of 175 cells a step under 200 spheres took 1.1 times as long here.
fn inner_span(columns: &Range<usize>, nx: usize) -> Range<usize> {
    columns.start.min(1)..columns.end.max(nx.saturating_sub(1))
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

/// Populations of volumes of the depths `dh` in the cells of a vector over an uneven bed.
#[inline(always)]
fn uneven_volumes<S: Simd>(
    still: &Still<'_>,
    place: [usize; 2],
    eta: Vector<S>,
    dh: Vector<S>,
) -> [Vector<S>; Q] {
    let (before, mut volumes) = (still.at_rest(place, eta), still.at_rest(place, eta + dh));
    for q in 0..Q {
        volumes[q] = volumes[q] - before[q];
    }
    volumes
}

/// These numbers, and 1 in the lanes of a mask.
#[inline(always)]
fn ones_in<S: Simd>(mask: S::m32s, numbers: Vector<S>) -> Vector<S> {
    let simd = numbers.simd;
    Vector::new(simd, simd.select_f32s(mask, simd.splat_f32s(1.0), numbers.values))
}

/// The beginning of a step in a row, see [`Lattice::begin_covered`](crate::Lattice::begin_covered).
pub(super) struct Begin<'a> {
    pub(super) still: Still<'a>,
    pub(super) around: Around<'a>,
    pub(super) columns: Range<usize>,
    /// Links of the row.
    pub(super) exchange: &'a Exchange,
    pub(super) per_meter: f32,
    pub(super) lines: [&'a mut [f32]; Q],
}

impl Begin<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let is_plain = self.around.is_plain(first, S::F32_LANES);
        let mut added = self.exchange.gained(simd, first);
        let changes_m = self.around.mean_change(simd, first, is_plain);
        if is_zero(added) && is_zero([changes_m]) {
            return;
        }
        let depth = changes_m * self.per_meter * 0.5;
        let f = populations(simd, &self.lines, first);
        if !self.still.is_flat() {
            let [eta, _, _] = depth_and_momentum(f);
            let volume = without_pressure(uneven_volumes(&self.still, [first, self.around.j], eta, depth));
            for q in 1..Q {
                added[q] = added[q] + volume[q];
            }
        }
        // Cells of which nothing changes are left, and solid ones.
        let mut is_same = zeros_of(changes_m);
        for added in &added[1..] {
            is_same = simd.and_m32s(is_same, zeros_of(*added));
        }
        let leaves = ones_in(is_same, self.around.left(simd, first, done));
        store(&mut self.lines, first, (f, add_populations(f, added, depth)), leaves);
    }
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let (columns, nx) = (self.columns.clone(), self.around.size[0]);
        self.around.look_for_solids(&columns);
        let span = inner_span(&columns, nx);
        in_vectors!(simd, columns, span, (first, done) => self.compute(simd, first, done));
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
        in_vectors!(simd, self.columns.clone(), 0..nx, (first, done) => self.compute(simd, first, done));
    }
}

/// Second moments and the second half of the change of a row.
pub(super) struct End<'a> {
    pub(super) still: Still<'a>,
    pub(super) rates: StressRates,
    pub(super) around: Around<'a>,
    pub(super) columns: Range<usize>,
    pub(super) cell_size_m: f64,
    pub(super) lines: [&'a mut [f32]; Q],
}

impl End<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let Around { cover, size: [nx, _], j, .. } = self.around;
        let (cells, lanes) = (j * nx + first, S::F32_LANES);
        let thickness_m = Vector::load(simd, cover.thickness_m, cells);
        let is_plain = self.around.is_plain(first, lanes);
        let change_m = self.around.mean_change(simd, first, is_plain);
        let slope = if is_plain {
            let neighbors_m = self.around.load_neighbors(simd, cover.thickness_m, first);
            if is_zero(neighbors_m) && is_zero([thickness_m, change_m]) {
                return;
            }
            gradient_of(neighbors_m, self.cell_size_m)
        } else {
            let around = &self.around;
            around.one_by_one(simd, cover.thickness_m, first, |_, around| gradient(around, self.cell_size_m))
        };
        let per_meter = (1.0 / self.cell_size_m) as f32;
        let cover = [thickness_m * per_meter, change_m * per_meter];
        let f = populations(simd, &self.lines, first);
        let [eta, _, _] = depth_and_momentum(f);
        let place = [first, j];
        let uneven = match self.still.is_flat() {
            true => None,
            false => Some(uneven_volumes(&self.still, place, eta, cover[1] * 0.5)),
        };
        let added = self.rates.added((self.still.bed_under(place, eta), uneven), f, cover, slope);
        // Cells of the vector far from any cover are left too.
        let is_level = simd.and_m32s(zeros_of(slope[0]), zeros_of(slope[1]));
        let is_open = simd.and_m32s(zeros_of(thickness_m), zeros_of(change_m));
        let leaves = ones_in(simd.and_m32s(is_level, is_open), self.around.left(simd, first, done));
        store(&mut self.lines, first, (f, add_populations(f, added, cover[1] * 0.5)), leaves);
    }
}

impl WithSimd for End<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let (columns, nx) = (self.columns.clone(), self.around.size[0]);
        self.around.look_for_solids(&columns);
        let span = inner_span(&columns, nx);
        in_vectors!(simd, columns, span, (first, done) => self.compute(simd, first, done));
    }
}
