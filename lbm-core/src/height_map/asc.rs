//! ESRI ASCII grids.

use std::path::Path;

use super::{Georeference, HeightMap};
use crate::Error;

/// The values in a header.
#[derive(Default)]
struct Header {
    columns: Option<f64>,
    rows: Option<f64>,
    corner: [Option<f64>; 2],
    center: [Option<f64>; 2],
    cell_size: Option<f64>,
    no_data: Option<f64>,
}

/// The number that stands for no data unless the header defines one (ESRI's format).
const DEFAULT_NO_DATA: f64 = -9999.0;

impl Header {
    /// The value of a key, upper or lower case.
    fn place(&mut self, key: &str) -> Option<&mut Option<f64>> {
        Some(match key.to_ascii_lowercase().as_str() {
            "ncols" => &mut self.columns,
            "nrows" => &mut self.rows,
            "xllcorner" => &mut self.corner[0],
            "yllcorner" => &mut self.corner[1],
            "xllcenter" => &mut self.center[0],
            "yllcenter" => &mut self.center[1],
            "cellsize" => &mut self.cell_size,
            "nodata_value" => &mut self.no_data,
            _ => return None,
        })
    }
}

impl HeightMap {
    /// Reads an `.asc` file.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read, and those of [`Self::parse_asc`].
    pub fn read_asc(path: &Path) -> Result<Self, Error> {
        let text = String::from_utf8(super::read_file(path)?).map_err(|error| {
            let reason = format!("byte {} is no UTF-8 text", error.utf8_error().valid_up_to());
            Error::File { path: path.to_owned(), reason }
        })?;
        Self::parse_asc(&text)
    }

    /// Reads the text of an `.asc` file: a header of keys and values (`ncols`, `nrows`, `xllcorner` and `yllcorner` or
    /// `xllcenter` and `yllcenter`, `cellsize`, and `NODATA_value`, the number that stands for no data; −9999 if it is
    /// missing), then `nrows` lines of `ncols` heights, the northern one first. `NaN` is no data either.
    ///
    /// # Errors
    /// [`Error::AscGrid`] naming the line if a key is unknown or missing, a value is not a number, or their count differs
    /// from the header.
    pub fn parse_asc(text: &str) -> Result<Self, Error> {
        let mut header = Header::default();
        let mut words = words(text).peekable();
        while let Some((line, key)) =
            words.next_if(|(_, word)| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_number(word))
        {
            let unknown = || refuse(line, format!("`{}` is no key of an ESRI ASCII grid", shown(key)));
            let place = header.place(key).ok_or_else(unknown)?;
            *place = Some(match words.next() {
                Some((line, word)) => number(line, word)?,
                None => return Err(refuse(line, format!("`{}` has no value", shown(key)))),
            });
        }
        let heights_line = words.peek().map_or(1, |&(line, _)| line);
        let missing = |key: &str| refuse(heights_line, format!("the header lacks `{key}`"));
        let count = |value: Option<f64>, key: &str| {
            let value = value.ok_or_else(|| missing(key))?;
            let whole = value.fract() == 0.0 && (1.0..=1e6).contains(&value);
            if whole {
                Ok(value as usize)
            } else {
                Err(refuse(heights_line, format!("{key} = {value}: must be 1 to 10⁶")))
            }
        };
        let (columns, rows) = (count(header.columns, "ncols")?, count(header.rows, "nrows")?);
        let cell_size_m = header.cell_size.ok_or_else(|| missing("cellsize"))?;
        if !(cell_size_m.is_finite() && cell_size_m > 0.0) {
            return Err(refuse(
                heights_line,
                format!("cellsize = {cell_size_m}: must be finite and positive"),
            ));
        }
        let corner = |axis: usize, key: &str| {
            let from_center = header.center[axis].map(|center| center - 0.5 * cell_size_m);
            header.corner[axis].or(from_center).ok_or_else(|| missing(key))
        };
        let corner_m = [corner(0, "xllcorner")?, corner(1, "yllcorner")?];

        let no_data = header.no_data.unwrap_or(DEFAULT_NO_DATA);
        let mut from_north = Vec::new();
        let mut last = heights_line;
        for (line, word) in words {
            let value = number(line, word)?;
            from_north.push((value != no_data && !value.is_nan()).then_some(value));
            last = line;
        }
        if from_north.len() != columns * rows {
            let got = from_north.len();
            return Err(refuse(
                last,
                format!("{got} heights, but {rows} lines of {columns} are {}", columns * rows),
            ));
        }
        Self::from_north(columns, &from_north, Georeference { corner_m, cell_size_m })
    }
}

/// The words of a text with the numbers of their lines.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().zip(1..).flat_map(|(line, number)| line.split_whitespace().map(move |word| (number, word)))
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

fn number(line: usize, word: &str) -> Result<f64, Error> {
    word.parse().map_err(|_| refuse(line, format!("`{}` is no number", shown(word))))
}

/// A word as messages show it: its first letters, without those that no terminal shows.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

fn refuse(line: usize, reason: String) -> Error {
    Error::AscGrid { line, reason }
}
