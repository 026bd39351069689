//! Commands that simulate: `run`, `render`, `resume` and `maps`.

mod checkpoint;
mod drive;
mod ending;
mod maps;
mod output;
mod pictures;
mod progress;
mod resume;
mod simulate;
mod source;

use std::sync::atomic::AtomicBool;

use super::appearance::Appearance;
use super::cli::{Options, Products};
use super::failure::Failure;
pub(super) use drive::{drive, folder};
pub use maps::maps;
pub(super) use progress::Progress;
pub use resume::resume;
use simulate::{Besides, simulate};

/// Simulates a scenario and writes its records, with `--every` also its fields; returns a report.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or became unstable: the records are complete until then.
pub fn run(options: &Options, stop: &AtomicBool) -> Result<String, Failure> {
    simulate(options, stop, Besides::Fields)
}

/// Simulates a scenario and writes its records and pictures of it; returns a report.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or became unstable: records and pictures until then are written.
pub fn render(
    options: &Options,
    appearance: &Appearance,
    products: &Products,
    stop: &AtomicBool,
) -> Result<String, Failure> {
    simulate(options, stop, Besides::Pictures(appearance, products))
}
