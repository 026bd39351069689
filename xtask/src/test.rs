//! Everything that has to pass.

use std::path::{Path, PathBuf};

use crate::ignored;
use crate::shell::{cargo, has_cargo_command, run};

/// What is off by default and tested all the same; wgpu, which `viewer` has by default, needs no GPU to be compiled.
pub(crate) const FEATURES: &str = "--features=lbm-core/image,mask-raster/gpu";

/// Names a folder of meshes that are no part of the project.
const MESHES: &str = "ESTELA_MESHES";

/// Runs all tests of the workspace, documentation included, and those on the meshes of `ESTELA_MESHES` where it names a
/// folder; tells which are ignored, and why.
pub(crate) fn test() -> Result<(), String> {
    all()?;
    match std::env::var_os(MESHES).map(PathBuf::from) {
        Some(folder) if folder.is_dir() => real_meshes(&folder),
        Some(folder) => Err(format!("{MESHES} names {}, which is no folder", folder.display())),
        None => Ok(()),
    }
}

fn real_meshes(folder: &Path) -> Result<(), String> {
    // Tests run in the folders of their crates.
    let folder = std::path::absolute(folder).map_err(|error| format!("{MESHES}: {error}"))?;
    let packages = ["--package", "hydro-forces", "--package", "mask-raster", "--package", "viewer"];
    let mut tests = cargo(&["test"]);
    tests.args(packages).arg("real_meshes");
    tests.args(["--", "--ignored"]).env(MESHES, folder);
    run(tests)
}

fn all() -> Result<(), String> {
    if has_cargo_command("nextest") {
        run(cargo(&["nextest", "run", "--workspace", FEATURES]))?;
        ignored::print(FEATURES)?;
        run(cargo(&["test", "--workspace", FEATURES, "--doc", "--quiet"]))
    } else {
        run(cargo(&["test", "--workspace", FEATURES]))
    }
}
