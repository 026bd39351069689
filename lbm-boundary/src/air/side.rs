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

/// The air beyond sides that meet, given that inside: the mean of what is beyond each, so that none goes before another and the air is the same
/// whichever way it is turned.
pub(super) fn beyond_all(kinds: &[AirSideKind; 6], sides: &[AirSide], inside: AirMoments) -> AirMoments {
    let each = sides.iter().map(|side| beyond(kinds[side.index()], *side, inside));
    let sum = |a: AirMoments, b: AirMoments| AirMoments {
        density: a.density + b.density,
        velocity: [0, 1, 2].map(|axis| a.velocity[axis] + b.velocity[axis]),
        concentration: a.concentration + b.concentration,
    };
    let share = 1.0 / sides.len() as f32;
    each.reduce(sum).map_or(inside, |all| AirMoments {
        density: all.density * share,
        velocity: all.velocity.map(|u| u * share),
        concentration: all.concentration * share,
    })
}

/// The air beyond a side, given that inside.
///
/// Where air leaves an open side, it is that inside at the pressure of air at rest. Where it enters, with the speed `v`, it comes from air at
/// rest: its pressure is lower by that of its speed (Bernoulli), `ρ = 1 − 3/2 v²`, and it brings no momentum along the side. The populations
/// that enter bring `ρ u_t (1 + 3 v) / 6` of it, those that leave take `ρ u_t (1 − 3 v) / 6` along, each with the `ρ u_t` of its own cell, so
/// `ρ u_t` beyond is that inside times `(1 − 3 v) / (1 + 3 v)`.
pub(super) fn beyond(kind: AirSideKind, side: AirSide, inside: AirMoments) -> AirMoments {
    let enters = |velocity: [f32; 3]| -velocity[side.axis()] * side.outwards() as f32;
    match kind {
        AirSideKind::Wall => inside,
        AirSideKind::Open { concentration } => {
            let speed = enters(inside.velocity);
            if speed <= 0.0 {
                return AirMoments { density: 1.0, ..inside };
            }
            let density = 1.0 - 1.5 * speed * speed;
            let along = inside.density / density * (1.0 - 3.0 * speed) / (1.0 + 3.0 * speed);
            let mut velocity = inside.velocity.map(|u| u * along);
            velocity[side.axis()] = inside.velocity[side.axis()];
            AirMoments { density, velocity, concentration: concentration as f32 }
        }
        AirSideKind::Inflow { velocity, concentration } => {
            let velocity = velocity.map(|u| u as f32);
            let concentration =
                if enters(velocity) > 0.0 { concentration as f32 } else { inside.concentration };
            AirMoments { density: inside.density, velocity, concentration }
        }
    }
}
