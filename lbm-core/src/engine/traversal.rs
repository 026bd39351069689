//! How the rows of a lattice are divided into bands, and in which direction they are shifted.

use rayon::prelude::*;

use super::band::{Band, LAG, SHIFT};
use super::isa::Isa;
use super::kernel::{FirstFailure, RowBorder, RowKernel};
use super::slots::{Order, Slots};

/// One traversal of all rows, of one or several steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Traversal {
    pub(crate) len: usize,
    /// Rows of the grid.
    pub(crate) inner: usize,
    pub(crate) bands: usize,
    /// Rows of each band but the last.
    pub(crate) band_rows: usize,
    pub(crate) up: bool,
    pub(crate) steps: usize,
    /// Place in memory of the grid's first row before the traversal.
    pub(crate) first: usize,
}

/// Computes a band, given its number, its own rows, the copied ones and its working memory.
type Compute<'a, T, W, F> = &'a (dyn Fn(usize, &mut [T], &mut [T], &mut W) -> Option<FirstFailure<F>> + Sync);

impl Traversal {
    /// Rows that are copied for a band.
    pub(crate) fn copied(&self) -> usize {
        self.steps * LAG
    }

    pub(crate) fn order(&self, own: usize) -> Order {
        Order { len: self.len, up: self.up, copied: self.copied(), own: own / self.len }
    }

    /// Computes all bands in parallel, each with working memory of its own.
    pub(crate) fn run<T: Copy + Default + Send, W: Send, F: Send>(
        &self,
        memory: &mut [T],
        halo: &mut Vec<T>,
        work: &mut [W],
        compute: Compute<'_, T, W, F>,
    ) -> Option<FirstFailure<F>> {
        let len = self.len;
        self.copy_rows_beside_bands(memory, halo);
        let shift = self.steps * SHIFT;
        let target = if self.up { self.first + shift } else { self.first - shift };
        memory[target * len..][..self.inner * len]
            .par_chunks_mut(self.band_rows * len)
            .with_max_len(1)
            .zip(halo.par_chunks_exact_mut(self.copied() * len))
            .zip(work)
            .enumerate()
            .map(|(band, ((own, copies), work))| compute(band, own, copies, work))
            .reduce(|| None, FirstFailure::earlier)
    }

    /// Copies the rows that a band needs and another one overwrites.
    fn copy_rows_beside_bands<T: Copy + Default>(&self, memory: &[T], halo: &mut Vec<T>) {
        let (len, shift) = (self.len, self.steps * SHIFT);
        halo.resize((self.bands * self.copied() * len).max(halo.len()), T::default());
        for (band, halo) in halo.chunks_exact_mut(self.copied() * len).take(self.bands).enumerate() {
            // Rows `shift` to both sides of the band's edge, numbered as they lie in memory; rows outside it are never
            // read.
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
    }

    pub(crate) fn band<'a, F, R: Slots>(
        &self,
        band: usize,
        order: Order,
        slots: R,
        (isa, kernel): (Isa, &'a dyn RowKernel<Failure = F>),
        border: Option<RowBorder<'a>>,
    ) -> Band<'a, F, R> {
        let &Self { inner, up, steps, band_rows, .. } = self;
        Band { slots, start: band * band_rows, own: order.own, inner, up, steps, isa, kernel, border }
    }
}
