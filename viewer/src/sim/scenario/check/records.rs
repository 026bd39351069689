//! Checks of what is recorded of the water.

use std::collections::HashSet;

use super::ranges::{Wrong, count, inside, wrong};
use crate::sim::scenario::{Gauge, Scenario, Transect};

/// Greatest number of gauges, and of transects: each is recorded every step.
const MAX_GAUGES: usize = 10_000;

/// Whether the names of gauges, transects or joints can be shown, each once.
pub(super) fn own_names<'a>(kind: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Wrong> {
    let mut earlier = HashSet::new();
    for (i, name) in names.enumerate() {
        super::name(&format!("{kind}.{i}.name"), name)?;
        if !earlier.insert(name) {
            let message = format!("`{name}` is taken; each {kind} needs a name of its own");
            return wrong(format!("{kind}.{i}.name"), message);
        }
    }
    Ok(())
}

/// Checks all gauges.
pub(super) fn gauges(gauges: &[Gauge], scenario: &Scenario) -> Result<(), Wrong> {
    count("gauge", gauges.len(), MAX_GAUGES)?;
    own_names("gauge", gauges.iter().map(|gauge| &*gauge.name))?;
    for (i, gauge) in gauges.iter().enumerate() {
        inside(&format!("gauge.{i}.position_m"), gauge.position_m, scenario)?;
    }
    Ok(())
}

/// Checks all transects.
pub(super) fn transects(transects: &[Transect], scenario: &Scenario) -> Result<(), Wrong> {
    count("transect", transects.len(), MAX_GAUGES)?;
    own_names("transect", transects.iter().map(|transect| &*transect.name))?;
    for (i, transect) in transects.iter().enumerate() {
        inside(&format!("transect.{i}.from_m"), transect.from_m, scenario)?;
        inside(&format!("transect.{i}.to_m"), transect.to_m, scenario)?;
        if transect.from_m == transect.to_m {
            let message = "is where the line starts; it must be another point".into();
            return wrong(format!("transect.{i}.to_m"), message);
        }
    }
    Ok(())
}
