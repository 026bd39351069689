use std::path::Path;

use serde::de::DeserializeOwned;

use crate::commands::chart::{self, Chart};
use crate::commands::failure::Failure;
use crate::sim::bounded;
use crate::sim::records::RunFolder;

/// Points of a line beyond which no more detail shows.
pub(super) const MOST_POINTS: usize = 2000;

/// Height of a chart, pixels.
const HEIGHT: u32 = 240;

pub(super) fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.display().to_string(), source };
    let file = bounded::open(path).map_err(|error| unreadable(error.into()))?;
    let mut reader = csv::Reader::from_reader(file);
    reader.deserialize().collect::<Result<_, _>>().map_err(unreadable)
}

/// Writes charts beside the records of a run, which may still go on; returns the file's name.
pub(super) fn write(folder: &Path, name: &str, charts: &[Chart<'_>]) -> Result<String, Failure> {
    RunFolder::beside(folder, None, &[name])?;
    Ok(chart::write(&folder.join(name), charts, HEIGHT)?)
}
