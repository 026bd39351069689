use glam::{DQuat, DVec3};

use super::attitude::FloatingHull;
use super::settle::{Freedom, is_neutral, settle_within};
use crate::angles::{heel_and_trim, rotation};
use crate::error::require_finite;
use crate::{Error, Hull};

/// A pose of stable equilibrium.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FloatPose {
    /// Rotation from body to world axes.
    pub rotation: DQuat,
    /// Height of the waterline above the hull's origin, m: in water with the level z the origin is at z − `waterline_m`.
    pub waterline_m: f64,
    /// Depth of the hull's lowest point below the water, m.
    pub draft_m: f64,
    /// Roll, positive with the starboard side (−y) down, −180° to 180°.
    pub heel_deg: f64,
    /// Pitch, positive with the bow (+x) up, −90° to 90°.
    pub trim_deg: f64,
    /// The least metacentric height of all directions of tilt, m; exactly 0 in neutral equilibrium, where it is zero to
    /// rounding and no finite tilt lowers the energy.
    pub least_gm_m: f64,
}

/// The stable pose in which `hull` floats on `volume_m3` (mass over the water's density) with its
/// center of mass at `center_of_mass_m` (body frame), its x axis pointing to `heading_deg`
/// (counter-clockwise from the world's x axis).
///
/// From upright the potential energy, the height of the center of mass above the center of buoyancy at constant volume, is
/// minimized by Newton's method with the metacentric heights as second derivatives. Steps of at most 0.1 rad keep it from
/// leaping to another minimum, so that the result is the attitude in which the hull would settle if released upright and
/// damped. One that balances upright in unstable equilibrium falls, to starboard if nothing else decides. Where a
/// metacentric height is zero, tilts of 0.1 rad decide whether the pose is stable.
///
/// The hull should be closed. Holes above the water have no effect; see
/// [`float_waterline`](super::float_waterline).
///
/// # Errors
/// [`Error::OutOfRange`] if the body is too heavy for the hull, that or [`Error::NotFinite`] for
/// a volume that is not above zero or a value that is not finite, or a center beyond 10¹⁰⁰ m, [`Error::NoFloatPose`] if the
/// search does not end, as can happen with an open hull.
pub fn float_pose(
    hull: &Hull,
    center_of_mass_m: DVec3,
    volume_m3: f64,
    heading_deg: f64,
) -> Result<FloatPose, Error> {
    let pose = float_pose_within(hull, center_of_mass_m, volume_m3, heading_deg, f64::INFINITY)?;
    Ok(pose.unwrap_or_else(|| unreachable!("no tilt is beyond all")))
}

/// Finds the pose, as [`float_pose`] does, of hulls that tilt by at most `most_deg` from upright; `None` of one that tilts further, where the search ends as soon as it
/// does: a hull of a million triangles that turns over is not followed to its end.
///
/// # Errors
/// As [`float_pose`].
pub fn float_pose_within(
    hull: &Hull,
    center_of_mass_m: DVec3,
    volume_m3: f64,
    heading_deg: f64,
    most_deg: f64,
) -> Result<Option<FloatPose>, Error> {
    require_finite("heading_deg", heading_deg)?;
    let afloat = FloatingHull::new(hull, center_of_mass_m, volume_m3)?;
    let is_within = |up: DVec3| up.angle_between(DVec3::Z).to_degrees() <= most_deg;
    let Some(attitude) = settle_within(&afloat, Freedom::HeelAndTrim, DVec3::Z, is_within)? else {
        return Ok(None);
    };
    let (heel, trim) = heel_and_trim(attitude.up);
    let [(least_gm, _), _] = attitude.principal();
    Ok(Some(FloatPose {
        rotation: rotation(heading_deg.to_radians(), heel, trim),
        waterline_m: attitude.level + attitude.up.dot(hull.bounding_sphere().0),
        draft_m: attitude.level - afloat.keel(attitude.up),
        heel_deg: heel.to_degrees(),
        trim_deg: trim.to_degrees(),
        least_gm_m: if is_neutral(&afloat, least_gm) { 0.0 } else { least_gm },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    #[test]
    fn a_search_ends_where_the_hull_tilts_too_far() {
        let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], &TETRAHEDRON).unwrap();
        let center = DVec3::splat(0.25);
        let pose = float_pose(&hull, center, 0.1, 20.0).unwrap();
        let tilt_deg = (pose.rotation * DVec3::Z).angle_between(DVec3::Z).to_degrees();
        assert!(tilt_deg > 5.0, "{tilt_deg}");
        let within = |most_deg| float_pose_within(&hull, center, 0.1, 20.0, most_deg).unwrap();
        assert_eq!(within(tilt_deg + 1.0), Some(pose));
        assert_eq!(within(tilt_deg - 1.0), None);
    }

    #[test]
    fn poses_that_do_not_exist_are_refused() {
        let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], &TETRAHEDRON).unwrap();
        let center = DVec3::splat(0.25);
        let pose = |center, volume, heading| float_pose(&hull, center, volume, heading).unwrap_err();
        assert!(matches!(pose(center, 0.2, 0.0), Error::OutOfRange { value: 0.2, .. }));
        for (center, volume, heading) in [
            (center, 0.0, 0.0),
            (center, f64::NAN, 0.0),
            (DVec3::NAN, 0.1, 0.0),
            (DVec3::X * 1e155, 0.1, 0.0),
            (center, 0.1, f64::INFINITY),
        ] {
            assert!(matches!(
                pose(center, volume, heading),
                Error::OutOfRange { .. } | Error::NotFinite { .. }
            ));
        }
    }
}
