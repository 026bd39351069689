//! `cargo xtask ci`: the checks that a change has to pass.

use crate::shell::{cargo, run};
use crate::test::ALL;

/// Formatting, tidy, clippy, documentation, tests; the cheap ones first.
pub(crate) fn ci() -> Result<(), String> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    crate::tidy::tidy()?;
    run(cargo(&[&["clippy", "--all-targets"], &ALL[..], &["--", "-D", "warnings"]].concat()))?;
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
        "--package=lbm-core",
        "--package=lbm-boundary",
        "--package=mask-raster",
        "--package=hydro-forces",
        "--package=rigid-sim",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    // The features of the first check, so that no dependency is checked twice.
    let mut doc = cargo(&[&["doc", "--no-deps"], &ALL[..]].concat());
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    crate::test::test(true)
}
