//! The keys and their actions.

use winit::keyboard::{Key, NamedKey};

/// An action of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    /// Stop the clock or let it run.
    Pause,
    /// Begin the scenario anew.
    Restart,
    /// Look from straight above, or in perspective.
    Top,
    /// Follow the steered body, or stay.
    Follow,
    /// Show or hide the help.
    Help,
    /// Close the window.
    Quit,
    /// Change the thrust, a fraction of the full one.
    Thrust(f64),
    /// Turn the jet, degrees; positive turns the bow to port.
    Turn(f64),
}

/// The lines of the help: keys and what they do.
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
    /// The action of `key`.
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

    /// Whether it is repeated while the key is held down.
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
