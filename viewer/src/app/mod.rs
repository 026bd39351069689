//! The window: runs a scenario at the pace of the wall clock, with a camera that the mouse moves and a helm on the keys.

mod error;
mod eye;
mod keys;
mod pace;
mod presenter;
mod window;

pub use error::Error;

use winit::error::EventLoopError;
use winit::event_loop::EventLoop;

use crate::render::Backend;
use crate::sim::scenario::Scenario;

/// Opens a window on `scenario` and returns when it is closed.
///
/// [`Backend::Auto`] presents through a GPU where there is one in hardware, else it shows pictures drawn on the CPU.
///
/// # Errors
/// [`Error::NoDisplay`] where there is no screen, [`Error::World`] if the scenario cannot be set up, [`Error::Render`]
/// if a GPU is requested and there is none.
pub fn open(scenario: &Scenario, backend: Backend) -> Result<(), Error> {
    let mut window = window::Window::new(scenario, backend)?;
    let events = EventLoop::new().map_err(no_display)?;
    events.run_app(&mut window).map_err(no_display)?;
    window.finish()
}

/// The reason alone, without the line of winit's source before it.
fn no_display(error: EventLoopError) -> Error {
    let text = error.to_string();
    let reason = text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.');
    Error::NoDisplay { reason: reason.to_owned() }
}
