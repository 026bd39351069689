//! A row of the table.

/// One measured figure.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) bench: &'static str,
    pub(super) case: String,
    pub(super) threads: usize,
    pub(super) value: f64,
    pub(super) unit: &'static str,
    /// Reference of `value`, in the same unit: its best possible value, or the work that it goes along with.
    pub(super) bound: f64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.value / self.bound
    }

    pub(super) fn print(&self) {
        let Self { bench, case, threads, value, unit, bound } = self;
        println!(
            "{bench:<8} {case:<46} {threads:>7} {value:>9.1} {unit:<8} {bound:>9.1} {:>6.2}",
            self.ratio()
        );
    }

    pub(super) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "bench": self.bench,
            "case": self.case,
            "threads": self.threads,
            "value": self.value,
            "unit": self.unit,
            "bound": self.bound,
            "ratio": self.ratio(),
        })
    }
}
