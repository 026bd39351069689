//! Rays through the smoke.

use glam::Vec3;

use super::light;
use super::volume::{Volume, moving};
use crate::scene;

/// Transmittance below which nothing behind is seen.
pub(super) const OPAQUE: f32 = 0.004;

/// Smoke as a picture shows it.
#[derive(Debug)]
pub(crate) struct Smoke {
    volume: Volume,
    albedo: f32,
    sun: Vec3,
}

/// What smoke does to a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Along {
    /// Fraction of the light behind that comes through.
    pub(crate) passes: f32,
    /// Of the rest: the fraction scattered, times the sunlight that reached it.
    pub(crate) sunlit: f32,
    /// Fraction of the light of all directions that is scattered towards the camera: albedo times what does not pass.
    pub(crate) scattered: f32,
}

impl Along {
    /// A ray that meets no smoke.
    pub(crate) const CLEAR: Self = Self { passes: 1.0, sunlit: 0.0, scattered: 0.0 };

    /// With another ray for a fraction.
    pub(super) fn mix(self, other: Self, fraction: f32) -> Self {
        let of = |a: f32, b: f32| a + (b - a) * fraction;
        Self {
            passes: of(self.passes, other.passes),
            sunlit: of(self.sunlit, other.sunlit),
            scattered: of(self.scattered, other.scattered),
        }
    }
}

impl Smoke {
    /// The smoke of a scene under a sun; none where nothing is seen of it.
    pub(crate) fn new(smoke: &scene::Smoke, sun: Vec3) -> Option<Self> {
        let mut volume = Volume::new(smoke)?;
        light::shine(&mut volume, sun);
        volume.find_steps();
        Some(Self { volume, albedo: smoke.albedo, sun })
    }

    /// Follows a ray from `from` over so much of `way`, both in m: `reach` of 1 is the whole way. `jitter`, 0 to 1, is where in the first step
    /// the smoke is sampled.
    ///
    /// Steps are a cell long, longer where a block's smoke and light change little; where blocks hold no smoke the ray goes on to their ends.
    pub(crate) fn along(&self, from: Vec3, way: Vec3, reach: f32, jitter: f32) -> Along {
        let start = self.volume.in_cells(from);
        let way = moving(way / self.volume.cell_m);
        let Some([enters, leaves]) = self.volume.crossing(start, way) else { return Along::CLEAR };
        let speed = way.length();
        let step = way / speed;
        let inverse = step.recip();
        let start = start + way * enters;
        let (mut at, end) = (0.0, (leaves.min(reach) - enters) * speed);
        let mut first = jitter;
        let (mut passes, mut sunlit) = (1.0, 0.0);
        'ray: while at < end {
            let (longest, clear) = self.volume.block(start + step * (at + 0.001), inverse);
            let until = (at + clear + 0.001).min(end);
            if longest == 0.0 {
                at = until;
                continue;
            }
            while at < until {
                // The first step is shorter, at random, so that no bands are seen.
                let length = (longest * first.max(0.05)).min((until - at).max(1.0)).min(end - at);
                first = 1.0;
                let [depth, sun] = self.volume.sample(start + step * (at + 0.5 * length));
                if depth > 0.0 {
                    let left = passes * faded(depth * length);
                    sunlit += (passes - left) * sun;
                    passes = left;
                    if passes < OPAQUE {
                        passes = 0.0;
                        break 'ray;
                    }
                }
                at += length;
            }
        }
        Along { passes, sunlit: self.albedo * sunlit, scattered: self.albedo * (1.0 - passes) }
    }

    /// Corner of its box and size of its cells, m, and the fraction of the extinguished light that is scattered.
    #[cfg(feature = "gpu")]
    pub(crate) fn uniforms(&self) -> [[f32; 4]; 2] {
        [self.volume.corner_m.extend(self.volume.cell_m).into(), [self.albedo, 0.0, 0.0, 0.0]]
    }

    /// Texels of its box, optical depth and sunlight; x fastest.
    #[cfg(feature = "gpu")]
    pub(crate) fn texels(&self) -> ([usize; 3], &[[f32; 2]]) {
        (self.volume.cells.map(|n| n + 2), &self.volume.values)
    }

    /// Texels of its blocks: length of a ray's steps, 255 for a whole block; x fastest.
    #[cfg(feature = "gpu")]
    pub(crate) fn blocks(&self) -> ([usize; 3], Vec<u8>) {
        let texel = |length: &u8| (usize::from(*length) * 255 / super::volume::BLOCK) as u8;
        (self.volume.blocks, self.volume.steps.iter().map(texel).collect())
    }

    /// The fraction of the sunlight that reaches a place, m.
    pub(crate) fn sunlight(&self, place_m: Vec3) -> f32 {
        let place = self.volume.in_cells(place_m);
        let way = moving(self.sun);
        match self.volume.crossing(place, way) {
            None => 1.0,
            // Where its ray to the sun enters the box.
            Some([enters, _]) => self.volume.sample(place + way * enters)[1],
        }
    }
}

/// `exp(−depth)`, to 2e-5 of it.
#[inline(always)]
fn faded(depth: f32) -> f32 {
    if depth > 0.3 {
        return (-depth).exp();
    }
    1.0 - depth * (1.0 - depth * (0.5 - depth * (1.0 / 6.0 - depth * (1.0 / 24.0))))
}
