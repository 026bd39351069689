//! What the keys do.

use winit::keyboard::{Key, NamedKey};

/// Something the user asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    /// Stop the clock or let it run.
    Pause,
    /// Begin the scenario anew.
    Restart,
    /// From straight above, or in perspective.
    Top,
    /// Go along with the steered body, or let it go.
    Follow,
    /// Show or hide the help.
    Help,
    /// Close the window.
    Quit,
    /// More thrust, parts of the full one.
    Thrust(f64),
    /// Bow to port (positive), degrees of the jet.
    Turn(f64),
}

/// The lines of the help, left what to press, right what happens.
pub(crate) const HELP: [(&str, &str); 9] = [
    ("Space", "pause"),
    ("R", "restart"),
    ("T", "from above"),
    ("F", "follow the boat"),
    ("Up Down", "thrust"),
    ("Left Right", "steer"),
    ("Mouse", "drag to turn, wheel to zoom"),
    ("H", "this help"),
    ("Esc Q", "quit"),
];

impl Action {
    /// What `key` means.
    pub(crate) fn of(key: &Key) -> Option<Self> {
        Some(match key {
            Key::Named(NamedKey::Space) => Self::Pause,
            Key::Named(NamedKey::Escape) => Self::Quit,
            Key::Named(NamedKey::ArrowUp) => Self::Thrust(0.1),
            Key::Named(NamedKey::ArrowDown) => Self::Thrust(-0.1),
            Key::Named(NamedKey::ArrowLeft) => Self::Turn(3.0),
            Key::Named(NamedKey::ArrowRight) => Self::Turn(-3.0),
            Key::Character(text) => match text.to_lowercase().as_str() {
                "r" => Self::Restart,
                "t" => Self::Top,
                "f" => Self::Follow,
                "h" | "?" => Self::Help,
                "q" => Self::Quit,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether holding the key down repeats it.
    pub(crate) fn repeats(self) -> bool {
        matches!(self, Self::Thrust(_) | Self::Turn(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_work_with_and_without_shift_and_others_do_nothing() {
        for text in ["q", "Q"] {
            assert_eq!(Action::of(&Key::Character(text.into())), Some(Action::Quit));
        }
        assert_eq!(Action::of(&Key::Character("z".into())), None);
        assert_eq!(Action::of(&Key::Named(NamedKey::Tab)), None);
    }

    #[test]
    fn only_steering_repeats() {
        assert!(Action::Turn(3.0).repeats() && Action::Thrust(0.1).repeats());
        assert!(!Action::Pause.repeats() && !Action::Restart.repeats());
    }
}
