//! The invariants of ARCHITECTURE.md that a program can hold.

mod crates;
mod errors;
mod files;
mod imports;
mod words;

use std::path::Path;

use crate::shell::root;

/// Every member and the members it may depend on.
const MEMBERS: [(&str, &[&str]); 7] = [
    ("lbm-core", &[]),
    ("lbm-boundary", &["lbm-core"]),
    ("mask-raster", &[]),
    ("hydro-forces", &[]),
    ("rigid-sim", &[]),
    ("viewer", &["lbm-core", "lbm-boundary", "mask-raster", "hydro-forces", "rigid-sim"]),
    ("xtask", &[]),
];

/// Checks all of them and lists every breach.
pub(crate) fn tidy() -> Result<(), String> {
    let root = root();
    let mut breaches = Vec::new();
    crates::check(&root, &mut breaches)?;
    imports::check(&root, &mut breaches)?;
    words::check(&root, &mut breaches)?;
    errors::check(&root, &mut breaches)?;
    files::check(&root, &mut breaches)?;
    if breaches.is_empty() {
        eprintln!("tidy: all invariants hold");
        return Ok(());
    }
    Err(format!("{} invariants are broken:\n  {}", breaches.len(), breaches.join("\n  ")))
}

/// A path below a folder, with `/` between its parts.
fn place(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string().replace('\\', "/")
}
