//! Finds a GPU that is one.

use crate::render::error::Error;

/// A device to draw with.
pub(crate) struct Gpu {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) name: String,
}

impl Gpu {
    /// The best adapter that can show pictures on `surface`, or any if there is none. One that computes on the CPU
    /// is taken only with `allow_software`.
    pub(crate) fn find(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface>,
        allow_software: bool,
    ) -> Result<Self, Error> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|reason| Error::NoGpu { found: reason.to_string() })?;
        let info = adapter.get_info();
        let name = format!("{} ({})", info.name, info.backend);
        if mask_raster::gpu::is_software(&info) && !allow_software {
            return Err(Error::NoGpu { found: format!("{name} computes on the CPU") });
        }
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("pictures"),
            required_limits: wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits()),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|reason| Error::Gpu { adapter: name.clone(), reason: reason.to_string() })?;
        Ok(Self { adapter, device, queue, name })
    }
}
