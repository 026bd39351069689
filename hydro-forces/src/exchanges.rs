use std::cell::Cell;

use glam::DVec2;
use rayon::prelude::*;

use crate::kernel::{HullInWater, Report, Sums};
use crate::results::ExchangeList;
use crate::surface::CellsAround;
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

/// A force and the cells that it is distributed over.
#[derive(Debug, Clone, Copy, Default)]
struct Acting {
    around: CellsAround,
    force_n: DVec2,
}

thread_local! {
    /// Working memory of this thread. One for all hulls stays near the processor.
    static ACTING: Cell<Vec<Acting>> = const { Cell::new(Vec::new()) };
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
            [chunk] => chunk.scatter(grid),
            chunks => chunks.par_iter_mut().for_each(|chunk| chunk.scatter(grid)),
        }
    }

    /// The result of [`scatter`](Self::scatter) for the last forces: linear indices of cells and the force on the hull from
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

    /// Computes forces and exchanges; returns the sums of all chunks, added in order.
    pub(crate) fn compute(&mut self, input: &HullInWater<'_>, parallel: bool) -> Sums {
        self.clear();
        let blocks = input.hull.blocks();
        self.chunks.resize_with(blocks.chunk_count(), Default::default);
        if input.is_dry() {
            return Sums::default();
        }
        let compute = |(index, chunk): (usize, &mut ChunkExchanges)| {
            let mut report = Report::Exchanges(&mut chunk.exchanges);
            chunk.sums = report.sum_chunk(input, blocks.chunk(index));
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
    /// Adds the forces up on the rectangle of cells around the triangles, which lie close together.
    fn scatter(&mut self, grid: &SurfaceGrid) {
        let mut acting = ACTING.take();
        self.scatter_with(grid, &mut acting);
        ACTING.set(acting);
    }

    fn scatter_with(&mut self, grid: &SurfaceGrid, acting: &mut Vec<Acting>) {
        let Self { exchanges, cell_forces, .. } = self;
        cell_forces.clear();
        acting.clear();
        acting.extend(exchanges.as_slice().iter().map(|Exchange { sample_m, force_n, .. }| Acting {
            around: grid.around(*sample_m),
            force_n: *force_n,
        }));
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for Acting { around, .. } in &*acting {
            for axis in 0..2 {
                low[axis] = low[axis].min(around.lower[axis]);
                high[axis] = high[axis].max(around.upper[axis]);
            }
        }
        if acting.is_empty() {
            return;
        }
        let width = high[0] - low[0] + 1;
        let patch = cell_forces.rectangle(width, (low[1]..=high[1]).map(|j| grid.index(low[0], j)));
        for Acting { around, force_n } in &*acting {
            let (i0, j0) = (around.lower[0] - low[0], around.lower[1] - low[1]);
            let (i1, j1) = (around.upper[0] - low[0], around.upper[1] - low[1]);
            let [a, b, c, d] = around.weights();
            patch[j0 * width + i0] += *force_n * a;
            patch[j0 * width + i1] += *force_n * b;
            patch[j1 * width + i0] += *force_n * c;
            patch[j1 * width + i1] += *force_n * d;
        }
    }
}
