//! Checks that several keys have in common.

use crate::scenario::{Scenario, Scheme, Slip, Wall};

/// A wrong key, and what would be right.
pub(super) type Wrong = (String, String);

pub(super) fn wrong<T>(key: impl Into<String>, message: String) -> Result<T, Wrong> {
    Err((key.into(), message))
}

/// Range of lengths that single precision resolves, m.
pub(super) const LENGTHS_M: [f64; 2] = [1e-6, 1e6];

/// Range of masses, kg: from a microgram to all ships there are.
pub(super) const MASSES_KG: [f64; 2] = [1e-9, 1e12];

/// Range of durations, s: from less than any step to 30,000 years.
pub(super) const TIMES_S: [f64; 2] = [1e-9, 1e12];

/// Range of other quantities above 0.
pub(super) const POSITIVE: [f64; 2] = [1e-12, 1e12];

/// Greatest magnitude of a number of any sign.
const GREATEST: f64 = 1e12;

/// Adds the key that set a value to an error of the crate that owns its limit.
pub(super) fn with_key<T>(key: &str, result: Result<T, impl std::error::Error>) -> Result<T, Wrong> {
    result.or_else(|error| wrong(key, error.to_string()))
}

/// Adds the key and, as its last part, the name of the field that the error is about.
pub(super) fn with_field<T>(key: &str, result: Result<T, hydro_forces::Error>) -> Result<T, Wrong> {
    use hydro_forces::Error::{NotFinite, OutOfRange};
    result.or_else(|error| match &error {
        OutOfRange { what, value, range } => {
            wrong(format!("{key}.{what}"), format!("{value}; it must be {range}"))
        }
        NotFinite { what } => wrong(format!("{key}.{what}"), error.to_string()),
        _ => wrong(key, error.to_string()),
    })
}

/// A number as messages show it: in powers of ten where it would be long.
fn shown(value: f64) -> String {
    let usual = value == 0.0 || (1e-6..1e15).contains(&value.abs()) || !value.is_finite();
    if usual { value.to_string() } else { format!("{value:e}") }
}

pub(super) fn within(key: &str, value: f64, [least, most]: [f64; 2]) -> Result<(), Wrong> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    wrong(key, format!("{}; it must be above 0, from {least:e} to {most:e}", shown(value)))
}

pub(super) fn length(key: &str, value: f64) -> Result<(), Wrong> {
    within(key, value, LENGTHS_M)
}

/// A height of the water above the datum; over a bed, with which it is compared elsewhere, any.
pub(super) fn level(key: &str, level_m: f64, scenario: &Scenario) -> Result<(), Wrong> {
    if scenario.bed.is_empty() { length(key, level_m) } else { place(key, &[level_m]) }
}

/// A duration that may be 0.
pub(super) fn duration(key: &str, value: f64) -> Result<(), Wrong> {
    not_negative(key, value, TIMES_S)
}

/// A quantity that may be 0, up to the end of a range.
pub(super) fn not_negative(key: &str, value: f64, [_, most]: [f64; 2]) -> Result<(), Wrong> {
    if (0.0..=most).contains(&value) {
        return Ok(());
    }
    wrong(key, format!("{}; it must be 0 or above, at most {most:e}", shown(value)))
}

/// Greatest number of points of a schedule.
const MAX_SCHEDULE: usize = 100_000;

/// Refuses the times of a schedule that do not rise.
pub(super) fn schedule(key: &str, times_s: impl ExactSizeIterator<Item = f64>) -> Result<(), Wrong> {
    count(&format!("{key}.schedule"), times_s.len(), MAX_SCHEDULE)?;
    let [_, last] = TIMES_S;
    let mut before = f64::NEG_INFINITY;
    for (i, time_s) in times_s.enumerate() {
        if !((-last..=last).contains(&time_s) && time_s > before) {
            let message = format!("{time_s}; times must rise from entry to entry");
            return wrong(format!("{key}.schedule.{i}.time_s"), message);
        }
        before = time_s;
    }
    Ok(())
}

/// Coordinates on a body or about the domain.
pub(super) fn place(key: &str, values: &[f64]) -> Result<(), Wrong> {
    let [_, most] = LENGTHS_M;
    magnitude(key, values, most)
}

pub(super) fn finite(key: &str, values: &[f64]) -> Result<(), Wrong> {
    magnitude(key, values, GREATEST)
}

pub(super) fn magnitude(key: &str, values: &[f64], most: f64) -> Result<(), Wrong> {
    match values.iter().find(|value| !(-most..=most).contains(*value)) {
        Some(value) => {
            wrong(key, format!("{}; it must be a finite number, from {:e} to {most:e}", shown(*value), -most))
        }
        None => Ok(()),
    }
}

/// Refuses a list that is longer than a run can work through.
pub(super) fn count(key: &str, entries: usize, most: usize) -> Result<(), Wrong> {
    if entries <= most {
        Ok(())
    } else {
        wrong(key, format!("{entries} entries; at most {most} can be given"))
    }
}

pub(super) fn inside(key: &str, [x, y]: [f64; 2], scenario: &Scenario) -> Result<(), Wrong> {
    let [width, height] = scenario.size_m();
    if (0.0..=width).contains(&x) && (0.0..=height).contains(&y) {
        return Ok(());
    }
    let [x, y] = [x, y].map(shown);
    wrong(key, format!("[{x}, {y}] is outside the domain; it must be within [0, 0] and [{width}, {height}]"))
}

pub(super) fn wall(key: &str, wall: &Wall) -> Result<(), Wrong> {
    match (wall.scheme.unwrap_or_default(), wall.slip) {
        (Scheme::Modified | Scheme::Extrapolated | Scheme::AsPrinted, Slip::FreeSlip) => {
            let message = "is for no-slip walls; with slip = \"free-slip\" it must be \"half-way\", \"on-grid\" or \"interpolated\"";
            wrong(format!("{key}.scheme"), message.into())
        }
        _ => Ok(()),
    }
}
