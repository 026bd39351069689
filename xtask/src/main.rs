//! The project's own tasks, run as `cargo xtask TASK`.

mod bench;
mod ci;
mod demo;
mod gallery;
mod ignored;
mod json;
mod shell;
mod test;
mod tidy;
mod verify;

use std::path::PathBuf;
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
    /// Draw the shipped scenarios, their records over time and righting arms: target/gallery/index.html.
    Gallery {
        /// One exhibit alone, such as propeller.
        exhibit: Option<String>,
    },
    /// Run everything that has to pass, with nextest where it is installed.
    Test,
    /// Formatting, clippy, documentation, tests, tidy: what a change has to pass.
    Ci,
    /// Check the workspace's invariants.
    Tidy,
    /// Hold simulated figures against exact ones and print the table.
    Verify {
        /// Also run the cases that take long.
        #[arg(long)]
        all: bool,
        /// Also write the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Measure kernels against what this machine could do at best, in a release build.
    Bench {
        /// What to measure; else all.
        #[arg(value_enum)]
        names: Vec<bench::Name>,
        /// Sides of the square grids of lbm.
        #[arg(long, value_delimiter = ',', default_value = "175,1024,4096")]
        sizes: Vec<usize>,
        /// Steps in one walk through memory, for lbm.
        #[arg(long, value_delimiter = ',', default_value = "8")]
        walks: Vec<usize>,
        /// Also run the crates' criterion benches, in cells and triangles a second.
        #[arg(long)]
        criterion: bool,
        /// Also write the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Demo { scenario, pictures } => demo::demo(&scenario, pictures),
        Task::Gallery { exhibit } => gallery::gallery(exhibit.as_deref()),
        Task::Test => test::test(),
        Task::Ci => ci::ci(),
        Task::Tidy => tidy::tidy(),
        Task::Verify { all, json } => verify::verify(all, json.as_deref()),
        Task::Bench { .. } if cfg!(debug_assertions) => bench::again_in_release(),
        Task::Bench { names, sizes, walks, criterion, json } => {
            bench::bench(&names, &sizes, &walks, criterion, json.as_deref())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
