use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

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
  estela render speedboat --look science --field speed --view above --range 0..1.2
  estela run speedboat --checkpoint 1 --out trip   and a checkpoint every second, from which
  estela resume trip --until 60                    it goes on, as if it had not been stopped
  estela maps speedboat --until 8                  wet border, normals, velocities, forces on the water
  estela open speedboat                            a window
  estela run floating --set body.boat.mass_kg=800  any key of the scenario with another value
  estela run floating --set body.boat.mesh=hull.stl --set body.boat.mesh_scale=0.001
  estela plot out/speedboat                        heel, trim, speed and gauges over time
  estela tow canal --speeds 0.7..5 --plot          resistance, sinkage and trim over speed, beside theory
  estela hydrostatics hull.stl --scale 0.001 --mass 1500 --com 0,0,0.4 --curve
  estela hydrostatics sailboat-capsize:boat --curve

Exit codes: 0 done, 2 bad input, or a folder that another run has or holds, 3 the run went unstable, lost a body or had to
stop one that is driven, 4 something could not be written (disk full, read-only, folder removed), 130 stopped by Ctrl-C or a
signal to end.";

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
        /// What the pictures show.
        #[command(flatten)]
        appearance: Appearance,
    },
    /// Goes on with a run or render from its last checkpoint, as if it had not been stopped
    Resume {
        /// The run and how to go on.
        #[command(flatten)]
        options: ResumeOptions,
    },
    /// Simulates a scenario and draws its end cell by cell from above: depth of water and bodies, wet border, normals,
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
        /// What the window shows.
        #[command(flatten)]
        appearance: Appearance,
    },
    /// Draws the records of a run over time: gauges.svg, bodies.svg and, of towed bodies, towing.svg
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

/// A scenario with a towed body, and the speeds to tow it at.
#[derive(Debug, Clone, Default, Args)]
pub struct TowOptions {
    /// The scenario. Without --until each run lasts until the ship has covered six of its lengths after the start, or is near the
    /// side ahead.
    #[command(flatten)]
    pub selection: Selection,
    /// Speeds in m/s: a range such as 1..6, or some such as 1.5,2,3
    #[arg(long, value_name = "FROM..TO", value_parser = speeds, allow_hyphen_values = true)]
    pub speeds: Speeds,
    /// How many speeds of a range [default: 11]
    #[arg(long, value_name = "N", conflicts_with = "step", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub count: Option<u32>,
    /// Distance of the speeds of a range, m/s
    #[arg(long, value_name = "M/S", value_parser = positive, allow_negative_numbers = true)]
    pub step: Option<f64>,
    /// The body that is towed at these speeds, where several are towed
    #[arg(long, value_name = "NAME")]
    pub body: Option<String>,
    /// Draws resistance, sinkage and trim over the Froude number of the depth, with the theory: tow.svg
    #[arg(long)]
    pub plot: bool,
    /// Folder for what is written, made where it is missing [default: out/SCENARIO.tow]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Removes the records of an earlier run from the folder, which is refused otherwise; nothing else is removed
    #[arg(long)]
    pub overwrite: bool,
}

/// Speeds of a command line, m/s, all above 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Speeds {
    /// A range from a lower to a higher one.
    Range([f64; 2]),
    /// Single speeds.
    Each(Vec<f64>),
}

impl Default for Speeds {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
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

/// A mesh with a mass.
#[derive(Debug, Clone, Default, Args)]
pub struct Vessel {
    /// A file of triangles: STL, OBJ or glTF; x ahead, y to port, z up. Or a body of a scenario with its loads, such as
    /// sailboat-stable:boat, which also gives what is not given here: mass, center of mass, scale, density
    pub mesh: String,
    /// Mass; a mesh file needs it
    #[arg(long, value_name = "KG", value_parser = positive, allow_negative_numbers = true)]
    pub mass: Option<f64>,
    /// Center of mass in the mesh's frame, m [default: the centroid of the mesh's volume]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub com: Option<[f64; 3]>,
    /// Meters per unit of the file: 0.001 for millimeters [default: 1]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub scale: Option<f64>,
    /// Density of the water, kg/m³: 1025 for the sea [default: 1000]
    #[arg(long, value_name = "RHO", value_parser = positive, allow_negative_numbers = true)]
    pub density: Option<f64>,
    /// Adds the righting arms GZ for heels from 0 to 180°, trim free
    #[arg(long)]
    pub curve: bool,
    /// Folder for hydrostatics.json, and of a curve gz.csv, gz.svg and gz.png
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Prints errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// A scenario, changed by the command line.
#[derive(Debug, Clone, Default, Args)]
pub struct Selection {
    /// A shipped scenario's name (see `estela list`) or a TOML file
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

/// Longest simulated time, s.
const LONGEST_S: f64 = 1e12;

fn above_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= LONGEST_S => Ok(value),
        Ok(value) if value > LONGEST_S => Err(format!("it must be at most {LONGEST_S:e} s")),
        Ok(_) => Err("it must be above 0".into()),
        Err(_) => Err("it must be a number of seconds".into()),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("it must be a number above 0".into()),
    }
}

/// Greatest coordinate of a point, m.
const FARTHEST_M: f64 = 1e6;

fn point(text: &str) -> Result<[f64; 3], String> {
    let coordinates: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[f64; 3]>::try_from(coordinates) {
        Ok(point) if text.split(',').count() == 3 && point.iter().all(|c| c.abs() <= FARTHEST_M) => Ok(point),
        _ => Err("it must be three numbers up to a million, such as 0.2,0,-0.05".into()),
    }
}

/// Most speeds of a command line.
const MOST_SPEEDS: usize = 1000;

fn speeds(text: &str) -> Result<Speeds, String> {
    let speed = |text: &str| positive(text.trim()).map_err(|_| format!("{text:?} is no speed above 0"));
    match text.split_once("..") {
        Some((from, to)) => match [speed(from)?, speed(to)?] {
            [from, to] if from < to => Ok(Speeds::Range([from, to])),
            _ => Err("a range goes from a lower speed to a higher one, such as 1..6".into()),
        },
        None => match text.split(',').map(speed).collect::<Result<Vec<_>, _>>()? {
            speeds if speeds.len() <= MOST_SPEEDS => Ok(Speeds::Each(speeds)),
            _ => Err(format!("at most {MOST_SPEEDS} speeds")),
        },
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("it must be 1 to 1024".into()),
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

    #[test]
    fn times_and_threads_must_make_sense() {
        for bad in ["0", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(above_zero(bad).is_err(), "{bad}");
        }
        for bad in ["0", "-1", "1025", "many"] {
            assert!(threads(bad).is_err(), "{bad}");
        }
        for bad in ["1,2", "1,2,3,4", "1,x,2,3", "1,2,nan", ""] {
            assert!(point(bad).is_err(), "{bad}");
        }
        for bad in ["0..3", "3..1", "2..2", "-1..2", "1..fast", "..2", "1,,2", "nan", ""] {
            assert!(speeds(bad).is_err(), "{bad}");
        }
        assert_eq!(speeds("0.5..6"), Ok(Speeds::Range([0.5, 6.0])));
        assert_eq!(speeds("3, 1.5"), Ok(Speeds::Each(vec![3.0, 1.5])));
        assert_eq!(point("1, -2,3e-1"), Ok([1.0, -2.0, 0.3]));
        assert_eq!((above_zero("2.5"), threads("4")), (Ok(2.5), Ok(4)));
    }
}
