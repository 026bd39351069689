//! The solver: islands of bodies that touch or are joined, each moved through sub-steps under soft constraints.

mod axis;
mod closing;
mod contact_row;
mod coupled;
mod held;
mod impact;
mod island;
mod joints;
mod mover;
mod partition;
mod soft;

pub(crate) use island::{Problem, Solver};
pub(crate) use mover::{Moved, Velocity};
pub(crate) use partition::{Forest, Islands, Link, Sides};
