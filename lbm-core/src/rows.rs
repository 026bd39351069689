//! One lattice for both time steps: a compressed grid (Pohl et al. 2003) of whole rows, and several steps in one walk
//! through it (temporal blocking by a wavefront over rows, Wellein et al. 2009).
//!
//! Spare rows let every row of results go two rows above (or below) the row it came from, into one that nothing reads
//! any more. The next walk runs the other way and shifts everything back. So the populations are in memory once, results
//! land in lines that are still in cache, and between walks all is in its usual place.
//!
//! A walk may take several steps: the second follows two rows behind the first, as soon as the rows it needs are there,
//! and shifts by two rows more. The rows between the first and the last step stay in cache, so memory is read and
//! written once for all of them.

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use crate::isa::Isa;
use crate::layout::LANES;

/// Rows that one step shifts its results by: the three that a row is computed from must not contain the one it goes to.
const SHIFT: usize = 2;

/// Rows by which the results of a step trail its front in all: shifted, and waiting for the border of the next.
const LAG: usize = 2 * SHIFT;

/// Rows that one band has at least: below it the work is too small to be shared.
const LEAST_ROWS: usize = 32;

/// Rows that a band has at least for each further step of a walk: `n` steps compute `n (n − 1)` rows next to another band
/// in both of them, which is then at most a part in so many.
const ROWS_PER_STEP: usize = 32;

/// What a row becomes.
pub(crate) trait RowKernel: Sync {
    /// Writes the new row into `target`, from the old one and its neighbours: `[below, here, above]`. The first row that
    /// is computed has the number 0.
    ///
    /// Returns whether all is well with it.
    fn compute<S: Simd>(&self, simd: S, row: usize, sources: [&[f32]; 3], target: &mut [f32]) -> bool;
}

/// What is written into a row between two steps: the row's number, −1 for the first one, and `[below, here, above]`,
/// empty where there is none. `here` may change, depending on what neither this nor the calls for other rows change.
pub(crate) type RowBorder<'a> = &'a (dyn Fn(isize, &[f32], &mut [f32], &[f32]) + Sync);

/// Rows of floats, `rows × row_len`, and what is needed to replace all but the first and the last in place.
#[derive(Debug)]
pub(crate) struct Rows {
    memory: Aligned,
    row_len: usize,
    rows: usize,
    /// Most steps of a walk.
    most_steps: usize,
    /// Rows that row 0 lies behind the start of the memory.
    offset: usize,
    /// Copies of the rows next to each band.
    halo: Vec<f32>,
}

impl Rows {
    pub(crate) fn zeros(rows: usize, row_len: usize, most_steps: usize) -> Self {
        let memory = Aligned::zeros((rows + most_steps * SHIFT) * row_len);
        Self { memory, row_len, rows, most_steps, offset: 0, halo: Vec::new() }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[f32] {
        &self.memory.as_slice()[self.offset * self.row_len..][..self.rows * self.row_len]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [f32] {
        &mut self.memory.as_mut_slice()[self.offset * self.row_len..][..self.rows * self.row_len]
    }

    /// Replaces every row but the first and the last by what the kernel makes of it and its neighbours, `steps` times or
    /// less. The first and last row are not kept. `border` is called for every row before each step; without one there
    /// can be one step only.
    ///
    /// Returns how many steps were taken, at least one of them, and whether all is well with all rows. Bands of rows go
    /// to the threads of the current pool; what a row becomes does not depend on them.
    pub(crate) fn advance(
        &mut self,
        isa: Isa,
        kernel: &impl RowKernel,
        border: Option<RowBorder<'_>>,
        steps: usize,
    ) -> (usize, bool) {
        let (len, inner) = (self.row_len, self.rows - 2);
        let bands = (inner / LEAST_ROWS).clamp(1, rayon::current_num_threads());
        let band_rows = inner.div_ceil(bands);
        let bands = inner.div_ceil(band_rows);

        let most = if border.is_none() {
            1
        } else if bands == 1 {
            steps
        } else {
            1 + band_rows / ROWS_PER_STEP
        };
        let steps = steps.min(most);
        let [room_up, room_down] = [self.most_steps - self.offset / SHIFT, self.offset / SHIFT];
        let up = room_up >= steps || room_up >= room_down;
        let steps = steps.min(if up { room_up } else { room_down });
        let shift = steps * SHIFT;
        let halo_len = steps * LAG * len;
        self.halo.resize((bands * halo_len).max(self.halo.len()), 0.0);

        let memory = self.memory.as_mut_slice();
        for (band, halo) in self.halo.chunks_exact_mut(halo_len).take(bands).enumerate() {
            // Rows `shift` to both sides of the band's edge, numbered as they lie in memory; what would lie outside it
            // is never read.
            let edge =
                self.offset + 1 + if up { band * band_rows } else { ((band + 1) * band_rows).min(inner) };
            for (k, copy) in halo.chunks_exact_mut(len).enumerate() {
                if let Some(row) = (edge + k).checked_sub(shift)
                    && let Some(row) = memory.get(row * len..(row + 1) * len)
                {
                    copy.copy_from_slice(row);
                }
            }
        }
        self.offset = if up { self.offset + shift } else { self.offset - shift };
        let targets = &mut memory[(self.offset + 1) * len..][..inner * len];
        let run = |(band, (rows, halo))| {
            let start = band * band_rows;
            isa.run(Band { rows, halo, start, inner, len, up, steps, kernel, border })
        };
        let well = if bands == 1 {
            run((0, (targets, &mut self.halo[..halo_len])))
        } else {
            targets
                .par_chunks_mut(band_rows * len)
                .zip(self.halo.par_chunks_exact_mut(halo_len))
                .with_max_len(1)
                .enumerate()
                .map(run)
                .reduce(|| true, |a, b| a & b)
        };
        (steps, well)
    }
}

/// Rows that one thread computes in order, so that each is written after all that need it have read it.
///
/// The copied rows and its own are numbered by *slots* in the order opposite to that in which they are computed: first
/// the `steps · LAG` copied ones, then its own, upwards if the walk shifts upwards. Step `s` computes a row into slot `t`
/// from the slots `t − 3` to `t − 1`, where step `s − 1` has left its neighbours and itself; it needs no slot beyond the
/// band's own, and no slot below `s · LAG`. Near the copied rows, bands compute the same rows twice, each for itself.
struct Band<'a, K> {
    rows: &'a mut [f32],
    halo: &'a mut [f32],
    /// Number of the first row of its own.
    start: usize,
    /// Rows of the grid.
    inner: usize,
    len: usize,
    up: bool,
    steps: usize,
    kernel: &'a K,
    border: Option<RowBorder<'a>>,
}

impl<K: RowKernel> WithSimd for Band<'_, K> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> bool {
        let slots = self.steps * LAG + self.rows.len() / self.len;
        let mut well = true;
        for front in (LAG..slots).rev() {
            for step in 1..=self.steps {
                let t = front + (step - 1) * LAG;
                if t >= slots {
                    break;
                }
                if t == slots - 1 {
                    self.enter(step - 1, t - 1);
                    self.enter(step - 1, t - 2);
                }
                self.enter(step - 1, t - 3);
                well &= self.compute(simd, step, t);
            }
        }
        well
    }
}

impl<K: RowKernel> Band<'_, K> {
    /// Number of the row that step `step` leaves in slot `t`.
    #[inline(always)]
    fn row(&self, step: usize, t: usize) -> isize {
        let count = (self.rows.len() / self.len) as isize;
        let place = t as isize - ((self.steps + step) * SHIFT) as isize;
        self.start as isize + if self.up { place } else { count - 1 - place }
    }

    /// Computes the row that step `step` leaves in slot `t`, if it is one of the grid.
    #[inline(always)]
    fn compute<S: Simd>(&mut self, simd: S, step: usize, t: usize) -> bool {
        let row = self.row(step, t);
        if !(0..self.inner as isize).contains(&row) {
            return true;
        }
        let (kernel, up) = (self.kernel, self.up);
        let [first, here, last, target] = self.slots([t - 3, t - 2, t - 1, t]);
        let sources = if up { [&*first, here, last] } else { [&*last, here, first] };
        kernel.compute(simd, row as usize, sources, target)
    }

    /// Writes what enters the row that step `step` has left in slot `t`, if it is one of the grid or its ring.
    fn enter(&mut self, step: usize, t: usize) {
        let Some(border) = self.border else { return };
        let (row, last) = (self.row(step, t), self.inner as isize);
        if !(-1..=last).contains(&row) {
            return;
        }
        let up = self.up;
        let [first, here, second] = self.slots([t - 1, t, t + 1]);
        let (below, above): (&[f32], &[f32]) = if up { (first, second) } else { (second, first) };
        border(row, if row < 0 { &[] } else { below }, here, if row == last { &[] } else { above });
    }

    /// The rows in these slots, which differ.
    #[inline(always)]
    fn slots<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N] {
        let (len, up, copied) = (self.len, self.up, self.steps * LAG);
        let count = self.rows.len() / len;
        // An empty range is at odds with none.
        let (mut copies, mut own) = ([const { 0..0 }; N], [const { 0..0 }; N]);
        for k in 0..N {
            let copy = slots[k] < copied;
            let (slot, among) = if copy { (slots[k], copied) } else { (slots[k] - copied, count) };
            let row = if up { slot } else { among - 1 - slot };
            *(if copy { &mut copies[k] } else { &mut own[k] }) = row * len..(row + 1) * len;
        }
        match (self.halo.get_disjoint_mut(copies), self.rows.get_disjoint_mut(own)) {
            (Ok(mut copies), Ok(own)) => {
                for (slot, own) in copies.iter_mut().zip(own) {
                    if slot.is_empty() {
                        *slot = own;
                    }
                }
                copies
            }
            _ => unreachable!("slots {slots:?} of a band of {count} rows are different rows"),
        }
    }
}

/// Floats whose first one is aligned to a cache line.
#[derive(Debug)]
struct Aligned {
    data: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    fn zeros(len: usize) -> Self {
        let data = vec![0.0f32; len + LANES];
        let start = data.as_ptr().align_offset(LANES * size_of::<f32>()).min(LANES);
        Self { data, start, len }
    }

    #[inline]
    fn as_slice(&self) -> &[f32] {
        &self.data[self.start..self.start + self.len]
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [f32] {
        &mut self.data[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEN: usize = 16;

    /// Mixes the three rows such that every result depends on all of them.
    struct Mix;

    impl RowKernel for Mix {
        fn compute<S: Simd>(&self, _: S, number: usize, [a, b, c]: [&[f32]; 3], target: &mut [f32]) -> bool {
            for k in 0..target.len() {
                target[k] = (a[k] + 2.0 * b[k] + 4.0 * c[(k + 1) % c.len()]) % 127.0 + number as f32;
            }
            true
        }
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
                let mut in_place = Rows::zeros(inner + 2, LEN, most);
                in_place.as_mut_slice().copy_from_slice(&plain);
                for wanted in [1, 1, 5, 2, 3, 1, 4, 4, 2] {
                    let enter = border(inner as isize);
                    let (steps, well) =
                        pool.install(|| in_place.advance(Isa::best(), &Mix, Some(&enter), wanted));
                    assert!(well && (1..=wanted.min(most)).contains(&steps));
                    (0..steps).for_each(|_| step_from_copy(&mut plain));
                    let grid = LEN..(inner + 1) * LEN;
                    assert!(
                        in_place.as_slice()[grid.clone()] == plain[grid.clone()],
                        "{inner} rows by {threads} threads, {steps} of {wanted} steps, at most {most}"
                    );
                }
            }
        }
    }
}
