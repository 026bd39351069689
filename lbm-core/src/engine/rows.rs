//! One lattice for both time steps: a compressed grid (Pohl et al. 2003) of whole rows, and several steps in one walk
//! through it (temporal blocking by a wavefront over rows, Wellein et al. 2009).
//!
//! Spare rows let every row of results go two rows above (or below) the row it came from, into one that nothing reads
//! any more. When they are used up the next walk runs the other way and shifts everything back. So the populations are
//! in memory once, and results land in lines that are still in cache.
//!
//! A walk may take several steps: the second follows two rows behind the first, as soon as the rows it needs are there,
//! and shifts by two rows more. The rows between the first and the last step stay in cache, so memory is read and
//! written once for all of them.

use half::f16;
use rayon::prelude::*;

use super::band::SHIFT;
use super::isa::Isa;
use super::kernel::{First, RowBorder, RowKernel};
use super::storage::{Aligned, InPlace, Scale, Window};
use super::walk::Walk;

/// Rows that one band has at least: below it the work is too small to be shared.
const LEAST_ROWS: usize = 32;

/// Rows that a band has at least for each further step of a walk: `n` steps compute `n (n − 1)` rows next to another band
/// in both of them, which is then at most a part in so many.
const ROWS_PER_STEP: usize = 32;

/// Rows of floats, `rows × row_len`, and what is needed to replace all but the first and the last in place.
#[derive(Debug)]
pub(crate) struct Rows {
    memory: Memory,
    row_len: usize,
    rows: usize,
    /// Most steps of a walk.
    most_steps: usize,
    /// Rows that row 0 lies behind the start of the memory.
    offset: usize,
}

/// The rows, and copies of those next to each band.
#[derive(Debug)]
enum Memory {
    Single {
        rows: Aligned<f32>,
        halo: Vec<f32>,
    },
    Half {
        rows: Aligned<f16>,
        halo: Vec<f16>,
        /// For each band, the rows in use in 32 bits.
        windows: Vec<f32>,
        scale: Scale,
    },
}

/// Shifts that fit the spare rows: wherever the rows lie, one of both directions has room for a walk of most steps. So the
/// length of a walk does not depend on those before it, of which a checkpoint knows nothing.
fn spare_shifts(most_steps: usize) -> usize {
    2 * most_steps - 1
}

impl Rows {
    /// Zeros, in 32 bits, or in 16 at a scale.
    pub(crate) fn zeros(rows: usize, row_len: usize, most_steps: usize, scale: Option<Scale>) -> Self {
        let len = (rows + spare_shifts(most_steps) * SHIFT) * row_len;
        let memory = match scale {
            None => Memory::Single { rows: Aligned::zeros(len), halo: Vec::new() },
            Some(scale) => {
                Memory::Half { rows: Aligned::zeros(len), halo: Vec::new(), windows: Vec::new(), scale }
            }
        };
        Self { memory, row_len, rows, most_steps, offset: 0 }
    }

    /// The rows, if they are kept in 32 bits.
    #[inline]
    pub(crate) fn as_slice(&self) -> Option<&[f32]> {
        match &self.memory {
            Memory::Single { rows, .. } => Some(&rows.as_slice()[self.kept()]),
            Memory::Half { .. } => None,
        }
    }

    /// The rows to be changed, if they are kept in 32 bits.
    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> Option<&mut [f32]> {
        let kept = self.kept();
        match &mut self.memory {
            Memory::Single { rows, .. } => Some(&mut rows.as_mut_slice()[kept]),
            Memory::Half { .. } => None,
        }
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> f32 {
        let at = self.kept().start + slot;
        match &self.memory {
            Memory::Single { rows, .. } => rows.as_slice()[at],
            Memory::Half { rows, scale, .. } => {
                let mut value = [0.0];
                scale.expand(&rows.as_slice()[at..=at], &mut value);
                value[0]
            }
        }
    }

    /// The values `step` apart from `slot` on.
    #[inline]
    pub(crate) fn every<const N: usize>(&self, slot: usize, step: usize) -> [f32; N] {
        let at = self.kept().start + slot;
        match &self.memory {
            Memory::Single { rows, .. } => {
                let rows = &rows.as_slice()[at..];
                std::array::from_fn(|k| rows[k * step])
            }
            Memory::Half { .. } => std::array::from_fn(|k| self.get(slot + k * step)),
        }
    }

    /// Sets the values `step` apart from `slot` on.
    #[inline]
    pub(crate) fn set_every<const N: usize>(&mut self, slot: usize, step: usize, values: [f32; N]) {
        let at = self.kept().start + slot;
        if let Memory::Single { rows, .. } = &mut self.memory {
            let rows = &mut rows.as_mut_slice()[at..];
            (0..N).for_each(|k| rows[k * step] = values[k]);
        } else {
            (0..N).for_each(|k| self.set(slot + k * step, values[k]));
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, value: f32) {
        let at = self.kept().start + slot;
        match &mut self.memory {
            Memory::Single { rows, .. } => rows.as_mut_slice()[at] = value,
            Memory::Half { rows, scale, .. } => scale.round(&mut [value], &mut rows.as_mut_slice()[at..=at]),
        }
    }

    /// Calls `read` with row `row`.
    pub(crate) fn read_row<T>(&self, row: usize, read: impl FnOnce(&[f32]) -> T) -> T {
        let start = self.kept().start + row * self.row_len;
        let range = start..start + self.row_len;
        match &self.memory {
            Memory::Single { rows, .. } => read(&rows.as_slice()[range]),
            Memory::Half { rows, scale, .. } => {
                let mut row = vec![0.0; self.row_len];
                scale.expand(&rows.as_slice()[range], &mut row);
                read(&row)
            }
        }
    }

    /// Calls `change(k, row)` for the `k`-th of these rows, in parallel, and collects what it returns, in order.
    pub(crate) fn map_rows<T: Send>(
        &mut self,
        of: std::ops::Range<usize>,
        rows_per_task: usize,
        change: impl Fn(usize, &mut [f32]) -> T + Sync,
    ) -> Vec<T> {
        let (start, len) = (self.kept().start, self.row_len);
        let range = start + of.start * len..start + of.end * len;
        match &mut self.memory {
            Memory::Single { rows, .. } => rows.as_mut_slice()[range]
                .par_chunks_exact_mut(len)
                .with_min_len(rows_per_task)
                .enumerate()
                .map(|(k, row)| change(k, row))
                .collect(),
            Memory::Half { rows, scale, .. } => rows.as_mut_slice()[range]
                .par_chunks_exact_mut(len)
                .with_min_len(rows_per_task)
                .enumerate()
                .map(|(k, kept)| {
                    let mut row = vec![0.0; len];
                    scale.expand(kept, &mut row);
                    let result = change(k, &mut row);
                    scale.round(&mut row, kept);
                    result
                })
                .collect(),
        }
    }

    /// Where the rows lie in the memory.
    #[inline]
    fn kept(&self) -> std::ops::Range<usize> {
        self.offset * self.row_len..(self.offset + self.rows) * self.row_len
    }

    /// Replaces every row but the first and the last by what the kernel makes of it and its neighbours, `steps` times or
    /// less. The first and last row are not kept. `border` is called for every row before each step; without one there
    /// can be one step only.
    ///
    /// Returns how many steps were taken, at least one of them, and if not all rows were well in all of them the fault of
    /// the lowest one in the earliest step. Bands of rows go to the threads of the current pool; what a row becomes does not
    /// depend on them.
    pub(crate) fn advance<K: RowKernel>(
        &mut self,
        isa: Isa,
        kernel: &K,
        border: Option<RowBorder<'_>>,
        steps: usize,
    ) -> (usize, Option<K::Fault>) {
        let (len, inner) = (self.row_len, self.rows - 2);
        let bands = (inner / LEAST_ROWS).clamp(1, rayon::current_num_threads());
        let band_rows = inner.div_ceil(bands);
        let bands = inner.div_ceil(band_rows);

        let most = if border.is_none() {
            1
        } else if bands == 1 || matches!(self.memory, Memory::Half { .. }) {
            // Where each walk rounds, its length must not depend on the number of threads.
            steps
        } else {
            1 + band_rows / ROWS_PER_STEP
        };
        let steps = steps.min(most).min(self.most_steps);
        let up = spare_shifts(self.most_steps) - self.offset / SHIFT >= steps;
        let walk = Walk { len, inner, bands, band_rows, up, steps, first: self.offset + 1 };
        self.offset = if up { self.offset + steps * SHIFT } else { self.offset - steps * SHIFT };
        let copies = walk.copied() * len;
        let first = match &mut self.memory {
            Memory::Single { rows, halo } => {
                let own = walk.split(rows.as_mut_slice(), halo);
                own.zip(halo.par_chunks_exact_mut(copies))
                    .enumerate()
                    .map(|(band, (own, copies))| {
                        let order = walk.order(own.len());
                        isa.run(walk.band(band, order, InPlace { order, own, copies }, kernel, border))
                    })
                    .reduce(|| None, First::earlier)
            }
            Memory::Half { rows, halo, windows, scale } => {
                let own = walk.split(rows.as_mut_slice(), halo);
                // From the row that enters to the one that the last step leaves.
                let width = copies + len;
                windows.resize((bands * width).max(windows.len()), 0.0);
                own.zip(halo.par_chunks_exact_mut(copies))
                    .zip(windows.par_chunks_exact_mut(width))
                    .enumerate()
                    .map(|(band, ((own, copies), window))| {
                        let order = walk.order(own.len());
                        let slots = Window { order, own, copies, window, scale: *scale };
                        isa.run(walk.band(band, order, slots, kernel, border))
                    })
                    .reduce(|| None, First::earlier)
            }
        };
        (steps, first.map(|first| first.fault))
    }
}

#[cfg(test)]
mod tests {
    use pulp::Simd;

    use super::*;

    const LEN: usize = 16;

    /// Mixes the three rows such that every result depends on all of them.
    struct Mix;

    impl RowKernel for Mix {
        type Fault = ();

        fn compute<S: Simd>(&self, _: S, number: usize, [a, b, c]: [&[f32]; 3], target: &mut [f32]) -> bool {
            for k in 0..target.len() {
                target[k] = (a[k] + 2.0 * b[k] + 4.0 * c[(k + 1) % c.len()]) % 127.0 + number as f32;
            }
            true
        }

        fn fault(&self, _: usize, _: [&[f32]; 3]) {}
    }

    /// Writes into the first column of a row what the second one and those of the neighbours are, and all of the first
    /// and last row, which it does not read.
    fn border(rows: isize) -> impl Fn(isize, &[f32], &mut [f32], &[f32]) + Sync {
        move |row, below, here, above| {
            assert_eq!([below.is_empty(), above.is_empty()], [row < 0, row == rows]);
            let second = |at: isize, row: &[f32]| if (0..rows).contains(&at) { row[1] } else { 7.0 };
            let sum = second(row - 1, below) + 3.0 * second(row, here) + 5.0 * second(row + 1, above);
            here[0] = (sum + row as f32) % 113.0;
            if row < 0 || row == rows {
                let neighbour = if row < 0 { above } else { below };
                for k in 1..LEN {
                    here[k] = (neighbour[LEN - k] + k as f32) % 61.0;
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
                    Mix.compute(pulp::Scalar128b, j - 1, [row(j - 1), row(j), row(j + 1)], target);
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
                let mut in_place = Rows::zeros(inner + 2, LEN, most, None);
                in_place.as_mut_slice().unwrap().copy_from_slice(&plain);
                for wanted in [1, 1, 5, 2, 3, 1, 4, 4, 2] {
                    let enter = border(inner as isize);
                    let (steps, fault) =
                        pool.install(|| in_place.advance(Isa::best(), &Mix, Some(&enter), wanted));
                    assert!(fault.is_none() && (1..=wanted.min(most)).contains(&steps));
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
