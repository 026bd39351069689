use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::cli::Selection;
use super::ending::Ending;
use super::failure::Failure;
use super::progress::Progress;
use crate::sim::World;
use crate::sim::scenario::Scenario;

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

    /// Calls `work` with the number of threads that everything in it runs on.
    pub(super) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce(usize) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?;
        pool.install(|| work(pool.current_num_threads()))
    }
}

/// The folder for what is written: `out`, or the scenario's own.
pub(super) fn folder(out: Option<&Path>, scenario: &Scenario) -> PathBuf {
    let name = || Path::new(&scenario.origin.name).file_stem().unwrap_or("run".as_ref());
    out.map_or_else(|| Path::new("out").join(name()), Path::to_owned)
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
        let report = world.step();
        if let Some(trouble) = report.trouble {
            return Ok(Ending::Unstable(trouble));
        }
        if !report.quarantined.is_empty() {
            return Ok(Ending::Lost(report.quarantined));
        }
        each(world)?;
        if let Some(why) = report.stopped {
            return Ok(Ending::Stopped(why));
        }
        progress.show(world);
    }
    Ok(Ending::Finished)
}
