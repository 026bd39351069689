//! One lattice for both time steps: a compressed grid (Pohl et al. 2003) of whole rows, and several steps in one
//! traversal (temporal blocking by a wavefront over rows, Wellein et al. 2009).
//!
//! With a few spare rows, every new row can be stored two rows above (or below) the old one, in a row that is no longer
//! read. Once the spare rows are used up, the next traversal runs the other way and shifts everything back. So the
//! populations are in memory once, and results are written to lines that are still in cache.
//!
//! A traversal may take several steps: the second follows a few rows behind the first, as soon as the rows it needs are
//! there, and shifts by two rows more. The rows between the first and the last step stay in cache, so memory is read and
//! written once for all of them.

use rayon::prelude::*;

use super::band::SHIFT;
use super::isa::Isa;
use super::kernel::{RowBorder, RowKernel};
use super::memory::Memory;
use super::slots::InPlace;
use super::traversal::Traversal;

/// Fewest rows of a band: with fewer a further thread costs more than it saves.
const MIN_BAND_ROWS: usize = 32;

/// Rows that a band has at least for each further step of a traversal: of `n` steps, both of two neighboring bands compute
/// `n (n − 1)` rows, which this keeps to a small fraction.
const ROWS_PER_STEP: usize = 32;

/// Rows of floats, `rows × row_len`, all but the first and the last replaced in place.
#[derive(Debug)]
pub(crate) struct Rows {
    memory: Memory,
    row_len: usize,
    rows: usize,
    /// Most steps of a traversal.
    max_steps: usize,
    /// Rows between the start of the memory and row 0.
    offset: usize,
}

/// Shifts for which there are spare rows: wherever the rows lie, one of both directions has room for a traversal of most
/// steps. So the length of a traversal does not depend on those before it, which a checkpoint does not record.
fn spare_shifts(max_steps: usize) -> usize {
    2 * max_steps - 1
}

/// Values in the memory of so many rows.
fn memory_len(rows: usize, row_len: usize, max_steps: usize) -> usize {
    (rows + spare_shifts(max_steps) * SHIFT) * row_len
}

impl Rows {
    /// Values in the memory of so many rows.
    pub(crate) fn floats(rows: usize, row_len: usize, max_steps: usize) -> u64 {
        memory_len(rows, row_len, max_steps) as u64
    }

    /// Zeros in 32 bits.
    pub(crate) fn zeros(rows: usize, row_len: usize, max_steps: usize) -> Self {
        let memory = Memory::single(memory_len(rows, row_len, max_steps));
        Self { memory, row_len, rows, max_steps, offset: 0 }
    }

    /// Zeros in 16 bits, for values up to twice the power of two that is `magnitude` or next above it.
    #[cfg(feature = "half")]
    pub(crate) fn half_zeros(rows: usize, row_len: usize, max_steps: usize, magnitude: f64) -> Self {
        let len = memory_len(rows, row_len, max_steps);
        let memory = Memory::Half(super::half::HalfMemory::zeros(len, magnitude));
        Self { memory, row_len, rows, max_steps, offset: 0 }
    }

    /// Whether what is stored is rounded, to 16 bits.
    pub(crate) fn rounds(&self) -> bool {
        self.memory.rounds()
    }

    /// The rows, if they are stored in 32 bits.
    #[inline]
    pub(crate) fn as_slice(&self) -> Option<&[f32]> {
        Some(&self.memory.as_slice()?[self.range(0..self.rows)])
    }

    /// The rows to be changed, if they are stored in 32 bits.
    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> Option<&mut [f32]> {
        let range = self.range(0..self.rows);
        Some(&mut self.memory.as_mut_slice()?[range])
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> f32 {
        let [value] = self.gather(slot, 0);
        value
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, value: f32) {
        self.scatter(slot, 0, [value]);
    }

    /// The values `step` apart from `slot` on.
    #[inline]
    pub(crate) fn gather<const N: usize>(&self, slot: usize, step: usize) -> [f32; N] {
        self.memory.gather(self.offset * self.row_len + slot, step)
    }

    /// Sets the values `step` apart from `slot` on.
    #[inline]
    pub(crate) fn scatter<const N: usize>(&mut self, slot: usize, step: usize, values: [f32; N]) {
        self.memory.scatter(self.offset * self.row_len + slot, step, values);
    }

    /// Calls `read` with row `row`.
    pub(crate) fn read_row<T>(&self, row: usize, read: impl FnOnce(&[f32]) -> T) -> T {
        self.memory.read(self.range(row..row + 1), read)
    }

    /// Calls `change(k, row, beside)` for the `k`-th of these rows, each with what is `beside` it, in parallel, and collects the
    /// results in order.
    pub(crate) fn map_rows<T: Send, B: IndexedParallelIterator>(
        &mut self,
        of: std::ops::Range<usize>,
        rows_per_task: usize,
        beside: B,
        change: impl Fn(usize, &mut [f32], B::Item) -> T + Sync,
    ) -> Vec<T> {
        let range = self.range(of);
        self.memory.map_rows((range, self.row_len), rows_per_task, beside, change)
    }

    /// Calls `change(k, band)` in parallel for bands of `rows_per_band` rows and the shorter rest; `k` is the number of the band's first row among all of these rows.
    pub(crate) fn change_bands(
        &mut self,
        of: std::ops::Range<usize>,
        rows_per_band: usize,
        change: impl Fn(usize, &mut [f32]) + Sync,
    ) {
        let (beside, range) = (rayon::iter::repeat_n((), of.len().div_ceil(rows_per_band)), self.range(of));
        let bands = (range, self.row_len * rows_per_band);
        self.memory.map_rows(bands, 1, beside, |k, band, ()| change(k * rows_per_band, band));
    }

    /// As [`Self::map_rows`], but folds the results, in order, into one: `and` of two of them, beginning with `none`.
    pub(crate) fn fold_rows<T: Send, B: IndexedParallelIterator>(
        &mut self,
        of: std::ops::Range<usize>,
        rows_per_task: usize,
        beside: B,
        change: impl Fn(usize, &mut [f32], B::Item) -> T + Sync,
        fold: (impl Fn() -> T + Sync + Send, impl Fn(T, T) -> T + Sync + Send),
    ) -> T {
        let range = self.range(of);
        self.memory.fold_rows((range, self.row_len), rows_per_task, beside, change, fold)
    }

    /// The place of rows in the memory.
    #[inline]
    fn range(&self, of: std::ops::Range<usize>) -> std::ops::Range<usize> {
        (self.offset + of.start) * self.row_len..(self.offset + of.end) * self.row_len
    }

    /// Replaces every row but the first and the last by what the kernel computes from it and its neighbors, `steps` times
    /// or less. The first and last row are lost. `border` is called for every row before each step; without one there
    /// can be one step only.
    ///
    /// Returns how many steps were taken, at least one, and if not all rows were valid in all of them, the failure of
    /// the lowest row in the earliest step. Bands of rows go to the threads of the current pool; what a row becomes does
    /// not depend on them.
    pub(crate) fn advance<F: Send>(
        &mut self,
        isa: Isa,
        kernel: &dyn RowKernel<Failure = F>,
        border: Option<RowBorder<'_>>,
        steps: usize,
    ) -> (usize, Option<F>) {
        let traversal = self.plan(border.is_some(), steps);
        let first = match &mut self.memory {
            Memory::Single { rows, halo } => {
                let no_work = &mut vec![(); traversal.bands];
                traversal.run(rows.as_mut_slice(), halo, no_work, &|band, own, copies, ()| {
                    let order = traversal.order(own.len());
                    traversal
                        .band(band, order, InPlace { order, own, copies }, (isa, kernel), border)
                        .compute()
                })
            }
            #[cfg(feature = "half")]
            Memory::Half(half) => half.advance(&traversal, isa, kernel, border),
        };
        (traversal.steps, first.map(|first| first.failure))
    }

    /// Decides on bands, steps and direction, and moves the rows' place in memory to where the results will be.
    fn plan(&mut self, has_border: bool, steps: usize) -> Traversal {
        let inner = self.rows - 2;
        let bands = (inner / MIN_BAND_ROWS).clamp(1, rayon::current_num_threads());
        let band_rows = inner.div_ceil(bands);
        let bands = inner.div_ceil(band_rows);
        let most = if !has_border {
            1
        } else if bands == 1 || self.memory.rounds() {
            // Where each traversal rounds, its length must not depend on the number of threads.
            steps
        } else {
            1 + band_rows / ROWS_PER_STEP
        };
        let steps = steps.min(most).min(self.max_steps);
        let up = spare_shifts(self.max_steps) - self.offset / SHIFT >= steps;
        let first = self.offset + 1;
        self.offset = if up { self.offset + steps * SHIFT } else { self.offset - steps * SHIFT };
        Traversal { len: self.row_len, inner, bands, band_rows, up, steps, first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEN: usize = 16;

    /// Mixes the three rows such that every result depends on all of them.
    struct Mix;

    impl RowKernel for Mix {
        type Failure = ();

        fn compute(
            &self,
            _: Isa,
            number: usize,
            [a, b, c]: [&[f32]; 3],
            target: &mut [f32],
            _: &[f32],
        ) -> bool {
            for k in 0..target.len() {
                target[k] = (a[k] + 2.0 * b[k] + 4.0 * c[(k + 1) % c.len()]) % 127.0 + number as f32;
            }
            true
        }

        fn failure(&self, _: usize, _: [&[f32]; 3]) {}
    }

    /// Writes into the first column of a row what the second one and those of the neighbors are, and all of the first
    /// and last row, which it does not read.
    fn border(rows: isize) -> impl Fn(isize, &[f32], &mut [f32], &[f32]) + Sync {
        move |row, below, here, above| {
            assert_eq!([below.is_empty(), above.is_empty()], [row < 0, row == rows]);
            let second = |at: isize, row: &[f32]| if (0..rows).contains(&at) { row[1] } else { 7.0 };
            let sum = second(row - 1, below) + 3.0 * second(row, here) + 5.0 * second(row + 1, above);
            here[0] = (sum + row as f32) % 113.0;
            if row < 0 || row == rows {
                let neighbor = if row < 0 { above } else { below };
                for k in 1..LEN {
                    here[k] = (neighbor[LEN - k] + k as f32) % 61.0;
                }
            }
        }
    }

    fn step_from_copy(rows: &mut [f32]) {
        let inner = rows.len() / LEN - 2;
        for bordered in [false, true] {
            let old = rows.to_vec();
            let row = |j: usize| &old[j * LEN..(j + 1) * LEN];
            if bordered {
                for j in 1..=inner {
                    let target = &mut rows[j * LEN..(j + 1) * LEN];
                    Mix.compute(Isa::Plain, j - 1, [row(j - 1), row(j), row(j + 1)], target, &[]);
                }
            } else {
                for j in 0..inner + 2 {
                    let below = if j == 0 { &[] } else { row(j - 1) };
                    let above = if j == inner + 1 { &[] } else { row(j + 1) };
                    let here = &mut rows[j * LEN..(j + 1) * LEN];
                    border(inner as isize)(j as isize - 1, below, here, above);
                }
            }
        }
    }

    #[test]
    fn any_number_of_steps_in_place_is_as_many_from_a_copy() {
        for (inner, threads) in [(1, 1), (2, 3), (5, 2), (64, 2), (97, 3), (200, 4), (330, 2)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for most in 1..6 {
                let mut plain: Vec<f32> = (0..(inner + 2) * LEN).map(|k| ((k * 37) % 101) as f32).collect();
                let mut in_place = Rows::zeros(inner + 2, LEN, most);
                in_place.as_mut_slice().unwrap().copy_from_slice(&plain);
                for wanted in [1, 1, 5, 2, 3, 1, 4, 4, 2] {
                    let enter = border(inner as isize);
                    let (steps, failure) =
                        pool.install(|| in_place.advance(Isa::best(), &Mix, Some(&enter), wanted));
                    assert!(failure.is_none() && (1..=wanted.min(most)).contains(&steps));
                    assert!(
                        threads > 1 || steps == wanted.min(most),
                        "{steps} of {wanted} steps, at most {most}"
                    );
                    (0..steps).for_each(|_| step_from_copy(&mut plain));
                    let grid = LEN..(inner + 1) * LEN;
                    assert!(
                        in_place.as_slice().unwrap()[grid.clone()] == plain[grid.clone()],
                        "{inner} rows by {threads} threads, {steps} of {wanted} steps, at most {most}"
                    );
                }
            }
        }
    }
}
