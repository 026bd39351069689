//! 3D models of the pictures of a film.

use std::fs;
use std::path::{Path, PathBuf};

use crate::render::{Error, Scales, save_glb};
use crate::scene::{Scene, View};
use crate::sim::records::RunFolder;

/// A folder of models, one a picture, with the picture's number: `NAME-models/model-00000.glb`.
pub(super) struct Models {
    folder: RunFolder,
    name: String,
}

impl Models {
    /// Models in a new folder that is named after a film, the first of its name that is free.
    pub(super) fn new(folder: RunFolder, film: &Path) -> Self {
        let stem = film.file_stem().unwrap_or_default().to_string_lossy();
        let first = std::iter::once(format!("{stem}-models"));
        let mut names = first.chain((2..).map(|n| format!("{stem}-models-{n}")));
        let name = names.find(|name| !folder.path().join(name).exists()).unwrap_or_default();
        Self { folder, name }
    }

    /// The folder.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// Writes the model of a picture.
    pub(super) fn write(
        &self,
        number: usize,
        (scene, view): (&Scene, &View),
        scales: Scales,
    ) -> Result<(), Error> {
        let path = self.path();
        fs::create_dir_all(&path).map_err(|source| Error::Write { path: path.clone(), source })?;
        let listed = self.folder.list(&[&format!("{}/model-{number:05}.glb", self.name)]);
        let file = listed.map_err(|error| Error::Write { path, source: std::io::Error::other(error) })?;
        save_glb(&file, scene, view, scales)
    }
}
