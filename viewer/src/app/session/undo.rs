//! What was done last, to be taken back.

use glam::DVec2;

use super::engine::Engine;
use super::snapshot::State;
use crate::sim::Deed;

/// Something that can be taken back.
#[derive(Debug)]
pub(super) enum Undo {
    /// A gesture that changed the world, and what it was.
    Deed(&'static str),
    /// Gauges were placed or taken away: those before.
    Gauges(Vec<(String, DVec2)>),
    /// Another scenario was opened, or the same with another text.
    Opened,
}

impl Undo {
    /// What it is to the user.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Self::Deed(label) => label,
            Self::Gauges(_) => "gauges",
            Self::Opened => "the scenario that was opened",
        }
    }
}

/// What a deed is to the user.
pub(super) fn deed_label(deed: &Deed) -> &'static str {
    match deed {
        Deed::Steer { .. } => "steering",
        Deed::Pull(_) => "the pull",
        Deed::Splash(_) => "the splash",
        Deed::Set { .. } => "the parameter",
    }
}

impl Engine {
    /// Takes back what was done last. What changed the world is taken back by going to the state before it, from a checkpoint, where
    /// the clock stops; what came later is forgotten.
    pub(super) fn take_back(&mut self) {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Gauges(placed) => self.placed = placed,
                Undo::Opened => {
                    let Some(mut previous) = self.previous.take() else { continue };
                    previous.opened = self.opened + 1;
                    previous.log = std::mem::take(&mut self.log);
                    if previous.state == State::Running {
                        previous.go(State::Paused);
                    }
                    *self = *previous;
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
                }
            }
            return;
        }
    }
}
