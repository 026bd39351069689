/// Why a lattice could not be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A grid side has no cell, or more than fit.
    #[error("grid of {nx} × {ny} cells: each side must have 1 to {most} cells")]
    GridSize {
        /// Cells along x.
        nx: usize,
        /// Cells along y.
        ny: usize,
        /// Largest number of cells along a side.
        most: usize,
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
    /// `Ok` when `ok`, else an error that names the quantity.
    pub(crate) fn require(ok: bool, what: &'static str, value: f64, range: &'static str) -> Result<(), Self> {
        if ok { Ok(()) } else { Err(Self::OutOfRange { what, value, range }) }
    }
}
