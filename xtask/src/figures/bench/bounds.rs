use rayon::prelude::*;

/// As many numbers as a lattice has populations, in rows as the lattice lays them out, and what memory could do with them
/// at best.
pub(super) struct Bounds {
    rows: Vec<f32>,
    row_len: usize,
}

impl Bounds {
    /// `rows` rows of `nx` cells with `q` populations each.
    pub(super) fn new(nx: usize, rows: usize, q: usize) -> Self {
        let row_len = q * nx.next_multiple_of(16);
        Self { rows: vec![1.0; rows * row_len], row_len }
    }

    /// Every number read and written once in place, with next to no arithmetic: the most a lattice kernel could reach.
    pub(super) fn update(&mut self) {
        let band = band(self.rows.len(), self.row_len);
        self.rows.par_chunks_mut(band).for_each(|band| {
            pulp::Arch::new().dispatch(|| {
                for value in band {
                    *value = -*value;
                }
            });
        });
    }

    /// Half of the memory copied to the other half: every number read or written once.
    pub(super) fn copy(&mut self) {
        let half = self.rows.len() / 2;
        let (from, to) = self.rows.split_at_mut(half);
        let band = band(half, self.row_len);
        to.par_chunks_mut(band)
            .zip(from.par_chunks(band))
            .for_each(|(to, from)| to[..from.len()].copy_from_slice(from));
    }

    /// Bytes that [`copy`](Self::copy) reads and writes.
    pub(super) fn bytes_copied(&self) -> f64 {
        (self.rows.len() / 2 * 2 * size_of::<f32>()) as f64
    }
}

/// Whole rows, one part for each thread.
fn band(numbers: usize, row_len: usize) -> usize {
    numbers.div_ceil(row_len).div_ceil(rayon::current_num_threads()) * row_len
}
