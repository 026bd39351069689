//! Where the time of a step goes.

use std::time::{Duration, Instant};

/// Wall time spent in each stage of the steps since the start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stages {
    /// Streaming and collision, and the fields in SI.
    pub fluid: Duration,
    /// Rasterising the bodies and giving their displaced volume to the water.
    pub mask: Duration,
    /// Solids moved to their cells, and the populations at sides and solids.
    pub boundary: Duration,
    /// Water forces on triangles, and their reaction.
    pub forces: Duration,
    /// Rigid bodies.
    pub bodies: Duration,
    /// Whole steps.
    pub total: Duration,
}

/// Measures one stage after the other.
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
}
