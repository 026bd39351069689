//! Simulated time against the wall clock.

use std::time::Duration;

/// Most wall time to catch up with, s: after a pause or a slow step the simulation does not run faster to catch up.
const MOST_OWED_S: f64 = 0.1;
/// Time over which the speed is averaged, s.
const AVERAGE_S: f64 = 0.5;

/// Simulated time that is due, and the speed of the simulation.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    owed_s: f64,
    wall_s: f64,
    simulated_s: f64,
    speed: Option<f64>,
}

impl Pace {
    /// Advances the wall clock by `wall_s`, with `times` as much simulated time due, in steps of `time_step_s`.
    pub(crate) fn advance(&mut self, wall_s: f64, times: f64, time_step_s: f64) {
        self.owed_s = (self.owed_s + wall_s * times).min((MOST_OWED_S * times).max(time_step_s));
        self.wall_s += wall_s;
        if self.wall_s >= AVERAGE_S {
            self.speed = Some(self.simulated_s / self.wall_s);
            (self.wall_s, self.simulated_s) = (0.0, 0.0);
        }
    }

    /// Whether a step of `time_step_s` is due.
    pub(crate) fn is_due(&self, time_step_s: f64) -> bool {
        self.owed_s >= time_step_s
    }

    /// Wall time until a step of `time_step_s` is due, at `times` as much simulated time a second.
    pub(crate) fn wait(&self, time_step_s: f64, times: f64) -> Duration {
        Duration::from_secs_f64(((time_step_s - self.owed_s) / times).clamp(0.0, 1.0))
    }

    /// Counts a step.
    pub(crate) fn stepped(&mut self, time_step_s: f64) {
        self.owed_s = (self.owed_s - time_step_s).max(0.0);
        self.simulated_s += time_step_s;
    }

    /// Simulated time over wall time, once it is known.
    pub(crate) fn speed(&self) -> Option<f64> {
        self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `seconds` of pictures at 50 a second, in each of which the machine manages `most` steps of 5 ms.
    fn run(pace: &mut Pace, seconds: f64, most: usize, times: f64) -> usize {
        let mut steps = 0;
        for _ in 0..(seconds * 50.0) as usize {
            pace.advance(0.02, times, 0.005);
            for _ in 0..most {
                if pace.is_due(0.005) {
                    pace.stepped(0.005);
                    steps += 1;
                }
            }
        }
        steps
    }

    #[test]
    fn a_fast_machine_keeps_the_pace_that_is_asked_for() {
        for (times, least, most) in [(0.5, 195, 200), (1.0, 395, 400), (10.0, 3950, 4000)] {
            let mut pace = Pace::default();
            assert!((least..=most).contains(&run(&mut pace, 2.0, 1000, times)), "× {times}");
            assert!((pace.speed().unwrap() / times - 1.0).abs() < 0.05, "× {times}: {:?}", pace.speed());
        }
    }

    #[test]
    fn a_slow_machine_says_how_slow() {
        let mut pace = Pace::default();
        run(&mut pace, 2.0, 3, 1.0);
        assert!((pace.speed().unwrap() - 0.75).abs() < 0.05, "{:?}", pace.speed());
    }

    #[test]
    fn a_long_wait_is_forgotten_but_for_a_step_that_is_longer() {
        let steps = |time_step_s: f64| {
            let mut pace = Pace::default();
            pace.advance(60.0, 1.0, time_step_s);
            let mut steps = 0;
            while pace.is_due(time_step_s) {
                pace.stepped(time_step_s);
                steps += 1;
            }
            steps
        };
        assert!(steps(0.005) <= 20);
        assert_eq!(steps(0.5), 1);
    }

    #[test]
    fn it_says_when_the_next_step_is_due() {
        let mut pace = Pace::default();
        pace.advance(0.01, 2.0, 0.05);
        assert!((pace.wait(0.05, 2.0).as_secs_f64() - 0.015).abs() < 1e-9);
        assert!(!pace.is_due(0.05));
        pace.advance(0.015_001, 2.0, 0.05);
        assert!(pace.is_due(0.05) && pace.wait(0.05, 2.0).is_zero());
    }
}
