//! Sources of smoke, at rest or on bodies.

use glam::DVec3;

use crate::scenario::{self, Scenario};

/// The place of a source of smoke.
#[derive(Debug)]
pub(super) struct Source {
    /// Number of the body that it is on, if any.
    body: Option<usize>,
    /// Center of the ball; in the mesh's frame of a body, m.
    position_m: DVec3,
    pub(super) radius_m: f64,
}

impl Source {
    pub(super) fn new(given: &scenario::Source, scenario: &Scenario) -> Self {
        let is_own = |(name, _): (&str, _)| given.body.as_deref() == Some(name);
        Self {
            body: scenario.bodies().into_iter().position(is_own),
            position_m: DVec3::from_array(given.position_m),
            radius_m: given.radius_m,
        }
    }

    /// Where it is, m; nowhere on a body that was removed.
    pub(super) fn at_m(&self, point_m: impl Fn(usize, DVec3) -> Option<DVec3>) -> Option<DVec3> {
        self.body.map_or(Some(self.position_m), |body| point_m(body, self.position_m))
    }
}
