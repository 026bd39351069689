//! Charts of a run's records.

mod beside;
mod over_time;
mod records;

use std::path::Path;

use super::failure::Failure;

/// Draws the records of a run over time: `gauges.svg`, `bodies.svg`, `towing.svg`, `joints.svg` and `air.svg` beside the tables of
/// those names; with another run its gauges beside those of that run: `beside.svg`.
///
/// # Errors
///
/// [`Failure`] when there are no records, one cannot be read, or a picture cannot be written.
pub fn plot(folder: &Path, other: Option<&Path>) -> Result<String, Failure> {
    for folder in [Some(folder), other].into_iter().flatten() {
        if !folder.is_dir() {
            return Err(Failure::NoFolder { folder: folder.display().to_string() });
        }
    }
    match other {
        Some(other) => beside::draw(folder, other),
        None => over_time::draw(folder),
    }
}
