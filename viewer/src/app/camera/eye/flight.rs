//! Flying: the camera goes anywhere over the water, in any direction.

use glam::{Vec2, Vec3};

use crate::render::camera::{Camera, Orbit, fitted_fov_deg};
use crate::scene::{ViewKind, WaterSheet};

/// Greatest angle of the view above and below the horizon, degrees.
const STEEPEST_DEG: f32 = 86.0;
/// Least height above the water, and the least that sets the pace, over the longer side of the water.
const LOWEST: f32 = 0.004;
const SLOWEST: f32 = 0.04;
/// Farthest from the middle of the water, over its longer side.
const FARTHEST: f32 = 10.0;

/// A camera that flies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    eye_m: Vec3,
    /// Direction of the view about z from +x, counter-clockwise, and above the horizon, degrees.
    azimuth_deg: f32,
    elevation_deg: f32,
    fov_deg: f32,
    /// Height that sets the pace, m.
    height_m: f32,
}

impl Flight {
    /// Flies from where a camera is.
    pub(super) fn from(camera: &Camera, fov_deg: f32, water: &WaterSheet) -> Self {
        let forward = camera.forward;
        // From straight above: there is no direction on the horizon then.
        let is_level = forward.truncate().length() > 0.01;
        let azimuth_deg = if is_level { forward.y.atan2(forward.x).to_degrees() } else { 90.0 };
        let elevation_deg = forward.z.clamp(-1.0, 1.0).asin().to_degrees();
        let mut flight = Self { eye_m: camera.eye_m, azimuth_deg, elevation_deg, fov_deg, height_m: 1.0 };
        flight.turn(Vec2::ZERO);
        flight.go(Vec3::ZERO, water);
        flight
    }

    fn forward(&self) -> Vec3 {
        let [azimuth, elevation] = [self.azimuth_deg, self.elevation_deg].map(f32::to_radians);
        (elevation.cos() * Vec2::from_angle(azimuth)).extend(elevation.sin())
    }

    /// Its view; the scale of the picture is that at twice its height.
    pub(super) fn view(&self, aspect: f32) -> ViewKind {
        let target_m = self.eye_m + 2.0 * self.height_m * self.forward();
        let fov_deg = fitted_fov_deg(self.fov_deg, aspect);
        ViewKind::Perspective { eye_m: self.eye_m, target_m, fov_deg, follow: None }
    }

    /// Turns to the right and up, degrees.
    pub(super) fn turn(&mut self, by_deg: Vec2) {
        self.azimuth_deg = (self.azimuth_deg - by_deg.x).rem_euclid(360.0);
        self.elevation_deg = (self.elevation_deg + by_deg.y).clamp(-STEEPEST_DEG, STEEPEST_DEG);
    }

    /// Turns so that the picture goes with a drag, in heights of it.
    pub(super) fn drag(&mut self, by_heights: Vec2) {
        self.turn(Vec2::new(-by_heights.x, by_heights.y) * self.fov_deg);
    }

    /// Goes to the right, ahead and up, in heights above the water, but not into it.
    pub(super) fn go(&mut self, by: Vec3, water: &WaterSheet) {
        let longer_m = water.extent_m().max_element().max(1e-2);
        let right = self.forward().cross(Vec3::Z).normalize_or(Vec3::X);
        self.eye_m += self.height_m * (by.x * right + by.y * self.forward() + by.z * Vec3::Z);
        let off_m = self.eye_m - water.center_m();
        self.eye_m = water.center_m() + off_m.clamp_length_max(FARTHEST * longer_m);
        let surface_m = water.drawn_at_m(self.eye_m.truncate(), 1.0).z.max(water.still_level_m);
        self.eye_m.z = self.eye_m.z.max(surface_m + LOWEST * longer_m);
        self.height_m = (self.eye_m.z - water.still_level_m).max(SLOWEST * longer_m);
    }

    /// The orbit with the same picture, and its angle of view, about the point of the water that is seen in its middle.
    pub(super) fn orbit(&self, water: &WaterSheet) -> (Orbit, f32) {
        let down = -self.forward().z;
        let farthest_m = 6.0 * water.extent_m().max_element();
        let distance_m = (self.eye_m.z - water.still_level_m) / down.max(1e-3);
        let target_m = self.eye_m + distance_m.min(farthest_m) * self.forward();
        (Orbit::between(self.eye_m, target_m), self.fov_deg)
    }
}
