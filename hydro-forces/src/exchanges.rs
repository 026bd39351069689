use glam::DVec2;
use rayon::prelude::*;

use crate::kernel::{CHUNK, HullInWater, Report, Scratch, Sums};
use crate::{Exchange, SurfaceGrid};

/// The forces that a hull exchanges with the water, as [`ForceOptions::exchanges`](crate::ForceOptions::exchanges) stores
/// them.
#[derive(Debug, Clone, Default)]
pub struct Exchanges {
    chunks: Vec<ChunkExchanges>,
}

/// The sums and exchanged forces of one chunk of the hull's blocks.
#[derive(Debug, Clone, Default)]
struct ChunkExchanges {
    sums: Sums,
    exchanges: Vec<Exchange>,
    /// Cells and the force on the hull from each.
    cell_forces: Vec<(usize, DVec2)>,
}

impl Exchanges {
    /// One exchange for every triangle that the surface reaches.
    pub fn iter(&self) -> impl Iterator<Item = &Exchange> {
        self.chunks.iter().flat_map(|chunk| &chunk.exchanges)
    }

    /// Distributes the forces over the cells of a grid, with [`SurfaceGrid::weights`], on all threads of the current rayon
    /// pool; see [`cell_forces`](Self::cell_forces).
    pub fn scatter(&mut self, grid: &SurfaceGrid) {
        self.chunks.par_iter_mut().for_each(|chunk| chunk.scatter(grid));
    }

    /// The result of [`scatter`](Self::scatter) for the last forces: linear indices of cells and the force on the hull from
    /// each, N; the same bits for any number of threads. A cell may appear several times, but not for every triangle over it.
    pub fn cell_forces(&self) -> impl Iterator<Item = (usize, DVec2)> {
        self.chunks.iter().flat_map(|chunk| chunk.cell_forces.iter().copied())
    }

    pub(crate) fn clear(&mut self) {
        for ChunkExchanges { sums, exchanges, cell_forces } in &mut self.chunks {
            *sums = Sums::default();
            exchanges.clear();
            cell_forces.clear();
        }
    }

    /// Computes forces and exchanges; returns the sums of all chunks, added in order.
    pub(crate) fn compute(&mut self, input: &HullInWater<'_>, parallel: bool) -> Sums {
        self.clear();
        let blocks = input.hull.blocks();
        self.chunks.resize_with(blocks.chunk_count(CHUNK), Default::default);
        if input.is_dry() {
            return Sums::default();
        }
        let compute = |scratch: &mut Scratch, (index, chunk): (usize, &mut ChunkExchanges)| {
            let mut report = Report::Exchanges(&mut chunk.exchanges);
            chunk.sums = report.sum_chunk(input, blocks.chunk(index, CHUNK), scratch);
        };
        if parallel {
            self.chunks.par_iter_mut().enumerate().for_each_init(Scratch::default, compute);
        } else {
            let mut scratch = Scratch::default();
            self.chunks.iter_mut().enumerate().for_each(|chunk| compute(&mut scratch, chunk));
        }
        let mut total = Sums::default();
        for chunk in &self.chunks {
            total.add(&chunk.sums);
        }
        total
    }
}

impl ChunkExchanges {
    /// Consecutive triangles lie between the same four cells as a rule: their forces are added up until one lies elsewhere.
    fn scatter(&mut self, grid: &SurfaceGrid) {
        self.cell_forces.clear();
        let mut four: Option<[(usize, DVec2); 4]> = None;
        for Exchange { sample_m, force_n, .. } in &self.exchanges {
            let next = grid.weights(*sample_m).map(|(cell, weight)| (cell, *force_n * weight));
            match &mut four {
                Some(four) if four[0].0 == next[0].0 => {
                    for (sum, (_, force)) in four.iter_mut().zip(next) {
                        sum.1 += force;
                    }
                }
                four => self.cell_forces.extend(four.replace(next).into_iter().flatten()),
            }
        }
        self.cell_forces.extend(four.into_iter().flatten());
    }
}
