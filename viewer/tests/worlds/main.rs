//! The laws of the coupled world, on whole scenarios.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod columns;
mod dam_break;
mod determinism;
mod driven;
mod finite_volume;
mod floating;
mod ledgers;
mod loads;
mod maps;
mod oscillation;
mod partial_breach;
mod policies;
mod radiation;
mod rest;
mod sailboats;
mod sides;
mod solids;
mod speedboat;
mod stoker;
mod strays;
mod surfaces;
mod waves;

use viewer::sim::World;
use viewer::sim::scenario::{Origin, Scenario};

/// A shipped scenario with overrides.
fn shipped(name: &str, overrides: &[&str]) -> World {
    let overrides: Vec<String> = overrides.iter().map(|o| (*o).into()).collect();
    World::new(&Scenario::load(name, &overrides).unwrap()).unwrap()
}

/// A scenario from its text.
fn world(text: &str) -> World {
    let scenario = Scenario::parse(text, Origin { name: "test".into(), folder: None }, &[]);
    World::new(&scenario.unwrap_or_else(|error| panic!("{error}"))).unwrap_or_else(|error| panic!("{error}"))
}

/// Steps until a time; panics when a cell gets into trouble.
fn run(world: &mut World, until_s: f64) {
    while world.time_s() < until_s {
        let report = world.step();
        assert_eq!(report, Default::default(), "step {}", world.steps());
    }
}
