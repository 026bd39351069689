//! A direction of a contact.

use super::mover::{Mover, Velocity};
use glam::DVec3;

/// The Jacobian of one direction, and the response of the bodies to a unit impulse along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    pub(super) direction: DVec3,
    pub(super) arms: [DVec3; 2],
    pub(super) turns: [DVec3; 2],
}

impl Axis {
    pub(super) fn new(direction: DVec3, arms: [DVec3; 2], movers: [&Mover; 2]) -> Self {
        let arms = arms.map(|arm| arm.cross(direction));
        Self {
            direction,
            arms,
            turns: [movers[0].inverse_inertia * arms[0], movers[1].inverse_inertia * arms[1]],
        }
    }

    pub(super) fn speed(&self, a: &Velocity, b: &Velocity) -> f64 {
        self.direction.dot(a.linear - b.linear) + self.arms[0].dot(a.angular) - self.arms[1].dot(b.angular)
    }
}
