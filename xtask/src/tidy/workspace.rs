//! The members of the workspace, and their sources.

use std::path::{Path, PathBuf};

/// Folder of every member, and the packages of the members that it may depend on.
pub(super) const MEMBERS: [(&str, &[&str]); 11] = [
    ("lbm-core", &[]),
    ("lbm-boundary", &["lbm-core"]),
    ("mask-raster", &[]),
    ("hydro-forces", &[]),
    ("rigid-sim", &[]),
    (
        "viewer",
        &["lbm-core", "mask-raster", "hydro-forces", "viewer-sim", "viewer-render", "viewer-whole-file"],
    ),
    (
        "viewer/sim",
        &[
            "lbm-core",
            "lbm-boundary",
            "mask-raster",
            "hydro-forces",
            "rigid-sim",
            "viewer-input",
            "viewer-whole-file",
        ],
    ),
    (
        "viewer/input",
        &["lbm-core", "lbm-boundary", "mask-raster", "hydro-forces", "rigid-sim", "viewer-whole-file"],
    ),
    ("viewer/render", &["mask-raster", "viewer-whole-file"]),
    ("viewer/whole-file", &[]),
    ("xtask", &[]),
];

/// Name of the package in a member's folder: that of the folder, after those of the folders around it.
pub(super) fn package(folder: &str) -> String {
    folder.replace('/', "-")
}

/// All Rust sources below a folder with their texts.
pub(super) fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    with_extension(folder, "rs")
}

/// All files below a folder with an extension, with their texts. Packages within it are members of their own, which have theirs.
pub(super) fn with_extension(folder: &Path, extension: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    let mut entries: Vec<_> = folder.read_dir().map_err(fail)?.collect::<Result<_, _>>().map_err(fail)?;
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") && !path.join("Cargo.toml").exists() {
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
