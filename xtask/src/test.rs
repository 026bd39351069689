//! Everything that has to pass.

use crate::shell::{cargo, has_cargo_command, run};

/// What is off by default and tested all the same; wgpu, which `viewer` has by default, needs no GPU to be compiled.
pub(crate) const FEATURES: &str = "--features=lbm-core/image,mask-raster/gpu";

/// Runs all tests of the workspace, documentation included.
pub(crate) fn test() -> Result<(), String> {
    if has_cargo_command("nextest") {
        run(cargo(&["nextest", "run", "--workspace", FEATURES]))?;
        run(cargo(&["test", "--workspace", FEATURES, "--doc", "--quiet"]))
    } else {
        run(cargo(&["test", "--workspace", FEATURES]))
    }
}
