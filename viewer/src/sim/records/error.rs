use std::path::{Path, PathBuf};

/// A record that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {source}; choose a folder that is writable and has space with --out DIR", path.display())]
#[non_exhaustive]
pub struct Error {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

impl Error {
    /// Puts the path to an error of the file system.
    pub fn at(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |source| Self { path: path.into(), source }
    }
}
