//! Added mass, linear damping and radiation damping of a body, as its scenario gives them.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::radiation::{AddedMass, Inertia, LinearDamping, Matrix6, RadiationMemory, RadiationTable};
use hydro_forces::{Flow, Load, Motion};
use rigid_sim::{MassProperties, RigidBody};

use super::hull::motion;
use crate::sim::Error;
use crate::sim::scenario::{Body, Scenario};

/// What the water answers to a body's motion, and what it needs to know of the body.
#[derive(Debug)]
pub(crate) struct Radiation {
    added_mass: AddedMass,
    damping: LinearDamping,
    memory: Option<RadiationMemory>,
    inertia: Inertia,
    time_step_s: f64,
}

/// Sweeps over a step's end, where momenta, velocities and attitude have to agree; two or three are enough for the
/// motions of boats.
const MOST_SWEEPS: usize = 30;
/// Change of momentum in a sweep, of its size, below which they do.
const AGREED: f64 = 1e-12;

/// A body as it lies in the water at the start.
pub(super) struct Start<'a> {
    pub(super) vertices: &'a [Vec3],
    pub(super) rotation: DQuat,
    /// Its center of mass above the still level, m.
    pub(super) height_m: f64,
}

impl Radiation {
    /// `None` if the scenario gives none.
    pub(super) fn new(
        scenario: &Scenario,
        (name, body): (&str, &Body),
        mass: &MassProperties,
        start: &Start<'_>,
    ) -> Result<Option<Self>, Error> {
        let Some(given) = &body.radiation else { return Ok(None) };
        let refused = |leaf: &str, message: String| {
            Error::of_body(scenario, name, &format!("radiation.{leaf}"), message)
        };
        let table = match &given.coefficients {
            Some(file) => Some(
                RadiationTable::read(scenario.resolve(file))
                    .map_err(|error| refused("coefficients", error.to_string()))?,
            ),
            None => None,
        };
        let of_table = table.as_ref().and_then(|table| table.added_mass_at_infinity);
        let added_mass = match (given.added_mass.or(of_table), given.estimate) {
            (Some(matrix), _) => {
                let leaf = if given.added_mass.is_some() { "added_mass" } else { "coefficients" };
                AddedMass::new(matrix).map_err(|error| refused(leaf, error.to_string()))?
            }
            (None, Some(_)) => estimate(start, mass, scenario.water.density_kg_m3)
                .map_err(|error| refused("estimate", error.to_string()))?,
            (None, None) if table.is_none() => AddedMass::NONE,
            (None, None) => {
                let message = "has no line of frequency inf, which holds the added mass that goes with the memory; add \
                               one, or give estimate = \"ellipsoid\"";
                return Err(refused("coefficients", message.into()));
            }
        };
        let damping = match given.damping {
            Some(matrix) => {
                LinearDamping::new(matrix).map_err(|error| refused("damping", error.to_string()))?
            }
            None => LinearDamping::NONE,
        };
        let memory = match &table {
            Some(table) => {
                let memory = RadiationMemory::new(&table.damping, scenario.time_step_s(), given.memory_s);
                Some(memory.map_err(|error| refused("memory_s", error.to_string()))?)
            }
            None => None,
        };
        let inertia = Inertia { mass_kg: mass.mass_kg, tensor_kg_m2: mass.inertia_kg_m2 };
        Ok(Some(Self { added_mass, damping, memory, inertia, time_step_s: scenario.time_step_s() }))
    }

    /// What the water answers to a body that moves while `others`, gravity included, act on it; once a step.
    pub(crate) fn load(&mut self, rigid: &RigidBody, flow: &Flow, others: Load) -> Load {
        let motion = &motion(rigid, 0.0);
        let memory = match &mut self.memory {
            Some(memory) => memory.load(motion, flow.velocity_m_s),
            None => Load::default(),
        };
        let all = sum(others, memory);
        sum(memory, self.answer((rigid, motion), flow, &all).unwrap_or_default())
    }

    /// In the place of [`load`](Self::load) where the body is out of the water: it makes no waves and has no added mass.
    pub(crate) fn rest(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.load(&Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO), DVec3::ZERO);
        }
    }

    /// The load that takes the body through the step as Kirchhoff's equations have it, which are those of
    /// [`AddedMass::reaction`] written for the momenta of body and water, `P = m v + p` and `L = I ω + l` with
    /// `(p, l) = A (v − u, ω)`:
    ///
    /// `dP/dt = F − B (v − u, ω)`, `dL/dt = T − (v − u) × p` with the rest of `B`, velocities and attitude taken at the
    /// step's end.
    ///
    /// P stays what it is where nothing acts, whichever way the body turns, as long as the sweeps agree: while it turns by
    /// a small angle in a step.
    /// With the accelerations of the step's start instead, an added mass of many times the body's mass in one direction
    /// alone would feed the motion from step to step.
    fn answer(&self, (rigid, motion): (&RigidBody, &Motion), flow: &Flow, others: &Load) -> Option<Load> {
        let (dt, mass_kg, start) = (self.time_step_s, self.inertia.mass_kg, motion.rotation.normalize());
        let own = Load {
            force_n: motion.linvel_m_s * mass_kg,
            torque_n_m: start * (self.inertia.tensor_kg_m2 * (start.inverse() * motion.angvel_rad_s)),
        };
        let relative = motion.linvel_m_s - flow.velocity_m_s;
        let water = times(self.added_mass.matrix(), start, relative, motion.angvel_rad_s);
        let stream = flow.velocity_m_s + flow.acceleration_m_s2 * dt;
        let linear = own.force_n + water.force_n + others.force_n * dt;
        let angular = own.torque_n_m + water.torque_n_m + others.torque_n_m * dt;
        let mut end = own;
        let mut munk = relative.cross(water.force_n);
        for _ in 0..MOST_SWEEPS {
            let before = end;
            let rotation = rigid.rotation_after(end.torque_n_m, dt);
            // (P, L) = M (v, ω) + (A + B dt) (v − u, ω): what holds the stream goes to the side that is known.
            let carried = times(self.added_mass.matrix(), rotation, stream, DVec3::ZERO);
            let dragged = times(self.damping.matrix(), rotation, stream * dt, DVec3::ZERO);
            let momenta = Load {
                force_n: linear + carried.force_n + dragged.force_n,
                torque_n_m: angular - munk * dt + carried.torque_n_m + dragged.torque_n_m,
            };
            end = self.added_mass.share(&self.inertia, &self.damping, dt, rotation, &momenta)?;
            let relative = end.force_n / mass_kg - stream;
            let turning = self.inertia.tensor_kg_m2.inverse() * (rotation.inverse() * end.torque_n_m);
            let water = times(self.added_mass.matrix(), rotation, relative, rotation * turning);
            munk = relative.cross(water.force_n);
            let changed = |a: DVec3, b: DVec3| (a - b).length() > AGREED * a.length();
            if !changed(end.force_n, before.force_n) && !changed(end.torque_n_m, before.torque_n_m) {
                break;
            }
        }
        Some(Load {
            force_n: (end.force_n - own.force_n) / dt - others.force_n,
            torque_n_m: (end.torque_n_m - own.torque_n_m) / dt - others.torque_n_m,
        })
    }
}

/// `matrix (v, ω)` of a matrix in body axes, world axes.
fn times(matrix: &Matrix6, rotation: DQuat, linear: DVec3, angular: DVec3) -> Load {
    let back = rotation.inverse();
    let (v, w) = (back * linear, back * angular);
    let motion = [v.x, v.y, v.z, w.x, w.y, w.z];
    let row = |i: usize| -> f64 { matrix[i].iter().zip(motion).map(|(a, b)| a * b).sum() };
    Load {
        force_n: rotation * DVec3::new(row(0), row(1), row(2)),
        torque_n_m: rotation * DVec3::new(row(3), row(4), row(5)),
    }
}

/// The ellipsoid's added mass about the body's center of mass.
fn estimate(
    start: &Start<'_>,
    mass: &MassProperties,
    density_kg_m3: f64,
) -> Result<AddedMass, hydro_forces::Error> {
    let corners = start.vertices.iter().map(|v| v.as_dvec3());
    let (low, high) = corners
        .clone()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let up = start.rotation.inverse() * DVec3::Z;
    let heights = corners.map(|v| up.dot(v - mass.centre_m) + start.height_m);
    let (lowest, highest) =
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(z), high.max(z)));
    let (size, middle) = (high - low, (low + high) / 2.0);
    if highest <= 0.0 {
        let whole = AddedMass::ellipsoid(size / 2.0, density_kg_m3)?;
        return Ok(whole.seen_from(middle - mass.centre_m));
    }
    // The middle of the waterline, which lies `height_m` below the center of mass.
    let waterline = DVec3::new(middle.x, middle.y, mass.centre_m.z - start.height_m);
    let half = AddedMass::floating(size.x, size.y, -lowest, density_kg_m3)?;
    Ok(half.seen_from(waterline - mass.centre_m))
}

fn sum(a: Load, b: Load) -> Load {
    Load { force_n: a.force_n + b.force_n, torque_n_m: a.torque_n_m + b.torque_n_m }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rigid_sim::{RigidBodyBuilder, World as Bodies};

    const STEP_S: f64 = 0.02;

    /// Largest speed (m/s) and the change of body's and water's momentum over its size, of a body thrown into water
    /// without bounds.
    fn thrown(matrix: Matrix6, steps: usize) -> (f64, f64) {
        let mass = MassProperties::from_box(DVec3::new(0.5, 0.5, 0.25), 250.0).unwrap();
        let inertia = Inertia { mass_kg: mass.mass_kg, tensor_kg_m2: mass.inertia_kg_m2 };
        let added_mass = AddedMass::new(matrix).unwrap();
        let mut radiation = Radiation {
            added_mass,
            damping: LinearDamping::NONE,
            memory: None,
            inertia,
            time_step_s: STEP_S,
        };
        let mut bodies = Bodies::new(DVec3::ZERO);
        let body = RigidBodyBuilder::dynamic().mass_properties(mass);
        let body =
            body.linvel(DVec3::new(0.3, 0.2, -0.1)).angvel(DVec3::new(0.1, -0.2, 0.4)).build().unwrap();
        let handle = bodies.insert(body);
        let motion = |bodies: &Bodies| super::motion(&bodies[handle], 0.0);
        let momentum = |radiation: &Radiation, bodies: &Bodies| {
            let at = motion(bodies);
            let water = times(radiation.added_mass.matrix(), at.rotation, at.linvel_m_s, at.angvel_rad_s);
            water.force_n + bodies[handle].momentum()
        };
        let before = momentum(&radiation, &bodies);
        let mut fastest = 0.0f64;
        for _ in 0..steps {
            let load = radiation.load(&bodies[handle], &Flow::default(), Load::default());
            bodies[handle].add_force(load.force_n);
            bodies[handle].add_torque(load.torque_n_m);
            bodies.step(STEP_S);
            fastest = fastest.max(bodies[handle].linvel_m_s().length());
        }
        (fastest, (momentum(&radiation, &bodies) - before).length() / before.length())
    }

    /// Ten times the body's mass, and in one direction alone: it tumbles, and no more.
    #[test]
    fn a_semidefinite_added_mass_of_many_masses_gives_no_energy() {
        let mut matrix = [[0.0; 6]; 6];
        matrix[0][0] = 2500.0;
        let (fastest, change) = thrown(matrix, 5000);
        println!("{fastest} m/s, momentum changes by {change}");
        // 2750 kg × 0.37 m/s in 250 kg.
        assert!(fastest < 4.2, "{fastest} m/s");
        assert!(change < 0.05, "{change}");
    }

    /// Damping is relative to the water: a stiff one carries the body along, and turns it with nothing.
    #[test]
    fn a_stiff_damping_moves_the_body_with_the_stream() {
        let mass = MassProperties::from_box(DVec3::new(0.5, 0.5, 0.25), 250.0).unwrap();
        let inertia = Inertia { mass_kg: mass.mass_kg, tensor_kg_m2: mass.inertia_kg_m2 };
        let matrix = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1e12 } else { 0.0 }));
        let damping = LinearDamping::new(matrix).unwrap();
        let mut radiation =
            Radiation { added_mass: AddedMass::NONE, damping, memory: None, inertia, time_step_s: STEP_S };
        let mut bodies = Bodies::new(DVec3::ZERO);
        let body = RigidBodyBuilder::dynamic().mass_properties(mass).angvel(DVec3::new(0.1, -0.2, 0.4));
        let handle = bodies.insert(body.build().unwrap());
        let velocity_m_s = DVec3::new(1.0, -2.0, 0.5);
        let flow = Flow { velocity_m_s, acceleration_m_s2: DVec3::ZERO };
        let load = radiation.load(&bodies[handle], &flow, Load::default());
        bodies[handle].add_force(load.force_n);
        bodies[handle].add_torque(load.torque_n_m);
        bodies.step(STEP_S);
        // M / (M + B Δt) of the way is left: 250 kg beside 2·10¹⁰ kg.
        assert!((bodies[handle].linvel_m_s() - velocity_m_s).length() < 1e-6);
        assert!(bodies[handle].angvel_rad_s().length() < 1e-6);
    }

    #[test]
    fn without_added_mass_there_is_no_answer() {
        assert!(thrown([[0.0; 6]; 6], 100).1 < 1e-12);
    }
}
