//! The choice between CPU and GPU.

use super::GpuRasterizer;
use super::adapter::{best, is_software};
use crate::{Error, Grid};

/// The processor that computes the masks. All give the same masks to the bit, except where heights over a triangle differ by less than 2⁻⁶⁰ m:
/// GPUs may flush slopes below the least normal number to zero.
#[derive(Debug, Clone, Copy)]
pub enum Backend<'a> {
    /// The CPU.
    Cpu,
    /// The best GPU of this machine, on a device of its own. The CPU takes over if there is none or it fails; software drivers are
    /// not used.
    Auto,
    /// This GPU; as with [`Backend::Auto`] the CPU takes over if it fails or is a software driver.
    Prefer {
        /// The device.
        device: &'a wgpu::Device,
        /// Queue of the device.
        queue: &'a wgpu::Queue,
    },
    /// This GPU, or an error.
    Gpu {
        /// The device.
        device: &'a wgpu::Device,
        /// Queue of the device.
        queue: &'a wgpu::Queue,
        /// Accept a software driver too; for tests.
        allow_software: bool,
    },
}

impl Backend<'_> {
    /// The rasterizer on the GPU; `None` for the CPU.
    pub(crate) fn rasterizer(self, grid: Grid) -> Result<Option<Box<GpuRasterizer>>, Error> {
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
