//! What a user can do, and the keys for it.

use egui::Key;
use glam::Vec2;

use crate::app::camera::Preset;
use crate::scene::Field;

/// An action of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Action {
    RunOrPause,
    /// Takes steps, back if negative.
    Step(i64),
    /// Moves the clock by some simulated time, s.
    Jump(f64),
    Restart,
    LastGood,
    Loop,
    /// To the next faster or slower speed.
    Speed(isize),
    View(Preset),
    Top,
    /// Flies, or turns about a point of the water again.
    Fly,
    Follow,
    /// Notches of the wheel.
    Zoom(f32),
    /// By fractions of the picture's height.
    Turn(Vec2),
    Pan(Vec2),
    /// Chooses the next body, or the one before.
    Body(isize),
    /// Changes the thrust, a fraction of the full one.
    Thrust(f64),
    /// Gives the helm back to the schedule.
    Schedule,
    Tool(Tool),
    /// Uses the tool in the middle of the picture.
    UseTool,
    Page(Page),
    /// The colors of a field alone, or water again.
    Science,
    /// The colors of a field alone, from above; water again if there is none.
    Color(Option<Field>),
    /// Colors hulls by the pressure on them, or paints them.
    Pressure,
    /// To the next look, or the one before.
    Look(isize),
    /// Colors by the next field, or the one before.
    Field(isize),
    Readings,
    Names,
    /// Shows the exact solution over the water, or does not.
    Exact,
    /// Lets tracers ride with the water in the science view, or not.
    Tracers,
    /// Draws streamlines in the science view, or does not.
    Streamlines,
    /// Draws the forces on bodies by kind, or does not.
    Loads,
    /// Draws the forces on triangles of hulls, or does not.
    Forces,
    /// Draws the ways that bodies have come, or does not.
    Track,
    /// Takes back what was done last.
    Undo,
    Screenshot,
    Record,
    Replay,
    Fields,
    Model,
    Theme,
    Help,
    /// Closes what is open, or puts the tool away.
    Close,
    Quit,
}

/// What a click or drag on the picture does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tool {
    /// A drag turns, a click reads.
    #[default]
    Camera,
    /// A drag pulls a body or carries an obstacle.
    Pull,
    /// A click splashes the water.
    Splash,
    /// A click places a gauge.
    Gauge,
    /// A click puts a box on the water.
    Box,
}

impl Tool {
    pub(crate) const ALL: [Self; 5] = [Self::Camera, Self::Pull, Self::Splash, Self::Gauge, Self::Box];

    /// Its name, and what it does.
    pub(crate) fn label(self) -> [&'static str; 2] {
        match self {
            Self::Camera => ["Camera", "drag to turn the view, click to read the water or choose a body"],
            Self::Pull => [
                "Pull",
                "drag a body by a spring, or an obstacle to another place; what that does is booked as external",
            ],
            Self::Splash => ["Splash", "click on the water to throw a stone in"],
            Self::Gauge => ["Gauge", "click on the water to place a gauge"],
            Self::Box => ["Box", "click on the water to let a box down there; the run goes on with it"],
        }
    }
}

/// Pages beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Curves,
    Books,
    Messages,
    Parameters,
    Text,
    Scenarios,
    Records,
}

impl Page {
    pub(crate) const ALL: [Self; 7] = [
        Self::Curves,
        Self::Books,
        Self::Messages,
        Self::Parameters,
        Self::Text,
        Self::Scenarios,
        Self::Records,
    ];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Curves => "Curves",
            Self::Books => "Books",
            Self::Messages => "Messages",
            Self::Parameters => "Parameters",
            Self::Text => "Edit",
            Self::Scenarios => "Scenarios",
            Self::Records => "Records",
        }
    }
}

/// When a key has an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    Always,
    /// There are bodies.
    Bodies,
    /// The chosen body has a propeller.
    Helm,
    /// A body is afloat.
    Afloat,
    /// The clock was stopped by a fault.
    Fault,
    /// There is an exact solution.
    Exact,
    /// The colors of a field alone are shown.
    Science,
    /// Something can be taken back.
    Undo,
    /// The camera flies.
    Flying,
    /// The camera turns about a point, or looks from above.
    Turning,
}

/// A key and its action.
pub(crate) struct Binding {
    pub(crate) key: Key,
    pub(crate) shift: bool,
    pub(crate) action: Action,
    /// Whether it is repeated while the key is held down.
    pub(crate) repeats: bool,
}

const fn on(key: Key, action: Action) -> Binding {
    Binding { key, shift: false, action, repeats: false }
}

const fn shifted(key: Key, action: Action) -> Binding {
    Binding { key, shift: true, action, repeats: true }
}

const fn repeated(key: Key, action: Action) -> Binding {
    Binding { key, shift: false, action, repeats: true }
}

const fn shifted_once(key: Key, action: Action) -> Binding {
    Binding { key, shift: true, action, repeats: false }
}

/// Fraction of the picture's height that a key turns or moves by.
const NUDGE: f32 = 0.05;

/// All keys but those of the rudder, which turns as long as they are held.
pub(crate) const KEYS: [Binding; 59] = [
    on(Key::Space, Action::RunOrPause),
    repeated(Key::Period, Action::Step(1)),
    repeated(Key::Comma, Action::Step(-1)),
    repeated(Key::PageDown, Action::Jump(1.0)),
    repeated(Key::PageUp, Action::Jump(-1.0)),
    on(Key::R, Action::Restart),
    on(Key::Backspace, Action::LastGood),
    on(Key::L, Action::Loop),
    on(Key::OpenBracket, Action::Speed(-1)),
    on(Key::CloseBracket, Action::Speed(1)),
    on(Key::Home, Action::View(Preset::Home)),
    on(Key::Num1, Action::View(Preset::Home)),
    on(Key::Num2, Action::View(Preset::Overview)),
    on(Key::Num3, Action::View(Preset::Top)),
    on(Key::Num4, Action::View(Preset::Astern)),
    on(Key::Num5, Action::View(Preset::Abeam)),
    on(Key::T, Action::Top),
    on(Key::F9, Action::Fly),
    on(Key::F, Action::Follow),
    repeated(Key::Plus, Action::Zoom(1.0)),
    repeated(Key::Equals, Action::Zoom(1.0)),
    repeated(Key::Minus, Action::Zoom(-1.0)),
    repeated(Key::A, Action::Turn(Vec2::new(NUDGE, 0.0))),
    repeated(Key::D, Action::Turn(Vec2::new(-NUDGE, 0.0))),
    repeated(Key::W, Action::Turn(Vec2::new(0.0, NUDGE))),
    repeated(Key::S, Action::Turn(Vec2::new(0.0, -NUDGE))),
    shifted(Key::A, Action::Pan(Vec2::new(NUDGE, 0.0))),
    shifted(Key::D, Action::Pan(Vec2::new(-NUDGE, 0.0))),
    shifted(Key::W, Action::Pan(Vec2::new(0.0, NUDGE))),
    shifted(Key::S, Action::Pan(Vec2::new(0.0, -NUDGE))),
    on(Key::Tab, Action::Body(1)),
    shifted(Key::Tab, Action::Body(-1)),
    repeated(Key::ArrowUp, Action::Thrust(0.1)),
    repeated(Key::ArrowDown, Action::Thrust(-0.1)),
    on(Key::C, Action::Schedule),
    on(Key::Enter, Action::UseTool),
    on(Key::Y, Action::Science),
    shifted_once(Key::Y, Action::Pressure),
    on(Key::Num6, Action::Look(1)),
    on(Key::Num7, Action::Look(-1)),
    repeated(Key::Num8, Action::Field(-1)),
    repeated(Key::Num9, Action::Field(1)),
    on(Key::I, Action::Readings),
    on(Key::N, Action::Names),
    on(Key::F3, Action::Exact),
    on(Key::F4, Action::Tracers),
    on(Key::F6, Action::Streamlines),
    on(Key::F7, Action::Loads),
    on(Key::F8, Action::Track),
    on(Key::F10, Action::Forces),
    on(Key::X, Action::Screenshot),
    on(Key::V, Action::Record),
    on(Key::Num0, Action::Replay),
    shifted_once(Key::V, Action::Fields),
    shifted_once(Key::X, Action::Model),
    on(Key::K, Action::Theme),
    on(Key::H, Action::Help),
    on(Key::Escape, Action::Close),
    on(Key::Q, Action::Quit),
];

/// Keys that put a tool in hand or open a page.
pub(crate) const CHOICES: [Binding; 12] = [
    on(Key::Z, Action::Tool(Tool::Camera)),
    on(Key::P, Action::Tool(Tool::Pull)),
    on(Key::J, Action::Tool(Tool::Splash)),
    on(Key::G, Action::Tool(Tool::Gauge)),
    on(Key::F5, Action::Tool(Tool::Box)),
    on(Key::U, Action::Page(Page::Curves)),
    on(Key::B, Action::Page(Page::Books)),
    on(Key::M, Action::Page(Page::Messages)),
    on(Key::E, Action::Page(Page::Parameters)),
    on(Key::F2, Action::Page(Page::Text)),
    on(Key::O, Action::Page(Page::Scenarios)),
    on(Key::F11, Action::Page(Page::Records)),
];

/// The action of a key, if it has one that is repeated when it must be.
pub(crate) fn action_of(key: Key, shift: bool, is_repeat: bool) -> Option<Action> {
    let all = KEYS.iter().chain(&CHOICES);
    let is_letter = |binding: &&Binding| binding.key == key;
    let bound = all.filter(is_letter).find(|binding| binding.shift == shift).or_else(|| {
        // Shift is not asked for where it has no other meaning: signs need it on some keyboards.
        KEYS.iter().chain(&CHOICES).find(|binding| binding.key == key)
    })?;
    (!is_repeat || bound.repeats).then_some(bound.action)
}

/// The lines of the help: keys, what they do, and when.
pub(crate) const HELP: [(&str, &str, Applies); 43] = [
    ("Space", "run or pause", Applies::Always),
    (". ,", "one step on, one step back", Applies::Always),
    ("PageDown PageUp", "a second on, a second back", Applies::Always),
    ("[ ]", "slower, faster", Applies::Always),
    ("R", "from the start", Applies::Always),
    ("L", "over and over", Applies::Always),
    ("Backspace", "back to the last good state", Applies::Fault),
    ("Up Down", "more thrust, less thrust", Applies::Helm),
    ("Left Right", "rudder to port, to starboard; it returns", Applies::Helm),
    ("C", "give the helm back to the schedule", Applies::Helm),
    ("Tab", "choose the next body", Applies::Bodies),
    ("F", "follow the chosen body, or stay", Applies::Bodies),
    ("Home 1", "the scenario's own view", Applies::Always),
    ("2 3", "all of the water, from aside or above", Applies::Always),
    ("4 5", "over the stern, abeam of the chosen body", Applies::Bodies),
    ("T", "from above, or in perspective", Applies::Always),
    ("A D W S + -", "turn and zoom; with Shift, move", Applies::Turning),
    ("A D W S + -", "fly left, right, ahead, back, up, down; with Shift, turn", Applies::Flying),
    ("F9", "fly over the water, or turn about a point of it again", Applies::Always),
    ("Y 8 9", "colors of a field from above, or water; the field before, the next", Applies::Always),
    ("Shift Y", "pressure on hulls, or their paint", Applies::Afloat),
    ("6 7", "the next look of the water, the look before", Applies::Always),
    ("Z J G F5", "tool: camera, splash, place a gauge, put a box on the water", Applies::Always),
    ("P", "tool: pull a body, carry an obstacle", Applies::Bodies),
    ("Enter", "use the tool in the middle of the picture", Applies::Always),
    ("I U B M", "readings, curves, books, messages", Applies::Always),
    ("E O", "parameters, scenarios", Applies::Always),
    ("F2", "edit the text of the scenario", Applies::Always),
    ("Ctrl Enter Ctrl S", "while editing: start the text, save it", Applies::Always),
    ("F3", "the exact solution over the water", Applies::Exact),
    ("F4", "tracers that ride with the water", Applies::Science),
    ("F6", "streamlines of the flow", Applies::Science),
    ("F7 F10", "forces on bodies by kind, forces on triangles of hulls", Applies::Afloat),
    ("F8", "ways that bodies have come", Applies::Bodies),
    ("Ctrl Z", "take back what was done last", Applies::Undo),
    ("N", "names and heel of bodies; centers of the chosen one; names of gauges", Applies::Always),
    ("X V 0", "into files: the picture, a film until V is pressed again, a replay", Applies::Always),
    ("Shift X Shift V", "into files: a 3D model (glTF), fields and hulls for ParaView", Applies::Always),
    ("F11", "format and pace of films, and where records go", Applies::Always),
    ("K", "light or dark", Applies::Always),
    ("Ctrl Tab", "to buttons and sliders; there Tab goes on, Enter presses, Esc leaves", Applies::Always),
    ("Ctrl + -", "larger text, smaller text", Applies::Always),
    ("H Esc Q", "this help, close it, quit", Applies::Always),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_bound_once() {
        let all: Vec<&Binding> = KEYS.iter().chain(&CHOICES).collect();
        for (k, binding) in all.iter().enumerate() {
            let twice = all[..k].iter().any(|other| (other.key, other.shift) == (binding.key, binding.shift));
            assert!(!twice, "{:?}", binding.key);
        }
    }

    #[test]
    fn letters_work_with_and_without_shift_and_others_do_nothing() {
        for shift in [false, true] {
            assert_eq!(action_of(Key::Q, shift, false), Some(Action::Quit));
        }
        assert_eq!(action_of(Key::Tab, true, false), Some(Action::Body(-1)));
        assert_eq!(action_of(Key::F12, false, false), None);
    }

    #[test]
    fn only_what_goes_little_by_little_repeats() {
        assert_eq!(action_of(Key::ArrowUp, false, true), Some(Action::Thrust(0.1)));
        assert_eq!(action_of(Key::Period, false, true), Some(Action::Step(1)));
        assert_eq!(action_of(Key::Space, false, true), None);
        assert_eq!(action_of(Key::R, false, true), None);
        assert_eq!(action_of(Key::X, true, false), Some(Action::Model));
        assert_eq!(action_of(Key::X, true, true), None, "one file for one press");
    }

    #[test]
    fn the_help_names_every_key() {
        let help: String = HELP.iter().map(|(keys, ..)| format!(" {keys} ")).collect();
        for binding in KEYS.iter().chain(&CHOICES) {
            let name = match binding.key {
                Key::Period => ".",
                Key::Comma => ",",
                Key::OpenBracket => "[",
                Key::CloseBracket => "]",
                Key::Equals | Key::Plus => "+",
                Key::Minus => "-",
                Key::ArrowUp => "Up",
                Key::ArrowDown => "Down",
                Key::Escape => "Esc",
                key => key.name(),
            };
            assert!(help.contains(&format!(" {name} ")), "{name}");
        }
    }
}
