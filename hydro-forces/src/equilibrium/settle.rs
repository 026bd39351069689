use glam::DVec3;

use super::attitude::{Attitude, FloatingHull};
use crate::Error;

/// Steps after which the search fails; a hull that turns over completely takes about 50.
const MOST_STEPS: usize = 500;
/// Longest step, rad: short enough to reach the nearest minimum along the slope.
const LONGEST_STEP: f64 = 0.1;
/// Multiple of the rounding error below which levers count as zero.
const ZERO_LEVER: f64 = 1e3;
/// Fraction of the hull's size below which levers are lost in the rounding of the energy, which depends on their square;
/// accepted where no step descends.
const SMALL_LEVER: f64 = 1e-6;
/// Fraction of the hull's size below which metacentric heights count as neutral.
const NEUTRAL: f64 = 1e-9;

/// Degrees of freedom of a tilt.
#[derive(Debug, Clone, Copy)]
pub(super) enum Freedom {
    /// Heel and trim.
    HeelAndTrim,
    /// Trim at a fixed heel: `up` stays perpendicular to this unit vector.
    Trim { across: DVec3 },
}

/// A direction of tilt.
#[derive(Debug, Clone, Copy)]
struct Tilt {
    /// Unit vector across `up`.
    direction: DVec3,
    /// Metacentric height.
    gm: f64,
    /// Slope of the energy along it.
    lever: f64,
}

impl Freedom {
    /// The free directions, softest first, perpendicular and uncoupled.
    fn tilts(self, at: &Attitude) -> impl Iterator<Item = Tilt> + Clone + use<> {
        let [first, second] = match self {
            Self::HeelAndTrim => at.principal().map(Some),
            Self::Trim { across } => {
                let bow_up = across.cross(at.up);
                [Some((at.gm(bow_up), bow_up)), None]
            }
        };
        let lever = at.lever;
        let tilt = move |(gm, direction)| Tilt { direction, gm, lever: lever.dot(direction) };
        first.into_iter().chain(second).map(tilt)
    }
}

/// The stable attitude that a hull released at `up` settles in: the minimum of the energy down the slope.
///
/// Newton's method with the metacentric heights as second derivatives, with steps shortened until they descend. From a
/// maximum it leaves along the softest direction, and from a neutral attitude along any finite tilt that descends.
pub(super) fn settle(afloat: &FloatingHull<'_>, free: Freedom, up: DVec3) -> Result<Attitude, Error> {
    let settled = settle_within(afloat, free, up, |_| true)?;
    Ok(settled.unwrap_or_else(|| unreachable!("no attitude is left out")))
}

/// The same among the attitudes `is_within`; `None` as soon as the search leaves them.
pub(super) fn settle_within(
    afloat: &FloatingHull<'_>,
    free: Freedom,
    up: DVec3,
    is_within: impl Fn(DVec3) -> bool,
) -> Result<Option<Attitude>, Error> {
    let mut here = afloat.at(up, None)?;
    for _ in 0..MOST_STEPS {
        if !is_within(here.up) {
            return Ok(None);
        }
        let is_balanced = lever(free, &here) <= ZERO_LEVER * afloat.rounding();
        let is_small = lever(free, &here) <= SMALL_LEVER * afloat.size();
        let mut next = None;
        if !is_balanced {
            next = descend(afloat, free, &here, newton(free.tilts(&here)), false)?;
        }
        if next.is_none() && (is_balanced || is_small) {
            next = leave(afloat, free, &here)?;
        }
        match next {
            Some(next) => here = next,
            None if is_small => return Ok(Some(here)),
            None => break,
        }
    }
    Err(Error::NoFloatPose { lever_m: lever(free, &here), closed: afloat.hull.diagnosis().closed })
}

/// Whether a metacentric height is zero to rounding.
pub(super) fn is_neutral(afloat: &FloatingHull<'_>, gm: f64) -> bool {
    gm.abs() <= NEUTRAL * afloat.size()
}

/// A lower attitude near one of equilibrium; `None` if that is stable.
fn leave(afloat: &FloatingHull<'_>, free: Freedom, here: &Attitude) -> Result<Option<Attitude>, Error> {
    let Some(softest) = free.tilts(here).next() else { return Ok(None) };
    if softest.gm < -NEUTRAL * afloat.size() {
        return descend(afloat, free, here, softest.direction * LONGEST_STEP, true);
    }
    // The change of energy by a metacentric height that still counts as neutral.
    let slight = NEUTRAL * afloat.size() * LONGEST_STEP.powi(2) / 2.0;
    for tilt in free.tilts(here).filter(|tilt| is_neutral(afloat, tilt.gm)) {
        for step in [tilt.direction * LONGEST_STEP, -tilt.direction * LONGEST_STEP] {
            let there = afloat.at((here.up + step).normalize(), Some(here.level))?;
            if here.energy - there.energy > slight {
                return Ok(Some(there));
            }
        }
    }
    Ok(None)
}

/// Slope of the energy along the free directions.
fn lever(free: Freedom, at: &Attitude) -> f64 {
    free.tilts(at).map(|tilt| tilt.lever * tilt.lever).sum::<f64>().sqrt()
}

/// Newton's step against the levers, with the magnitudes of the curvatures.
fn newton(tilts: impl Iterator<Item = Tilt> + Clone) -> DVec3 {
    let steepest = tilts.clone().map(|tilt| tilt.lever.abs()).fold(0.0, f64::max);
    let step: DVec3 =
        tilts.map(|tilt| tilt.direction * (-tilt.lever / tilt.gm.abs().max(1e-3 * steepest))).sum();
    step * (LONGEST_STEP / step.length()).min(1.0)
}

/// The first of `step`, half of it, a quarter … that lowers the energy or, where its change is below rounding, shortens the
/// lever; `None` if there is none.
fn descend(
    afloat: &FloatingHull<'_>,
    free: Freedom,
    here: &Attitude,
    mut step: DVec3,
    from_maximum: bool,
) -> Result<Option<Attitude>, Error> {
    let rounding = afloat.rounding();
    for _ in 0..50 {
        let next = afloat.at((here.up + step).normalize(), Some(here.level))?;
        let fall = here.energy - next.energy;
        let flat = fall.abs() <= rounding && !from_maximum;
        if fall > rounding || flat && lever(free, &next) < lever(free, here) {
            return Ok(Some(next));
        }
        step /= 2.0;
    }
    Ok(None)
}
