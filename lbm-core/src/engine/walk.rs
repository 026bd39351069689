//! How a walk goes through the rows of a lattice.

use rayon::prelude::*;

use super::band::{Band, LAG, SHIFT};
use super::kernel::RowBorder;
use super::storage::{Order, Slots};

/// How the rows are walked through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) len: usize,
    /// Rows of the grid.
    pub(crate) inner: usize,
    pub(crate) bands: usize,
    /// Rows of a band but the last.
    pub(crate) band_rows: usize,
    pub(crate) up: bool,
    pub(crate) steps: usize,
    /// Where the grid's first row lies in memory before the walk.
    pub(crate) first: usize,
}

impl Walk {
    /// Rows that are copied for a band.
    pub(crate) fn copied(&self) -> usize {
        self.steps * LAG
    }

    pub(crate) fn order(&self, own: usize) -> Order {
        Order { len: self.len, up: self.up, copied: self.copied(), own: own / self.len }
    }

    /// Copies the rows next to each band, and hands out the bands' own.
    pub(crate) fn split<'a, T: Copy + Default + Send>(
        &self,
        memory: &'a mut [T],
        halo: &mut Vec<T>,
    ) -> rayon::iter::MaxLen<rayon::slice::ChunksMut<'a, T>> {
        let (len, shift) = (self.len, self.steps * SHIFT);
        halo.resize((self.bands * self.copied() * len).max(halo.len()), T::default());
        for (band, halo) in halo.chunks_exact_mut(self.copied() * len).take(self.bands).enumerate() {
            // Rows `shift` to both sides of the band's edge, numbered as they lie in memory; what would lie outside it
            // is never read.
            let edge =
                if self.up { band * self.band_rows } else { ((band + 1) * self.band_rows).min(self.inner) };
            for (k, copy) in halo.chunks_exact_mut(len).enumerate() {
                if let Some(row) = (self.first + edge + k).checked_sub(shift)
                    && let Some(row) = memory.get(row * len..(row + 1) * len)
                {
                    copy.copy_from_slice(row);
                }
            }
        }
        let target = if self.up { self.first + shift } else { self.first - shift };
        memory[target * len..][..self.inner * len].par_chunks_mut(self.band_rows * len).with_max_len(1)
    }

    pub(crate) fn band<'a, K, R: Slots>(
        &self,
        band: usize,
        order: Order,
        slots: R,
        kernel: &'a K,
        border: Option<RowBorder<'a>>,
    ) -> Band<'a, K, R> {
        let &Self { inner, up, steps, band_rows, .. } = self;
        Band { slots, start: band * band_rows, own: order.own, inner, up, steps, kernel, border }
    }
}
