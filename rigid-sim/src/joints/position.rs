//! Positions of hinges and sliders, from stops and targets.

use super::{Fitted, JointKind};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

impl Fitted {
    /// Position of a hinge or slider whose ends are at these places, with these rotations from the joint's coordinates, rad or m; none of other kinds.
    pub(crate) fn position(&self, [a, b]: [DVec3; 2], frames: [DQuat; 2]) -> Option<f64> {
        match self.joint.kind {
            JointKind::Hinge { .. } => {
                let turn = frames[1].inverse() * frames[0];
                Some(shorter_way(2.0 * turn.x.atan2(turn.w)))
            }
            JointKind::Slider { .. } => Some((frames[0] * DVec3::X).dot(a - b)),
            _ => None,
        }
    }

    /// Distance of a position beyond the stops, rad or m; 0 within.
    pub(super) fn beyond(&self, position: f64) -> f64 {
        self.joint
            .limits
            .map_or(0.0, |[lowest, highest]| (position - highest).max(lowest - position).max(0.0))
    }

    /// Distance of a position from the target of a drive, rad or m.
    pub(crate) fn off_target(&self, position: f64, target: f64) -> f64 {
        let off = position - target;
        if matches!(self.joint.kind, JointKind::Hinge { .. }) { shorter_way(off) } else { off }
    }
}

/// An angle that differs by full turns, from −π to π.
fn shorter_way(angle_rad: f64) -> f64 {
    angle_rad - TAU * (angle_rad / TAU).round()
}
