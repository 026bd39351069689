//! How far a joint is from what it holds.

use glam::{DQuat, DVec3};

use super::{Fitted, JointKind};

/// Distance and angle of the sides of a joint from where it holds them: what the solver has not brought back, where nothing can or the loads are too
/// great. Springs and drives hold nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Misfit {
    /// Distance, m: of the ends of a fixed joint, ball or hinge; of those of a slider across its axis, or beyond its stops; of a rod from its length; of
    /// a rope beyond its length.
    pub apart_m: f64,
    /// Angle, rad: of a fixed joint or slider from the rotation that it holds, of the axes of a hinge, or beyond its stops.
    pub turned_rad: f64,
}

impl Misfit {
    /// That of a joint whose ends are at these places, on sides with these rotations.
    pub(crate) fn of(fitted: &Fitted, [a, b]: [DVec3; 2], rotations: [DQuat; 2]) -> Self {
        let frames = [0, 1].map(|side| rotations[side] * fitted.frames[side]);
        let [mine, theirs] = frames.map(|frame| frame * DVec3::X);
        let beyond = || fitted.position([a, b], frames).map_or(0.0, |position| fitted.beyond(position));
        let (apart, turned_rad) = (a - b, || frames[0].angle_between(frames[1]));
        match fitted.joint.kind {
            JointKind::Fixed => Self { apart_m: apart.length(), turned_rad: turned_rad() },
            JointKind::Ball => Self { apart_m: apart.length(), turned_rad: 0.0 },
            JointKind::Hinge { .. } => {
                Self { apart_m: apart.length(), turned_rad: mine.angle_between(theirs).max(beyond()) }
            }
            JointKind::Slider { .. } => {
                let across_m = apart.reject_from_normalized(mine).length();
                Self { apart_m: across_m.max(beyond()), turned_rad: turned_rad() }
            }
            JointKind::Rod { length_m } => {
                Self { apart_m: (apart.length() - length_m).abs(), turned_rad: 0.0 }
            }
            JointKind::Rope { length_m } => {
                Self { apart_m: (apart.length() - length_m).max(0.0), turned_rad: 0.0 }
            }
            JointKind::Spring(_) => Self::default(),
        }
    }
}
