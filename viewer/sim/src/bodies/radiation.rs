//! Added mass, linear damping and radiation damping of a body, as its scenario gives them.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::radiation::{
    AddedMass, BodyInWater, Inertia, LinearDamping, RadiationMemory, RadiationTable,
};
use hydro_forces::{Flow, Load, Motion};
use rigid_sim::{MassProperties, RigidBody};

use super::hull::motion;
use crate::codec::coded;
use crate::scenario::{Body, Scenario};
use crate::{Error, bounded, checkpoint};

/// Radiation load of a body, with the properties of the body that it depends on.
#[derive(Debug)]
pub(crate) struct Radiation {
    body: BodyInWater,
    memory: Option<RadiationMemory>,
    time_step_s: f64,
}

/// The state of a [`Radiation`] between two steps.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RadiationState {
    memory: Option<Vec<[f64; 6]>>,
}

coded!(RadiationState { memory });

/// A body as it lies in the water at the start.
pub(super) struct Start<'a> {
    pub(super) vertices: &'a [Vec3],
    pub(super) rotation: DQuat,
    /// Its center of mass above the still level, m.
    pub(super) height_m: f64,
}

impl Radiation {
    /// Greatest length of a table of coefficients: of a thousand frequencies with all elements, some megabytes.
    pub(crate) const MOST_BYTES: usize = 1 << 26;

    /// `None` if the scenario gives none.
    pub(super) fn new(
        scenario: &Scenario,
        (name, body): (&str, &Body),
        mass: &MassProperties,
        start: &Start<'_>,
    ) -> Result<Option<Self>, Error> {
        let Some(given) = body.kind().afloat().and_then(|afloat| afloat.radiation) else { return Ok(None) };
        let refused = |leaf: &str, message: String| {
            Error::of_body(scenario, name, &format!("radiation.{leaf}"), message)
        };
        let table = match &given.coefficients {
            Some(file) => {
                let path = scenario.resolve(file);
                let name = path.display().to_string();
                let text = bounded::read_text(&path, Self::MOST_BYTES)
                    .map_err(|error| refused("coefficients", format!("{name} cannot be read: {error}")))?;
                let table = RadiationTable::parse(&text, &name);
                Some(table.map_err(|error| refused("coefficients", error.to_string()))?)
            }
            None => None,
        };
        let of_table = table.as_ref().and_then(|table| table.added_mass_at_infinity);
        let added_mass = match (given.added_mass.or(of_table), given.estimate) {
            (Some(matrix), _) => {
                let leaf = if given.added_mass.is_some() { "added_mass" } else { "coefficients" };
                AddedMass::new(matrix).map_err(|error| refused(leaf, error.to_string()))?
            }
            (None, Some(_)) => match estimate(start, mass, scenario.water.density_kg_m3) {
                Some(estimate) => estimate.map_err(|error| refused("estimate", error.to_string()))?,
                None => {
                    let message = "is that of a body as deep in the water as at its start, and this one starts above the water; let it start \
                                   in the water (position_m), or give added_mass";
                    return Err(refused("estimate", message.into()));
                }
            },
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
        let body = BodyInWater { inertia, added_mass, damping };
        Ok(Some(Self { body, memory, time_step_s: scenario.time_step_s() }))
    }

    pub(super) fn state(&self) -> RadiationState {
        let memory = self.memory.as_ref().map(RadiationMemory::state);
        RadiationState { memory }
    }

    pub(super) fn restore(&mut self, state: &RadiationState) -> Result<(), checkpoint::Error> {
        match (&mut self.memory, &state.memory) {
            (Some(memory), Some(state)) => memory.restore(state).map_err(checkpoint::Error::state)?,
            (None, None) => {}
            _ => return Err(checkpoint::Error::state("a radiation memory is missing, or one too many")),
        }
        Ok(())
    }

    /// Whether it has the memory of waves that a table gives.
    pub(super) fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Warning of what the simulated water has too: waves of a table's motions in the plane, and added mass beside a lid.
    pub(super) fn counts_twice(&self, name: &str, is_lid: bool) -> Option<String> {
        let has_mass = self.body.added_mass.matrix().as_flattened().iter().any(|mass| *mass != 0.0);
        if is_lid && self.memory.is_none() && has_mass {
            return Some(format!(
                "body.{name}.radiation: the water under coupling.hull = \"lid\" has added mass, that of estimate or added_mass counts \
                 twice; leave it out, or give coefficients (a table), beside which the lid has none in heave, roll and pitch"
            ));
        }
        let twice = self.memory.as_ref().is_some_and(|memory| memory.has_any(&[0, 1, 5]));
        twice.then(|| {
            format!(
                "body.{name}.radiation.coefficients: damping of surge, sway or yaw, whose waves the simulated water makes too, counts \
                 twice; leave the rows i or j = 1, 2, 6 out of the table, or take coupling.mode = \"none\""
            )
        })
    }

    /// What the water answers to a body that moves while `others`, gravity included, act on it; once a step. The part of the others
    /// that `drag` is the derivative of is taken at the step's end where it is stiff.
    pub(crate) fn load(
        &mut self,
        rigid: &RigidBody,
        flow: &Flow,
        others: Load,
        drag: &LinearDamping,
    ) -> Load {
        let motion = &motion(rigid, 0.0);
        let memory = match &mut self.memory {
            Some(memory) => memory.step(motion, flow.velocity_m_s),
            None => Load::default(),
        };
        let rotation_after = |momentum| rigid.rotation_after(momentum, self.time_step_s);
        let is_stiff = drag.is_stiff(&self.body.inertia, self.time_step_s);
        let drag = if is_stiff { drag } else { &LinearDamping::NONE };
        let Load { force_n, torque_n_m } = drag.load(motion, flow.velocity_m_s);
        let more = memory + Load { force_n: -force_n, torque_n_m: -torque_n_m };
        let body = BodyInWater { damping: self.body.damping.and(drag), ..self.body };
        let load = body.step_load(motion, flow, &(others + more), self.time_step_s, rotation_after);
        load.map_or(memory, |load| more + load)
    }

    /// Stands in for [`load`](Self::load) where the body is out of the water: it makes no waves and has no added mass.
    pub(crate) fn rest(&mut self) {
        if let Some(memory) = &mut self.memory {
            // The body has left the water that the load would come from.
            let _ = memory.step(&Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO), DVec3::ZERO);
        }
    }
}

/// The ellipsoid's added mass about the body's center of mass; `None` of a body above the water, which has no draft.
fn estimate(
    start: &Start<'_>,
    mass: &MassProperties,
    density_kg_m3: f64,
) -> Option<Result<AddedMass, hydro_forces::Error>> {
    let corners = start.vertices.iter().map(|v| v.as_dvec3());
    let (low, high) = corners
        .clone()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let up = start.rotation.inverse() * DVec3::Z;
    let heights = corners.map(|v| up.dot(v - mass.center_m) + start.height_m);
    let (lowest, highest) =
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(z), high.max(z)));
    let (size, middle) = (high - low, (low + high) / 2.0);
    if lowest >= 0.0 {
        return None;
    }
    if highest <= 0.0 {
        let whole = AddedMass::ellipsoid(size / 2.0, density_kg_m3);
        return Some(whole.map(|whole| whole.seen_from(middle - mass.center_m)));
    }
    // The middle of the waterline, which lies `height_m` below the center of mass.
    let waterline = DVec3::new(middle.x, middle.y, mass.center_m.z - start.height_m);
    let half = AddedMass::floating(size.x, size.y, -lowest, density_kg_m3);
    Some(half.map(|half| half.seen_from(waterline - mass.center_m)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rigid_sim::{BodyHandle, RigidBodyBuilder, World as Bodies};

    const STEP_S: f64 = 0.02;

    /// A box of 250 kg that moves and turns, and its radiation.
    fn thrown(added_mass: AddedMass, damping: LinearDamping) -> (Bodies, BodyHandle, Radiation) {
        let mass = MassProperties::from_box(DVec3::new(0.5, 0.5, 0.25), 250.0).unwrap();
        let inertia = Inertia { mass_kg: mass.mass_kg, tensor_kg_m2: mass.inertia_kg_m2 };
        let body = BodyInWater { inertia, added_mass, damping };
        let radiation = Radiation { body, memory: None, time_step_s: STEP_S };
        let mut bodies = Bodies::new(DVec3::ZERO);
        let body = RigidBodyBuilder::dynamic().mass_properties(mass);
        let body = body.linvel(DVec3::new(0.3, 0.2, -0.1)).angvel(DVec3::new(0.1, -0.2, 0.4));
        let handle = bodies.insert(body.build().unwrap());
        (bodies, handle, radiation)
    }

    fn step(bodies: &mut Bodies, handle: BodyHandle, radiation: &mut Radiation, flow: &Flow) {
        let load = radiation.load(&bodies[handle], flow, Load::default(), &LinearDamping::NONE);
        bodies[handle].add_force(load.force_n);
        bodies[handle].add_torque(load.torque_n_m);
        let _ = bodies.step(STEP_S);
    }

    /// Ten times the body's mass, and in one direction alone: it tumbles, and no more.
    #[test]
    fn a_semidefinite_added_mass_of_many_masses_gives_no_energy() {
        let mut matrix = [[0.0; 6]; 6];
        matrix[0][0] = 2500.0;
        let added_mass = AddedMass::new(matrix).unwrap();
        let (mut bodies, handle, mut radiation) = thrown(added_mass, LinearDamping::NONE);
        // Body and water together.
        let momentum = |bodies: &Bodies| {
            let (ahead, v) = (bodies[handle].rotation() * DVec3::X, bodies[handle].linvel_m_s());
            bodies[handle].momentum() + ahead * (2500.0 * ahead.dot(v))
        };
        let before = momentum(&bodies);
        let mut fastest = 0.0f64;
        for _ in 0..5000 {
            step(&mut bodies, handle, &mut radiation, &Flow::default());
            fastest = fastest.max(bodies[handle].linvel_m_s().length());
        }
        let change = (momentum(&bodies) - before).length() / before.length();
        // 2750 kg × 0.37 m/s in 250 kg.
        assert!(fastest < 4.2, "{fastest} m/s");
        assert!(change < 0.05, "{change}");
    }

    /// Damping is relative to the water: a stiff one carries the body along and stops its turning.
    #[test]
    fn a_stiff_damping_moves_the_body_with_the_stream() {
        let matrix = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1e12 } else { 0.0 }));
        let damping = LinearDamping::new(matrix).unwrap();
        let (mut bodies, handle, mut radiation) = thrown(AddedMass::NONE, damping);
        let velocity_m_s = DVec3::new(1.0, -2.0, 0.5);
        let flow = Flow { velocity_m_s, acceleration_m_s2: DVec3::ZERO };
        step(&mut bodies, handle, &mut radiation, &flow);
        // M / (M + B Δt) of the way is left: 250 kg beside 2·10¹⁰ kg.
        assert!((bodies[handle].linvel_m_s() - velocity_m_s).length() < 1e-6);
        assert!(bodies[handle].angvel_rad_s().length() < 1e-6);
    }

    #[test]
    fn without_added_mass_the_momentum_of_the_body_is_kept() {
        let (mut bodies, handle, mut radiation) = thrown(AddedMass::NONE, LinearDamping::NONE);
        let before = bodies[handle].momentum();
        for _ in 0..100 {
            step(&mut bodies, handle, &mut radiation, &Flow::default());
        }
        let change = (bodies[handle].momentum() - before).length() / before.length();
        assert!(change < 1e-12, "{change}");
    }
}
