//! From bodies to a mask.

use crate::canvas::Count;
use crate::strips::Lists;
use crate::tile::{Drawn, Scratch, Tile};
use crate::{Body, CellMask, Error, Grid};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the calls of all rasterisers, so that a mask can be known to show the last one.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Projects bodies along z onto the cells of a grid, and keeps its scratch memory from call to call.
#[derive(Debug)]
pub struct Rasterizer {
    grid: Grid,
    samples_per_side: usize,
    tiles: Vec<Tile>,
    lists: Lists,
    /// The last call, none if it failed or there was none.
    call: Option<u64>,
    #[cfg(feature = "gpu")]
    pub(crate) gpu: Option<Box<crate::gpu::GpuRasterizer>>,
    /// The CPU takes over for good where the GPU cannot go on.
    #[cfg(feature = "gpu")]
    pub(crate) falls_back: bool,
    /// Why it did.
    #[cfg(feature = "gpu")]
    pub(crate) fallback: Option<Error>,
}

/// What a call to [`Rasterizer::rasterize`] met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Triangles given.
    pub triangles: usize,
    /// Triangles whose projection has no area, vertical or degenerate: they cover nothing.
    pub flat: usize,
    /// Triangles left out because a vertex is not finite, farther than 2⁴² samples from its body's origin (or, if that lies more
    /// than 2²⁴ samples from the grid's corner, from the nearest place that does not), or higher or lower than a quarter of the
    /// largest `f32`.
    pub unplaced: usize,
}

impl Rasterizer {
    /// One sample per cell, at its centre; on the CPU.
    ///
    /// # Errors
    /// A grid without cells, with more than 2²⁰ along a side or 2³² in all, or whose cell size or origin is not a
    /// sensible number.
    pub fn new(grid: Grid) -> Result<Self, Error> {
        grid.check(1)?;
        Ok(Self {
            grid,
            samples_per_side: 1,
            tiles: Vec::new(),
            lists: Lists::default(),
            call: None,
            #[cfg(feature = "gpu")]
            gpu: None,
            #[cfg(feature = "gpu")]
            falls_back: false,
            #[cfg(feature = "gpu")]
            fallback: None,
        })
    }

    /// Takes `n × n` samples per cell, evenly spread, for a smooth coverage and thickness in the wet section.
    ///
    /// # Errors
    /// An even `n`, which would leave no sample at the centre, one above 15, or more than 2²⁰ samples along a
    /// side of the grid or 2³² in all; on a GPU that may not be replaced by the CPU also more samples than it has memory for.
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        self.grid.check(n)?;
        self.samples_per_side = n;
        self.tiles.clear();
        self.call = None;
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu.take() {
            match gpu.samples_per_side(n) {
                Ok(gpu) => self.gpu = Some(Box::new(gpu)),
                Err(error) => self.fall_back(error)?,
            }
        }
        Ok(self)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Replaces what `mask` shows by these bodies.
    ///
    /// A body that has stood still for two calls, with the same pose, mesh and place in the list, is not drawn again (the copy
    /// of its mesh that this takes is not made for bodies that move), and a mask that shows the last call changes only where
    /// other bodies were and are. Works on bodies, strips of large ones and rows in
    /// parallel, in the current rayon pool. None of this changes a bit of the result. On a GPU it draws everything and waits for the result;
    /// `gpu::GpuRasterizer` does not wait.
    ///
    /// # Errors
    /// A body with label 0, or a triangle that names a vertex which is not there, or what is wrong with a GPU that may not be
    /// replaced by the CPU; the mask is blank then.
    pub fn rasterize(&mut self, bodies: &[Body<'_>], mask: &mut CellMask) -> Result<Report, Error> {
        let result = self.update(bodies, mask);
        if result.is_err() {
            mask.clear(&self.grid, self.samples_per_side);
        }
        result
    }

    fn update(&mut self, bodies: &[Body<'_>], mask: &mut CellMask) -> Result<Report, Error> {
        check_labels(bodies)?;
        #[cfg(feature = "gpu")]
        if let Some(gpu) = &mut self.gpu {
            let result = gpu.rasterize(bodies).and_then(|report| {
                gpu.mask().read_mask().wait(mask)?;
                Ok(report)
            });
            match result {
                Err(error) => self.fall_back(error)?,
                result => return result,
            }
        }
        let last = self.call.take();
        let grid = (&self.grid, self.samples_per_side);
        self.tiles.resize_with(bodies.len(), Tile::default);
        let drawn: Vec<_> = bodies
            .par_iter()
            .zip(&mut self.tiles)
            .enumerate()
            .map_init(Scratch::default, |scratch, (k, (body, tile))| tile.draw(k, body, grid, scratch))
            .collect();
        let mut changed = Vec::with_capacity(bodies.len());
        for (k, ((drawn, body), tile)) in drawn.into_iter().zip(bodies).zip(&mut self.tiles).enumerate() {
            let drawn = drawn?;
            if drawn == Drawn::NotYet {
                tile.draw_large(k, body, grid, &mut self.lists)?;
            }
            changed.push(drawn != Drawn::Before);
        }
        let labels: Vec<u16> = bodies.iter().map(|body| body.label).collect();
        let shows_last = last.is_some() && mask.call == last;
        if !shows_last {
            mask.clear(&self.grid, self.samples_per_side);
        }
        mask.lay(&self.tiles, &labels, shows_last.then_some(&changed));
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        (self.call, mask.call) = (Some(call), Some(call));
        Ok(Report::new(bodies, self.tiles.iter().map(Tile::count)))
    }
}

impl Report {
    pub(crate) fn new(bodies: &[Body<'_>], counts: impl IntoIterator<Item = Count>) -> Self {
        let triangles = bodies.iter().map(|body| body.triangles.len()).sum();
        counts.into_iter().fold(Self { triangles, ..Self::default() }, |sum, count| Self {
            flat: sum.flat + count.flat,
            unplaced: sum.unplaced + count.unplaced,
            ..sum
        })
    }
}

/// Refuses label 0.
pub(crate) fn check_labels(bodies: &[Body<'_>]) -> Result<(), Error> {
    bodies.iter().position(|body| body.label == 0).map_or(Ok(()), |body| Err(Error::LabelZero { body }))
}
