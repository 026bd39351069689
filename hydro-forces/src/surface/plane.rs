use glam::DVec2;

use super::{WaterSample, WaterSurface};

/// A plane surface with one velocity everywhere: level = `level_m` + `slope` · position.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// Level above the world's origin, m.
    pub level_m: f64,
    /// Rise of the level per meter along x and along y.
    pub slope: DVec2,
    /// Velocity of the water, m/s.
    pub velocity_m_s: DVec2,
}

impl Plane {
    /// Still water at `level_m`.
    pub fn flat(level_m: f64) -> Self {
        Self { level_m, slope: DVec2::ZERO, velocity_m_s: DVec2::ZERO }
    }

    /// The plane with `slope`, the rise of the level per meter along x and along y; the level at the world's origin stays. It tilts the
    /// pressure too: each column is hydrostatic below its own level, so a body on it is pushed downhill, as on the face of a long wave.
    #[must_use]
    pub fn with_slope(self, slope: DVec2) -> Self {
        Self { slope, ..self }
    }

    /// The plane with water that moves at `velocity_m_s`, m/s along x and y, at all positions and depths: what drag, lift and
    /// friction take the velocity of a body relative to. The level stays.
    #[must_use]
    pub fn with_velocity(self, velocity_m_s: DVec2) -> Self {
        Self { velocity_m_s, ..self }
    }
}

impl WaterSurface for Plane {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        WaterSample { level_m: self.level_m(position_m), velocity_m_s: self.velocity_m_s }
    }

    fn level_m(&self, position_m: DVec2) -> f64 {
        self.level_m + self.slope.dot(position_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        self.level_m + (self.slope * min_m).max(self.slope * max_m).element_sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_bound_is_reached_at_a_corner() {
        let plane = Plane::flat(2.0).with_slope(DVec2::new(0.5, -0.25));
        let (min, max) = (DVec2::new(-4.0, -8.0), DVec2::new(2.0, 4.0));
        assert_eq!(plane.highest_level_m(min, max), 2.0 + 1.0 + 2.0);
        assert_eq!(plane.level_m(DVec2::new(2.0, -8.0)), 5.0);
    }
}
