//! What a change has to pass.

use crate::shell::{cargo, run};

/// Formatting, clippy, documentation, tests, tidy; the cheap ones first.
pub(crate) fn ci() -> Result<(), String> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::tidy()?;
    run(cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--features=lbm-core/image",
        "--",
        "-D",
        "warnings",
    ]))?;
    run(cargo(&["clippy", "--package", "viewer", "--no-default-features", "--", "-D", "warnings"]))?;
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--features=lbm-core/image"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    crate::test::test()
}
