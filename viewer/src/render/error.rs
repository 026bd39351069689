use std::path::PathBuf;

/// Why there is no picture.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A GPU was asked for and none is there.
    #[error("no GPU to draw with ({found}); `Backend::Auto` draws on the CPU then")]
    NoGpu {
        /// The adapters that were found and not taken, or why none was looked for.
        found: String,
    },
    /// The GPU refused.
    #[error("the GPU {adapter} refused: {reason}")]
    Gpu {
        /// Name of the adapter.
        adapter: String,
        /// What it said.
        reason: String,
    },
    /// A file could not be written.
    #[error("cannot write {path}: {source}; choose a folder that is writable and has space with --out DIR")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A picture of an animation has another size than the first one.
    #[error("picture {index} of the animation has {got:?} pixels, the first one {expected:?}")]
    SizeChanged {
        /// Number of the picture, from 0.
        index: usize,
        /// Width and height of the first one.
        expected: (u32, u32),
        /// Width and height of this one.
        got: (u32, u32),
    },
}
