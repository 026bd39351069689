//! Sums over time of what passes a line.

/// Volume, m³, and energy, J, that pass a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Passage {
    /// In a second.
    pub(super) now: [f64; 2],
    /// Since the start.
    pub(super) passed: [f64; 2],
}

impl Passage {
    /// Adds what passes in a time by the trapezoidal rule, given what passes in a second at its end.
    pub(super) fn add(&mut self, now: [f64; 2], time_s: f64) {
        self.passed = self.until(now, time_s);
        self.now = now;
    }

    /// What will have passed after a time.
    pub(super) fn until(&self, now: [f64; 2], time_s: f64) -> [f64; 2] {
        std::array::from_fn(|k| self.passed[k] + 0.5 * (self.now[k] + now[k]) * time_s)
    }

    pub(super) fn state(&self) -> [[f64; 2]; 2] {
        [self.now, self.passed]
    }

    pub(super) fn restore(&mut self, [now, passed]: [[f64; 2]; 2]) {
        (self.now, self.passed) = (now, passed);
    }
}
