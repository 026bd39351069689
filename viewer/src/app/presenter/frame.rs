use egui::TexturesDelta;
use egui::epaint::ClippedPrimitive;

use crate::render::Rgba;
use crate::scene::{Scene, View};

/// What a window shows: a picture of a scene, and panels around and over it.
pub(crate) struct Frame<'a> {
    /// Width and height of the window's inside, pixels.
    pub(crate) size: [u32; 2],
    pub(crate) scene: &'a Scene,
    /// The view, with the size of the picture.
    pub(crate) view: &'a View,
    /// Whether scene or view changed since the last frame.
    pub(crate) is_new: bool,
    /// Triangles of the panels; those with the texture [`Presenter::picture`](super::Presenter::picture) show the picture.
    pub(crate) primitives: &'a [ClippedPrimitive],
    pub(crate) textures: &'a TexturesDelta,
    pub(crate) pixels_per_point: f32,
    /// What is seen where there is no panel.
    pub(crate) background: Rgba,
}
