//! How finely pictures are drawn: smoke by the time that they take, all else by whether they stand.

use std::time::{Duration, Instant};

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

/// Time after which a picture that stands is drawn in full.
const REST: Duration = Duration::from_millis(250);
/// Samples along a side of a pixel: in motion one, as the simulation needs the CPU, too.
const SAMPLES: [usize; 2] = [1, 2];

/// Chooses between pictures for motion and pictures at rest.
#[derive(Debug, Default)]
pub(super) struct Quality {
    /// Time at which the picture is to be drawn in full; none of one that was.
    due: Option<Instant>,
}

impl Quality {
    /// Samples along a side of a pixel by which the picture is to be drawn now, whether it is a new one or not; none where it stays as it is.
    pub(super) fn samples(&mut self, is_new: bool, now: Instant) -> Option<usize> {
        if is_new {
            self.due = Some(now + REST);
            return Some(SAMPLES[0]);
        }
        self.due.take_if(|due| *due <= now).map(|_| SAMPLES[1])
    }

    /// Time at which the picture is to be drawn in full, if it is not.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_stands_is_drawn_in_full_once() {
        let (mut quality, start) = (Quality::default(), Instant::now());
        assert_eq!(quality.samples(true, start), Some(1));
        assert_eq!(quality.samples(false, start + REST / 2), None);
        assert_eq!(quality.samples(true, start + REST), Some(1), "it moves on");
        assert_eq!(quality.due(), Some(start + 2 * REST));
        assert_eq!(quality.samples(false, start + 2 * REST), Some(2));
        assert_eq!(quality.samples(false, start + 3 * REST), None);
        assert_eq!(quality.due(), None);
    }

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
