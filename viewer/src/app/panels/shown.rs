use std::path::Path;

use egui::TextureId;

/// What the panels show beside the snapshot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    /// The texture of the picture.
    pub(crate) picture: TextureId,
    /// What draws.
    pub(crate) device: &'a str,
    /// Pictures a second.
    pub(crate) rate: Option<f64>,
    /// Folder that files go to.
    pub(crate) folder: &'a Path,
    /// The last thing that the window did, such as writing a file.
    pub(crate) news: &'a str,
    pub(crate) is_alive: bool,
}
