use glam::DVec3;

use super::attitude::{Afloat, Attitude};
use crate::Error;

/// Steps before the search is given up; a hull that turns right over takes about 50.
const MOST_STEPS: usize = 500;
/// Longest step, rad: short enough to follow the slope into the nearest valley.
const LONGEST_STEP: f64 = 0.1;
/// Levers below this many roundings are zero.
const ZERO_LEVER: f64 = 1e3;
/// Where no step leads down, levers below this share of the hull's size are lost in the rounding of the energy:
/// what is left of it falls with their square.
const SMALL_LEVER: f64 = 1e-6;
/// Metacentric heights below this share of the hull's size are neutral equilibrium.
const NEUTRAL: f64 = 1e-9;

/// Which tilts a hull is free to take.
#[derive(Debug, Clone, Copy)]
pub(super) enum Free {
    /// All.
    Tilt,
    /// Those at a heel that is held: `up` stays across this unit vector.
    Trim { across: DVec3 },
}

/// A direction to tilt in.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// Unit vector across `up`.
    direction: DVec3,
    /// Metacentric height.
    gm: f64,
    /// Slope of the energy.
    lever: f64,
}

impl Free {
    /// The directions left free, softest first, across each other and uncoupled.
    fn ways(self, at: &Attitude) -> impl Iterator<Item = Way> + Clone + use<> {
        let [first, second] = match self {
            Self::Tilt => at.principal().map(Some),
            Self::Trim { across } => {
                let bow_up = across.cross(at.up);
                [Some((at.gm(bow_up), bow_up)), None]
            }
        };
        let lever = at.lever;
        let way = move |(gm, direction)| Way { direction, gm, lever: lever.dot(direction) };
        first.into_iter().chain(second).map(way)
    }
}

/// The stable attitude that a hull let go at `up` comes to: the energy's minimum down the slope.
///
/// Newton's steps with the metacentric heights as second derivatives, shortened until they descend;
/// off a ridge along the softest way, and where that is neutral to the second order to wherever a finite
/// tilt leads down.
pub(super) fn settle(afloat: &Afloat<'_>, free: Free, up: DVec3) -> Result<Attitude, Error> {
    let mut here = afloat.at(up, None)?;
    for _ in 0..MOST_STEPS {
        let next = if lever(free, &here) <= ZERO_LEVER * afloat.rounding() {
            leave(afloat, free, &here)?
        } else {
            descend(afloat, free, &here, newton(free.ways(&here)), false)?
        };
        match next {
            Some(next) => here = next,
            None if lever(free, &here) <= SMALL_LEVER * afloat.size() => return Ok(here),
            None => break,
        }
    }
    Err(Error::NoFloatPose { lever_m: lever(free, &here), closed: afloat.hull.diagnosis().closed })
}

/// Whether a metacentric height is zero to rounding.
pub(super) fn is_neutral(afloat: &Afloat<'_>, gm: f64) -> bool {
    gm.abs() <= NEUTRAL * afloat.size()
}

/// A lower attitude than one that is balanced, if there is one near by.
fn leave(afloat: &Afloat<'_>, free: Free, here: &Attitude) -> Result<Option<Attitude>, Error> {
    let Some(softest) = free.ways(here).next() else { return Ok(None) };
    if softest.gm < -NEUTRAL * afloat.size() {
        return descend(afloat, free, here, softest.direction * LONGEST_STEP, true);
    }
    // What a metacentric height that passes as neutral could make of the tilt.
    let slight = NEUTRAL * afloat.size() * LONGEST_STEP.powi(2) / 2.0;
    for way in free.ways(here).filter(|way| is_neutral(afloat, way.gm)) {
        for tilt in [way.direction * LONGEST_STEP, -way.direction * LONGEST_STEP] {
            let there = afloat.at((here.up + tilt).normalize(), Some(here.level))?;
            if here.energy - there.energy > slight {
                return Ok(Some(there));
            }
        }
    }
    Ok(None)
}

/// Slope of the energy along what is free.
fn lever(free: Free, at: &Attitude) -> f64 {
    free.ways(at).map(|way| way.lever * way.lever).sum::<f64>().sqrt()
}

/// Newton's step against the levers, uphill curvatures taken for downhill ones.
fn newton(ways: impl Iterator<Item = Way> + Clone) -> DVec3 {
    let steepest = ways.clone().map(|way| way.lever.abs()).fold(0.0, f64::max);
    let step: DVec3 = ways.map(|way| way.direction * (-way.lever / way.gm.abs().max(1e-3 * steepest))).sum();
    step * (LONGEST_STEP / step.length()).min(1.0)
}

/// The first of `step`, half of it, a quarter … that goes down, or, where the energy is too flat to
/// tell, that shortens the lever.
fn descend(
    afloat: &Afloat<'_>,
    free: Free,
    here: &Attitude,
    mut step: DVec3,
    off_a_ridge: bool,
) -> Result<Option<Attitude>, Error> {
    let rounding = afloat.rounding();
    for _ in 0..50 {
        let next = afloat.at((here.up + step).normalize(), Some(here.level))?;
        let fall = here.energy - next.energy;
        let flat = fall.abs() <= rounding && !off_a_ridge;
        if fall > rounding || flat && lever(free, &next) < lever(free, here) {
            return Ok(Some(next));
        }
        step /= 2.0;
    }
    Ok(None)
}
