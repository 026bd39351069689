use std::path::Path;

use super::Error;

/// Removes the files `PREFIX000….EXTENSION` that an earlier run left in a folder; others are not touched, and a folder
/// that is not there has none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbered_files_of_the_series_go() {
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
