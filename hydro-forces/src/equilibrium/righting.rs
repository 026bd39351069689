use glam::DVec3;

use super::attitude::{Attitude, FloatingHull};
use super::settle::{Freedom, settle};
use crate::error::require;
use crate::{Error, Hull};

/// Largest step of heel in which the trim is followed, degrees.
const LONGEST_HEEL_STEP_DEG: f64 = 5.0;
/// Tolerance of angles of equilibrium, degrees.
const ANGLE_TOLERANCE_DEG: f64 = 1e-6;
/// Heel to either side within which a hull in equilibrium counts as upright, degrees: the meshes of real hulls are not
/// symmetric to the last digit.
const UPRIGHT_DEG: f64 = 0.01;

/// Righting arm of a hull at a fixed angle of heel, free to trim and to heave.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RightingArm {
    /// Heel, positive to starboard, degrees.
    pub heel_deg: f64,
    /// Righting arm GZ: the distance of the center of buoyancy from the center of mass, across the hull's heading, to the
    /// side of positive heel, m. A positive arm turns the hull back to port.
    pub gz_m: f64,
    /// Trim, positive with the bow up, degrees.
    pub trim_deg: f64,
    /// Depth of its lowest point, m.
    pub draft_m: f64,
    /// Height of the center of mass above that of buoyancy, m. Times the weight it is the potential energy, so that its
    /// change is the work of heeling, `∫ GZ cos(trim) dφ`.
    pub energy_m: f64,
}

/// Righting arms of a hull from upright to 180° of heel, and what follows from them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct GzCurve {
    /// Righting arms in steps of heel from 0 to 180°.
    pub arms: Vec<RightingArm>,
    /// First heel of stable equilibrium, where GZ passes through zero upward: 0 for a hull that is stable within a hundredth
    /// of a degree of upright, the angle of loll for one that is not; `None` for one that rests heeled to port or turns over.
    pub steady_deg: Option<f64>,
    /// Angle of vanishing stability: the first heel at which GZ, having been positive, passes through
    /// zero downward. `None` if it does not below 180°; 0 if GZ is never positive.
    pub vanishing_deg: Option<f64>,
}

/// Righting arms of `hull` on `volume_m3` with its center of mass at `center_of_mass_m` (body frame),
/// heeled to starboard from 0 to 180° in `steps` equal steps, trim free.
///
/// At each heel the trim is that of least energy, followed from the heel before. For the other side mirror the hull, or only
/// the y of its center of mass if the hull is symmetric.
///
/// # Errors
/// [`Error::OutOfRange`] if the hull has not the volume, [`Error::NoFloatPose`] if no trim is stable,
/// [`Error::OutOfRange`] or [`Error::NotFinite`] for no steps or as [`float_pose`](super::float_pose).
pub fn gz_curve(
    hull: &Hull,
    center_of_mass_m: DVec3,
    volume_m3: f64,
    steps: usize,
) -> Result<GzCurve, Error> {
    require(steps > 0, "steps", steps as f64, "at least 1")?;
    let afloat = FloatingHull::new(hull, center_of_mass_m, volume_m3)?;
    let mut held = vec![HeeledHull::upright(&afloat)?];
    for step in 1..=steps {
        held.push(held[step - 1].heeled(&afloat, 180.0 * step as f64 / steps as f64)?);
    }
    let mut curve = GzCurve {
        arms: held.iter().map(|at| at.arm(&afloat)).collect(),
        steady_deg: None,
        vanishing_deg: None,
    };
    if held[0].is_stable_within(&afloat, UPRIGHT_DEG)? {
        curve.steady_deg = Some(0.0);
    }
    // Arms that are zero to rounding have no sign; zeros are searched between the others.
    let zero = 1e-9 * afloat.size();
    let signed: Vec<HeeledHull> = held.into_iter().filter(|at| at.gz().abs() > zero).collect();
    match signed.first() {
        Some(first) if first.heel_deg > 0.0 && first.gz() > 0.0 => curve.steady_deg = Some(0.0),
        Some(_) => {}
        None => return Ok(curve),
    }
    for pair in signed.windows(2) {
        if curve.steady_deg.is_none() && pair[0].gz() < 0.0 && pair[1].gz() > 0.0 {
            curve.steady_deg = Some(zero_between(&afloat, pair[0], pair[1])?);
        } else if pair[0].gz() > 0.0 && pair[1].gz() < 0.0 {
            curve.vanishing_deg = Some(zero_between(&afloat, pair[0], pair[1])?);
            break;
        }
    }
    if signed.iter().all(|at| at.gz() < 0.0) {
        curve.vanishing_deg = Some(0.0);
    }
    Ok(curve)
}

/// The heel between two at which GZ is zero, by bisection, degrees.
fn zero_between(afloat: &FloatingHull<'_>, mut from: HeeledHull, mut to: HeeledHull) -> Result<f64, Error> {
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

/// A hull at a fixed heel, in its trim of least energy.
#[derive(Debug, Clone, Copy)]
struct HeeledHull {
    heel_deg: f64,
    at: Attitude,
}

impl HeeledHull {
    fn upright(afloat: &FloatingHull<'_>) -> Result<Self, Error> {
        let (up, across) = untrimmed(0.0);
        Ok(Self { heel_deg: 0.0, at: settle(afloat, Freedom::Trim { across }, up)? })
    }

    /// The same hull at another heel, with its trim followed in small steps.
    fn heeled(mut self, afloat: &FloatingHull<'_>, heel_deg: f64) -> Result<Self, Error> {
        let from_deg = self.heel_deg;
        let parts = ((heel_deg - from_deg).abs() / LONGEST_HEEL_STEP_DEG).ceil().max(1.0);
        for part in 1..=parts as usize {
            let (sin, cos) = self.trim().sin_cos();
            self.heel_deg = from_deg + (heel_deg - from_deg) * part as f64 / parts;
            let (level, across) = untrimmed(self.heel_deg);
            self.at = settle(afloat, Freedom::Trim { across }, DVec3::X * sin + level * cos)?;
        }
        Ok(self)
    }

    /// Whether the hull is in stable equilibrium within `margin_deg` of this heel.
    fn is_stable_within(self, afloat: &FloatingHull<'_>, margin_deg: f64) -> Result<bool, Error> {
        let gz = |by_deg: f64| Ok(self.heeled(afloat, self.heel_deg + by_deg)?.gz());
        Ok(gz(-margin_deg)? < 0.0 && gz(margin_deg)? > 0.0)
    }

    /// Trim, positive with the bow up, rad.
    fn trim(&self) -> f64 {
        let (level, _) = untrimmed(self.heel_deg);
        self.at.up.x.atan2(self.at.up.dot(level))
    }

    fn gz(&self) -> f64 {
        let (_, across) = untrimmed(self.heel_deg);
        self.at.lever.dot(across)
    }

    fn arm(&self, afloat: &FloatingHull<'_>) -> RightingArm {
        RightingArm {
            heel_deg: self.heel_deg,
            gz_m: self.gz(),
            trim_deg: self.trim().to_degrees(),
            draft_m: self.at.level - afloat.keel(self.at.up),
            energy_m: self.at.energy,
        }
    }
}

/// For a hull at a heel without trim, the direction of the world's z axis and the direction in which that moves when the
/// heel grows; body axes.
fn untrimmed(heel_deg: f64) -> (DVec3, DVec3) {
    let (sin, cos) = heel_deg.to_radians().sin_cos();
    (DVec3::new(0.0, sin, cos), DVec3::new(0.0, cos, -sin))
}
