use memmap2::{Advice, MmapMut};
use rayon::prelude::*;

/// As many numbers as a lattice has populations, in rows of a line for each of them, on the huge pages that lattices ask for; and what memory
/// does at best where all lines of a row are walked through side by side, as a sweep walks.
pub(super) struct Bounds {
    numbers: MmapMut,
    /// Numbers in a line, whole cache lines.
    line: usize,
    populations: usize,
}

/// Numbers in a cache line.
const CACHE_LINE: usize = 16;

impl Bounds {
    /// `rows` rows of `nx` cells with `populations` each.
    pub(super) fn new(nx: usize, rows: usize, populations: usize) -> Self {
        let line = nx.next_multiple_of(CACHE_LINE);
        let mut numbers = MmapMut::map_anon(rows * line * populations * size_of::<f32>()).expect("memory");
        // It is advice, and a kernel need not know it.
        let _ = numbers.advise(Advice::HugePage);
        pulp::bytemuck::cast_slice_mut::<u8, f32>(&mut numbers).fill(1.0);
        Self { numbers, line, populations }
    }

    /// Numbers in a row.
    fn row(&self) -> usize {
        self.line * self.populations
    }

    fn rows(&mut self) -> &mut [f32] {
        pulp::bytemuck::cast_slice_mut(&mut self.numbers)
    }

    /// Every number read and written once in place, with next to no arithmetic: the most that a sweep of single steps could reach.
    pub(super) fn update(&mut self) {
        let (line, row) = (self.line, self.row());
        let band = band(self.rows().len(), row);
        self.rows().par_chunks_mut(band).for_each(|band| {
            pulp::Arch::new().dispatch(|| {
                for row in band.chunks_exact_mut(row) {
                    for at in (0..line).step_by(CACHE_LINE) {
                        for part in row.chunks_exact_mut(line) {
                            part[at..at + CACHE_LINE].iter_mut().for_each(|number| *number = -*number);
                        }
                    }
                }
            });
        });
    }

    /// Half of the rows copied to the other half: every number read or written once.
    pub(super) fn copy(&mut self) {
        let (line, row) = (self.line, self.row());
        let half = self.rows().len() / row / 2 * row;
        let (from, to) = self.rows().split_at_mut(half);
        let band = band(half, row);
        to[..half].par_chunks_mut(band).zip(from.par_chunks(band)).for_each(|(to, from)| {
            pulp::Arch::new().dispatch(|| {
                for (to, from) in to.chunks_exact_mut(row).zip(from.chunks_exact(row)) {
                    for at in (0..line).step_by(CACHE_LINE) {
                        for (to, from) in to.chunks_exact_mut(line).zip(from.chunks_exact(line)) {
                            to[at..at + CACHE_LINE].copy_from_slice(&from[at..at + CACHE_LINE]);
                        }
                    }
                }
            });
        });
    }

    /// Bytes that [`copy`](Self::copy) reads and writes.
    pub(super) fn bytes_copied(&self) -> f64 {
        let row = self.row() * size_of::<f32>();
        (self.numbers.len() / row / 2 * 2 * row) as f64
    }
}

/// Whole rows, one part for each thread.
fn band(numbers: usize, row: usize) -> usize {
    numbers.div_ceil(row).div_ceil(rayon::current_num_threads()) * row
}
