use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::commands::cli::Products;
use crate::commands::failure::Failure;
use crate::render::animation::{Format, Writer};
use crate::render::{Renderer, Scales, save_glb};
use crate::scene::{Scene, View};
use crate::sim::World;
use crate::sim::records::{Instants, RunFolder, make_folder};
use crate::sim::scenario::Scenario;
use crate::staging::{self, Extras, Foam, FoamState, Past, Residual, Tracks};

const FRAMES: &str = "frames";
const MODELS: &str = "models";

/// Pictures of a run: `frames/frame-00000.png`, … and `animation.gif`, or a film of another format, at the pace of the simulation.
pub(super) struct Pictures {
    folder: RunFolder,
    products: Products,
    /// `None` when it is finished.
    writer: Option<Writer>,
    renderer: Renderer,
    view: View,
    scene: Scene,
    foam: Foam,
    tracks: Tracks,
    residual: Residual,
    every_s: f64,
    due: Instants,
    count: usize,
    time: Duration,
}

/// Where the pictures of a run stand, to go on from there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PicturesPosition {
    products: Products,
    every_s: f64,
    due: Instants,
    count: usize,
    scales: Scales,
    /// Empty where no ways are drawn.
    tracks: Tracks,
}

impl Pictures {
    /// Files and folders of pictures with other products, for the list of the folder.
    pub(super) fn names(products: &Products) -> Vec<&'static str> {
        let models = products.models.then_some("models/");
        [Self::film(products.film), "frames/"].into_iter().chain(models).collect()
    }

    /// Name of the film.
    fn film(format: Format) -> &'static str {
        match format {
            Format::Gif => "animation.gif",
            Format::Apng => "animation.apng",
            Format::Mp4 => "animation.mp4",
            Format::WebM => "animation.webm",
        }
    }

    /// Prepares the pictures of a scenario in a folder, one every `every_s` seconds or as often as the scenario says.
    pub(super) fn create(
        scenario: &Scenario,
        folder: RunFolder,
        (every_s, products): (Option<f64>, &Products),
    ) -> Result<Self, Failure> {
        let every_s = every_s.unwrap_or(scenario.view.every_s);
        let due = Instants::every(every_s);
        let (scales, tracks) = (Scales::default(), Tracks::default());
        let products = products.clone();
        let position = PicturesPosition { products, every_s, due, count: 0, scales, tracks };
        Self::reopen(scenario, folder, position, Foam::default())
    }

    /// Goes on from a position, with the pictures until then in the folder and the foam on the water.
    pub(super) fn reopen(
        scenario: &Scenario,
        folder: RunFolder,
        position: PicturesPosition,
        foam: Foam,
    ) -> Result<Self, Failure> {
        let PicturesPosition { products, every_s, due, count, scales, tracks } = position;
        let renderer = Renderer::new(products.renderer.into())?.with_scales(scales);
        let path = folder.path();
        let writer = Writer::new((1.0 / every_s) as f32);
        let (film, frames) = (path.join(Self::film(products.film)), path.join(FRAMES));
        let writer = writer.frames_in(frames)?.film(film, products.film)?.after(count)?;
        if products.models {
            make_folder(&path.join(MODELS))?;
        }
        Ok(Self {
            writer: Some(writer),
            folder,
            products,
            renderer,
            view: staging::view(scenario),
            scene: Scene::default(),
            foam,
            tracks,
            residual: Residual::default(),
            every_s,
            due,
            count,
            time: Duration::ZERO,
        })
    }

    /// Where the pictures stand: all that were drawn so far are written.
    pub(super) fn position(&mut self) -> Result<PicturesPosition, Failure> {
        self.writer.as_mut().map_or(Ok(()), Writer::flush)?;
        let Self { products, every_s, due, count, renderer, tracks, .. } = self;
        let (due, scales, tracks) = (due.clone(), renderer.scales(), tracks.clone());
        let products = products.clone();
        Ok(PicturesPosition { products, every_s: *every_s, due, count: *count, scales, tracks })
    }

    /// Draws the present state if a picture is due.
    pub(super) fn draw(&mut self, world: &World) -> Result<(), Failure> {
        let start = Instant::now();
        self.foam.watch(world);
        if self.view.track_s > 0.0 {
            self.tracks.watch(world);
            self.tracks.forget_before(self.view.track_s.into());
        }
        let residual = self.view.shows_residual();
        if residual {
            self.residual.watch(world);
        }
        if !self.due.reached(world.time_s()) {
            self.time += start.elapsed();
            return Ok(());
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let View { loads, track_s, .. } = self.view;
        let past = Past { foam: &self.foam, tracks: &self.tracks, residual: &self.residual };
        staging::stage(
            world,
            past,
            Extras { loads, track_s, residual, ..Extras::default() },
            &mut self.scene,
        );
        self.folder.list(&[&format!("{FRAMES}/{}", Writer::frame_name(self.count))])?;
        writer.push(self.renderer.draw(&self.scene, &self.view))?;
        if self.products.models {
            let path = self.folder.list(&[&format!("{MODELS}/model-{:05}.glb", self.count)])?;
            save_glb(&path, &self.scene, &self.view, self.renderer.scales())?;
        }
        self.count += 1;
        self.time += start.elapsed();
        Ok(())
    }

    /// The foam, to go on from.
    pub(super) fn foam(&self) -> &FoamState {
        self.foam.state()
    }

    /// Pictures drawn so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Time spent on pictures so far.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// Writes the last pictures and ends the animation; more than once it does nothing.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        self.writer.take().map_or(Ok(0), Writer::finish)?;
        self.time += start.elapsed();
        Ok(())
    }

    /// A line for the report.
    pub(super) fn report(&self) -> String {
        let (count, folder) = (self.count, self.folder.path().display());
        let film = Self::film(self.products.film);
        let models =
            if self.products.models { format!(", as models in {folder}/{MODELS}") } else { String::new() };
        format!("{count} in {folder}/{FRAMES}, animated in {folder}/{film}{models}")
    }
}
