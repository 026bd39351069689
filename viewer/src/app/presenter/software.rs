//! Pictures drawn on the CPU and handed to the window system.

use std::num::NonZeroU32;
use std::sync::Arc;

use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::Window;

use crate::app::error::Error;
use crate::render::{Backend, Notes, Renderer};
use crate::scene::{Scene, View};

/// A window's buffer and the renderer for it.
pub(crate) struct SoftwareSurface {
    renderer: Renderer,
    surface: softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>,
}

impl SoftwareSurface {
    pub(crate) fn new(window: &Arc<Window>, events: &ActiveEventLoop) -> Result<Self, Error> {
        let context = softbuffer::Context::new(events.owned_display_handle()).map_err(Error::window)?;
        let surface = softbuffer::Surface::new(&context, window.clone()).map_err(Error::window)?;
        // One sample a pixel: the simulation needs the CPU too.
        Ok(Self { renderer: Renderer::new(Backend::Cpu)?.samples_per_side(1), surface })
    }

    /// Draws and shows a picture; none in a window without pixels.
    pub(crate) fn show(
        &mut self,
        window: &Window,
        scene: &Scene,
        view: &View,
        notes: &Notes,
    ) -> Result<(), Error> {
        let [Some(width), Some(height)] = view.size.map(NonZeroU32::new) else { return Ok(()) };
        let picture = self.renderer.draw_with(scene, view, notes);
        window.pre_present_notify();
        self.surface.resize(width, height).map_err(Error::window)?;
        let mut buffer = self.surface.buffer_mut().map_err(Error::window)?;
        for (pixel, color) in buffer.iter_mut().zip(picture.pixels()) {
            let [r, g, b, _] = color.map(u32::from);
            *pixel = r << 16 | g << 8 | b;
        }
        buffer.present().map_err(Error::window)
    }
}
