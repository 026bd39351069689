//! The `estela` program: parses its command line and runs the command.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    viewer::commands::main(viewer::commands::Cli::parse())
}
