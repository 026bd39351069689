use glam::{Vec2, Vec3};

use super::projection::{Camera, aspect};
use crate::overlay;
use crate::scene::{View, WaterSheet};

/// Vertical angle of view of [`ViewKind::Overview`](crate::scene::ViewKind::Overview), degrees.
pub const OVERVIEW_FOV_DEG: f32 = 26.0;

/// Fraction of the picture's width and height that a framed sheet may fill; the rest is for title and legend.
const OVERVIEW_FILL: Vec2 = Vec2::new(0.80, 0.80);
/// Middle of a framed sheet in the picture, from -1 to 1: left of the legend and below the title.
const OVERVIEW_MIDDLE: Vec2 = Vec2::new(-0.06, -0.02);
/// Fraction of the picture's width that this leaves for the legend, which takes more of a narrow one, and the most that it may take.
const LEGEND: f32 = 0.13;
const WIDEST_LEGEND: f32 = 0.4;

/// A camera on a sphere about its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// The middle of the sphere, m.
    pub target_m: Vec3,
    /// Radius of the sphere, m.
    pub distance_m: f32,
    /// Direction from target to camera about z, degrees from +x, counter-clockwise.
    pub azimuth_deg: f32,
    /// Height of the camera above the horizon, degrees; 3..=88.
    pub elevation_deg: f32,
}

impl Orbit {
    /// An orbit from the south, slightly to the west, as near as the whole sheet still fits into a picture of a view's size, with the sheet in the middle of
    /// what its legend leaves.
    pub fn framing(sheet: &WaterSheet, view: &View) -> Self {
        let aspect = aspect(view.size);
        let legend = if view.look.is_water() { 0.0 } else { overlay::legend_fraction(view.size) };
        let more = (legend.min(WIDEST_LEGEND) - LEGEND).max(0.0);
        let (fill, middle) = (OVERVIEW_FILL - Vec2::X * more, OVERVIEW_MIDDLE - Vec2::X * more);
        let (center, half) = (sheet.center_m(), 0.5 * sheet.extent_m().max(Vec2::splat(1e-3)));
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| center + Vec3::new(x * half.x, y * half.y, 0.0));
        let mut orbit = Self {
            target_m: center,
            distance_m: 8.0 * half.max_element(),
            azimuth_deg: -102.0,
            elevation_deg: 33.0,
        };
        // Starting from afar: the box of the corners on the picture gives how far to move sideways and how much nearer.
        for _ in 0..24 {
            let camera = orbit.camera(OVERVIEW_FOV_DEG, aspect);
            let seen = corners.map(|corner| camera.view_projection.project_point3(corner).truncate());
            let (low, high) = seen.into_iter().fold((seen[0], seen[0]), |(l, h), p| (l.min(p), h.max(p)));
            let reach = 0.5 * (high - low) / fill;
            let off_middle = 0.5 * (low + high) - middle;
            let half_height_m = orbit.distance_m * (0.5 * OVERVIEW_FOV_DEG.to_radians()).tan();
            let right = camera.forward.cross(Vec3::Z).normalize();
            let up = right.cross(camera.forward);
            orbit.target_m += (right * (off_middle.x * aspect) + up * off_middle.y) * half_height_m;
            orbit.distance_m *= 1.0 + 0.8 * (reach.max_element() - 1.0);
        }
        orbit
    }

    /// The orbit about `target_m` through `eye_m`.
    pub fn between(eye_m: Vec3, target_m: Vec3) -> Self {
        let offset = eye_m - target_m;
        let distance_m = offset.length().max(0.1);
        Self {
            target_m,
            distance_m,
            azimuth_deg: offset.y.atan2(offset.x).to_degrees(),
            elevation_deg: (offset.z / distance_m).clamp(-1.0, 1.0).asin().to_degrees().clamp(3.0, 88.0),
        }
    }

    /// Position of the camera relative to the target, m.
    pub fn offset_m(&self) -> Vec3 {
        let (azimuth, elevation) = (self.azimuth_deg.to_radians(), self.elevation_deg.to_radians());
        let level = elevation.cos();
        self.distance_m * Vec3::new(level * azimuth.cos(), level * azimuth.sin(), elevation.sin())
    }

    /// The camera at this place.
    pub fn camera(&self, fov_deg: f32, aspect: f32) -> Camera {
        Camera::look_at(self.target_m + self.offset_m(), self.target_m, fov_deg, aspect)
    }

    /// Turns by some degrees; the elevation stays above the horizon and below the pole.
    pub fn turn(&mut self, azimuth_deg: f32, elevation_deg: f32) {
        self.azimuth_deg = (self.azimuth_deg + azimuth_deg).rem_euclid(360.0);
        self.elevation_deg = (self.elevation_deg + elevation_deg).clamp(3.0, 88.0);
    }

    /// Multiplies the distance.
    pub fn zoom(&mut self, factor: f32) {
        self.distance_m = (self.distance_m * factor).clamp(0.1, 1e5);
    }
}
