//! Rays, and what smoke does to them.

use glam::Vec3;

/// Transmittance below which nothing behind is seen.
pub(super) const OPAQUE: f32 = 0.004;

/// A ray through smoke, from `from` over so much of `way`, both in m: `reach` of 1 is the whole way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ray {
    pub(crate) from: Vec3,
    pub(crate) way: Vec3,
    pub(crate) reach: f32,
    /// Place in the first step where the smoke is sampled, 0 to 1.
    pub(crate) jitter: f32,
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
