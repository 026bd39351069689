//! The joints of an island: the constraints of each, and all of them as one system.

mod bending;
mod booking;
mod constraint;
mod flow;
mod rows;
mod swings;
mod system;

pub(super) use flow::Flow;
pub(super) use rows::JointRows;
pub(super) use swings::{Swing, greatest_swing};
pub(super) use system::JointSystem;
