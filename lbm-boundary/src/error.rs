use crate::Side;

/// Why boundaries could not be set up.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The labels do not fit the grid.
    #[error("{got} solid labels for a grid of {nx} × {ny} cells: expected one a cell, {expected}")]
    ShapeMismatch {
        /// Labels given.
        got: usize,
        /// Labels expected.
        expected: usize,
        /// Cells along x.
        nx: usize,
        /// Cells along y.
        ny: usize,
    },
    /// One side is periodic and the side across is not.
    #[error("the {periodic} side is periodic but the {other} side is not: both must be")]
    HalfPeriodic {
        /// The periodic side.
        periodic: Side,
        /// The side across.
        other: Side,
    },
    /// A quantity of a side lies outside the range in which the method works.
    #[error("{side} side: {what} = {value}: must be {range}")]
    OutOfRange {
        /// The side.
        side: Side,
        /// Name of the quantity, with its unit.
        what: &'static str,
        /// The value that was given.
        value: f64,
        /// The range it must lie in.
        range: &'static str,
    },
    /// Nothing is left for the water.
    #[error("solids cover all {cells} cells: leave at least one for the water")]
    NoWater {
        /// Cells of the grid.
        cells: usize,
    },
}
