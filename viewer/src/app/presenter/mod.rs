//! Pictures in the window, drawn by a GPU or the CPU.

#[cfg(feature = "gpu")]
mod gpu;
mod software;

use std::sync::Arc;

use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::error::Error;
use crate::render::{Backend, Notes};
use crate::scene::{Scene, View};
use software::SoftwareSurface;

/// A window and the surface that shows its pictures.
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

    /// Width and height of the window's inside, pixels.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.window.inner_size().into()
    }

    /// Requests a new picture.
    pub(crate) fn request_redraw(&self) {
        self.window.request_redraw();
    }

    /// Draws and shows a picture. A minimized window shows nothing.
    pub(crate) fn show(&mut self, scene: &Scene, view: &View, notes: &Notes) -> Result<(), Error> {
        if view.size.contains(&0) {
            return Ok(());
        }
        match &mut self.device {
            Device::Software(surface) => surface.show(&self.window, scene, view, notes),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.show(&self.window, scene, view, notes),
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
