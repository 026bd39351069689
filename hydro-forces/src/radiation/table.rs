use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use super::matrix::Matrix6;
use super::memory::DampingCurve;
use crate::Error;

/// Names of the columns, in this order.
const COLUMNS: [&str; 5] = ["frequency_rad_s", "i", "j", "added_mass", "damping"];

/// Names of the same columns in a table of Capytaine, in any order among others.
const CAPYTAINE: [&str; 5] = ["omega", "influenced_dof", "radiating_dof", "added_mass", "radiation_damping"];

/// Capytaine's names of the modes, which may follow the name of the body and two underscores.
const MODES: [&str; 6] = ["Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw"];

/// Frequency-dependent coefficients, as potential-flow codes compute them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RadiationTable {
    /// Damping against frequency.
    pub damping: DampingCurve,
    /// Added mass at infinite frequency, which belongs to the memory of the damping; `None` if the file has none.
    pub added_mass_at_infinity: Option<Matrix6>,
}

impl RadiationTable {
    /// Reads a file of comma-separated values.
    ///
    /// The first line is `frequency_rad_s,i,j,added_mass,damping`. Each other line holds one element:
    /// the frequency in rad/s or `inf`, row and column from 1 (surge) to 6 (yaw), added mass (kg, kg m,
    /// kg m²) and damping (N s/m, N s, N m s) about the center of mass. Missing elements are 0. At
    /// `inf` the damping must be 0. Empty lines and lines that begin with `#` are ignored.
    ///
    /// A first line with `omega` marks a dataset of Capytaine, written as a table: columns `omega`, `influenced_dof` (the
    /// row), `radiating_dof`, `added_mass` and `radiation_damping` in any order, others ignored; modes are called `Surge` to
    /// `Yaw`, optionally after the name of the body and two underscores. Lines for `omega` 0, where the damping is 0, and
    /// repeated lines are ignored.
    ///
    /// # Errors
    /// [`Error::Table`] with file, line and column for what cannot be read;
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if the damping is not a valid [`DampingCurve`].
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

    /// Reads comma-separated values from a text; `file` names it in errors.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(text: &str, file: &str) -> Result<Self, Error> {
        let mut elements: Vec<Element> = Vec::new();
        // Spreadsheets write a byte order mark first.
        let mut lines = (1..)
            .zip(text.trim_start_matches('\u{feff}').lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let at =
            |line: usize| move |column, problem| Error::Table { file: file.into(), line, column, problem };
        let mut place_of: HashMap<(u64, usize, usize), usize> = HashMap::new();
        let mut body = None;
        let (number, header) =
            lines.next().ok_or_else(|| at(1)(1, "the line of column names is missing".into()))?;
        let header = Header::parse(header).map_err(|(column, problem)| at(number)(column, problem))?;
        for (number, line) in lines {
            let element = Element::parse(line, &header, &mut body)
                .map_err(|(column, problem)| at(number)(column, problem))?;
            let Some(element) = element else { continue };
            match place_of.entry((element.frequency.to_bits(), element.row, element.column)) {
                Entry::Vacant(free) => {
                    free.insert(elements.len());
                    elements.push(element);
                }
                // A table with excitation repeats the line for each direction of the waves.
                Entry::Occupied(same) if elements[*same.get()] == element && header.is_capytaine() => {}
                Entry::Occupied(_) => {
                    return Err(at(number)(1, "the element is repeated from an earlier line".into()));
                }
            }
        }
        elements.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        let matrix = |elements: &[Element], value: fn(&Element) -> f64| {
            let mut matrix = [[0.0; 6]; 6];
            elements.iter().for_each(|e| matrix[e.row][e.column] = value(e));
            matrix
        };
        let (finite, infinite) = elements.split_at(elements.partition_point(|e| e.frequency.is_finite()));
        let by_frequency = finite.chunk_by(|a, b| a.frequency == b.frequency);
        let (frequencies, damping): (Vec<f64>, Vec<Matrix6>) =
            by_frequency.map(|own| (own[0].frequency, matrix(own, |e| e.damping))).unzip();
        Ok(Self {
            damping: DampingCurve::new(&frequencies, &damping)?,
            added_mass_at_infinity: (!infinite.is_empty()).then(|| matrix(infinite, |e| e.added_mass)),
        })
    }
}

/// One line of the file; row and column count from 0.
#[derive(PartialEq)]
struct Element {
    frequency: f64,
    row: usize,
    column: usize,
    added_mass: f64,
    damping: f64,
}

/// A column and the message about it.
type Problem = (usize, String);

/// The layout of the lines.
struct Header {
    /// Number of values in a line.
    width: usize,
    /// Positions of the [`COLUMNS`] and their names.
    at: [usize; 5],
    names: &'static [&'static str; 5],
}

impl Header {
    fn is_capytaine(&self) -> bool {
        self.names == &CAPYTAINE
    }

    fn parse(line: &str) -> Result<Self, Problem> {
        let names: Vec<&str> = line.split(',').map(str::trim).collect();
        let width = names.len();
        if names.contains(&CAPYTAINE[0]) {
            let mut at = [0; 5];
            for (at, name) in at.iter_mut().zip(CAPYTAINE) {
                let found = names.iter().position(|&is| is == name);
                *at =
                    found.ok_or_else(|| (width, format!("beside \"omega\" there is no column {name:?}")))?;
            }
            return Ok(Self { width, at, names: &CAPYTAINE });
        }
        for (column, want) in (1..).zip(COLUMNS) {
            match names.get(column - 1) {
                Some(&name) if name == want => {}
                Some(name) => return Err((column, format!("the name is {name:?}; it must be {want:?}"))),
                None => return Err((column, format!("the line has {width} values; it must have 5"))),
            }
        }
        if width > 5 {
            return Err((6, format!("the line has {width} values; it must have 5")));
        }
        Ok(Self { width, at: [0, 1, 2, 3, 4], names: &COLUMNS })
    }
}

impl Element {
    /// Reads a line; `None` for frequency 0 in a table that may have it. `body` is the name of the body in the lines before.
    fn parse<'a>(
        line: &'a str,
        header: &Header,
        body: &mut Option<&'a str>,
    ) -> Result<Option<Self>, Problem> {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != header.width {
            let (got, want) = (cells.len(), header.width);
            return Err((got.min(want + 1), format!("the line has {got} values; it must have {want}")));
        }
        let is_capytaine = header.is_capytaine();
        let cell = |c: usize| cells[header.at[c]];
        let wrong = |c: usize, expected: &str| {
            (header.at[c] + 1, format!("{} is {:?}; it must be {expected}", header.names[c], cell(c)))
        };
        let number = |c: usize, expected: &str, accepted: fn(f64) -> bool| match cell(c).parse::<f64>() {
            Ok(value) if accepted(value) => Ok(value),
            _ => Err(wrong(c, expected)),
        };
        let mut mode = |c: usize| {
            if is_capytaine {
                let (of, name) = cell(c).rsplit_once("__").unwrap_or(("", cell(c)));
                let first = *body.get_or_insert(of);
                if of != first {
                    let problem = format!(
                        "{} is {:?}, of another body than {first:?}; a table must be that of one body alone",
                        header.names[c],
                        cell(c)
                    );
                    return Err((header.at[c] + 1, problem));
                }
                let found = MODES.iter().position(|mode| mode.eq_ignore_ascii_case(name));
                return found.ok_or_else(|| wrong(c, "one of Surge, Sway, Heave, Roll, Pitch, Yaw"));
            }
            let whole = |v: f64| (1.0..=6.0).contains(&v) && v.fract() == 0.0;
            Ok(number(c, "a whole number from 1 to 6", whole)? as usize - 1)
        };
        if is_capytaine && cell(0).parse() == Ok(0.0) {
            return Ok(None);
        }
        let element = Self {
            frequency: number(0, "a number above 0, or inf", |v| v > 0.0)?,
            row: mode(1)?,
            column: mode(2)?,
            added_mass: number(3, "a finite number", f64::is_finite)?,
            damping: number(4, "a finite number", f64::is_finite)?,
        };
        if element.frequency == f64::INFINITY && element.damping != 0.0 {
            let problem = format!("damping at infinite frequency is {}; it must be 0", element.damping);
            return Err((header.at[4] + 1, problem));
        }
        Ok(Some(element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = "frequency_rad_s,i,j,added_mass,damping\n";

    #[test]
    fn a_table_is_read_in_any_order() {
        let text = format!(
            "# a barge\n{NAMES}2.0,3,3,900,40\n\n1.0, 3, 3, 1000, 30\ninf,3,3,800,0\n1,5,3,-7,2.5e1\n1,5,5,60,20\n"
        );
        let table = RadiationTable::parse(&text, "barge.csv").unwrap();
        let mut low = [[0.0; 6]; 6];
        (low[2][2], low[4][2], low[4][4]) = (30.0, 25.0, 20.0);
        let mut high = [[0.0; 6]; 6];
        high[2][2] = 40.0;
        assert_eq!(table.damping, DampingCurve::new(&[1.0, 2.0], &[low, high]).unwrap());
        assert_eq!(table.added_mass_at_infinity.unwrap()[2][2], 800.0);
        let finite = RadiationTable::parse(&format!("{NAMES}1,1,1,2,3"), "x").unwrap();
        assert_eq!(finite.added_mass_at_infinity, None);
    }

    /// The columns as Capytaine's dataset names them, with others between, give the table of our own names.
    #[test]
    fn a_table_of_capytaine_is_the_same_table() {
        let ours = format!("{NAMES}1,3,3,1000,30\n1,5,3,-7,25\n1,5,5,60,20\n2,3,3,900,40\ninf,3,3,800,0\n");
        let theirs = "g,omega,radiating_dof,influenced_dof,rho,added_mass,radiation_damping\n\
                      9.81,0.0,Heave,Heave,1000.0,1200.0,0.0\n\
                      9.81,1.0,Heave,Heave,1000.0,1000.0,30.0\n\
                      9.81,1.0,Heave,Pitch,1000.0,-7.0,25.0\n\
                      9.81,1.0,Pitch,Pitch,1000.0,60.0,20.0\n\
                      9.81,2.0,Heave,Heave,1000.0,900.0,40.0\n\
                      9.81,inf,Heave,Heave,1000.0,800.0,0.0\n";
        let [ours, theirs] = [&*ours, theirs].map(|text| RadiationTable::parse(text, "x").unwrap());
        assert_eq!(ours, theirs);
    }

    /// As a dataset with excitation is written: a line for each direction of the waves.
    #[test]
    fn a_table_of_one_named_body_may_repeat_its_lines() {
        let names = "omega,wave_direction,radiating_dof,influenced_dof,added_mass,radiation_damping";
        let line = |direction: &str, damping: f64| {
            format!("1,{direction},hull__a__Heave,hull__a__Heave,9,{damping}")
        };
        let text = format!("\u{feff}{names}\n{}\n{}", line("0.0", 3.0), line("1.57", 3.0));
        let table = RadiationTable::parse(&text, "x").unwrap();
        assert_eq!(table, RadiationTable::parse(&format!("{NAMES}1,3,3,9,3"), "x").unwrap());
        let text = format!("{names}\n{}\n{}", line("0.0", 3.0), line("1.57", 4.0));
        let error = RadiationTable::parse(&text, "x").unwrap_err().to_string();
        assert!(error.starts_with("x:3:1: the element is repeated"), "{error}");
    }

    #[test]
    fn a_table_of_several_bodies_is_refused_with_their_names() {
        let names = "omega,radiating_dof,influenced_dof,added_mass,radiation_damping";
        for line in ["1,a__Heave,b__Heave,2,3", "1,a__Heave,a__Heave,2,3\n1,b__Heave,b__Heave,2,3"] {
            let error = RadiationTable::parse(&format!("{names}\n{line}"), "x").unwrap_err().to_string();
            assert!(
                error.contains("\"b__Heave\", of another body than \"a\"")
                    || error.contains("\"a__Heave\", of another body than \"b\""),
                "{error}"
            );
        }
    }

    #[test]
    fn errors_name_line_and_column() {
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
            ("frequency_rad_s,i,j,added_mass", "a.csv:1:5"),
            ("omega,radiating_dof,influenced_dof,added_mass", "a.csv:1:4"),
            (
                "omega,radiating_dof,influenced_dof,added_mass,radiation_damping\n1,Heave,Heaven,2,3",
                "a.csv:2:3",
            ),
            ("omega,radiating_dof,influenced_dof,added_mass,radiation_damping\n1,Heave,Heave,2", "a.csv:2:4"),
        ] {
            let message = RadiationTable::parse(lines, "a.csv").unwrap_err().to_string();
            assert!(message.starts_with(want), "{lines:?}: {message}");
        }
        let missing = RadiationTable::read("no such file.csv").unwrap_err().to_string();
        assert!(missing.contains("no such file.csv"), "{missing}");
    }
}
