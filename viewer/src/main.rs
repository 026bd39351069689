//! The `estela` program: parses its command line and does what it says.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    viewer::commands::main(viewer::commands::Cli::parse())
}
