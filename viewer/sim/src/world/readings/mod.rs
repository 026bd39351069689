//! What is read of the water at points and along lines.

mod gauges;
mod near;
mod passage;
mod side_line;
mod transects;

use glam::DVec2;

pub(super) use gauges::Gauge;
pub use gauges::GaugeReading;
pub use transects::TransectReading;
pub(super) use transects::{Transects, TransectsState};

use crate::bodies::Bodies;
use crate::scenario::Scenario;
use crate::water::{Fluid, Read, Water};
use near::Near;

/// The gauges and transects of a world, and the cells whose fields are read for them and by bodies.
#[derive(Debug)]
pub(super) struct Readings {
    pub(super) gauges: Vec<Gauge>,
    pub(super) transects: Transects,
    near: Near,
}

impl Readings {
    pub(super) fn new(scenario: &Scenario, water: &Water) -> Self {
        let gauges = scenario.gauge.iter();
        let gauge = gauges.map(|gauge| Gauge {
            name: gauge.name.as_str().into(),
            at_m: DVec2::from_array(gauge.position_m),
        });
        Self { gauges: gauge.collect(), transects: Transects::new(scenario, water), near: Near::default() }
    }

    /// The cells whose fields a step reads: near bodies, at gauges and transects. `None` where they are more than half of all: all are found in
    /// the same time then.
    pub(super) fn read(&mut self, bodies: &Bodies, fluid: &Fluid, step: u64) -> Option<Read<'_>> {
        let Self { gauges, transects, near } = self;
        let at_gauges = gauges.iter().flat_map(|gauge| fluid.grid.weights(gauge.at_m));
        let nx = fluid.cells().nx;
        let cells = at_gauges.map(|(cell, _)| cell).chain(transects.cells(nx, step));
        near.find(bodies, (transects.regions(nx, step), cells), fluid)
    }
}
