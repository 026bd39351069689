use lbm_core::AirMoments;

use crate::Error;
use crate::spec::{AirSide, AirSideKind, AnySide, MAX_AIR_SPEED};

impl AirSideKind {
    /// Whether a side of this kind can be built.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a velocity or a concentration out of its range.
    pub fn check(self, side: AirSide) -> Result<(), Error> {
        let (velocity, concentration) = match self {
            Self::Wall => return Ok(()),
            Self::Open { concentration } => ([0.0; 3], concentration),
            Self::Inflow { velocity, concentration } => (velocity, concentration),
        };
        let error =
            |what, value, range| Err(Error::OutOfRange { side: AnySide::Air(side), what, value, range });
        if let Some(u) = velocity.into_iter().find(|u| u.is_nan() || u.abs() > MAX_AIR_SPEED) {
            return error("velocity", u, "at most 0.2 cells a step");
        }
        if !(concentration.is_finite() && concentration >= 0.0) {
            return error("concentration", concentration, "0 or more");
        }
        Ok(())
    }
}

/// The air beyond a side, given that inside. Where air leaves, the smoke is that inside.
pub(super) fn beyond(kind: AirSideKind, side: AirSide, inside: AirMoments) -> AirMoments {
    let leaves = |velocity: [f32; 3]| velocity[side.axis()] * side.outwards() as f32 >= 0.0;
    match kind {
        AirSideKind::Wall => inside,
        AirSideKind::Open { concentration } => {
            let along = inside.velocity[side.axis()];
            if leaves(inside.velocity) {
                return AirMoments { density: 1.0, ..inside };
            }
            let mut velocity = [0.0; 3];
            velocity[side.axis()] = along;
            AirMoments { density: 1.0 - 1.5 * along * along, velocity, concentration: concentration as f32 }
        }
        AirSideKind::Inflow { velocity, concentration } => {
            let velocity = velocity.map(|u| u as f32);
            let concentration = if leaves(velocity) { inside.concentration } else { concentration as f32 };
            AirMoments { density: inside.density, velocity, concentration }
        }
    }
}
