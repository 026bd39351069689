//! Pictures in memory and as PNG files.

mod pixels;
mod png;

use std::path::Path;

use super::error::Error;
pub use pixels::{Picture, Rgba};
pub(crate) use png::{compress, decode, encode};

impl Picture {
    /// Writes a PNG file.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written, then there is none, or if the picture has no pixels.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let png = encode(self).map_err(|source| Error::write(path, source))?;
        write_whole(path, &png)
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    /// [`Error::Read`] if there is no such file, or it holds no picture.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let png = std::fs::read(path).map_err(unreadable)?;
        decode(&png).map_err(|error| unreadable(error.into()))
    }
}

/// Writes a file that is complete or absent.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Error> {
    whole_file::write(path, content).map_err(|source| Error::write(path, source))
}
