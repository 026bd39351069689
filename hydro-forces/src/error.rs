use std::borrow::Cow;

use thiserror::Error;

/// Reason for which an input was refused.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A mesh has no triangles.
    #[error("the mesh has no triangles: must have at least one")]
    NoTriangles,
    /// A quantity is infinite or not a number.
    #[error("{what} is not finite: must be a finite number")]
    NotFinite {
        /// Name of the quantity, with its place.
        what: String,
    },
    /// A quantity lies outside its range.
    #[error("{what} = {value}: must be {range}")]
    OutOfRange {
        /// Name of the quantity.
        what: &'static str,
        /// The value given.
        value: f64,
        /// The range it must lie in.
        range: Cow<'static, str>,
    },
    /// An index names an element that does not exist.
    #[error("{what} is {index}: must be less than {len}")]
    Index {
        /// Name of the index, with its place.
        what: String,
        /// The index given.
        index: usize,
        /// Number of elements there are.
        len: usize,
    },
    /// A slice does not have one value for each cell, triangle or frequency.
    #[error("{what} has {got} values: must have {expected}")]
    ShapeMismatch {
        /// Name of the slice.
        what: &'static str,
        /// Number of values it must have.
        expected: usize,
        /// Length of the slice.
        got: usize,
    },
    /// A table of coefficients cannot be read.
    #[error("{file}:{line}:{column}: {problem}")]
    Table {
        /// The file.
        file: String,
        /// Line of the file, from 1; 0 if the file cannot be opened.
        line: usize,
        /// The value in the line, from 1.
        column: usize,
        /// The fault, and a valid value.
        problem: String,
    },
    /// No pose of equilibrium was found, in which the center of mass lies above or below that of buoyancy.
    #[error(
        "no equilibrium pose found: the search ended with the center of mass {lever_m} m beside that of buoyancy{}",
        if *closed { "" } else { "; the hull is not closed and may take in water: close it" }
    )]
    NoFloatPose {
        /// Horizontal distance of the two centers at the end of the search, m.
        lever_m: f64,
        /// Whether the mesh is closed; an open one may lose volume as it sinks.
        closed: bool,
    },
}

/// Refuses a quantity that is not finite, and one that is not `valid`, naming the range in which it would be.
pub(crate) fn require(valid: bool, what: &'static str, value: f64, range: &'static str) -> Result<(), Error> {
    require_finite(what, value)?;
    if valid { Ok(()) } else { Err(Error::OutOfRange { what, value, range: range.into() }) }
}

/// Refuses a quantity that is not finite or not above 0.
pub(crate) fn require_positive(what: &'static str, value: f64) -> Result<(), Error> {
    require(value > 0.0, what, value, "above 0")
}

/// Refuses a quantity that is not finite.
pub(crate) fn require_finite(what: &'static str, value: f64) -> Result<(), Error> {
    if value.is_finite() { Ok(()) } else { Err(Error::NotFinite { what: what.to_owned() }) }
}
