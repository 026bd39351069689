//! Everything that has to pass.

use crate::shell::{cargo, has_cargo_command, run};

/// Runs all tests of the workspace, documentation included.
pub(crate) fn test() -> Result<(), String> {
    if has_cargo_command("nextest") {
        run(cargo(&["nextest", "run", "--workspace"]))?;
        run(cargo(&["test", "--workspace", "--doc", "--quiet"]))
    } else {
        run(cargo(&["test", "--workspace"]))
    }
}
