//! The fused sweep: every cell pulls the populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep has no boundary conditions and no branch. Boundary code writes the populations that enter the fluid from
//! solids and through the sides into the solid and ghost cells beforehand: the "dummies" of Dottori et al. §2, step 2.
//! The sweep is written once for all lattices and vector widths; the width is chosen at run time.

use std::array::from_fn;

use pulp::{Scalar, Simd, WithSimd};

use super::CACHE_LINE;
use super::isa::Isa;
use super::kernel::RowKernel;
use super::model::Model;
use super::planes::{Beside, PlaneKernel, SPARE_LINES};
use super::simd::{Float, Vector, prefetch, prefetch_far};

/// A cell that has left the range of the method, and the populations that streamed into it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FailedCell<const Q: usize> {
    /// Its place along the axes of memory: column, row of the plane, plane.
    pub(crate) place: [usize; 3],
    pub(crate) populations: [f32; Q],
}

/// Columns of the widest vector.
const COLUMNS: [f32; CACHE_LINE] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0];

/// Streaming and collision of a plane of rows, in whole vectors: the last one also computes some of the columns that pad
/// the row, which nothing reads.
///
/// Only the validity of the whole plane is known afterwards: it is the rule, and the search for a failed cell rare.
#[derive(Clone, Copy)]
pub(crate) struct StreamCollide<M, const Q: usize> {
    pub(crate) model: M,
    /// Cells of a row.
    pub(crate) nx: usize,
    /// Floats in a line.
    pub(crate) stride: usize,
    /// Floats from a population's lines in a plane to the next one's.
    pub(crate) pitch: usize,
    /// Rows of a plane that are computed.
    pub(crate) rows: usize,
    /// Ghost rows before them: 1 in three dimensions, none in two.
    pub(crate) ghost_rows: usize,
}

impl<M: Model<Q>, const Q: usize> RowKernel for StreamCollide<M, Q> {
    type Failure = FailedCell<Q>;

    fn compute(
        &self,
        isa: Isa,
        plane: usize,
        [below, here, above]: [&[f32]; 3],
        target: &mut [f32],
        ahead: &[f32],
    ) -> bool {
        isa.run(Plane { kernel: self, plane, sources: [above, here, below], target, ahead })
    }

    /// The first invalid cell of a plane that has one: cell by cell with the formula of the vectors, which gives the same
    /// bits.
    fn failure(&self, plane: usize, [below, here, above]: [&[f32]; 3]) -> FailedCell<Q> {
        let failed = (0..self.rows).find_map(|row| self.failed_in_row(plane, row, [above, here, below], 0));
        failed.unwrap_or_else(|| unreachable!("plane {plane} is invalid, but each of its cells is valid"))
    }
}

impl<M: Model<Q>, const Q: usize> PlaneKernel for StreamCollide<M, Q> {
    type Failure = FailedCell<Q>;

    fn compute(&self, isa: Isa, plane: usize, beside: Beside<'_>) -> Option<FailedCell<Q>> {
        isa.run(InPlace { kernel: self, plane, beside })
    }
}

/// Vectors that are prepared at a time.
const STRIP: usize = 16;

/// The order in which the vectors of a row are computed.
#[derive(Clone, Copy)]
enum Walk {
    Forwards,
    /// Forwards; the row that follows lies so many vectors behind in the sources.
    Up {
        ahead: usize,
    },
    /// Backwards; the row that follows comes first in the sources, this one lies so many vectors behind it.
    Down {
        ahead: usize,
    },
}

/// A plane of rows to be computed.
struct Plane<'a, M, const Q: usize> {
    kernel: &'a StreamCollide<M, Q>,
    plane: usize,
    /// The planes `[above, here, below]`.
    sources: [&'a [f32]; 3],
    target: &'a mut [f32],
    ahead: &'a [f32],
}

impl<M: Model<Q>, const Q: usize> WithSimd for Plane<'_, M, Q> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { kernel, plane, sources, target, ahead } = self;
        let mut valid = true;
        for row in 0..kernel.rows {
            valid &= kernel.compute_row(simd, plane, row, sources, target, ahead);
        }
        valid
    }
}

/// A plane whose new rows take the place of old ones of a plane beside it.
struct InPlace<'a, M, const Q: usize> {
    kernel: &'a StreamCollide<M, Q>,
    plane: usize,
    beside: Beside<'a>,
}

impl<M: Model<Q>, const Q: usize> WithSimd for InPlace<'_, M, Q> {
    type Output = Option<FailedCell<Q>>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Option<FailedCell<Q>> {
        let Self { kernel, plane, beside: Beside { up, here, next, target } } = self;
        let mut failed = None;
        for k in 0..kernel.rows {
            let row = if up { kernel.rows - 1 - k } else { k };
            if !kernel.compute_row_in_place(simd, plane, row, [here, next], target, up) {
                // What the row was computed from is still there.
                let sources = if up { [&*target, here, next] } else { [next, here, &*target] };
                let first = kernel.failed_in_row(plane, row, sources, if up { 0 } else { SPARE_LINES });
                failed = if up { first } else { failed.or(first) };
            }
        }
        failed
    }
}

/// Populations of cells, with 0 for those below 1e-15 where one of those at rest is nearly 0.
///
/// Ahead of a wave populations fall by orders of magnitude from cell to cell, down to subnormal numbers, with which an operation takes a
/// hundred cycles. To look at those at rest alone takes a sweep little time; a cell in which that one is exactly 0, such as all cells of still water, is left
/// as it is.
#[inline(always)]
fn without_negligible<S: Simd, M: Model<Q>, const Q: usize>(mut f: [Vector<S>; Q]) -> [Vector<S>; Q] {
    let (simd, zero) = (f[0].simd, f[0].splat(0.0));
    let mut nearly_at_rest = zero.less_than(zero);
    for &q in M::AT_REST {
        let size = f[q].abs();
        let nearly_0 = simd.and_m32s(zero.less_than(size), size.less_than(zero.splat(1e-12)));
        nearly_at_rest = simd.or_m32s(nearly_at_rest, nearly_0);
    }
    if simd.first_true_m32s(nearly_at_rest) == S::F32_LANES {
        return f;
    }
    for q in 0..Q {
        let negligible = f[q].abs().less_than(zero.splat(1e-15));
        f[q] = f[q].masked(simd.not_m32s(simd.and_m32s(nearly_at_rest, negligible)));
    }
    f
}

impl<M: Model<Q>, const Q: usize> StreamCollide<M, Q> {
    /// The sweep in two dimensions, where rows along y take the place of planes.
    pub(crate) fn rows(nx: usize, stride: usize, model: M) -> Self {
        Self { model, nx, stride, pitch: stride, rows: 1, ghost_rows: 0 }
    }

    /// The source of population `q` of the first cell of a row: the index of its plane in `[above, here, below]`, and the
    /// place among the population's lines there, which begin with so many others.
    #[inline(always)]
    fn source(&self, row: usize, q: usize, lines: usize) -> (usize, usize) {
        let [along, across, through] = M::VELOCITIES[q];
        let line = (lines + self.ghost_rows + row).wrapping_add_signed(-across as isize) * self.stride;
        ((through + 1) as usize, line + CACHE_LINE.wrapping_add_signed(-along as isize))
    }

    /// The first invalid cell of a row, from the planes `[above, here, below]`.
    #[cold]
    #[inline(never)]
    fn failed_in_row(
        &self,
        plane: usize,
        row: usize,
        planes: [&[f32]; 3],
        lines: usize,
    ) -> Option<FailedCell<Q>> {
        let inputs = self.model.inputs(plane, row);
        let sources: [&[f32]; Q] = from_fn(|q| {
            let (through, start) = self.source(row, q, lines);
            &planes[through][q * self.pitch + start..][..self.nx]
        });
        (0..self.nx).find_map(|i| {
            let populations: [f32; Q] = from_fn(|q| sources[q][i]);
            let f = populations.map(|f| Vector::new(Scalar, f));
            let valid = self.model.is_valid(f, &inputs, i);
            (!valid).then_some(FailedCell { place: [i, row, plane], populations })
        })
    }

    /// Computes a row of a plane from the planes `[above, here, below]`.
    #[inline(always)]
    fn compute_row<S: Simd>(
        &self,
        simd: S,
        plane: usize,
        row: usize,
        planes: [&[f32]; 3],
        target: &mut [f32],
        ahead: &[f32],
    ) -> bool {
        let count = self.nx.div_ceil(S::F32_LANES);
        let numbers = count * S::F32_LANES;
        let mut sources: [&[S::f32s]; Q] = [&[]; Q];
        for q in 0..Q {
            let (through, start) = self.source(row, q, 0);
            let line = &planes[through][q * self.pitch + start..][..numbers];
            sources[q] = &S::as_simd_f32s(line).0[..count];
        }
        let first = (self.ghost_rows + row) * self.stride + CACHE_LINE;
        let mut targets: [&mut [S::f32s]; Q] = from_fn(|_| <&mut [_]>::default());
        let mut populations = target;
        for target in &mut targets {
            let (lines, others) = populations.split_at_mut(self.pitch);
            populations = others;
            *target = &mut S::as_mut_simd_f32s(&mut lines[first..first + numbers]).0[..count];
        }
        self.collide_row(simd, [plane, row], sources, targets, Walk::Forwards, ahead)
    }

    /// Computes a row of a plane from the planes `here` and `next`, and stores it in a third one, which lies above or below both.
    #[inline(always)]
    fn compute_row_in_place<S: Simd>(
        &self,
        simd: S,
        plane: usize,
        row: usize,
        [here, next]: [&[f32]; 2],
        target: &mut [f32],
        up: bool,
    ) -> bool {
        let count = self.nx.div_ceil(S::F32_LANES);
        let numbers = count * S::F32_LANES;
        let (old, new) = if up { (0, SPARE_LINES) } else { (SPARE_LINES, 0) };
        let own = if up { 0 } else { 2 };
        let first = (new + self.ghost_rows + row) * self.stride + CACHE_LINE;
        // Between what is read and what is written.
        let cut = if up { first } else { first + self.stride - CACHE_LINE };
        // Each line together with that of the row that follows.
        let ahead = if row == (if up { 0 } else { self.rows - 1 }) { 0 } else { self.stride };
        let (before, numbers) = (if up { ahead } else { 0 }, numbers + ahead);
        let count_ahead = ahead / S::F32_LANES;
        let mut sources: [&[S::f32s]; Q] = [&[]; Q];
        let mut targets: [&mut [S::f32s]; Q] = from_fn(|_| <&mut [_]>::default());
        let mut populations = target.chunks_exact_mut(self.pitch);
        for q in 0..Q {
            let Some(lines) = populations.next() else { return false };
            let (low, high) = lines.split_at_mut(cut);
            let (own_lines, target): (&[f32], _) = if up {
                (low, &mut high[..count * S::F32_LANES])
            } else {
                (high, &mut low[first..][..count * S::F32_LANES])
            };
            let (through, start) = self.source(row, q, old);
            let start = start - before;
            let line = match through {
                1 => &here[q * self.pitch + start..],
                _ if through == own => &own_lines[if up { start } else { start - cut }..],
                _ => &next[q * self.pitch + start..],
            };
            sources[q] = S::as_simd_f32s(&line[..numbers]).0;
            targets[q] = S::as_mut_simd_f32s(target).0;
        }
        let walk = if up { Walk::Down { ahead: count_ahead } } else { Walk::Up { ahead: count_ahead } };
        self.collide_row(simd, [plane, row], sources, targets, walk, &[])
    }

    /// Computes a row from the lines of its populations, in an order.
    #[inline(always)]
    fn collide_row<S: Simd>(
        &self,
        simd: S,
        [plane, row]: [usize; 2],
        sources: [&[S::f32s]; Q],
        mut targets: [&mut [S::f32s]; Q],
        walk: Walk,
        ahead: &[f32],
    ) -> bool {
        let count = self.nx.div_ceil(S::F32_LANES);
        let numbers = count * S::F32_LANES;
        // A copy, so that the compiler knows that no store changes it, and keeps it in registers.
        let model = self.model;
        let inputs = model.inputs(plane, row);
        let (here, there) = match walk {
            Walk::Forwards => (0, None),
            Walk::Up { ahead } => (0, Some(ahead)),
            Walk::Down { ahead } => (ahead, Some(0)),
        };
        // Told to the compiler, which then compares with one length in place of as many as there are lines.
        let longest = count + here.max(there.unwrap_or(0));
        let mut lines: [&[S::f32s]; Q] = [&[]; Q];
        let mut new_lines: [&mut [S::f32s]; Q] = from_fn(|_| <&mut [_]>::default());
        for q in 0..Q / 2 {
            lines[q] = &sources[q][..longest];
            new_lines[q] = &mut std::mem::take(&mut targets[q])[..count];
        }
        for q in Q / 2..Q {
            lines[q] = &sources[q][..longest];
            new_lines[q] = &mut std::mem::take(&mut targets[q])[..count];
        }

        let all = simd.equal_f32s(simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        let [mut valid, mut last] = [all; 2];
        let mut ahead = ahead.chunks_exact(Q * CACHE_LINE);
        let mut prepared = [simd.splat_f32s(0.0); STRIP];
        for k in 0..count {
            if M::PREPARES && k % STRIP == 0 {
                for k in k..(k + STRIP).min(count) {
                    let x = if matches!(walk, Walk::Down { .. }) { count - 1 - k } else { k };
                    let mut f = [Vector::new(simd, lines[0][here + x]); Q];
                    for q in 1..Q {
                        f[q] = Vector::new(simd, lines[q][here + x]);
                    }
                    prepared[k % STRIP] = model.prepare(f, &inputs, x * S::F32_LANES).values;
                }
            }
            // Memory is walked through in one direction, which processors foresee.
            let x = if matches!(walk, Walk::Down { .. }) { count - 1 - k } else { k };
            let mut f = [Vector::new(simd, lines[0][here + x]); Q];
            for q in 1..Q {
                f[q] = Vector::new(simd, lines[q][here + x]);
            }
            // They do not foresee it for as many lines as there are populations.
            if let Some(there) = there
                && x % (CACHE_LINE / S::F32_LANES) == 0
            {
                for q in 0..Q {
                    prefetch(&lines[q][there + x]);
                }
            }
            if x % (CACHE_LINE / S::F32_LANES) == 0
                && let Some(lines) = ahead.next()
            {
                for q in 0..Q {
                    prefetch_far(&lines[q * CACHE_LINE]);
                }
            }
            let (f, valid_here) = if M::PREPARES {
                let prepared = Vector::new(simd, prepared[k % STRIP]);
                model.collide_prepared(f, &inputs, x * S::F32_LANES, prepared)
            } else {
                model.collide(f, &inputs, x * S::F32_LANES)
            };
            let f = without_negligible::<S, M, Q>(f);
            if x + 1 == count {
                last = valid_here;
            } else {
                valid = simd.and_m32s(valid, valid_here);
            }
            // Two loops are short enough to be unrolled; one keeps the populations in memory, and took a tenth of the sweep of 26.
            for q in 0..Q / 2 {
                new_lines[q][x] = f[q].values;
            }
            for q in Q / 2..Q {
                new_lines[q][x] = f[q].values;
            }
        }
        // The padding in the last vector does not count.
        let cells = simd.splat_f32s((self.nx - (numbers - S::F32_LANES)) as f32);
        let beyond = simd.greater_than_or_equal_f32s(Vector::load(simd, &COLUMNS, 0).values, cells);
        let valid = simd.and_m32s(valid, simd.or_m32s(last, beyond));
        simd.first_true_m32s(simd.not_m32s(valid)) == S::F32_LANES
    }
}
