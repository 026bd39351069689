//! The fused sweep: every cell pulls the populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep knows no boundary and takes no branch. Whoever handles boundaries writes the populations that enter the
//! fluid from solids and through the sides into those cells beforehand: the "dummies" of Dottori et al. §2, step 2.
//! It is written once for all lattices and vector widths; which width runs is decided when the program does.

use std::array::from_fn;

use pulp::{Scalar, Simd};

use super::LANES;
use super::kernel::RowKernel;
use super::model::Model;
use super::simd::Lanes;

/// A cell that has left the range of the method, and the populations that streamed into it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Culprit<const Q: usize> {
    /// Its place along the axes of memory: column, row of the plane, plane.
    pub(crate) place: [usize; 3],
    pub(crate) populations: [f32; Q],
}

/// Numbers of the columns of a vector.
const COLUMNS: [f32; LANES] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0];

/// Streaming and collision of a plane of rows, in whole vectors: the last one also computes some of the columns beyond
/// the grid that fill up the row, which nothing reads.
///
/// A plane is well when every cell is: the usual answer, so that a search for the cell in trouble is rare.
#[derive(Clone, Copy)]
pub(crate) struct StreamCollide<M, const Q: usize> {
    pub(crate) model: M,
    /// Cells of a row.
    pub(crate) nx: usize,
    /// Floats in a line.
    pub(crate) stride: usize,
    /// Rows of a plane that are computed.
    pub(crate) rows: usize,
    /// Rows of the ring before them: 1 in three dimensions, none in two.
    pub(crate) ring: usize,
}

impl<M: Model<Q>, const Q: usize> RowKernel for StreamCollide<M, Q> {
    type Fault = Culprit<Q>;

    #[inline(always)]
    fn compute<S: Simd>(
        &self,
        simd: S,
        plane: usize,
        [below, here, above]: [&[f32]; 3],
        target: &mut [f32],
    ) -> bool {
        let planes = [above, here, below];
        let row_len = Q * self.stride;
        let mut well = true;
        for row in 0..self.rows {
            let target = &mut target[(self.ring + row) * row_len..][..row_len];
            well &= self.compute_row(simd, plane, row, planes, target);
        }
        well
    }

    fn fault(&self, plane: usize, [below, here, above]: [&[f32]; 3]) -> Culprit<Q> {
        self.culprit(plane, [above, here, below])
    }
}

impl<M: Model<Q>, const Q: usize> StreamCollide<M, Q> {
    /// In two dimensions, where rows along y take the place of planes.
    pub(crate) fn rows(nx: usize, stride: usize, model: M) -> Self {
        Self { model, nx, stride, rows: 1, ring: 0 }
    }

    /// Where population `q` of the first cell of a row streams from: which of the planes `[above, here, below]`, and the
    /// place in it.
    #[inline(always)]
    fn source(&self, row: usize, q: usize) -> (usize, usize) {
        let [along, across, through] = M::VELOCITIES[q].map(isize::from);
        let line = (self.ring + row).wrapping_add_signed(-across) * Q + q;
        ((through + 1) as usize, line * self.stride + LANES.wrapping_add_signed(-along))
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
    ) -> bool {
        let count = self.nx.div_ceil(S::F32_LANES);
        let numbers = count * S::F32_LANES;
        let mut sources: [&[S::f32s]; Q] = [&[]; Q];
        for q in 0..Q {
            let (through, start) = self.source(row, q);
            let line = &planes[through][start..start + numbers];
            sources[q] = &S::as_simd_f32s(line).0[..count];
        }
        let mut lines = target.chunks_exact_mut(self.stride);
        let mut targets: [&mut [S::f32s]; Q] = std::array::from_fn(|_| <&mut [_]>::default());
        for target in &mut targets {
            let Some(line) = lines.next() else { return false };
            *target = &mut S::as_mut_simd_f32s(&mut line[LANES..LANES + numbers]).0[..count];
        }
        // Copied, so that the compiler sees that no store to a line changes it, and keeps it in registers.
        let model = self.model;
        let inputs = model.inputs(plane, row);

        let all = simd.equal_f32s(simd.splat_f32s(0.0), simd.splat_f32s(0.0));
        let [mut well, mut last] = [all; 2];
        for x in 0..count {
            let mut f = [Lanes::new(simd, sources[0][x]); Q];
            for q in 1..Q {
                f[q] = Lanes::new(simd, sources[q][x]);
            }
            well = simd.and_m32s(well, last);
            last = model.is_well(f, &inputs, x * S::F32_LANES);
            let f = model.collide(f, &inputs, x * S::F32_LANES);
            for q in 0..Q {
                targets[q][x] = f[q].values;
            }
        }
        // What the last vector holds beyond the grid does not count.
        let cells = simd.splat_f32s((self.nx - (numbers - S::F32_LANES)) as f32);
        let beyond = simd.greater_than_or_equal_f32s(Lanes::load(simd, &COLUMNS, 0).values, cells);
        let well = simd.and_m32s(well, simd.or_m32s(last, beyond));
        simd.first_true_m32s(simd.not_m32s(well)) == S::F32_LANES
    }

    /// The first cell that is not well in a plane that has one, from the planes `[above, here, below]`: one cell after the
    /// other by the formula of the vectors, which has the same bits.
    fn culprit(&self, plane: usize, planes: [&[f32]; 3]) -> Culprit<Q> {
        for row in 0..self.rows {
            let inputs = self.model.inputs(plane, row);
            let sources: [&[f32]; Q] = from_fn(|q| {
                let (through, start) = self.source(row, q);
                &planes[through][start..start + self.nx]
            });
            for i in 0..self.nx {
                let populations: [f32; Q] = from_fn(|q| sources[q][i]);
                let f = populations.map(|f| Lanes::new(Scalar, f));
                if !self.model.is_well(f, &inputs, i) {
                    return Culprit { place: [i, row, plane], populations };
                }
            }
        }
        unreachable!("plane {plane} is not well, but each of its cells is")
    }
}
