use serde::{Deserialize, Serialize};

use super::table::Row;
use crate::{JointReading, Name};

/// A joint or mooring line at one instant, a row of `joints.csv`; forces are means over the last step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JointRow {
    /// Simulated time.
    pub t_s: f64,
    /// Name in the scenario; `BODY.mooring.N` of a mooring line.
    pub joint: Name,
    /// Distance of its ends.
    pub distance_m: f64,
    /// Force along a rod, rope, spring or mooring line, positive where it pulls; of other joints the magnitude.
    pub tension_n: f64,
    /// Force on its body along x.
    pub fx_n: f64,
    /// Force on its body along y.
    pub fy_n: f64,
    /// Force on its body upwards.
    pub fz_n: f64,
}

impl Row for JointRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("joint", "name in the scenario; BODY.mooring.N of a mooring line"),
        ("distance_m", "m, distance of its ends"),
        (
            "tension_n",
            "N, force along a rod, rope, spring or mooring line, positive where it pulls; of other joints the magnitude",
        ),
        ("fx_n", "N, force on its body in the last step, along x"),
        ("fy_n", "N, force on its body in the last step, along y"),
        ("fz_n", "N, force on its body in the last step, upwards"),
    ];
}

impl JointRow {
    /// The row of a joint at a time.
    pub fn new(t_s: f64, reading: JointReading) -> Self {
        let JointReading { name, ends_m: [a, b], force_n, tension_n, .. } = reading;
        let [fx_n, fy_n, fz_n] = force_n.to_array();
        Self { t_s, joint: name, distance_m: a.distance(b), tension_n, fx_n, fy_n, fz_n }
    }
}
