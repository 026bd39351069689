use rigid_sim::RigidBody;

use super::BodyState;
use crate::sim::bodies::body::Body;

/// Bodies that are not there from the start, in the order in which they enter.
#[derive(Debug, Default)]
pub(in crate::sim::bodies) struct Late {
    /// Number of bodies that are there from the start.
    pub(in crate::sim::bodies) first: usize,
    pub(in crate::sim::bodies) all: Vec<Entry>,
    /// Bodies that have not entered, the next one last.
    pub(in crate::sim::bodies) waiting: Vec<Body>,
}

/// A body as it enters.
#[derive(Debug)]
pub(in crate::sim::bodies) struct Entry {
    pub(in crate::sim::bodies) at_s: f64,
    pub(in crate::sim::bodies) rigid: RigidBody,
    pub(in crate::sim::bodies) state: BodyState,
}
