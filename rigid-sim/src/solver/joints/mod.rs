//! The joints of an island: the constraints of each, and all of them as one system.

mod bending;
mod constraint;
mod rows;
mod system;

pub(super) use rows::JointRows;
pub(super) use system::JointSystem;
