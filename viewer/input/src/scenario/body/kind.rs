use super::{Body, Drive, Propeller, Radiation, Tow};
use crate::scenario::Wall;

/// Drag coefficient of hulls to the wind where none is given.
const WIND_DRAG: f64 = 0.8;

/// Kind of motion of a body, with the keys that only such a body has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind<'a> {
    /// Moves by the forces on it.
    Afloat(Afloat<'a>),
    /// Does not move; a solid to the water.
    Fixed(Wall),
    /// Moves as prescribed; a solid to the water.
    Driven(&'a Drive, Wall),
}

/// Tow and propeller of a body afloat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Afloat<'a> {
    /// Carriage that tows it.
    pub tow: Option<&'a Tow>,
    /// Propeller that pushes and steers it.
    pub propeller: Option<&'a Propeller>,
    /// Added mass and radiation damping.
    pub radiation: Option<&'a Radiation>,
}

impl Body {
    /// The kind of motion.
    pub fn kind(&self) -> Kind<'_> {
        match (&self.motion, self.fixed) {
            (Some(drive), _) => Kind::Driven(drive, self.wall.of_body()),
            (None, true) => Kind::Fixed(self.wall.of_body()),
            (None, false) => Kind::Afloat(Afloat {
                tow: self.tow.as_ref(),
                propeller: self.propeller.as_ref(),
                radiation: self.radiation.as_ref(),
            }),
        }
    }

    /// Drag coefficient to the wind of what it has above the water.
    pub fn wind_drag(&self) -> f64 {
        self.wind_drag_coefficient.unwrap_or(WIND_DRAG)
    }

    /// Whether it moves by the forces on it.
    pub fn is_afloat(&self) -> bool {
        matches!(self.kind(), Kind::Afloat(_))
    }
}

impl<'a> Kind<'a> {
    /// The wall of a body that is a solid to the water.
    pub fn wall(self) -> Option<Wall> {
        match self {
            Self::Afloat(_) => None,
            Self::Fixed(wall) | Self::Driven(_, wall) => Some(wall),
        }
    }

    /// Tow and propeller of a body afloat; `None` for a solid.
    pub fn afloat(self) -> Option<Afloat<'a>> {
        match self {
            Self::Afloat(afloat) => Some(afloat),
            Self::Fixed(_) | Self::Driven(..) => None,
        }
    }
}
