//! What was done last, to be taken back.

use std::sync::Arc;

use glam::DVec2;

use crate::sim::Deed;
use crate::sim::scenario::Scenario;

/// Something that can be taken back.
#[derive(Debug)]
pub(super) enum Undo {
    /// A gesture that changed the world, and what it was.
    Deed(&'static str),
    /// Gauges were placed or taken away: those before.
    Gauges(Vec<(String, DVec2)>),
    /// A body was put in: what ran without it.
    Body(Box<Bodies>),
    /// Another scenario was opened, or the same with another text.
    Opened,
}

/// What ran before a body was put in.
#[derive(Debug)]
pub(super) struct Bodies {
    /// The step before which it was put in, and the number of deeds until then.
    pub(super) step: u64,
    pub(super) deeds: usize,
    pub(super) scenario: Arc<Scenario>,
    pub(super) text: Arc<str>,
    pub(super) changes: Vec<String>,
}

impl Undo {
    /// The label that the user sees.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Self::Deed(label) => label,
            Self::Gauges(_) => "gauges",
            Self::Body(_) => "the body",
            Self::Opened => "the scenario that was opened",
        }
    }
}

/// Makes some gestures, the last ones, parts of the one before them.
pub(super) fn join(all: &mut Vec<Undo>, gestures: usize) {
    for _ in 0..gestures {
        if let Some(last) = all.iter().rposition(|undo| matches!(undo, Undo::Deed(_))) {
            all.remove(last);
        }
    }
}

/// What a deed is to the user.
pub(super) fn deed_label(deed: &Deed) -> &'static str {
    match deed {
        Deed::Steer { .. } => "steering",
        Deed::Pull(_) => "the pull",
        Deed::Carry(_) => "the move of the obstacle",
        Deed::Splash(_) => "the splash",
        Deed::Set { .. } => "the parameter",
    }
}
