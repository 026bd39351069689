use glam::{DVec2, DVec3};

use super::train::Wave;
use crate::{WaterSample, WaterSurface};

/// A sum of wave trains at one instant.
///
/// ```
/// use glam::DVec2;
/// use hydro_forces::WaterSurface;
/// use hydro_forces::waves::{Sea, Wave, WaveTrain};
///
/// let swell = WaveTrain { amplitude_m: 1.0, length_m: 60.0, towards_deg: 30.0, phase_deg: 0.0 };
/// let mut sea = Sea { still_level_m: 2.0, ..Sea::default() };
/// sea.waves.push(Wave::airy(swell, f64::INFINITY, 9.81)?);
/// assert!((sea.level_m(DVec2::ZERO) - 3.0).abs() < 1e-12);
/// sea.time_s = sea.waves[0].period_s() / 2.0;
/// assert!((sea.level_m(DVec2::ZERO) - 1.0).abs() < 1e-12);
/// # Ok::<(), hydro_forces::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sea {
    /// Level that the waves go up and down about, m.
    pub still_level_m: f64,
    /// The instant, s.
    pub time_s: f64,
    /// The trains; their levels and velocities add up.
    pub waves: Vec<Wave>,
}

impl Sea {
    /// Velocity of the water at `point_m`, m/s; above the still level that at the still level.
    pub fn velocity_m_s(&self, point_m: DVec3) -> DVec3 {
        let [velocity, _] = self.flow(point_m);
        velocity
    }

    /// Local acceleration ∂/∂t of the water at `point_m`, m/s²; above the still level that at the
    /// still level.
    ///
    /// Times the displaced mass of a body that is small beside the wave it is the Froude–Krylov
    /// force; times its added mass the force of the water that it turns aside. Pressures taken from
    /// the local level ([`ForceModel::forces`](crate::ForceModel::forces)) hold the Froude–Krylov
    /// force already, as if the water's acceleration did not fade with the depth.
    pub fn acceleration_m_s2(&self, point_m: DVec3) -> DVec3 {
        let [_, acceleration] = self.flow(point_m);
        acceleration
    }

    fn flow(&self, point_m: DVec3) -> [DVec3; 2] {
        let height_m = (point_m.z - self.still_level_m).min(0.0);
        self.waves.iter().fold([DVec3::ZERO; 2], |[v, a], wave| {
            let [velocity, acceleration] = wave.flow(point_m.truncate(), height_m, self.time_s);
            [v + velocity, a + acceleration]
        })
    }
}

impl WaterSurface for Sea {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        WaterSample {
            level_m: self.level_m(position_m),
            velocity_m_s: self.velocity_m_s(position_m.extend(self.still_level_m)).truncate(),
        }
    }

    fn level_m(&self, position_m: DVec2) -> f64 {
        let waves = self.waves.iter().map(|wave| wave.elevation_m(position_m, self.time_s));
        self.still_level_m + waves.sum::<f64>()
    }

    fn highest_level_m(&self, _: DVec2, _: DVec2) -> f64 {
        // The margin covers the rounding of the sum.
        let waves: f64 = self.waves.iter().map(Wave::highest_m).sum();
        self.still_level_m + waves * (1.0 + 1e-12) + 1e-12 * self.still_level_m.abs()
    }
}

/// One surface on another: `added`, about level 0, raises and moves the water of `base`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Superposition<A, B> {
    /// The surface that lies below.
    pub base: A,
    /// What is added to its levels and velocities.
    pub added: B,
}

impl<A: WaterSurface, B: WaterSurface> WaterSurface for Superposition<A, B> {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        let (base, added) = (self.base.sample(position_m), self.added.sample(position_m));
        WaterSample {
            level_m: base.level_m + added.level_m,
            velocity_m_s: base.velocity_m_s + added.velocity_m_s,
        }
    }

    fn level_m(&self, position_m: DVec2) -> f64 {
        self.base.level_m(position_m) + self.added.level_m(position_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let highest = self.base.highest_level_m(min_m, max_m) + self.added.highest_level_m(min_m, max_m);
        highest + 1e-12 * highest.abs()
    }
}
