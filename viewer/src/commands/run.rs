use std::sync::atomic::AtomicBool;

use super::cli::Options;
use super::failure::Failure;
use super::simulate::{Besides, simulate};

/// Simulates a scenario and writes its records, with `--every` also its fields; returns what to tell of it.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or went unstable: the records are complete until then.
pub fn run(options: &Options, stop: &AtomicBool) -> Result<String, Failure> {
    simulate(options, stop, Besides::Fields)
}
