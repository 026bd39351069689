use glam::{DQuat, DVec3};

use super::level::immerse;
use crate::error::check;
use crate::{Error, Hull};

/// A hull with its centre of mass, afloat on a given volume.
///
/// Attitudes are named by the direction `up` of the world's z axis in body axes; the heading does
/// not matter to still water.
#[derive(Debug, Clone, Copy)]
pub(super) struct Afloat<'a> {
    hull: &'a Hull,
    /// Centre of mass about the centre of the bounding sphere.
    mass_centre: DVec3,
    volume: f64,
}

/// The hull in one attitude, at the level where it displaces its volume.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attitude {
    pub(super) up: DVec3,
    /// Height of the plane above the centre of the bounding sphere.
    pub(super) level: f64,
    /// Potential energy of body and water over the body's weight: how far the centre of mass G lies
    /// above the centre of buoyancy B, m.
    pub(super) energy: f64,
    /// From B to G, less its part along `up`: the gradient of `energy` for `up` on the unit sphere.
    pub(super) lever: DVec3,
    pub(super) axes: Tilts,
    /// Second derivatives of `energy` along `axes`: the metacentric heights
    /// `[longitudinal, coupling, transverse]`.
    pub(super) stiffness: [f64; 3],
}

/// The two ways to tilt: unit vectors across `up` along which it moves when the bow rises and when
/// the hull heels to starboard (x ahead, y to port).
#[derive(Debug, Clone, Copy)]
pub(super) struct Tilts {
    pub(super) bow_up: DVec3,
    pub(super) to_starboard: DVec3,
}

impl<'a> Afloat<'a> {
    pub(super) fn new(hull: &'a Hull, centre_of_mass_m: DVec3, volume: f64) -> Result<Self, Error> {
        check("volume_m3", volume, volume > 0.0, "finite and above 0")?;
        let mass_centre = centre_of_mass_m - hull.bounding_sphere().0;
        for centre in centre_of_mass_m.to_array() {
            check("a coordinate of centre_of_mass_m", centre, true, "finite")?;
        }
        Ok(Self { hull, mass_centre, volume })
    }

    /// Length that small levers are compared with, m.
    pub(super) fn size(&self) -> f64 {
        self.hull.bounding_sphere().1 + self.mass_centre.length()
    }

    /// The attitude with the world's z axis along `up`; `guess` is a level near its level.
    ///
    /// At a constant volume the centre of buoyancy B moves across `up`, by `−J du / V` with `J` the
    /// second moments of the waterplane about its centroid (Bouguer's metacentre, `BM = J / V`). So
    /// the energy `up · (G − B)` has the gradient `G − B` and the second derivatives
    /// `J / V − up · (G − B)`, which are the metacentric heights `GM = BM − BG`.
    pub(super) fn at(&self, up: DVec3, guess: Option<f64>) -> Result<Attitude, Error> {
        let (level, under) = immerse(self.hull, up, self.volume, guess)?;
        let arm = self.mass_centre - under.volume_moment / under.volume;
        let energy = up.dot(arm);
        let axes = Tilts::new(up);
        let bm = under.section_second_about_centroid() * under.volume.recip();
        let along = |a: DVec3, b: DVec3| a.dot(bm * b);
        let Tilts { bow_up, to_starboard } = axes;
        let stiffness = [
            along(bow_up, bow_up) - energy,
            along(bow_up, to_starboard),
            along(to_starboard, to_starboard) - energy,
        ];
        Ok(Attitude { up, level, energy, lever: arm - up * energy, axes, stiffness })
    }
}

impl Tilts {
    fn new(up: DVec3) -> Self {
        let across = up.y.hypot(up.z);
        // On end there is no heel to speak of.
        let (sin, cos) = if across > 0.0 { (up.y / across, up.z / across) } else { (0.0, 1.0) };
        Self {
            bow_up: DVec3::new(across, -up.x * sin, -up.x * cos),
            to_starboard: DVec3::new(0.0, cos, -sin),
        }
    }
}

/// Heel and trim of an attitude, radians.
pub(super) fn heel_and_trim(up: DVec3) -> (f64, f64) {
    (up.y.atan2(up.z), up.x.atan2(up.y.hypot(up.z)))
}

/// Heading first, then trim, then heel: the rotation from body to world axes.
pub(super) fn rotation(heading: f64, heel: f64, trim: f64) -> DQuat {
    DQuat::from_rotation_z(heading) * DQuat::from_rotation_y(-trim) * DQuat::from_rotation_x(heel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up(heel: f64, trim: f64) -> DVec3 {
        DVec3::new(trim.sin(), trim.cos() * heel.sin(), trim.cos() * heel.cos())
    }

    #[test]
    fn angles_direction_and_rotation_agree() {
        for (heel, trim) in [(0.0, 0.0), (0.3, -0.2), (-2.5, 0.7), (3.0, -1.5)] {
            let up = up(heel, trim);
            let (h, t) = heel_and_trim(up);
            assert!((h - heel).abs() < 1e-14 && (t - trim).abs() < 1e-14);
            assert!((rotation(1.1, heel, trim).inverse() * DVec3::Z - up).length() < 1e-15);
            let ahead = rotation(1.1, heel, trim) * DVec3::X;
            assert!((ahead.y.atan2(ahead.x) - 1.1).abs() < 1e-14);
            assert!((ahead.z - trim.sin()).abs() < 1e-15);
        }
    }

    #[test]
    fn tilts_move_the_upward_direction() {
        let (heel, trim, step) = (0.8, -0.4, 1e-6);
        let Tilts { bow_up, to_starboard } = Tilts::new(up(heel, trim));
        let by_trim = (up(heel, trim + step) - up(heel, trim - step)) / (2.0 * step);
        let by_heel = (up(heel + step, trim) - up(heel - step, trim)) / (2.0 * step * trim.cos());
        assert!((by_trim - bow_up).length() < 1e-9 && (by_heel - to_starboard).length() < 1e-9);
    }
}
