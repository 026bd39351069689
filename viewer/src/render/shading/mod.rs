//! Light and color of a point, the twin of `shading.wgsl`: functions and constants have the same names there.
//!
//! Colors are linear light. One sun, a sky that is brighter towards the horizon; no formula adds waves, foam or
//! ripples that the scene does not have.

mod footprint;
mod lanes;

use std::ops::Mul;

use glam::{Vec3, Vec4};

use super::camera::Camera;
use super::color::{ColorMap, ENTRIES, Linear, Range};
pub(super) use footprint::Footprint;
pub(super) use lanes::Lanes3;
use lanes::sqrt;

/// Direction towards the sun: in the west-north-west, 38° high, so that it lights an overview from the left.
pub(super) const SUN: Vec3 = Vec3::new(-0.7600, 0.2082, 0.6157);
/// Light of the sun on a surface that faces it.
pub(super) const SUNLIGHT: Vec3 = Vec3::new(1.0, 0.96, 0.88);
/// The sky overhead and at the horizon.
pub(super) const ZENITH: Vec3 = Vec3::new(0.24, 0.43, 0.70);
/// See [`ZENITH`].
pub(super) const HORIZON: Vec3 = Vec3::new(0.80, 0.88, 0.94);
/// The background, at the top and at the bottom of the picture.
pub(super) const BACKGROUND: [Vec3; 2] = [Vec3::new(0.62, 0.75, 0.86), Vec3::new(0.93, 0.95, 0.965)];
/// The background of a view from above.
pub(super) const PAPER: Vec3 = Vec3::new(0.955, 0.96, 0.965);
/// Fraction of the light that reaches water in full shadow.
pub(super) const SHADE: f32 = 0.50;
/// Reflectance of water seen from straight above (Schlick's approximation of Fresnel's law).
pub(super) const WATER_REFLECTANCE: f32 = 0.02;
/// Darkening of bodies on a map, where bright paint would not stand out from level water.
pub(super) const MAP_PAINT: f32 = 0.30;
/// How strongly slopes lighten and darken the water's color.
pub(super) const RELIEF: f32 = 0.85;

/// Camera, colors and light of one picture.
#[derive(Clone, Debug)]
pub(super) struct Lighting {
    /// The camera.
    pub camera: Camera,
    /// Levels at the ends of the colors.
    pub range: Range,
    /// Colors of the levels.
    pub colors: [Linear; ENTRIES],
    /// False where water shows the bare color of its level, as on a map.
    pub lit: bool,
    /// True where solids are lit from the camera alone, so that their colors can be read from below too.
    pub headlight: bool,
}

/// How much darker than its paint a solid is under a headlight where it is seen edge-on.
pub(super) const HEADLIGHT_FALL: f32 = 0.35;

impl Lighting {
    /// Lighting for a view from `camera`: a map if it is parallel, a lit sea otherwise.
    pub(super) fn new(camera: Camera, range: Range) -> Self {
        let map = if camera.parallel { ColorMap::BlueRed } else { ColorMap::Sea };
        Self { camera, range, colors: map.table(), lit: !camera.parallel, headlight: false }
    }

    /// Unit vector from a point to the camera.
    fn view_direction(&self, position: Vec3) -> Vec3 {
        if self.camera.parallel { -self.camera.forward } else { (self.camera.eye_m - position).normalize() }
    }

    /// Colors of the water at four points, with elevations `eta_m` above the still level.
    pub(super) fn shade_water(
        &self,
        position: Lanes3,
        normal: Lanes3,
        eta_m: Vec4,
        footprint: &Footprint,
    ) -> Lanes3 {
        let base = self.level_colors(eta_m);
        if !self.lit {
            return base;
        }
        let shade = 1.0 - (1.0 - SHADE) * footprint.shadows(position.x, position.y);
        let view = (Lanes3::splat(self.camera.eye_m) - position).normalize();
        let sun = Lanes3::splat(SUN);
        // 1 on level water, whose color is then that of the legend.
        let slope = 1.0 + RELIEF * (normal.dot(sun) / SUN.z - 1.0);
        let cosine = normal.dot(view);
        let facing = cosine.max(Vec4::ZERO);
        let reflectance = WATER_REFLECTANCE + (1.0 - WATER_REFLECTANCE) * power5(1.0 - facing);
        let mirrored_z = 2.0 * cosine * normal.z - view.z;
        let glint = power256(normal.dot((view + sun).normalize()).max(Vec4::ZERO));
        let body = base * slope.max(Vec4::splat(0.15)) * shade;
        body + (sky(mirrored_z) - body) * (0.75 * reflectance)
            + Lanes3::splat(SUNLIGHT) * (0.45 * glint * shade)
    }

    /// Colors of the map at some levels, linear between its entries.
    fn level_colors(&self, eta_m: Vec4) -> Lanes3 {
        let fraction = (eta_m - self.range.low_m) / (self.range.high_m - self.range.low_m);
        let at = fraction.clamp(Vec4::ZERO, Vec4::ONE) * (ENTRIES - 1) as f32;
        let (mut low, mut high) = ([Vec4::ZERO; 4], [Vec4::ZERO; 4]);
        let mut below = [0.0; 4];
        for (k, at) in at.to_array().into_iter().enumerate() {
            let entry = (at as usize).min(ENTRIES - 2);
            below[k] = entry as f32;
            low[k] = Vec3::from(self.colors[entry]).extend(0.0);
            high[k] = Vec3::from(self.colors[entry + 1]).extend(0.0);
        }
        let [(low, _), (high, _)] = [low, high].map(Lanes3::with_numbers);
        low.lerp(high, at - Vec4::from_array(below))
    }

    /// Color of a solid surface; both its sides are painted.
    pub(super) fn shade_solid(&self, position: Vec3, normal: Vec3, paint: Vec3) -> Vec3 {
        let view = self.view_direction(position);
        let normal = if normal.dot(view) < 0.0 { -normal } else { normal };
        if self.headlight {
            return paint * (1.0 - HEADLIGHT_FALL + HEADLIGHT_FALL * normal.dot(view));
        }
        let up = 0.5 + 0.5 * normal.z;
        let ambient = HORIZON * (0.20 + 0.32 * up);
        let sun = SUNLIGHT * (0.80 * normal.dot(SUN).max(0.0));
        if !self.lit {
            return paint * (ambient + sun) * MAP_PAINT;
        }
        let gloss = 0.18 * power64(normal.dot((view + SUN).normalize()).max(0.0));
        paint * (ambient + sun) + SUNLIGHT * gloss
    }

    /// Color of the background, `down` of the way (0..=1) from the top of the picture to its bottom.
    pub(super) fn shade_background(&self, down: f32) -> Vec3 {
        if self.lit { BACKGROUND[0].lerp(BACKGROUND[1], down) } else { PAPER }
    }
}

/// The sky in directions with the upward components `z`.
fn sky(z: Vec4) -> Lanes3 {
    Lanes3::splat(HORIZON).lerp(Lanes3::splat(ZENITH), sqrt(z.clamp(Vec4::ZERO, Vec4::ONE)))
}

fn power5(x: Vec4) -> Vec4 {
    let x2 = x * x;
    x2 * x2 * x
}

fn power256(x: Vec4) -> Vec4 {
    let x64 = power64(x);
    let x128 = x64 * x64;
    x128 * x128
}

fn power64<T: Copy + Mul<Output = T>>(x: T) -> T {
    let x2 = x * x;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let x16 = x8 * x8;
    let x32 = x16 * x16;
    x32 * x32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lighting() -> Lighting {
        let camera = Camera::look_at(Vec3::new(0.0, -10.0, 10.0), Vec3::ZERO, 40.0, 1.5);
        Lighting::new(camera, Range { low_m: -1.0, high_m: 1.0 })
    }

    /// Color of water at its still level.
    fn water(lighting: &Lighting, position: Vec3, normal: Vec3, footprint: &Footprint) -> Vec3 {
        let [position, normal] = [position, normal].map(Lanes3::splat);
        lighting.shade_water(position, normal, Vec4::ZERO, footprint).to_array()[3]
    }

    #[test]
    fn level_water_has_nearly_the_legends_color() {
        let lighting = lighting();
        let color = water(&lighting, Vec3::ZERO, Vec3::Z, &Footprint::default());
        let legend = lighting.level_colors(Vec4::ZERO).to_array()[0];
        assert!((color - legend).abs().max_element() < 0.06, "{color} for {legend}");
    }

    #[test]
    fn slopes_towards_the_sun_are_brighter_and_shade_is_darker() {
        let lighting = lighting();
        let shaded = Footprint { texels: vec![[255, 0]; 16], size: [4, 4], ..Default::default() };
        let at = |normal: Vec3, footprint: &Footprint| {
            water(&lighting, Vec3::new(2.0, 2.0, 0.0), normal.normalize(), footprint).element_sum()
        };
        let toward = Vec3::new(0.2 * SUN.x, 0.2 * SUN.y, 1.0);
        let away = Vec3::new(-0.2 * SUN.x, -0.2 * SUN.y, 1.0);
        let open = Footprint::default();
        assert!(at(toward, &open) > at(Vec3::Z, &open) && at(Vec3::Z, &open) > at(away, &open));
        assert!(at(Vec3::Z, &shaded) < 0.7 * at(Vec3::Z, &open));
    }

    #[test]
    fn the_sun_is_a_direction() {
        assert!((SUN.length() - 1.0).abs() < 1e-3);
    }
}
