//! Pictures and panels in the window, drawn by a GPU or the CPU.

mod frame;
#[cfg(feature = "gpu")]
mod gpu;
mod software;

use std::sync::Arc;
use std::time::Instant;

use egui::TextureId;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::error::Error;
use crate::render::{Backend, Scales};
pub(crate) use frame::Frame;
use software::SoftwareSurface;

/// A window and the surface that shows its frames.
pub(crate) struct Presenter {
    window: Arc<Window>,
    device: Device,
}

enum Device {
    Software(Box<SoftwareSurface>),
    #[cfg(feature = "gpu")]
    Gpu(Box<gpu::GpuSurface>),
}

impl Presenter {
    /// A presenter for `window`.
    pub(crate) fn new(
        window: Arc<Window>,
        events: &ActiveEventLoop,
        backend: Backend,
    ) -> Result<Self, Error> {
        let device = match backend {
            Backend::Cpu => Device::software(&window, events)?,
            Backend::Auto => match Device::gpu(&window, events, false) {
                Ok(gpu) => gpu,
                Err(_) => Device::software(&window, events)?,
            },
            Backend::Gpu { allow_software } => Device::gpu(&window, events, allow_software)?,
        };
        Ok(Self { window, device })
    }

    /// The window.
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// What draws: `CPU` or the name of the GPU.
    pub(crate) fn device(&self) -> &str {
        match &self.device {
            Device::Software(_) => "CPU",
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.name(),
        }
    }

    /// The texture that stands for the picture in the triangles of the panels.
    pub(crate) fn picture(&self) -> TextureId {
        match &self.device {
            Device::Software(_) => software::PICTURE,
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.picture(),
        }
    }

    /// Draws and shows a frame. A minimized window shows nothing.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<(), Error> {
        match &mut self.device {
            Device::Software(surface) => surface.show(&self.window, frame),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.show(&self.window, frame),
        }
    }

    /// When it wants to draw the same picture more finely, if nothing changes before.
    pub(crate) fn due(&self) -> Option<Instant> {
        match &self.device {
            Device::Software(surface) => surface.due(),
            #[cfg(feature = "gpu")]
            Device::Gpu(_) => None,
        }
    }

    /// What colors and arrows stand for by now.
    pub(crate) fn scales(&self) -> Scales {
        match &self.device {
            Device::Software(surface) => surface.scales(),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.scales(),
        }
    }

    /// Begins the color range of pictures anew, for another scenario.
    pub(crate) fn forget_scales(&mut self) {
        match &mut self.device {
            Device::Software(surface) => surface.forget_scales(),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.forget_scales(),
        }
    }
}

impl Device {
    fn software(window: &Arc<Window>, events: &ActiveEventLoop) -> Result<Self, Error> {
        Ok(Self::Software(Box::new(SoftwareSurface::new(window, events)?)))
    }

    #[cfg(feature = "gpu")]
    fn gpu(window: &Arc<Window>, events: &ActiveEventLoop, allow_software: bool) -> Result<Self, Error> {
        Ok(Self::Gpu(Box::new(gpu::GpuSurface::new(window, events, allow_software)?)))
    }

    #[cfg(not(feature = "gpu"))]
    fn gpu(_: &Arc<Window>, _: &ActiveEventLoop, _: bool) -> Result<Self, Error> {
        Err(crate::render::Renderer::new(Backend::Gpu { allow_software: true })
            .err()
            .map_or_else(|| Error::window("no GPU"), Error::Render))
    }
}
