//! The window: a scenario that runs on a thread of its own, a camera that the mouse moves, a helm on the keys, and panels that say
//! what goes on.
//!
//! `session` runs the simulation, `camera` and `controls` hold what the user has in hand, `panels` show both, `presenter` draws:
//! each is plain data to the others, and only `window` knows the window system.

mod camera;
mod controls;
mod error;
mod first;
#[cfg(feature = "gamepad")]
mod gamepad;
mod panels;
mod presenter;
mod rate;
mod records;
mod said;
mod screen_reader;
mod session;
#[cfg(all(test, feature = "panel-tests"))]
mod tests;
mod thumbnails;
mod tracers;
mod window;

pub use error::Error;

use std::path::PathBuf;

use winit::error::EventLoopError;
use winit::event_loop::EventLoop;

use crate::render::Backend;
use crate::sim::Replay;
use crate::sim::scenario::Scenario;

/// Opens a window on `scenario`, read with some keys changed as by `--set`, and returns when it is closed. Pictures, films and records
/// go to the folder `out`, or `out/SCENARIO-window`, or where that has those of another run to the first that is free with a number.
///
/// [`Backend::Auto`] presents through a GPU where there is one in hardware, else it shows pictures drawn on the CPU.
///
/// # Errors
/// [`Error::NoDisplay`] where there is no screen, [`Error::World`] if the scenario cannot be set up, [`Error::Render`]
/// if a GPU is requested and there is none.
pub fn open(
    scenario: &Scenario,
    changes: &[String],
    backend: Backend,
    out: Option<PathBuf>,
) -> Result<(), Error> {
    show(session::Engine::new(scenario, changes)?, backend, out)
}

/// Whether a file is named as a replay is, which the window writes and [`open_replay`] plays.
pub fn is_replay(name: &str) -> bool {
    Replay::is_named(name)
}

/// Opens a window that plays a replay, and returns when it is closed; files go where those of [`open`] do.
///
/// # Errors
/// [`Error::Replay`] if the file is none, else as [`open`].
pub fn open_replay(path: &str, backend: Backend, out: Option<PathBuf>) -> Result<(), Error> {
    let replay = Replay::read(path.as_ref())?;
    show(session::Engine::of_replay(replay)?, backend, out)
}

fn show(engine: session::Engine, backend: Backend, out: Option<PathBuf>) -> Result<(), Error> {
    let events = EventLoop::with_user_event().build().map_err(no_display)?;
    let mut window = window::Window::new(engine, backend, out, events.create_proxy())?;
    events.run_app(&mut window).map_err(no_display)?;
    window.finish()
}

/// The reason alone, without the line of winit's source before it.
fn no_display(error: EventLoopError) -> Error {
    let text = error.to_string();
    let reason = text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.');
    Error::NoDisplay { reason: reason.to_owned() }
}
