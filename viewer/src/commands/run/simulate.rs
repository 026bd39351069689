use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::checkpoint::RunState;
use super::drive::{drive, folder};
use super::ending::Ending;
use super::output::{Checkpoints, Output};
use super::pictures::Pictures;
use super::progress::Progress;
use super::source::Source;
use crate::commands::appearance::Appearance;
use crate::commands::cli::{Options, Products};
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::sim::records::{self, Existing, Recorder, RunFolder, Status, Summary, Timings};
use crate::sim::scenario::Scenario;
use crate::sim::{Deed, Replay, ReplayError, World, memory};

/// Output of a run besides summary, bodies and gauges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Besides<'a> {
    /// Fields, with `--every`.
    Fields,
    /// Pictures, at the scenario's interval or `--every`.
    Pictures(&'a Appearance, &'a Products),
}

/// Simulates a scenario and writes its records; returns a report.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or became unstable: the records are complete until then.
pub(super) fn simulate(
    options: &Options,
    stop: &AtomicBool,
    besides: Besides<'_>,
) -> Result<String, Failure> {
    options.selection.on_threads(|threads| {
        let (scenario, deeds) = match besides {
            Besides::Fields => options.selection.load_run()?,
            Besides::Pictures(appearance, products) => {
                products.film.available()?;
                products.renderer.available()?;
                options.selection.with(appearance.changes()).load_run()?
            }
        };
        if options.checkpoint.is_some() && !deeds.is_empty() {
            return Err(Failure::Option {
                option: "--checkpoint",
                message:
                    "a checkpoint does not keep what a replay is still to do by hand; run the replay without"
                        .into(),
            });
        }
        let source = options.checkpoint.and_then(|_| Source::of(&scenario));
        let steps = options.selection.steps(&scenario);
        let mut world = options.selection.world(&scenario)?;
        options.checkpoint.map_or(Ok(()), |_| memory::checkpoint_fits(&scenario))?;
        let quiet = options.selection.quiet;
        if !quiet {
            terminal::warnings(world.warnings());
        }
        let set_up_warnings = world.warnings().len();
        let out = folder(options.out.as_deref(), &scenario);
        let fields_every_s = options.every.filter(|_| besides == Besides::Fields);
        let of_pictures = match besides {
            Besides::Fields => Vec::new(),
            Besides::Pictures(_, products) => Pictures::names(products),
        };
        let of_checkpoints = if options.checkpoint.is_some() { &[RunState::FILE][..] } else { &[] };
        let names = [&Recorder::names(fields_every_s.is_some())[..], &of_pictures, of_checkpoints].concat();
        let existing = if options.overwrite { Existing::Remove } else { Existing::Refuse };
        let folder = RunFolder::claim(&out, &scenario.origin.name, existing, &names)?;
        let mut recorder = Recorder::create(folder.clone(), fields_every_s)?;
        if let Some(every_s) = scenario.records.every_s {
            recorder = recorder.with_rows_every(every_s);
        }
        if let Some(every_s) = options.ledger {
            recorder = recorder.with_ledger(every_s)?;
            world.measure_dissipation();
        }
        let pictures = match besides {
            Besides::Fields => None,
            Besides::Pictures(_, products) => {
                Some(Pictures::create(&scenario, folder, (options.every, products))?)
            }
        };
        let checkpoints = options
            .checkpoint
            .map(|every_s| Checkpoints::new((&scenario, source), out.clone(), steps, (every_s, None)));
        let progress = Progress::new([0, steps], quiet);
        let (of, records) = ((&scenario, threads), (recorder, pictures));
        let output = Output::new(of, records, checkpoints.transpose()?, progress, Timings::default());
        let replay = options.replay.as_deref();
        Run { scenario: &scenario, out, world, set_up_warnings, steps, goes_on: false, deeds, replay, quiet }
            .finish(output, stop)
    })
}

/// A run that is set up.
pub(super) struct Run<'a> {
    pub(super) scenario: &'a Scenario,
    /// Folder of its records.
    pub(super) out: PathBuf,
    pub(super) world: World,
    /// Number of warnings about the set-up, which come first.
    pub(super) set_up_warnings: usize,
    /// Steps at which it ends.
    pub(super) steps: u64,
    /// Whether it goes on from a state that is recorded.
    pub(super) goes_on: bool,
    /// What is done by hand, each deed with the step before which it is done.
    pub(super) deeds: Vec<(u64, Deed)>,
    /// File for what it takes to play the run again.
    pub(super) replay: Option<&'a Path>,
    pub(super) quiet: bool,
}

impl Run<'_> {
    /// Runs to the end; returns a report.
    pub(super) fn finish(self, mut output: Output<'_>, stop: &AtomicBool) -> Result<String, Failure> {
        let Self { scenario, out, mut world, set_up_warnings, steps, goes_on, deeds, replay, quiet } = self;
        let ending = drive(&mut world, (steps, goes_on), &deeds, stop, &mut output);
        // What fails to be written now is part of how the run ended, which the last summary says.
        let ending = ending.and_then(|ending| {
            output
                .complete(&world, matches!(ending, Ending::Finished | Ending::Interrupted | Ending::Lost))?;
            Ok(ending)
        });
        let (step, time_s) = (world.steps(), world.time_s());
        let (status, failure) = match ending {
            Ok(ending) => (ending.status(), ending.failure(scenario, &world, set_up_warnings)),
            Err(why) => {
                // The error to report is the first.
                let _ = output.finish_pictures();
                (Status::Failed, Some(Failure::NotRecorded { step, time_s, why: Box::new(why) }))
            }
        };
        let (last, pictures, finished) = output.finish(&world, status, failure.as_ref());
        if !quiet {
            // The warning that a driven body was stopped is part of the failure.
            let is_new =
                |text: &&String| last.failure.as_ref().is_none_or(|failure| !failure.contains(&**text));
            let new: Vec<String> =
                world.warnings()[set_up_warnings..].iter().filter(is_new).cloned().collect();
            terminal::warnings(&new);
        }
        let saved = replay.map_or(Ok(()), |path| save_replay(path, scenario, deeds, step));
        if let Some(failure) = failure {
            return Err(failure);
        }
        finished.and(saved)?;
        if quiet {
            return Ok(String::new());
        }
        let mut text = report(&last, scenario, world.triangles());
        text += &pictures.map_or(String::new(), |pictures| format!("pictures      {pictures}\n"));
        Ok(text + &format!("records       {}\n", out.display()))
    }
}

/// Writes what it takes to play a run of so many steps again.
fn save_replay(path: &Path, scenario: &Scenario, deeds: Vec<(u64, Deed)>, steps: u64) -> Result<(), Failure> {
    let deeds = deeds.into_iter().filter(|(before, _)| *before <= steps).collect();
    let written = Replay { scenario: scenario.clone(), deeds, steps }.write(path);
    written.map_err(|error| match error {
        ReplayError::File { file, source } => Failure::NotMade { file: file.display().to_string(), source },
        other => other.into(),
    })
}

fn report(summary: &Summary, of: &Scenario, triangles: usize) -> String {
    let Summary { scenario, steps, simulated_s, wall_s, .. } = summary;
    let title = &of.title;
    let [nx, ny] = summary.cells;
    let mut text = format!(
        "{scenario}: {title}\n\
         simulated     {simulated_s:.3} s in {steps} steps of {nx} × {ny} cells, {triangles} triangles\n\
         took          {wall_s:.2} s: {:.0} steps/s, {:.1} MLUP/s, {:.2} × real time, {} threads\n\
         water         {:.3} m³, {:+.3} m³ through borders, {:+.2e} m³ at solids, residual {:.1e}\n\
         momentum      [{:.1}, {:.1}] N s, residual {:.1e} of what was there and exchanged\n\
         energy        {:.4e} J, {:+.4e} J by work, {:+.4e} J through sides, {:.4e} J dissipated\n\
         Froude number {:.3} at most\n",
        summary.steps_per_s,
        summary.mlups,
        summary.real_time_factor,
        summary.threads,
        summary.mass.final_m3,
        summary.mass.through_borders_m3,
        summary.mass.at_solids_m3,
        summary.mass.residual_relative,
        summary.momentum.final_n_s[0],
        summary.momentum.final_n_s[1],
        summary.momentum.residual_relative,
        summary.energy.final_j,
        summary.energy.work_j(),
        summary.energy.through_sides_j,
        summary.energy.dissipated_j,
        summary.max_froude,
    );
    if let Some(air) = &summary.air {
        let records::AirSummary { smoke_m3, given_m3, smoke_residual_relative, top_m, width_m, .. } = air;
        text += &format!(
            "air           {} × {} × {} cells, {} steps\n\
             smoke         {smoke_m3:.3} m³ of {given_m3:.3} m³ given, residual {smoke_residual_relative:.1e}; up to {top_m:.2} m, spread {width_m:.2} m\n",
            air.cells[0], air.cells[1], air.cells[2], air.steps
        );
    }
    for (name, pose) in &summary.bodies {
        let [x, y, z] = pose.position_m;
        let [u, v, _] = pose.velocity_m_s;
        let written = writeln!(
            text,
            "body {name}: at [{x:.3}, {y:.3}, {z:.3}] m, {:.3} m/s, heading {:.2}°, draft {:.3} m, heel {:.2}°, trim {:.2}°",
            u.hypot(v),
            pose.heading_deg,
            pose.draft_m,
            pose.heel_deg,
            pose.trim_deg
        );
        written.expect("a string takes all text");
    }
    text
}
