use glam::{DVec2, DVec3};

use super::train::Wave;
use crate::{Flow, WaterSample, WaterSurface};

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
    /// Still level, about which the waves oscillate, m.
    pub still_level_m: f64,
    /// The instant, s.
    pub time_s: f64,
    /// The trains; their levels and velocities add up.
    pub waves: Vec<Wave>,
    /// The pressure below the surface.
    pub pressure: WavePressure,
}

/// The pressure of waves below the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum WavePressure {
    /// Hydrostatic from the local level, ρ g d: the waves do not decay with the depth. For hulls whose draft is small beside
    /// the length of the waves.
    #[default]
    FromLevel,
    /// Decaying with the depth: `ρ g [d − η (1 − cosh k(h − d) / cosh kh)]` for an Airy wave of elevation η,
    /// in water h deep, at the depth d below the local surface.
    ///
    /// It is the linear dynamic pressure `ρ g η cosh k(z + h) / cosh kh` (Newman, Marine Hydrodynamics,
    /// §6.3) with d for −z, so that it is 0 on the surface; the difference is of the second order in the
    /// amplitude. Stokes' second harmonic decays as a wave of its own length; crests without velocity do
    /// not. Integrated over a hull it is the Froude–Krylov force. Bernoulli's ½ ρ u² is left out.
    Decaying,
}

impl Sea {
    /// Velocity of the water at `point_m`, m/s; above the still level that at the still level.
    pub fn velocity_m_s(&self, point_m: DVec3) -> DVec3 {
        self.flow_at(point_m).velocity_m_s
    }

    /// Local acceleration ∂/∂t of the water at `point_m`, m/s²; above the still level that at the
    /// still level.
    ///
    /// Times the displaced mass of a body that is small beside the wave it is the Froude–Krylov
    /// force, which [`ForceModel::forces`](crate::ForceModel::forces) contains already, with the decay of
    /// [`pressure`](Self::pressure); times the added mass it is the further force of an accelerated flow.
    pub fn acceleration_m_s2(&self, point_m: DVec3) -> DVec3 {
        self.flow_at(point_m).acceleration_m_s2
    }

    /// Mean over the depths from the surface to `depth_m` of what the waves add to the pressure head of water at rest, m.
    ///
    /// `ρ g` times its slope and the depth is the horizontal force of the waves on a column of a square meter that reaches down
    /// to there, to the first order of the amplitude: with [`WavePressure::FromLevel`] the slope is that of the surface, with
    /// [`WavePressure::Decaying`] that of each harmonic times `[sinh kh − sinh k(h − d)] / (k d cosh kh)`.
    pub fn mean_rise_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        let rise = |wave: &Wave| match self.pressure {
            WavePressure::FromLevel => wave.eta_m(position_m, self.time_s),
            WavePressure::Decaying => wave.mean_rise_m(position_m, depth_m, self.time_s),
        };
        self.waves.iter().map(rise).sum()
    }

    fn flow_at(&self, point_m: DVec3) -> Flow {
        let height_m = (point_m.z - self.still_level_m).min(0.0);
        self.waves.iter().fold(Flow::default(), |flow, wave| {
            let [velocity, acceleration] = wave.flow(point_m.truncate(), height_m, self.time_s);
            Flow {
                velocity_m_s: flow.velocity_m_s + velocity,
                acceleration_m_s2: flow.acceleration_m_s2 + acceleration,
            }
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
        let waves = self.waves.iter().map(|wave| wave.eta_m(position_m, self.time_s));
        self.still_level_m + waves.sum::<f64>()
    }

    fn has_pressure_heads(&self) -> bool {
        self.pressure == WavePressure::Decaying && !self.waves.is_empty()
    }

    fn pressure_head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        let deficits = self.waves.iter().map(|wave| wave.deficit_m(position_m, depth_m, self.time_s));
        depth_m - deficits.sum::<f64>()
    }

    fn has_flow(&self) -> bool {
        self.waves.iter().any(Wave::has_flow)
    }

    /// The flow of the linear theory at the same depth below the still level, as in [`WavePressure::Decaying`].
    fn flow(&self, position_m: DVec2, depth_m: f64) -> Flow {
        self.flow_at(position_m.extend(self.still_level_m - depth_m))
    }

    fn highest_level_m(&self, _: DVec2, _: DVec2) -> f64 {
        // The margin covers the rounding of the sum.
        let waves: f64 = self.waves.iter().map(Wave::highest_m).sum();
        self.still_level_m + waves * (1.0 + 1e-12) + 1e-12 * self.still_level_m.abs()
    }
}

/// The sum of two surfaces: `added`, about level 0, is superposed on `base`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Superposition<A, B> {
    /// The surface that is added to.
    pub base: A,
    /// The surface whose levels and velocities are added.
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

    fn has_pressure_heads(&self) -> bool {
        self.base.has_pressure_heads() || self.added.has_pressure_heads()
    }

    fn pressure_head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        self.base.pressure_head_m(position_m, depth_m) + self.added.pressure_head_m(position_m, depth_m)
            - depth_m
    }

    fn has_flow(&self) -> bool {
        self.base.has_flow() || self.added.has_flow()
    }

    fn flow(&self, position_m: DVec2, depth_m: f64) -> Flow {
        let (base, added) = (self.base.flow(position_m, depth_m), self.added.flow(position_m, depth_m));
        Flow {
            velocity_m_s: base.velocity_m_s + added.velocity_m_s,
            acceleration_m_s2: base.acceleration_m_s2 + added.acceleration_m_s2,
        }
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let highest = self.base.highest_level_m(min_m, max_m) + self.added.highest_level_m(min_m, max_m);
        highest + 1e-12 * highest.abs()
    }
}
