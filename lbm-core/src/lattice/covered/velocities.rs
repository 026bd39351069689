//! How fast the water under covers is, in vectors.

use std::ops::Range;

use pulp::{Scalar, Simd, WithSimd};

use super::around::{any, numbers_of};
use super::covered_column;
use super::vectors::{in_vectors, lanes_of, populations};
use crate::d2q9::{Q, depth_and_momentum};
use crate::engine::{CACHE_LINE, Vector};
use crate::lattice::still::Still;
use crate::operator::without_subnormal_squares;

/// Velocities of the water under the covers of a row.
pub(super) struct Velocities<'a> {
    pub(super) still: Still<'a>,
    pub(super) j: usize,
    pub(super) columns: Range<usize>,
    pub(super) thickness_m: &'a [f32],
    /// Cells a meter, and m/s of a cell a step.
    pub(super) factors: [f32; 2],
    /// In lattice units.
    pub(super) gravity: f32,
    pub(super) lines: [&'a [f32]; Q],
    pub(super) out: [&'a mut [f32]; 2],
    /// Largest squared Froude number in each lane of vectors.
    pub(super) largest: [f32; CACHE_LINE],
    pub(super) found: RowFlow,
}

/// What there is in a row under covers.
#[derive(Clone, Copy, Default)]
pub(super) struct RowFlow {
    /// Largest squared Froude number of a column.
    pub(super) froude_squared: f32,
    /// Number of cells whose column is bounded, and the first of them.
    pub(super) bounded: usize,
    pub(super) first_bounded: Option<usize>,
}

impl Velocities<'_> {
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, first: usize, done: usize) {
        let cells = first..first + S::F32_LANES;
        if !any(&self.thickness_m[cells.clone()]) {
            return;
        }
        let thickness_m = Vector::load(simd, self.thickness_m, first);
        let [eta, hu, hv] = depth_and_momentum(populations(simd, &self.lines, first));
        let [per_meter, speed_m_s] = self.factors;
        let bed = self.still.bed_under([first, self.j], eta);
        let [x, y] = bed.momentum();
        let momentum = [hu - x, hv - y];
        let h = bed.rest_depth + eta;
        let thickness = thickness_m * per_meter;
        let column = covered_column(bed.rest_depth, thickness, h, momentum);
        let is_open = simd.equal_f32s(thickness_m.values, simd.splat_f32s(0.0));
        self.look_at((first, done), is_open, [h, thickness, column], momentum);
        for axis in 0..2 {
            let velocity = momentum[axis] / column * speed_m_s;
            let field = &mut S::as_mut_simd_f32s(&mut self.out[axis][cells.clone()]).0[0];
            *field = simd.select_f32s(is_open, *field, velocity.values);
        }
    }

    /// Looks at the covered cells of a vector, those that are not `is_open`; the first `done` were looked at before.
    #[inline(always)]
    fn look_at<S: Simd>(
        &mut self,
        (first, done): (usize, usize),
        is_open: S::m32s,
        [h, thickness, column]: [Vector<S>; 3],
        [x, y]: [Vector<S>; 2],
    ) {
        let [x, y] = without_subnormal_squares([x, y]);
        let froude_squared = (x * x + y * y) / (column * column * column * self.gravity);
        let simd = h.simd;
        let zero = simd.splat_f32s(0.0);
        let counts = simd.select_f32s(is_open, zero, froude_squared.values);
        let largest = Vector::load(simd, &self.largest, 0).values;
        // Not-a-number is not larger.
        let largest = simd.select_f32s(simd.less_than_f32s(largest, counts), counts, largest);
        Vector::new(simd, largest).store(&mut self.largest, 0);
        let excess = simd.select_f32s(is_open, zero, (column - (h - thickness)).values);
        if simd.first_true_m32s(simd.less_than_f32s(zero, excess)) == S::F32_LANES {
            return;
        }
        let excess = numbers_of(Vector::new(simd, excess));
        for l in (done..S::F32_LANES).filter(|l| excess[*l] > 0.0) {
            self.found.bounded += 1;
            self.found.first_bounded.get_or_insert(first + l);
        }
    }
}

impl WithSimd for Velocities<'_> {
    type Output = RowFlow;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> RowFlow {
        let nx = self.thickness_m.len();
        in_vectors!(simd, self.columns.clone(), 0..nx, (first, done) => self.compute(simd, first, done));
        self.found.froude_squared = self.largest.into_iter().fold(0.0, f32::max);
        self.found
    }
}
