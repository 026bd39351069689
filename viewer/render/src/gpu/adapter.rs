//! The choice of a GPU that is no software driver.

use crate::error::Error;

/// Parts of the names of drivers that compute on the CPU, in lower case; those of OpenGL do not report it otherwise.
const SOFTWARE: [&str; 7] =
    ["llvmpipe", "lavapipe", "softpipe", "swrast", "swiftshader", "basic render driver", "software"];

/// Whether an adapter computes on the CPU, by its kind or by the names of it and its driver.
fn is_software(info: &wgpu::AdapterInfo) -> bool {
    let is_known = |name: &String| {
        let name = name.to_lowercase();
        SOFTWARE.iter().any(|part| name.contains(part))
    };
    info.device_type == wgpu::DeviceType::Cpu
        || [&info.name, &info.driver, &info.driver_info].into_iter().any(is_known)
}

/// A device to draw with.
#[derive(Debug)]
pub struct Gpu {
    /// The adapter it is of.
    pub adapter: wgpu::Adapter,
    /// The device itself.
    pub device: wgpu::Device,
    /// Queue of the device.
    pub queue: wgpu::Queue,
    /// Name of the adapter, and what it is driven by.
    pub name: String,
}

impl Gpu {
    /// The best adapter that can show pictures on `surface`, or any if there is none. One that computes on the CPU
    /// is taken only with `allow_software`.
    ///
    /// # Errors
    /// [`Error::NoGpu`] if there is none, [`Error::Gpu`] if it fails.
    pub fn find(
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
        if is_software(&info) && !allow_software {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_drivers_are_recognized_by_kind_or_name() {
        let is_software = |name: &str, driver: &str, kind| {
            let mut info = wgpu::AdapterInfo::new(kind, wgpu::Backend::Gl);
            (info.name, info.driver) = (name.into(), driver.into());
            is_software(&info)
        };
        assert!(is_software("anything", "", wgpu::DeviceType::Cpu));
        assert!(is_software("llvmpipe (LLVM 15.0.6, 256 bits)", "", wgpu::DeviceType::Other));
        assert!(is_software("Mesa", "swrast", wgpu::DeviceType::Other));
        assert!(!is_software("AMD Radeon RX 7600 (RADV NAVI33)", "radv", wgpu::DeviceType::DiscreteGpu));
    }
}
