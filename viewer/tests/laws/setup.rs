//! Worlds and runs of the program that several tests use.

use std::path::Path;
use std::process::{Command, Output};

#[path = "../../sim/tests/laws/air/chimney.rs"]
mod chimney;
#[path = "../../sim/tests/laws/setup.rs"]
mod worlds;

pub(crate) use chimney::{ashes, chimney};
pub(crate) use worlds::{boxed, pool, run, shipped, world};

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
