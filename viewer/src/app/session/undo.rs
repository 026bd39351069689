//! What was done last, to be taken back.

use glam::DVec2;

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
    /// The label that the user sees.
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
