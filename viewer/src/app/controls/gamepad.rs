//! What a gamepad does: its sticks, triggers and buttons as the hands on the helm, and as actions.

use super::helm::{Hands, RUDDER_DEG};
use super::{Action, Controls};
use crate::app::session::Snapshot;

/// Part of a stick's way from its middle in which it does nothing: sticks rest beside it.
const DEAD: f64 = 0.15;
/// The same of a trigger.
const SLACK: f64 = 0.05;

/// What is moved or pressed on a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Input {
    /// The left stick across, −1 (left) to 1 (right).
    Stick(f64),
    /// The right trigger, 0 to 1.
    Ahead(f64),
    /// The left trigger, 0 to 1.
    Astern(f64),
    /// A button was pressed.
    Pressed(Button),
}

/// Buttons that do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    Start,
    Select,
    /// The shoulder buttons above the triggers.
    Left,
    Right,
    Up,
    Down,
    /// The upper one of the four to the right.
    North,
    /// The right one of them.
    East,
}

/// What an input means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// The rudder is held at an angle, degrees; none where it is let go, and returns.
    Rudder(Option<f64>),
    /// The lever is held at a part of the thrust; none where it is let go, and the schedule's goes on.
    Thrust(Option<f64>),
    Act(Action),
}

/// What an input means.
pub(crate) fn meaning(input: Input) -> Meaning {
    match input {
        Input::Stick(across) => Meaning::Rudder(beyond(across, DEAD).map(|part| part * RUDDER_DEG)),
        Input::Ahead(part) => Meaning::Thrust(beyond(part, SLACK)),
        Input::Astern(part) => Meaning::Thrust(beyond(-part, SLACK)),
        Input::Pressed(button) => Meaning::Act(match button {
            Button::Start => Action::RunOrPause,
            Button::Select => Action::Schedule,
            Button::Left => Action::Body(-1),
            Button::Right => Action::Body(1),
            Button::Up => Action::Thrust(0.1),
            Button::Down => Action::Thrust(-0.1),
            Button::North => Action::Top,
            Button::East => Action::Follow,
        }),
    }
}

/// The part of the way beyond a dead one, −1 to 1; none within it, and of what is no number.
fn beyond(way: f64, dead: f64) -> Option<f64> {
    let part = (way.abs().clamp(0.0, 1.0) - dead) / (1.0 - dead);
    // In hundredths: what trembles below that is no new command.
    (part > 0.0).then(|| (part * 100.0).ceil() / 100.0 * way.signum())
}

impl Controls {
    /// Takes an input of a gamepad.
    pub(crate) fn take_pad(&mut self, input: Input, snapshot: &Snapshot) {
        let steers = self.propeller(snapshot).is_some();
        let hands = self.hands();
        match meaning(input) {
            Meaning::Act(action) => self.act(action, snapshot),
            Meaning::Rudder(Some(angle_deg)) if steers && hands.rudder_deg != Some(angle_deg) => {
                let turn = |hands: &mut Hands| (hands.rudder_deg, hands.is_fixed) = (Some(angle_deg), true);
                if hands.rudder_deg.is_none() { self.steer(turn) } else { self.steer_on(turn) }
            }
            Meaning::Rudder(None) if steers && hands.is_fixed => {
                self.steer_on(|hands| hands.is_fixed = false);
            }
            Meaning::Thrust(thrust) if steers && hands.thrust != thrust => {
                let push = |hands: &mut Hands| hands.thrust = thrust;
                if hands.thrust.is_none() { self.steer(push) } else { self.steer_on(push) }
            }
            Meaning::Rudder(_) | Meaning::Thrust(_) => {}
        }
    }
}

/// The lines of the help.
#[cfg(feature = "gamepad")]
pub(crate) const HELP: [(&str, &str, super::Applies); 3] = [
    ("pad: left stick", "rudder; it returns", super::Applies::Helm),
    (
        "pad: triggers, up down",
        "thrust ahead and astern while held; more thrust, less thrust",
        super::Applies::Helm,
    ),
    ("pad: shoulders, start", "the body before, the next; run or pause", super::Applies::Always),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_at_rest_does_nothing_and_at_its_end_gives_the_full_rudder() {
        for rest in [0.0, 0.1, -0.14, f64::NAN] {
            assert_eq!(meaning(Input::Stick(rest)), Meaning::Rudder(None), "{rest}");
        }
        for (end, angle_deg) in
            [(1.0, RUDDER_DEG), (-1.0, -RUDDER_DEG), (1.2, RUDDER_DEG), (f64::NEG_INFINITY, -RUDDER_DEG)]
        {
            assert_eq!(meaning(Input::Stick(end)), Meaning::Rudder(Some(angle_deg)), "{end}");
        }
        // From nothing on without a leap, further with every bit.
        let mut last_deg = 0.0;
        for n in 16..=100 {
            let Meaning::Rudder(Some(angle_deg)) = meaning(Input::Stick(0.01 * f64::from(n))) else {
                panic!("{n}")
            };
            assert!(angle_deg >= last_deg && angle_deg - last_deg < 1.0, "{n}: {angle_deg}");
            last_deg = angle_deg;
        }
    }

    #[test]
    fn triggers_are_thrust_ahead_and_astern_while_they_are_held() {
        assert_eq!(meaning(Input::Ahead(1.0)), Meaning::Thrust(Some(1.0)));
        assert_eq!(meaning(Input::Astern(1.0)), Meaning::Thrust(Some(-1.0)));
        assert_eq!(meaning(Input::Ahead(0.02)), Meaning::Thrust(None));
        assert_eq!(meaning(Input::Astern(0.0)), Meaning::Thrust(None));
        let Meaning::Thrust(Some(half)) = meaning(Input::Ahead(0.525)) else { panic!() };
        assert!((half - 0.5).abs() < 0.011, "{half}");
    }

    #[test]
    fn buttons_do_what_keys_do() {
        let all = [
            (Button::Start, Action::RunOrPause),
            (Button::Select, Action::Schedule),
            (Button::Left, Action::Body(-1)),
            (Button::Right, Action::Body(1)),
            (Button::Up, Action::Thrust(0.1)),
            (Button::Down, Action::Thrust(-0.1)),
            (Button::North, Action::Top),
            (Button::East, Action::Follow),
        ];
        for (button, action) in all {
            assert_eq!(meaning(Input::Pressed(button)), Meaning::Act(action));
        }
    }
}
