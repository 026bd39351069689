//! Files that the window writes: pictures as PNG, animations as GIF, drawn as those of `estela render` are.

use std::path::PathBuf;
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
#[derive(Default)]
pub(crate) struct Writing {
    news: Vec<Receiver<String>>,
    /// The last news.
    pub(crate) text: String,
}

impl Writing {
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

    /// Writes a picture into a new file of the present folder, named after the scenario and the time.
    pub(crate) fn screenshot(&mut self, name: &str, scene: Scene, view: View, scales: Scales) {
        let path = free(&format!("{name}-{:.2}s", scene.time_s), "png");
        self.start(move || {
            let mut renderer = Renderer::new(Backend::Cpu)?.with_scales(scales);
            renderer.draw(&scene, &view).save(&path)?;
            Ok(format!("wrote {}", path.display()))
        });
    }

    /// Begins an animation with a picture every `every_s` of simulated time, in a new file of the present folder.
    pub(crate) fn record(&mut self, name: &str, size: [u32; 2], every_s: f64, scales: Scales) -> Recording {
        let path = free(name, "gif");
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

/// The first name of a file in the present folder that is free.
fn free(name: &str, ending: &str) -> PathBuf {
    let name = PathBuf::from(name);
    let name = name.file_stem().map_or("estela".into(), |stem| stem.to_string_lossy());
    let all = std::iter::once(format!("{name}.{ending}"))
        .chain((2..).map(|n| format!("{name}-{n}.{ending}")))
        .map(PathBuf::from);
    all.into_iter().find(|path| !path.exists()).unwrap_or_default()
}
