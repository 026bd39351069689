//! How a band of rows reaches its memory during a traversal.

use std::ops::Range;

/// Rows of a band by *slot*, see [`super::band::Band`].
pub(crate) trait Slots {
    /// Makes available a slot that the traversal has reached.
    fn open(&mut self, slot: usize);

    /// Stores a slot of the band's own in which the last step has left its row.
    fn close(&mut self, slot: usize);

    /// The rows in these slots, all different.
    fn rows<const N: usize>(&mut self, slots: [usize; N]) -> [&mut [f32]; N];
}

/// The order of a band's slots: first the copied rows, then its own, upwards or downwards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    pub(crate) len: usize,
    pub(crate) up: bool,
    pub(crate) copied: usize,
    /// Rows of its own.
    pub(crate) own: usize,
}

impl Order {
    /// Whether a slot is one of the copies, and the place of its row among those or the band's own.
    #[inline(always)]
    pub(crate) fn place(&self, slot: usize) -> (bool, Range<usize>) {
        let copy = slot < self.copied;
        let (slot, among) = if copy { (slot, self.copied) } else { (slot - self.copied, self.own) };
        let row = if self.up { slot } else { among - 1 - slot };
        (copy, row * self.len..(row + 1) * self.len)
    }
}

/// Rows that are computed where they are stored.
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
        let Order { len, up, copied, own } = self.order;
        // Rows one after the other lie side by side.
        if slots[0] >= copied && (1..N).all(|k| slots[k] == slots[0] + k) {
            let first = slots[0] - copied;
            let first = if up { first } else { own - N - first };
            let mut lines = self.own[first * len..(first + N) * len].chunks_exact_mut(len);
            let mut rows: [&mut [f32]; N] = std::array::from_fn(|_| <&mut [f32]>::default());
            for k in 0..N {
                rows[if up { k } else { N - 1 - k }] = lines.next().unwrap_or_default();
            }
            return rows;
        }
        // Empty ranges are disjoint from all others.
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
