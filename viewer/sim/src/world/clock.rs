//! Simulated time, and the wall time that it took.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Simulated time in steps, and the wall time of their stages.
#[derive(Debug)]
pub(super) struct Clock {
    pub(super) time_step_s: f64,
    pub(super) steps: u64,
    pub(super) stages: Stages,
}

impl Clock {
    pub(super) fn new(time_step_s: f64) -> Self {
        Self { time_step_s, steps: 0, stages: Stages::default() }
    }

    /// Simulated time, s.
    pub(super) fn time_s(&self) -> f64 {
        self.steps as f64 * self.time_step_s
    }

    /// Simulated time at the end of the step under way, s.
    pub(super) fn step_end_s(&self) -> f64 {
        (self.steps + 1) as f64 * self.time_step_s
    }
}

/// Wall time spent in each stage of the steps since the start.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Stages {
    /// Streaming and collision, the fields in SI, and the checks of stability.
    pub fluid: Duration,
    /// Rasterizing the bodies and adding their displaced volume to the water.
    pub mask: Duration,
    /// Moving solids, and populations at sides and solids.
    pub boundary: Duration,
    /// Water forces on triangles, and their reactions.
    pub forces: Duration,
    /// Rigid bodies.
    pub bodies: Duration,
    /// The air: its boundary, streaming and collision.
    #[serde(default)]
    pub air: Duration,
    /// Whole steps.
    pub total: Duration,
}

impl AddAssign for Stages {
    fn add_assign(&mut self, Self { fluid, mask, boundary, forces, bodies, air, total }: Self) {
        self.fluid += fluid;
        self.mask += mask;
        self.boundary += boundary;
        self.forces += forces;
        self.bodies += bodies;
        self.air += air;
        self.total += total;
    }
}

/// Measures consecutive stages.
#[derive(Debug)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// Adds the time since the start or the last lap to `stage`.
    pub(super) fn lap(&mut self, stage: &mut Duration) {
        let now = Instant::now();
        *stage += now - self.0;
        self.0 = now;
    }

    /// The same for two stages side by side, of which the first took a time, and the second is left with the rest.
    pub(super) fn lap_of_two(&mut self, [first, second]: [&mut Duration; 2], took: Duration) {
        let mut both = Duration::ZERO;
        self.lap(&mut both);
        let took = took.min(both);
        *first += took;
        *second += both - took;
    }
}
