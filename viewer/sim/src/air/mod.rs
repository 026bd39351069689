//! Air with smoke over the water.

mod books;
mod build;
mod checkpoint;
mod particles;
mod placing;
mod solids;
mod sources;

use glam::DVec3;
use lbm_boundary::{AirBoundary, MAX_AIR_SPEED};
use lbm_core::AirUnits;
use mask_raster::Body;
use rayon::prelude::*;

use books::Books;
pub use books::{AirBalance, ParticleBalance};
pub(crate) use checkpoint::AirState;
pub use particles::ParticleReading;
use particles::Particles;
use solids::BodyCells;
use sources::Source;

use crate::scenario;

/// Air with smoke over the water: its lattice, its boundary, and their books.
#[derive(Debug)]
pub struct Air {
    lattice: lbm_core::Air,
    boundary: AirBoundary,
    units: AirUnits,
    /// Scenario of the air, with the present rates of sources.
    given: scenario::Air,
    time_step_s: f64,
    /// Steps in a step of the world.
    steps: u32,
    /// Lower left corner, m.
    corner_m: DVec3,
    bodies: BodyCells,
    sources: Vec<Source>,
    particles: Particles,
    books: Books,
    /// Keys that were warned of, each once: those of the sources that came to where there is no air, and [`TOO_FAST`].
    warned: Vec<String>,
    /// Warnings of the last step.
    warnings: Vec<String>,
}

/// Optical properties of smoke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmokeLook {
    /// Extinction coefficient where the concentration is 1, 1/m.
    pub extinction_1_m: f64,
    /// Fraction of the extinguished light that is scattered.
    pub albedo: f64,
}

/// Extent of the smoke, and speed of the air.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Plume {
    /// Height of the highest cell with more than a hundredth of the greatest concentration, its upper face, above the still level, m;
    /// 0 without smoke.
    pub top_m: f64,
    /// Center of the smoke, m; where there is none, the corner of the air.
    pub center_m: DVec3,
    /// Root of the mean squared horizontal distance of smoke from its center, m.
    pub width_m: f64,
    /// Greatest concentration.
    pub greatest: f64,
    /// Fastest flow, m/s.
    pub fastest_m_s: f64,
}

impl Air {
    /// The volume of smoke that each source gives in a second, m³/s.
    pub(crate) fn rates_m3_s(&self) -> impl Iterator<Item = f64> {
        self.given.source.iter().map(|source| source.smoke_m3_s)
    }

    /// Changes the volume that source `n` gives in a second, m³/s.
    ///
    /// # Errors
    /// Why the lattice does not carry it; nothing changes then.
    pub(crate) fn set_rate(&mut self, n: usize, smoke_m3_s: f64) -> Result<(), String> {
        let Some(source) = self.given.source.get_mut(n) else { return Ok(()) };
        let before = std::mem::replace(&mut source.smoke_m3_s, smoke_m3_s);
        if let Some(message) = self.given.more_than_carried(n, self.time_step_s) {
            self.given.source[n].smoke_m3_s = before;
            return Err(message);
        }
        Ok(())
    }

    /// Takes the steps that make one of the world, with bodies and sources where they are now; on an error the run has to end.
    ///
    /// # Arguments
    /// `point_m`: where a point of a body is, by the body's number and in its mesh's frame; `velocity_m_s` of the body with a label at a place.
    pub(crate) fn step(
        &mut self,
        bodies: &[Body<'_>],
        point_m: impl Fn(usize, DVec3) -> Option<DVec3>,
        velocity_m_s: impl Fn(u16, DVec3) -> DVec3,
    ) -> Result<(), String> {
        self.bodies.update(bodies).map_err(|error| error.to_string())?;
        let velocity = |label: u16, at: [f64; 3]| {
            let at_m = self.corner_m + DVec3::from_array(at) * self.units.cell_size_m;
            velocity_m_s(label, at_m).to_array().map(|u| self.units.to_lattice_velocity(u))
        };
        let fastest = self.boundary.move_solids(&mut self.lattice, &self.bodies.labels, velocity);
        if fastest > MAX_AIR_SPEED {
            return Err(self.too_fast(fastest));
        }
        self.place_sources(&point_m);
        self.give_particles(&point_m);
        for _ in 0..self.steps {
            self.particles.all.step(&mut self.lattice, &self.boundary);
            self.boundary.apply(&mut self.lattice);
            let is_valid = self.lattice.step();
            self.books.add(self.boundary.ledger(), self.particles.all.ledger());
            if !is_valid {
                return Err(self.trouble());
            }
        }
        self.watch_speed();
        Ok(())
    }

    /// Warns once of air that is faster than its lattice carries. It looks every hundred steps of the air, as that takes a pass over all cells.
    fn watch_speed(&mut self) {
        let steps = self.lattice.steps();
        let is_due = steps / LOOKS_EVERY != (steps - u64::from(self.steps)) / LOOKS_EVERY;
        if !is_due || self.warned.iter().any(|key| key == TOO_FAST) {
            return;
        }
        let fastest_m_s = self.plume().fastest_m_s;
        let carries_m_s = self.units.to_m_s(MAX_AIR_SPEED);
        if fastest_m_s > carries_m_s {
            self.warnings.push(format!(
                "{TOO_FAST}: the air reaches {fastest_m_s:.3} m/s at t = {:.3} s; its lattice carries {carries_m_s:.3} m/s, at which errors are 12 %: \
                 give a larger value",
                self.units.time_step_s * steps as f64
            ));
            self.warned.push(TOO_FAST.into());
        }
    }

    fn too_fast(&self, fastest: f64) -> String {
        format!(
            "a body moves through the air with {:.3} m/s; its lattice carries {:.3} m/s: give a larger air.fastest_flow_m_s",
            self.units.to_m_s(fastest),
            self.units.to_m_s(MAX_AIR_SPEED)
        )
    }

    fn trouble(&self) -> String {
        let Some(trouble) = self.lattice.trouble() else { return "the air is in trouble".into() };
        let speed = trouble.moments.velocity.map(|u| f64::from(u).powi(2)).iter().sum::<f64>().sqrt();
        format!(
            "the air in cell {:?} is {}, at {:.3} m/s; the lattice carries {:.3} m/s, at which errors are 12 %: give a larger \
             air.fastest_flow_m_s, a larger air.smagorinsky, weaker winds (air.sides), or less smoke and particles (air.source, air.particles, air.sides)",
            trouble.cell,
            trouble.cause,
            self.units.to_m_s(speed),
            self.units.to_m_s(MAX_AIR_SPEED)
        )
    }

    /// The particles in the air, in the order in which they came.
    pub fn particles(&self) -> impl Iterator<Item = ParticleReading> {
        self.particles.all.all().iter().map(|of| ParticleReading {
            source: of.kind,
            at_m: self.corner_m + DVec3::from_array(of.position) * self.units.cell_size_m,
            velocity_m_s: DVec3::from_array(of.velocity) * self.units.to_m_s(1.0),
            color: self.particles.color(of.kind),
        })
    }

    /// Number of sources of particles.
    pub fn particle_sources(&self) -> usize {
        self.particles.sources()
    }

    /// Number of cells along x, y and upwards.
    pub fn cells(&self) -> [usize; 3] {
        self.lattice.cells()
    }

    /// Side of a cell, m.
    pub fn cell_size_m(&self) -> f64 {
        self.units.cell_size_m
    }

    /// Simulated time of a step of the air, s.
    pub fn step_s(&self) -> f64 {
        self.units.time_step_s
    }

    /// Steps that the air has taken.
    pub fn steps(&self) -> u64 {
        self.lattice.steps()
    }

    /// Lower left corner; z above the datum, at the still level, m.
    pub fn corner_m(&self) -> DVec3 {
        self.corner_m
    }

    /// Label of the body in each cell, `[nz][ny][nx]`, x fastest; 0 for air.
    pub fn labels(&self) -> &[u16] {
        &self.bodies.labels
    }

    /// The optical properties of its smoke.
    pub fn look(&self) -> SmokeLook {
        SmokeLook { extinction_1_m: self.given.extinction_1_m, albedo: self.given.albedo }
    }

    /// Interval of the rows of its table, s.
    pub(crate) fn every_s(&self) -> f64 {
        self.given.every_s
    }

    /// Writes the concentration in each cell, `[nz][ny][nx]`, x fastest; 0 in bodies.
    pub fn write_concentrations(&self, concentration: &mut Vec<f32>) {
        concentration.resize(self.bodies.labels.len(), 0.0);
        self.write_rows(concentration, |air| air.concentration);
    }

    /// Writes the velocity along an axis in each cell, m/s, `[nz][ny][nx]`, x fastest; 0 in bodies.
    pub fn write_velocities(&self, axis: usize, u_m_s: &mut Vec<f32>) {
        u_m_s.resize(self.bodies.labels.len(), 0.0);
        let factor = self.units.to_m_s(1.0) as f32;
        self.write_rows(u_m_s, |air| air.velocity[axis] * factor);
    }

    fn write_rows(&self, values: &mut [f32], value: impl Fn(lbm_core::AirMoments) -> f32 + Sync) {
        let [nx, ny, _] = self.cells();
        let rows = values.par_chunks_exact_mut(nx).zip(self.bodies.labels.par_chunks_exact(nx)).enumerate();
        rows.for_each(|(row, (values, labels))| {
            for (i, (of, label)) in values.iter_mut().zip(labels).enumerate() {
                let cell = [i, row % ny, row / ny].map(|at| at as isize);
                *of = if *label == 0 { value(self.lattice.moments(cell)) } else { 0.0 };
            }
        });
    }

    /// Books of mass, momentum and smoke since the start. It takes a pass over all cells.
    pub fn balance(&self) -> AirBalance {
        self.books.balance(self.totals(), self.particles.all.totals(), &self.units)
    }

    fn totals(&self) -> lbm_core::AirTotals {
        let [nx, ny, _] = self.cells();
        self.lattice.totals(|[i, j, k]| self.bodies.labels[(k * ny + j) * nx + i] == 0)
    }

    /// The extent of the smoke. It takes a pass over all cells; the same bits for any number of threads.
    pub fn plume(&self) -> Plume {
        let [nx, ny, nz] = self.cells();
        let plane = |k: usize| {
            let mut sums = Plane::default();
            for (j, i) in (0..ny).flat_map(|j| (0..nx).map(move |i| (j, i))) {
                if self.bodies.labels[(k * ny + j) * nx + i] != 0 {
                    continue;
                }
                let of = self.lattice.moments([i, j, k].map(|at| at as isize));
                let at = DVec3::new(i as f64 + 0.5, j as f64 + 0.5, k as f64 + 0.5);
                let c = f64::from(of.concentration);
                sums.smoke += c;
                sums.first += at * c;
                sums.second += at.truncate().length_squared() * c;
                sums.greatest = sums.greatest.max(c);
                sums.fastest = sums.fastest.max(of.velocity.iter().map(|u| f64::from(u * u)).sum());
            }
            sums
        };
        let planes: Vec<Plane> = (0..nz).into_par_iter().map(plane).collect();
        let all = planes.iter().fold(Plane::default(), |all, plane| all.plus(plane));
        if all.smoke <= 0.0 {
            let fastest_m_s = self.units.to_m_s(all.fastest.sqrt());
            return Plume { center_m: self.corner_m, fastest_m_s, ..Plume::default() };
        }
        let center = all.first / all.smoke;
        let spread = all.second / all.smoke - center.truncate().length_squared();
        let top = planes.iter().rposition(|plane| plane.greatest > FAINT * all.greatest);
        Plume {
            top_m: top.map_or(0.0, |k| (k + 1) as f64 * self.units.cell_size_m),
            center_m: self.corner_m + center * self.units.cell_size_m,
            width_m: spread.max(0.0).sqrt() * self.units.cell_size_m,
            greatest: all.greatest,
            fastest_m_s: self.units.to_m_s(all.fastest.sqrt()),
        }
    }
}

/// The key that sets how fast the air may be.
const TOO_FAST: &str = "air.fastest_flow_m_s";

/// Steps of the air between two looks at its speed.
const LOOKS_EVERY: u64 = 100;

/// Fraction of the greatest concentration up to which the plume reaches.
const FAINT: f64 = 0.01;

/// Sums over a plane of cells, in lattice units.
#[derive(Debug, Default)]
struct Plane {
    smoke: f64,
    /// `Σ C x`.
    first: DVec3,
    /// `Σ C (x² + y²)`.
    second: f64,
    greatest: f64,
    /// Greatest speed, squared.
    fastest: f64,
}

impl Plane {
    fn plus(self, other: &Self) -> Self {
        Self {
            smoke: self.smoke + other.smoke,
            first: self.first + other.first,
            second: self.second + other.second,
            greatest: self.greatest.max(other.greatest),
            fastest: self.fastest.max(other.fastest),
        }
    }
}
