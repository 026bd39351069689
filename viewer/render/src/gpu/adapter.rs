//! The choice of a GPU that is no software driver, and whether it still works.

use std::sync::{Arc, OnceLock};

use crate::error::Error;

/// Parts of the names of drivers that compute on the CPU, in lower case; those of OpenGL do not report it otherwise.
const SOFTWARE: [&str; 7] =
    ["llvmpipe", "lavapipe", "softpipe", "swrast", "swiftshader", "basic render driver", "software"];

/// Whether an adapter computes on the CPU, by its kind or by the names of it and its driver.
pub fn is_software(info: &wgpu::AdapterInfo) -> bool {
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
    /// The adapter that gave the device.
    pub adapter: wgpu::Adapter,
    /// The device itself.
    pub device: wgpu::Device,
    /// Queue of the device.
    pub queue: wgpu::Queue,
    /// Name of the adapter, and what it is driven by.
    pub name: String,
    trouble: Arc<OnceLock<String>>,
}

/// Characters of a report that are kept; those of validation are pages.
const LONGEST: usize = 240;

/// A report as one line.
fn line(report: &str) -> String {
    let words: Vec<&str> = report.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST).collect()
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
        let trouble = Arc::<OnceLock<String>>::default();
        // Without these two a lost device is not told of, and an error that nobody waits for ends the program.
        let [lost, failed] = [trouble.clone(), trouble.clone()];
        device.set_device_lost_callback(move |_, report| {
            let report = if report.is_empty() { "it was destroyed" } else { &report };
            let _ = lost.set(line(report));
        });
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let _ = failed.set(line(&error.to_string()));
        }));
        Ok(Self { adapter, device, queue, name, trouble })
    }

    /// The first report of the device that nobody waited for: that it is lost, has no memory left, or refuses what it was asked for. What it
    /// draws from then on is not to be relied on.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }
}
