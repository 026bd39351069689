//! Levels and poses in which a hull floats.

mod attitude;
mod level;
mod pose;

pub use level::float_level;
pub use pose::{FloatPose, float_pose};
