use glam::DVec3;

use super::attitude::{Afloat, Attitude};
use super::settle::{Free, settle};
use crate::error::require;
use crate::{Error, Hull};

/// Heel between two trims found one from the other, degrees.
const LONGEST_HEEL_STEP_DEG: f64 = 5.0;
/// To which angles of equilibrium are found, degrees.
const ANGLE_TOLERANCE_DEG: f64 = 1e-6;
/// Heel to either side within which a hull that rests counts as upright, degrees: the meshes of real hulls are not alike
/// on both sides to the last digit.
const UPRIGHT_DEG: f64 = 0.01;

/// A hull held at an angle of heel, free to trim and to rise.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RightingArm {
    /// Heel, positive to starboard, degrees.
    pub heel_deg: f64,
    /// Righting arm GZ: how far, across the hull's heading, the center of buoyancy lies to the side
    /// that the hull heels to (heel above zero), m. Positive turns it back to port.
    pub gz_m: f64,
    /// Trim it takes, positive with the bow up, degrees.
    pub trim_deg: f64,
    /// Depth of its lowest point, m.
    pub draft_m: f64,
    /// Height of the center of mass over that of buoyancy, m: times the weight the potential energy,
    /// so its difference is the work of heeling, `∫ GZ cos(trim) dφ`.
    pub energy_m: f64,
}

/// Righting arms of a hull from upright to 180° of heel, and what follows from them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GzCurve {
    /// Righting arms in steps of heel from 0 to 180°.
    pub arms: Vec<RightingArm>,
    /// First heel at which the hull rests: GZ passes through zero upward. 0 for a hull that is stable
    /// upright or within a hundredth of a degree of it, the angle of loll for one that is not; `None` for one that rests heeled to port, or
    /// turns over.
    pub steady_deg: Option<f64>,
    /// Angle of vanishing stability: the first heel at which GZ, having been positive, passes through
    /// zero downward. `None` if it does not below 180°; 0 if GZ is never positive.
    pub vanishing_deg: Option<f64>,
}

/// Righting arms of `hull` on `volume_m3` with its center of mass at `center_of_mass_m` (body frame),
/// heeled to starboard from 0 to 180° in `steps` equal steps, trim free.
///
/// At each heel the trim is that of least energy, followed from the one before. For the other side
/// mirror the hull (or, if that is alike to both, the center's y).
///
/// # Errors
/// [`Error::VolumeOutOfRange`], [`Error::NoFloatPose`] if no trim is steady,
/// [`Error::OutOfRange`] or [`Error::NotFinite`] for no steps or as [`float_pose`](super::float_pose).
pub fn gz_curve(
    hull: &Hull,
    center_of_mass_m: DVec3,
    volume_m3: f64,
    steps: usize,
) -> Result<GzCurve, Error> {
    require(steps > 0, "steps", steps as f64, "at least 1")?;
    let afloat = Afloat::new(hull, center_of_mass_m, volume_m3)?;
    let mut held = vec![Held::upright(&afloat)?];
    for step in 1..=steps {
        held.push(held[step - 1].heeled(&afloat, 180.0 * step as f64 / steps as f64)?);
    }
    let mut curve = GzCurve {
        arms: held.iter().map(|at| at.arm(&afloat)).collect(),
        steady_deg: None,
        vanishing_deg: None,
    };
    if held[0].rests_within(&afloat, UPRIGHT_DEG)? {
        curve.steady_deg = Some(0.0);
    }
    // Where GZ is zero to rounding it has no sign; passages lie between those where it has one.
    let zero = 1e-9 * afloat.size();
    let signed: Vec<Held> = held.into_iter().filter(|at| at.gz().abs() > zero).collect();
    match signed.first() {
        Some(first) if first.heel_deg > 0.0 && first.gz() > 0.0 => curve.steady_deg = Some(0.0),
        Some(_) => {}
        None => return Ok(curve),
    }
    for pair in signed.windows(2) {
        if curve.steady_deg.is_none() && pair[0].gz() < 0.0 && pair[1].gz() > 0.0 {
            curve.steady_deg = Some(passage(&afloat, pair[0], pair[1])?);
        } else if pair[0].gz() > 0.0 && pair[1].gz() < 0.0 {
            curve.vanishing_deg = Some(passage(&afloat, pair[0], pair[1])?);
            break;
        }
    }
    if signed.iter().all(|at| at.gz() < 0.0) {
        curve.vanishing_deg = Some(0.0);
    }
    Ok(curve)
}

/// The heel between two where GZ is zero, by bisection, degrees.
fn passage(afloat: &Afloat<'_>, mut from: Held, mut to: Held) -> Result<f64, Error> {
    while to.heel_deg - from.heel_deg > ANGLE_TOLERANCE_DEG {
        let middle = from.heeled(afloat, (from.heel_deg + to.heel_deg) / 2.0)?;
        if (middle.gz() > 0.0) == (from.gz() > 0.0) {
            from = middle;
        } else {
            to = middle;
        }
    }
    Ok((from.heel_deg + to.heel_deg) / 2.0)
}

/// A hull held at a heel, in its trim.
#[derive(Debug, Clone, Copy)]
struct Held {
    heel_deg: f64,
    at: Attitude,
}

impl Held {
    fn upright(afloat: &Afloat<'_>) -> Result<Self, Error> {
        let (up, across) = untrimmed(0.0);
        Ok(Self { heel_deg: 0.0, at: settle(afloat, Free::Trim { across }, up)? })
    }

    /// The same hull at another heel, its trim followed there in small steps.
    fn heeled(mut self, afloat: &Afloat<'_>, heel_deg: f64) -> Result<Self, Error> {
        let from_deg = self.heel_deg;
        let parts = ((heel_deg - from_deg).abs() / LONGEST_HEEL_STEP_DEG).ceil().max(1.0);
        for part in 1..=parts as usize {
            let (sin, cos) = self.trim().sin_cos();
            self.heel_deg = from_deg + (heel_deg - from_deg) * part as f64 / parts;
            let (level, across) = untrimmed(self.heel_deg);
            self.at = settle(afloat, Free::Trim { across }, DVec3::X * sin + level * cos)?;
        }
        Ok(self)
    }

    /// Whether the hull rests at this heel, or off it by less than `margin_deg`.
    fn rests_within(self, afloat: &Afloat<'_>, margin_deg: f64) -> Result<bool, Error> {
        let gz = |by_deg: f64| Ok(self.heeled(afloat, self.heel_deg + by_deg)?.gz());
        Ok(gz(-margin_deg)? < 0.0 && gz(margin_deg)? > 0.0)
    }

    /// Trim with the bow up, rad.
    fn trim(&self) -> f64 {
        let (level, _) = untrimmed(self.heel_deg);
        self.at.up.x.atan2(self.at.up.dot(level))
    }

    fn gz(&self) -> f64 {
        let (_, across) = untrimmed(self.heel_deg);
        self.at.lever.dot(across)
    }

    fn arm(&self, afloat: &Afloat<'_>) -> RightingArm {
        RightingArm {
            heel_deg: self.heel_deg,
            gz_m: self.gz(),
            trim_deg: self.trim().to_degrees(),
            draft_m: self.at.level - afloat.keel(self.at.up),
            energy_m: self.at.energy,
        }
    }
}

/// The upward direction of a hull at a heel and on an even keel, and that of its starboard heel.
fn untrimmed(heel_deg: f64) -> (DVec3, DVec3) {
    let (sin, cos) = heel_deg.to_radians().sin_cos();
    (DVec3::new(0.0, sin, cos), DVec3::new(0.0, cos, -sin))
}
