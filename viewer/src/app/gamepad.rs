//! Gamepads of the system, through gilrs.

use gilrs::{Axis, Button as Of, EventType, Gilrs};

use super::controls::gamepad::{Button, Input};

/// All gamepads that are there, also those that come later; what any of them does counts.
pub(super) struct Gamepads(Gilrs);

impl Gamepads {
    /// None where the system has no way to them.
    pub(super) fn new() -> Option<Self> {
        Gilrs::new().ok().map(Self)
    }

    /// What was done since the last call.
    pub(super) fn inputs(&mut self) -> Vec<Input> {
        let events = std::iter::from_fn(|| self.0.next_event());
        events.flat_map(|event| meant(&event.event)).collect()
    }
}

/// The inputs that an event amounts to; where a gamepad is lost, all that was held is let go.
fn meant(event: &EventType) -> Vec<Input> {
    match event {
        EventType::Disconnected => vec![Input::Stick(0.0), Input::Ahead(0.0)],
        event => input(event).into_iter().collect(),
    }
}

fn input(event: &EventType) -> Option<Input> {
    let button = |of: Of| {
        Some(match of {
            Of::Start => Button::Start,
            Of::Select => Button::Select,
            Of::LeftTrigger => Button::Left,
            Of::RightTrigger => Button::Right,
            Of::DPadUp => Button::Up,
            Of::DPadDown => Button::Down,
            Of::North => Button::North,
            Of::East => Button::East,
            _ => return None,
        })
    };
    match *event {
        EventType::AxisChanged(Axis::LeftStickX, across, _) => Some(Input::Stick(across.into())),
        EventType::ButtonChanged(Of::RightTrigger2, part, _) => Some(Input::Ahead(part.into())),
        EventType::ButtonChanged(Of::LeftTrigger2, part, _) => Some(Input::Astern(part.into())),
        EventType::ButtonPressed(of, _) => button(of).map(Input::Pressed),
        _ => None,
    }
}
