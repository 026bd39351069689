use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::values::{above_zero, threads};
use crate::render::animation::Format;
use crate::render::{Backend, Error, Renderer};

/// A scenario, changed by the command line.
#[derive(Debug, Clone, Default, Args)]
pub struct Selection {
    /// A shipped scenario's name (see `estela list`), a TOML file, or a replay that the window or --replay has written
    pub scenario: String,
    /// Gives a key of the scenario another value, such as body.boat.mass_kg=1500 or gauge.0.name=pier; an empty
    /// value removes the key. Can be repeated
    #[arg(long, value_name = "KEY.PATH=VALUE")]
    pub set: Vec<String>,
    /// Ends at this simulated time instead of the scenario's
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Ends after this many steps (with --until: at whichever comes first)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Threads to compute on [default: all processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Prints errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// A scenario and how to run it.
#[derive(Debug, Clone, Default, Args)]
pub struct Options {
    /// The scenario.
    #[command(flatten)]
    pub selection: Selection,
    /// Folder for what is written, made where it is missing [default: out/SCENARIO]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Removes the records of an earlier run from the folder, which is refused otherwise; nothing else is removed
    #[arg(long)]
    pub overwrite: bool,
    /// Simulated time between fields and hulls (run) or pictures (render)
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, allow_negative_numbers = true)]
    pub every: Option<f64>,
    /// Records the books, ledger.csv, at this interval: volume, momentum and energy by kind, with their residuals
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, allow_negative_numbers = true)]
    pub ledger: Option<f64>,
    /// Simulated time between checkpoints, from which `estela resume` goes on; the last one is kept, that of the end too
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, allow_negative_numbers = true)]
    pub checkpoint: Option<f64>,
    /// Writes what it takes to play this run again, in the window or by these commands, with the same bits
    #[arg(long, value_name = "FILE.replay")]
    pub replay: Option<PathBuf>,
}

/// Files of a run with pictures besides these.
#[derive(Debug, Clone, Default, PartialEq, Args, Serialize, Deserialize)]
pub struct Products {
    /// Format of the film; mp4 and webm take an installed ffmpeg
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub film: Format,
    /// Writes the surface of the water and the bodies at each picture as a 3D model, too: models/model-00000.glb, …
    #[arg(long)]
    pub models: bool,
    /// The device that draws the pictures
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub renderer: DrawnBy,
}

/// A device that draws pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum DrawnBy {
    /// A GPU where there is one, else the processor
    #[default]
    Auto,
    /// The processor, on all threads
    Cpu,
    /// A GPU; without one the command fails
    Gpu,
    /// A GPU, or a driver of one that computes on the processor, as for tests
    Software,
}

impl DrawnBy {
    /// Tells whether there is such a device, before anything is written.
    ///
    /// # Errors
    /// [`Error::NoGpu`] or [`Error::Gpu`] where a GPU has to draw and none does.
    pub(in crate::commands) fn available(self) -> Result<(), Error> {
        match self {
            Self::Auto | Self::Cpu => Ok(()),
            Self::Gpu | Self::Software => Renderer::new(self.into()).map(|_| ()),
        }
    }
}

impl From<DrawnBy> for Backend {
    fn from(by: DrawnBy) -> Self {
        match by {
            DrawnBy::Auto => Self::Auto,
            DrawnBy::Cpu => Self::Cpu,
            DrawnBy::Gpu => Self::Gpu { allow_software: false },
            DrawnBy::Software => Self::Gpu { allow_software: true },
        }
    }
}

/// A run to go on with.
#[derive(Debug, Clone, Default, Args)]
pub struct ResumeOptions {
    /// Folder of a run with --checkpoint, which was killed, interrupted, or came to its end
    pub folder: PathBuf,
    /// Ends at this simulated time instead of the run's
    #[arg(long, value_name = "SECONDS", value_parser = above_zero, allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Threads to compute on [default: all processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Prints errors only
    #[arg(long, short)]
    pub quiet: bool,
}
