use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::files::{Error, replace};
use crate::sim::scenario::Scenario;
use crate::sim::{BodyState, MassBalance, MomentumBalance, Stages, World};

/// What was run, how it ended, its balances and timings: `summary.json`.
///
/// Timings are `wall_s`, `mlups`, `steps_per_s`, `real_time_factor` and `stages_ms`; all else is the same in every run
/// of the scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Shipped name or file.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// How the run ended.
    pub status: Status,
    /// What went wrong, where the run did not reach its end.
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
    /// Time it took.
    pub wall_s: f64,
    /// Million cells updated per second.
    pub mlups: f64,
    /// Steps done per second.
    pub steps_per_s: f64,
    /// Simulated time over the time it took.
    pub real_time_factor: f64,
    /// Threads used.
    pub threads: usize,
    /// What computed the water.
    pub backend: String,
    /// Greatest Froude number of the water.
    pub max_froude: f64,
    /// Time per step of each stage.
    pub stages_ms: StagesMs,
    /// Volume of water: where it was, is and went.
    pub mass: Mass,
    /// Horizontal momentum of water and bodies: what it was, is and where it went.
    pub momentum: Momentum,
    /// Each body at the end.
    pub bodies: BTreeMap<String, Pose>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Under way; what a run leaves that was killed.
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

/// Wall time of each stage, in milliseconds per step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct StagesMs {
    /// Streaming and collision, and the fields in SI.
    pub fluid: f64,
    /// Rasterising the bodies and giving their displaced volume to the water.
    pub mask: f64,
    /// Populations at sides and solids.
    pub boundary: f64,
    /// Water forces on triangles, and their reaction.
    pub forces: f64,
    /// Rigid bodies.
    pub bodies: f64,
    /// Whole steps.
    pub total: f64,
}

impl StagesMs {
    /// The mean over a number of steps.
    pub fn per_step(stages: &Stages, steps: u64) -> Self {
        let mean = |time: std::time::Duration| 1e3 * time.as_secs_f64() / steps.max(1) as f64;
        Self {
            fluid: mean(stages.fluid),
            mask: mean(stages.mask),
            boundary: mean(stages.boundary),
            forces: mean(stages.forces),
            bodies: mean(stages.bodies),
            total: mean(stages.total),
        }
    }
}

/// Where the water was, is and went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Mass {
    /// Volume at the start.
    pub initial_m3: f64,
    /// Volume now.
    pub final_m3: f64,
    /// What came in through the borders, less what went out.
    pub through_borders_m3: f64,
    /// What moving solids have taken and are about to give back.
    #[serde(default)]
    pub owed_m3: f64,
    /// What came in at solids, less what went out for good: this is a leak and part of the residual.
    #[serde(default)]
    pub at_solids_m3: f64,
    /// What the bodies displace.
    pub displaced_m3: f64,
    /// What no border accounts for, as part of the volume at the start; what solids leak is in it.
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

/// Where the horizontal momentum of water and bodies was, is and went; along x and y.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Momentum {
    /// At the start.
    pub initial_n_s: [f64; 2],
    /// Now.
    pub final_n_s: [f64; 2],
    /// Impulse of the borders and fixed bodies.
    pub through_borders_n_s: [f64; 2],
    /// Impulse of contacts with walls and ground, and what the coupling gives to one side alone.
    pub external_n_s: [f64; 2],
    /// Magnitudes of all impulses exchanged, added up.
    pub exchanged_n_s: f64,
    /// What none of these accounts for, as part of the impulse exchanged.
    pub residual_relative: f64,
}

impl From<MomentumBalance> for Momentum {
    fn from(balance: MomentumBalance) -> Self {
        Self {
            initial_n_s: balance.initial_n_s.to_array(),
            final_n_s: balance.final_n_s.to_array(),
            through_borders_n_s: balance.through_borders_n_s.to_array(),
            external_n_s: balance.external_n_s.to_array(),
            exchanged_n_s: balance.exchanged_n_s,
            residual_relative: balance.residual_relative(),
        }
    }
}

/// Where a body is and how it lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Centre of mass.
    pub position_m: [f64; 3],
    /// Quaternion `[x, y, z, w]` from body to world axes.
    pub rotation: [f64; 4],
    /// Velocity of the centre of mass.
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
    /// Volume under the water's surface.
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
    /// The summary of a world that has run for `wall_s` on `threads` threads.
    pub fn new(scenario: &Scenario, world: &World, status: Status, wall_s: f64, threads: usize) -> Self {
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
            wall_s,
            mlups: per_second(updates) / 1e6,
            steps_per_s: per_second(steps as f64),
            real_time_factor: per_second(world.time_s()),
            threads,
            backend: "cpu".into(),
            max_froude: world.max_froude(),
            stages_ms: StagesMs::per_step(world.stages(), steps),
            mass: world.mass().into(),
            momentum: world.momentum().into(),
            bodies: world.bodies().map(|state| (state.name.clone(), Pose::from(&state))).collect(),
            warnings: world.warnings().to_vec(),
        }
    }

    /// Writes it as JSON; a reader of the file finds the summary before or this one, never a part.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Error { path: path.into(), source: error.into() })?;
        replace(path, format!("{text}\n").as_bytes())
    }
}
