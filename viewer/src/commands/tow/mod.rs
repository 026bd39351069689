//! Towing at several speeds: resistance, sinkage and trim over speed, beside what theory says of them.

mod measurement;
mod picture;
mod plan;
mod row;
mod theory;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use super::cli::TowOptions;
use super::failure::Failure;
use super::run::{Progress, drive, folder};
use super::terminal;
use crate::sim::World;
use crate::sim::records::{Existing, RunFolder, Table};
use measurement::Measurement;
use plan::{Plan, Run};
use row::Row;

const TABLE: &str = "tow.csv";
const PICTURE: &str = "tow.svg";

/// Tows a body of a scenario at several speeds, one run after the other, and writes `tow.csv`, with `--plot` also `tow.svg`;
/// returns a table.
///
/// # Errors
///
/// [`Failure`], also when the runs were interrupted or one did not reach its end: the results of the others are written.
pub fn tow(options: &TowOptions, stop: &AtomicBool) -> Result<String, Failure> {
    options.selection.on_threads(|_| {
        let quiet = options.selection.quiet;
        let plan = Plan::new(options)?;
        if !quiet {
            plan.theory.notes.iter().for_each(|text| terminal::warning(text));
        }
        let scenario = &plan.runs[0].scenario;
        let out = options.out.clone().unwrap_or_else(|| folder(None, scenario).with_added_extension("tow"));
        let existing = if options.overwrite { Existing::Remove } else { Existing::Refuse };
        let out = RunFolder::claim(&out, &scenario.origin.name, existing, &[TABLE, PICTURE])?;
        let path = out.path().join(TABLE);
        let mut table = Table::create(&path)?;
        let path = path.display().to_string();
        let (mut rows, mut failed, mut stopped) = (Vec::new(), Vec::new(), None);
        // Most warnings are the same at all speeds.
        let mut warned = BTreeSet::new();
        let mut warn = |speed_m_s: f64, world: &World| {
            for text in world.warnings() {
                if !quiet && warned.insert(text.clone()) {
                    terminal::warning(&format!("{speed_m_s} m/s: {text}"));
                }
            }
        };
        for (n, run) in plan.runs.iter().enumerate() {
            let label = format!("{} of {}, {} m/s", n + 1, plan.runs.len(), run.speed_m_s);
            let progress = Progress::new([0, run.steps], quiet).of_run(&label);
            let row = match measure(run, &plan, stop, progress, |world| warn(run.speed_m_s, world)) {
                Ok(measurement) => plan.row(run, &measurement),
                Err(failure @ Failure::Interrupted { .. }) => {
                    stopped = Some(failure);
                    break;
                }
                Err(failure) => {
                    failed.push((run.speed_m_s, failure.to_string()));
                    plan.failed(run, failure.to_string())
                }
            };
            table.write(&row)?;
            table.flush()?;
            rows.push(row);
        }
        let mut written = path.clone();
        if options.plot && rows.iter().any(Row::is_measured) {
            written += ", ";
            written += &picture::write(&out.path().join(PICTURE), &plan, &rows)?;
        }
        if let Some(failure) = stopped {
            return Err(failure);
        }
        let text = if quiet {
            String::new()
        } else {
            row::table(&rows, &plan.theory) + &format!("wrote {written}\n")
        };
        if failed.is_empty() {
            return Ok(text);
        }
        terminal::out(&text)?;
        Err(Failure::SpeedsFailed { failed, of: rows.len(), table: path })
    })
}

/// Simulates a run and measures its body; calls `warn` with the world before and after it.
fn measure(
    run: &Run,
    plan: &Plan,
    stop: &AtomicBool,
    mut progress: Progress,
    mut warn: impl FnMut(&World),
) -> Result<Measurement, Failure> {
    let name = &run.scenario.origin.name;
    let mut world = World::new(&run.scenario).map_err(|error| Failure::of_world(name, error))?;
    let set_up_warnings = world.warnings().len();
    warn(&world);
    let mut measurement = Measurement::between(run.window_s);
    let ending = drive(&mut world, (run.steps, false), &[], stop, &mut |world: &World| {
        progress.show(world, None);
        let state = world.bodies().find(|state| state.name == *plan.body).and_then(|state| state.tow);
        if let Some(state) = state {
            measurement.add(world.time_s(), &state);
        }
        Ok(())
    });
    progress.done();
    warn(&world);
    match ending?.failure(&run.scenario, &world, set_up_warnings) {
        None => Ok(measurement),
        Some(failure) => Err(failure),
    }
}
