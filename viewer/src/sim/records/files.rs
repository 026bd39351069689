//! Files and folders of a run: their errors, replacing and removing them.

use std::path::{Path, PathBuf};

/// A record that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot be written: {source}; choose a folder that is writable and has space with --out DIR", path.display())]
#[non_exhaustive]
pub struct Error {
    /// The file or folder.
    pub path: PathBuf,
    /// Cause.
    pub source: std::io::Error,
}

impl Error {
    /// Adds the path to an error of the file system.
    pub fn at(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |source| Self { path: path.into(), source }
    }
}

/// Removes the files `PREFIX000….EXTENSION` of an earlier run from a folder; a missing folder has none.
///
/// # Errors
///
/// When one cannot be removed.
pub fn remove_numbered(folder: &Path, prefix: &str, extension: &str) -> Result<(), Error> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix(prefix));
        let numbered = stem.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if numbered && path.extension().is_some_and(|e| e == extension) {
            std::fs::remove_file(&path).map_err(Error::at(&path))?;
        }
    }
    Ok(())
}

/// Replaces a file atomically: a reader finds the old content or the new one, never a part.
pub(super) fn replace(path: &Path, content: &[u8]) -> Result<(), Error> {
    let draft = path.with_added_extension("new");
    let replaced = std::fs::write(&draft, content).and_then(|()| std::fs::rename(&draft, path));
    replaced.map_err(|error| {
        // An incomplete draft is not left behind.
        let _ = std::fs::remove_file(&draft);
        Error::at(path)(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbered_files_of_the_series_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["frame-00000.png", "frame-00123.png", "frame-best.png", "frame-1.txt", "1.png"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        remove_numbered(folder.path(), "frame-", "png").unwrap();
        let mut left: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["1.png", "frame-1.txt", "frame-best.png"]);
        remove_numbered(&folder.path().join("nowhere"), "", "vti").unwrap();
    }
}
