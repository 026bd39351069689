//! The folder of the gallery.

/// Its path from the root of the workspace.
pub(super) const FOLDER: &str = "target/gallery";
