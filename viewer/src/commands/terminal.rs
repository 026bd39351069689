//! Standard streams, numbers for the user, and Ctrl-C.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

/// Writes to the standard output; that the reader has closed it is no error.
pub(super) fn out(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes a warning to the standard error.
pub(super) fn warning(text: &str) {
    let _ = writeln!(std::io::stderr(), "warning: {text}");
}

/// Writes an error to the standard error.
pub(super) fn error(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "error: {text}");
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP set; a second one ends the program at once.
pub(super) fn on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once; what it has recorded is readable all the same.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// A number with four significant digits, and all digits before its point.
pub(super) fn significant(value: f64) -> String {
    let magnitude = value.abs().log10().floor();
    let decimals = if magnitude.is_finite() { (3.0 - magnitude).clamp(0.0, 12.0) } else { 0.0 };
    format!("{value:.0$}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits_and_large_ones_lose_their_decimals() {
        let figures = [14.8272, 0.000123456, 16500.4, 1.0, 0.0].map(significant);
        assert_eq!(figures, ["14.83", "0.0001235", "16500", "1.000", "0"]);
    }
}
