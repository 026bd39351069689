//! Rows of figures as a file.

use std::path::Path;

/// Writes an array of rows, if a file is given.
pub(crate) fn write(file: Option<&Path>, rows: Vec<serde_json::Value>) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let text = format!("{:#}\n", serde_json::Value::Array(rows));
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
