//! The solver: islands of bodies that touch or are joined, each moved through sub-steps under soft constraints.

mod axis;
mod closing;
mod contact_place;
mod contact_row;
mod coupled;
mod held;
mod impact;
mod island;
mod islands;
mod joints;
mod mover;
mod partition;
mod problem;
mod round;
mod soft;

pub(crate) use islands::Solver;
pub(crate) use mover::{Moved, Velocity};
pub(crate) use partition::{Forest, Islands, Link, Sides};
pub(crate) use problem::Problem;
