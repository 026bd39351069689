//! The project's own tasks, run as `cargo xtask TASK`.

mod ci;
mod demo;
mod shell;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of the Estela workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Show a scenario: in a window where there is a display, else as pictures in target/demo.
    Demo {
        /// A shipped scenario or a scenario file.
        #[arg(default_value = "speedboat")]
        scenario: String,
        /// Draw pictures even where there is a display.
        #[arg(long)]
        pictures: bool,
    },
    /// Run everything that has to pass, with nextest where it is installed.
    Test,
    /// Formatting, clippy, documentation, tests, tidy: what a change has to pass.
    Ci,
    /// Check the workspace's invariants.
    Tidy,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Demo { scenario, pictures } => demo::demo(&scenario, pictures),
        Task::Test => test::test(),
        Task::Ci => ci::ci(),
        Task::Tidy => tidy::tidy(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
