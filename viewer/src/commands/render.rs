use std::sync::atomic::AtomicBool;

use super::cli::Options;
use super::drive::{Ending, drive};
use super::failure::Failure;
use super::progress::Progress;
use super::say;
use crate::render::animation::Writer;
use crate::render::{Backend, Renderer, Scene, View};
use crate::sim::World;
use crate::sim::records::Instants;

/// Simulates a scenario and writes pictures of it: `frames/frame-00000.png`, … and `animation.gif` at the pace of
/// the simulation; returns what to tell of it.
///
/// # Errors
///
/// [`Failure`], also when the run was interrupted or went unstable: the pictures until then are written.
pub fn render(options: &Options, stop: &AtomicBool) -> Result<String, Failure> {
    options.on_threads(|_| {
        let scenario = options.selection.load()?;
        let steps = options.selection.steps(&scenario);
        let mut world =
            World::new(&scenario).map_err(|error| Failure::of_world(&scenario.origin.name, error))?;
        let quiet = options.selection.quiet;
        if !quiet {
            world.warnings().iter().for_each(|text| say::warning(text));
        }
        let every_s = options.every.unwrap_or(scenario.view.every_s);
        let out = options.folder(&scenario);
        let mut writer =
            Writer::new((1.0 / every_s) as f32).frames_in(out.join("frames"))?.gif(out.join("animation.gif"));
        let mut renderer = Renderer::new(Backend::Auto)?;
        let view = View::of(&scenario);
        let mut scene = Scene::default();
        let mut due = Instants::every(every_s);

        let progress = Progress::new(steps, quiet);
        let ending = drive(&mut world, steps, &progress, stop, |world| {
            if due.reached(world.time_s()) {
                world.scene(&mut scene);
                writer.push(&renderer.draw(&scene, &view))?;
            }
            Ok(())
        })?;
        progress.done();
        let pictures = writer.finish()?;
        let (step, time_s) = (world.steps(), world.time_s());
        match ending {
            Ending::Interrupted => Err(Failure::Interrupted { steps: step, time_s }),
            Ending::Unstable(trouble) => Err(Failure::Unstable { step, time_s, trouble }),
            Ending::Finished if quiet => Ok(String::new()),
            Ending::Finished => {
                let folder = out.display();
                Ok(format!("{pictures} pictures in {folder}/frames, animated in {folder}/animation.gif\n"))
            }
        }
    })
}
