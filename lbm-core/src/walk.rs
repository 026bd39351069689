//! How a walk goes through the rows of a lattice, and what it tells of rows that are not well.

use rayon::prelude::*;

use crate::band::Band;
use crate::rows::RowBorder;
use crate::storage::{Order, Slots};

/// Rows that one step shifts its results by: the three that a row is computed from must not contain the one it goes to.
pub(crate) const SHIFT: usize = 2;

/// Rows by which the results of a step trail its front in all: shifted, and waiting for the border of the next.
pub(crate) const LAG: usize = 2 * SHIFT;

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

/// The first row of a walk that is not well, and what is wrong with it.
#[derive(Debug)]
pub(crate) struct First<F> {
    /// Step of the walk, row.
    at: [usize; 2],
    pub(crate) fault: F,
}

impl<F> First<F> {
    /// Keeps what is first: rows of different steps are met in no order.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(first: &mut Option<Self>, at: [usize; 2], fault: impl FnOnce() -> F) {
        if first.as_ref().is_none_or(|first| at < first.at) {
            *first = Some(Self { at, fault: fault() });
        }
    }

    /// Of two bands.
    pub(crate) fn earlier(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.into_iter().chain(b).min_by_key(|first| first.at)
    }
}
