use glam::DVec2;
use rayon::prelude::*;

use crate::immersion::Immersion;
use crate::report::{Report, Scratch};
use crate::sum_up::CHUNK;
use crate::sums::Sums;
use crate::{Exchange, Forces, Motion, SurfaceGrid, WaterSurface};

/// What [`ForceModel::forces_parallel`](crate::ForceModel::forces_parallel) found to go back into the
/// water.
#[derive(Debug, Clone, Default)]
pub struct Exchanges {
    chunks: Vec<Chunk>,
}

/// What one chunk of the hull's blocks gave.
#[derive(Debug, Clone, Default)]
struct Chunk {
    sums: Sums,
    exchanges: Vec<Exchange>,
    /// Cells, and the force on the hull that is their share.
    shares: Vec<(usize, DVec2)>,
}

impl Exchanges {
    /// Every triangle that is wet, or would be under the still level, in the order of
    /// [`ForceModel::forces_exchanging`](crate::ForceModel::forces_exchanging).
    pub fn iter(&self) -> impl Iterator<Item = &Exchange> {
        self.chunks.iter().flat_map(|chunk| &chunk.exchanges)
    }

    /// Shares the forces among the cells of a grid, with [`SurfaceGrid::weights`], on all threads of rayon's
    /// pool; [`shares`](Self::shares) tells them, the same bits for any number of threads.
    pub fn scatter(&mut self, grid: &SurfaceGrid) {
        self.chunks.par_iter_mut().for_each(|chunk| chunk.scatter(grid));
    }

    /// What [`scatter`](Self::scatter) gave the cells since the forces were computed: their linear indices and the
    /// force on the hull that comes from each, N. A cell comes more than once, but not for every triangle over it.
    pub fn shares(&self) -> impl Iterator<Item = (usize, DVec2)> {
        self.chunks.iter().flat_map(|chunk| chunk.shares.iter().copied())
    }

    pub(crate) fn clear(&mut self) {
        for Chunk { sums, exchanges, shares } in &mut self.chunks {
            *sums = Sums::default();
            exchanges.clear();
            shares.clear();
        }
    }

    pub(crate) fn sum_up(
        &mut self,
        immersion: &Immersion<'_>,
        surface: &(dyn WaterSurface + Sync),
        motion: &Motion,
    ) -> Forces {
        self.clear();
        let blocks = immersion.hull.blocks();
        self.chunks.resize_with(blocks.chunk_count(CHUNK), Default::default);
        if !immersion.is_dry() {
            let chunks = self.chunks.par_iter_mut().enumerate();
            chunks.for_each_init(Scratch::default, |scratch, (index, chunk)| {
                let mut keep = |several: &[Exchange]| chunk.exchanges.extend_from_slice(several);
                let blocks = blocks.chunk(index, CHUNK);
                chunk.sums = Report::Exchanges(&mut keep).sum_up(immersion, surface, blocks, scratch);
            });
        }
        let mut total = Sums::default();
        for chunk in &self.chunks {
            total.add(&chunk.sums);
        }
        total.total(&immersion.frame, motion, &immersion.model.water)
    }
}

impl Chunk {
    /// Neighbours in a hull's order lie between the same four cells as a rule: what they give is added up until one lies
    /// elsewhere.
    fn scatter(&mut self, grid: &SurfaceGrid) {
        self.shares.clear();
        let mut four: Option<[(usize, DVec2); 4]> = None;
        for Exchange { sample_m, force_n, .. } in &self.exchanges {
            let fresh = grid.weights(*sample_m).map(|(cell, weight)| (cell, *force_n * weight));
            match &mut four {
                Some(four) if four[0].0 == fresh[0].0 => {
                    for (sum, (_, share)) in four.iter_mut().zip(fresh) {
                        sum.1 += share;
                    }
                }
                four => self.shares.extend(four.replace(fresh).into_iter().flatten()),
            }
        }
        self.shares.extend(four.into_iter().flatten());
    }
}
