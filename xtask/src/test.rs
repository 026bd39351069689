//! `cargo xtask test`: all tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::demo::has_display;
use crate::shell::{cargo, run};

/// Features of the libraries that are off by default.
const LIBRARIES: &str = "--features=lbm-core/image,lbm-core/half,lbm-boundary/half,lbm-boundary/serde,hydro-forces/serde,mask-raster/serde,rigid-sim/serde";
/// The window with the tests of its panels, pictures by a GPU, shaders for other platforms, and the program behind `verify`, `bench`, `gallery`
/// and `fuzz`.
const OTHERS: &str = "--features=mask-raster/translation-tests,viewer/panel-tests,xtask/figures";

/// Tests of all crates, with those of the window's panels. wgpu, which `viewer` has by default, needs no GPU to be compiled.
const WITH_WINDOW: [&str; 3] = ["--workspace", LIBRARIES, "--features=viewer/panel-tests"];
/// The same without window and GPU, which are a third of what there is to compile.
const WITHOUT_WINDOW: [&str; 3] = ["--workspace", "--no-default-features", LIBRARIES];
/// All crates with all features, so that each is compiled once.
pub(crate) const ALL: [&str; 3] = ["--workspace", LIBRARIES, OTHERS];

/// Names a folder of meshes that are no part of the project.
const MESHES: &str = "ESTELA_MESHES";

/// Runs all tests of the workspace, documentation included, and those on the meshes of `ESTELA_MESHES` where it names a
/// folder. Ignored tests are listed with the reason.
///
/// Where there is no display, window and GPU are left out unless `all` tests are wanted; then the translated shaders and the program
/// `figures` are tested too. Tests that need an adapter, a display or other programs stay ignored: the gate runs them.
pub(crate) fn test(all: bool) -> Result<(), String> {
    let workspace = match (all, has_display()) {
        (true, _) => ALL,
        (false, true) => WITH_WINDOW,
        (false, false) => WITHOUT_WINDOW,
    };
    if !all {
        let window = if has_display() { "" } else { "of window and GPU, as there is no display, " };
        eprintln!("Without the tests {window}of `figures` and of translated shaders; --all runs them too.");
    }
    run(tests(&workspace, &[]))?;
    match std::env::var_os(MESHES).map(PathBuf::from) {
        Some(folder) if folder.is_dir() => real_meshes(&workspace, &folder),
        Some(folder) => Err(format!("{MESHES} names {}, which is no folder", folder.display())),
        None => Ok(()),
    }
}

/// Tests of some crates with more arguments, compiled as the gate has them, without the files of incremental builds: from nothing, these
/// took 768 s of the processors' time with them, and 697 s without.
fn tests(of: &[&str], arguments: &[&str]) -> Command {
    let mut tests = cargo(&[&["test"], of, arguments].concat());
    tests.env("CARGO_INCREMENTAL", "0");
    tests
}

fn real_meshes(workspace: &[&str], folder: &Path) -> Result<(), String> {
    // Tests run in the folders of their crates.
    let folder = std::path::absolute(folder).map_err(|error| format!("{MESHES}: {error}"))?;
    // The features as before, so that nothing is compiled again.
    let mut tests = tests(workspace, &["real_meshes", "--", "--ignored"]);
    tests.env(MESHES, folder);
    run(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gate_tests_the_same_features() {
        let gate = include_str!("../../.ci/run");
        for wanted in [format!("libraries={LIBRARIES}"), format!("others={OTHERS}")] {
            assert!(gate.lines().any(|line| line == wanted), "{wanted} is not what .ci/run has");
        }
    }
}
