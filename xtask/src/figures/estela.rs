//! The program `estela`, built in release without window and GPU, as `figures` itself has `viewer`.

use crate::shell::{cargo, run};

const PROGRAM: [&str; 4] = ["--release", "--package=viewer", "--bin=estela", "--no-default-features"];

/// Builds the program, with cargo's own progress on the terminal.
pub(crate) fn build() -> Result<(), String> {
    run(cargo(&[&["build"], &PROGRAM[..]].concat()))
}

/// Runs the program that [`build`] has built.
pub(crate) fn estela(arguments: &[&str]) -> Result<(), String> {
    run(cargo(&[&["run", "--quiet"], &PROGRAM[..], &["--"], arguments].concat()))
}
