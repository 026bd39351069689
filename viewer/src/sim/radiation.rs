//! Added mass and radiation damping of a body, as its scenario gives them.

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::Motion;
use hydro_forces::radiation::{AddedMass, Flow, Inertia, Load, RadiationMemory, RadiationTable};
use rigid_sim::MassProperties;

use super::Error;
use super::placing::wrong;
use super::scenario::{Body, Scenario};

/// What the water answers to a body's motion, and what it needs to know of the body.
#[derive(Debug)]
pub(super) struct Radiation {
    added_mass: AddedMass,
    memory: Option<RadiationMemory>,
    inertia: Inertia,
}

/// A body as it lies in the water at the start.
pub(super) struct Start<'a> {
    pub(super) vertices: &'a [Vec3],
    pub(super) rotation: DQuat,
    /// Its centre of mass above the still level, m.
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
        let refused =
            |leaf: &str, message: String| wrong(scenario, name, &format!("radiation.{leaf}"), message);
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
            (None, None) => {
                let message = "has no line of frequency inf, which holds the added mass that goes with the memory; add \
                               one, or give estimate = \"ellipsoid\"";
                return Err(refused("coefficients", message.into()));
            }
        };
        let memory = match &table {
            Some(table) => {
                let memory = RadiationMemory::new(&table.damping, scenario.time_step_s(), given.memory_s);
                Some(memory.map_err(|error| refused("memory_s", error.to_string()))?)
            }
            None => None,
        };
        let inertia = Inertia { mass_kg: mass.mass_kg, tensor_kg_m2: mass.inertia_kg_m2 };
        Ok(Some(Self { added_mass, memory, inertia }))
    }

    /// What the water answers to a body that moves while `others`, gravity included, act on it; once a step.
    pub(super) fn load(&mut self, motion: &Motion, flow: &Flow, others: Load) -> Load {
        let memory = match &mut self.memory {
            Some(memory) => memory.load(motion, flow.velocity_m_s),
            None => Load::default(),
        };
        let all = sum(others, memory);
        let answer = self.added_mass.reaction(&self.inertia, motion, flow, &all).unwrap_or_default();
        sum(memory, answer)
    }
}

/// The ellipsoid's added mass about the body's centre of mass.
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
    // The middle of the waterline, which lies `height_m` below the centre of mass.
    let waterline = DVec3::new(middle.x, middle.y, mass.centre_m.z - start.height_m);
    let half = AddedMass::floating(size.x, size.y, -lowest, density_kg_m3)?;
    Ok(half.seen_from(waterline - mass.centre_m))
}

fn sum(a: Load, b: Load) -> Load {
    Load { force_n: a.force_n + b.force_n, torque_n_m: a.torque_n_m + b.torque_n_m }
}
