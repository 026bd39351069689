use lbm_core::AirMoments;

use crate::Error;
use crate::spec::{AirSide, AirSideKind, MAX_AIR_SPEED};

/// Checks the values of a side.
pub(super) fn check(kind: AirSideKind, side: AirSide) -> Result<(), Error> {
    let (velocity, concentration) = match kind {
        AirSideKind::Wall => return Ok(()),
        AirSideKind::Open { concentration } => ([0.0; 3], concentration),
        AirSideKind::Inflow { velocity, concentration } => (velocity, concentration),
    };
    for (what, value, valid) in velocity
        .map(|u| ("velocity", u, u.abs() <= MAX_AIR_SPEED))
        .into_iter()
        .chain([("concentration", concentration, concentration.is_finite())])
    {
        if !valid {
            let range = if what == "velocity" { "at most 0.2 cells a step" } else { "a finite number" };
            return Err(Error::AirSide { side, what, value, range });
        }
    }
    Ok(())
}

/// The air beyond a side, given that inside.
pub(super) fn beyond(kind: AirSideKind, side: AirSide, inside: AirMoments) -> AirMoments {
    match kind {
        AirSideKind::Wall => inside,
        AirSideKind::Open { concentration } => {
            let along = inside.velocity[side.axis()];
            if along * side.outwards() as f32 >= 0.0 {
                return AirMoments { density: 1.0, ..inside };
            }
            let mut velocity = [0.0; 3];
            velocity[side.axis()] = along;
            AirMoments { density: 1.0 - 1.5 * along * along, velocity, concentration: concentration as f32 }
        }
        AirSideKind::Inflow { velocity, concentration } => AirMoments {
            density: inside.density,
            velocity: velocity.map(|u| u as f32),
            concentration: concentration as f32,
        },
    }
}
