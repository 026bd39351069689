//! Which of the twins computes a mask.

use super::GpuRasterizer;
use crate::{Error, Grid, Rasterizer};

/// What to compute masks with. All answer alike, to the bit.
#[derive(Debug, Clone, Copy)]
pub enum Backend<'a> {
    /// The CPU.
    Cpu,
    /// This GPU as long as it can do what it is asked for, from then on the CPU; never a driver that computes on the CPU.
    Auto {
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
        match self {
            Self::Cpu => Ok(None),
            Self::Auto { device, queue } => {
                let gpu = Backend::Gpu { device, queue, allow_software: false };
                Ok(gpu.rasterizer(grid).unwrap_or(None))
            }
            Self::Gpu { device, queue, allow_software } => {
                let info = device.adapter_info();
                if info.device_type == wgpu::DeviceType::Cpu && !allow_software {
                    return Err(Error::SoftwareGpu { adapter: info.name });
                }
                GpuRasterizer::new(grid, device, queue).map(|gpu| Some(Box::new(gpu)))
            }
        }
    }
}

impl Rasterizer {
    /// As [`Rasterizer::new`], on the CPU or a GPU.
    ///
    /// # Errors
    /// As [`Rasterizer::new`], and for [`Backend::Gpu`] what is wrong with it.
    pub fn with_backend(grid: Grid, backend: Backend<'_>) -> Result<Self, Error> {
        let mut rasterizer = Self::new(grid)?;
        rasterizer.gpu = backend.rasterizer(grid)?;
        rasterizer.falls_back = matches!(backend, Backend::Auto { .. });
        Ok(rasterizer)
    }

    /// The rasteriser on the GPU, whose results stay there, if it is one.
    pub fn gpu(&mut self) -> Option<&mut GpuRasterizer> {
        self.gpu.as_deref_mut()
    }
}
