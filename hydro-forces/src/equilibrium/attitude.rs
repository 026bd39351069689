use glam::{DMat3, DVec3};

use super::level::find_level;
use crate::error::{require, require_positive};
use crate::hydrostatics::SubmergedIntegrals;
use crate::{Error, Hull};

/// A hull with its center of mass that displaces a given volume.
///
/// An attitude is given by the direction `up` of the world's z axis in body axes; the heading has no effect in still water.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloatingHull<'a> {
    pub(super) hull: &'a Hull,
    /// Center of mass, from the center of the bounding sphere.
    mass_center: DVec3,
    volume: f64,
}

/// The hull in one attitude, at the level where it displaces its volume.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attitude {
    pub(super) up: DVec3,
    /// Height of the plane above the center of the bounding sphere.
    pub(super) level: f64,
    pub(super) under: SubmergedIntegrals,
    /// Potential energy of body and water over the body's weight: the height of the center of mass G above the center of
    /// buoyancy B, m.
    pub(super) energy: f64,
    /// The vector from B to G, less its component along `up`: the gradient of `energy` for `up` on the unit sphere.
    pub(super) lever: DVec3,
    /// Second moments of the waterplane about its centroid over the volume: metacentric radii BM.
    metacentric_radii: DMat3,
}

/// Directions of tilt: unit vectors across `up` along which `up` moves when the bow rises and when the hull heels to
/// starboard (x ahead, y to port).
#[derive(Debug, Clone, Copy)]
pub(super) struct Tilts {
    pub(super) bow_up: DVec3,
    pub(super) to_starboard: DVec3,
}

/// Bound of coordinates, so that their squares are finite.
const FARTHEST_M: f64 = 1e100;

impl<'a> FloatingHull<'a> {
    pub(super) fn new(hull: &'a Hull, center_of_mass_m: DVec3, volume_m3: f64) -> Result<Self, Error> {
        require_positive("volume_m3", volume_m3)?;
        for coordinate in center_of_mass_m.to_array() {
            let within = coordinate.abs() < FARTHEST_M;
            require(within, "a coordinate of center_of_mass_m", coordinate, "within 1e100 m")?;
        }
        let (center, _) = hull.bounding_sphere();
        Ok(Self { hull, mass_center: center_of_mass_m - center, volume: volume_m3 })
    }

    /// Length scale for levers, m.
    pub(super) fn size(&self) -> f64 {
        self.hull.bounding_sphere().1 + self.mass_center.length()
    }

    /// Rounding error of energies and levers, m: centers are moments of the surface, area times size squared, over a volume
    /// that is found to 1e-14 of that of the whole hull.
    pub(super) fn rounding(&self) -> f64 {
        let (_, radius) = self.hull.bounding_sphere();
        let moments =
            1e-15 * self.hull.area_m2() * radius * radius + 1e-14 * self.hull.volume_m3().abs() * radius;
        moments / self.volume + 1e-15 * self.size()
    }

    /// Height of the hull's lowest point above the center of the bounding sphere.
    pub(super) fn keel(&self, up: DVec3) -> f64 {
        let (center, _) = self.hull.bounding_sphere();
        (0..self.hull.triangle_count())
            .flat_map(|t| self.hull.triangle(t))
            .map(|p| up.dot(p - center))
            .fold(f64::INFINITY, f64::min)
    }

    /// The attitude with the world's z axis along `up`; `guess` is an approximate level.
    ///
    /// At a constant volume the center of buoyancy B moves across `up`, by `−J du / V` with `J` the
    /// second moments of the waterplane about its centroid (Bouguer's metacenter, `BM = J / V`). So
    /// the energy `up · (G − B)` has the gradient `G − B` and the second derivatives
    /// `J / V − up · (G − B)`, which are the metacentric heights `GM = BM − BG`.
    pub(super) fn at(&self, up: DVec3, guess: Option<f64>) -> Result<Attitude, Error> {
        let (level, under) = find_level(self.hull, up, self.volume, guess)?;
        let arm = self.mass_center - under.volume_moment / under.volume;
        let energy = up.dot(arm);
        let metacentric_radii = under.section_second_about_centroid() * under.volume.recip();
        Ok(Attitude { up, level, under, energy, lever: arm - up * energy, metacentric_radii })
    }
}

impl Attitude {
    /// BM for tilts along the unit vector `tilt` across `up`, m.
    pub(super) fn bm(&self, tilt: DVec3) -> f64 {
        tilt.dot(self.metacentric_radii * tilt)
    }

    /// GM for tilts along the unit vector `tilt` across `up`, m.
    pub(super) fn gm(&self, tilt: DVec3) -> f64 {
        self.bm(tilt) - self.energy
    }

    /// The least and the greatest metacentric height, and their directions of tilt.
    ///
    /// The direction of the least points to starboard, or bow up if it has no heel.
    pub(super) fn principal(&self) -> [(f64, DVec3); 2] {
        let Tilts { bow_up, to_starboard } = Tilts::of(self.up);
        let (longitudinal, transverse) = (self.gm(bow_up), self.gm(to_starboard));
        let coupling = bow_up.dot(self.metacentric_radii * to_starboard);
        let (mean, half) = ((longitudinal + transverse) / 2.0, (longitudinal - transverse) / 2.0);
        let radius = half.hypot(coupling);
        // Twice the angle from `bow_up` to the stiffer direction.
        let (sin, cos) = (coupling.atan2(half) / 2.0).sin_cos();
        [
            (mean - radius, to_starboard * cos - bow_up * sin),
            (mean + radius, bow_up * cos + to_starboard * sin),
        ]
    }
}

impl Tilts {
    pub(super) fn of(up: DVec3) -> Self {
        let across = up.y.hypot(up.z);
        // With the bow straight up or down, heel is undefined.
        let (sin, cos) = if across > 0.0 { (up.y / across, up.z / across) } else { (0.0, 1.0) };
        Self {
            bow_up: DVec3::new(across, -up.x * sin, -up.x * cos),
            to_starboard: DVec3::new(0.0, cos, -sin),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up(heel: f64, trim: f64) -> DVec3 {
        DVec3::new(trim.sin(), trim.cos() * heel.sin(), trim.cos() * heel.cos())
    }

    #[test]
    fn tilts_move_the_upward_direction() {
        let (heel, trim, step) = (0.8, -0.4, 1e-6);
        let Tilts { bow_up, to_starboard } = Tilts::of(up(heel, trim));
        let by_trim = (up(heel, trim + step) - up(heel, trim - step)) / (2.0 * step);
        let by_heel = (up(heel + step, trim) - up(heel - step, trim)) / (2.0 * step * trim.cos());
        assert!((by_trim - bow_up).length() < 1e-9 && (by_heel - to_starboard).length() < 1e-9);
    }
}
