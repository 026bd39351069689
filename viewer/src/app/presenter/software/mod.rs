//! Pictures and panels drawn on the CPU and handed to the window system.

mod budget;
mod painter;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use super::frame::Frame;
use super::textures::Textures;
use crate::app::error::Error;
use crate::render::{Backend, Notes, Picture, Renderer, Scales};
use crate::scene::View;
use budget::{Quality, SmokeBudget};
pub(super) use painter::PICTURE;
use painter::paint;

/// A window's buffer, and the renderer of pictures.
pub(crate) struct SoftwareSurface {
    renderer: Renderer,
    picture: Picture,
    smoke: SmokeBudget,
    canvas: Picture,
    quality: Quality,
    surface: softbuffer::Surface<OwnedDisplayHandle, Arc<Window>>,
}

impl SoftwareSurface {
    pub(crate) fn new(window: &Arc<Window>, display: &OwnedDisplayHandle) -> Result<Self, Error> {
        let context = softbuffer::Context::new(display.clone()).map_err(Error::window)?;
        let surface = softbuffer::Surface::new(&context, window.clone()).map_err(Error::window)?;
        let none = Picture::filled([0, 0], [0; 4]);
        Ok(Self {
            renderer: Renderer::new(Backend::Cpu)?,
            picture: none.clone(),
            smoke: SmokeBudget::default(),
            canvas: none,
            quality: Quality::default(),
            surface,
        })
    }

    /// Draws and shows a frame; nothing in a window without pixels.
    pub(crate) fn show(&mut self, window: &Window, textures: &Textures, frame: &Frame) -> Result<(), Error> {
        let [Some(width), Some(height)] = frame.size.map(NonZeroU32::new) else { return Ok(()) };
        let is_new = frame.is_new || self.picture.size() != frame.view.size;
        if let Some(samples) = self.quality.samples(is_new, Instant::now()) {
            self.renderer.set_samples_per_side(samples);
            let half_smoke = frame.view.half_smoke || self.smoke.is_half();
            let view = View { half_smoke, ..frame.view.clone() };
            let started = Instant::now();
            self.renderer.draw_into(&mut self.picture, frame.scene, &view, &Notes::default());
            // What is drawn at rest may take its time.
            if is_new {
                self.smoke.drawn(started.elapsed());
            }
        }
        if self.canvas.size() != frame.size {
            self.canvas = Picture::filled(frame.size, [0, 0, 0, 255]);
        }
        let canvas = (&mut self.canvas, frame.background);
        paint(canvas, frame.primitives, textures, frame.pixels_per_point, &self.picture);
        window.pre_present_notify();
        self.surface.resize(width, height).map_err(Error::window)?;
        let mut buffer = self.surface.buffer_mut().map_err(Error::window)?;
        for (pixel, color) in buffer.iter_mut().zip(self.canvas.pixels()) {
            let [r, g, b, _] = color.map(u32::from);
            *pixel = r << 16 | g << 8 | b;
        }
        buffer.present().map_err(Error::window)
    }

    /// When the picture is to be drawn in full, if nothing changes before.
    pub(super) fn due(&self) -> Option<Instant> {
        self.quality.due()
    }

    pub(super) fn scales(&self) -> Scales {
        self.renderer.scales()
    }

    pub(super) fn set_scales(&mut self, scales: Scales) {
        self.renderer.set_scales(scales);
    }
}
