use crate::spec::{AirSide, AnySide, Side};

/// Error of building a boundary or of moving its solids.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of labels is not that of the grid's cells.
    #[error("{got} {what}: must be {expected}, one for each cell")]
    ShapeMismatch {
        /// Name of the labels.
        what: &'static str,
        /// Number of cells.
        expected: usize,
        /// Labels given.
        got: usize,
    },
    /// One side is periodic and the opposite one is not.
    #[error("the {periodic} side is periodic but the {other} side is not: both must be")]
    HalfPeriodic {
        /// The periodic side.
        periodic: Side,
        /// The opposite side.
        other: Side,
    },
    /// A quantity of a side lies outside its valid range.
    #[error("{side}: {what} = {value}: must be {range}")]
    OutOfRange {
        /// The side.
        side: AnySide,
        /// Name of the quantity: of the field in [`crate::SideKind`] or [`crate::AirSideKind`] where it is one.
        what: &'static str,
        /// The given value.
        value: f64,
        /// The valid range.
        range: &'static str,
    },
    /// Water of a side is faster than [`crate::MAX_SPEED`].
    #[error(
        "{side} side: {what} = {speed_m_s}: must be at most a third of the lattice speed, {limit_m_s:.4} m/s"
    )]
    SideTooFast {
        /// The side.
        side: Side,
        /// Name of the quantity, as in [`Self::OutOfRange`].
        what: &'static str,
        /// The given speed.
        speed_m_s: f64,
        /// The largest valid speed.
        limit_m_s: f64,
    },
    /// Values over time for a side that has none, or is of another kind.
    #[error(
        "{side} side: its values cannot be changed to those of another kind of side; a wall, periodic side or sponge has none"
    )]
    OtherKind {
        /// The side.
        side: Side,
    },
    /// An open side of a gas.
    #[error("{side} side: beyond an open side lies water; a gas may have walls and periodic sides")]
    OpenGas {
        /// The side.
        side: Side,
    },
    /// The lattice stores populations in 16 bits.
    #[error("boundaries need populations stored in 32 bits: build the lattice with `Storage::Single`")]
    HalfPrecision,
    /// Solids cover all cells.
    #[error("solids cover all {cells} cells: leave at least one for the water")]
    NoWater {
        /// Number of cells of the grid.
        cells: usize,
    },
    /// A solid's wall is faster than [`crate::MAX_SPEED`].
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
        /// Speed of the solid there.
        speed_m_s: f64,
        /// The largest valid speed.
        limit_m_s: f64,
    },
    /// A solid covers a cell that it was not near.
    #[error(
        "solid {label} covers cell ({}, {}) without having been within two cells of it: move it by at most a cell per step",
        cell[0], cell[1]
    )]
    MovedTooFar {
        /// The solid.
        label: u16,
        /// The cell `[i, j]`.
        cell: [usize; 2],
    },
    /// A solid enters through an outflow, through which no water follows it.
    #[error(
        "solid {label} enters through the {side} side, an outflow, at cell ({}, {}), where no water follows it: take a side that \
         holds the depth (`depth`, `characteristic`), or a solid that starts inside",
        cell[0], cell[1]
    )]
    EntersThroughOutflow {
        /// The solid.
        label: u16,
        /// The side.
        side: Side,
        /// The cell `[i, j]` at the side.
        cell: [usize; 2],
    },
    /// A state is not that of a boundary of this kind.
    #[error("no state of this boundary: it has {reason}")]
    State {
        /// The reason.
        reason: &'static str,
    },
    /// A solid uncovers a cell that is too far from water to be refilled.
    #[error(
        "solid {label} uncovers cell ({}, {}) with no water within two cells of it: move it by at most a cell per step",
        cell[0], cell[1]
    )]
    NoWaterToRefillFrom {
        /// The solid.
        label: u16,
        /// The cell `[i, j]`.
        cell: [usize; 2],
    },
    /// Ends of an axis of air that are not left to the boundary.
    #[error(
        "the ends of the air along {axis} are walls of the lattice: build it with `Ends::Given` or `Ends::Periodic`"
    )]
    AirEnds {
        /// The axis.
        axis: &'static str,
    },
    /// An open side of a periodic axis of air.
    #[error("{side} side of the air: its axis is periodic, so it can be neither open nor an inflow")]
    NoAirSide {
        /// The side.
        side: AirSide,
    },
    /// Solids cover all cells of the air.
    #[error("solids cover all {cells} cells: leave at least one for the air")]
    NoAir {
        /// Number of cells of the grid.
        cells: usize,
    },
    /// A source that cannot give smoke to the air.
    #[error("source in cell ({}, {}, {}): {reason}", cell[0], cell[1], cell[2])]
    Source {
        /// The cell `[i, j, k]`.
        cell: [usize; 3],
        /// The reason.
        reason: &'static str,
    },
}
