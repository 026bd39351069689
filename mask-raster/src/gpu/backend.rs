//! Which of the twins computes a mask.

use super::GpuRasterizer;
use super::adapter::{best, is_software};
use crate::{Error, Grid};

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
