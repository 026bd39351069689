use std::sync::atomic::{AtomicBool, Ordering};

use lbm_core::Trouble;

use super::cli::{Options, Selection};
use super::failure::Failure;
use super::progress::Progress;
use crate::sim::World;
use crate::sim::scenario::Scenario;

/// How a run came to its end.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ending {
    Finished,
    Interrupted,
    Unstable(Trouble),
}

impl Selection {
    /// Reads the scenario with all that the command line changes in it.
    pub(super) fn load(&self) -> Result<Scenario, Failure> {
        let mut scenario = Scenario::load(&self.scenario, &self.set)?;
        scenario.duration_s = self.until.unwrap_or(scenario.duration_s);
        Ok(scenario)
    }

    /// Steps until the end.
    pub(super) fn steps(&self, scenario: &Scenario) -> u64 {
        match (self.until, self.steps) {
            (None, Some(steps)) => steps,
            (Some(_), Some(steps)) => steps.min(scenario.steps()),
            (_, None) => scenario.steps(),
        }
    }
}

impl Options {
    /// Calls `work` with the number of threads that everything in it runs on.
    pub(super) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce(usize) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.selection.threads.unwrap_or(0)).build()?;
        pool.install(|| work(pool.current_num_threads()))
    }

    /// The folder for what is written.
    pub(super) fn folder(&self, scenario: &Scenario) -> std::path::PathBuf {
        let name = || std::path::Path::new(&scenario.origin.name).file_stem().unwrap_or("run".as_ref());
        self.out.clone().unwrap_or_else(|| std::path::Path::new("out").join(name()))
    }
}

/// Runs a world to `steps` and calls `each` on its start and after every step, but not on a state that has gone wrong.
pub(super) fn drive(
    world: &mut World,
    steps: u64,
    progress: &Progress,
    stop: &AtomicBool,
    mut each: impl FnMut(&World) -> Result<(), Failure>,
) -> Result<Ending, Failure> {
    each(world)?;
    while world.steps() < steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        if let Some(trouble) = world.step().trouble {
            return Ok(Ending::Unstable(trouble));
        }
        each(world)?;
        progress.show(world);
    }
    Ok(Ending::Finished)
}
