use std::path::Path;

use super::cli::{Selection, threads};
use super::failure::Failure;
use super::terminal;
use crate::sim::scenario::Scenario;
use crate::sim::{Deed, Replay, World};

impl Selection {
    /// Reads the scenario and applies the changes of the command line.
    pub(super) fn load(&self) -> Result<Scenario, Failure> {
        if Replay::is_named(&self.scenario) {
            return Err(Failure::NoScenario { file: self.scenario.clone() });
        }
        let mut scenario = Scenario::load(&self.scenario, &self.set)?;
        scenario.duration_s = self.until.unwrap_or(scenario.duration_s);
        Ok(scenario)
    }

    /// Reads the scenario, or that of a replay, which ends where the replay does, and applies the changes of the command line; with what is done by hand
    /// in it, each deed with the step before which it is done.
    pub(super) fn load_run(&self) -> Result<(Scenario, Vec<(u64, Deed)>), Failure> {
        if !Replay::is_named(&self.scenario) {
            return Ok((self.load()?, Vec::new()));
        }
        let Replay { scenario, deeds, steps } = Replay::read(Path::new(&self.scenario))?;
        let mut scenario = Scenario::parse(&scenario.to_toml()?, scenario.origin.clone(), &self.set)?;
        scenario.duration_s = self.until.unwrap_or(steps as f64 * scenario.time_step_s());
        Ok((scenario, deeds))
    }

    /// The same selection with more changes of the scenario, after its own.
    pub(super) fn with(&self, changes: Vec<String>) -> Self {
        Self { set: [&self.set[..], &changes[..]].concat(), ..self.clone() }
    }

    /// Sets up the world of the scenario; says what is going on where that takes long.
    pub(super) fn world(&self, scenario: &Scenario) -> Result<World, Failure> {
        let meshes = scenario.body.values().filter_map(|body| body.mesh.as_ref());
        let meshes: Vec<String> = meshes.map(|file| terminal::sized(&scenario.resolve(file))).collect();
        let what = match meshes.is_empty() {
            true => format!("setting up {}", scenario.origin.name),
            false => format!("setting up {} with {}", scenario.origin.name, meshes.join(", ")),
        };
        terminal::patience(self.quiet, &what, || World::new(scenario))
            .map_err(|error| Failure::of_world(&scenario.origin.name, error))
    }

    /// Number of steps to the end.
    pub(super) fn steps(&self, scenario: &Scenario) -> u64 {
        match (self.until, self.steps) {
            (None, Some(steps)) => steps,
            (Some(_), Some(steps)) => steps.min(scenario.steps()),
            (_, None) => scenario.steps(),
        }
    }

    /// Calls `work(threads)` in a pool of the threads that were asked for.
    pub(super) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce(usize) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        on_threads(self.threads, work)
    }
}

/// Calls `work(threads)` in a pool of that many threads, of all processors if none are given.
pub(super) fn on_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce(usize) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let threads = threads.unwrap_or_else(rayon::current_num_threads);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| work(pool.current_num_threads()))
}

/// Name of the variable of the environment that gives the number of threads.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// Starts the threads of the program: as many as are asked for, else as the environment says, else as there are processors.
pub(super) fn start_threads(asked: Option<usize>) -> Result<(), Failure> {
    let threads = match (asked, std::env::var_os(VARIABLE)) {
        (Some(threads), _) => threads,
        (None, Some(value)) => {
            let value = value.to_string_lossy().into_owned();
            threads(&value).map_err(|right| Failure::Environment { variable: VARIABLE, value, right })?
        }
        (None, None) => std::thread::available_parallelism().map_or(1, usize::from),
    };
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?)
}
