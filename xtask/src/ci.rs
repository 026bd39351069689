//! `cargo xtask ci`: the checks that a change has to pass.

use crate::shell::{cargo, run};
use crate::test::ALL_FEATURES;

/// Formatting, tidy, clippy, documentation, tests; the cheap ones first.
pub(crate) fn ci() -> Result<(), String> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::tidy()?;
    run(cargo(&["clippy", "--workspace", "--all-targets", ALL_FEATURES, "--", "-D", "warnings"]))?;
    // Each crate without features, as many of its users have it.
    for features in ["", "gpu", "window"] {
        let features = format!("--features={features}");
        run(cargo(&[
            "clippy",
            "--package=viewer",
            "--no-default-features",
            &features,
            "--",
            "-D",
            "warnings",
        ]))?;
    }
    run(cargo(&[
        "clippy",
        "--package=mask-raster",
        "--package=lbm-core",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    // The features of the first check, so that no dependency is checked twice.
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", ALL_FEATURES]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    crate::test::test(true)
}
