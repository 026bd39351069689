//! Worlds of one body, from the text of a scenario.

use viewer::sim::scenario::{Origin, Scenario};
use viewer::sim::{BodyState, World};

/// A world from its scenario.
///
/// # Panics
///
/// If the case's numbers are out of range.
pub(super) fn world(text: &str) -> World {
    let origin = Origin { name: "verify".into(), folder: None };
    let scenario = Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"));
    World::new(&scenario).unwrap_or_else(|error| panic!("{error}"))
}

/// The state of the only body.
pub(super) fn body(world: &World) -> BodyState {
    world.bodies().next().expect("there is a body")
}

/// Steps until a time and calls `each` after every step; stops where the run cannot follow the water or the body.
pub(super) fn run(world: &mut World, until_s: f64, mut each: impl FnMut(&World)) -> bool {
    while world.time_s() < until_s {
        let report = world.step();
        if report.trouble.is_some() || report.stopped.is_some() || !report.quarantined.is_empty() {
            return false;
        }
        each(world);
    }
    true
}
