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

/// The text of a scenario with a box of 8 × 4 × 2 m and half the density of the water, without drag, on water that stays flat
/// and in which it floats with its middle at a height of 3 m.
pub(crate) fn half_dense_box(z_m: f64, more: &str) -> String {
    format!(
        r#"
        title = "box"
        duration_s = 1.0
        [grid]
        cells = [40, 40]
        cell_size_m = 0.5
        [water]
        depth_m = 3.0
        [coupling]
        mode = "none"
        [body.box]
        hull = {{ kind = "box", length_m = 8.0, beam_m = 4.0, depth_m = 2.0 }}
        mass_kg = 32000.0
        position_m = [10.0, 10.0, {z_m}]
        drag = 0.0
        {more}
        "#
    )
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
