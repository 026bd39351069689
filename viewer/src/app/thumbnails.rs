//! Small pictures of the shipped scenarios, drawn from what they simulate, on a thread of their own; kept as long as the window is open.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::render::{Backend, Picture, Renderer};
use crate::scene::{Scene, View};
use crate::sim::World;
use crate::sim::scenario::{Scenario, shipped};
use crate::staging::{self, Extras, Foam, Past, Residual, Tracks};

/// Width and height, pixels.
const SIZE: [u32; 2] = [240, 135];
/// Simulated time at which a scenario is shown, s, unless that takes longer than [`PATIENCE`].
const TIME_S: f64 = 3.0;
/// Wall time of its steps after which it is shown as it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// A scenario as it was drawn.
pub(crate) struct Thumbnail {
    pub(crate) title: String,
    /// Simulated time that it shows, s.
    pub(crate) time_s: f64,
    picture: Picture,
    texture: Option<TextureHandle>,
}

/// The pictures that are drawn, and those to come.
#[derive(Default)]
pub(crate) struct Thumbnails {
    coming: Option<Receiver<(&'static str, Result<Thumbnail, String>)>>,
    drawn: BTreeMap<&'static str, Result<Thumbnail, String>>,
}

impl Thumbnails {
    /// Begins to draw, the first time; takes in what is drawn. True while there is more to come.
    pub(crate) fn update(&mut self) -> bool {
        let coming = self.coming.get_or_insert_with(|| {
            let (done, coming) = channel();
            // Without a thread there are no pictures, and names do.
            let _ = thread::Builder::new().name("thumbnails".into()).spawn(move || draw_all(&done));
            coming
        });
        self.drawn.extend(coming.try_iter());
        self.drawn.len() < shipped::names().len()
    }

    /// A scenario as it was drawn, or why it was not; none while it is to come.
    pub(crate) fn of(&self, name: &str) -> Option<Result<&Thumbnail, &str>> {
        self.drawn.get(name).map(|drawn| drawn.as_ref().map_err(String::as_str))
    }

    /// Its picture as a texture.
    pub(crate) fn texture(&mut self, name: &str, context: &Context) -> Option<&TextureHandle> {
        let Thumbnail { picture, texture, .. } = self.drawn.get_mut(name)?.as_mut().ok()?;
        Some(texture.get_or_insert_with(|| {
            let size = picture.size().map(|n| n as usize);
            let bytes = picture.pixels().as_flattened();
            context.load_texture(
                name,
                ColorImage::from_rgba_unmultiplied(size, bytes),
                TextureOptions::LINEAR,
            )
        }))
    }
}

/// Draws all with one worker, which leaves the others to the simulation; ends when nobody waits for more.
fn draw_all(done: &Sender<(&'static str, Result<Thumbnail, String>)>) {
    let Ok(worker) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
    worker.install(|| {
        for name in shipped::names() {
            if done.send((name, thumbnail(name, &[]))).is_err() {
                return;
            }
        }
    });
}

/// Draws a scenario some time after its start.
fn thumbnail(name: &str, changes: &[String]) -> Result<Thumbnail, String> {
    let scenario = Scenario::load(name, changes).map_err(|error| error.to_string())?;
    let mut world = World::new(&scenario).map_err(|error| error.to_string())?;
    let mut foam = Foam::default();
    let start = Instant::now();
    while world.time_s() < TIME_S.min(scenario.duration_s) && start.elapsed() < PATIENCE {
        if world.step() != Default::default() {
            break;
        }
        foam.watch(&world);
    }
    let mut scene = Scene::default();
    let past = Past { foam: &foam, tracks: &Tracks::default(), residual: &Residual::default() };
    staging::stage(&world, past, Extras::default(), &mut scene);
    let view = View { size: SIZE, ..staging::view(&scenario) };
    let mut renderer = Renderer::new(Backend::Cpu).map_err(|error| error.to_string())?.overlay(false);
    let picture = renderer.draw(&scene, &view);
    Ok(Thumbnail { title: scenario.title.clone(), time_s: world.time_s(), picture, texture: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(picture: &Picture) -> f64 {
        let brightness = picture.pixels().iter().map(|pixel| f64::from(pixel[1]));
        let mean = brightness.clone().sum::<f64>() / picture.pixels().len() as f64;
        (brightness.map(|of| (of - mean).powi(2)).sum::<f64>() / picture.pixels().len() as f64).sqrt()
    }

    /// The picture is that of a state: what the state has not, it has not.
    #[test]
    fn pictures_show_what_is_simulated() {
        let draw = |changes: &[&str]| {
            let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
            thumbnail("dam-break", &changes).unwrap()
        };
        let few = ["grid.cells=[25, 25]", "grid.cell_size_m=2", "duration_s=1"];
        let drawn = draw(&few);
        assert_eq!((drawn.picture.size(), drawn.title.as_str()), (SIZE, "Dam break"));
        assert!(drawn.time_s >= 1.0 && spread(&drawn.picture) > 5.0, "{}", drawn.time_s);
        let same = draw(&few);
        assert!(same.picture.pixels() == drawn.picture.pixels());
        let other = draw(&[few[0], few[1], few[2], "water.column.0.level_m=6"]);
        assert!(other.picture.pixels() != drawn.picture.pixels());
        assert!(thumbnail("no-such", &[]).is_err());
    }
}
