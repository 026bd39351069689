use std::path::Path;

use super::{DampingCurve, Matrix6};
use crate::Error;

/// The columns of the file, in this order.
const COLUMNS: [&str; 5] = ["frequency_rad_s", "i", "j", "added_mass", "damping"];

/// Frequency coefficients as potential-flow codes compute them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RadiationTable {
    /// Damping against frequency.
    pub damping: DampingCurve,
    /// Added mass at infinite frequency, which goes with the memory of the damping; `None` if the
    /// file has no line for it.
    pub added_mass_at_infinity: Option<Matrix6>,
}

impl RadiationTable {
    /// Reads a file of comma-separated values.
    ///
    /// The first line is `frequency_rad_s,i,j,added_mass,damping`. Each other line holds one element:
    /// the frequency in rad/s or `inf`, row and column from 1 (surge) to 6 (yaw), added mass (kg, kg m,
    /// kg m²) and damping (N s/m, N s, N m s) about the centre of mass. Elements that are not there are
    /// 0. At `inf` the damping must be 0. Empty lines and lines that begin with `#` are passed over.
    ///
    /// # Errors
    /// [`Error::Table`] with file, line and column for what cannot be read;
    /// [`Error::InvalidParameter`] if the damping makes no [`DampingCurve`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let file = path.as_ref().display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| Error::Table {
            file: file.clone(),
            line: 0,
            column: 0,
            problem: error.to_string(),
        })?;
        Self::parse(&text, &file)
    }

    /// The same of a text; `file` names it in errors.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(text: &str, file: &str) -> Result<Self, Error> {
        let mut elements = Vec::new();
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let at =
            |line: usize| move |column, problem| Error::Table { file: file.into(), line, column, problem };
        let (number, header) = lines.next().ok_or_else(|| at(1)(1, "there is no line of names".into()))?;
        for (column, (name, want)) in (1..).zip(cells(header, at(number))?.iter().zip(COLUMNS)) {
            if *name != want {
                return Err(at(number)(column, format!("the name is {name:?}; it must be {want:?}")));
            }
        }
        for (number, line) in lines {
            let element =
                Element::parse(&cells(line, at(number))?).map_err(|(c, problem)| at(number)(c, problem))?;
            let twice = |e: &Element| {
                (e.frequency, e.row, e.column) == (element.frequency, element.row, element.column)
            };
            if elements.iter().any(twice) {
                return Err(at(number)(1, "the element stands in an earlier line too".into()));
            }
            elements.push(element);
        }
        let mut frequencies: Vec<f64> =
            elements.iter().map(|e| e.frequency).filter(|f| f.is_finite()).collect();
        frequencies.sort_by(f64::total_cmp);
        frequencies.dedup();
        let matrix = |frequency: f64, value: fn(&Element) -> f64| {
            let mut matrix = [[0.0; 6]; 6];
            for e in elements.iter().filter(|e| e.frequency == frequency) {
                matrix[e.row][e.column] = value(e);
            }
            matrix
        };
        let damping: Vec<Matrix6> = frequencies.iter().map(|&f| matrix(f, |e| e.damping)).collect();
        let has_infinity = elements.iter().any(|e| e.frequency == f64::INFINITY);
        Ok(Self {
            damping: DampingCurve::new(&frequencies, &damping)?,
            added_mass_at_infinity: has_infinity.then(|| matrix(f64::INFINITY, |e| e.added_mass)),
        })
    }
}

/// One line of the file; row and column count from 0.
struct Element {
    frequency: f64,
    row: usize,
    column: usize,
    added_mass: f64,
    damping: f64,
}

impl Element {
    /// An error is a column and what is wrong there.
    fn parse(cells: &[&str; 5]) -> Result<Self, (usize, String)> {
        let number = |c: usize, expected: &str, accepted: fn(f64) -> bool| match cells[c].parse::<f64>() {
            Ok(value) if accepted(value) => Ok(value),
            _ => Err((c + 1, format!("{} is {:?}; it must be {expected}", COLUMNS[c], cells[c]))),
        };
        let mode =
            |c| number(c, "a whole number from 1 to 6", |v| (1.0..=6.0).contains(&v) && v.fract() == 0.0);
        let element = Self {
            frequency: number(0, "a number above 0, or inf", |v| v > 0.0)?,
            row: mode(1)? as usize - 1,
            column: mode(2)? as usize - 1,
            added_mass: number(3, "a finite number", f64::is_finite)?,
            damping: number(4, "a finite number", f64::is_finite)?,
        };
        if element.frequency == f64::INFINITY && element.damping != 0.0 {
            return Err((5, format!("damping at infinite frequency is {}; it must be 0", element.damping)));
        }
        Ok(element)
    }
}

fn cells(line: &str, error: impl Fn(usize, String) -> Error) -> Result<[&str; 5], Error> {
    let cells: Vec<&str> = line.split(',').map(str::trim).collect();
    let got = cells.len();
    cells.try_into().map_err(|_| error(got.min(6), format!("the line has {got} values; it must have 5")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = "frequency_rad_s,i,j,added_mass,damping\n";

    #[test]
    fn a_table_is_read_in_any_order() {
        let text = format!(
            "# a barge\n{NAMES}2.0,3,3,900,40\n\n1.0, 3, 3, 1000, 30\ninf,3,3,800,0\n1,5,3,-7,2.5e1\n"
        );
        let table = RadiationTable::parse(&text, "barge.csv").unwrap();
        let mut low = [[0.0; 6]; 6];
        (low[2][2], low[4][2]) = (30.0, 25.0);
        let mut high = [[0.0; 6]; 6];
        high[2][2] = 40.0;
        assert_eq!(table.damping, DampingCurve::new(&[1.0, 2.0], &[low, high]).unwrap());
        assert_eq!(table.added_mass_at_infinity.unwrap()[2][2], 800.0);
        let finite = RadiationTable::parse(&format!("{NAMES}1,1,1,2,3"), "x").unwrap();
        assert_eq!(finite.added_mass_at_infinity, None);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        for (lines, want) in [
            ("frequency,i,j,added_mass,damping", "a.csv:1:1"),
            ("frequency_rad_s,i,j,damping,added_mass", "a.csv:1:4"),
            ("frequency_rad_s,i,j,added_mass,damping\n1,1,1,2", "a.csv:2:4"),
            ("frequency_rad_s,i,j,added_mass,damping\n1,1,1,2,3\n1,1,7,2,3", "a.csv:3:3"),
            ("frequency_rad_s,i,j,added_mass,damping\n1,1,1,two,3", "a.csv:2:4"),
            ("frequency_rad_s,i,j,added_mass,damping\n-1,1,1,2,3", "a.csv:2:1"),
            ("frequency_rad_s,i,j,added_mass,damping\n1,1,1,2,NaN", "a.csv:2:5"),
            ("frequency_rad_s,i,j,added_mass,damping\ninf,1,1,2,3", "a.csv:2:5"),
            ("frequency_rad_s,i,j,added_mass,damping\n1,1,1,2,3\n# again\n1,1,1,2,3", "a.csv:4:1"),
            ("", "a.csv:1:1"),
        ] {
            let message = RadiationTable::parse(lines, "a.csv").unwrap_err().to_string();
            assert!(message.starts_with(want), "{lines:?}: {message}");
        }
        let missing = RadiationTable::read("no such file.csv").unwrap_err().to_string();
        assert!(missing.contains("no such file.csv"), "{missing}");
    }
}
