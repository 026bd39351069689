//! Files that the window writes: pictures as PNG, animations as GIF, drawn as those of `estela render` are.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

use crate::render::animation::Writer;
use crate::render::{Backend, Error, Renderer, Scales};
use crate::scene::{Scene, View};

/// Pictures of an animation that may wait to be drawn; more are left out, so that the window does not wait.
const WAITING: usize = 8;

/// An animation that is recorded on a thread of its own.
pub(crate) struct Recording {
    frames: SyncSender<(Scene, View)>,
    size: [u32; 2],
    every_s: f64,
    due_s: f64,
}

/// What comes of files that are being written.
pub(crate) struct Writing {
    folder: PathBuf,
    news: Vec<Receiver<String>>,
    /// The last news.
    pub(crate) text: String,
}

impl Writing {
    /// Files in a folder.
    pub(crate) fn into_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), news: Vec::new(), text: String::new() }
    }

    /// Takes news in; true if there are some.
    pub(crate) fn update(&mut self) -> bool {
        let mut is_new = false;
        self.news.retain(|news| match news.try_recv() {
            Ok(text) => {
                (self.text, is_new) = (text, true);
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        is_new
    }

    /// Whether files are still being written.
    pub(crate) fn is_busy(&self) -> bool {
        !self.news.is_empty()
    }

    /// Calls `write` on a thread of its own; it returns what is to be said.
    fn start(&mut self, write: impl FnOnce() -> Result<String, Error> + Send + 'static) {
        let (done, news) = sync_channel(1);
        self.news.push(news);
        let started = thread::Builder::new().name("records".into()).spawn(move || {
            let text = write().unwrap_or_else(|error| error.to_string());
            // The window may be gone.
            let _ = done.send(text);
        });
        if let Err(error) = started {
            self.text = error.to_string();
        }
    }

    /// The first name of a file that is free.
    pub(crate) fn free(&self, scenario: &str, more: &str, ending: &str) -> PathBuf {
        let stem = Path::new(scenario).file_stem().unwrap_or("estela".as_ref()).to_string_lossy();
        let first = std::iter::once(format!("{stem}{more}.{ending}"));
        let all = first.chain((2..).map(|n| format!("{stem}{more}-{n}.{ending}")));
        all.map(|name| self.folder.join(name)).find(|path| !path.exists()).unwrap_or_default()
    }

    /// Writes a picture into a new file of its folder, named after the scenario and the time.
    pub(crate) fn screenshot(&mut self, name: &str, scene: Scene, view: View, scales: Scales) {
        let path = self.free(name, &format!("-{:.2}s", scene.time_s), "png");
        self.start(move || {
            let mut renderer = Renderer::new(Backend::Cpu)?.with_scales(scales);
            renderer.draw(&scene, &view).save(&path)?;
            Ok(format!("wrote {}", path.display()))
        });
    }

    /// Begins an animation with a picture every `every_s` of simulated time, in a new file of its folder.
    pub(crate) fn record(&mut self, name: &str, size: [u32; 2], every_s: f64, scales: Scales) -> Recording {
        let path = self.free(name, "", "gif");
        let (frames, received) = sync_channel::<(Scene, View)>(WAITING);
        self.start(move || {
            let mut renderer = Renderer::new(Backend::Cpu)?.with_scales(scales);
            let mut writer = Writer::new((1.0 / every_s) as f32).gif(&path);
            for (scene, view) in received {
                writer.push(renderer.draw(&scene, &view))?;
            }
            match writer.count() {
                0 => Ok("no picture was recorded: the simulation stood".into()),
                _ => Ok(format!("wrote {} with {} pictures", path.display(), writer.finish()?)),
            }
        });
        Recording { frames, size, every_s, due_s: f64::NEG_INFINITY }
    }
}

impl Recording {
    /// Adds a picture if one is due.
    pub(crate) fn add(&mut self, scene: &Scene, view: &View) {
        // Back in the past, it goes on from there.
        if scene.time_s < self.due_s - self.every_s {
            self.due_s = scene.time_s;
        }
        if scene.time_s < self.due_s {
            return;
        }
        self.due_s = scene.time_s + self.every_s;
        // Full: the picture is left out.
        let _ = self.frames.try_send((scene.clone(), View { size: self.size, ..view.clone() }));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::render::Picture;
    use crate::scene::WaterSheet;

    fn scene(time_s: f64) -> Scene {
        let level_m = (0..96).map(|cell| 0.1 * (f64::from(cell) + time_s).sin() as f32).collect();
        let water = WaterSheet { nx: 12, ny: 8, cell_size_m: 0.5, level_m, ..Default::default() };
        Scene { time_s, water, ..Scene::default() }
    }

    fn wait(writing: &mut Writing) {
        while writing.is_busy() {
            writing.update();
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn screenshots_have_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let mut writing = Writing::into_folder(folder.path());
        let view = View { size: [64, 48], ..View::default() };
        for name in ["harbor-1.50s.png", "harbor-1.50s-2.png"] {
            writing.screenshot("files/harbor.toml", scene(1.5), view.clone(), Scales::default());
            wait(&mut writing);
            let path = folder.path().join(name);
            assert_eq!(writing.text, format!("wrote {}", path.display()));
            assert_eq!(Picture::open(path).unwrap().size(), [64, 48]);
        }
    }

    #[test]
    fn an_animation_has_a_picture_for_each_interval_also_when_time_goes_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut writing = Writing::into_folder(folder.path());
        let mut recording = writing.record("pool", [64, 48], 0.1, Scales::default());
        // The window has another size by now.
        let view = View { size: [30, 20], ..View::default() };
        for k in [0, 1, 2, 3, 4, 0, 1, 2] {
            recording.add(&scene(0.05 * f64::from(k)), &view);
        }
        drop(recording);
        wait(&mut writing);
        let path = folder.path().join("pool.gif");
        assert_eq!(writing.text, format!("wrote {} with 5 pictures", path.display()));
        assert!(std::fs::read(path).unwrap().starts_with(b"GIF89a"));
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let mut writing = Writing::into_folder("/no/such/folder");
        let view = View { size: [64, 48], ..View::default() };
        writing.screenshot("pool", scene(0.0), view, Scales::default());
        wait(&mut writing);
        assert!(writing.text.contains("/no/such/folder/pool-0.00s.png"), "{}", writing.text);
    }
}
