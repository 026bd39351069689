//! The eye: from world coordinates to the picture's.

use glam::camera::rh::proj::directx as proj; // depth from 0 to 1, as in wgpu
use glam::camera::rh::view::look_to_mat4;
use glam::{Mat4, Vec2, Vec3};

use super::overlay::Canvas;
use crate::scene::{Scene, View, ViewKind, WaterSheet};

/// Vertical angle of view of [`ViewKind::Overview`], degrees.
pub const OVERVIEW_FOV_DEG: f32 = 26.0;

/// How much of the picture's half width and half height a framed sheet may fill; the rest is for title and legend.
const OVERVIEW_FILL: Vec2 = Vec2::new(0.80, 0.80);
/// Where in the picture a framed sheet's middle is, from -1 to 1: left of the legend and below the title.
const OVERVIEW_MIDDLE: Vec2 = Vec2::new(-0.06, -0.02);
/// The same of a sheet seen from above, which keeps so many of 960 × 540 pixels to its right clear for the legend.
const TOP_FILL: Vec2 = Vec2::new(0.97, 0.84);
const TOP_CLEAR: f32 = 124.0;

/// A projection of the world on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// World to clip space: x right, y up, depth reversed (1 at the near plane, 0 far away).
    pub view_projection: Mat4,
    /// The eye, m. Of no use where `parallel`.
    pub eye_m: Vec3,
    /// Unit vector into the picture.
    pub forward: Vec3,
    /// True for a view without perspective.
    pub parallel: bool,
    /// What the picture is centred on, m.
    pub target_m: Vec3,
}

impl Camera {
    /// The camera that `view` asks for.
    pub fn of(view: &View, scene: &Scene) -> Self {
        let aspect = aspect(view.size);
        match &view.kind {
            ViewKind::Top => Self::top(&scene.water, view.size),
            ViewKind::Overview => Orbit::framing(&scene.water, aspect).camera(OVERVIEW_FOV_DEG, aspect),
            ViewKind::Perspective { eye_m, target_m, fov_deg, follow } => {
                let place = follow.as_deref().and_then(|name| place_of(scene, name)).unwrap_or(Vec3::ZERO);
                Self::look_at(place + *eye_m, place + *target_m, *fov_deg, aspect)
            }
        }
    }

    /// Perspective from `eye_m` to `target_m`, z up in the picture; `fov_deg` is the vertical angle of view.
    /// Eye and target at one place look down.
    pub fn look_at(eye_m: Vec3, target_m: Vec3, fov_deg: f32, aspect: f32) -> Self {
        let distance_m = eye_m.distance(target_m).max(1e-3);
        let forward = (target_m - eye_m).try_normalize().unwrap_or(Vec3::NEG_Z);
        let up = if forward.z.abs() > 0.9999 { Vec3::Y } else { Vec3::Z };
        let near_m = 0.02 * distance_m;
        let projection =
            proj::perspective_infinite_reverse(fov_deg.clamp(1.0, 150.0).to_radians(), aspect, near_m);
        let view_projection = projection * look_to_mat4(eye_m, forward, up);
        Self { view_projection, eye_m, forward, parallel: false, target_m }
    }

    /// Straight down on the whole sheet, x to the right and y up, without perspective; left of the legend.
    pub fn top(sheet: &WaterSheet, size: [u32; 2]) -> Self {
        let aspect = aspect(size);
        let extent_m = sheet.extent_m().max(Vec2::splat(1e-3));
        let clear = (TOP_CLEAR * Canvas::zoom_at(size[1]) as f32 / size[0].max(1) as f32).min(0.25);
        let width = TOP_FILL.x - clear;
        let half_height_m = (0.5 * extent_m.y / TOP_FILL.y).max(0.5 * extent_m.x / (aspect * width));
        let half_width_m = half_height_m * aspect;
        // Out of the picture's middle only as far as the legend needs.
        let over_m = (0.5 * extent_m.x - (1.0 - 2.0 * clear) * half_width_m).max(0.0);
        let center = sheet.center_m() + Vec3::X * over_m;
        let height_m = 10.0 * extent_m.max_element();
        let eye_m = center + Vec3::Z * height_m;
        let projection = proj::orthographic(
            -half_width_m,
            half_width_m,
            -half_height_m,
            half_height_m,
            2.0 * height_m, // far before near: the depth is reversed
            0.0,
        );
        let view_projection = projection * look_to_mat4(eye_m, Vec3::NEG_Z, Vec3::Y);
        Self { view_projection, eye_m, forward: Vec3::NEG_Z, parallel: true, target_m: center }
    }

    /// Where `point` lies in a picture of `size` pixels, from the upper left corner; `None` behind the eye.
    pub fn project(&self, point: Vec3, size: [u32; 2]) -> Option<Vec2> {
        let clip = self.view_projection * point.extend(1.0);
        let ndc = Vec2::new(clip.x, clip.y) / clip.w;
        let size = Vec2::new(size[0] as f32, size[1] as f32);
        (clip.w > 0.0 && clip.z <= clip.w).then(|| (ndc * Vec2::new(0.5, -0.5) + 0.5) * size)
    }

    /// Pixels that one metre across the picture takes at the target.
    pub fn pixels_per_metre(&self, size: [u32; 2]) -> f32 {
        let right =
            if self.forward.z.abs() > 0.9999 { Vec3::X } else { self.forward.cross(Vec3::Z).normalize() };
        match (self.project(self.target_m, size), self.project(self.target_m + right, size)) {
            (Some(a), Some(b)) => a.distance(b),
            _ => 0.0,
        }
    }
}

/// A camera on a sphere about its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// The middle of the sphere, m.
    pub target_m: Vec3,
    /// Its radius, m.
    pub distance_m: f32,
    /// Direction from target to eye about z, degrees from +x, counter-clockwise.
    pub azimuth_deg: f32,
    /// Height of the eye above the horizon, degrees; 3..=88.
    pub elevation_deg: f32,
}

impl Orbit {
    /// From the south, slightly to the west, as near as the whole sheet still fits, the sheet in the middle of the
    /// picture.
    pub fn framing(sheet: &WaterSheet, aspect: f32) -> Self {
        let (center, half) = (sheet.center_m(), 0.5 * sheet.extent_m().max(Vec2::splat(1e-3)));
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| center + Vec3::new(x * half.x, y * half.y, 0.0));
        let mut orbit = Self {
            target_m: center,
            distance_m: 8.0 * half.max_element(),
            azimuth_deg: -102.0,
            elevation_deg: 33.0,
        };
        // Seen from afar, the corners' box on the picture tells how far to move sideways and how much nearer.
        for _ in 0..24 {
            let camera = orbit.camera(OVERVIEW_FOV_DEG, aspect);
            let seen = corners.map(|corner| camera.view_projection.project_point3(corner).truncate());
            let (low, high) = seen.into_iter().fold((seen[0], seen[0]), |(l, h), p| (l.min(p), h.max(p)));
            let reach = 0.5 * (high - low) / OVERVIEW_FILL;
            let off_middle = 0.5 * (low + high) - OVERVIEW_MIDDLE;
            let half_height_m = orbit.distance_m * (0.5 * OVERVIEW_FOV_DEG.to_radians()).tan();
            let right = camera.forward.cross(Vec3::Z).normalize();
            let up = right.cross(camera.forward);
            orbit.target_m += (right * (off_middle.x * aspect) + up * off_middle.y) * half_height_m;
            orbit.distance_m *= 1.0 + 0.8 * (reach.max_element() - 1.0);
        }
        orbit
    }

    /// The orbit about `target_m` that `eye_m` is on.
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

    /// The eye relative to the target, m.
    pub fn offset_m(&self) -> Vec3 {
        let (azimuth, elevation) = (self.azimuth_deg.to_radians(), self.elevation_deg.to_radians());
        let level = elevation.cos();
        self.distance_m * Vec3::new(level * azimuth.cos(), level * azimuth.sin(), elevation.sin())
    }

    /// The camera at this place.
    pub fn camera(&self, fov_deg: f32, aspect: f32) -> Camera {
        Camera::look_at(self.target_m + self.offset_m(), self.target_m, fov_deg, aspect)
    }

    /// Turns by a drag, degrees; the elevation stays above the horizon and below the pole.
    pub fn turn(&mut self, azimuth_deg: f32, elevation_deg: f32) {
        self.azimuth_deg = (self.azimuth_deg + azimuth_deg).rem_euclid(360.0);
        self.elevation_deg = (self.elevation_deg + elevation_deg).clamp(3.0, 88.0);
    }

    /// Multiplies the distance.
    pub fn zoom(&mut self, factor: f32) {
        self.distance_m = (self.distance_m * factor).clamp(0.1, 1e5);
    }
}

/// Width over height.
pub fn aspect(size: [u32; 2]) -> f32 {
    size[0].max(1) as f32 / size[1].max(1) as f32
}

/// Where on the still water the body called `name` is.
pub fn place_of(scene: &Scene, name: &str) -> Option<Vec3> {
    let body = scene.bodies.iter().find(|body| body.name == name)?;
    Some(body.translation_m.truncate().extend(scene.water.still_level_m))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [960, 540];

    fn sheet() -> WaterSheet {
        WaterSheet { nx: 40, ny: 20, cell_size_m: 0.5, origin_m: Vec2::new(-3.0, 7.0), ..Default::default() }
    }

    #[test]
    fn the_target_is_in_the_middle() {
        let target = Vec3::new(1.0, 2.0, 3.0);
        let camera = Camera::look_at(Vec3::new(-4.0, 9.0, 8.0), target, 40.0, aspect(SIZE));
        assert!(camera.project(target, SIZE).unwrap().distance(Vec2::new(480.0, 270.0)) < 1e-2);
        assert_eq!(camera.project(Vec3::new(-9.0, 16.0, 13.0), SIZE), None, "behind the eye");
    }

    #[test]
    fn up_is_up_and_near_is_large() {
        let camera = Camera::look_at(Vec3::new(0.0, -10.0, 0.0), Vec3::ZERO, 40.0, aspect(SIZE));
        assert!(camera.project(Vec3::Z, SIZE).unwrap().y < 270.0);
        assert!(camera.project(Vec3::X, SIZE).unwrap().x > 480.0);
        let depth = |p: Vec3| {
            let clip = camera.view_projection * p.extend(1.0);
            clip.z / clip.w
        };
        assert!(depth(Vec3::new(0.0, -5.0, 0.0)) > depth(Vec3::ZERO));
        let expected = 270.0 / (10.0 * 20f32.to_radians().tan());
        assert!((camera.pixels_per_metre(SIZE) - expected).abs() < 1e-2);
    }

    #[test]
    fn both_whole_views_hold_the_whole_sheet() {
        let sheet = sheet();
        let scene = Scene { water: sheet.clone(), ..Default::default() };
        for kind in [ViewKind::Top, ViewKind::Overview] {
            let camera = Camera::of(&View { kind, ..Default::default() }, &scene);
            let mut widest = 0f32;
            for corner in [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE] {
                let at =
                    camera.project((sheet.origin_m + corner * sheet.extent_m()).extend(0.0), SIZE).unwrap();
                assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(960.0, 540.0)).all(), "{at}");
                widest = widest.max((at.x - 480.0).abs() / 480.0).max((at.y - 270.0).abs() / 270.0);
            }
            assert!(widest > 0.75, "the sheet fills only {widest} of the picture");
        }
    }

    #[test]
    fn a_followed_body_stays_in_the_middle() {
        let body = crate::scene::BodyModel {
            name: "boat".into(),
            vertices: [].into(),
            triangles: [].into(),
            rotation: glam::Quat::IDENTITY,
            translation_m: Vec3::new(4.0, 5.0, 0.3),
            color: [1.0; 3],
            pressure_pa: Vec::new(),
        };
        let scene = Scene { water: sheet(), bodies: vec![body], ..Default::default() };
        let kind = ViewKind::Perspective {
            eye_m: Vec3::new(-5.0, -9.0, 6.0),
            target_m: Vec3::ZERO,
            fov_deg: 35.0,
            follow: Some("boat".into()),
        };
        let camera = Camera::of(&View { kind, ..Default::default() }, &scene);
        assert!(
            camera.project(Vec3::new(4.0, 5.0, 0.0), SIZE).unwrap().distance(Vec2::new(480.0, 270.0)) < 1e-2
        );
    }
}
