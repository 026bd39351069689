//! The text of a scenario while it is edited.

use std::path::Path;
use std::sync::Arc;

use crate::app::session::{Command, Snapshot, text};

/// The text that is edited, and the file that it goes to.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) text: String,
    /// Name of the file; others that the text names are looked for beside it.
    pub(crate) file: String,
    /// The text that it was made from.
    base: Arc<str>,
    /// The text before any was typed.
    untouched: Arc<str>,
}

impl Draft {
    /// Takes over the text of what runs, unless something else was typed.
    pub(crate) fn follow(&mut self, snapshot: &Snapshot) {
        let is_other = !Arc::ptr_eq(&self.base, &snapshot.text);
        if is_other && (!self.is_edited() || *self.text == *snapshot.text) {
            self.take_over(snapshot);
        }
    }

    /// Takes over the text of what runs.
    pub(crate) fn take_over(&mut self, snapshot: &Snapshot) {
        if *self.text != *snapshot.text {
            self.untouched = snapshot.text.clone();
        }
        self.base = snapshot.text.clone();
        self.text = self.base.to_string();
        let name = snapshot.scenario.as_ref().map_or("", |scenario| scenario.origin.name.as_str());
        self.file = if Path::new(name).extension().is_some() { name.into() } else { format!("{name}.toml") };
    }

    /// Whether it is another text than the one that it was made from.
    pub(crate) fn is_edited(&self) -> bool {
        *self.text != *self.base
    }

    /// Whether something was typed that is in no file, started or not.
    pub(crate) fn is_unsaved(&self, snapshot: &Snapshot) -> bool {
        *self.text != *self.untouched && *self.text != *snapshot.saved
    }

    /// Writes changes of keys into the text.
    ///
    /// # Errors
    /// In one sentence.
    pub(crate) fn change(&mut self, changes: &[String]) -> Result<(), String> {
        self.text = text::with_changes(&self.text, changes)?;
        Ok(())
    }

    /// The command that starts it.
    pub(crate) fn start(&self) -> Command {
        Command::Start { text: self.text.clone(), name: self.file.trim().to_owned() }
    }

    /// The command that saves it.
    pub(crate) fn save(&self) -> Command {
        Command::SaveText { text: self.text.clone(), file: self.file.trim().to_owned() }
    }
}
