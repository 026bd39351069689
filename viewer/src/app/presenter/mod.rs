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
    means: Means,
}

enum Means {
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
        let means = match backend {
            Backend::Cpu => Means::software(&window, events)?,
            Backend::Auto => match Means::gpu(&window, events, false) {
                Ok(gpu) => gpu,
                Err(_) => Means::software(&window, events)?,
            },
            Backend::Gpu { allow_software } => Means::gpu(&window, events, allow_software)?,
        };
        Ok(Self { window, means })
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
        match &mut self.means {
            Means::Software(surface) => surface.show(&self.window, scene, view, notes),
            #[cfg(feature = "gpu")]
            Means::Gpu(surface) => surface.show(&self.window, scene, view, notes),
        }
    }
}

impl Means {
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
            .map_or_else(|| window_error("no GPU"), Error::Render))
    }
}

fn window_error(reason: impl ToString) -> Error {
    Error::Window { reason: reason.to_string() }
}
