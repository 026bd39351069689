//! Simulated and measured figures, the gallery, and inputs changed at random: `cargo xtask verify`, `bench`, `gallery` and
//! `fuzz` build this program in release and run it.

mod bench;
mod fuzz;
mod gallery;
mod json;
#[path = "../shell.rs"]
mod shell;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks that simulate or measure.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Draw the shipped scenarios, their records over time and righting arms: target/gallery/index.html.
    Gallery {
        /// One exhibit alone, such as propeller.
        exhibit: Option<String>,
    },
    /// Hold simulated figures against exact ones and print the table.
    Verify {
        /// Also run the cases that take long.
        #[arg(long)]
        all: bool,
        /// Also write the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Measure kernels against what this machine could do at best.
    Bench {
        /// What to measure; else all.
        #[arg(value_enum)]
        names: Vec<bench::Name>,
        /// Sides of the square grids of lbm.
        #[arg(long, value_delimiter = ',', default_value = "175,1024,4096")]
        sizes: Vec<usize>,
        /// Steps in one traversal of memory, for lbm.
        #[arg(long, value_delimiter = ',', default_value = "8")]
        traversals: Vec<usize>,
        /// Also run the crates' criterion benches, in cells and triangles a second.
        #[arg(long)]
        criterion: bool,
        /// Also write the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Read scenarios, meshes and height maps changed at random, and keep what crashes or hangs as regression files.
    Fuzz {
        #[command(flatten)]
        options: fuzz::Options,
    },
    /// A process that reads some of them.
    #[command(hide = true)]
    FuzzWorker {
        #[command(flatten)]
        batch: fuzz::Batch,
        /// Read this file instead.
        #[arg(long)]
        file: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Gallery { exhibit } => gallery::gallery(exhibit.as_deref()),
        Task::Verify { all, json } => verify::verify(all, json.as_deref()),
        Task::Bench { names, sizes, traversals, criterion, json } => {
            bench::bench(&names, &sizes, &traversals, criterion, json.as_deref())
        }
        Task::Fuzz { options } => fuzz::fuzz(&options),
        Task::FuzzWorker { batch, file } => fuzz::work(batch, file.as_deref()),
    };
    shell::exit_code(result)
}
