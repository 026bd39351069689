use rigid_sim::RigidBody;

use super::BodyState;
use crate::bodies::body::Body;

/// Bodies that are not there from the start, in the order in which they enter.
#[derive(Debug, Default)]
pub(in crate::bodies) struct Late {
    /// Number of bodies that are there from the start.
    pub(in crate::bodies) first: usize,
    pub(in crate::bodies) all: Vec<Entry>,
    /// Bodies that have not entered, the next one last.
    pub(in crate::bodies) waiting: Vec<Body>,
}

/// A body as it enters.
#[derive(Debug)]
pub(in crate::bodies) struct Entry {
    pub(in crate::bodies) at_s: f64,
    /// Whether the scenario gives its height: if that is above the water it falls from there.
    pub(in crate::bodies) has_height: bool,
    pub(in crate::bodies) rigid: RigidBody,
    pub(in crate::bodies) state: BodyState,
}
