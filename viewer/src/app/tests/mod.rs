//! The panels as a user meets them: by the names that a screen reader speaks, without a display. What they do is seen on a session
//! that runs in the same thread.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod above;
mod adding;
mod editing;
mod gestures;
mod keys;
#[cfg(all(feature = "gpu", target_os = "linux"))]
mod losses;
mod panels;
mod parameters;
mod picture;
mod records;
mod room;
mod typing;
mod views;

use std::time::Duration;

use egui::{TextureId, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::controls::Controls;
use super::panels::{Shown, show};
use super::session::tests::{BREAKING, pool};
use super::session::{Command, Engine, Snapshot, State};

/// A session with its controls, as the window has them.
struct Bench {
    engine: Engine,
    snapshot: Snapshot,
    controls: Controls,
    /// All commands so far.
    sent: Vec<Command>,
    /// The device that draws, in words.
    device: &'static str,
}

impl Bench {
    fn new(changes: &[&str]) -> Self {
        Self::of(Engine::new(&pool(changes), &[]).unwrap())
    }

    fn of(mut engine: Engine) -> Self {
        engine.carry_out(Command::Run(false));
        let mut snapshot = Snapshot::default();
        engine.write(&mut snapshot);
        let controls = Controls::new(&snapshot);
        let mut bench = Self { engine, snapshot, controls, sent: Vec::new(), device: "CPU" };
        bench.carry_out();
        bench.sent.clear();
        bench
    }

    /// Carries out what was commanded, and goes where it is to go.
    fn carry_out(&mut self) {
        for command in self.controls.commands.drain(..) {
            self.sent.push(command.clone());
            self.engine.carry_out(command);
        }
        while self.engine.is_busy() && self.snapshot_state() != State::Running {
            self.engine.advance(Duration::ZERO, Duration::from_millis(5));
        }
        self.engine.write(&mut self.snapshot);
        self.controls.follow(&self.snapshot);
    }

    /// Carries a command out, and goes where it leads.
    fn go(&mut self, command: Command) {
        self.controls.commands.push(command);
        self.carry_out();
    }

    fn snapshot_state(&mut self) -> State {
        self.engine.write(&mut self.snapshot);
        self.snapshot.state.clone()
    }

    fn frame(&mut self, ui: &mut Ui) {
        let shown = Shown {
            picture: TextureId::User(0),
            device: self.device,
            rate: Some(30.0),
            folder: std::path::Path::new("out/pool-window"),
            news: "",
            is_alive: true,
        };
        show(ui, &mut self.controls, &self.snapshot, &shown);
        self.carry_out();
    }
}

/// A window of 1280 × 800 points.
fn window<'a>(bench: Bench) -> Harness<'a, Bench> {
    window_of([1280.0, 800.0], bench)
}

/// A window of a width and a height, points.
fn window_of<'a>(size: [f32; 2], bench: Bench) -> Harness<'a, Bench> {
    let builder = Harness::builder().with_size(egui::Vec2::from(size));
    let mut harness = builder.build_ui_state(|ui, bench: &mut Bench| bench.frame(ui), bench);
    harness.run_steps(3);
    harness
}

/// Clicks what has a name.
fn click(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_label(name).click();
    harness.run_steps(3);
}
