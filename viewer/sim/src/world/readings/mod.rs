//! What is read of the water at points and along lines.

mod gauges;
mod near;
mod transects;

use glam::DVec2;

pub(super) use gauges::Gauge;
pub use gauges::GaugeReading;
pub(super) use near::Near;
pub use transects::TransectReading;
pub(super) use transects::Transects;

use crate::scenario::Scenario;
use crate::water::{Fluid, Water};

/// The gauges and transects of a world.
#[derive(Debug)]
pub(super) struct Readings {
    pub(super) gauges: Vec<Gauge>,
    pub(super) transects: Transects,
}

impl Readings {
    pub(super) fn new(scenario: &Scenario, water: &Water) -> Self {
        let gauges = scenario.gauge.iter();
        let gauge =
            gauges.map(|gauge| Gauge { name: gauge.name.clone(), at_m: DVec2::from_array(gauge.position_m) });
        Self { gauges: gauge.collect(), transects: Transects::new(scenario, water) }
    }

    /// The cells at which the water is read.
    pub(super) fn cells(&self, fluid: &Fluid) -> impl Iterator<Item = usize> {
        let at_gauges = self.gauges.iter().flat_map(|gauge| fluid.grid.weights(gauge.at_m));
        at_gauges.map(|(cell, _)| cell).chain(self.transects.cells())
    }
}
