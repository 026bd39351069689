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
    /// An open side of a gas.
    #[error("{side} side: what lies beyond an open side is water; a gas can have walls and periodic sides")]
    OpenGas {
        /// The side.
        side: Side,
    },
    /// Populations kept in 16 bits.
    #[error("boundaries need populations kept in 32 bits: build the lattice with `Storage::Single`")]
    HalfPrecision,
    /// Nothing is left for the water.
    #[error("solids cover all {cells} cells: leave at least one for the water")]
    NoWater {
        /// Cells of the grid.
        cells: usize,
    },
    /// A solid's wall is faster than the lattice can carry.
    #[error(
        "solid {label} moves with {speed_m_s} m/s at cell ({}, {}): at most {limit_m_s} m/s, a third of the lattice \
         speed; take a shorter time step or a slower solid",
        cell[0], cell[1]
    )]
    TooFast {
        /// The solid.
        label: u16,
        /// A cell `[i, j]` at its wall.
        cell: [usize; 2],
        /// Its speed there.
        speed_m_s: f64,
        /// The largest speed.
        limit_m_s: f64,
    },
    /// A solid moved too far at once, or came from nowhere.
    #[error(
        "solid {label} covers cell ({}, {}) without having been within two cells of it: move it by at most a cell a step",
        cell[0], cell[1]
    )]
    Leap {
        /// The solid.
        label: u16,
        /// The cell `[i, j]`.
        cell: [usize; 2],
    },
    /// A solid comes in through a side that lets no water in to follow it.
    #[error(
        "solid {label} comes in through the {side} side, an outflow, at cell ({}, {}), where no water follows it: let the side \
         hold its depth (`depth`, `characteristic`), or the solid begin inside",
        cell[0], cell[1]
    )]
    Drained {
        /// The solid.
        label: u16,
        /// The side.
        side: Side,
        /// The cell `[i, j]` at the side.
        cell: [usize; 2],
    },
    /// A solid left a cell that nothing can be refilled from.
    #[error(
        "solid {label} uncovers cell ({}, {}) with no water within two cells of it: move it by at most a cell a step",
        cell[0], cell[1]
    )]
    Vanished {
        /// The solid.
        label: u16,
        /// The cell `[i, j]`.
        cell: [usize; 2],
    },
}
