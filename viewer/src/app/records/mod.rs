//! Files that the window writes: pictures, films, 3D models, replays, fields; the same as those of the commands, by the same code, on
//! threads of their own.

mod models;
mod place;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use super::said;
use super::session::Film;
use crate::render::animation::{Format, Writer};
use crate::render::{Backend, Error, Renderer, Scales, save_glb};
use crate::scene::{Scene, View};
use crate::sim::records::RunFolder;
use models::Models;
use place::Place;

/// What becomes of a file that is being written.
struct Job {
    is_film: bool,
    news: Receiver<Result<String, String>>,
}

/// The files of a window.
pub(crate) struct Records {
    place: Place,
    jobs: Vec<Job>,
    /// The last news.
    text: String,
    /// Failures to write, to be taken.
    failures: Vec<String>,
}

impl Records {
    /// Files in a folder, or in one that is named after the scenario.
    pub(crate) fn new(out: Option<PathBuf>) -> Self {
        Self { place: Place::new(out), jobs: Vec::new(), text: String::new(), failures: Vec::new() }
    }

    /// Another run begins, whose files go to a folder of their own.
    pub(crate) fn begin_run(&mut self) {
        self.place.leave();
    }

    /// The folder that files go to, or would go to.
    pub(crate) fn folder_name(&self, scenario: &str) -> PathBuf {
        self.place.name(scenario)
    }

    /// Takes news in.
    pub(crate) fn update(&mut self) {
        let mut told = Vec::new();
        self.jobs.retain(|job| match job.news.try_recv() {
            Ok(news) => {
                told.push(news);
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        for news in told {
            match news {
                Ok(text) => self.text = text,
                Err(why) => self.fail(why),
            }
        }
    }

    /// Takes what could not be written since; it is no news.
    pub(crate) fn take_failures(&mut self) -> std::vec::Drain<'_, String> {
        self.failures.drain(..)
    }

    fn fail(&mut self, why: String) {
        self.text.clear();
        self.failures.push(why);
    }

    /// Writes into another folder from now on; a film that is being written stays where it is.
    pub(crate) fn move_to(&mut self, out: PathBuf) {
        self.text.clear();
        self.place = Place::new(Some(out));
    }

    /// The last news.
    pub(crate) fn news(&self) -> &str {
        &self.text
    }

    /// Takes news of others in.
    pub(crate) fn say(&mut self, text: String) {
        self.text = text;
    }

    /// Whether files are still being written.
    pub(crate) fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Whether a film is still being written.
    pub(crate) fn is_filming(&self) -> bool {
        self.jobs.iter().any(|job| job.is_film)
    }

    /// The folder of this run, claimed for it; none where it cannot be written, which is said.
    pub(crate) fn folder(&mut self, scenario: &str) -> Option<RunFolder> {
        let folder = self.place.folder(scenario).map_err(|error| said::of_records(&error));
        folder.map_err(|why| self.fail(why)).ok()
    }

    /// A new file of this run, listed; none where it cannot be written, which is said.
    pub(crate) fn file(&mut self, scenario: &str, more: &str, ending: &str) -> Option<PathBuf> {
        let file = self.place.file(scenario, more, ending).map_err(|error| said::of_records(&error));
        file.map_err(|why| self.fail(why)).ok()
    }

    /// Calls `write` on a thread of its own; it returns what is to be said.
    fn start(&mut self, is_film: bool, write: impl FnOnce() -> Result<String, Error> + Send + 'static) {
        let (done, news) = sync_channel(1);
        self.jobs.push(Job { is_film, news });
        let started = thread::Builder::new().name("records".into()).spawn(move || {
            // The window may be gone.
            let _ = done.send(write().map_err(|error| said::of_pictures(&error)));
        });
        if let Err(error) = started {
            self.fail(error.to_string());
        }
    }

    /// Writes a picture into a new file, named after the scenario and the time.
    pub(crate) fn screenshot(&mut self, scenario: &str, scene: Scene, view: View, scales: Scales) {
        let Some(path) = self.file(scenario, &at(&scene), "png") else { return };
        self.start(false, move || {
            let mut renderer = Renderer::new(Backend::Cpu)?.with_scales(scales);
            renderer.draw(&scene, &view).save(&path)?;
            Ok(format!("wrote {}", path.display()))
        });
    }

    /// Writes a 3D model into a new file, named as pictures are.
    pub(crate) fn model(&mut self, scenario: &str, scene: Scene, view: View, scales: Scales) {
        let Some(path) = self.file(scenario, &at(&scene), "glb") else { return };
        self.start(false, move || {
            save_glb(&path, &scene, &view, scales)?;
            Ok(format!("wrote {}", path.display()))
        });
    }

    /// Begins a film in a new file, with a picture every `every_s` of simulated time, each also as a 3D model in a new folder if `models`; it ends
    /// when all copies of it are dropped.
    pub(crate) fn film(
        &mut self,
        scenario: &str,
        (format, every_s, models): (Format, f64, bool),
        size: [u32; 2],
        scales: Scales,
    ) -> Option<Film> {
        let path = self.file(scenario, "", format.ending())?;
        let models = if models { Some(Models::new(self.folder(scenario)?, &path)) } else { None };
        let (film, shots) = Film::new(every_s, size);
        self.start(true, move || {
            let mut renderer = Renderer::new(Backend::Cpu)?.with_scales(scales);
            let mut writer = Writer::new((1.0 / every_s) as f32).film(&path, format)?;
            for (number, shot) in shots.into_iter().enumerate() {
                let (scene, view) = *shot;
                writer.push(renderer.draw(&scene, &view))?;
                // By the scales of the picture.
                models
                    .as_ref()
                    .map_or(Ok(()), |models| models.write(number, (&scene, &view), renderer.scales()))?;
            }
            Ok(match writer.finish()? {
                0 => "no picture was recorded: the clock stood".into(),
                count => {
                    let models = models
                        .map_or(String::new(), |models| format!(", models in {}", models.path().display()));
                    let many = if count == 1 { "" } else { "s" };
                    format!("wrote {} with {count} picture{many}{models}", path.display())
                }
            })
        });
        Some(film)
    }
}

/// The part of a file's name that says when.
fn at(scene: &Scene) -> String {
    format!("-{:.2}s", scene.time_s)
}
