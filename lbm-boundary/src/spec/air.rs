use std::fmt;

/// Largest speed at a side of air, in cells a step: about a third of the speed of sound.
pub const MAX_AIR_SPEED: f64 = 0.2;

/// One of the six sides of a grid of air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AirSide {
    /// The low end of x.
    West,
    /// The high end of x.
    East,
    /// The low end of y.
    South,
    /// The high end of y.
    North,
    /// The low end of z.
    Bottom,
    /// The high end of z.
    Top,
}

impl AirSide {
    /// All sides.
    pub const ALL: [Self; 6] = [Self::West, Self::East, Self::South, Self::North, Self::Bottom, Self::Top];

    /// The axis across the side: 0, 1 or 2.
    pub fn axis(self) -> usize {
        self.index() / 2
    }

    /// −1 at the low end of the axis, 1 at the high one: the direction out of the grid.
    pub fn outwards(self) -> i32 {
        if self.index().is_multiple_of(2) { -1 } else { 1 }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for AirSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::West => "west",
            Self::East => "east",
            Self::South => "south",
            Self::North => "north",
            Self::Bottom => "bottom",
            Self::Top => "top",
        })
    }
}

/// Kind of a side of air, in lattice units (cells and steps).
///
/// Populations that enter through an open side are the equilibrium of the air beyond it plus the non-equilibrium part of the
/// cell inside (non-equilibrium extrapolation, Guo, Zheng, Shi 2002): of second order in the cell's size.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum AirSideKind {
    /// A wall: half-way bounce-back, no slip and no smoke through it.
    Wall,
    /// Air at rest far away, of the density 1. What leaves takes its velocity and its smoke along; what enters brings
    /// no momentum along the side, and its density falls as its speed rises, `ρ = 1 − 3/2 u²`.
    Open {
        /// Concentration of the air that enters.
        concentration: f64,
    },
    /// Wind of a given velocity, at the density of the cell inside.
    Inflow {
        /// Velocity along x, y and z, cells a step; each at most [`MAX_AIR_SPEED`].
        velocity: [f64; 3],
        /// Concentration of the air that enters.
        concentration: f64,
    },
}

impl AirSideKind {
    pub(crate) fn is_open(&self) -> bool {
        *self != Self::Wall
    }
}
