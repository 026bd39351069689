use std::path::PathBuf;

/// Why a lattice could not be built, saved or loaded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A file is not a checkpoint that the lattice can take up.
    #[error("{}: cannot go on from this checkpoint: {reason}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A text is no ESRI ASCII grid.
    #[error("line {line} of the ESRI ASCII grid: {reason}")]
    AscGrid {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Heights do not fill whole rows.
    #[error("{heights} heights for rows of {columns}: at least one row, and each of them whole")]
    HeightCount {
        /// Heights in a row.
        columns: usize,
        /// Heights in all.
        heights: usize,
    },
    /// An image has more than greys.
    #[error("{}: its pixels are {pixels}: must be grey of 8 or 16 bits, without transparency", path.display())]
    NotGrey {
        /// The file.
        path: PathBuf,
        /// What its pixels hold.
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
        /// Its depth, in cells.
        depth_cells: f64,
    },
    /// The water over a cell's bed is so deep that it is unstable even at rest.
    #[error(
        "depth of {depth_m} m over the bed of cell ({}, {}): its gravity number g h / e² is {gravity_number:.3} and must be \
         at most {most}; raise the bed or take a time step of at most {time_step_s:.3e} s",
        cell[0], cell[1]
    )]
    TooDeep {
        /// The cell `[i, j]`, the deepest.
        cell: [usize; 2],
        /// Its depth, m.
        depth_m: f64,
        /// Its `g h / e²`.
        gravity_number: f64,
        /// Largest one at which water at rest is stable.
        most: f64,
        /// The time step that gives it that, s.
        time_step_s: f64,
    },
    /// A combination of options that the method does not have.
    #[error("{what}: not supported; {instead}")]
    NotSupported {
        /// The option, and what it cannot be combined with.
        what: &'static str,
        /// What to choose instead.
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
