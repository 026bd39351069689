use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Values of a side over time, such as those of a tide or a flood, in place of the constants of the same names: straight lines between
/// the times, and before the first and after the last one as there.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// A table in a file, relative to the scenario file, else to the working folder: comma-separated, with the names of these keys at
    /// its head, such as `time_s,level_m`. Either this or the lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Times, each later than the one before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time_s: Vec<f64>,
    /// Levels at these times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_m: Option<Vec<f64>>,
    /// Speeds across the side, into the domain when positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity_m_s: Option<Vec<f64>>,
    /// Volumes per second, into the domain when positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discharge_m3_s: Option<Vec<f64>>,
}

impl Series {
    /// The lists that are given, by name.
    pub(crate) fn lists(&self) -> impl Iterator<Item = (&'static str, &Vec<f64>)> {
        [
            ("level_m", &self.level_m),
            ("velocity_m_s", &self.velocity_m_s),
            ("discharge_m3_s", &self.discharge_m3_s),
        ]
        .into_iter()
        .filter_map(|(name, list)| Some((name, list.as_ref()?)))
    }

    /// Value of one of its lists at a time.
    fn value(&self, list: &[f64], time_s: f64) -> f64 {
        let after = self.time_s.partition_point(|time| *time <= time_s);
        let (Some(first), Some(last)) = (list.first(), list.last()) else { return f64::NAN };
        let (Some(before), true) = (after.checked_sub(1), after < self.time_s.len()) else {
            return if after == 0 { *first } else { *last };
        };
        let part = (time_s - self.time_s[before]) / (self.time_s[after] - self.time_s[before]);
        list[before] + part * (list[after] - list[before])
    }
}

/// The value at a time of what is constant, or a list of a series.
pub(super) fn at(
    constant: Option<f64>,
    series: Option<&Series>,
    list: Option<&Vec<f64>>,
    time_s: f64,
) -> Option<f64> {
    match (series, list) {
        (Some(series), Some(list)) => Some(series.value(list, time_s)),
        _ => constant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_on_straight_lines_and_are_held_beyond_the_ends() {
        let series = Series { time_s: vec![10.0, 20.0, 40.0], ..Series::default() };
        let list = [1.0, 3.0, -1.0];
        for (time_s, value) in
            [(0.0, 1.0), (10.0, 1.0), (15.0, 2.0), (20.0, 3.0), (30.0, 1.0), (40.0, -1.0), (1e9, -1.0)]
        {
            assert_eq!(series.value(&list, time_s), value, "{time_s}");
        }
        let one = Series { time_s: vec![5.0], ..Series::default() };
        assert_eq!([0.0, 5.0, 9.0].map(|time_s| one.value(&[7.0], time_s)), [7.0; 3]);
    }
}
