use std::path::PathBuf;

use clap::Args;

use super::options::Selection;
use super::values::positive;

/// A scenario with a towed body, and the speeds to tow it at.
#[derive(Debug, Clone, Default, Args)]
pub struct TowOptions {
    /// The scenario. Without --until each run lasts until the ship has covered six of its lengths after the start, or is near the
    /// side ahead.
    #[command(flatten)]
    pub selection: Selection,
    /// Speeds in m/s: a range such as 1..6, or some such as 1.5,2,3
    #[arg(long, value_name = "FROM..TO", value_parser = speeds, allow_hyphen_values = true)]
    pub speeds: Speeds,
    /// Number of speeds in a range [default: 11]
    #[arg(long, value_name = "N", conflicts_with = "step", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub count: Option<u32>,
    /// Distance of the speeds of a range, m/s
    #[arg(long, value_name = "M/S", value_parser = positive, allow_negative_numbers = true)]
    pub step: Option<f64>,
    /// The body that is towed at these speeds, where several are towed
    #[arg(long, value_name = "NAME")]
    pub body: Option<String>,
    /// Draws resistance, sinkage and trim over the Froude number of the depth, with the theory: tow.svg
    #[arg(long)]
    pub plot: bool,
    /// Folder for what is written, made where it is missing [default: out/SCENARIO.tow]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Removes the records of an earlier run from the folder, which is refused otherwise; nothing else is removed
    #[arg(long)]
    pub overwrite: bool,
}

/// Speeds of a command line, m/s, all above 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Speeds {
    /// A range from a lower to a higher one.
    Range([f64; 2]),
    /// Single speeds.
    Each(Vec<f64>),
}

impl Default for Speeds {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
}

/// Most speeds of a command line.
const MOST_SPEEDS: usize = 1000;

fn speeds(text: &str) -> Result<Speeds, String> {
    let speed = |text: &str| positive(text.trim()).map_err(|_| format!("{text:?} is no speed above 0"));
    match text.split_once("..") {
        Some((from, to)) => match [speed(from)?, speed(to)?] {
            [from, to] if from < to => Ok(Speeds::Range([from, to])),
            _ => Err("a range goes from a lower speed to a higher one, such as 1..6".into()),
        },
        None => match text.split(',').map(speed).collect::<Result<Vec<_>, _>>()? {
            speeds if speeds.len() <= MOST_SPEEDS => Ok(Speeds::Each(speeds)),
            _ => Err(format!("at most {MOST_SPEEDS} speeds")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_a_range_or_some_above_zero() {
        for bad in ["0..3", "3..1", "2..2", "-1..2", "1..fast", "..2", "1,,2", "nan", ""] {
            assert!(speeds(bad).is_err(), "{bad}");
        }
        assert_eq!(speeds("0.5..6"), Ok(Speeds::Range([0.5, 6.0])));
        assert_eq!(speeds("3, 1.5"), Ok(Speeds::Each(vec![3.0, 1.5])));
    }
}
