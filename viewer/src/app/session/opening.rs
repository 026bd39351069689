//! Opening scenarios, replays and edited texts, and taking back what was done; what cannot be opened leaves what runs.

use std::path::{Path, PathBuf};

use super::engine::Engine;
use super::snapshot::State;
use super::text;
use super::undo::Undo;
use crate::sim::Replay;
use crate::sim::scenario::{Origin, Scenario};

/// The files that the window takes.
pub(crate) const KINDS: &str = "a mesh (.stl, .obj, .gltf or .glb), a scenario (.toml) or a replay (.replay)";

impl Engine {
    /// Opens a shipped scenario, a file or a replay.
    pub(super) fn open(&mut self, name: &str, changes: Vec<String>) {
        let made = if Replay::is_named(name) {
            let read = Replay::read(Path::new(name)).map_err(|error| {
                format!(
                    "{error}; save the replay again where its run was recorded, or open another file: {KINDS}"
                )
            });
            read.and_then(|replay| Self::of_replay(replay).map_err(|error| error.to_string()))
        } else {
            let loaded = Scenario::load(name, &changes).map_err(|error| {
                let text = Scenario::text(name).unwrap_or_default();
                text::with_line(&text, &error)
            });
            loaded.and_then(|scenario| Self::new(&scenario, &changes).map_err(|error| error.to_string()))
        };
        self.take_over(made);
    }

    /// Starts the scenario of a text, whose files are looked for beside a name.
    pub(super) fn start(&mut self, text: String, name: String) {
        let folder = Path::new(&name).parent().map(Path::to_path_buf);
        let parsed = Scenario::parse(&text, Origin { name, folder }, &[]);
        let made = parsed.map_err(|error| text::with_line(&text, &error)).and_then(|scenario| {
            let made = Self::new(&scenario, &[]);
            made.map_err(|error| text::with_line_of_world(&text, &error))
        });
        let file = self.file.clone();
        self.take_over(made.map(|new| Self { text: text.into(), file, ..new }));
    }

    /// Starts the text that runs with some keys changed.
    pub(super) fn start_with(&mut self, changes: Vec<String>) {
        let parsed = Scenario::parse(&self.text, self.scenario.origin.clone(), &changes);
        let made = parsed
            .map_err(|error| error.to_string())
            .and_then(|scenario| Self::new(&scenario, &changes).map_err(|error| error.to_string()));
        let (text, file) = (self.text.clone(), self.file.clone());
        self.take_over(made.map(|new| Self { text, file, ..new }));
    }

    /// Writes a text into a file: a new one, or that which was opened or written last.
    pub(super) fn save_text(&mut self, text: &str, file: &str) {
        let path = PathBuf::from(file);
        if path.exists() && self.file.as_deref() != Some(file) {
            let why = format!("{file}: there is such a file already; choose another name, or open it first");
            return self.blame(Some(why));
        }
        let written = Scenario::write_text(&path, text);
        let said = written
            .as_ref()
            .map_or_else(|error| format!("{file}: cannot be written: {error}"), |()| format!("wrote {file}"));
        if written.is_ok() {
            (self.file, self.saved) = (Some(file.to_owned()), text.into());
        }
        self.note(written.is_err(), said);
    }

    /// Goes over to what was made, and keeps what ran to be gone back to.
    pub(super) fn take_over(&mut self, made: Result<Self, String>) {
        let new = match made {
            Err(why) => return self.blame(Some(why)),
            Ok(new) => new,
        };
        let mut log = std::mem::take(&mut self.log);
        std::sync::Arc::make_mut(&mut log).extend(new.log.iter().cloned());
        let (speed, loops, opened) = (self.speed, self.loops, self.opened + 1);
        let is_same = new.scenario.origin == self.scenario.origin;
        let placed = if is_same { self.placed.clone() } else { Vec::new() };
        let chosen = if is_same { self.chosen.clone() } else { new.chosen.clone() };
        let extras = self.extras;
        let (said, saved) = (self.said.clone(), self.saved.clone());
        let undo = vec![Undo::Opened];
        let new = Self { speed, loops, opened, log, placed, chosen, extras, said, saved, undo, ..new };
        // One is enough: its past takes memory.
        let previous = Self { previous: None, film: None, series: None, ..std::mem::replace(self, new) };
        self.previous = Some(Box::new(previous));
    }

    /// Takes back what was done last. What changed the world is taken back by going to the state before it, from a checkpoint, where
    /// the clock stops; what came later is forgotten.
    pub(super) fn take_back(&mut self) {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Gauges(placed) => self.placed = placed,
                Undo::Opened => {
                    let Some(mut previous) = self.previous.take() else { continue };
                    previous.opened = self.opened + 1;
                    (previous.extras, previous.said) = (self.extras, self.said.clone());
                    previous.log = std::mem::take(&mut self.log);
                    if previous.state == State::Running {
                        previous.go(State::Paused);
                    }
                    *self = *previous;
                }
                Undo::Body(before) => {
                    let back = self.let_out(*before);
                    self.blame(back.err());
                }
                Undo::Deed(_) => {
                    let step = match self.history.undo(&mut self.world, &mut self.foam) {
                        Ok(None) => continue,
                        Ok(Some(step)) => step,
                        Err(error) => return self.blame(Some(error.to_string())),
                    };
                    self.go(State::Paused);
                    self.curves.forget_after(self.world.steps());
                    self.arrive(step);
                    self.forget_said();
                }
            }
            return;
        }
    }
}
