use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schedule::around;

/// A drive that takes a hinge to angles, or a slider to offsets, over time: a steering gear, a winch, the piston of a wave paddle. Water runs under a
/// body that hangs on one as under any that is afloat: a gate that is to hold water is driven (`motion.schedule`).
///
/// It acts with a torque or force `−m ω² (q − q*) − 2 ζ m ω (q̇ − q̇*)` on the body, and the opposite on what that is joined to, until it has no more to give. Here
/// `q*` is the position of the schedule, `ω = 2π f`, and `m` the inertia of the two bodies against the motion that the joint leaves, without the water. Its work is
/// `joint_drives_j` in the books.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JointDrive {
    /// Positions over time, in order of time, linear in between and constant outside; empty is to stay where it is at the start.
    pub schedule: Vec<JointPosition>,
    /// Greatest torque, of a hinge; no bound when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_torque_n_m: Option<f64>,
    /// Greatest force, of a slider; no bound when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_force_n: Option<f64>,
    /// Frequency `f` at which the bodies would swing about the position: the higher, the stiffer it follows.
    pub frequency_hz: f64,
    /// Damping ratio `ζ`: 1 is critical, with which they do not swing.
    pub damping_ratio: f64,
}

/// One point of the schedule of a joint's drive.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointPosition {
    /// Time of the point.
    pub time_s: f64,
    /// Angle of the body of a hinge from where it was at the start, about the axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_deg: Option<f64>,
    /// Offset of the body of a slider from where it was at the start, along the axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset_m: Option<f64>,
}

impl Default for JointDrive {
    fn default() -> Self {
        Self {
            schedule: Vec::new(),
            max_torque_n_m: None,
            max_force_n: None,
            frequency_hz: 10.0,
            damping_ratio: 1.0,
        }
    }
}

impl JointDrive {
    /// Position of the schedule at a time, rad of a hinge or m of a slider.
    pub fn position(&self, time_s: f64) -> f64 {
        let value = |point: &JointPosition| {
            point.angle_deg.map(f64::to_radians).or(point.offset_m).unwrap_or_default()
        };
        around(&self.schedule, time_s, |point| point.time_s)
            .map_or(0.0, |([before, after], part)| value(before) + part * (value(after) - value(before)))
    }

    /// Greatest torque or force, N m or N; infinite without a bound.
    pub fn most(&self) -> f64 {
        self.max_torque_n_m.or(self.max_force_n).unwrap_or(f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_linear_between_and_constant_outside_the_points() {
        let point = |time_s: f64, angle_deg: f64| JointPosition {
            time_s,
            angle_deg: Some(angle_deg),
            offset_m: None,
        };
        let drive =
            JointDrive { schedule: vec![point(1.0, 0.0), point(3.0, -20.0)], ..JointDrive::default() };
        for (time_s, wanted_deg) in [(0.0, 0.0), (1.5, -5.0), (3.0, -20.0), (9.0, -20.0)] {
            let position_deg = drive.position(time_s).to_degrees();
            assert!((position_deg - wanted_deg).abs() < 1e-12, "{position_deg} at {time_s} s");
        }
        assert_eq!(JointDrive::default().position(5.0), 0.0);
    }
}
