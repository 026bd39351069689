//! Where rows are kept between steps, and how a band reaches them during a walk.

use half::f16;
use half::slice::HalfFloatSliceExt;

use super::LANES;

/// How a lattice keeps its populations between walks through memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Storage {
    /// 32 bits a population.
    #[default]
    Single,
    /// 16 bits a population, as FluidX3D's FP16S (Lehmann et al. 2022): IEEE half precision of the deviation from rest, times
    /// a power of two that makes twice the rest depth its largest number; what is larger is cut off there.
    ///
    /// Halves memory and traffic; arithmetic stays in 32 bits. Converting costs time of its own: measure before you take it
    /// for speed. Each walk rounds every population once, by at most 2⁻¹¹ of
    /// itself or 2⁻⁴¹ of the largest number: mass and momentum are kept to that only, not to the rounding of 32 bits.
    /// Several steps a walk ([`crate::Lattice::steps_with`]) round less often.
    Half,
}

/// Rows of a band by *slot*, see [`super::band::Band`].
pub(crate) trait Slots {
    /// A slot that the walk has reached: from now on it can be taken.
    fn open(&mut self, slot: usize);

    /// A slot of the band's own in which the last step has left its row.
    fn close(&mut self, slot: usize);

    /// The rows in these slots, which differ.
    fn rows<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N];
}

/// Where the slots of a band lie: first the copied rows, then its own, upwards or downwards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    pub(crate) len: usize,
    pub(crate) up: bool,
    pub(crate) copied: usize,
    /// Rows of its own.
    pub(crate) own: usize,
}

impl Order {
    /// Whether a slot is one of the copies, and its row's place among those or its own.
    #[inline(always)]
    fn place(&self, slot: usize) -> (bool, std::ops::Range<usize>) {
        let copy = slot < self.copied;
        let (slot, among) = if copy { (slot, self.copied) } else { (slot - self.copied, self.own) };
        let row = if self.up { slot } else { among - 1 - slot };
        (copy, row * self.len..(row + 1) * self.len)
    }
}

/// Rows that are computed where they are kept.
pub(crate) struct InPlace<'a> {
    pub(crate) order: Order,
    pub(crate) own: &'a mut [f32],
    pub(crate) copies: &'a mut [f32],
}

impl Slots for InPlace<'_> {
    #[inline(always)]
    fn open(&mut self, _: usize) {}

    #[inline(always)]
    fn close(&mut self, _: usize) {}

    #[inline(always)]
    fn rows<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N] {
        // An empty range is at odds with none.
        let (mut copies, mut own) = ([const { 0..0 }; N], [const { 0..0 }; N]);
        for k in 0..N {
            let (copy, range) = self.order.place(slots[k]);
            *(if copy { &mut copies[k] } else { &mut own[k] }) = range;
        }
        match (self.copies.get_disjoint_mut(copies), self.own.get_disjoint_mut(own)) {
            (Ok(mut copies), Ok(own)) => {
                for (slot, own) in copies.iter_mut().zip(own) {
                    if slot.is_empty() {
                        *slot = own;
                    }
                }
                copies
            }
            _ => unreachable!("slots {slots:?} of a band of {} rows are different rows", self.order.own),
        }
    }
}

/// Rows kept in 16 bits, computed in a window of some rows in 32 that goes along with the walk.
pub(crate) struct Window<'a> {
    pub(crate) order: Order,
    pub(crate) own: &'a mut [f16],
    pub(crate) copies: &'a mut [f16],
    /// As many rows as a walk has in use at a time.
    pub(crate) window: &'a mut [f32],
    pub(crate) scale: Scale,
}

impl Window<'_> {
    #[inline(always)]
    fn range(&self, slot: usize) -> std::ops::Range<usize> {
        let row = slot % (self.window.len() / self.order.len);
        row * self.order.len..(row + 1) * self.order.len
    }
}

impl Slots for Window<'_> {
    #[inline(always)]
    fn open(&mut self, slot: usize) {
        let (copy, kept) = self.order.place(slot);
        let range = self.range(slot);
        let kept = if copy { &self.copies[kept] } else { &self.own[kept] };
        self.scale.expand(kept, &mut self.window[range]);
    }

    #[inline(always)]
    fn close(&mut self, slot: usize) {
        let (_, kept) = self.order.place(slot);
        let range = self.range(slot);
        self.scale.round(&mut self.window[range], &mut self.own[kept]);
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

/// The power of two by which deviations are multiplied before they are rounded to 16 bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    up: f32,
    down: f32,
}

impl Scale {
    /// For deviations up to twice the power of two that is `rest_depth` or next above it.
    pub(crate) fn new(rest_depth: f64) -> Self {
        let exponent = 15 - rest_depth.log2().ceil() as i32;
        Self { up: 2.0f32.powi(exponent), down: 2.0f32.powi(-exponent) }
    }

    #[inline(always)]
    pub(crate) fn expand(self, kept: &[f16], row: &mut [f32]) {
        kept.convert_to_f32_slice(row);
        for value in row {
            *value *= self.down;
        }
    }

    /// Leaves in `row` what is of no further use.
    #[inline(always)]
    pub(crate) fn round(self, row: &mut [f32], kept: &mut [f16]) {
        let most = f16::MAX.to_f32();
        for value in &mut *row {
            // Keeps what is no number.
            *value = (*value * self.up).clamp(-most, most);
        }
        kept.convert_from_f32_slice(row);
    }
}

/// Numbers of which the first one is aligned to a cache line.
#[derive(Debug)]
pub(crate) struct Aligned<T> {
    data: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    pub(crate) fn zeros(len: usize) -> Self {
        let line = LANES * size_of::<f32>() / size_of::<T>();
        let data = vec![T::default(); len + line];
        let start = data.as_ptr().align_offset(LANES * size_of::<f32>()).min(line);
        Self { data, start, len }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.data[self.start..self.start + self.len]
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data[self.start..self.start + self.len]
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
            let mut kept = vec![f16::ZERO; 64];
            scale.round(&mut values.clone(), &mut kept);
            let mut back = vec![0.0; 64];
            scale.expand(&kept, &mut back);
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
    fn what_is_too_large_is_cut_off_and_what_is_no_number_stays_none() {
        let scale = Scale::new(1.0);
        let mut kept = vec![f16::ZERO; 3];
        scale.round(&mut [1e9, -7.0, f32::NAN], &mut kept);
        let mut back = [0.0; 3];
        scale.expand(&kept, &mut back);
        assert!(back[0] > 1.99 && back[0] < 2.0 && back[1] == -back[0] && back[2].is_nan());
    }
}
