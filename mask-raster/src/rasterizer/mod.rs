//! The rasterizer, from bodies to a mask: tiles are drawn in parallel, then composited.

#[cfg(feature = "gpu")]
mod backend;

use crate::body::check_labels;
use crate::draw::{Drawn, Scratch, StripLists, Tile};
#[cfg(feature = "gpu")]
use crate::gpu::{Backend, GpuRasterizer};
use crate::{Body, CellMask, Error, Grid, Report};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of the next call of any rasterizer. It tells whether a mask shows the last call of a rasterizer.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// Projects bodies along z onto the cells of a grid; keeps its memory, and bodies that stand still, from call to call.
#[derive(Debug)]
pub struct Rasterizer {
    grid: Grid,
    samples_per_side: usize,
    tiles: Vec<Tile>,
    lists: StripLists,
    /// Memory of the calls' threads.
    scratch: Mutex<Vec<Scratch>>,
    drawing: Drawing,
    #[cfg(feature = "gpu")]
    backend: backend::OnGpu,
}

/// The bodies that the tiles show.
#[derive(Debug, Default)]
struct Drawing {
    /// Number of the call that drew them; `None` before the first and after one that failed.
    call: Option<u64>,
    /// Number of the call before it, and the tiles that have changed since.
    before: Option<u64>,
    changed: Vec<bool>,
    labels: Vec<u16>,
    /// Memory for what became of each body.
    drawn: Vec<Result<Drawn, Error>>,
}

impl Rasterizer {
    /// A rasterizer on the CPU with one sample per cell, at its center.
    ///
    /// # Errors
    /// [`Error::GridSize`] for a grid without cells, or with more than 2²⁰ along a side or 2³² in all; [`Error::OutOfRange`] for a
    /// cell size that is not positive; [`Error::NotFinite`] for the origin.
    pub fn new(grid: Grid) -> Result<Self, Error> {
        grid.check(1)?;
        Ok(Self {
            grid,
            samples_per_side: 1,
            tiles: Vec::new(),
            lists: StripLists::default(),
            scratch: Mutex::default(),
            drawing: Drawing::default(),
            #[cfg(feature = "gpu")]
            backend: backend::OnGpu::default(),
        })
    }

    /// Sets `n × n` samples per cell, evenly spaced, for finer coverage and thickness in the wet section.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an even `n`, which leaves no sample at the center, or one above 15; [`Error::GridSize`] for more
    /// than 2²⁰ samples along a side of the grid or 2³² in all; [`Error::GpuMemory`] on a GPU that the CPU may not replace.
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        self.grid.check(n)?;
        self.samples_per_side = n;
        self.tiles.clear();
        self.drawing = Drawing::default();
        #[cfg(feature = "gpu")]
        self.backend.samples_per_side(n)?;
        Ok(self)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Replaces the contents of `mask` by these bodies.
    ///
    /// A body that has stood still for two calls, with the same pose, mesh and index, is not drawn again. (Its mesh is copied for
    /// the comparison; meshes of moving bodies are not.) A mask that holds the last call of this rasterizer is redrawn only where
    /// other bodies were and are. Bodies, strips of large bodies and rows of the mask are worked on in parallel, in the current
    /// rayon pool. None of this changes a bit of the result.
    ///
    /// A GPU draws all bodies in each call, and the call waits for the result; `gpu::GpuRasterizer` does not wait.
    ///
    /// # Errors
    /// [`Error::LabelZero`], [`Error::Index`] for a triangle that names a vertex which does not exist, or the error of a GPU that
    /// the CPU may not replace. The mask is blank then.
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
        if let Some(report) = self.backend.rasterize(bodies, mask)? {
            return Ok(report);
        }
        let report = self.draw(bodies)?;
        self.composite(mask);
        Ok(report)
    }

    /// Draws bodies on the CPU, each by itself.
    fn draw(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        let before = self.drawing.call.take();
        let grid = (&self.grid, self.samples_per_side);
        self.tiles.resize_with(bodies.len(), Tile::default);
        let Drawing { changed, labels, drawn, .. } = &mut self.drawing;
        let lent = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let draw = |(k, (body, tile)): (usize, (&Body<'_>, &mut Tile))| {
            let mut memory = lent().pop().unwrap_or_default();
            let drawn = tile.draw(k, body, grid, &mut memory);
            lent().push(memory);
            drawn
        };
        bodies.par_iter().zip(&mut self.tiles).enumerate().map(draw).collect_into_vec(drawn);
        changed.clear();
        for (k, ((drawn, body), tile)) in drawn.drain(..).zip(bodies).zip(&mut self.tiles).enumerate() {
            let drawn = drawn?;
            if drawn == Drawn::Deferred {
                tile.draw_large(k, body, grid, &mut self.lists)?;
            }
            changed.push(drawn != Drawn::Unchanged);
        }
        labels.clear();
        labels.extend(bodies.iter().map(|body| body.label));
        self.drawing.before = before;
        self.drawing.call = Some(CALLS.fetch_add(1, Ordering::Relaxed));
        Ok(Report::new(bodies, self.tiles.iter().map(Tile::skipped)))
    }

    /// Replaces the contents of a mask by the bodies drawn last; redraws only where they have changed if the mask shows those drawn before
    /// them.
    fn composite(&self, mask: &mut CellMask) {
        let Drawing { call, before, changed, labels, .. } = &self.drawing;
        let is_last = before.is_some() && mask.call == *before;
        if !is_last {
            mask.clear(&self.grid, self.samples_per_side);
        }
        mask.composite(&self.tiles, labels, is_last.then_some(changed));
        mask.call = *call;
    }
}

#[cfg(feature = "gpu")]
impl Rasterizer {
    /// A rasterizer on the CPU or a GPU, with one sample per cell, at its center.
    ///
    /// # Errors
    /// As [`Rasterizer::new`]; for [`Backend::Gpu`] also the errors of the GPU.
    pub fn with_backend(grid: Grid, backend: Backend<'_>) -> Result<Self, Error> {
        let mut rasterizer = Self::new(grid)?;
        rasterizer.backend = backend::OnGpu::new(grid, backend)?;
        Ok(rasterizer)
    }

    /// The rasterizer on the GPU, which keeps its results there; `None` if the CPU draws.
    pub fn gpu(&mut self) -> Option<&mut GpuRasterizer> {
        self.backend.gpu.as_deref_mut()
    }

    /// The error that made the CPU take over from a GPU; `None` if a GPU draws or none was requested.
    pub fn fallback(&self) -> Option<&Error> {
        self.backend.fallback.as_ref()
    }

    /// Allows the CPU to take over from [`Backend::Gpu`] too.
    #[cfg(test)]
    pub(crate) fn falls_back(mut self) -> Self {
        self.backend.falls_back = true;
        self
    }
}
