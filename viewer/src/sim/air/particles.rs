//! Sources of particles, at rest or on bodies.

use glam::DVec3;
use lbm_boundary::{AirParticles, Particle};

use super::Air;
use crate::sim::scenario::{self, Scenario};

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
    /// Where it is, m.
    pub at_m: DVec3,
    /// Its velocity, m/s.
    pub velocity_m_s: DVec3,
    /// Its color, sRGB.
    pub color: [f32; 3],
}

impl Particles {
    pub(super) fn new(given: &scenario::Air, scenario: &Scenario) -> Self {
        let units = given.units(scenario.time_step_s());
        let kind = |of: &scenario::Particles| of.kind(&units, scenario.water.gravity_m_s2);
        let source = |of: &scenario::Particles| Source {
            body: scenario.body.keys().position(|name| of.body.as_ref() == Some(name)),
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
}

impl Air {
    /// Lets the sources give the particles of a step of the world, with the velocity of the air.
    pub(super) fn give_particles(&mut self, point_m: impl Fn(usize, DVec3) -> Option<DVec3>) {
        let from_s = self.units.time_step_s * self.lattice.steps() as f64;
        let to_s = self.units.time_step_s * (self.lattice.steps() + u64::from(self.steps)) as f64;
        for (n, center_m) in self.particles.places_m(point_m).into_iter().enumerate() {
            let Some(center_m) = center_m else { continue };
            let Source { per_s, radius_m, .. } = self.particles.sources[n];
            for number in (from_s * per_s).floor() as u64..(to_s * per_s).floor() as u64 {
                let at_m = center_m + in_ball(number) * radius_m;
                if !self.is_free(at_m) {
                    continue;
                }
                let position = (at_m - self.corner_m) / self.units.cell_size_m;
                let cell = position.to_array().map(|at| at as isize);
                let velocity = self.lattice.moments(cell).velocity.map(f64::from);
                let particle = Particle { kind: n as u16, age: 0, position: position.to_array(), velocity };
                self.particles.all.add(particle);
            }
        }
    }

    /// Whether there is air at a place.
    fn is_free(&self, at_m: DVec3) -> bool {
        let [nx, ny, nz] = self.cells();
        let position = (at_m - self.corner_m) / self.units.cell_size_m;
        let is_inside = (0..3).all(|a| (0.0..[nx, ny, nz][a] as f64).contains(&position[a]));
        let [i, j, k] = position.to_array().map(|at| at as usize);
        is_inside && self.bodies.labels[(k * ny + j) * nx + i] == 0
    }

    /// The particles in the air, in the order in which they came.
    pub fn particles(&self) -> impl Iterator<Item = ParticleReading> {
        self.particles.all.all().iter().map(|of| ParticleReading {
            source: of.kind,
            at_m: self.corner_m + DVec3::from_array(of.position) * self.units.cell_size_m,
            velocity_m_s: DVec3::from_array(of.velocity) * self.units.to_m_s(1.0),
            color: self.particles.sources[usize::from(of.kind)].color,
        })
    }

    /// Number of sources of particles.
    pub fn particle_sources(&self) -> usize {
        self.particles.sources.len()
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
