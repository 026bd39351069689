use super::appearance::Appearance;
use super::cli::Selection;
use super::failure::Failure;

/// Opens a window on a scenario; returns when it is closed. A window must stay on the first thread of the program, so that it
/// computes on the threads of the whole program, which [`main`](super::main) starts.
///
/// # Errors
///
/// [`Failure`] with the key that is wrong, or where there is no window to open.
pub fn open(selection: &Selection, appearance: &Appearance) -> Result<String, Failure> {
    let selection = selection.with(appearance.changes());
    let mut scenario = selection.load()?;
    scenario.duration_s = selection.steps(&scenario) as f64 * scenario.time_step_s();
    show(&scenario, &selection.set)
}

#[cfg(feature = "window")]
fn show(scenario: &crate::sim::scenario::Scenario, changes: &[String]) -> Result<String, Failure> {
    match crate::app::open(scenario, changes, crate::render::Backend::Auto) {
        Ok(()) => Ok(String::new()),
        Err(crate::app::Error::World(error)) => Err(Failure::of_world(&scenario.origin.name, error)),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(feature = "window"))]
fn show(scenario: &crate::sim::scenario::Scenario, _: &[String]) -> Result<String, Failure> {
    Err(Failure::NoWindow { scenario: scenario.origin.name.clone() })
}
