//! One lattice for both time steps: a compressed grid (Pohl et al. 2003) of whole rows.
//!
//! Two spare rows let every row of results go two rows below (or above) the row it came from, into one that nothing
//! reads any more. The next sweep runs the other way and shifts everything back. So the populations are in memory
//! once, results land in lines that are still in cache, and between steps all is in its usual place.

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use crate::isa::Isa;
use crate::layout::LANES;

/// Rows that results are shifted by: the three that a row is computed from must not contain the one it goes to.
const SHIFT: usize = 2;

/// Rows next to a band that another band overwrites.
const HALO: usize = 3;

/// Rows that one band has at least: below it the work is too small to be shared.
const LEAST_ROWS: usize = 32;

/// What a row becomes.
pub(crate) trait RowKernel: Sync {
    /// Writes the new row into `target`, from the old one and its neighbours: `[below, here, above]`. The first row that
    /// is computed has the number 0.
    ///
    /// Returns whether all is well with it.
    fn compute<S: Simd>(&self, simd: S, row: usize, sources: [&[f32]; 3], target: &mut [f32]) -> bool;
}

/// Rows of floats, `rows × row_len`, and what is needed to replace all but the first and the last in place.
#[derive(Debug)]
pub(crate) struct Rows {
    memory: Aligned,
    row_len: usize,
    rows: usize,
    /// Whether row 0 lies at the start of the memory; else `SHIFT` rows behind it.
    low: bool,
    /// Copies of the rows next to each band.
    halo: Vec<f32>,
}

impl Rows {
    pub(crate) fn zeros(rows: usize, row_len: usize) -> Self {
        let memory = Aligned::zeros((rows + SHIFT) * row_len);
        Self { memory, row_len, rows, low: true, halo: Vec::new() }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[f32] {
        let start = if self.low { 0 } else { SHIFT * self.row_len };
        &self.memory.as_slice()[start..start + self.rows * self.row_len]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [f32] {
        let start = if self.low { 0 } else { SHIFT * self.row_len };
        &mut self.memory.as_mut_slice()[start..start + self.rows * self.row_len]
    }

    /// Replaces every row but the first and the last by what the kernel makes of it and its neighbours. The first and
    /// last row are not kept.
    ///
    /// Returns whether all is well with all rows. Bands of rows go to the threads of the current pool; what a row
    /// becomes does not depend on them.
    pub(crate) fn replace(&mut self, isa: Isa, kernel: &impl RowKernel) -> bool {
        let (len, inner, low) = (self.row_len, self.rows - 2, self.low);
        let bands = (inner / LEAST_ROWS).clamp(1, rayon::current_num_threads());
        let band_rows = inner.div_ceil(bands);
        let bands = inner.div_ceil(band_rows);
        self.halo.resize(bands * HALO * len, 0.0);

        let memory = self.memory.as_mut_slice();
        for (band, halo) in self.halo.chunks_exact_mut(HALO * len).enumerate() {
            let start = if low { band * band_rows } else { ((band + 1) * band_rows).min(inner) + 1 };
            halo.copy_from_slice(&memory[start * len..(start + HALO) * len]);
        }
        let first = if low { 1 + SHIFT } else { 1 };
        let targets = &mut memory[first * len..(first + inner) * len];
        let sane = if bands == 1 {
            isa.run(Band { rows: targets, halo: &self.halo, start: 0, len, low, kernel })
        } else {
            targets
                .par_chunks_mut(band_rows * len)
                .zip(self.halo.par_chunks_exact(HALO * len))
                .with_max_len(1)
                .enumerate()
                .map(|(band, (rows, halo))| {
                    isa.run(Band { rows, halo, start: band * band_rows, len, low, kernel })
                })
                .reduce(|| true, |a, b| a & b)
        };
        self.low = !low;
        sane
    }
}

/// Target rows that one thread computes in order, so that each is written after all that need it have read it.
struct Band<'a, K> {
    rows: &'a mut [f32],
    halo: &'a [f32],
    /// Number of the first row.
    start: usize,
    len: usize,
    low: bool,
    kernel: &'a K,
}

impl<K: RowKernel> WithSimd for Band<'_, K> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { rows, halo, start, len, low, kernel } = self;
        let count = rows.len() / len;
        let mut sane = true;
        if low {
            // From the last row to the first, each from the three rows below its target.
            for t in (0..count).rev() {
                let (ahead, done) = rows.split_at_mut(t * len);
                let source = |k: usize| match t.checked_sub(k) {
                    Some(row) => &ahead[row * len..(row + 1) * len],
                    None => &halo[(t + HALO - k) * len..(t + HALO - k + 1) * len],
                };
                sane &= kernel.compute(simd, start + t, [source(3), source(2), source(1)], &mut done[..len]);
            }
        } else {
            // From the first row to the last, each from the three rows above its target.
            for t in 0..count {
                let (done, ahead) = rows.split_at_mut((t + 1) * len);
                let source = |k: usize| match (t + k).checked_sub(count) {
                    None => &ahead[(k - 1) * len..k * len],
                    Some(row) => &halo[row * len..(row + 1) * len],
                };
                sane &=
                    kernel.compute(simd, start + t, [source(1), source(2), source(3)], &mut done[t * len..]);
            }
        }
        sane
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

    #[test]
    fn replacing_in_place_is_replacing_from_a_copy() {
        for (inner, threads) in [(1, 1), (2, 3), (5, 2), (64, 2), (97, 3), (200, 4)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (rows, len) = (inner + 2, 16);
            let last = (rows - 1) * len;
            let mut plain: Vec<f32> = (0..rows * len).map(|k| ((k * 37) % 101) as f32).collect();
            let mut in_place = Rows::zeros(rows, len);
            in_place.as_mut_slice().copy_from_slice(&plain);
            for step in 0..5 {
                for k in 0..len {
                    plain[k] = (step * k) as f32;
                    plain[last + k] = (2 * k + step) as f32;
                }
                in_place.as_mut_slice()[..len].copy_from_slice(&plain[..len]);
                in_place.as_mut_slice()[last..].copy_from_slice(&plain[last..]);
                let old = plain.clone();
                let row = |j: usize| &old[j * len..(j + 1) * len];
                for j in 1..=inner {
                    let target = &mut plain[j * len..(j + 1) * len];
                    Mix.compute(pulp::Scalar128b, j - 1, [row(j - 1), row(j), row(j + 1)], target);
                }
                assert!(pool.install(|| in_place.replace(Isa::best(), &Mix)));
                assert_eq!(in_place.as_slice()[len..last], plain[len..last], "{inner} rows, step {step}");
            }
        }
    }
}
