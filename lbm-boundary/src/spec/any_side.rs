use std::fmt;

use super::{AirSide, Side};

/// A side of the water or of the air, as errors name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnySide {
    /// A side of the water.
    Water(Side),
    /// A side of the air.
    Air(AirSide),
}

impl fmt::Display for AnySide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Water(side) => write!(f, "{side} side"),
            Self::Air(side) => write!(f, "{side} side of the air"),
        }
    }
}
