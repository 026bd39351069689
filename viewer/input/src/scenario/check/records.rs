//! Checks of what is recorded of the water.

use super::names;
use super::ranges::{Wrong, count, inside, wrong};
use crate::scenario::{Gauge, Scenario, Transect};

/// Greatest number of gauges, and of transects: each is recorded every step.
const MAX_GAUGES: usize = 10_000;

/// Checks all gauges.
pub(super) fn gauges(gauges: &[Gauge], scenario: &Scenario) -> Result<(), Wrong> {
    count("gauge", gauges.len(), MAX_GAUGES)?;
    names::own("gauge", gauges.iter().map(|gauge| &*gauge.name))?;
    for (i, gauge) in gauges.iter().enumerate() {
        inside(&format!("gauge.{i}.position_m"), gauge.position_m, scenario)?;
    }
    Ok(())
}

/// Checks all transects.
pub(super) fn transects(transects: &[Transect], scenario: &Scenario) -> Result<(), Wrong> {
    count("transect", transects.len(), MAX_GAUGES)?;
    names::own("transect", transects.iter().map(|transect| &*transect.name))?;
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
