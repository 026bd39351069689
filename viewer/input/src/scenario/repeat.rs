//! Many bodies or gauges from one: where the copies stand.

use std::path::{Path, PathBuf};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounded;

/// Copies of a body or gauge, in place of the one. They are called `NAME-1`, `NAME-2`, … with as many digits as the last
/// needs, and differ in position and heading alone.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Repeat {
    /// Rows and columns, of which `position_m` is the first, in the order of x, then y.
    Grid {
        /// Number of copies along x and y.
        count: [usize; 2],
        /// Distance between two along x and y.
        step_m: [f64; 2],
        /// Greatest distance along x and along y by which each is moved at random.
        #[serde(default)]
        jitter_m: f64,
        /// Number from which the random ones follow; the same seed gives the same places on every machine.
        #[serde(default)]
        seed: u64,
    },
    /// Copies evenly along a line that starts at `position_m`.
    Line {
        /// Number of copies, both ends included.
        count: usize,
        /// The other end.
        to_m: [f64; 2],
        /// Greatest distance along x and along y by which each is moved at random.
        #[serde(default)]
        jitter_m: f64,
        /// Number from which the random ones follow; the same seed gives the same places on every machine.
        #[serde(default)]
        seed: u64,
    },
    /// Copies at random in a rectangle of which `position_m` is a corner, with random headings.
    Random {
        /// Number of copies.
        count: usize,
        /// The opposite corner.
        to_m: [f64; 2],
        /// Smallest distance between two positions.
        #[serde(default)]
        spacing_m: f64,
        /// Number from which the random ones follow; the same seed gives the same places on every machine.
        #[serde(default)]
        seed: u64,
    },
    /// Places of a table: a comma-separated file with the line `x_m,y_m` or `x_m,y_m,heading_deg` at its head, relative to the
    /// scenario file, else to the working folder. Positions and headings are added to the body's own.
    Table {
        /// The file.
        file: PathBuf,
    },
}

/// Where a copy stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) position_m: [f64; 2],
    /// Turn against the body that is repeated.
    pub(super) heading_deg: f64,
}

/// Greatest number of copies; labels of a mask are 1 to 65535.
const MAX_COPIES: usize = u16::MAX as usize;

/// Greatest length of a table of places.
const MOST_BYTES: usize = 1 << 24;

/// Places that are tried at random for each copy before the rectangle counts as full.
const TRIES: usize = 2000;

impl Repeat {
    /// Places of the copies of something at `position_m`; an error is the key at fault, below that of `self`, and what would be
    /// right.
    pub(super) fn places(
        &self,
        position_m: [f64; 2],
        resolve: impl Fn(&Path) -> PathBuf,
    ) -> Result<Vec<Place>, (&'static str, String)> {
        match self {
            Self::Grid { count: [nx, ny], step_m, jitter_m, seed } => {
                let count = nx.checked_mul(*ny).unwrap_or(usize::MAX);
                counted(count)?;
                finite("step_m", step_m)?;
                let mut jitter = Jitter::new(*seed, *jitter_m)?;
                let at = |i: usize, j: usize| [i as f64 * step_m[0], j as f64 * step_m[1]];
                let places = (0..*ny).flat_map(|j| (0..*nx).map(move |i| at(i, j)));
                Ok(places.map(|offset| jitter.place(position_m, offset)).collect())
            }
            Self::Line { count, to_m, jitter_m, seed } => {
                counted(*count)?;
                finite("to_m", to_m)?;
                let mut jitter = Jitter::new(*seed, *jitter_m)?;
                let last = (count - 1).max(1) as f64;
                let along = |i: usize| [0, 1].map(|axis| (to_m[axis] - position_m[axis]) * i as f64 / last);
                Ok((0..*count).map(|i| jitter.place(position_m, along(i))).collect())
            }
            Self::Random { count, to_m, spacing_m, seed } => {
                counted(*count)?;
                finite("to_m", to_m)?;
                finite("spacing_m", &[*spacing_m])?;
                scattered(*count, [position_m, *to_m], *spacing_m, *seed)
            }
            Self::Table { file } => table(&resolve(file), position_m).map_err(|message| ("file", message)),
        }
    }
}

fn counted(count: usize) -> Result<(), (&'static str, String)> {
    if (1..=MAX_COPIES).contains(&count) {
        Ok(())
    } else {
        Err(("count", format!("{count} copies; it must be 1 to {MAX_COPIES} in all")))
    }
}

fn finite(key: &'static str, values: &[f64]) -> Result<(), (&'static str, String)> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err((key, format!("{value}; it must be a finite number"))),
        None => Ok(()),
    }
}

/// Random moves of regular places.
struct Jitter {
    random: Pcg32,
    most_m: f64,
}

impl Jitter {
    fn new(seed: u64, most_m: f64) -> Result<Self, (&'static str, String)> {
        finite("jitter_m", &[most_m])?;
        Ok(Self { random: random(seed), most_m })
    }

    fn place(&mut self, from_m: [f64; 2], offset_m: [f64; 2]) -> Place {
        let position_m = [0, 1].map(|axis| {
            from_m[axis] + offset_m[axis] + self.most_m * (2.0 * fraction(&mut self.random) - 1.0)
        });
        Place { position_m, heading_deg: 0.0 }
    }
}

/// The stream of random numbers of a seed.
pub(super) fn random(seed: u64) -> Pcg32 {
    Pcg32::new(seed, 0x5851_f42d)
}

/// A random number from 0 up to 1.
pub(super) fn fraction(random: &mut Pcg32) -> f64 {
    f64::from(random.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// Random places in a rectangle, no two closer than `spacing_m`. Their neighbors are looked up in squares of that side.
fn scattered(
    count: usize,
    corners_m: [[f64; 2]; 2],
    spacing_m: f64,
    seed: u64,
) -> Result<Vec<Place>, (&'static str, String)> {
    let mut random = random(seed);
    let mut places: Vec<Place> = Vec::with_capacity(count);
    let mut squares = std::collections::BTreeMap::<[i64; 2], Vec<[f64; 2]>>::new();
    let square = |at: [f64; 2]| at.map(|c| if spacing_m > 0.0 { (c / spacing_m).floor() as i64 } else { 0 });
    while places.len() < count {
        let free = (0..TRIES).find_map(|_| {
            let at = [0, 1].map(|axis| {
                let [from, to] = corners_m.map(|corner| corner[axis]);
                from + (to - from) * fraction(&mut random)
            });
            if spacing_m <= 0.0 {
                return Some(at);
            }
            let [i, j] = square(at);
            let mut near = (i - 1..=i + 1).flat_map(|i| (j - 1..=j + 1).map(move |j| [i, j]));
            let is_near = |other: &[f64; 2]| (at[0] - other[0]).hypot(at[1] - other[1]) < spacing_m;
            let is_taken = near.any(|square| squares.get(&square).into_iter().flatten().any(is_near));
            (!is_taken).then_some(at)
        });
        let Some(at) = free else {
            let message = format!(
                "{spacing_m} m; only {} of {count} copies fit: take less, fewer copies or a larger rectangle",
                places.len()
            );
            return Err(("spacing_m", message));
        };
        squares.entry(square(at)).or_default().push(at);
        places.push(Place { position_m: at, heading_deg: 360.0 * fraction(&mut random) });
    }
    Ok(places)
}

/// Places from a comma-separated file, added to `from_m`.
fn table(file: &Path, from_m: [f64; 2]) -> Result<Vec<Place>, String> {
    let shown = file.display();
    let text =
        bounded::read_text(file, MOST_BYTES).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let columns: Vec<String> = reader
        .headers()
        .map_err(|error| format!("{shown} cannot be read: {error}"))?
        .iter()
        .map(str::to_string)
        .collect();
    if columns != ["x_m", "y_m"] && columns != ["x_m", "y_m", "heading_deg"] {
        return Err(format!(
            "{shown} begins with `{}`; it must begin with the line x_m,y_m or x_m,y_m,heading_deg",
            columns.join(",")
        ));
    }
    let mut places = Vec::new();
    for row in reader.records().take(MAX_COPIES + 1) {
        let row = row.map_err(|error| format!("{shown}: {error}"))?;
        let line = row.position().map_or(0, csv::Position::line);
        let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
        let values: Option<Vec<f64>> = row.iter().map(number).collect();
        let Some(values) = values else {
            return Err(format!("{shown}, line {line}: every value must be a finite number"));
        };
        let position_m = [from_m[0] + values[0], from_m[1] + values[1]];
        places.push(Place { position_m, heading_deg: values.get(2).copied().unwrap_or(0.0) });
    }
    match places.len() {
        0 => Err(format!("{shown} has no rows; it must have one for each copy")),
        1..=MAX_COPIES => Ok(places),
        _ => Err(format!("{shown} has more than {MAX_COPIES} rows, as many bodies as can be told apart")),
    }
}

/// Name of the copy `index`, from 0, of `count`.
pub(super) fn copy_name(name: &str, index: usize, count: usize) -> String {
    let digits = count.to_string().len();
    format!("{name}-{:0digits$}", index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(repeat: Repeat) -> Result<Vec<Place>, (&'static str, String)> {
        repeat.places([1.0, 2.0], |path| path.into())
    }

    fn positions(repeat: Repeat) -> Vec<[f64; 2]> {
        places(repeat).unwrap().iter().map(|place| place.position_m).collect()
    }

    #[test]
    fn a_grid_goes_along_x_first_and_a_line_to_its_end() {
        let grid = Repeat::Grid { count: [2, 2], step_m: [3.0, 5.0], jitter_m: 0.0, seed: 0 };
        assert_eq!(positions(grid), [[1.0, 2.0], [4.0, 2.0], [1.0, 7.0], [4.0, 7.0]]);
        let line = |count| Repeat::Line { count, to_m: [3.0, 2.0], jitter_m: 0.0, seed: 0 };
        assert_eq!(positions(line(3)), [[1.0, 2.0], [2.0, 2.0], [3.0, 2.0]]);
        assert_eq!(positions(line(1)), [[1.0, 2.0]]);
    }

    #[test]
    fn jitter_stays_within_its_bound_and_follows_its_seed() {
        let line = |seed| positions(Repeat::Line { count: 200, to_m: [1.0, 2.0], jitter_m: 0.5, seed });
        let moved = line(7);
        assert!(moved.iter().all(|at| (at[0] - 1.0).abs() <= 0.5 && (at[1] - 2.0).abs() <= 0.5));
        assert!(moved.iter().any(|at| (at[0] - 1.0).abs() > 0.4));
        assert_eq!(moved, line(7));
        assert_ne!(moved, line(8));
    }

    #[test]
    fn random_places_keep_their_distance_or_say_that_they_cannot() {
        let random = |spacing_m| Repeat::Random { count: 100, to_m: [21.0, 12.0], spacing_m, seed: 1 };
        let at = positions(random(1.0));
        let nearest = at
            .iter()
            .enumerate()
            .flat_map(|(i, a)| at[..i].iter().map(move |b| (a[0] - b[0]).hypot(a[1] - b[1])));
        assert!(nearest.fold(f64::INFINITY, f64::min) >= 1.0);
        assert!(at.iter().all(|at| (1.0..=21.0).contains(&at[0]) && (2.0..=12.0).contains(&at[1])));
        let (key, message) = places(random(5.0)).unwrap_err();
        assert_eq!(key, "spacing_m");
        assert!(message.contains("of 100 copies fit"), "{message}");
    }

    #[test]
    fn a_table_adds_to_the_position_and_says_what_is_wrong_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            let file = folder.path().join("buoys.csv");
            std::fs::write(&file, text).unwrap();
            places(Repeat::Table { file })
        };
        let two = read("x_m, y_m, heading_deg\n0, 0, 10\n3, 4, 20\n").unwrap();
        assert_eq!(two[1], Place { position_m: [4.0, 6.0], heading_deg: 20.0 });
        for (text, part) in [
            ("x,y\n1,2\n", "must begin with"),
            ("x_m,y_m\n", "no rows"),
            ("x_m,y_m\n1,north\n", "line 2"),
            ("x_m,y_m\n1\n", "buoys.csv"),
        ] {
            let (key, message) = read(text).unwrap_err();
            assert!(key == "file" && message.contains(part), "{message}");
        }
    }

    #[test]
    fn counts_are_bounded() {
        for count in [[0, 5], [1 << 40, 1 << 40], [300, 300]] {
            let grid = Repeat::Grid { count, step_m: [1.0, 1.0], jitter_m: 0.0, seed: 0 };
            assert_eq!(places(grid).unwrap_err().0, "count");
        }
    }

    #[test]
    fn names_of_copies_sort_as_they_are_counted() {
        assert_eq!([0, 11].map(|index| copy_name("buoy", index, 120)), ["buoy-001", "buoy-012"]);
    }
}
