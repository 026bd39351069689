//! A row of the table.

/// One figure and what it should be.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) case: &'static str,
    pub(super) quantity: String,
    pub(super) value: f64,
    pub(super) reference: f64,
    /// Largest |value − reference| that passes.
    pub(super) tolerance: f64,
}

impl Row {
    /// Distance of the value from the reference.
    pub(super) fn error(&self) -> f64 {
        (self.value - self.reference).abs()
    }

    /// Whether the error is within the tolerance; never where the value is not a number.
    pub(super) fn passes(&self) -> bool {
        self.error() <= self.tolerance
    }

    /// The row for the file of `--json`.
    pub(super) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "case": self.case,
            "quantity": self.quantity,
            "value": self.value,
            "reference": self.reference,
            "error": self.error(),
            "tolerance": self.tolerance,
            "pass": self.passes(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    fn row(value: f64) -> Row {
        Row { case: "", quantity: String::new(), value, reference: 1.0, tolerance: 0.1 }
    }

    #[test]
    fn only_what_is_near_the_reference_passes() {
        assert!(row(1.05).passes() && row(0.95).passes());
        assert!(!row(1.2).passes() && !row(0.8).passes() && !row(f64::NAN).passes());
    }
}
