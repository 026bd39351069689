use super::cli::Selection;
use super::failure::Failure;
use crate::sim::scenario::Scenario;

impl Selection {
    /// Reads the scenario and applies the changes of the command line.
    pub(super) fn load(&self) -> Result<Scenario, Failure> {
        let mut scenario = Scenario::load(&self.scenario, &self.set)?;
        scenario.duration_s = self.until.unwrap_or(scenario.duration_s);
        Ok(scenario)
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    pool.install(|| work(pool.current_num_threads()))
}
