//! What the solver takes from the world.

use crate::body::Bodies;
use crate::contacts::Pair;
use crate::joints::Joints;
use crate::shape::Static;
use glam::DVec3;

/// The state of a world at the start of a step, for its islands.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) bodies: &'a Bodies,
    pub(crate) pairs: &'a [Pair],
    pub(crate) statics: &'a [Static],
    pub(crate) joints: &'a Joints,
    /// Velocity and angular momentum of each body without the step's forces.
    pub(crate) before: &'a [(DVec3, DVec3)],
    pub(crate) dt: f64,
    pub(crate) substeps: u32,
    /// What to multiply the impulses of the last step by.
    pub(crate) scale: f64,
    pub(crate) tolerance_m_s: f64,
}
