use std::path::Path;

use serde::de::DeserializeOwned;

use crate::commands::failure::Failure;

/// Points of a line beyond which no more detail shows.
pub(super) const MOST_POINTS: usize = 2000;

/// Height of a chart, pixels.
pub(super) const HEIGHT: u32 = 240;

pub(super) fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.display().to_string(), source };
    let mut reader = csv::Reader::from_path(path).map_err(unreadable)?;
    reader.deserialize().collect::<Result<_, _>>().map_err(unreadable)
}
