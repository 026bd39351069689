use super::cli::Selection;
use super::failure::Failure;

/// Opens a window on a scenario; returns when it is closed.
///
/// # Errors
///
/// [`Failure`] with the key that is wrong, or where there is no window to open.
pub fn open(selection: &Selection) -> Result<String, Failure> {
    let mut scenario = selection.load()?;
    scenario.duration_s = selection.steps(&scenario) as f64 * scenario.time_step_s();
    // A window must stay on the first thread of the program, so the number of threads is set for the whole program.
    rayon::ThreadPoolBuilder::new().num_threads(selection.threads.unwrap_or(0)).build_global()?;
    show(&scenario)
}

#[cfg(feature = "window")]
fn show(scenario: &crate::sim::scenario::Scenario) -> Result<String, Failure> {
    match crate::app::open(scenario, crate::render::Backend::Auto) {
        Ok(()) => Ok(String::new()),
        Err(crate::app::Error::World(error)) => Err(Failure::of_world(&scenario.origin.name, error)),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(feature = "window"))]
fn show(scenario: &crate::sim::scenario::Scenario) -> Result<String, Failure> {
    Err(Failure::NoWindow { scenario: scenario.origin.name.clone() })
}
