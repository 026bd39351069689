//! The range in which the scheme is stable, and policies for flow beyond it.

mod limits;
mod policy;

pub(crate) use limits::require_stable_at_rest;
pub(crate) use policy::{Limits, stable_froude};
pub use policy::{Policy, Stability, WorstCell};
