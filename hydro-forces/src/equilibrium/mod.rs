//! Equilibrium of hulls in still water: levels, poses, metacentric heights, righting arms.

mod attitude;
mod level;
mod particulars;
mod pose;
mod righting;
mod settle;

pub use level::float_waterline;
pub use particulars::{Particulars, particulars};
pub use pose::{FloatPose, float_pose, float_pose_within};
pub use righting::{GzCurve, RightingArm, gz_curve};
