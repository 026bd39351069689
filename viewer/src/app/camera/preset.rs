//! Views to go to at once.

/// Views to go to at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preset {
    /// The view of the scenario.
    Home,
    /// The whole water in perspective.
    Overview,
    /// The whole water from above.
    Top,
    /// Behind the chosen body, over its stern.
    Astern,
    /// Beside the chosen body, from its starboard side.
    Abeam,
}

impl Preset {
    pub(crate) const ALL: [Self; 5] = [Self::Home, Self::Overview, Self::Top, Self::Astern, Self::Abeam];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Home => "Home",
            Self::Overview => "Overview",
            Self::Top => "From above",
            Self::Astern => "Astern",
            Self::Abeam => "Abeam",
        }
    }

    /// Whether it needs a body.
    pub(crate) fn is_of_body(self) -> bool {
        matches!(self, Self::Astern | Self::Abeam)
    }
}
