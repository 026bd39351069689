//! The members of the workspace, and their sources.

use std::path::{Path, PathBuf};

/// Every member and the members it may depend on.
pub(super) const MEMBERS: [(&str, &[&str]); 7] = [
    ("lbm-core", &[]),
    ("lbm-boundary", &["lbm-core"]),
    ("mask-raster", &[]),
    ("hydro-forces", &[]),
    ("rigid-sim", &[]),
    ("viewer", &["lbm-core", "lbm-boundary", "mask-raster", "hydro-forces", "rigid-sim"]),
    ("xtask", &[]),
];

/// All Rust sources below a folder with their texts.
pub(super) fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    with_extension(folder, "rs")
}

/// All files below a folder with an extension, with their texts.
pub(super) fn with_extension(folder: &Path, extension: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    let mut entries: Vec<_> = folder.read_dir().map_err(fail)?.collect::<Result<_, _>>().map_err(fail)?;
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                found.extend(with_extension(&path, extension)?);
            }
        } else if path.extension().is_some_and(|e| e == extension) {
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            found.push((path, text));
        }
    }
    Ok(found)
}

/// A path below a folder, with `/` between its parts.
pub(super) fn place(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string().replace('\\', "/")
}
