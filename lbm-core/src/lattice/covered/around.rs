//! The cells around those of a row under a cover.

use std::ops::Range;

use pulp::Simd;

use super::Cover;
use super::neighbor::Neighbor;
use crate::d2q9::{Q, mean, mean_of};
use crate::engine::{CACHE_LINE, Vector};

/// A cover around the cells of row `j`.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) cover: Cover<'a>,
    pub(super) size: [usize; 2],
    pub(super) j: usize,
    is_by_solids: bool,
}

impl<'a> Around<'a> {
    pub(super) fn new(cover: Cover<'a>, size: [usize; 2], j: usize) -> Self {
        Self { cover, size, j, is_by_solids: false }
    }

    /// Looks for solids in the row and those beside it, if there are `columns`.
    #[inline(always)]
    pub(super) fn look_for_solids(&mut self, columns: &Range<usize>) {
        let (nx, mut any) = (self.size[0], false);
        let rows = self.j.saturating_sub(1) * nx..((self.j + 2) * nx).min(self.cover.solid.len());
        if !columns.is_empty() {
            for solid in &self.cover.solid[rows] {
                any |= *solid;
            }
        }
        self.is_by_solids = any;
    }

    /// Whether all neighbors of the cells of a vector are on the grid.
    #[inline(always)]
    fn is_inner(&self, first: usize, lanes: usize) -> bool {
        let [nx, ny] = self.size;
        first > 0 && first + lanes < nx && self.j > 0 && self.j + 1 < ny
    }

    /// Whether a field is not 0 in any of the cells of a vector or their neighbors.
    fn is_near(&self, field: &[f32], first: usize, lanes: usize) -> bool {
        let [nx, ny] = self.size;
        let columns = first.saturating_sub(1)..(first + lanes + 1).min(nx);
        let mut rows = self.j.saturating_sub(1)..(self.j + 2).min(ny);
        rows.any(|j| any(&field[j * nx..][columns.clone()]))
    }

    /// Whether all neighbors of the cells of a vector are on the grid, and none is a solid.
    #[inline(always)]
    pub(super) fn is_plain(&self, first: usize, lanes: usize) -> bool {
        self.is_inner(first, lanes) && !self.has_solids(first, lanes)
    }

    /// Whether there is a solid among the cells of a vector, which is inner, and their neighbors.
    #[inline(always)]
    fn has_solids(&self, first: usize, lanes: usize) -> bool {
        if !self.is_by_solids {
            return false;
        }
        let (nx, mut any) = (self.size[0], false);
        for row in 0..3 {
            for solid in &self.cover.solid[(self.j + row) * nx - nx + first - 1..][..lanes + 2] {
                any |= *solid;
            }
        }
        any
    }

    /// Change of the thickness around the cells of a vector, see [`mean`](crate::d2q9::mean), m; `is_plain` if their neighbors are on the grid and none is a solid.
    #[inline(always)]
    pub(super) fn mean_change<S: Simd>(&self, simd: S, first: usize, is_plain: bool) -> Vector<S> {
        let change_m = self.cover.change_m;
        let cells = self.j * self.size[0] + first;
        if is_plain {
            return mean_of(Vector::load(simd, change_m, cells), self.load_neighbors(simd, change_m, first));
        }
        self.one_by_one(simd, change_m, first, |here, around| [mean(here, around)])[0]
    }

    /// Numbers that a field has around each cell of a vector, given its value there and those in its neighbors.
    #[inline(always)]
    pub(super) fn one_by_one<S: Simd, const N: usize>(
        &self,
        simd: S,
        field: &[f32],
        first: usize,
        number: impl Fn(f32, [f32; Q - 1]) -> [f32; N],
    ) -> [Vector<S>; N] {
        let mut numbers = [[0.0; CACHE_LINE]; N];
        if self.is_near(field, first, S::F32_LANES) {
            for l in 0..S::F32_LANES {
                let here = field[self.j * self.size[0] + first + l];
                let of_cell = number(here, self.neighbors(first + l).map(|at| field[at]));
                for k in 0..N {
                    numbers[k][l] = of_cell[k];
                }
            }
        }
        let mut vectors = [Vector::new(simd, simd.splat_f32s(0.0)); N];
        for k in 0..N {
            vectors[k] = Vector::load(simd, &numbers[k], 0);
        }
        vectors
    }

    /// A field in the neighbors of the cells of a vector in the directions 1 to 8, all of which are on the grid and none a solid.
    #[inline(always)]
    pub(super) fn load_neighbors<S: Simd>(&self, simd: S, field: &[f32], first: usize) -> [Vector<S>; Q - 1] {
        let nx = self.size[0];
        let here = self.j * nx + first;
        let (below, above) = (here - nx, here + nx);
        let at = |cell: usize| Vector::load(simd, field, cell);
        // One by one, as `map` is a call.
        [
            at(here + 1),
            at(above + 1),
            at(above),
            at(above - 1),
            at(here - 1),
            at(below - 1),
            at(below),
            at(below + 1),
        ]
    }

    /// The neighbors of column `i` in the directions 1 to 8; the cell itself for those that have no water, are not on the grid or lie
    /// beyond a corner at which solids meet.
    pub(super) fn neighbors(&self, i: usize) -> [usize; Q - 1] {
        let neighbor = |q: usize| Neighbor::of(self.cover.solid, self.size, [i, self.j], q);
        std::array::from_fn(|k| neighbor(k + 1).water().unwrap_or(self.j * self.size[0] + i))
    }

    /// 1 in the lanes of a vector that are left as they are, else 0: the first `done` and solids.
    #[inline(always)]
    pub(super) fn left<S: Simd>(&self, simd: S, first: usize, done: usize) -> Vector<S> {
        let leaves = ones_before(simd, done);
        if !self.is_by_solids {
            return leaves;
        }
        let mut numbers = numbers_of(leaves);
        for (leaves, solid) in
            numbers.iter_mut().zip(&self.cover.solid[self.j * self.size[0] + first..][..S::F32_LANES])
        {
            *leaves = if *solid { 1.0 } else { *leaves };
        }
        Vector::load(simd, &numbers, 0)
    }
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

#[inline(always)]
pub(super) fn numbers_of<S: Simd>(vector: Vector<S>) -> Numbers {
    let mut numbers = [0.0; CACHE_LINE];
    vector.store(&mut numbers, 0);
    numbers
}

/// 1 in the first `done` lanes of a vector, else 0.
#[inline(always)]
pub(super) fn ones_before<S: Simd>(simd: S, done: usize) -> Vector<S> {
    if done == 0 {
        return Vector::new(simd, simd.splat_f32s(0.0));
    }
    let mut ones = [0.0; CACHE_LINE];
    for one in &mut ones[..done] {
        *one = 1.0;
    }
    Vector::load(simd, &ones, 0)
}
