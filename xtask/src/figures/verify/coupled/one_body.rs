//! Worlds of one body, from the text of a scenario.

use viewer::sim::scenario::{Origin, Scenario};
use viewer::sim::{BodyReading, World};

/// A world from its scenario.
///
/// # Panics
///
/// If the case's numbers are out of range.
pub(super) fn world(text: &str) -> World {
    World::new(&scenario(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// A scenario from its text.
///
/// # Panics
///
/// If the case's numbers are out of range.
pub(super) fn scenario(text: &str) -> Scenario {
    let origin = Origin { name: "verify".into(), folder: None };
    Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The state of the only body.
pub(super) fn body(world: &World) -> BodyReading {
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

/// Outline of a ship of a length about its middle, counter-clockwise, with the breadth at a part of half its length from the middle, −1 to 1.
pub(super) fn outline(length_m: f64, breadth_m: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    const CORNERS: u32 = 60;
    let part = |i: u32| 2.0 * f64::from(i) / f64::from(CORNERS) - 1.0;
    let side = |sign: f64| {
        let breadth_m = &breadth_m;
        move |part: f64| [0.5 * length_m * part, sign * 0.5 * breadth_m(part)]
    };
    // Along starboard to the bow and back along port.
    let starboard = (0..CORNERS).map(part).map(side(-1.0));
    let port = (1..=CORNERS).rev().map(part).map(side(1.0));
    starboard.chain(port).collect()
}
