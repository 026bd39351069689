//! Keys that fly as long as they are held.

use egui::{Key, Modifiers};
use glam::{Vec2, Vec3};

/// Heights above the water that are flown in a second, ahead, aside, up and down.
const HEIGHTS_1_S: f32 = 0.9;
/// How fast it turns, degrees a second.
const TURNS_DEG_S: f32 = 60.0;

/// Keys that are held, and whether Shift was when they were pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct Held(Vec<(Key, bool)>);

impl Held {
    /// Whether a key flies.
    pub(super) fn knows(key: Key) -> bool {
        matches!(key, Key::A | Key::D | Key::W | Key::S | Key::Plus | Key::Equals | Key::Minus)
    }

    /// Holds a key down, or lets it go, however it was pressed.
    pub(super) fn hold(&mut self, key: Key, pressed: Option<Modifiers>) {
        self.0.retain(|(held, _)| *held != key);
        self.0.extend(pressed.map(|modifiers| (key, modifiers.shift)));
    }

    /// What the keys do in some time, s: to the right, ahead and up, in heights above the water; turns to the right and up, degrees.
    /// Nothing if none is held.
    pub(super) fn motion(&self, time_s: f64) -> Option<(Vec3, Vec2)> {
        let (by, turns) = self.sum();
        let time_s = time_s as f32;
        (!self.0.is_empty()).then_some((by * (HEIGHTS_1_S * time_s), turns * (TURNS_DEG_S * time_s)))
    }

    /// Sum of what the keys do: to the right, ahead and up; and to the right and up for turns.
    fn sum(&self) -> (Vec3, Vec2) {
        let one = |&(key, shift): &(Key, bool)| match (key, shift) {
            (Key::A, false) => (Vec3::NEG_X, Vec2::ZERO),
            (Key::D, false) => (Vec3::X, Vec2::ZERO),
            (Key::W, false) => (Vec3::Y, Vec2::ZERO),
            (Key::S, false) => (Vec3::NEG_Y, Vec2::ZERO),
            (Key::A, true) => (Vec3::ZERO, Vec2::NEG_X),
            (Key::D, true) => (Vec3::ZERO, Vec2::X),
            (Key::W, true) => (Vec3::ZERO, Vec2::Y),
            (Key::S, true) => (Vec3::ZERO, Vec2::NEG_Y),
            (Key::Minus, _) => (Vec3::NEG_Z, Vec2::ZERO),
            _ => (Vec3::Z, Vec2::ZERO),
        };
        self.0.iter().map(one).fold((Vec3::ZERO, Vec2::ZERO), |sum, by| (sum.0 + by.0, sum.1 + by.1))
    }
}
