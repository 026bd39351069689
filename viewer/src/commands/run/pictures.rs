use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::commands::failure::Failure;
use crate::render::animation::Writer;
use crate::render::{Backend, Renderer};
use crate::scene::{Scene, View};
use crate::sim::World;
use crate::sim::records::{Instants, remove_numbered};
use crate::sim::scenario::Scenario;
use crate::staging;

/// Pictures of a run: `frames/frame-00000.png`, … and `animation.gif` at the pace of the simulation.
pub(super) struct Pictures {
    out: PathBuf,
    writer: Writer,
    renderer: Renderer,
    view: View,
    scene: Scene,
    due: Instants,
    time: Duration,
}

impl Pictures {
    /// Prepares the pictures of a scenario in a folder, one every `every_s` seconds or as often as the scenario says.
    pub(super) fn create(scenario: &Scenario, out: &Path, every_s: Option<f64>) -> Result<Self, Failure> {
        let every_s = every_s.unwrap_or(scenario.view.every_s);
        let frames = out.join("frames");
        remove_numbered(&frames, "frame-", "png")?;
        let writer = Writer::new((1.0 / every_s) as f32);
        Ok(Self {
            out: out.into(),
            writer: writer.frames_in(frames)?.gif(out.join("animation.gif")),
            renderer: Renderer::new(Backend::Auto)?,
            view: staging::view(scenario),
            scene: Scene::default(),
            due: Instants::every(every_s),
            time: Duration::ZERO,
        })
    }

    /// Draws the present state if a picture is due.
    pub(super) fn draw(&mut self, world: &World) -> Result<(), Failure> {
        if !self.due.reached(world.time_s()) {
            return Ok(());
        }
        let start = Instant::now();
        staging::scene(world, &mut self.scene);
        self.writer.push(self.renderer.draw(&self.scene, &self.view))?;
        self.time += start.elapsed();
        Ok(())
    }

    /// Pictures drawn so far.
    pub(super) fn count(&self) -> usize {
        self.writer.count()
    }

    /// Time spent on pictures so far.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// Writes the animation; returns a line for the report.
    pub(super) fn finish(self) -> Result<String, Failure> {
        let pictures = self.writer.finish()?;
        let folder = self.out.display();
        Ok(format!("{pictures} in {folder}/frames, animated in {folder}/animation.gif"))
    }
}
