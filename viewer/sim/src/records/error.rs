use std::io;
use std::path::{Path, PathBuf};

/// Reason for which records cannot be written, or a folder cannot take them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder cannot be written.
    #[error("{}: cannot be written: {source}; choose a folder that is writable and has space with --out DIR", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// The path of the folder, or one above it, is a file.
    #[error("{}: is, or lies in, a file; choose a folder with --out DIR, which is made where it is missing", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
    /// Another run writes into the folder.
    #[error("{}: in use by the {by}; wait for its end, or choose another folder with --out DIR", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The run, its process and its start.
        by: String,
    },
    /// The folder holds the records of an earlier run.
    #[error("{}: holds the records of the {by}; remove them with --overwrite, or choose another folder with --out DIR", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// The run, its process and its start.
        by: String,
    },
    /// The folder holds the records of a run of something else than what is to be written.
    #[error("{}: holds the records of the {by}, and this is of something else; choose another folder with --out DIR", folder.display())]
    OfAnother {
        /// The folder.
        folder: PathBuf,
        /// The run, its process and its start.
        by: String,
    },
    /// A file would be replaced that no run has written.
    #[error(
        "{}: is not listed in {}, so no run has written it; move it away, or choose another folder with --out DIR",
        path.display(),
        list.display()
    )]
    NotListed {
        /// The file.
        path: PathBuf,
        /// The list of what the last run in the folder wrote.
        list: PathBuf,
    },
    /// The list of what a run wrote holds something else.
    #[error("{}: {line:?} is no file of a run; remove what is not wanted yourself, or choose another folder with --out DIR", path.display())]
    BadList {
        /// The list.
        path: PathBuf,
        /// The line that names no file in the folder.
        line: String,
    },
    /// The folder, or a table or list in it, was removed or replaced during the run.
    #[error("{}: was removed or replaced during the run; what was recorded in it is lost", path.display())]
    Removed {
        /// The folder or file.
        path: PathBuf,
    },
    /// A record to go on with cannot be read.
    #[error("{}: cannot be gone on with: {source}; put back the file that the run wrote, or run the scenario again", path.display())]
    Reopen {
        /// The file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// A record does not begin as this version has it begin.
    #[error("{}: has {begins:?} where this version writes {instead:?}; go on with the version that wrote it, or run the scenario again", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Beginning of the file, from where it differs.
        begins: String,
        /// Beginning that this version writes, from the same place.
        instead: String,
    },
    /// A record is shorter than it was at the position to go on from.
    #[error("{}: has {bytes} bytes, fewer than the {before_bytes} it had at the position to go on from", path.display())]
    Shorter {
        /// The file.
        path: PathBuf,
        /// Length of the file at the position.
        before_bytes: u64,
        /// Length of the file now.
        bytes: u64,
    },
}

impl Error {
    /// Adds the path to an error of the file system.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Write { path: path.into(), source }
    }

    /// Whether the storage failed: it is full, read-only or gone, as opposed to a folder that must not be written.
    pub fn is_of_storage(&self) -> bool {
        matches!(self, Self::Write { .. } | Self::Removed { .. })
    }
}
