//! Which of the twins computes a mask.

use super::GpuRasterizer;
use super::adapter::{best, is_software};
use crate::{Error, Grid, Rasterizer};

/// What to compute masks with. All answer alike, to the bit, but for heights over a triangle that differ by less than 2⁻⁶⁰ m:
/// GPUs may take slopes that are smaller than the least normal number for zero.
#[derive(Debug, Clone, Copy)]
pub enum Backend<'a> {
    /// The CPU.
    Cpu,
    /// The best GPU of this machine, on a device of its own, as long as there is one that can do what it is asked for, else the
    /// CPU; never a driver that computes on the CPU.
    Auto,
    /// This GPU on the same terms.
    Prefer {
        /// The device.
        device: &'a wgpu::Device,
        /// Its queue.
        queue: &'a wgpu::Queue,
    },
    /// This GPU, or an error.
    Gpu {
        /// The device.
        device: &'a wgpu::Device,
        /// Its queue.
        queue: &'a wgpu::Queue,
        /// Take a driver that computes on the CPU too; for tests.
        allow_software: bool,
    },
}

impl Backend<'_> {
    fn rasterizer(self, grid: Grid) -> Result<Option<Box<GpuRasterizer>>, Error> {
        let (device, queue, allow_software) = match self {
            Self::Cpu => return Ok(None),
            Self::Auto => {
                let (device, queue) = best()?;
                return GpuRasterizer::new(grid, &device, &queue).map(|gpu| Some(Box::new(gpu)));
            }
            Self::Prefer { device, queue } => (device, queue, false),
            Self::Gpu { device, queue, allow_software } => (device, queue, allow_software),
        };
        let info = device.adapter_info();
        if is_software(&info) && !allow_software {
            return Err(Error::SoftwareGpu { adapter: info.name });
        }
        GpuRasterizer::new(grid, device, queue).map(|gpu| Some(Box::new(gpu)))
    }
}

impl Rasterizer {
    /// As [`Rasterizer::new`], on the CPU or a GPU.
    ///
    /// # Errors
    /// As [`Rasterizer::new`], and for [`Backend::Gpu`] what is wrong with it.
    pub fn with_backend(grid: Grid, backend: Backend<'_>) -> Result<Self, Error> {
        let mut rasterizer = Self::new(grid)?;
        rasterizer.falls_back = matches!(backend, Backend::Auto | Backend::Prefer { .. });
        match backend.rasterizer(grid) {
            Ok(gpu) => rasterizer.gpu = gpu,
            Err(error) => rasterizer.fall_back(error)?,
        }
        Ok(rasterizer)
    }

    /// The rasteriser on the GPU, whose results stay there, if it is one.
    pub fn gpu(&mut self) -> Option<&mut GpuRasterizer> {
        self.gpu.as_deref_mut()
    }

    /// Why the CPU computes where a GPU was to if there is one that can; `None` if one does, or none was asked for.
    pub fn fallback(&self) -> Option<&Error> {
        self.fallback.as_ref()
    }

    /// Leaves the GPU for good, if that is allowed and it is at fault; else returns what is wrong.
    pub(crate) fn fall_back(&mut self, error: Error) -> Result<(), Error> {
        if !self.falls_back || !error.is_of_gpu() {
            return Err(error);
        }
        self.gpu = None;
        self.fallback = Some(error);
        Ok(())
    }
}
