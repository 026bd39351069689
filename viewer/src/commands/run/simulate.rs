use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::drive::{drive, folder};
use super::pictures::Pictures;
use super::progress::Progress;
use crate::commands::cli::Options;
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::sim::World;
use crate::sim::records::{Existing, Recorder, RunFolder, Status, Summary, Timings};
use crate::sim::scenario::Scenario;

/// Wall time between two summaries of a run that goes on.
const SUMMARY_EVERY: Duration = Duration::from_secs(2);

/// Output of a run besides summary, bodies and gauges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Besides {
    /// Fields, with `--every`.
    Fields,
    /// Pictures, at the scenario's interval or `--every`.
    Pictures,
}

/// Simulates a scenario and writes its records; returns a report.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or became unstable: the records are complete until then.
pub(super) fn simulate(options: &Options, stop: &AtomicBool, besides: Besides) -> Result<String, Failure> {
    options.selection.on_threads(|threads| {
        let scenario = options.selection.load()?;
        let steps = options.selection.steps(&scenario);
        let mut world = options.selection.world(&scenario)?;
        let quiet = options.selection.quiet;
        if !quiet {
            world.warnings().iter().for_each(|text| terminal::warning(text));
        }
        let set_up_warnings = world.warnings().len();
        let out = folder(options.out.as_deref(), &scenario);
        let fields_every_s = options.every.filter(|_| besides == Besides::Fields);
        let of_pictures = if besides == Besides::Pictures { &Pictures::NAMES[..] } else { &[] };
        let names = [&Recorder::names(fields_every_s.is_some())[..], of_pictures].concat();
        let existing = if options.overwrite { Existing::Remove } else { Existing::Refuse };
        let folder = RunFolder::claim(&out, &scenario.origin.name, existing, &names)?;
        let mut recorder = Recorder::create(folder.clone(), fields_every_s)?;
        if let Some(every_s) = options.ledger {
            recorder = recorder.with_ledger(every_s)?;
        }
        let mut pictures = match besides {
            Besides::Fields => None,
            Besides::Pictures => Some(Pictures::create(&scenario, folder, options.every)?),
        };

        let start = Instant::now();
        let mut recording = Duration::ZERO;
        let summary = |world: &World, records: Duration, pictures: &Option<Pictures>, status| {
            let pictures = pictures.as_ref().map_or(Duration::ZERO, Pictures::time);
            let timings = Timings { total: start.elapsed(), records, pictures };
            Summary::new(&scenario, world, status, &timings, threads)
        };
        let mut summarized: Option<Instant> = None;
        let mut progress = Progress::new(steps, quiet);
        let ending = drive(&mut world, steps, stop, |world| {
            let begun = Instant::now();
            // The first comes before the first row: it holds the space for the last.
            if summarized.is_none_or(|at| at.elapsed() >= SUMMARY_EVERY) {
                let mut summary = summary(world, recording, &pictures, Status::Running);
                summary.columns = recorder.columns();
                recorder.summarize(&summary)?;
                summarized = Some(Instant::now());
            }
            recorder.record(world)?;
            recording += begun.elapsed();
            if let Some(pictures) = &mut pictures {
                pictures.draw(world)?;
            }
            progress.show(world, pictures.as_ref().map(Pictures::count));
            Ok(())
        });
        progress.finishing("writing the last records");
        // What fails to be written now is part of how the run ended, which the last summary says.
        let ending = ending.and_then(|ending| {
            let begun = Instant::now();
            recorder.sync()?;
            recording += begun.elapsed();
            pictures.as_mut().map_or(Ok(()), Pictures::finish)?;
            Ok(ending)
        });
        let (step, time_s) = (world.steps(), world.time_s());
        let (status, failure) = match ending {
            Ok(ending) => (ending.status(), ending.failure(&scenario, &world, set_up_warnings)),
            Err(why) => {
                // The error to report is the first.
                let _ = pictures.as_mut().map_or(Ok(()), Pictures::finish);
                (Status::Failed, Some(Failure::NotRecorded { step, time_s, why: Box::new(why) }))
            }
        };
        progress.done();
        let mut last = summary(&world, recording, &pictures, status);
        last.failure = failure.as_ref().map(Failure::to_string);
        last.columns = recorder.columns();
        let finished = recorder.finish(&last);
        if !quiet {
            // The warning that a driven body was stopped is part of the failure.
            let is_new =
                |text: &&String| last.failure.as_ref().is_none_or(|failure| !failure.contains(&**text));
            world.warnings()[set_up_warnings..]
                .iter()
                .filter(is_new)
                .for_each(|text| terminal::warning(text));
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        finished?;
        if quiet {
            return Ok(String::new());
        }
        let mut text = report(&last, &scenario, world.triangles());
        text += &pictures.map_or(String::new(), |pictures| format!("pictures      {}\n", pictures.report()));
        Ok(text + &format!("records       {}\n", out.display()))
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
         momentum      [{:.1}, {:.1}] N s, residual {:.1e} of what was exchanged\n\
         energy        {:.4e} J, {:+.4e} J by work, {:.4e} J dissipated\n\
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
        summary.energy.thrust_j + summary.energy.carriages_j + summary.energy.driven_j,
        summary.energy.dissipated_j,
        summary.max_froude,
    );
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
