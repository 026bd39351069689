//! What the user should know of a run.

/// Warnings, and the greatest Froude number so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) warnings: Vec<String>,
    pub(super) max_froude: f64,
    /// Whether water beyond the scheme's stability was warned of.
    pub(super) warned_of_speed: bool,
}

impl Findings {
    pub(super) fn warn(&mut self, message: String) {
        self.warnings.push(message);
    }
}
