//! Worlds and runs of the program that several tests use.

use std::path::Path;
use std::process::{Command, Output};

use viewer::sim::World;
use viewer::sim::scenario::{Origin, Scenario};

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

/// The program in a folder.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_estela"));
    command.current_dir(folder);
    command
}

/// Runs the program to its end.
pub(crate) fn estela(folder: &Path, arguments: &[&str]) -> Output {
    program(folder).args(arguments).output().unwrap()
}
