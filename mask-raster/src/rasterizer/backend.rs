//! A rasterizer on a GPU, and the CPU as its replacement when it fails.

use crate::gpu::{Backend, GpuRasterizer};
use crate::{Body, CellMask, Error, Grid, Report};

/// The GPU of a rasterizer, if it has one.
#[derive(Debug, Default)]
pub(super) struct OnGpu {
    pub(super) gpu: Option<Box<GpuRasterizer>>,
    /// Whether the CPU takes over for good after an error of the GPU.
    pub(super) falls_back: bool,
    /// The error after which it did.
    pub(super) fallback: Option<Error>,
}

impl OnGpu {
    /// The GPU that `backend` names or finds.
    pub(super) fn new(grid: Grid, backend: Backend<'_>) -> Result<Self, Error> {
        let falls_back = matches!(backend, Backend::Auto | Backend::Prefer { .. });
        let mut on_gpu = Self { gpu: None, falls_back, fallback: None };
        match backend.rasterizer(grid) {
            Ok(gpu) => on_gpu.gpu = gpu,
            Err(error) => on_gpu.fall_back(error)?,
        }
        Ok(on_gpu)
    }

    /// Sets `n × n` samples per cell.
    pub(super) fn samples_per_side(&mut self, n: usize) -> Result<(), Error> {
        if let Some(gpu) = self.gpu.take() {
            match gpu.samples_per_side(n) {
                Ok(gpu) => self.gpu = Some(Box::new(gpu)),
                Err(error) => self.fall_back(error)?,
            }
        }
        Ok(())
    }

    /// Draws the bodies and waits for the mask; `None` if the CPU has to draw them.
    pub(super) fn rasterize(
        &mut self,
        bodies: &[Body<'_>],
        mask: &mut CellMask,
    ) -> Result<Option<Report>, Error> {
        let Some(gpu) = &mut self.gpu else { return Ok(None) };
        let result = gpu.rasterize(bodies).and_then(|report| {
            gpu.mask().read_mask().wait(mask)?;
            Ok(report)
        });
        match result {
            Ok(report) => Ok(Some(report)),
            Err(error) => self.fall_back(error).map(|()| None),
        }
    }

    /// Leaves the GPU for good if the CPU may take over and the error is the GPU's; else returns the error.
    fn fall_back(&mut self, error: Error) -> Result<(), Error> {
        if !self.falls_back || !error.is_of_gpu() {
            return Err(error);
        }
        self.gpu = None;
        self.fallback = Some(error);
        Ok(())
    }
}
