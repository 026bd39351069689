use std::sync::atomic::AtomicBool;

use super::cli::Options;
use super::failure::Failure;
use super::simulate::{Besides, simulate};

/// Simulates a scenario and writes its records and pictures of it; returns what to tell of it.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or went unstable: records and pictures until then are written.
pub fn render(options: &Options, stop: &AtomicBool) -> Result<String, Failure> {
    simulate(options, stop, Besides::Pictures)
}
