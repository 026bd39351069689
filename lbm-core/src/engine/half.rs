//! Rows stored in 16 bits.

use std::ops::Range;

use half::f16;
use half::slice::HalfFloatSliceExt;
use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::aligned::Aligned;
use super::isa::Isa;
use super::kernel::{FirstFailure, RowBorder, RowKernel};
use super::slots::{Order, Slots};
use super::traversal::Traversal;

/// Rows in 16 bits, copies of those beside each band, and for each band the rows in use in 32 bits.
#[derive(Debug)]
pub(crate) struct HalfMemory {
    rows: Aligned<f16>,
    halo: Vec<f16>,
    windows: Vec<Vec<f32>>,
    scale: Scale,
}

impl HalfMemory {
    /// Zeros, for values up to twice the power of two that is `magnitude` or next above it.
    pub(crate) fn zeros(len: usize, magnitude: f64) -> Self {
        let scale = Scale::new(magnitude);
        Self { rows: Aligned::zeros(len), halo: Vec::new(), windows: Vec::new(), scale }
    }

    pub(crate) fn get(&self, at: usize) -> f32 {
        let mut value = [0.0];
        self.scale.expand(&self.rows.as_slice()[at..=at], &mut value);
        value[0]
    }

    pub(crate) fn set(&mut self, at: usize, value: f32) {
        self.scale.round(&mut [value], &mut self.rows.as_mut_slice()[at..=at]);
    }

    pub(crate) fn read(&self, range: Range<usize>) -> Vec<f32> {
        let mut values = vec![0.0; range.len()];
        self.scale.expand(&self.rows.as_slice()[range], &mut values);
        values
    }

    /// As [`super::memory::Memory::map_rows`].
    pub(crate) fn map_rows<T: Send, B: IndexedParallelIterator>(
        &mut self,
        (range, len): (Range<usize>, usize),
        rows_per_task: usize,
        beside: B,
        change: impl Fn(usize, &mut [f32], B::Item) -> T + Sync,
    ) -> Vec<T> {
        let scale = self.scale;
        self.rows.as_mut_slice()[range]
            .par_chunks_mut(len)
            .with_min_len(rows_per_task)
            .with_max_len(rows_per_task)
            .zip(beside)
            .enumerate()
            .map(|(k, (stored, beside))| {
                let mut row = vec![0.0; stored.len()];
                scale.expand(stored, &mut row);
                let result = change(k, &mut row, beside);
                scale.round(&mut row, stored);
                result
            })
            .collect()
    }

    pub(crate) fn advance<F: Send>(
        &mut self,
        traversal: &Traversal,
        isa: Isa,
        kernel: &dyn RowKernel<Failure = F>,
        border: Option<RowBorder<'_>>,
    ) -> Option<FirstFailure<F>> {
        let Self { rows, halo, windows, scale } = self;
        // From the row that enters to the one that the last step leaves.
        let width = (traversal.copied() + 1) * traversal.len;
        windows.resize_with(traversal.bands.max(windows.len()), Vec::new);
        traversal.run(rows.as_mut_slice(), halo, windows, &|band, own, copies, window: &mut Vec<f32>| {
            window.resize(width.max(window.len()), 0.0);
            let order = traversal.order(own.len());
            let slots = Window { order, own, copies, window: &mut window[..width], isa, scale: *scale };
            traversal.band(band, order, slots, (isa, kernel), border).compute()
        })
    }
}

/// Rows stored in 16 bits, computed in a window of some rows in 32 bits that moves along with the traversal.
struct Window<'a> {
    order: Order,
    own: &'a mut [f16],
    copies: &'a mut [f16],
    /// The rows that a traversal uses at a time.
    window: &'a mut [f32],
    isa: Isa,
    scale: Scale,
}

impl Window<'_> {
    #[inline(always)]
    fn range(&self, slot: usize) -> Range<usize> {
        let row = slot % (self.window.len() / self.order.len);
        row * self.order.len..(row + 1) * self.order.len
    }
}

impl Slots for Window<'_> {
    #[inline(always)]
    fn open(&mut self, slot: usize) {
        let (copy, stored) = self.order.place(slot);
        let range = self.range(slot);
        let stored = if copy { &self.copies[stored] } else { &self.own[stored] };
        self.isa.run(Expand { scale: self.scale, stored, row: &mut self.window[range] });
    }

    #[inline(always)]
    fn close(&mut self, slot: usize) {
        let (_, stored) = self.order.place(slot);
        let range = self.range(slot);
        let (row, stored) = (&mut self.window[range], &mut self.own[stored]);
        self.isa.run(Round { scale: self.scale, row, stored });
    }

    #[inline(always)]
    fn rows<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N] {
        let ranges = slots.map(|slot| self.range(slot));
        match self.window.get_disjoint_mut(ranges) {
            Ok(rows) => rows,
            Err(_) => unreachable!("slots {slots:?} do not fit the window together"),
        }
    }
}

/// The power of two by which values are multiplied before they are rounded to 16 bits.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Scale {
    up: f32,
    down: f32,
}

impl Scale {
    fn new(magnitude: f64) -> Self {
        let exponent = 15 - magnitude.log2().ceil() as i32;
        Self { up: 2.0f32.powi(exponent), down: 2.0f32.powi(-exponent) }
    }

    #[inline(always)]
    fn expand(self, stored: &[f16], row: &mut [f32]) {
        stored.convert_to_f32_slice(row);
        for value in row {
            *value *= self.down;
        }
    }

    /// Overwrites `row` with intermediate results.
    #[inline(always)]
    fn round(self, row: &mut [f32], stored: &mut [f16]) {
        let largest = f16::MAX.to_f32();
        for value in &mut *row {
            // Not-a-number remains so.
            *value = (*value * self.up).clamp(-largest, largest);
        }
        stored.convert_from_f32_slice(row);
    }
}

/// [`Scale::expand`] with vectors.
struct Expand<'a> {
    scale: Scale,
    stored: &'a [f16],
    row: &'a mut [f32],
}

impl WithSimd for Expand<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.scale.expand(self.stored, self.row);
    }
}

/// [`Scale::round`] with vectors.
struct Round<'a> {
    scale: Scale,
    row: &'a mut [f32],
    stored: &'a mut [f16],
}

impl WithSimd for Round<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.scale.round(self.row, self.stored);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bits_keep_eleven_digits_of_small_and_large_deviations() {
        for rest in [0.3, 1.0, 8.0, 100.0] {
            let scale = Scale::new(rest);
            let largest = 2.0 * 2.0f32.powi((rest as f32).log2().ceil() as i32);
            let values: Vec<f32> =
                (0..64).map(|k| largest * 0.71f32.powi(k) * if k % 2 == 0 { 0.99 } else { -0.99 }).collect();
            let mut stored = vec![f16::ZERO; 64];
            scale.round(&mut values.clone(), &mut stored);
            let mut back = vec![0.0; 64];
            scale.expand(&stored, &mut back);
            for (value, back) in values.iter().zip(&back) {
                let bound = (value.abs() / 2048.0).max(largest * 2.0f32.powi(-41));
                assert!(
                    (value - back).abs() <= bound * 1.0001,
                    "{value} came back as {back} for a depth of {rest}"
                );
            }
        }
    }

    #[test]
    fn large_values_are_clamped_and_not_a_number_stays_that() {
        let scale = Scale::new(1.0);
        let mut stored = vec![f16::ZERO; 3];
        scale.round(&mut [1e9, -7.0, f32::NAN], &mut stored);
        let mut back = [0.0; 3];
        scale.expand(&stored, &mut back);
        assert!(back[0] > 1.99 && back[0] < 2.0 && back[1] == -back[0] && back[2].is_nan());
    }
}
