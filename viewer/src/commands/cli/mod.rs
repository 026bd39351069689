//! The command line: commands here, their options in files of their own, values of options in `values.rs`.

mod options;
mod tow;
mod values;
mod vessel;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use options::{DrawnBy, Options, Products, ResumeOptions, Selection};
pub use tow::{Speeds, TowOptions};
pub(super) use values::threads;
pub use vessel::Vessel;

use super::appearance::Appearance;

const EXAMPLES: &str = "\
Examples:
  estela list                                      what is shipped
  estela new pool --from floating                  a file of your own to start from
  estela keys body.NAME.hull                       what a scenario file may say
  estela check speedboat                           grid, time step, bodies, before any run
  estela run dam-break-full --out dam              numbers: summary.json, bodies.csv, gauges.csv
  estela run speedboat --until 10 --every 0.5      and fields and hulls for ParaView every 0.5 s
  estela render speedboat --every 0.2              pictures
  estela render speedboat --film mp4 --models      a film by ffmpeg, and 3D models (glTF)
  estela render speedboat --look science --field speed --view above --range 0..1.2
  estela run speedboat --checkpoint 1 --out trip   and a checkpoint every second, from which
  estela resume trip --until 60                    it goes on, as if it had not been stopped
  estela render speedboat.replay --film mp4        what was done in the window and saved there, in pictures
  estela maps speedboat --until 8                  wet section and rim, normals, velocities, forces on the water
  estela open speedboat                            a window
  estela run floating --set body.boat.mass_kg=800  any key of the scenario with another value
  estela run floating --set body.boat.mesh=hull.stl --set body.boat.mesh_scale=0.001
  estela plot out/speedboat                        heel, trim, speed and gauges over time
  estela tow canal --speeds 0.7..5 --plot          resistance, sinkage and trim over speed, beside theory
  estela hydrostatics hull.stl --scale 0.001 --mass 1500 --com 0,0,0.4 --curve
  estela hydrostatics sailboat-capsize:boat --curve

Exit codes: 0 done, 2 bad input, or a folder with the records of another run, or in use by one, 3 the run went unstable or had to
stop a driven body, 4 something could not be written (disk full, read-only, folder removed), 5 the run is complete, but without a body whose motion
was lost and that was quarantined, 130 stopped by Ctrl-C or a signal to end.";

/// Shallow water and floating bodies, coupled: a lattice Boltzmann simulator.
#[derive(Debug, Parser)]
#[command(name = "estela", version, after_help = EXAMPLES)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the scenarios that are shipped
    List,
    /// Prints the file of a shipped scenario
    Show {
        /// Name of a shipped scenario
        name: String,
    },
    /// Writes a copy of a shipped scenario for you to change
    New {
        /// Name of the file, `.toml` is added where it is missing
        name: String,
        /// Shipped scenario to start from
        #[arg(long, value_name = "SHIPPED", default_value = "floating")]
        from: String,
    },
    /// Explains the keys of scenario files
    Keys {
        /// Keys at and below this one only, such as body.boat.propeller
        #[arg(default_value = "", hide_default_value = true)]
        prefix: String,
        /// Form of the reference
        #[arg(long, value_enum, default_value_t)]
        format: KeyFormat,
    },
    /// Prints a script that completes the program's commands and options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the man page: `estela man > estela.1`
    Man,
    /// Reads a scenario with its meshes and prints what would be simulated, or what is wrong with it
    Check {
        /// The scenario.
        #[command(flatten)]
        selection: Selection,
    },
    /// Simulates a scenario and writes numbers: summary.json, bodies.csv, gauges.csv, with --every fields and hulls for
    /// ParaView
    Run {
        /// The scenario and how to run it.
        #[command(flatten)]
        options: Options,
    },
    /// Simulates a scenario and writes pictures, without a window
    Render {
        /// The scenario and how to run it.
        #[command(flatten)]
        options: Options,
        /// Options of the pictures.
        #[command(flatten)]
        appearance: Appearance,
        /// Products besides the pictures.
        #[command(flatten)]
        products: Products,
    },
    /// Continues a run or render from its last checkpoint, as if it had not been stopped
    Resume {
        /// The run and how to go on.
        #[command(flatten)]
        options: ResumeOptions,
    },
    /// Simulates a scenario and draws its end cell by cell from above: depth of water and bodies, wet section and rim, normals,
    /// velocities, forces on the water
    Maps {
        /// The scenario.
        #[command(flatten)]
        selection: Selection,
        /// Folder for the pictures, made where it is missing [default: out/SCENARIO]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Opens a window on a scenario
    Open {
        /// The scenario.
        #[command(flatten)]
        selection: Selection,
        /// Options of the window.
        #[command(flatten)]
        appearance: Appearance,
        /// The device that draws the window
        #[arg(long, value_enum, default_value_t)]
        renderer: DrawnBy,
        /// Folder for what is recorded; where it has the files of another run, one with a number [default: out/SCENARIO-window]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Draws the records of a run over time: gauges.svg, bodies.svg, towing.svg of towed bodies, joints.svg and air.svg
    Plot {
        /// Folder of a run
        folder: PathBuf,
        /// Folder of another run: draws the gauges that both have in one picture, with the difference: beside.svg
        #[arg(long, value_name = "DIR")]
        beside: Option<PathBuf>,
    },
    /// Tows a body at several speeds, a run each: resistance, sinkage and trim in tow.csv, beside what theory says of them
    Tow {
        /// The scenario, the speeds and the body.
        #[command(flatten)]
        options: TowOptions,
    },
    /// Computes how a mesh floats: draft, heel, trim, centers, metacentric heights, righting arms
    Hydrostatics {
        /// The mesh.
        #[command(flatten)]
        vessel: Vessel,
    },
}

/// Forms of the reference of keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum KeyFormat {
    /// Text for a terminal
    #[default]
    Text,
    /// Markdown, as docs/scenarios.md
    Markdown,
    /// A JSON schema of whole files, for editors that complete and check TOML
    Schema,
}

impl Command {
    /// Threads that are asked for.
    pub(super) fn threads(&self) -> Option<usize> {
        match self {
            Self::Check { selection } | Self::Maps { selection, .. } | Self::Open { selection, .. } => {
                selection.threads
            }
            Self::Run { options } | Self::Render { options, .. } => options.selection.threads,
            Self::Tow { options } => options.selection.threads,
            Self::Resume { options } => options.threads,
            Self::List
            | Self::Show { .. }
            | Self::New { .. }
            | Self::Keys { .. }
            | Self::Completions { .. }
            | Self::Man
            | Self::Plot { .. }
            | Self::Hydrostatics { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
