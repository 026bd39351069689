use serde::{Deserialize, Serialize};

use super::table::Row;
use crate::{Name, TransectReading};

/// Flow through a transect at one instant, a row of `transects.csv`; positive to the left of the way along it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TransectRow {
    /// Simulated time.
    pub t_s: f64,
    /// Name in the scenario.
    pub transect: Name,
    /// Volume a second.
    pub discharge_m3_s: f64,
    /// Energy a second.
    pub power_w: f64,
    /// Volume since the start.
    pub volume_m3: f64,
    /// Energy since the start.
    pub energy_j: f64,
}

impl Row for TransectRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("transect", "name in the scenario"),
        ("discharge_m3_s", "m³/s, discharge to the left of the way along the line"),
        ("power_w", "W, energy a second that the water carries there"),
        ("volume_m3", "m³, volume that passed since the start"),
        ("energy_j", "J, energy that passed since the start"),
    ];
}

impl TransectRow {
    /// The row of a transect at a time.
    pub fn new(t_s: f64, reading: TransectReading) -> Self {
        let TransectReading { name, discharge_m3_s, power_w, volume_m3, energy_j } = reading;
        Self { t_s, transect: name, discharge_m3_s, power_w, volume_m3, energy_j }
    }
}
