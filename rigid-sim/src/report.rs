//! What a step did.

use crate::world::BodyHandle;
use glam::DVec3;

/// What one step did. The step itself cannot fail.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Bodies frozen in this step because their state was lost: not finite or out of all bounds.
    pub quarantined: Vec<BodyHandle>,
    /// Contact points the solver saw, including near ones that took no impulse.
    pub contacts: usize,
    /// Deepest overlap of two shapes at the start of the step, m.
    pub max_penetration_m: f64,
    pub(crate) impulses: Vec<ContactImpulse>,
}

/// What contacts gave to one body in one step, as it entered the body's momentum.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ContactImpulse {
    /// Linear impulse from statics, N·s.
    pub from_statics_n_s: DVec3,
    /// Linear impulse from other bodies, N·s; over all bodies these sum to zero.
    pub from_bodies_n_s: DVec3,
    /// Angular impulse of both about the centre of mass, N·m·s.
    pub angular_n_m_s: DVec3,
}

impl ContactImpulse {
    /// Linear impulse of all contacts, N·s.
    pub fn linear_n_s(&self) -> DVec3 {
        self.from_statics_n_s + self.from_bodies_n_s
    }
}

impl StepReport {
    /// What contacts gave to a body; zero for one that touched nothing.
    ///
    /// For a dynamic body that was not quarantined the momentum ledger closes to rounding:
    /// `m Δv = (F + m g) Δt + linear_n_s()`, `ΔL = τ Δt + angular_n_m_s`.
    /// For a kinematic body it is what the others did to it, without effect on its motion.
    pub fn contact_impulse(&self, body: BodyHandle) -> ContactImpulse {
        self.impulses.get(body.0).copied().unwrap_or_default()
    }
}
