//! The program that draws the exhibits, and the folder of the gallery.

use crate::shell::{cargo, run};

/// Folder of the gallery, from the root of the workspace.
pub(super) const FOLDER: &str = "target/gallery";

/// Runs the program `estela`, built in release.
pub(super) fn estela(arguments: &[&str]) -> Result<(), String> {
    let program = ["run", "--release", "--quiet", "--package", "viewer", "--bin", "estela", "--"];
    run(cargo(&[&program[..], arguments].concat()))
}
