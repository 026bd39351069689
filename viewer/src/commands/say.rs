use std::fmt::Display;
use std::io::Write;

/// Writes to the standard output; a reader that has left is no error.
pub(super) fn out(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Writes a warning to the standard error.
pub(super) fn warning(text: &str) {
    let _ = writeln!(std::io::stderr(), "warning: {text}");
}

/// Writes an error to the standard error.
pub(super) fn error(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "error: {text}");
}
