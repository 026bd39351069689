use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use glam::DVec2;

use super::drive::{drive, folder};
use super::progress::Progress;
use crate::commands::cli::Selection;
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::commands::terminal::significant;
use crate::render::maps::{self, Map};
use crate::sim::records::{RunFolder, make_folder};
use crate::staging;

/// Simulates a scenario and draws the state at its end cell by cell ([`maps::draw`]), one PNG for each quantity; returns
/// a table of them.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or became unstable, or when no body floats in it; then nothing is drawn.
pub fn maps(selection: &Selection, out: Option<&Path>, stop: &AtomicBool) -> Result<String, Failure> {
    selection.on_threads(|_| {
        let (scenario, deeds) = selection.load_run()?;
        if scenario.afloat().next().is_none() {
            return Err(Failure::NothingToMap { scenario: scenario.origin.name });
        }
        let mut world = selection.world(&scenario)?;
        let set_up_warnings = world.warnings().len();
        let steps = selection.steps(&scenario);
        let mut progress = Progress::new([0, steps], selection.quiet);
        let ending = drive(&mut world, (steps, false), &deeds, stop, &mut progress);
        progress.done();
        let ending = ending?;
        if !selection.quiet {
            terminal::warnings(world.warnings());
        }
        if let Some(failure) = ending.failure(&scenario, &world, set_up_warnings) {
            return Err(failure);
        }

        let out = folder(out, &scenario);
        let maps = maps::draw(&staging::maps(&world));
        write((&out, &scenario.origin.name), &maps)?;
        if selection.quiet {
            return Ok(String::new());
        }
        let force: DVec2 = world.forces_on_water_n().map(|(_, force)| force).sum();
        let mut text =
            format!("{}: {} at t = {:.3} s\n", scenario.origin.name, scenario.title, world.time_s());
        text += &table(&maps);
        text += &format!("the forces add up to [{}, {}] N\n", figure(force.x), figure(force.y));
        Ok(text + &format!("wrote them to {}\n", out.display()))
    })
}

fn write((out, of): (&Path, &str), maps: &[Map]) -> Result<(), Failure> {
    make_folder(out)?;
    let names: Vec<String> = maps.iter().map(file).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let _locked = RunFolder::beside(out, Some(of), &names)?;
    maps.iter().try_for_each(|map| Ok(map.picture.save(out.join(file(map)))?))
}

fn file(map: &Map) -> String {
    format!("{}.png", map.name)
}

fn table(maps: &[Map]) -> String {
    let mut text = format!("{:17} {:44} {:>9} {:>9}  unit\n", "file", "quantity", "least", "greatest");
    for map in maps {
        let [least, greatest] = [map.least, map.greatest].map(|value| figure(value.into()));
        let Map { quantity, unit, .. } = map;
        let written = writeln!(text, "{:17} {quantity:44} {least:>9} {greatest:>9}  {unit}", file(map));
        written.expect("a string takes all text");
    }
    text
}

/// A number with four significant digits, in powers of ten where it is small.
fn figure(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1e-3 { significant(value) } else { format!("{value:.3e}") }
}
