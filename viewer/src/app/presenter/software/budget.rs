//! The resolution of smoke, chosen by the time that pictures take.

use std::time::Duration;

/// Time in which a picture should be drawn: thirty a second.
const WITHIN: Duration = Duration::from_millis(33);

/// Pictures whose median counts.
const PICTURES: usize = 5;

/// Pictures with smoke at half the resolution take a third of the time at least; back to all of it only where even that would fit.
const OF_FULL: u32 = 3;

/// Chooses between rays through all pixels and through every other one.
#[derive(Debug, Default)]
pub(super) struct SmokeBudget {
    half: bool,
    /// Times of drawing the pictures since the last change.
    times: Vec<Duration>,
}

impl SmokeBudget {
    /// Whether the next picture is to have smoke at half the resolution.
    pub(super) fn is_half(&self) -> bool {
        self.half
    }

    /// Takes the time of a picture into account.
    pub(super) fn drawn(&mut self, took: Duration) {
        self.times.push(took);
        if self.times.len() < PICTURES {
            return;
        }
        self.times.sort();
        let median = self.times[PICTURES / 2];
        self.times.clear();
        self.half = if self.half { OF_FULL * median > WITHIN } else { median > WITHIN };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(budget: &mut SmokeBudget, times_ms: &[u64]) -> bool {
        times_ms.iter().for_each(|ms| budget.drawn(Duration::from_millis(*ms)));
        budget.is_half()
    }

    #[test]
    fn short_time_halves_the_resolution_until_there_is_time_for_all_of_it() {
        let mut budget = SmokeBudget::default();
        // A slow picture now and then is none.
        assert!(!after(&mut budget, &[20, 200, 20, 20, 300]));
        assert!(!after(&mut budget, &[50, 50, 50, 50]), "too few");
        assert!(after(&mut budget, &[50]));
        // All of it would take three times as long.
        assert!(after(&mut budget, &[20; 5]));
        assert!(!after(&mut budget, &[10; 5]));
        assert!(!after(&mut budget, &[30; 5]));
    }
}
