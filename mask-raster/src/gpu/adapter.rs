//! Which adapters are GPUs, and the best one of a machine.

use crate::Error;
use wgpu::{Adapter, AdapterInfo, DeviceType};

/// Parts of the names of drivers that compute on the CPU, in lower case. OpenGL's do not say so otherwise.
const SOFTWARE: [&str; 7] =
    ["llvmpipe", "lavapipe", "softpipe", "swrast", "swiftshader", "basic render driver", "software"];

/// Whether an adapter computes on the CPU: it says so itself, or it or its driver bears the name of one that does.
pub fn is_software(adapter: &AdapterInfo) -> bool {
    let named = |name: &str| {
        let name = name.to_lowercase();
        SOFTWARE.iter().any(|part| name.contains(part))
    };
    adapter.device_type == DeviceType::Cpu
        || [&adapter.name, &adapter.driver, &adapter.driver_info].into_iter().any(|name| named(name))
}

/// The fastest kind first.
fn rank(adapter: &AdapterInfo) -> u8 {
    match adapter.device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other | DeviceType::Cpu => 3,
    }
}

/// The best GPU of this machine that opens; `WGPU_BACKEND` names the interfaces to look behind.
pub(super) fn best() -> Result<(wgpu::Device, wgpu::Queue), Error> {
    // Not OpenGL unless it is named: it asks libraries for a display, which complain where there is none.
    let backends = wgpu::Backends::PRIMARY.with_env();
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let mut adapters = pollster::block_on(instance.enumerate_adapters(backends));
    adapters.sort_by_key(|adapter| rank(&adapter.get_info()));
    let (software, real): (Vec<_>, Vec<_>) =
        adapters.into_iter().partition(|adapter| is_software(&adapter.get_info()));
    let none = match software.first() {
        Some(adapter) => Error::SoftwareGpu { adapter: adapter.get_info().name },
        None => Error::NoGpu,
    };
    let mut opened = Err(none);
    for adapter in real {
        opened = open(&adapter);
        if opened.is_ok() {
            break;
        }
    }
    opened
}

/// With the limits that every platform has, but as much memory as this one binds.
fn open(adapter: &Adapter) -> Result<(wgpu::Device, wgpu::Queue), Error> {
    let has = adapter.limits();
    let required_limits = wgpu::Limits {
        max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
        max_buffer_size: has.max_buffer_size,
        ..wgpu::Limits::downlevel_defaults()
    };
    let descriptor = wgpu::DeviceDescriptor { label: Some("masks"), required_limits, ..Default::default() };
    let refused = |error: wgpu::RequestDeviceError| Error::Gpu {
        adapter: adapter.get_info().name,
        reason: error.to_string(),
    };
    pollster::block_on(adapter.request_device(&descriptor)).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(name: &str, driver: &str, device_type: DeviceType) -> AdapterInfo {
        let mut info = AdapterInfo::new(device_type, wgpu::Backend::Gl);
        (info.name, info.driver) = (name.into(), driver.into());
        info
    }

    /// Names as drivers give them.
    #[test]
    fn what_computes_on_the_cpu_is_known_by_its_kind_or_its_name() {
        for (name, driver, device_type) in [
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe", DeviceType::Cpu),
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "", DeviceType::Other),
            ("Google SwiftShader", "", DeviceType::VirtualGpu),
            ("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))", "", DeviceType::Other),
            ("Microsoft Basic Render Driver", "", DeviceType::Other),
            ("Apple Software Renderer", "", DeviceType::Other),
            ("Mesa", "swrast", DeviceType::Other),
            ("anything", "", DeviceType::Cpu),
        ] {
            assert!(is_software(&info(name, driver, device_type)), "{name}");
        }
        for (name, driver, device_type) in [
            ("AMD Radeon RX 7600 (RADV NAVI33)", "radv", DeviceType::DiscreteGpu),
            (
                "Intel(R) UHD Graphics 620 (KBL GT2)",
                "Intel open-source Mesa driver",
                DeviceType::IntegratedGpu,
            ),
            ("virgl (AMD Radeon)", "", DeviceType::Other),
        ] {
            assert!(!is_software(&info(name, driver, device_type)), "{name}");
        }
    }
}
