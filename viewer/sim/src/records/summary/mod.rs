//! `summary.json`.

mod balances;
mod file;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::scenario::Scenario;
use crate::{BodyReading, Measured, Stages, World};

pub use balances::{AirSummary, Angular, Energy, EnergyByKind, Mass, Momentum};
pub(in crate::records) use file::SummaryFile;

/// The scenario, the status, balances and timings of a run: `summary.json`.
///
/// Timings are `wall_s`, `mlups`, `steps_per_s`, `real_time_factor` and `stages_ms`; all else is the same in every run
/// of the scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the shipped scenario, or file.
    pub scenario: String,
    /// Title of the scenario.
    pub title: String,
    /// The end of the run.
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
    /// Greatest Froude number of the water: near bodies in every step, elsewhere in every 64th and the last.
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
    /// The air with its smoke, if there is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub air: Option<AirSummary>,
    /// Each body at the end.
    pub bodies: BTreeMap<String, Pose>,
    /// Means of each towed body over the last quarter of the simulated time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub towed: BTreeMap<String, Towed>,
    /// Bodies whose motion was lost, with the times at which they were taken out of the world, s.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub quarantined: BTreeMap<String, f64>,
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
    /// The air.
    #[serde(default)]
    pub air: f64,
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
        let Stages { fluid, mask, boundary, forces, bodies, air, .. } = *stages;
        let Timings { total, records, pictures } = *timings;
        let known = fluid + mask + boundary + forces + bodies + air + records + pictures;
        Self {
            fluid: mean(fluid),
            mask: mean(mask),
            boundary: mean(boundary),
            forces: mean(forces),
            bodies: mean(bodies),
            air: mean(air),
            records: mean(records),
            pictures: mean(pictures),
            other: mean(total.saturating_sub(known)),
            total: mean(total),
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

impl From<&BodyReading> for Pose {
    fn from(state: &BodyReading) -> Self {
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
            air: world.air().map(AirSummary::from),
            bodies: world.bodies().map(|state| (state.name.to_string(), Pose::from(&state))).collect(),
            towed: world
                .bodies()
                .filter_map(|state| Some((state.name.to_string(), state.tow?.mean.into())))
                .collect(),
            quarantined: world.quarantined().map(|(name, at_s)| (name.to_owned(), at_s)).collect(),
            warnings: world.warnings().to_vec(),
            columns: Columns::new(),
        }
    }
}
