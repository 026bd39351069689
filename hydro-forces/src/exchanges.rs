use std::cell::Cell;

use glam::DVec2;
use rayon::prelude::*;

use crate::kernel::{HullInWater, Report, Sums};
use crate::results::ExchangeList;
use crate::{CellForces, Exchange, SurfaceGrid};

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
    exchanges: ExchangeList,
    /// The forces on the hull from a rectangle of cells.
    cell_forces: CellForces,
}

thread_local! {
    /// Exchanges of a chunk on this thread that are not kept. One list for all hulls stays near the processor, where those of a thousand would not.
    static PASSING: Cell<ExchangeList> = const { Cell::new(ExchangeList::EMPTY) };
}

impl Exchanges {
    /// One exchange for every triangle with a horizontal force: what moves away from the water without friction has none.
    pub fn iter(&self) -> impl Iterator<Item = &Exchange> {
        self.chunks.iter().flat_map(|chunk| chunk.exchanges.as_slice())
    }

    /// Distributes the forces over the cells of a grid, with [`SurfaceGrid::weights`], on all threads of the current rayon
    /// pool; see [`cell_forces`](Self::cell_forces).
    pub fn scatter(&mut self, grid: &SurfaceGrid) {
        match &mut self.chunks[..] {
            [chunk] => chunk.scatter_kept(grid),
            chunks => chunks.par_iter_mut().for_each(|chunk| chunk.scatter_kept(grid)),
        }
    }

    /// The result of [`scatter`](Self::scatter), or of [`ForceOptions::exchanges_on`](crate::ForceOptions::exchanges_on), for the last forces: linear indices of cells and the force on the hull from
    /// each, N; the same bits for any number of threads. A cell appears once for each chunk of triangles that lie over it.
    pub fn cell_forces(&self) -> impl Iterator<Item = (usize, DVec2)> {
        self.chunks.iter().flat_map(|chunk| chunk.cell_forces.iter())
    }

    /// Results of [`scatter`](Self::scatter) by chunks of triangles, row by row.
    pub fn cell_rows(&self) -> impl Iterator<Item = &CellForces> {
        self.chunks.iter().map(|chunk| &chunk.cell_forces)
    }

    pub(crate) fn clear(&mut self) {
        for ChunkExchanges { sums, exchanges, cell_forces } in &mut self.chunks {
            *sums = Sums::default();
            exchanges.clear();
            cell_forces.clear();
        }
    }

    /// Computes forces and exchanges, which are kept, or only distributed over the cells of a grid; returns the sums of all chunks, added in order.
    pub(crate) fn compute(
        &mut self,
        input: &HullInWater<'_>,
        grid: Option<&SurfaceGrid>,
        parallel: bool,
    ) -> Sums {
        self.clear();
        let blocks = input.hull.blocks();
        self.chunks.resize_with(blocks.chunk_count(), Default::default);
        if input.is_dry() {
            return Sums::default();
        }
        let compute = |(index, chunk): (usize, &mut ChunkExchanges)| {
            let blocks = blocks.chunk(index);
            let Some(grid) = grid else {
                chunk.sums = Report::Exchanges(&mut chunk.exchanges).sum_chunk(input, blocks);
                return;
            };
            let mut passing = PASSING.take();
            passing.clear();
            chunk.sums = Report::Exchanges(&mut passing).sum_chunk(input, blocks);
            scatter(passing.as_slice(), grid, &mut chunk.cell_forces);
            PASSING.set(passing);
        };
        if parallel && self.chunks.len() > 1 {
            self.chunks.par_iter_mut().enumerate().for_each(compute);
        } else {
            self.chunks.iter_mut().enumerate().for_each(compute);
        }
        let mut total = Sums::default();
        for chunk in &self.chunks {
            total.add(&chunk.sums);
        }
        total
    }
}

impl ChunkExchanges {
    fn scatter_kept(&mut self, grid: &SurfaceGrid) {
        scatter(self.exchanges.as_slice(), grid, &mut self.cell_forces);
    }
}

/// Replaces forces on cells by exchanges, added up on the rectangle of cells around these, which lie close together.
fn scatter(exchanges: &[Exchange], grid: &SurfaceGrid, cell_forces: &mut CellForces) {
    cell_forces.clear();
    let Some(Exchange { sample_m: first_m, .. }) = exchanges.first() else { return };
    let (mut low_m, mut high_m) = (*first_m, *first_m);
    for Exchange { sample_m, .. } in exchanges {
        (low_m, high_m) = (low_m.min(*sample_m), high_m.max(*sample_m));
    }
    let ([left, lower], [right, upper]) = (grid.around(low_m).lower, grid.around(high_m).upper);
    let width = right - left + 1;
    let patch = cell_forces.rectangle(width, (lower..=upper).map(|j| grid.index(left, j)));
    for Exchange { sample_m, force_n, .. } in exchanges {
        let around = grid.around(*sample_m);
        let (i0, j0) = (around.lower[0] - left, around.lower[1] - lower);
        let (i1, j1) = (around.upper[0] - left, around.upper[1] - lower);
        let [a, b, c, d] = around.weights();
        patch[j0 * width + i0] += *force_n * a;
        patch[j0 * width + i1] += *force_n * b;
        patch[j1 * width + i0] += *force_n * c;
        patch[j1 * width + i1] += *force_n * d;
    }
}
