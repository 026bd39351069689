//! Keys that fly as long as they are held.

use egui::{Key, Modifiers};
use glam::{Vec2, Vec3};

use super::Controls;
use crate::scene::Scene;

/// Heights above the water that are flown in a second, ahead, aside, up and down.
const HEIGHTS_1_S: f32 = 0.9;
/// How fast it turns, degrees a second.
const TURNS_DEG_S: f32 = 60.0;

/// Keys that are held, and whether Shift was when they were pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct Held(Vec<(Key, bool)>);

impl Held {
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

impl Controls {
    /// Takes a key that flies, if it is one; it does so while it is held.
    pub(super) fn fly_by(&mut self, key: Key, pressed: bool, modifiers: Modifiers) -> bool {
        // A key that is let go is let go however it was pressed.
        self.held.0.retain(|(held, _)| *held != key);
        let flies = matches!(key, Key::A | Key::D | Key::W | Key::S | Key::Plus | Key::Equals | Key::Minus);
        let is_free = !modifiers.command && !modifiers.alt;
        if !(flies && is_free && self.eye.is_flying()) {
            return false;
        }
        if pressed {
            self.held.0.push((key, modifiers.shift));
        }
        true
    }

    /// Flies for a time, s, as the keys are held; true if any is.
    pub(super) fn fly(&mut self, time_s: f64, scene: &Scene) -> bool {
        if !self.eye.is_flying() {
            self.held = Held::default();
        }
        if self.held.0.is_empty() {
            return false;
        }
        let (by, turns) = self.held.sum();
        let time_s = time_s as f32;
        self.eye.fly(by * (HEIGHTS_1_S * time_s), turns * (TURNS_DEG_S * time_s), scene);
        true
    }
}
