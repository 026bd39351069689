//! Simulated and measured figures, the gallery, and inputs changed at random: `cargo xtask verify`, `bench`, `gallery` and
//! `fuzz` build this program in release and run it.

mod bench;
mod estela;
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
        /// The only exhibit to draw, such as propeller.
        exhibit: Option<String>,
    },
    /// Hold simulated figures against exact ones and print the table.
    Verify {
        /// These cases alone, such as resistance or dam-break; a name that is none prints them all.
        cases: Vec<String>,
        /// Runs the cases that take long too.
        #[arg(long)]
        all: bool,
        /// File for the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Measure kernels against what this machine could do at best.
    Bench {
        /// Benches to run; all unless given.
        #[arg(value_enum)]
        names: Vec<bench::Name>,
        /// Sides of the square grids of lbm.
        #[arg(long, value_delimiter = ',', default_value = "175,1024,4096")]
        sizes: Vec<usize>,
        /// Steps in one traversal of memory, for lbm.
        #[arg(long, value_delimiter = ',', default_value = "8")]
        traversals: Vec<usize>,
        /// Runs the crates' criterion benches too, in cells and triangles a second.
        #[arg(long)]
        criterion: bool,
        /// File for the rows as JSON.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Read scenarios, meshes, height maps, checkpoints and tables changed at random, and keep what crashes or hangs as regression files.
    Fuzz {
        #[command(flatten)]
        options: fuzz::Options,
    },
    /// Read a batch of changed files, in a process of its own with limits.
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
        Task::Verify { cases, all, json } => verify::verify(&cases, all, json.as_deref()),
        Task::Bench { names, sizes, traversals, criterion, json } => {
            bench::bench(&names, &sizes, &traversals, criterion, json.as_deref())
        }
        Task::Fuzz { options } => fuzz::fuzz(&options),
        Task::FuzzWorker { batch, file } => fuzz::work(batch, file.as_deref()),
    };
    shell::exit_code(result)
}
