use std::path::PathBuf;

use super::appearance::Appearance;
use super::cli::{DrawnBy, Selection};
use super::failure::Failure;

/// Opens a window on a scenario or a replay; returns when it is closed. A window must stay on the first thread of the program, so that it
/// computes on the threads of the whole program, which [`main`](super::main) starts.
///
/// # Errors
///
/// [`Failure`] with the key that is wrong, or where there is no window to open.
pub fn open(
    selection: &Selection,
    appearance: &Appearance,
    renderer: DrawnBy,
    out: Option<PathBuf>,
) -> Result<String, Failure> {
    #[cfg(feature = "window")]
    if crate::app::is_replay(&selection.scenario) {
        return shown(
            &selection.scenario,
            crate::app::open_replay(&selection.scenario, renderer.into(), out),
        );
    }
    let selection = selection.with(appearance.changes());
    let mut scenario = selection.load()?;
    scenario.duration_s = selection.steps(&scenario) as f64 * scenario.time_step_s();
    show(&scenario, &selection.set, renderer, out)
}

#[cfg(feature = "window")]
fn show(
    scenario: &crate::sim::scenario::Scenario,
    changes: &[String],
    renderer: DrawnBy,
    out: Option<PathBuf>,
) -> Result<String, Failure> {
    shown(&scenario.origin.name, crate::app::open(scenario, changes, renderer.into(), out))
}

#[cfg(feature = "window")]
fn shown(name: &str, result: Result<(), crate::app::Error>) -> Result<String, Failure> {
    match result {
        Ok(()) => Ok(String::new()),
        Err(crate::app::Error::World(error)) => Err(Failure::of_world(name, error)),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(feature = "window"))]
fn show(
    scenario: &crate::sim::scenario::Scenario,
    _: &[String],
    _: DrawnBy,
    _: Option<PathBuf>,
) -> Result<String, Failure> {
    Err(Failure::NoWindow { scenario: scenario.origin.name.clone() })
}
