//! The joints of an island: the constraints of each, and all of them as one system.

mod bending;
mod booking;
mod constraint;
mod flow;
mod pivoting;
mod rows;
mod swings;
mod system;
#[cfg(test)]
mod tests;

pub(super) use flow::Flow;
pub(super) use rows::JointRows;
pub(super) use swings::{Swing, greatest_swing};
pub(super) use system::JointSystem;
