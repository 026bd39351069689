//! Particles in the air, and their sources, at rest or on bodies.

use glam::DVec3;
use lbm_boundary::AirParticles;

use crate::scenario::{self, Scenario};

/// The particles in the air, and their sources.
#[derive(Debug)]
pub(super) struct Particles {
    pub(super) all: AirParticles,
    sources: Vec<Source>,
}

/// A source of the particles of one kind.
#[derive(Debug)]
struct Source {
    /// Number of the body that it is on, if any.
    body: Option<usize>,
    /// Center of the ball; in the mesh's frame of a body, m.
    position_m: DVec3,
    radius_m: f64,
    per_s: f64,
    color: [f32; 3],
}

/// A particle in the air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParticleReading {
    /// Number of the source that it came from, from 0.
    pub source: u16,
    /// Place of the particle, m.
    pub at_m: DVec3,
    /// Velocity of the particle, m/s.
    pub velocity_m_s: DVec3,
    /// Color of the particle, sRGB.
    pub color: [f32; 3],
}

impl Particles {
    pub(super) fn new(given: &scenario::Air, scenario: &Scenario) -> Self {
        let units = given.units(scenario.time_step_s());
        let kind = |of: &scenario::Particles| of.kind(&units, scenario.water.gravity_m_s2);
        let source = |of: &scenario::Particles| Source {
            body: scenario.bodies().into_iter().position(|(name, _)| of.body.as_deref() == Some(name)),
            position_m: DVec3::from_array(of.position_m),
            radius_m: of.radius_m,
            per_s: of.per_s,
            color: of.color,
        };
        Self {
            all: AirParticles::new(given.particles.iter().map(kind).collect()),
            sources: given.particles.iter().map(source).collect(),
        }
    }

    /// Where each source is, m; nowhere on a body that was removed.
    pub(super) fn places_m(&self, point_m: impl Fn(usize, DVec3) -> Option<DVec3>) -> Vec<Option<DVec3>> {
        let place_m = |of: &Source| of.body.map_or(Some(of.position_m), |body| point_m(body, of.position_m));
        self.sources.iter().map(place_m).collect()
    }

    /// Where new particles come in a time, s, each with the number of its source; none on a body that was removed.
    pub(super) fn arrivals(
        &self,
        [from_s, to_s]: [f64; 2],
        point_m: impl Fn(usize, DVec3) -> Option<DVec3>,
    ) -> Vec<(u16, DVec3)> {
        let mut all = Vec::new();
        for (n, (of, center_m)) in self.sources.iter().zip(self.places_m(point_m)).enumerate() {
            let numbers = (from_s * of.per_s).floor() as u64..(to_s * of.per_s).floor() as u64;
            let places_m = center_m.into_iter().flat_map(|center_m| {
                numbers.clone().map(move |number| (n as u16, center_m + in_ball(number) * of.radius_m))
            });
            all.extend(places_m);
        }
        all
    }

    /// Number of sources.
    pub(super) fn sources(&self) -> usize {
        self.sources.len()
    }

    /// The color of the particles of a source, sRGB.
    pub(super) fn color(&self, source: u16) -> [f32; 3] {
        self.sources[usize::from(source)].color
    }
}

/// A point in the unit ball, spread evenly over it for numbers that follow each other: the additive recurrence of the plastic number's
/// kin (Roberts 2018), as height, angle and volume.
fn in_ball(number: u64) -> DVec3 {
    // Of the root of x⁴ = x + 1.
    const ROOT: f64 = 1.220_744_084_605_759_6;
    let part = |power: i32| (0.5 + number as f64 * ROOT.powi(-power)).fract();
    let height = 2.0 * part(1) - 1.0;
    let (sin, cos) = (std::f64::consts::TAU * part(2)).sin_cos();
    let flat = (1.0 - height * height).max(0.0).sqrt();
    DVec3::new(flat * cos, flat * sin, height) * part(3).cbrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a ball: center, and mean squared distances of ⅕ along each axis.
    #[test]
    fn points_fill_the_ball_evenly() {
        let points: Vec<DVec3> = (0..20_000).map(in_ball).collect();
        assert!(points.iter().all(|at| at.length() <= 1.0));
        let mean = points.iter().sum::<DVec3>() / 20_000.0;
        let square = points.iter().map(|at| at * at).sum::<DVec3>() / 20_000.0;
        assert!(mean.length() < 2e-3 && (square - DVec3::splat(0.2)).length() < 2e-3, "{mean}, {square}");
    }
}
