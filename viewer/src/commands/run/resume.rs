use std::sync::atomic::AtomicBool;

use super::checkpoint::{RunState, refused};
use super::output::{Checkpoints, Output};
use super::pictures::Pictures;
use super::progress::Progress;
use super::simulate::Run;
use super::source::Source;
use crate::commands::cli::ResumeOptions;
use crate::commands::failure::Failure;
use crate::commands::selection::on_threads;
use crate::commands::terminal;
use crate::sim::records::{Recorder, RunFolder};
use crate::sim::scenario::{Origin, Scenario};
use crate::sim::{CheckpointError, World, memory};
use crate::staging::Foam;

/// Continues a run, or a run with pictures, from its last checkpoint; returns a report. Its records, fields and pictures are
/// then those of a run that was not stopped.
///
/// # Errors
///
/// [`Failure`], as that of the run; and if there is no checkpoint, it is damaged or of another version, a mesh of the scenario
/// has changed, or a record is shorter than it was. Then nothing is changed in the folder, but for records after the checkpoint.
pub fn resume(options: &ResumeOptions, stop: &AtomicBool) -> Result<String, Failure> {
    let ResumeOptions { folder: out, until, threads, quiet } = options;
    on_threads(*threads, |threads| {
        let (state, checkpoint, foam) = RunState::read(out)?;
        if let Some(changed) = state.source.as_ref().and_then(Source::warning).filter(|_| !quiet) {
            terminal::warning(&changed);
        }
        // Its files have absolute paths.
        let origin = Origin { name: state.name.clone(), folder: None };
        let mut scenario = Scenario::parse(&state.scenario, origin, &[])?;
        scenario.duration_s = until.unwrap_or(scenario.duration_s);
        let steps = until.map_or(state.steps, |_| scenario.steps());
        let set_up = format!("setting up {}", state.name);
        let mut world = terminal::patience(*quiet, &set_up, || World::new(&scenario))
            .map_err(|error| Failure::of_world(&scenario.origin.name, error))?;
        let set_up_warnings = world.warnings().len();
        world.restore(&checkpoint).map_err(refused(&out.join(RunState::FILE)))?;
        drop(checkpoint);
        memory::checkpoint_fits(&scenario)?;
        world.add_stages(state.stages);
        if let Some(until_s) = until.filter(|_| steps < world.steps()) {
            return Err(Failure::Over { folder: out.clone(), until_s, time_s: world.time_s() });
        }

        let foam = foam.map(|foam| {
            let other = || CheckpointError::state("its foam is none of this water");
            Foam::from_state(foam, &world).ok_or_else(other).map_err(refused(&out.join(RunState::FILE)))
        });
        let foam = foam.transpose()?;
        let folder = RunFolder::reopen(out, &state.name, state.records.listed())?;
        let recorder = Recorder::reopen(folder.clone(), &state.records)?;
        let pictures = terminal::patience(*quiet, "reading the pictures until now", || {
            state
                .pictures
                .map(|position| Pictures::reopen(&scenario, folder, position, foam.unwrap_or_default()))
        });
        let due = (state.every_s, Some(state.due));
        let checkpoints = Checkpoints::new((&scenario, state.source), out.clone(), steps, due)?;
        let records = (recorder, pictures.transpose()?);
        let progress = Progress::new([world.steps(), steps], *quiet);
        let output = Output::new((&scenario, threads), records, Some(checkpoints), progress, state.timings);
        let run = Run {
            scenario: &scenario,
            out: out.clone(),
            world,
            set_up_warnings,
            steps,
            goes_on: true,
            deeds: Vec::new(),
            replay: None,
            quiet: *quiet,
        };
        run.finish(output, stop)
    })
}
