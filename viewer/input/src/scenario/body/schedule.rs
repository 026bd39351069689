//! Schedules: points in time with straight lines between them.

/// The points before and after a time, and the part of the way between them; beyond the ends the outermost twice. None of no points.
pub(super) fn around<T>(schedule: &[T], time_s: f64, of: impl Fn(&T) -> f64) -> Option<([&T; 2], f64)> {
    let next = schedule.partition_point(|point| of(point) <= time_s);
    match (schedule[..next].last(), schedule.get(next)) {
        (None, None) => None,
        (Some(only), None) | (None, Some(only)) => Some(([only; 2], 0.0)),
        (Some(before), Some(after)) => {
            let [from_s, to_s] = [of(before), of(after)];
            Some(([before, after], (time_s - from_s) / (to_s - from_s)))
        }
    }
}
