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
    /// Angle of the body of a hinge about its axis, from where it was at the start; empty of other joints.
    #[serde(default)]
    pub angle_deg: Option<f64>,
    /// Offset of the body of a slider along its axis, from where it was at the start; empty of other joints.
    #[serde(default)]
    pub offset_m: Option<f64>,
    /// Torque of a hinge's drive on its body about the axis (N m), or force of a slider's along it (N); empty without a drive.
    #[serde(default)]
    pub drive: Option<f64>,
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
            "angle_deg",
            "degrees, angle of the body of a hinge from where it was at the start; empty of others",
        ),
        ("offset_m", "m, offset of the body of a slider from where it was at the start; empty of others"),
        (
            "drive",
            "N m, torque of a hinge's drive on the body, or N, force of a slider's, in the last step; empty without",
        ),
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
        let JointReading { name, ends_m: [a, b], force_n, tension_n, angle_rad, offset_m, drive, .. } =
            reading;
        let [fx_n, fy_n, fz_n] = force_n.to_array();
        let angle_deg = angle_rad.map(f64::to_degrees);
        Self {
            t_s,
            joint: name,
            distance_m: a.distance(b),
            angle_deg,
            offset_m,
            drive,
            tension_n,
            fx_n,
            fy_n,
            fz_n,
        }
    }
}
