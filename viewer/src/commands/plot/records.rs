use std::path::Path;

use serde::de::DeserializeOwned;

use crate::commands::chart::{self, Chart};
use crate::commands::failure::Failure;
use crate::sim::records;
use crate::whole_file;

/// Points of a line beyond which no more detail shows.
pub(super) const MOST_POINTS: usize = 2000;

pub(super) fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.display().to_string(), source };
    let mut reader = csv::Reader::from_path(path).map_err(unreadable)?;
    reader.deserialize().collect::<Result<_, _>>().map_err(unreadable)
}

pub(super) fn write(path: &Path, charts: &[Chart<'_>]) -> Result<String, records::Error> {
    whole_file::write(path, chart::svg(charts, 240).as_bytes()).map_err(records::Error::at(path))?;
    Ok(path.display().to_string())
}
