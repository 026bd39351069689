//! What actions do.

use egui::{Key, Modifiers};
use glam::Vec2;

use super::flight::Held;
use super::{Action, Applies, Controls, Hands, Request, Tool};
use crate::app::session::{Command, Snapshot, State};
use crate::app::tracers::Tracers;
use crate::scene::Scene;

/// What is said of keys that have an effect in the science view alone.
const OF_SCIENCE: &str = "tracers and streamlines are seen on the colors of a field: Y, then F4 or F6";

impl Controls {
    /// Carries an action out.
    pub(crate) fn act(&mut self, action: Action, snapshot: &Snapshot) {
        let (scene, size) = (&snapshot.scene, self.size);
        let by_heights = |by: Vec2| by * size[1] as f32;
        self.asks_to_close &= action == Action::Quit;
        let is_of_science = matches!(action, Action::Tracers | Action::Streamlines);
        self.hint = (is_of_science && !self.applies(Applies::Science, snapshot)).then_some(OF_SCIENCE);
        match action {
            Action::RunOrPause => self.commands.push(Command::Run(snapshot.state != State::Running)),
            Action::Step(by) => self.commands.push(Command::Step(by)),
            Action::Jump(by_s) => {
                self.commands.push(Command::Step((by_s / snapshot.time_step_s).round() as i64));
            }
            Action::Restart => self.commands.push(Command::Restart),
            Action::LastGood => self.commands.push(Command::LastGood),
            Action::Loop => self.commands.push(Command::Loop(!snapshot.loops)),
            Action::Speed(by) => {
                self.commands.extend(snapshot.speed.map(|speed| Command::Speed(speed.shifted(by))));
            }
            Action::View(preset) => self.eye.go(preset, scene, self.chosen.as_deref()),
            Action::Top => self.eye.toggle_top(scene),
            Action::Fly => self.eye.toggle_flight(scene, size),
            Action::Follow => self.eye.toggle_follow(scene, self.chosen.as_deref(), size),
            Action::Zoom(notches) => self.eye.zoom(notches, None, scene, size),
            Action::Turn(by) => self.eye.turn(by_heights(by), scene, size),
            Action::Pan(by) => self.eye.pan(by_heights(by), scene, size),
            Action::Body(by) => {
                let names: Vec<&str> = snapshot.bodies.iter().map(|body| &*body.name).collect();
                let at = names.iter().position(|name| Some(*name) == self.chosen.as_deref());
                let next = at.map_or(0, |at| (at as isize + by).rem_euclid(names.len() as isize) as usize);
                self.choose(names.get(next).map(|name| name.to_string()));
            }
            Action::Thrust(by) => {
                if let Some(now) = self.propeller(snapshot) {
                    self.steer(|hands| hands.push(by, &now));
                }
            }
            Action::Schedule => {
                if self.propeller(snapshot).is_some() {
                    self.steer(Hands::let_go);
                }
            }
            Action::Tool(tool) => self.tool = tool,
            Action::UseTool => {
                self.click(0.5 * Vec2::new(size[0] as f32, size[1] as f32), snapshot);
            }
            Action::Page(page) => self.page = (self.page != Some(page)).then_some(page),
            Action::Science => self.eye.toggle_science(),
            Action::Color(field) => self.eye.color(field),
            Action::Pressure => self.pressure = Some(!self.shows_pressure(snapshot)),
            Action::Look(by) => self.eye.shift_look(by),
            Action::Field(by) => self.eye.shift_field(by),
            Action::Readings => self.shows_readings = !self.shows_readings,
            Action::Names => self.shows_names = !self.shows_names,
            Action::Exact => self.shows_exact = !self.shows_exact,
            Action::Tracers | Action::Streamlines if self.hint.is_some() => {}
            Action::Tracers => {
                self.tracers = self.tracers.take().map_or_else(|| Some(Tracers::default()), |_| None);
            }
            Action::Streamlines => {
                let view = self.eye.base_mut();
                view.streamlines = !view.streamlines;
            }
            Action::Loads => {
                let view = self.eye.base_mut();
                view.loads = !view.loads;
            }
            Action::Forces => {
                let view = self.eye.base_mut();
                view.forces = !view.forces;
            }
            Action::Track => self.eye.toggle_track(),
            Action::Undo => self.commands.push(Command::Undo),
            Action::Screenshot => self.requests.push(Request::Screenshot),
            Action::Record => self.requests.push(Request::Record),
            Action::Replay => self.requests.push(Request::Replay),
            Action::Fields => self.requests.push(Request::Fields),
            Action::Model => self.requests.push(Request::Model),
            Action::Theme => self.is_dark = !self.is_dark,
            Action::Help => self.shows_help = !self.shows_help,
            Action::Close => {
                if self.shows_help {
                    self.shows_help = false;
                } else if self.tool != Tool::Camera {
                    self.tool = Tool::Camera;
                } else {
                    self.page = None;
                }
            }
            Action::Quit if self.may_close(snapshot) => self.requests.push(Request::Quit),
            Action::Quit => {}
        }
    }

    /// Whether the window may be closed: not at the first time of asking where edits of the text would be lost.
    pub(crate) fn may_close(&mut self, snapshot: &Snapshot) -> bool {
        let is_sure = std::mem::replace(&mut self.asks_to_close, self.draft.is_unsaved(snapshot));
        is_sure || !self.asks_to_close
    }

    /// Takes a key that flies, if it is one; it does so while it is held.
    pub(super) fn fly_by(&mut self, key: Key, pressed: bool, modifiers: Modifiers) -> bool {
        let is_free = !modifiers.command && !modifiers.alt;
        let flies = Held::knows(key) && is_free && self.eye.is_flying();
        self.held.hold(key, (flies && pressed).then_some(modifiers));
        flies
    }

    /// Flies for a time, s, as the keys are held; true if any is.
    pub(super) fn fly(&mut self, time_s: f64, scene: &Scene) -> bool {
        if !self.eye.is_flying() {
            self.held = Held::default();
        }
        let Some((by, turns)) = self.held.motion(time_s) else { return false };
        self.eye.fly(by, turns, scene);
        true
    }
}
