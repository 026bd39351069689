use glam::{DQuat, DVec3};

use super::attitude::{Afloat, Attitude, heel_and_trim, rotation};
use crate::error::check;
use crate::{Error, Hull};

/// Steps before the search is given up; a hull that turns right over takes about 50.
const MOST_STEPS: usize = 500;
/// Longest step, rad: short enough to follow the slope into the nearest valley.
const LONGEST_STEP: f64 = 0.1;
/// Levers below this share of the hull's size are zero: the rounding of volumes and moments.
const LEVER_ROUNDING: f64 = 1e-11;
/// Negative metacentric heights above this share of the hull's size are neutral equilibrium.
const NEUTRAL: f64 = 1e-9;

/// How a hull floats.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct FloatPose {
    /// Turns body axes into world axes.
    pub rotation: DQuat,
    /// Height of the water plane above the hull's origin along the world's z axis, m: in water at
    /// z = η the origin lies at z = η − `level_m`.
    pub level_m: f64,
    /// Depth of the hull's lowest point below the water, m.
    pub draft_m: f64,
    /// Roll, positive with the starboard side (−y) down, −180° to 180°.
    pub heel_deg: f64,
    /// Pitch, positive with the bow (+x) up, −90° to 90°.
    pub trim_deg: f64,
    /// The least metacentric height of all directions of tilt, m; zero in neutral equilibrium.
    pub least_gm_m: f64,
}

/// The stable pose in which `hull` floats on `volume_m3` (mass over the water's density) with its
/// centre of mass at `centre_of_mass_m` (body frame), its x axis pointing to `heading_deg`
/// (counter-clockwise from the world's x axis).
///
/// From upright the hull is let down the slope of its potential energy, the height of the centre of
/// mass above the centre of buoyancy at a constant volume, by Newton steps with the metacentric
/// heights as second derivatives, none above 0.1 rad. So it comes to the attitude that it would
/// settle in if released upright and damped; one that balances upright on an edge falls, to starboard
/// where nothing else decides. A cap on the step keeps it from leaping into another valley.
///
/// The hull should be closed; for an open one see [`submerged`](crate::submerged).
///
/// # Errors
/// [`Error::VolumeOutOfRange`] if the body is too heavy for the hull, [`Error::InvalidParameter`] for
/// a volume that is not above zero or a value that is not finite, [`Error::NoFloatPose`] if the
/// search does not end, as can happen with an open hull.
pub fn float_pose(
    hull: &Hull,
    centre_of_mass_m: DVec3,
    volume_m3: f64,
    heading_deg: f64,
) -> Result<FloatPose, Error> {
    check("heading_deg", heading_deg, true, "finite")?;
    let afloat = Afloat::new(hull, centre_of_mass_m, volume_m3)?;
    let attitude = settle(&afloat, DVec3::Z)?;
    let up = attitude.up;
    let (centre, _) = hull.bounding_sphere();
    let (heel, trim) = heel_and_trim(up);
    let lowest = (0..hull.triangle_count())
        .flat_map(|t| hull.triangle(t))
        .map(|p| up.dot(p - centre))
        .fold(f64::INFINITY, f64::min);
    let (least_gm_m, _) = attitude.softest();
    Ok(FloatPose {
        rotation: rotation(heading_deg.to_radians(), heel, trim),
        level_m: attitude.level + up.dot(centre),
        draft_m: attitude.level - lowest,
        heel_deg: heel.to_degrees(),
        trim_deg: trim.to_degrees(),
        least_gm_m,
    })
}

/// The stable attitude downhill from `up`.
pub(super) fn settle(afloat: &Afloat<'_>, up: DVec3) -> Result<Attitude, Error> {
    let size = afloat.size();
    let mut here = afloat.at(up, None)?;
    let mut steps = 0;
    while steps < MOST_STEPS {
        let level = here.lever.length() <= LEVER_ROUNDING * size;
        let (softest, way) = here.softest();
        if level && softest >= -NEUTRAL * size {
            return Ok(here);
        }
        let step = if level { way * LONGEST_STEP } else { here.newton_step() };
        match descend(afloat, &here, step, level)? {
            Some(next) => here = next,
            None => break,
        }
        steps += 1;
    }
    Err(Error::NoFloatPose { lever_m: here.lever.length(), steps })
}

/// The first of `step`, half of it, a quarter … that goes down, or, where the energy is too flat to
/// tell, that shortens the lever.
fn descend(
    afloat: &Afloat<'_>,
    here: &Attitude,
    mut step: DVec3,
    off_a_ridge: bool,
) -> Result<Option<Attitude>, Error> {
    let rounding = 1e-14 * afloat.size();
    for _ in 0..50 {
        let next = afloat.at((here.up + step).normalize(), Some(here.level))?;
        let fall = here.energy - next.energy;
        let flat = fall.abs() <= rounding && !off_a_ridge;
        if fall > rounding || flat && next.lever.length() < here.lever.length() {
            return Ok(Some(next));
        }
        step /= 2.0;
    }
    Ok(None)
}

impl Attitude {
    /// The least metacentric height and the direction in which `up` moves for it: to starboard, or
    /// with the bow rising where it does not heel at all.
    fn softest(&self) -> (f64, DVec3) {
        let [(least, way), _] = self.principal();
        (least, way)
    }

    /// Metacentric heights along the two principal directions, the lesser first.
    fn principal(&self) -> [(f64, DVec3); 2] {
        let [longitudinal, coupling, transverse] = self.stiffness;
        let (mean, half) = ((longitudinal + transverse) / 2.0, (longitudinal - transverse) / 2.0);
        let radius = half.hypot(coupling);
        // Twice the angle from `bow_up` to the stiffer direction.
        let (sin, cos) = (coupling.atan2(half) / 2.0).sin_cos();
        let (bow_up, to_starboard) = (self.axes.bow_up, self.axes.to_starboard);
        [
            (mean - radius, to_starboard * cos - bow_up * sin),
            (mean + radius, bow_up * cos + to_starboard * sin),
        ]
    }

    /// Newton's step against the lever, uphill curvatures taken for downhill ones.
    fn newton_step(&self) -> DVec3 {
        let step: DVec3 = self
            .principal()
            .iter()
            .map(|(stiffness, way)| {
                let least = self.lever.length() * 1e-3;
                way * (-self.lever.dot(*way) / stiffness.abs().max(least))
            })
            .sum();
        step * (LONGEST_STEP / step.length()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    #[test]
    fn what_cannot_float_is_refused() {
        let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], &TETRAHEDRON).unwrap();
        let centre = DVec3::splat(0.25);
        let pose = |centre, volume, heading| float_pose(&hull, centre, volume, heading).unwrap_err();
        assert!(matches!(pose(centre, 0.2, 0.0), Error::VolumeOutOfRange { volume_m3: 0.2, .. }));
        for (centre, volume, heading) in [
            (centre, 0.0, 0.0),
            (centre, f64::NAN, 0.0),
            (DVec3::NAN, 0.1, 0.0),
            (centre, 0.1, f64::INFINITY),
        ] {
            assert!(matches!(pose(centre, volume, heading), Error::InvalidParameter { .. }));
        }
    }
}
