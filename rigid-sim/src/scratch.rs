//! Memory of a step, kept from step to step.

use crate::drift::Drift;
use crate::hold::Hold;
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
    /// By the least slot of each island.
    pub(crate) holds: Vec<Hold>,
    /// By the least slot of each group of sleepers; of those that are held, by the slot of each.
    pub(crate) drifts: Vec<Drift>,
    /// Groups of sleepers that wake.
    pub(crate) woken: Vec<usize>,
}
