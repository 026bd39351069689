//! What a change has to pass.

use crate::shell::{cargo, run};
use crate::test::FEATURES;

/// Formatting, clippy, documentation, tests, tidy; the cheap ones first.
pub(crate) fn ci() -> Result<(), String> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::tidy()?;
    run(cargo(&["clippy", "--workspace", "--all-targets", FEATURES, "--", "-D", "warnings"]))?;
    run(cargo(&["clippy", "--package", "viewer", "--no-default-features", "--", "-D", "warnings"]))?;
    run(cargo(&["clippy", "--package", "mask-raster", "--all-targets", "--", "-D", "warnings"]))?;
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", FEATURES]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    crate::test::test()
}
