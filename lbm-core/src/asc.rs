use std::path::Path;

use crate::Error;

/// Heights on a georeferenced grid, as an ESRI ASCII grid (`.asc`) holds them.
///
/// ```
/// use lbm_core::{AscGrid, Lattice, Units};
///
/// let text = "ncols 3\nnrows 2\nxllcorner 500\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n\
///             1.0 1.2 1.4\n0.0 0.2 -9999\n";
/// let grid = AscGrid::parse(text)?;
/// // Between the four cells on the left; the file's first line is the northern one.
/// assert!((grid.height_m(510.0, 210.0).unwrap() - 0.6).abs() < 1e-12);
/// // One of the four cells around has no data.
/// assert_eq!(grid.height_m(520.0, 210.0), None);
///
/// let [x0, y0] = grid.corner_m();
/// let units = Units::from_gravity_number(2.0, 4.0, 0.15, 9.81)?;
/// let lattice = Lattice::builder(10, 10, units)
///     .rest_depth_m(4.0)
///     .bed_m(|x, y| grid.height_m(x0 + x, y0 + y).unwrap_or(0.0))
///     .build()?;
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AscGrid {
    columns: usize,
    corner_m: [f64; 2],
    cell_size_m: f64,
    /// `[rows][columns]`, from south to north, `None` where there is no data.
    heights_m: Vec<Option<f64>>,
}

/// What the header says.
#[derive(Default)]
struct Header {
    columns: Option<f64>,
    rows: Option<f64>,
    corner: [Option<f64>; 2],
    centre: [Option<f64>; 2],
    cell_size: Option<f64>,
    no_data: Option<f64>,
}

impl Header {
    /// The place of a key's value; keys are the same in any case.
    fn place(&mut self, key: &str) -> Option<&mut Option<f64>> {
        Some(match key.to_ascii_lowercase().as_str() {
            "ncols" => &mut self.columns,
            "nrows" => &mut self.rows,
            "xllcorner" => &mut self.corner[0],
            "yllcorner" => &mut self.corner[1],
            "xllcenter" => &mut self.centre[0],
            "yllcenter" => &mut self.centre[1],
            "cellsize" => &mut self.cell_size,
            "nodata_value" => &mut self.no_data,
            _ => return None,
        })
    }
}

impl AscGrid {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be read, and those of [`Self::parse`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::File { path: path.to_owned(), reason: error.to_string() })?;
        Self::parse(&text)
    }

    /// Reads the text of an `.asc` file: a header of keys and values (`ncols`, `nrows`, `xllcorner` and `yllcorner` or
    /// `xllcenter` and `yllcenter`, `cellsize`, and `NODATA_value` if there are gaps), then `nrows` lines of `ncols`
    /// heights, the northern one first.
    ///
    /// # Errors
    /// [`Error::AscGrid`] naming the line when a key is unknown or missing, a value is no number, or their count is
    /// another than the header says.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut header = Header::default();
        let mut words = words(text).peekable();
        while let Some((line, key)) =
            words.next_if(|(_, word)| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_number(word))
        {
            let unknown = || refuse(line, format!("`{key}` is no key of an ESRI ASCII grid"));
            let place = header.place(key).ok_or_else(unknown)?;
            *place = Some(match words.next() {
                Some((line, word)) => number(line, word)?,
                None => return Err(refuse(line, format!("`{key}` has no value"))),
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
            let from_centre = header.centre[axis].map(|centre| centre - 0.5 * cell_size_m);
            header.corner[axis].or(from_centre).ok_or_else(|| missing(key))
        };
        let corner_m = [corner(0, "xllcorner")?, corner(1, "yllcorner")?];

        let mut from_north = Vec::new();
        let mut last = heights_line;
        for (line, word) in words {
            let value = number(line, word)?;
            from_north.push((header.no_data != Some(value) && !value.is_nan()).then_some(value));
            last = line;
        }
        if from_north.len() != columns * rows {
            let got = from_north.len();
            return Err(refuse(
                last,
                format!("{got} heights, but {rows} lines of {columns} are {}", columns * rows),
            ));
        }
        let heights_m = from_north.chunks_exact(columns).rev().flatten().copied().collect();
        Ok(Self { columns, corner_m, cell_size_m, heights_m })
    }

    /// Columns and rows.
    pub fn size(&self) -> [usize; 2] {
        [self.columns, self.heights_m.len() / self.columns]
    }

    /// The lower left corner of the lower left cell, in the file's coordinates, m.
    pub fn corner_m(&self) -> [f64; 2] {
        self.corner_m
    }

    /// Side of a cell, m.
    pub fn cell_size_m(&self) -> f64 {
        self.cell_size_m
    }

    /// Height of the cell in column `i` from the west and row `j` from the south; `None` without data there.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn cell_m(&self, i: usize, j: usize) -> Option<f64> {
        assert!(i < self.columns, "column {i} of {}", self.columns);
        self.heights_m[j * self.columns + i]
    }

    /// Height at `(x, y)` in the file's coordinates, bilinear between the centres of the four cells around, and that of
    /// the nearest cells in the outer half of those at the edge. `None` outside the grid, or where a cell that counts
    /// has no data.
    pub fn height_m(&self, x: f64, y: f64) -> Option<f64> {
        let size = self.size();
        let mut along = [(0, 0, 0.0); 2];
        for (axis, at) in [x, y].into_iter().enumerate() {
            let cells = (at - self.corner_m[axis]) / self.cell_size_m;
            if !(0.0..=size[axis] as f64).contains(&cells) {
                return None;
            }
            let last = (size[axis] - 1) as f64;
            let from_centre = (cells - 0.5).clamp(0.0, last);
            let low = from_centre.floor();
            along[axis] = (low as usize, (low + 1.0).min(last) as usize, from_centre - low);
        }
        let [(i0, i1, s), (j0, j1, t)] = along;
        let mut sum = 0.0;
        for (i, j, weight) in [
            (i0, j0, (1.0 - s) * (1.0 - t)),
            (i1, j0, s * (1.0 - t)),
            (i0, j1, (1.0 - s) * t),
            (i1, j1, s * t),
        ] {
            if weight > 0.0 {
                sum += weight * self.cell_m(i, j)?;
            }
        }
        Some(sum)
    }
}

/// The words of a text, each with the number of its line.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().zip(1..).flat_map(|(line, number)| line.split_whitespace().map(move |word| (number, word)))
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

fn number(line: usize, word: &str) -> Result<f64, Error> {
    word.parse().map_err(|_| refuse(line, format!("`{word}` is no number")))
}

fn refuse(line: usize, reason: String) -> Error {
    Error::AscGrid { line, reason }
}
