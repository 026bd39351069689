use std::f64::consts::PI;

/// A rise from 0 at time 0 to 1 at [`rise_s`](Self::rise_s), with no slope at either end: `½ (1 − cos(π t/T))`.
///
/// ```
/// let ramp = hydro_forces::Ramp { rise_s: 4.0 };
/// assert!((ramp.at(2.0) - 0.5).abs() < 1e-12 && ramp.at(9.0) == 1.0);
/// // A speed that rises so covers half of what it would at its full value.
/// assert!((ramp.covered_s(4.0) - 2.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ramp {
    /// Time `T` of the rise, s; 0 for one at once.
    pub rise_s: f64,
}

impl Ramp {
    /// The fraction of the full value at a time, 0 to 1.
    pub fn at(&self, time_s: f64) -> f64 {
        if time_s < self.rise_s { 0.5 - 0.5 * (PI * time_s.max(0.0) / self.rise_s).cos() } else { 1.0 }
    }

    /// The integral of the fraction until a time, s: a speed that rises by this ramp has come as far as the full speed would in this time.
    pub fn covered_s(&self, time_s: f64) -> f64 {
        if time_s >= self.rise_s {
            return time_s - 0.5 * self.rise_s;
        }
        let angular = PI / self.rise_s;
        0.5 * (time_s - (angular * time_s).sin() / angular)
    }

    /// The time at which [`Self::covered_s`] comes to a value, s.
    pub fn time_to_cover_s(&self, covered_s: f64) -> f64 {
        if covered_s >= 0.5 * self.rise_s {
            return covered_s + 0.5 * self.rise_s;
        }
        let (mut before, mut after) = (0.0, self.rise_s);
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if self.covered_s(middle) < covered_s { before = middle } else { after = middle }
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_is_the_integral() {
        let ramp = Ramp { rise_s: 3.0 };
        let mut covered_s = 0.0;
        for step in 0..50_000 {
            covered_s += 1e-4 * ramp.at(1e-4 * (f64::from(step) + 0.5));
            let end_s = 1e-4 * f64::from(step + 1);
            assert!((ramp.covered_s(end_s) - covered_s).abs() < 1e-7, "{end_s}");
            assert!((ramp.time_to_cover_s(covered_s) - end_s).abs() < 1e-2 || end_s < 0.2, "{end_s}");
        }
        let at_once = Ramp { rise_s: 0.0 };
        assert_eq!((at_once.at(0.0), at_once.covered_s(3.0), at_once.time_to_cover_s(2.5)), (1.0, 3.0, 2.5));
    }
}
