use std::path::PathBuf;

use lbm_core::Trouble;

use crate::sim::scenario::{self, Scenario};
use crate::sim::{self, records};

/// Reason for which a command failed, as reported to the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The scenario is wrong.
    #[error(transparent)]
    Scenario(#[from] scenario::Error),
    /// A replay cannot be read.
    #[error("{0}; save the replay again where its run was recorded")]
    Replay(#[from] sim::ReplayError),
    /// A replay was named where a scenario is expected.
    #[error(
        "{file}: it is a replay, one run with what was done in it by hand; `estela run`, `render`, `maps`, `check` and `open` take it"
    )]
    NoScenario {
        /// The replay.
        file: String,
    },
    /// The world could not be set up from the scenario.
    #[error("{file}: {source}")]
    World {
        /// The scenario.
        file: String,
        /// Cause.
        source: sim::Error,
    },
    /// No key of scenario files has this path.
    #[error("{prefix}: no key of scenario files; {right}")]
    NoKey {
        /// The path given.
        prefix: String,
        /// Keys that exist.
        right: String,
    },
    /// A file that would be written exists already.
    #[error("{file}: exists already; choose another name or remove it")]
    Exists {
        /// The file.
        file: String,
    },
    /// A file that a user is to go on with cannot be written.
    #[error("{file}: cannot be written: {source}; give a name in a folder that is there and writable")]
    NotMade {
        /// The file.
        file: String,
        /// Cause.
        source: std::io::Error,
    },
    /// The mesh file cannot be used.
    #[error(transparent)]
    Mesh(#[from] crate::sim::mesh_file::Error),
    /// A record of a run cannot be read.
    #[error("{path} cannot be read: {source}; `estela run` writes it")]
    Unreadable {
        /// The file.
        path: String,
        /// Cause.
        source: csv::Error,
    },
    /// A run's folder is not there.
    #[error("{folder}: no such folder; `estela run` makes it")]
    NoFolder {
        /// The run's folder.
        folder: String,
    },
    /// A run had neither gauges nor bodies.
    #[error("{folder}: its records are empty: the scenario has neither gauges, bodies nor air")]
    NothingToPlot {
        /// The run's folder.
        folder: String,
    },
    /// Two runs have no gauge in common.
    #[error("{folder} and {other} have no gauge in common: they need one of the same name")]
    NothingShared {
        /// The one run's folder.
        folder: String,
        /// The other's.
        other: String,
    },
    /// A scenario without a body that floats was to be mapped.
    #[error(
        "scenario {scenario} has no body afloat: nothing to map; `estela render {scenario}` draws its water"
    )]
    NothingToMap {
        /// The scenario.
        scenario: String,
    },
    /// An option does not go with others, or with the scenario.
    #[error("{option}: {message}")]
    Option {
        /// The option.
        option: &'static str,
        /// The fault, and its remedy.
        message: String,
    },
    /// A body was towed at several speeds, at some of which the run did not reach its end.
    #[error(
        "{} of {of} speeds have no result: {}; the others are in {table}",
        failed.len(),
        failed.iter().map(|(speed, why)| format!("{speed} m/s: {why}")).collect::<Vec<_>>().join("; ")
    )]
    SpeedsFailed {
        /// These speeds, m/s, and why.
        failed: Vec<(f64, String)>,
        /// Number of all speeds.
        of: usize,
        /// The file with the results.
        table: String,
    },
    /// The mass of a mesh file is missing.
    #[error("{mesh} is a mesh file: say with --mass KG how heavy the body is")]
    NoMass {
        /// The mesh.
        mesh: String,
    },
    /// A scenario was named where one of its bodies is expected.
    #[error(
        "{scenario} is a scenario: say which of its bodies{}",
        if bodies.is_empty() { "; it has none".into() } else { format!(", as {}", bodies.join(" or ")) }
    )]
    WhichBody {
        /// The scenario.
        scenario: String,
        /// Bodies of the scenario, as the command takes them.
        bodies: Vec<String>,
    },
    /// The mesh cannot float with this mass and center of mass.
    #[error("{file}: {source}{advice}")]
    Hydrostatics {
        /// The mesh.
        file: String,
        /// The remedy; empty where the source contains it.
        advice: String,
        /// Cause.
        source: hydro_forces::Error,
    },
    /// A record could not be written.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// A folder without a checkpoint was to be gone on with.
    #[error("{}: no {file} to go on from; `estela run SCENARIO --checkpoint SECONDS` writes it", folder.display())]
    NoCheckpoint {
        /// The folder.
        folder: PathBuf,
        /// Name of the checkpoint.
        file: &'static str,
    },
    /// A checkpoint cannot be gone on from.
    #[error("{}: cannot go on from this checkpoint: {source}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Cause.
        source: sim::CheckpointError,
    },
    /// A run was to end before its checkpoint.
    #[error("--until {until_s}: {} is at t = {time_s:.4} s already; give a later time", folder.display())]
    Over {
        /// The folder of the run.
        folder: PathBuf,
        /// The end that was given.
        until_s: f64,
        /// Time of the checkpoint.
        time_s: f64,
    },
    /// A picture could not be made or written.
    #[error(transparent)]
    Picture(#[from] crate::render::Error),
    /// The window could not be opened.
    #[cfg(feature = "window")]
    #[error(transparent)]
    Window(#[from] crate::app::Error),
    /// The program was built without a window.
    #[cfg(not(feature = "window"))]
    #[error(
        "this program was built without its feature `window`; `estela render {scenario}` writes pictures instead"
    )]
    NoWindow {
        /// Scenario that was to be shown.
        scenario: String,
    },
    /// The threads could not be started.
    #[error("--threads: {0}; ask for fewer")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A variable of the environment is out of range.
    #[error("{variable}={value}: {right}")]
    Environment {
        /// Name of the variable.
        variable: &'static str,
        /// Value of the variable.
        value: String,
        /// The remedy.
        right: String,
    },
    /// The simulation became unstable.
    #[error("unstable at step {step} (t = {time_s:.4} s), {trouble}; {hint}{before}")]
    Unstable {
        /// The step after which it was detected.
        step: u64,
        /// Time of that step, s.
        time_s: f64,
        /// The cell at which it began.
        trouble: Trouble,
        /// The keys of the scenario to look at.
        hint: String,
        /// An earlier fault, such as a body that was lost; empty if nothing did.
        before: String,
    },
    /// A run came to its end, but the motion of bodies was lost on the way.
    #[error(
        "lost {}: quarantined, as the warnings say with the cause and what to change; the others went on to t = {time_s:.4} s",
        bodies.iter().map(|(name, at_s)| format!("body {name} at t = {at_s:.4} s")).collect::<Vec<_>>().join(", ")
    )]
    Lost {
        /// Names of the bodies, and the times at which they were taken out of the world, s.
        bodies: Vec<(String, f64)>,
        /// Time of the end, s.
        time_s: f64,
    },
    /// A driven body could not go on.
    #[error("stopped at step {steps}, {why}; what is recorded is complete until then")]
    Stopped {
        /// Steps done.
        steps: u64,
        /// The body, the time and the cause.
        why: String,
    },
    /// Records or pictures could not be written during a run, or pictures not be drawn.
    #[error("stopped at step {step} (t = {time_s:.4} s): {why}{}", what_is_left(why))]
    NotRecorded {
        /// Steps done.
        step: u64,
        /// Simulated time.
        time_s: f64,
        /// The reason.
        why: Box<Failure>,
    },
    /// The standard output could not be written.
    #[error("standard output: {0}")]
    Output(std::io::Error),
    /// The user or the system stopped it.
    #[error("stopped at t = {time_s:.4} s after {steps} steps; what is recorded is complete until then")]
    Interrupted {
        /// Steps done.
        steps: u64,
        /// Simulated time.
        time_s: f64,
    },
}

/// What there is of the records when one could not be written, for the end of a message.
fn what_is_left(why: &Failure) -> &'static str {
    match why {
        // What it says is lost may be all.
        Failure::Record(records::Error::Removed { .. }) => "",
        _ => "; what was recorded before is whole",
    }
}

impl Failure {
    /// The exit code of the program.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unstable { .. } | Self::Stopped { .. } | Self::SpeedsFailed { .. } => 3,
            Self::Lost { .. } => 5,
            Self::Record(error) if error.is_of_storage() => 4,
            Self::Picture(crate::render::Error::Write { .. } | crate::render::Error::Film { .. })
            | Self::Output(_)
            | Self::NotMade { .. } => 4,
            Self::NotRecorded { why, .. } => why.exit_code(),
            // 128 + SIGINT, as in shells.
            Self::Interrupted { .. } => 130,
            _ => 2,
        }
    }

    /// A wrong key of a scenario.
    pub(super) fn of_key(scenario: &Scenario, key: String, message: String) -> Self {
        Self::Scenario(scenario::Error::Key { file: scenario.origin.name.clone(), key, message })
    }

    /// An error in setting up the world of the scenario `file`.
    pub(super) fn of_world(file: &str, error: sim::Error) -> Self {
        match error {
            sim::Error::Scenario(error) => Self::Scenario(error),
            source => Self::World { file: file.into(), source },
        }
    }
}
