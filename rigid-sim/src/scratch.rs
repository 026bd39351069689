//! Memory of a step, kept from step to step.

use crate::drift::Drift;
use crate::solver::{Forest, Islands, Link, Moved, Sides, Solver};
use glam::DVec3;

/// Memory of a step: lists by slot of the bodies, and what the solver needs. A step leaves nothing in it that the next one reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    /// Velocity and angular momentum of each body without the step's forces.
    pub(crate) before: Vec<(DVec3, DVec3)>,
    /// Bodies that have the step's forces.
    pub(crate) kicked: Vec<bool>,
    pub(crate) links: Vec<(Link, Sides)>,
    pub(crate) islands: Islands,
    pub(crate) solvers: Vec<Solver>,
    /// Places and rotations that the solver has found.
    pub(crate) solved: Vec<Option<Moved>>,
    pub(crate) rest: Rest,
}

/// Memory of the search for islands at rest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rest {
    pub(crate) forest: Forest,
    pub(crate) rested: Vec<bool>,
    /// By the least slot of each island or group of sleepers.
    pub(crate) is_held: Vec<bool>,
    pub(crate) drifts: Vec<Drift>,
    /// Groups of sleepers that wake.
    pub(crate) woken: Vec<usize>,
}
