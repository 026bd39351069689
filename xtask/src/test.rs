//! `cargo xtask test`: all tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{cargo, run};

/// Features that are off by default and tested too; wgpu, which `viewer` has by default, needs no GPU to be compiled.
pub(crate) const FEATURES: &str = "--features=lbm-core/image,lbm-core/half,lbm-boundary/half,lbm-boundary/serde,hydro-forces/serde,mask-raster/serde,rigid-sim/serde,mask-raster/gpu,viewer/panel-tests";

/// Names a folder of meshes that are no part of the project.
const MESHES: &str = "ESTELA_MESHES";

/// Runs all tests of the workspace, documentation included, and those on the meshes of `ESTELA_MESHES` where it names a
/// folder. Ignored tests are listed with the reason.
pub(crate) fn test() -> Result<(), String> {
    run(tests(&[]))?;
    match std::env::var_os(MESHES).map(PathBuf::from) {
        Some(folder) if folder.is_dir() => real_meshes(&folder),
        Some(folder) => Err(format!("{MESHES} names {}, which is no folder", folder.display())),
        None => Ok(()),
    }
}

/// All tests with more arguments, compiled as the gate has them, without the files of incremental builds: from nothing, these
/// took 768 s of the processors' time with them, and 697 s without.
fn tests(arguments: &[&str]) -> Command {
    let mut tests = cargo(&["test", "--workspace", FEATURES]);
    tests.args(arguments).env("CARGO_INCREMENTAL", "0");
    tests
}

fn real_meshes(folder: &Path) -> Result<(), String> {
    // Tests run in the folders of their crates.
    let folder = std::path::absolute(folder).map_err(|error| format!("{MESHES}: {error}"))?;
    // The features as before, so that nothing is compiled again.
    let mut tests = tests(&["real_meshes", "--", "--ignored"]);
    tests.env(MESHES, folder);
    run(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gate_tests_the_same_features() {
        let gate = include_str!("../../.ci/run");
        assert!(
            gate.lines().any(|line| line == format!("features={FEATURES}")),
            "{FEATURES} is not what .ci/run has"
        );
    }
}
