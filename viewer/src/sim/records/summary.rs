use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::sim::scenario::Scenario;
use crate::sim::{
    AngularBalance, BodyState, EnergyBalance, MassBalance, Measured, MomentumBalance, Stages, World,
};

/// The scenario, the status, balances and timings of a run: `summary.json`.
///
/// Timings are `wall_s`, `mlups`, `steps_per_s`, `real_time_factor` and `stages_ms`; all else is the same in every run
/// of the scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the shipped scenario, or file.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// How the run ended.
    pub status: Status,
    /// Reason why the run did not reach its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Cells along x and y.
    pub cells: [usize; 2],
    /// Side of a cell.
    pub cell_size_m: f64,
    /// Simulated time of a step.
    pub time_step_s: f64,
    /// Steps done.
    pub steps: u64,
    /// Simulated time.
    pub simulated_s: f64,
    /// Wall time since the start of the run, with that for pictures.
    pub wall_s: f64,
    /// Million cells updated per second, without the time for pictures.
    pub mlups: f64,
    /// Steps done per second, without the time for pictures.
    pub steps_per_s: f64,
    /// Simulated time over wall time, without that for pictures.
    pub real_time_factor: f64,
    /// Threads used.
    pub threads: usize,
    /// Device that computed the water.
    pub backend: String,
    /// Greatest Froude number of the water.
    pub max_froude: f64,
    /// Wall time per step of each stage.
    pub stages_ms: StagesMs,
    /// Balance of the volume of water.
    pub mass: Mass,
    /// Balance of the horizontal momentum of water and bodies.
    pub momentum: Momentum,
    /// Balance of the angular momentum of water and bodies.
    #[serde(default)]
    pub angular_momentum: Angular,
    /// Balance of the energy of water and bodies.
    #[serde(default)]
    pub energy: Energy,
    /// Each body at the end.
    pub bodies: BTreeMap<String, Pose>,
    /// Means of each towed body over the last quarter of the simulated time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub towed: BTreeMap<String, Towed>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Unit and meaning of every column of the tables and every array of the files for ParaView.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: Columns,
}

/// Unit and meaning of columns and arrays, by file and name.
pub type Columns = BTreeMap<String, BTreeMap<String, String>>;

/// Status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Under way; also that of a run that was killed.
    Running,
    /// Simulated to its end.
    Finished,
    /// Stopped by the user.
    Interrupted,
    /// Stopped because the flow left the range of the method.
    Unstable,
    /// Stopped because the water could not follow a driven body.
    Stopped,
    /// Stopped because something could not be written.
    Failed,
}

/// Wall time of each stage, in milliseconds per step; the stages add up to the total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct StagesMs {
    /// Streaming and collision, and the fields in SI.
    pub fluid: f64,
    /// Rasterizing the bodies and adding their displaced volume to the water.
    pub mask: f64,
    /// Populations at sides and solids.
    pub boundary: f64,
    /// Water forces on triangles, and their reactions.
    pub forces: f64,
    /// Rigid bodies.
    pub bodies: f64,
    /// Writing the records.
    pub records: f64,
    /// Drawing pictures.
    pub pictures: f64,
    /// All the rest.
    pub other: f64,
    /// Wall time since the start of the run.
    pub total: f64,
}

/// Wall time of a run that its world does not measure.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Timings {
    /// Since the start.
    pub total: Duration,
    /// Writing the records.
    pub records: Duration,
    /// Drawing pictures.
    pub pictures: Duration,
}

impl StagesMs {
    /// The mean over a number of steps.
    pub fn per_step(stages: &Stages, timings: &Timings, steps: u64) -> Self {
        let mean = |time: Duration| 1e3 * time.as_secs_f64() / steps.max(1) as f64;
        let Stages { fluid, mask, boundary, forces, bodies, .. } = *stages;
        let Timings { total, records, pictures } = *timings;
        let known = fluid + mask + boundary + forces + bodies + records + pictures;
        Self {
            fluid: mean(fluid),
            mask: mean(mask),
            boundary: mean(boundary),
            forces: mean(forces),
            bodies: mean(bodies),
            records: mean(records),
            pictures: mean(pictures),
            other: mean(total.saturating_sub(known)),
            total: mean(total),
        }
    }
}

/// Balance of the volume of water.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Mass {
    /// Volume at the start.
    pub initial_m3: f64,
    /// Volume now.
    pub final_m3: f64,
    /// Inflow through the sides less outflow.
    pub through_borders_m3: f64,
    /// Water that moving solids took and have not yet returned.
    #[serde(default)]
    pub owed_m3: f64,
    /// Inflow at solids less outflow, without what is owed: a leak and part of the residual.
    #[serde(default)]
    pub at_solids_m3: f64,
    /// Volume that the bodies displace.
    pub displaced_m3: f64,
    /// Volume that no side accounts for, as a fraction of the volume at the start; it includes leaks at solids.
    pub residual_relative: f64,
}

impl From<MassBalance> for Mass {
    fn from(balance: MassBalance) -> Self {
        let MassBalance { initial_m3, final_m3, through_borders_m3, owed_m3, at_solids_m3, displaced_m3 } =
            balance;
        let residual_relative = balance.residual_relative();
        Self {
            initial_m3,
            final_m3,
            through_borders_m3,
            owed_m3,
            at_solids_m3,
            displaced_m3,
            residual_relative,
        }
    }
}

/// Balance of the horizontal momentum of water and bodies, along x and y.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Momentum {
    /// Momentum at the start.
    pub initial_n_s: [f64; 2],
    /// Now.
    pub final_n_s: [f64; 2],
    /// Impulse of sides and solids.
    pub through_borders_n_s: [f64; 2],
    /// Of the bed's slope on the water.
    #[serde(default)]
    pub bed_n_s: [f64; 2],
    /// Of the wind on the water.
    #[serde(default)]
    pub wind_n_s: [f64; 2],
    /// Of the earth's rotation on the water.
    #[serde(default)]
    pub coriolis_n_s: [f64; 2],
    /// Of the bed's friction on the water.
    #[serde(default)]
    pub friction_n_s: [f64; 2],
    /// Impulse of contacts with walls and ground, of carriages that tow bodies, and of coupling forces that act on bodies or on the water alone.
    pub external_n_s: [f64; 2],
    /// Sum of the magnitudes of all impulses exchanged.
    pub exchanged_n_s: f64,
    /// Momentum that nothing accounts for, as a fraction of the impulse exchanged.
    pub residual_relative: f64,
}

impl From<MomentumBalance> for Momentum {
    fn from(balance: MomentumBalance) -> Self {
        Self {
            initial_n_s: balance.initial_n_s.to_array(),
            final_n_s: balance.final_n_s.to_array(),
            through_borders_n_s: balance.through_borders_n_s.to_array(),
            bed_n_s: balance.bed_n_s.to_array(),
            wind_n_s: balance.wind_n_s.to_array(),
            coriolis_n_s: balance.coriolis_n_s.to_array(),
            friction_n_s: balance.friction_n_s.to_array(),
            external_n_s: balance.external_n_s.to_array(),
            exchanged_n_s: balance.exchanged_n_s,
            residual_relative: balance.residual_relative(),
        }
    }
}

/// Balance of the angular momentum of water and bodies about the vertical through the middle of the domain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Angular {
    /// At the start.
    pub initial_n_m_s: f64,
    /// Now.
    pub final_n_m_s: f64,
    /// Of solids, by the loads on them.
    pub at_solids_n_m_s: f64,
    /// Of the bed, the wind, the earth's rotation and friction on the water.
    #[serde(default)]
    pub of_forces_n_m_s: f64,
    /// Of contacts, carriages, and coupling forces that act on bodies or on the water alone.
    pub external_n_m_s: f64,
    /// Angular momentum that nothing accounts for but the sides, whose moments are not known.
    pub residual_n_m_s: f64,
}

impl From<AngularBalance> for Angular {
    fn from(balance: AngularBalance) -> Self {
        let AngularBalance { initial_n_m_s, final_n_m_s, at_solids_n_m_s, of_forces_n_m_s, external_n_m_s } =
            balance;
        let residual_n_m_s = balance.residual_n_m_s();
        Self { initial_n_m_s, final_n_m_s, at_solids_n_m_s, of_forces_n_m_s, external_n_m_s, residual_n_m_s }
    }
}

/// Balance of the energy of water and bodies; heights count from the still level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// All kinds at the start.
    pub initial_j: f64,
    /// All kinds now.
    pub final_j: f64,
    /// Kinetic energy of the water now.
    pub water_kinetic_j: f64,
    /// Potential energy of its elevation now.
    pub water_potential_j: f64,
    /// Kinetic energy of the bodies afloat now.
    pub bodies_kinetic_j: f64,
    /// Their potential energy now, with that of the water they displace.
    pub bodies_potential_j: f64,
    /// Work of propellers.
    pub thrust_j: f64,
    /// Work of carriages.
    pub carriages_j: f64,
    /// Work of driven bodies on the water.
    pub driven_j: f64,
    /// Work of the wind on the water.
    #[serde(default)]
    pub wind_j: f64,
    /// Work of the bed's friction on the water, below 0.
    #[serde(default)]
    pub friction_j: f64,
    /// What is gone, the residual of all others: dissipated by viscosity, drag, friction and contacts, radiated by formula, or
    /// left through open sides.
    pub dissipated_j: f64,
}

impl From<EnergyBalance> for Energy {
    fn from(balance: EnergyBalance) -> Self {
        let EnergyBalance { initial, now, work } = balance;
        Self {
            initial_j: initial.total_j(),
            final_j: now.total_j(),
            water_kinetic_j: now.water_kinetic_j,
            water_potential_j: now.water_potential_j,
            bodies_kinetic_j: now.bodies_kinetic_j,
            bodies_potential_j: now.bodies_potential_j,
            thrust_j: work.thrust_j,
            carriages_j: work.carriages_j,
            driven_j: work.driven_j,
            wind_j: work.wind_j,
            friction_j: work.friction_j,
            dissipated_j: balance.dissipated_j(),
        }
    }
}

/// Means of a towed body over the last quarter of the simulated time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Towed {
    /// Speed along the heading.
    pub speed_m_s: f64,
    /// Force of the water against the heading.
    pub resistance_n: f64,
    /// Depth of the center of mass below its height at the start.
    pub sinkage_m: f64,
    /// Change of trim since the start, positive with the bow up.
    pub trim_deg: f64,
}

impl From<Measured> for Towed {
    fn from(mean: Measured) -> Self {
        let Measured { speed_m_s, resistance_n, sinkage_m, trim_deg } = mean;
        Self { speed_m_s, resistance_n, sinkage_m, trim_deg }
    }
}

/// Pose and velocity of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Center of mass.
    pub position_m: [f64; 3],
    /// Quaternion `[x, y, z, w]` from body to world axes.
    pub rotation: [f64; 4],
    /// Velocity of the center of mass.
    pub velocity_m_s: [f64; 3],
    /// Angular velocity.
    pub angular_velocity_rad_s: [f64; 3],
    /// Depth of the lowest point below the water.
    pub draft_m: f64,
    /// Roll, positive to starboard.
    pub heel_deg: f64,
    /// Pitch, positive with the bow up.
    pub trim_deg: f64,
    /// Direction of the bow, counter-clockwise from +x.
    pub heading_deg: f64,
    /// Submerged volume.
    pub submerged_volume_m3: f64,
}

impl From<&BodyState> for Pose {
    fn from(state: &BodyState) -> Self {
        Self {
            position_m: state.position_m.to_array(),
            rotation: state.rotation.to_array(),
            velocity_m_s: state.linvel_m_s.to_array(),
            angular_velocity_rad_s: state.angvel_rad_s.to_array(),
            draft_m: state.draft_m,
            heel_deg: state.heel_deg,
            trim_deg: state.trim_deg,
            heading_deg: state.heading_deg,
            submerged_volume_m3: state.submerged_volume_m3,
        }
    }
}

impl Summary {
    /// The summary of a world that has run on `threads` threads.
    pub fn new(
        scenario: &Scenario,
        world: &World,
        status: Status,
        timings: &Timings,
        threads: usize,
    ) -> Self {
        let wall_s = timings.total.saturating_sub(timings.pictures).as_secs_f64();
        let per_second = |amount: f64| if wall_s > 0.0 { amount / wall_s } else { 0.0 };
        let (steps, cells) = (world.steps(), world.cells());
        let updates = steps as f64 * cells.iter().product::<usize>() as f64;
        Self {
            scenario: scenario.origin.name.clone(),
            title: scenario.title.clone(),
            status,
            failure: None,
            cells,
            cell_size_m: world.cell_size_m(),
            time_step_s: world.time_step_s(),
            steps,
            simulated_s: world.time_s(),
            wall_s: timings.total.as_secs_f64(),
            mlups: per_second(updates) / 1e6,
            steps_per_s: per_second(steps as f64),
            real_time_factor: per_second(world.time_s()),
            threads,
            backend: "cpu".into(),
            max_froude: world.max_froude(),
            stages_ms: StagesMs::per_step(world.stages(), timings, steps),
            mass: world.mass().into(),
            momentum: world.momentum().into(),
            angular_momentum: world.angular_momentum().into(),
            energy: world.energy().into(),
            bodies: world.bodies().map(|state| (state.name.clone(), Pose::from(&state))).collect(),
            towed: world.bodies().filter_map(|state| Some((state.name, state.tow?.mean.into()))).collect(),
            warnings: world.warnings().to_vec(),
            columns: Columns::new(),
        }
    }
}
