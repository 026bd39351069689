//! What the user has in hand: camera, helm, tool, pages; and what keys and buttons do to them and to the session. It knows neither
//! window nor panels.

mod acting;
mod action;
mod draft;
mod flight;
#[cfg(any(feature = "gamepad", all(test, feature = "panel-tests")))]
pub(crate) mod gamepad;
mod grip;
mod helm;
mod mouse;

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::{Event, RawInput};

use super::camera::{Eye, above_ground};
use super::session::{Command, Snapshot, State};
use super::thumbnails::Thumbnails;
use super::tracers::Tracers;
use crate::render::animation::Format;
use crate::render::camera::Camera;
use crate::scene::View;
use crate::sim::scenario::{HullColors, Scenario, Thrust};
use crate::sim::{Deed, Helm, Parameter};
use crate::staging::{self, Extras};
pub(crate) use action::{Action, Applies, HELP, Page, Tool};
pub(crate) use draft::Draft;
use flight::Held;
use grip::Grip;
pub(crate) use helm::{Hands, RUDDER_DEG};

/// What the window is to do besides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    Quit,
    /// Draws by a GPU from now on, or by the CPU.
    DrawBy {
        gpu: bool,
    },
    /// Writes files into another folder from now on.
    Folder(PathBuf),
    /// Writes the picture into a file.
    Screenshot,
    /// Begins or ends an animation.
    Record,
    /// Writes a replay into a file.
    Replay,
    /// Writes the present fields and bodies into files for ParaView.
    Fields,
    /// Writes the present surface and bodies as a 3D model.
    Model,
}

/// How films are recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FilmOptions {
    pub(crate) format: Format,
    /// Simulated time between two pictures, s; that of the scenario if none was chosen.
    pub(crate) every_s: Option<f64>,
    /// Whether each picture is written as a 3D model, too.
    pub(crate) models: bool,
}

/// What the user has in hand.
pub(crate) struct Controls {
    pub(crate) eye: Eye,
    pub(crate) chosen: Option<String>,
    pub(crate) tool: Tool,
    pub(crate) page: Option<Page>,
    pub(crate) shows_readings: bool,
    pub(crate) shows_names: bool,
    pub(crate) shows_exact: bool,
    /// Whether hulls have the colors of the pressure on them, if that was chosen.
    pressure: Option<bool>,
    /// Tracers in the science view, while they are shown.
    pub(crate) tracers: Option<Tracers>,
    pub(crate) shows_help: bool,
    /// What is said of the graphics device, which was lost; until it is read, or one is tried again.
    pub(crate) loss: Option<String>,
    pub(crate) is_dark: bool,
    /// The text of the scenario that is being edited.
    pub(crate) draft: Draft,
    /// What is wrong with that text, if it was found here.
    pub(crate) trouble: Option<String>,
    /// Whether the window was to be closed, and was not, as edits would be lost.
    pub(crate) asks_to_close: bool,
    /// What is said of a key that does nothing now.
    pub(crate) hint: Option<&'static str>,
    pub(crate) thumbnails: Thumbnails,
    /// Path of a scenario that is being typed.
    pub(crate) path: String,
    /// Folder for files that is being typed.
    pub(crate) folder: String,
    /// Keys of the scenario that are to be changed, and their values.
    pub(crate) edits: BTreeMap<String, f64>,
    /// Commands for the session, in order.
    pub(crate) commands: Vec<Command>,
    pub(crate) requests: Vec<Request>,
    pub(crate) film: FilmOptions,
    held: Held,
    hands: BTreeMap<String, Hands>,
    grip: Option<Grip>,
    opened: u64,
    /// The scenario that was opened last, and its own view.
    start: Option<(String, View)>,
    /// The step that was shown last.
    step: u64,
    /// The extras that the session was asked for last.
    extras: Extras,
    /// The farthest that the water was from the still level in what was shown of the scenario, m.
    reach_m: f32,
    /// Width and height of the picture, pixels.
    pub(crate) size: [u32; 2],
    /// Factor by which text is larger than usual.
    pub(crate) letters: f32,
}

impl Controls {
    pub(crate) fn new(snapshot: &Snapshot) -> Self {
        let mut controls = Self {
            eye: Eye::new(View::default()),
            chosen: None,
            tool: Tool::Camera,
            page: None,
            shows_readings: true,
            shows_names: false,
            shows_exact: true,
            pressure: None,
            tracers: None,
            shows_help: false,
            loss: None,
            is_dark: false,
            draft: Draft::default(),
            trouble: None,
            asks_to_close: false,
            hint: None,
            thumbnails: Thumbnails::default(),
            path: String::new(),
            folder: String::new(),
            edits: BTreeMap::new(),
            commands: Vec::new(),
            requests: Vec::new(),
            film: FilmOptions { format: Format::Gif, every_s: None, models: false },
            held: Held::default(),
            hands: BTreeMap::new(),
            grip: None,
            opened: 0,
            start: None,
            step: 0,
            extras: Extras::default(),
            reach_m: 0.0,
            size: [1, 1],
            letters: 1.0,
        };
        controls.follow(snapshot);
        controls
    }

    /// Takes a scenario up that was opened since; true if there is one. Back in the past the hands are where they were then.
    pub(crate) fn follow(&mut self, snapshot: &Snapshot) -> bool {
        if snapshot.step < std::mem::replace(&mut self.step, snapshot.step) {
            for (name, _, helm) in &snapshot.propelled {
                self.hands.entry(name.clone()).or_default().take_over(helm);
            }
        }
        if snapshot.opened != self.opened {
            self.reach_m = 0.0;
        }
        let water = &snapshot.scene.water;
        let off_m = water.level_m.iter().map(|level_m| (level_m - water.still_level_m).abs());
        self.reach_m = off_m.fold(self.reach_m, f32::max);
        let Some(scenario) = snapshot.scenario.as_deref().filter(|_| snapshot.opened != self.opened) else {
            return false;
        };
        self.opened = snapshot.opened;
        // The same with other numbers is looked at as before.
        let start = (scenario.origin.name.clone(), staging::view(scenario));
        if self.start.as_ref() != Some(&start) {
            self.eye = Eye::new(start.1.clone());
            self.is_dark |= start.1.dark;
            self.pressure = None;
            self.start = Some(start);
        }
        (self.hands, self.edits, self.grip) = Default::default();
        let propelled = scenario.body.iter().find(|(_, body)| body.propeller.is_some());
        let chosen = propelled.or(scenario.body.iter().next()).map(|(name, _)| name.clone());
        let is_there = |name: &String| scenario.body.contains_key(name);
        let chosen = self.chosen.take().filter(is_there).or(chosen);
        self.choose(chosen);
        true
    }

    /// Chooses a body.
    pub(crate) fn choose(&mut self, body: Option<String>) {
        self.commands.push(Command::Choose(body.clone()));
        self.chosen = body;
    }

    /// What the propeller of the chosen body does; none if it has none.
    pub(crate) fn propeller(&self, snapshot: &Snapshot) -> Option<Thrust> {
        self.steered(snapshot).map(|(now, _)| now)
    }

    /// The same, and whether any of it is by hand: of the user, or of whom a replay shows.
    pub(crate) fn steered(&self, snapshot: &Snapshot) -> Option<(Thrust, bool)> {
        let chosen = self.chosen.as_deref()?;
        let found = snapshot.propelled.iter().find(|(name, ..)| name == chosen);
        found.map(|(_, now, helm)| (*now, *helm != Helm::default()))
    }

    /// Simulated time between two pictures of the next film, s: as chosen, else that of the scenario, but enough pictures to see motion.
    pub(crate) fn film_every_s(&self, snapshot: &Snapshot) -> f64 {
        let of_scenario =
            |scenario: &Scenario| scenario.view.every_s.min((scenario.duration_s / 400.0).max(0.1));
        self.film.every_s.unwrap_or_else(|| snapshot.scenario.as_deref().map_or(0.1, of_scenario))
    }

    /// The hands on the helm of the chosen body.
    #[cfg(any(feature = "gamepad", all(test, feature = "panel-tests")))]
    pub(crate) fn hands(&self) -> Hands {
        let of = |name: &String| self.hands.get(name).copied();
        self.chosen.as_ref().and_then(of).unwrap_or_default()
    }

    /// Whether a line of the help, or a button, has an effect now.
    pub(crate) fn applies(&self, applies: Applies, snapshot: &Snapshot) -> bool {
        match applies {
            Applies::Always => true,
            Applies::Bodies => !snapshot.bodies.is_empty(),
            Applies::Helm => self.propeller(snapshot).is_some(),
            Applies::Afloat => {
                snapshot.scenario.as_deref().is_some_and(|scenario| scenario.afloat().next().is_some())
            }
            Applies::Fault => matches!(snapshot.state, State::Faulty(_)),
            Applies::Exact => snapshot.has_exact,
            Applies::Science => !self.eye.base().look.is_water(),
            Applies::Undo => snapshot.undo.is_some(),
            Applies::Flying => self.eye.is_flying(),
            Applies::Turning => !self.eye.is_flying(),
        }
    }

    /// Takes the keys out of the input of the panels that are actions; all are theirs while a text is typed.
    pub(crate) fn take_keys(&mut self, input: &mut RawInput, snapshot: &Snapshot, is_typing: bool) {
        let events = std::mem::take(&mut input.events);
        for event in events {
            let is_taken = match &event {
                Event::Key { key, pressed, repeat, modifiers, .. } => {
                    let side = match key {
                        egui::Key::ArrowLeft => Some(0),
                        egui::Key::ArrowRight => Some(1),
                        _ => None,
                    };
                    match side {
                        Some(side) if !*pressed || (!is_typing && modifiers.is_none()) => {
                            self.hold_rudder(side, *pressed, snapshot);
                            !is_typing
                        }
                        _ if self.fly_by(*key, *pressed && !is_typing, *modifiers) => !is_typing,
                        _ if *key == egui::Key::Z && *pressed && modifiers.command && !is_typing => {
                            self.act(Action::Undo, snapshot);
                            true
                        }
                        _ if *key == egui::Key::Tab && modifiers.command => {
                            // To the first button; from there the keys are those of the panels.
                            input.events.push(with_modifiers(&event, egui::Modifiers::NONE));
                            true
                        }
                        _ if is_typing || !*pressed || modifiers.command || modifiers.alt => false,
                        _ => action::action_of(*key, modifiers.shift, *repeat)
                            .inspect(|action| self.act(*action, snapshot))
                            .is_some(),
                    }
                }
                // What would be typed by the same keys.
                Event::Text(_) => !is_typing,
                Event::WindowFocused(false) => {
                    self.hands.values_mut().for_each(|hands| hands.held = [false; 2]);
                    self.held = Held::default();
                    false
                }
                _ => false,
            };
            if !is_taken {
                input.events.push(event);
            }
        }
    }

    fn hold_rudder(&mut self, side: usize, is_held: bool, snapshot: &Snapshot) {
        // A key that is let go is let go on every helm.
        if !is_held {
            self.hands.values_mut().for_each(|hands| hands.held[side] = false);
        } else if let Some(name) = self.chosen.clone().filter(|_| self.propeller(snapshot).is_some()) {
            self.hands.entry(name).or_default().held[side] = true;
        }
    }

    /// Moves what moves by itself for a time, s; true if something does.
    pub(crate) fn pass(&mut self, time_s: f64, snapshot: &Snapshot) -> bool {
        let Some(scenario) = snapshot.scenario.as_deref() else { return false };
        for (name, hands) in self.hands.iter_mut().filter(|(_, hands)| hands.is_moving()) {
            let propeller = scenario.body.get(name).and_then(|body| body.propeller.as_ref());
            let Some(propeller) = propeller else { continue };
            let (before, begins) = (hands.helm(), hands.rudder_deg.is_none() || hands.is_fixed);
            hands.turn(time_s, &propeller.at(snapshot.time_s));
            if hands.helm() != before {
                let deed = Deed::Steer { body: name.clone(), helm: hands.helm() };
                // From the press to the return of the rudder it is one gesture.
                self.commands.push(if begins { Command::Do(deed) } else { Command::GoOn(deed) });
            }
        }
        let flies = self.fly(time_s, &snapshot.scene);
        flies || self.hands.values().any(Hands::is_moving)
    }

    /// Steers the chosen body.
    pub(crate) fn steer(&mut self, with: impl FnOnce(&mut Hands)) {
        let Some(body) = self.chosen.clone() else { return };
        let hands = self.hands.entry(body.clone()).or_default();
        with(hands);
        self.commands.push(Command::Do(Deed::Steer { body, helm: hands.helm() }));
    }

    /// Steers the chosen body on, as a part of the gesture by which it was steered last.
    #[cfg(any(feature = "gamepad", all(test, feature = "panel-tests")))]
    fn steer_on(&mut self, with: impl FnOnce(&mut Hands)) {
        self.steer(with);
        if let Some(Command::Do(deed)) = self.commands.pop() {
            self.commands.push(Command::GoOn(deed));
        }
    }

    /// The view and the camera of the picture.
    pub(crate) fn view(&self, snapshot: &Snapshot) -> (View, Camera) {
        let view = View { dark: self.is_dark, letters: self.letters, ..self.eye.view(self.size) };
        let view = above_ground(view, &snapshot.scene, self.reach_m);
        let camera = Camera::of(&view, &snapshot.scene);
        (view, camera)
    }

    /// Asks the session for what is drawn of bodies besides, if that is something else than before.
    pub(crate) fn ask_for_extras(&mut self) {
        let view = self.eye.base();
        let View { forces, loads, track_s, .. } = *view;
        let (residual, pressure) = (view.shows_residual(), self.pressure);
        let extras = Extras { forces, loads, track_s, residual, pressure };
        if std::mem::replace(&mut self.extras, extras) != extras {
            self.commands.push(Command::Show(extras));
        }
    }

    /// Whether hulls have the colors of the pressure on them: as chosen, else as the scenario has it.
    pub(crate) fn shows_pressure(&self, snapshot: &Snapshot) -> bool {
        let given = |scenario: &Scenario| scenario.view.hull == HullColors::Pressure;
        self.pressure.unwrap_or_else(|| snapshot.scenario.as_deref().is_some_and(given))
    }

    /// Opens a scenario, with some keys changed.
    pub(crate) fn open(&mut self, name: String, changes: Vec<String>) {
        self.commands.push(Command::Open { name, changes });
    }

    /// Keys that were changed: at the start, while it ran, and by sliders for a new start; the later ones win.
    pub(crate) fn changes(&self, snapshot: &Snapshot) -> Vec<String> {
        let running = snapshot.parameters.iter().filter(|of| is_changed(of));
        let mut new: BTreeMap<&str, f64> = running.map(|(now, of)| (of.key.as_str(), *now)).collect();
        new.extend(self.edits.iter().map(|(key, value)| (key.as_str(), *value)));
        let key_of = |change: &str| change.split('=').next().unwrap_or_default().to_owned();
        let kept = snapshot.changes.iter().filter(|change| !new.contains_key(&*key_of(change)));
        kept.cloned().chain(new.iter().map(|(key, value)| format!("{key}={value:?}"))).collect()
    }

    /// Starts over with the keys that were changed.
    pub(crate) fn apply_edits(&mut self, snapshot: &Snapshot) {
        let changes = self.changes(snapshot);
        self.commands.push(Command::StartWith(changes));
    }
}

/// A key with other modifiers.
fn with_modifiers(event: &Event, new: egui::Modifiers) -> Event {
    let mut event = event.clone();
    if let Event::Key { modifiers, .. } = &mut event {
        *modifiers = new;
    }
    event
}

/// Whether a parameter was changed while the world ran: its value, and as it was at the start.
pub(crate) fn is_changed((now, first): &(f64, Parameter)) -> bool {
    *now != first.value
}
