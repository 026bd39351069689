use std::path::PathBuf;

/// An error in building, saving or loading a lattice, or in reading a height map.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
    /// A file is not a checkpoint of this lattice.
    #[error("{}: cannot go on from this checkpoint: {reason}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The number of values is not that of the lattice.
    #[error("{what}: {got} values, expected {expected}")]
    ShapeMismatch {
        /// Name of the values.
        what: &'static str,
        /// Values expected.
        expected: usize,
        /// Values given.
        got: usize,
    },
    /// A text is not an ESRI ASCII grid.
    #[error("line {line} of the ESRI ASCII grid: {reason}")]
    AscGrid {
        /// The line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The number of heights is not a multiple of the columns.
    #[error(
        "{heights} heights for rows of {columns}: at least one row, each of them whole, and at most 134217728 in all"
    )]
    HeightCount {
        /// Heights per row.
        columns: usize,
        /// Number of heights.
        heights: usize,
    },
    /// An image is not grayscale.
    #[error("{}: its pixels are {pixels}: must be gray of 8 or 16 bits, without transparency", path.display())]
    NotGray {
        /// The file.
        path: PathBuf,
        /// The format of its pixels.
        pixels: String,
    },
    /// The bed reaches the still water's surface: cells cannot be dry.
    #[error(
        "depth of {depth_cells} cells over the bed of cell ({}, {}): all cells need water; lower the bed or raise the level",
        cell[0], cell[1]
    )]
    DryBed {
        /// The cell `[i, j]`.
        cell: [usize; 2],
        /// Depth of the cell, in cells.
        depth_cells: f64,
    },
    /// The water over a cell's bed is unstable even at rest, because of its depth.
    #[error(
        "depth of {depth_m} m over the bed of cell ({}, {}): its gravity number g h / e² is {gravity_number:.3} and must be \
         at most {most}; raise the bed or take a time step of at most {time_step_s:.3e} s",
        cell[0], cell[1]
    )]
    TooDeep {
        /// The cell `[i, j]`, the deepest.
        cell: [usize; 2],
        /// Depth of the cell, m.
        depth_m: f64,
        /// Gravity number `g h / e²` of the cell.
        gravity_number: f64,
        /// Largest gravity number at which water at rest is stable.
        most: f64,
        /// Longest time step with which it is stable, s.
        time_step_s: f64,
    },
    /// A combination of options that the method does not have.
    #[error("{what}: not supported; {instead}")]
    NotSupported {
        /// The option, and what it cannot be combined with.
        what: &'static str,
        /// The options to choose instead.
        instead: &'static str,
    },
    /// A quantity is infinite or not a number.
    #[error("{what} is not finite: must be a finite number")]
    NotFinite {
        /// Name of the quantity, with its unit.
        what: &'static str,
    },
    /// A quantity lies outside the range in which the method works.
    #[error("{what} = {value}: must be {range}")]
    OutOfRange {
        /// Name of the quantity, with its unit.
        what: &'static str,
        /// The value that was given.
        value: f64,
        /// The range it must lie in.
        range: &'static str,
    },
}

impl Error {
    /// Refuses a quantity that is not finite, and one that is not `valid`, naming the range in which it would be.
    pub(crate) fn require(
        valid: bool,
        what: &'static str,
        value: f64,
        range: &'static str,
    ) -> Result<(), Self> {
        match valid {
            _ if !value.is_finite() => Err(Self::NotFinite { what }),
            true => Ok(()),
            false => Err(Self::OutOfRange { what, value, range }),
        }
    }

    /// Refuses a quantity that is not finite.
    pub(crate) fn require_finite(what: &'static str, value: f64) -> Result<(), Self> {
        if value.is_finite() { Ok(()) } else { Err(Self::NotFinite { what }) }
    }

    /// Refuses a quantity that is not finite or not above 0.
    pub(crate) fn require_positive(what: &'static str, value: f64) -> Result<(), Self> {
        Self::require(value > 0.0, what, value, "above 0")
    }
}
