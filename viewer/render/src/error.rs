use std::io;
use std::path::{Path, PathBuf};

/// Reason for which there is no picture.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A GPU was requested and there is none.
    #[error("no GPU to draw with ({found}); the CPU draws with the renderer `cpu` or `auto`")]
    NoGpu {
        /// The adapter that was found and not taken, or why none was looked for.
        found: String,
    },
    /// The GPU reported an error.
    #[error("the GPU {adapter} failed: {reason}")]
    Gpu {
        /// Name of the adapter.
        adapter: String,
        /// Report of the adapter or its driver.
        reason: String,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}; choose a folder that is writable and has space with --out DIR")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// A film could not be written any further.
    #[error(
        "cannot write {path} beyond picture {pictures}: {source}; {}; look for space on the disk, or choose another folder with \
         --out DIR or another format with --film",
        if *is_kept { "it holds those before" } else { "there is no film" }
    )]
    Film {
        /// The file.
        path: PathBuf,
        /// Number of pictures that were written before.
        pictures: usize,
        /// Whether there is a film with these.
        is_kept: bool,
        /// Cause.
        source: io::Error,
    },
    /// A film was to be written by ffmpeg, and there is none that can.
    #[error(
        "no ffmpeg to write {format} with ({reason}); install ffmpeg, or take gif or apng, which are built in"
    )]
    NoFfmpeg {
        /// Name of the format.
        format: &'static str,
        /// Cause.
        reason: String,
    },
    /// A file could not be read as a picture.
    #[error("cannot read {path}: {source}; it must be a PNG file of 8 bits a channel without a palette")]
    Read {
        /// The file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// A picture of an animation has another size than the first one.
    #[error("{what} {index} of the animation has {got:?} pixels, the first one {expected:?}")]
    ShapeMismatch {
        /// Name of what has the size.
        what: &'static str,
        /// Number of the picture, from 0.
        index: usize,
        /// Width and height of the first one.
        expected: [u32; 2],
        /// Width and height of this one.
        got: [u32; 2],
    },
}

impl Error {
    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }
}
