use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::ending::Ending;
use crate::commands::failure::Failure;
use crate::sim::scenario::Scenario;
use crate::sim::{Deed, World};

/// The folder for what is written: `out`, or the scenario's own.
pub(in crate::commands) fn folder(out: Option<&Path>, scenario: &Scenario) -> PathBuf {
    let name = || Path::new(&scenario.origin.name).file_stem().unwrap_or("run".as_ref());
    out.map_or_else(|| Path::new("out").join(name()), Path::to_owned)
}

/// What is done with the states of a run.
pub(in crate::commands) trait Watch {
    /// Takes a state: that at the start, and that after every step but one that failed.
    fn record(&mut self, world: &World) -> Result<(), Failure>;

    /// Keeps the recorded state if the run is to be able to go on from it.
    fn keep(&mut self, _world: &World) -> Result<(), Failure> {
        Ok(())
    }
}

impl<F: FnMut(&World) -> Result<(), Failure>> Watch for F {
    fn record(&mut self, world: &World) -> Result<(), Failure> {
        self(world)
    }
}

/// Runs a world until it has taken `steps`, and does to it what a replay says, each deed with the step before which it is done. What it starts with is
/// recorded, unless it `goes_on` from a state that was.
pub(in crate::commands) fn drive(
    world: &mut World,
    (steps, goes_on): (u64, bool),
    deeds: &[(u64, Deed)],
    stop: &AtomicBool,
    watch: &mut impl Watch,
) -> Result<Ending, Failure> {
    let mut deeds = deeds.iter().peekable();
    if !goes_on {
        watch.record(world)?;
        watch.keep(world)?;
    }
    while world.steps() < steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        while let Some((_, deed)) = deeds.next_if(|(before, _)| *before <= world.steps()) {
            deed.act_on(world);
        }
        let report = world.step();
        if let Some(trouble) = report.trouble {
            return Ok(Ending::Unstable(trouble));
        }
        watch.record(world)?;
        if let Some(why) = report.stopped {
            return Ok(Ending::Stopped(why));
        }
        watch.keep(world)?;
    }
    Ok(if world.quarantined().next().is_some() { Ending::Lost } else { Ending::Finished })
}
