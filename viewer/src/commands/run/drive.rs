use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::ending::Ending;
use crate::commands::failure::Failure;
use crate::sim::World;
use crate::sim::scenario::Scenario;

/// The folder for what is written: `out`, or the scenario's own.
pub(in crate::commands) fn folder(out: Option<&Path>, scenario: &Scenario) -> PathBuf {
    let name = || Path::new(&scenario.origin.name).file_stem().unwrap_or("run".as_ref());
    out.map_or_else(|| Path::new("out").join(name()), Path::to_owned)
}

/// Runs a world for `steps` and calls `each` at the start and after every step, but not after one that failed.
pub(in crate::commands) fn drive(
    world: &mut World,
    steps: u64,
    stop: &AtomicBool,
    mut each: impl FnMut(&World) -> Result<(), Failure>,
) -> Result<Ending, Failure> {
    each(world)?;
    while world.steps() < steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        let report = world.step();
        if let Some(trouble) = report.trouble {
            return Ok(Ending::Unstable(trouble));
        }
        if !report.quarantined.is_empty() {
            return Ok(Ending::Lost(report.quarantined));
        }
        each(world)?;
        if let Some(why) = report.stopped {
            return Ok(Ending::Stopped(why));
        }
    }
    Ok(Ending::Finished)
}
