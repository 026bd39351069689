//! Smoke over the picture of what is behind it.

use glam::Vec3;

use super::march::Smoke;
use super::ray::{Along, Ray};
use crate::shading::{HORIZON, Lighting, SHADE, SKY_DOWN, SKY_UP, SUNLIGHT, SUNSHINE, exposed};

/// Light that a surface which scatters all of it sends to the camera, over that which falls on it: that of bodies.
pub(super) const EXPOSURE: f32 = 1.25 / std::f32::consts::PI;

/// Light of the sky as it falls on bodies.
pub(super) const SKY: f32 = 1.9;

/// What a pixel shows of the scene's triangles.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Nearest {
    /// Fraction of it that shows any.
    pub(super) fraction: f32,
    /// Sum of their distances along the camera's direction, weighted by fractions, m.
    pub(super) distance_m: f32,
}

impl Nearest {
    /// Adds a fraction of the pixel that shows a triangle so far away.
    pub(crate) fn add(&mut self, fraction: f32, distance_m: f32) {
        self.fraction += fraction;
        self.distance_m += fraction * distance_m;
    }
}

impl Nearest {
    /// Rays through the smoke of a pixel: up to what it shows of triangles, and beyond them, where it shows any of either.
    pub(super) fn rays(self, (from, way): (Vec3, Vec3), pixel: [u32; 2]) -> [Option<Ray>; 2] {
        let jitter = jitter(pixel);
        let Self { fraction, distance_m } = self;
        let near = Ray { from, way, reach: distance_m / fraction, jitter };
        let far = Ray { reach: f32::INFINITY, ..near };
        [(fraction > 0.0).then_some(near), (fraction < 0.999).then_some(far)]
    }

    /// What the smoke does to the pixel, given what it does to each of these rays.
    pub(super) fn mix(self, along: [Option<Along>; 2]) -> Along {
        match along {
            [Some(near), Some(far)] => far.mix(near, self.fraction),
            [one, other] => one.or(other).unwrap_or(Along::CLEAR),
        }
    }
}

impl Smoke {
    /// The color of a pixel through the smoke along its ray, given that of what is behind: linear, as a screen shows it.
    ///
    /// What is behind is as dark by the shadow of smoke as in the shadow of a body.
    pub(crate) fn over(
        &self,
        behind: Vec3,
        (from, way): (Vec3, Vec3),
        nearest: Nearest,
        along: Along,
        lighting: &Lighting,
    ) -> Vec3 {
        let Nearest { fraction, distance_m } = nearest;
        let mut behind = behind;
        if fraction > 0.0 {
            let shadow = (1.0 - self.sunlight(from + way * (distance_m / fraction))) * fraction.min(1.0);
            behind *= 1.0 - (1.0 - SHADE) * shadow;
        }
        let opacity = 1.0 - along.passes;
        if opacity <= 0.0 {
            return behind;
        }
        behind * along.passes + self.color(along, opacity, lighting) * opacity
    }

    /// The color of smoke itself.
    fn color(&self, along: Along, opacity: f32, lighting: &Lighting) -> Vec3 {
        let [sunlit, scattered] = [along.sunlit, along.scattered].map(|of| of / opacity);
        // Alike into all directions: a quarter of what a surface sends that faces the sun.
        if !lighting.look.is_water() {
            return (SUNLIGHT * (0.8 * sunlit) + HORIZON * (0.5 * scattered)).min(Vec3::ONE);
        }
        let sky = (SKY_UP + SKY_DOWN) * (0.5 * SKY);
        exposed((SUNSHINE * (0.25 * sunlit) + sky * scattered) * EXPOSURE)
    }
}

/// A number from 0 to 1 that differs from pixel to pixel without a pattern that the eye finds (interleaved gradient noise, Jimenez 2014).
pub(super) fn jitter([x, y]: [u32; 2]) -> f32 {
    (52.982_918 * (0.067_110_56 * x as f32 + 0.005_837_15 * y as f32).fract()).fract()
}
