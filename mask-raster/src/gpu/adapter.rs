//! Adapters: which are software drivers, and which is the best of a machine.

use crate::Error;
use wgpu::{Adapter, AdapterInfo, DeviceType};

/// Parts of the names of drivers that compute on the CPU, in lower case; those of OpenGL do not report it otherwise.
const SOFTWARE: [&str; 7] =
    ["llvmpipe", "lavapipe", "softpipe", "swrast", "swiftshader", "basic render driver", "software"];

/// Whether an adapter computes on the CPU, by its kind or by the names of it and its driver.
pub fn is_software(adapter: &AdapterInfo) -> bool {
    let named = |name: &str| {
        let name = name.to_lowercase();
        SOFTWARE.iter().any(|part| name.contains(part))
    };
    adapter.device_type == DeviceType::Cpu
        || [&adapter.name, &adapter.driver, &adapter.driver_info].into_iter().any(|name| named(name))
}

/// Order of the kinds of adapters, the fastest first.
fn rank(adapter: &AdapterInfo) -> u8 {
    match adapter.device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other | DeviceType::Cpu => 3,
    }
}

/// Opens the best GPU of this machine, through OpenGL only if there is none otherwise; `WGPU_BACKEND` restricts the search to the
/// interfaces it names.
pub(super) fn best() -> Result<(wgpu::Device, wgpu::Queue), Error> {
    let interfaces = match wgpu::Backends::from_env() {
        Some(named) => vec![named],
        None => vec![wgpu::Backends::PRIMARY, wgpu::Backends::GL],
    };
    let mut first = Err(Error::NoGpu);
    for backends in interfaces {
        match best_through(backends, false) {
            Ok(found) => return Ok(found),
            Err(error) if matches!(first, Err(Error::NoGpu)) => first = Err(error),
            Err(_) => {}
        }
    }
    first
}

/// Opens the best adapter of these interfaces.
fn best_through(
    backends: wgpu::Backends,
    allow_software: bool,
) -> Result<(wgpu::Device, wgpu::Queue), Error> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let adapters = pollster::block_on(instance.enumerate_adapters(backends));
    let known = adapters.into_iter().map(|adapter| (adapter.get_info(), adapter)).collect();
    let mut opened = Err(Error::NoGpu);
    for adapter in in_order(known, allow_software)? {
        opened = open(&adapter);
        if opened.is_ok() {
            break;
        }
    }
    opened
}

/// The adapters to try, the best first.
fn in_order<A>(mut adapters: Vec<(AdapterInfo, A)>, allow_software: bool) -> Result<Vec<A>, Error> {
    adapters.sort_by_key(|(info, _)| (is_software(info), rank(info)));
    match adapters.first() {
        None => Err(Error::NoGpu),
        Some((info, _)) if is_software(info) && !allow_software => {
            Err(Error::SoftwareGpu { adapter: info.name.clone() })
        }
        _ => {
            let allowed = adapters.into_iter().filter(|(info, _)| allow_software || !is_software(info));
            Ok(allowed.map(|(_, adapter)| adapter).collect())
        }
    }
}

/// Opens an adapter with the limits that every platform has, but with buffers as large as it allows.
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

    /// Names as drivers report them.
    #[test]
    fn software_adapters_are_recognized_by_kind_or_name() {
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

    #[test]
    fn gpus_are_tried_from_the_best_on_and_software_adapters_last_if_at_all() {
        let software = info("llvmpipe", "", DeviceType::Other);
        let old = info("virgl", "", DeviceType::VirtualGpu);
        let inside = info("UHD Graphics", "", DeviceType::IntegratedGpu);
        let card = info("Radeon", "", DeviceType::DiscreteGpu);
        let all = || vec![(software.clone(), 0), (old.clone(), 1), (inside.clone(), 2), (card.clone(), 3)];
        assert_eq!(in_order(all(), false), Ok(vec![3, 2, 1]));
        assert_eq!(in_order(all(), true), Ok(vec![3, 2, 1, 0]));
        let refused = Err(Error::SoftwareGpu { adapter: "llvmpipe".into() });
        assert_eq!(in_order(vec![(software.clone(), 0)], false), refused);
        assert_eq!(in_order::<()>(Vec::new(), true), Err(Error::NoGpu));
    }

    #[test]
    #[ignore = "needs a GPU adapter; a software one is enough"]
    fn the_adapter_found_opens_with_more_than_the_least_memory_and_draws() {
        let backends = wgpu::Backends::PRIMARY.with_env();
        let (device, queue) = best_through(backends, true).expect("an adapter");
        assert!(device.limits().max_buffer_size >= wgpu::Limits::downlevel_defaults().max_buffer_size);
        let grid = crate::Grid { nx: 9, ny: 7, cell_size_m: 1.0, origin_m: glam::Vec2::ZERO };
        let mut gpu = crate::gpu::GpuRasterizer::new(grid, &device, &queue).expect("a rasterizer");
        gpu.rasterize(&[]).expect("nothing to draw");
        let mut mask = crate::CellMask::new();
        gpu.mask().read_mask().wait(&mut mask).expect("a mask");
        assert_eq!(mask.labels(), [0; 63]);
    }
}
