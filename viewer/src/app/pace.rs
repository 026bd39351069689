//! Simulated time against the wall clock.

/// Most simulated time to catch up with, s: after a pause or a slow picture the simulation does not run faster than real time to catch up.
const MOST_OWED_S: f64 = 0.1;
/// Time over which the speed is averaged, s.
const AVERAGE_S: f64 = 0.5;
/// A speed below this, in simulated time over wall time, is reported.
const KEEPING_UP: f64 = 0.95;

/// Simulated time that is due, and the speed of the simulation.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    owed_s: f64,
    wall_s: f64,
    simulated_s: f64,
    speed: Option<f64>,
}

impl Pace {
    /// Advances the clock by `wall_s`.
    pub(crate) fn advance(&mut self, wall_s: f64) {
        self.owed_s = (self.owed_s + wall_s).min(MOST_OWED_S);
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

    /// Counts a step.
    pub(crate) fn stepped(&mut self, time_step_s: f64) {
        self.owed_s -= time_step_s;
        self.simulated_s += time_step_s;
    }

    /// Text such as `×0.8 real time`; empty while the world keeps up.
    pub(crate) fn remark(&self) -> String {
        match self.speed {
            Some(speed) if speed < KEEPING_UP => {
                let decimals = if speed < 0.1 { 2 } else { 1 };
                format!("\u{d7}{speed:.decimals$} real time")
            }
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `seconds` of pictures at 50 a second, in each of which the machine manages `most` steps of 5 ms.
    fn run(pace: &mut Pace, seconds: f64, most: usize) -> usize {
        let mut steps = 0;
        for _ in 0..(seconds * 50.0) as usize {
            pace.advance(0.02);
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
    fn a_fast_machine_keeps_the_clocks_pace_and_says_nothing() {
        let mut pace = Pace::default();
        assert!((395..=400).contains(&run(&mut pace, 2.0, 1000)));
        assert_eq!(pace.remark(), "");
    }

    #[test]
    fn a_slow_machine_says_how_slow() {
        let mut pace = Pace::default();
        run(&mut pace, 2.0, 3);
        assert!(
            pace.remark().contains("0.8 real time") || pace.remark().contains("0.7 real time"),
            "{}",
            pace.remark()
        );
    }

    #[test]
    fn a_long_wait_is_forgotten() {
        let mut pace = Pace::default();
        pace.advance(60.0);
        let mut steps = 0;
        while pace.is_due(0.005) {
            pace.stepped(0.005);
            steps += 1;
        }
        assert!(steps <= 20, "{steps} steps at once");
    }
}
