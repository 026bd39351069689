//! All that a run writes: records, pictures, summaries, checkpoints.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::checkpoint::RunState;
use super::drive::Watch;
use super::pictures::Pictures;
use super::progress::Progress;
use super::source::Source;
use crate::commands::failure::Failure;
use crate::sim::World;
use crate::sim::records::{Instants, Recorder, Status, Summary, Timings};
use crate::sim::scenario::Scenario;

/// Wall time between two summaries of a run that goes on.
const SUMMARY_EVERY: Duration = Duration::from_secs(2);

/// What a run writes, and the time that it takes.
pub(super) struct Output<'a> {
    scenario: &'a Scenario,
    recorder: Recorder,
    pictures: Option<Pictures>,
    checkpoints: Option<Checkpoints>,
    progress: Progress,
    threads: usize,
    start: Instant,
    /// Wall time of the run until the start of this process.
    earlier: Timings,
    recording: Duration,
    summarized: Option<Instant>,
}

/// Checkpoints at regular instants.
pub(super) struct Checkpoints {
    folder: PathBuf,
    every_s: f64,
    due: Instants,
    /// Steps at which the run ends.
    steps: u64,
    /// Text of the scenario.
    scenario: String,
    /// The file that it is of.
    source: Option<Source>,
    /// Steps of the last one.
    last: Option<u64>,
}

impl Checkpoints {
    /// Checkpoints every `every_s` seconds of a run of the scenario, of a file if it has one, that ends after `steps`; `due` if there were some
    /// before.
    pub(super) fn new(
        (scenario, source): (&Scenario, Option<Source>),
        folder: PathBuf,
        steps: u64,
        (every_s, due): (f64, Option<Instants>),
    ) -> Result<Self, Failure> {
        let due = due.unwrap_or_else(|| Instants::every(every_s));
        Ok(Self { folder, every_s, due, steps, scenario: scenario.to_toml()?, source, last: None })
    }
}

impl<'a> Output<'a> {
    /// The output of a run of a scenario, which took a wall time `earlier`.
    pub(super) fn new(
        (scenario, threads): (&'a Scenario, usize),
        (recorder, pictures): (Recorder, Option<Pictures>),
        checkpoints: Option<Checkpoints>,
        progress: Progress,
        earlier: Timings,
    ) -> Self {
        Self {
            scenario,
            recorder,
            pictures,
            checkpoints,
            progress,
            threads,
            start: Instant::now(),
            earlier,
            recording: Duration::ZERO,
            summarized: None,
        }
    }

    fn timings(&self) -> Timings {
        let pictures = self.pictures.as_ref().map_or(Duration::ZERO, Pictures::time);
        Timings {
            total: self.earlier.total + self.start.elapsed(),
            records: self.earlier.records + self.recording,
            pictures: self.earlier.pictures + pictures,
        }
    }

    fn summary(&self, world: &World, status: Status) -> Summary {
        let mut summary = Summary::new(self.scenario, world, status, &self.timings(), self.threads);
        summary.columns = self.recorder.columns();
        summary
    }

    /// Calls `write` and counts the time as that of records.
    fn timed<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        let begun = Instant::now();
        let done = write(self);
        self.recording += begun.elapsed();
        done
    }

    /// Writes a checkpoint of the present state, which is recorded, unless there is one.
    fn checkpoint(&mut self, world: &World) -> Result<(), Failure> {
        let (timings, step) = (self.timings(), Some(world.steps()));
        let Some(checkpoints) = self.checkpoints.as_mut().filter(|checkpoints| checkpoints.last != step)
        else {
            return Ok(());
        };
        // The checkpoint tells how long the records are: they have to be there before it.
        self.recorder.sync()?;
        let state = RunState {
            name: self.scenario.origin.name.clone(),
            steps: checkpoints.steps,
            every_s: checkpoints.every_s,
            due: checkpoints.due.clone(),
            timings,
            stages: *world.stages(),
            records: self.recorder.position()?,
            pictures: self.pictures.as_mut().map(Pictures::position).transpose()?,
            scenario: checkpoints.scenario.clone(),
            source: checkpoints.source.clone(),
        };
        let foam = self.pictures.as_ref().map(Pictures::foam);
        state.write(&checkpoints.folder, &world.checkpoint(), foam)?;
        checkpoints.last = step;
        Ok(())
    }

    /// Writes what is left at the end of a run, but for the summary; with `goes_on` a checkpoint, too.
    pub(super) fn complete(&mut self, world: &World, goes_on: bool) -> Result<(), Failure> {
        self.progress.finishing("writing the last records");
        self.timed(|output| {
            output.recorder.sync()?;
            if goes_on { output.checkpoint(world) } else { Ok(()) }
        })?;
        self.finish_pictures()
    }

    /// Ends the animation; more than once it does nothing.
    pub(super) fn finish_pictures(&mut self) -> Result<(), Failure> {
        self.pictures.as_mut().map_or(Ok(()), Pictures::finish)
    }

    /// Writes the last summary, which it returns, and a line about the pictures.
    pub(super) fn finish(
        self,
        world: &World,
        status: Status,
        failure: Option<&Failure>,
    ) -> (Summary, Option<String>, Result<(), Failure>) {
        let mut last = self.summary(world, status);
        last.failure = failure.map(Failure::to_string);
        let Self { mut progress, recorder, pictures, .. } = self;
        progress.done();
        let finished = recorder.finish(&last).map_err(Failure::from);
        (last, pictures.as_ref().map(Pictures::report), finished)
    }
}

impl Watch for Output<'_> {
    fn record(&mut self, world: &World) -> Result<(), Failure> {
        // The first comes before the first row: it holds the space for the last.
        if self.summarized.is_none_or(|at| at.elapsed() >= SUMMARY_EVERY) {
            self.timed(|output| {
                let summary = output.summary(world, Status::Running);
                Ok(output.recorder.summarize(summary)?)
            })?;
            self.summarized = Some(Instant::now());
        }
        self.timed(|output| Ok(output.recorder.record(world)?))?;
        if let Some(pictures) = &mut self.pictures {
            pictures.draw(world)?;
        }
        self.progress.show(world, self.pictures.as_ref().map(Pictures::count));
        Ok(())
    }

    fn keep(&mut self, world: &World) -> Result<(), Failure> {
        let due = self.checkpoints.as_mut().is_some_and(|kept| kept.due.reached(world.time_s()));
        if due { self.timed(|output| output.checkpoint(world)) } else { Ok(()) }
    }
}
