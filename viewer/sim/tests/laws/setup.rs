//! Worlds that several tests use.

use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

/// A shipped scenario with overrides.
pub(crate) fn shipped(name: &str, overrides: &[&str]) -> World {
    let overrides: Vec<String> = overrides.iter().map(|o| (*o).into()).collect();
    World::new(&Scenario::load(name, &overrides).unwrap()).unwrap()
}

/// A scenario from its text.
pub(crate) fn world(text: &str) -> World {
    let scenario = Scenario::parse(text, Origin { name: "test".into(), folder: None }, &[]);
    World::new(&scenario.unwrap_or_else(|error| panic!("{error}"))).unwrap_or_else(|error| panic!("{error}"))
}

/// Steps until a time; panics when a cell gets into trouble.
pub(crate) fn run(world: &mut World, until_s: f64) {
    while world.time_s() < until_s {
        let report = world.step();
        assert_eq!(report, Default::default(), "step {}", world.steps());
    }
}

/// A pool of 20 × 12 m, 2 m deep, with boxes of 3 × 1.5 × 1 m, 2000 kg: each floats with a draft of 0.444 m.
pub(crate) fn pool(more: &str) -> String {
    format!(
        "title = \"pool\"\nduration_s = 9.0\n[grid]\ncells = [40, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n{more}"
    )
}

pub(crate) fn boxed(name: &str, at: &str, more: &str) -> String {
    format!(
        "[body.{name}]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }}\n\
         mass_kg = 2000.0\nposition_m = {at}\n{more}\n"
    )
}
