use glam::camera::rh::proj::directx as proj; // depth from 0 to 1, as in wgpu
use glam::camera::rh::view::look_to_mat4;
use glam::{Mat4, Vec2, Vec3};

use crate::overlay;
use crate::scene::WaterSheet;

/// Fraction of the picture's width and height that a sheet seen from above may fill.
const TOP_FILL: Vec2 = Vec2::new(0.97, 0.84);

/// A projection of the world to the picture.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// World to clip space: x right, y up, depth reversed (1 at the near plane, 0 far away).
    pub view_projection: Mat4,
    /// Position of the camera, m; without meaning where `parallel`.
    pub eye_m: Vec3,
    /// Unit vector into the picture.
    pub forward: Vec3,
    /// True for a view without perspective.
    pub parallel: bool,
    /// The point in the middle of the picture, m.
    pub target_m: Vec3,
    /// Vector from the middle of the picture to the middle of its right side, at a distance of 1 m along `forward`; in m where
    /// `parallel`.
    pub across: Vec3,
    /// Vector from the middle of the picture to the middle of its upper side, in the measure of `across`.
    pub upward: Vec3,
    /// Distance of the near plane, m; where `parallel` that of the far plane.
    pub reach_m: f32,
}

impl Camera {
    /// A camera at `eye_m` that looks at `target_m`, z up in the picture; `fov_deg` is the vertical angle of view. It looks
    /// down where eye and target are one point.
    pub fn look_at(eye_m: Vec3, target_m: Vec3, fov_deg: f32, aspect: f32) -> Self {
        let distance_m = eye_m.distance(target_m).max(1e-3);
        let forward = (target_m - eye_m).try_normalize().unwrap_or(Vec3::NEG_Z);
        let up = if forward.z.abs() > 0.9999 { Vec3::Y } else { Vec3::Z };
        let near_m = 0.02 * distance_m;
        let projection =
            proj::perspective_infinite_reverse(fov_deg.clamp(1.0, 150.0).to_radians(), aspect, near_m);
        let view_projection = projection * look_to_mat4(eye_m, forward, up);
        let half_height = (0.5 * fov_deg.clamp(1.0, 150.0).to_radians()).tan();
        let right = forward.cross(up).normalize_or(Vec3::X);
        let across = right * (half_height * aspect);
        let upward = right.cross(forward) * half_height;
        Self { view_projection, eye_m, forward, parallel: false, target_m, across, upward, reach_m: near_m }
    }

    /// The ray through a place in the picture, from −1 to 1 to the right and up: where it starts, and the way along it a meter
    /// further along `forward`.
    pub fn ray(&self, right: f32, up: f32) -> (Vec3, Vec3) {
        let aside = self.across * right + self.upward * up;
        if self.parallel { (self.eye_m + aside, self.forward) } else { (self.eye_m, self.forward + aside) }
    }

    /// Distance along `forward` of a point with a depth in clip space, m.
    pub fn distance_m(&self, depth: f32) -> f32 {
        if self.parallel { (1.0 - depth) * self.reach_m } else { self.reach_m / depth }
    }

    /// A camera straight above the whole sheet, x to the right and y up, without perspective; the sheet is left of the legend.
    pub fn top(sheet: &WaterSheet, size: [u32; 2]) -> Self {
        let (center_m, half_height_m) = Self::framing_from_above(sheet, size);
        Self::map(sheet, center_m, half_height_m, aspect(size))
    }

    /// Middle and half height of what [`Self::top`] sees, m.
    pub fn framing_from_above(sheet: &WaterSheet, size: [u32; 2]) -> (Vec2, f32) {
        let aspect = aspect(size);
        let extent_m = sheet.extent_m().max(Vec2::splat(1e-3));
        let clear = overlay::legend_fraction(size).min(0.25);
        let width = TOP_FILL.x - clear;
        let half_height_m = (0.5 * extent_m.y / TOP_FILL.y).max(0.5 * extent_m.x / (aspect * width));
        let half_width_m = half_height_m * aspect;
        // Off the middle of the picture only as far as the legend needs.
        let over_m = (0.5 * extent_m.x - (1.0 - 2.0 * clear) * half_width_m).max(0.0);
        (sheet.center_m().truncate() + Vec2::X * over_m, half_height_m)
    }

    /// A camera straight above a point, x to the right and y up, without perspective.
    pub fn map(sheet: &WaterSheet, center_m: Vec2, half_height_m: f32, aspect: f32) -> Self {
        let half_width_m = half_height_m * aspect;
        let center = center_m.extend(sheet.still_level_m);
        let height_m = 10.0 * sheet.extent_m().max_element().max(1e-3);
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
        let (across, upward) = (Vec3::X * half_width_m, Vec3::Y * half_height_m);
        let (forward, reach_m) = (Vec3::NEG_Z, 2.0 * height_m);
        Self { view_projection, eye_m, forward, parallel: true, target_m: center, across, upward, reach_m }
    }

    /// Position of `point` in a picture of `size` pixels, from the upper left corner; `None` behind the camera.
    pub fn project(&self, point: Vec3, size: [u32; 2]) -> Option<Vec2> {
        let clip = self.view_projection * point.extend(1.0);
        let ndc = Vec2::new(clip.x, clip.y) / clip.w;
        let size = Vec2::new(size[0] as f32, size[1] as f32);
        (clip.w > 0.0 && clip.z <= clip.w).then(|| (ndc * Vec2::new(0.5, -0.5) + 0.5) * size)
    }

    /// Pixels that one meter across the picture takes at the target.
    pub fn pixels_per_meter(&self, size: [u32; 2]) -> f32 {
        let right =
            if self.forward.z.abs() > 0.9999 { Vec3::X } else { self.forward.cross(Vec3::Z).normalize() };
        match (self.project(self.target_m, size), self.project(self.target_m + right, size)) {
            (Some(a), Some(b)) => a.distance(b),
            _ => 0.0,
        }
    }
}

/// Width over height of pictures of the usual shape.
const USUAL_ASPECT: f32 = 16.0 / 9.0;
/// Power of how much narrower a picture is by which its height grows: more than 1 shows more across.
const WIDENS: f32 = 1.3;

/// The vertical angle of view, degrees, by which a picture narrower than 16:9 shows across what one of that shape does, and a little more, as words take
/// more of it; in others it is as given.
pub fn fitted_fov_deg(fov_deg: f32, aspect: f32) -> f32 {
    widened_deg(fov_deg, (USUAL_ASPECT / aspect).max(1.0).powf(WIDENS))
}

/// The angle of view, degrees, of which [`fitted_fov_deg`] makes another one.
pub fn given_fov_deg(fitted_deg: f32, aspect: f32) -> f32 {
    widened_deg(fitted_deg, (aspect / USUAL_ASPECT).min(1.0).powf(WIDENS))
}

/// An angle of view of a picture so many times as high.
fn widened_deg(fov_deg: f32, times: f32) -> f32 {
    if times == 1.0 {
        return fov_deg;
    }
    2.0 * ((0.5 * fov_deg.clamp(1.0, 150.0).to_radians()).tan() * times).atan().to_degrees()
}

/// Width over height.
pub fn aspect(size: [u32; 2]) -> f32 {
    size[0].max(1) as f32 / size[1].max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [960, 540];

    #[test]
    fn the_target_is_in_the_middle() {
        let target = Vec3::new(1.0, 2.0, 3.0);
        let camera = Camera::look_at(Vec3::new(-4.0, 9.0, 8.0), target, 40.0, aspect(SIZE));
        assert!(camera.project(target, SIZE).unwrap().distance(Vec2::new(480.0, 270.0)) < 1e-2);
        assert_eq!(camera.project(Vec3::new(-9.0, 16.0, 13.0), SIZE), None, "behind the camera");
    }

    #[test]
    fn narrow_pictures_show_across_what_wide_ones_do() {
        let across = |fov_deg: f32, aspect: f32| {
            let camera = Camera::look_at(Vec3::Y * -9.0, Vec3::ZERO, fitted_fov_deg(fov_deg, aspect), aspect);
            camera.across.length()
        };
        for fov_deg in [20.0, 45.0, 90.0] {
            let usual = across(fov_deg, USUAL_ASPECT);
            for aspect in [1.0, 1.5, 1.75] {
                let more = across(fov_deg, aspect) / usual;
                assert!((1.0..1.2).contains(&more), "{more} at {fov_deg}, {aspect}");
                assert!((given_fov_deg(fitted_fov_deg(fov_deg, aspect), aspect) - fov_deg).abs() < 1e-3);
            }
            assert_eq!(fitted_fov_deg(fov_deg, 2.0), fov_deg);
        }
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
        assert!((camera.pixels_per_meter(SIZE) - expected).abs() < 1e-2);
    }
}
