use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use crate::commands::failure::Failure;
use crate::sim::scenario::{Error, shipped};

/// The text of a shipped scenario's file.
///
/// # Errors
///
/// [`Failure::Scenario`] if none is shipped under this name.
pub fn show(name: &str) -> Result<String, Failure> {
    match shipped::text(name) {
        Some(text) => Ok(text.into()),
        None => Err(Error::NotFound { name: name.into(), right: shipped::right_names(name) }.into()),
    }
}

/// Writes a copy of the shipped scenario `from` to `NAME.toml`, for a user to change; returns what to do next.
///
/// # Errors
///
/// [`Failure`] if none is shipped under this name, or if the file exists already or cannot be written.
pub fn new(name: &str, from: &str) -> Result<String, Failure> {
    let text = show(from)?;
    let file = PathBuf::from(if name.ends_with(".toml") { name.into() } else { format!("{name}.toml") });
    let shown = file.display();
    let wrong = |source| Failure::NotMade { file: file.display().to_string(), source };
    match OpenOptions::new().write(true).create_new(true).open(&file) {
        Ok(mut opened) => opened.write_all(text.as_bytes()).map_err(wrong)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::Exists { file: shown.to_string() });
        }
        Err(error) => return Err(wrong(error)),
    }
    Ok(format!(
        "{shown}: a copy of `{from}` to change. `estela keys` explains its keys, `estela check {shown}` what would be simulated, \
         `estela run {shown}` simulates it.\n"
    ))
}
