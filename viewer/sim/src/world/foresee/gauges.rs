//! Gauges within solids, where no water is.

use glam::DVec2;

use crate::bodies::{Bodies, Kind, Solid};
use crate::scenario::Scenario;
use crate::water::Water;

/// Warnings of gauges within bodies that are fixed.
pub(super) fn warnings(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let cells = water.fluid.cells();
    let within = scenario.gauge.iter().filter_map(|gauge| {
        let [x_m, y_m] = gauge.position_m;
        let label = *water.solids.labels.get(cells.at(DVec2::new(x_m, y_m)))?;
        let body = bodies.all.get(usize::from(label).checked_sub(1)?)?;
        matches!(body.kind, Kind::Solid(Solid::Fixed)).then(|| {
            format!(
                "gauge.{}.position_m: [{x_m}, {y_m}] m lies in a cell within body.{}, which is fixed: no water is there, and its record is of a depth of 0; \
                 put it beside the body, by half a cell ({} m) at least",
                gauge.name,
                body.name,
                0.5 * cells.cell_size_m
            )
        })
    });
    within.collect()
}
