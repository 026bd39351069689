use serde::{Deserialize, Serialize};

/// Regular instants of simulated time: 0, `every`, 2 `every`, …, each reached once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Instants {
    every_s: f64,
    next: f64,
}

impl Instants {
    /// Instants `every_s` apart, which must be above 0.
    pub fn every(every_s: f64) -> Self {
        Self { every_s, next: 0.0 }
    }

    /// Whether `time_s` has reached the next instant; if so, advances to the first one after `time_s`.
    pub fn reached(&mut self, time_s: f64) -> bool {
        // A tolerance of a millionth, so that rounding does not delay an instant by a step.
        let passed = time_s / self.every_s + 1e-6;
        let reached = passed >= self.next;
        if reached {
            self.next = passed.floor() + 1.0;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instant_is_met_once_by_the_first_step_at_or_after_it() {
        let mut instants = Instants::every(0.1);
        let met: Vec<usize> = (0..=100).filter(|step| instants.reached(*step as f64 * 0.03)).collect();
        let wanted: Vec<usize> = (0..=30).map(|k| (k as f64 * 0.1 / 0.03 - 1e-3).ceil() as usize).collect();
        assert_eq!(met, wanted);
    }

    #[test]
    fn instants_closer_than_steps_are_met_by_every_step() {
        let mut instants = Instants::every(0.01);
        assert!((0..50).all(|step| instants.reached(step as f64 * 0.1)));
    }
}
