//! Pictures a second.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Time over which they are counted.
pub(crate) const SPAN: Duration = Duration::from_secs(1);

/// When pictures were drawn.
#[derive(Debug, Default)]
pub(crate) struct Rate {
    drawn: VecDeque<Instant>,
}

impl Rate {
    /// Notes a frame, if its picture is a new one.
    pub(crate) fn count(&mut self, now: Instant, is_new: bool) {
        self.drawn.extend(is_new.then_some(now));
    }

    /// Pictures of the last second; none if there were less than two.
    pub(crate) fn per_second(&mut self, now: Instant) -> Option<f64> {
        while self.drawn.front().is_some_and(|at| now - *at > SPAN) {
            self.drawn.pop_front();
        }
        let span = *self.drawn.back()? - *self.drawn.front()?;
        (self.drawn.len() > 1).then(|| (self.drawn.len() - 1) as f64 / span.as_secs_f64().max(1e-3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_pictures_of_the_last_second_count() {
        let (mut rate, start) = (Rate::default(), Instant::now());
        for k in 0..200u64 {
            rate.count(start + Duration::from_millis(20 * k), k % 2 == 0);
        }
        let per_second = rate.per_second(start + Duration::from_millis(3980)).unwrap();
        assert!((per_second - 25.0).abs() < 0.5, "{per_second}");
        assert_eq!(rate.per_second(start + Duration::from_secs(9)), None);
    }
}
