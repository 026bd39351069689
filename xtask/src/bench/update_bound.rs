use rayon::prelude::*;

/// Nine arrays of floats that are updated in place with next to no arithmetic: the most a lattice kernel could reach.
pub(super) struct UpdateBound {
    /// Rows of nine lines, as the lattice lays them out.
    rows: Vec<f32>,
    row_len: usize,
}

impl UpdateBound {
    pub(super) fn new(n: usize) -> Self {
        let row_len = 9 * n.next_multiple_of(16);
        Self { rows: vec![1.0; n * row_len], row_len }
    }

    /// Nine reads and nine writes a cell.
    pub(super) fn update(&mut self) {
        let rows = self.rows.len() / self.row_len;
        let band = rows.div_ceil(rayon::current_num_threads()) * self.row_len;
        self.rows.par_chunks_mut(band).for_each(|band| {
            pulp::Arch::new().dispatch(|| {
                for value in band {
                    *value = -*value;
                }
            });
        });
    }
}
