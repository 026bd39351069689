use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::drive::{drive, folder};
use super::ending::Ending;
use super::pictures::Pictures;
use super::progress::Progress;
use crate::commands::cli::Options;
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::sim::World;
use crate::sim::records::{Recorder, Status, Summary};
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
        let mut recorder = Recorder::create(&out, fields_every_s)?;
        let mut pictures = match besides {
            Besides::Fields => None,
            Besides::Pictures => Some(Pictures::create(&scenario, &out, options.every)?),
        };

        let start = Instant::now();
        // Speeds are those of the simulation, without the time for drawing.
        let summary = |world: &World, drawing: Duration, status| {
            let wall_s = start.elapsed().saturating_sub(drawing).as_secs_f64();
            Summary::new(&scenario, world, status, wall_s, threads)
        };
        let drawing = |pictures: &Option<Pictures>| pictures.as_ref().map_or(Duration::ZERO, Pictures::time);
        let mut summarized: Option<Instant> = None;
        let mut progress = Progress::new(steps, quiet);
        let ending = drive(&mut world, steps, stop, |world| {
            recorder.record(world)?;
            if let Some(pictures) = &mut pictures {
                pictures.draw(world)?;
            }
            if summarized.is_none_or(|at| at.elapsed() >= SUMMARY_EVERY) {
                recorder.summarize(&summary(world, drawing(&pictures), Status::Running))?;
                summarized = Some(Instant::now());
            }
            progress.show(world, pictures.as_ref().map(Pictures::count));
            Ok(())
        });
        let drawing = drawing(&pictures);
        let finish = || {
            progress.finishing("writing the pictures");
            let drawn = pictures.map(Pictures::finish).transpose();
            progress.done();
            drawn
        };
        let ending = match ending {
            Ok(ending) => ending,
            Err(failure) => {
                // The error to report is why it ended, not that summary and pictures may not be written either.
                let mut last = summary(&world, drawing, Status::Failed);
                last.failure = Some(failure.to_string());
                let _ = recorder.summarize(&last);
                let _ = finish();
                return Err(failure);
            }
        };

        let status = match ending {
            Ending::Finished => Status::Finished,
            Ending::Interrupted => Status::Interrupted,
            Ending::Unstable(_) | Ending::Lost(_) => Status::Unstable,
            Ending::Stopped(_) => Status::Stopped,
        };
        let failure = ending.failure(&scenario, &world, set_up_warnings);
        let mut last = summary(&world, drawing, status);
        last.failure = failure.as_ref().map(Failure::to_string);
        recorder.summarize(&last)?;
        let drawn = finish()?;
        if !quiet {
            // The warning that a driven body was stopped is part of the failure.
            let is_new =
                |text: &&String| last.failure.as_ref().is_none_or(|failure| !failure.contains(&**text));
            world.warnings()[set_up_warnings..]
                .iter()
                .filter(is_new)
                .for_each(|text| terminal::warning(text));
        }
        match failure {
            Some(failure) => Err(failure),
            None if quiet => Ok(String::new()),
            None => {
                let mut text = report(&last, &scenario, world.triangles());
                text += &drawn.map_or(String::new(), |drawn| format!("pictures      {drawn}\n"));
                Ok(text + &format!("records       {}\n", out.display()))
            }
        }
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
