//! The report of a step.

use crate::body::{BodyHandle, GuideImpulse};
use crate::reuse::refill;
use glam::DVec3;

/// The report of one step. The step itself cannot fail.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Bodies frozen in this step because their state became invalid, see [`RigidBody::is_quarantined`](crate::RigidBody::is_quarantined).
    pub quarantined: Vec<BodyHandle>,
    /// Contact points that the solver considered, including near ones without an impulse.
    pub contacts: usize,
    /// Deepest overlap of two shapes at the start of the step, m.
    pub max_penetration_m: f64,
    /// Energy that contacts and joints took in the step, J; 0 unless [`World::finds_losses`](crate::World::finds_losses).
    ///
    /// That is, over the bodies that touch others or are joined, `Σ F·Δx + T·Δφ` of the loads, gravity, guides and drives over the ways that the bodies went, less what bodies gained of
    /// kinetic energy and springs of theirs, and less what kinematic bodies were given: what bounces, friction, damping and the solver's softness
    /// take, below 0 where an overlap that bodies started with pushes them apart. A body that falls asleep loses what it still moves with. Of single bodies nothing is lost.
    pub lost_j: f64,
    /// Work of the drives of joints on both of their sides in the step, `Σ τ Δq` over the sub-steps, J; below 0 where they brake.
    pub driven_j: f64,
    pub(crate) impulses: Vec<ContactImpulse>,
    pub(crate) guides: Vec<GuideImpulse>,
}

/// The impulse of all contacts and joints on one body in one step.
///
/// What keeps a sleeping body at rest counts as an impulse from statics.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactImpulse {
    /// Linear impulse from statics and joints to the world, N·s.
    pub from_statics_n_s: DVec3,
    /// Linear impulse from other bodies and joints to them, N·s; over all bodies these sum to zero.
    pub from_bodies_n_s: DVec3,
    /// Angular impulse of both about the center of mass, N·m·s.
    pub angular_n_m_s: DVec3,
}

impl std::ops::AddAssign for ContactImpulse {
    fn add_assign(&mut self, other: Self) {
        self.from_statics_n_s += other.from_statics_n_s;
        self.from_bodies_n_s += other.from_bodies_n_s;
        self.angular_n_m_s += other.angular_n_m_s;
    }
}

impl ContactImpulse {
    /// Linear impulse of all contacts, N·s.
    pub fn linear_n_s(&self) -> DVec3 {
        self.from_statics_n_s + self.from_bodies_n_s
    }
}

impl StepReport {
    /// Begins the report of a step, with so many slots of bodies.
    pub(crate) fn begin(&mut self, slots: usize) {
        let Self { quarantined, contacts, max_penetration_m, lost_j, driven_j, impulses, guides } = self;
        quarantined.clear();
        (*contacts, *max_penetration_m, *lost_j, *driven_j) = (0, 0.0, 0.0, 0.0);
        refill(impulses, slots, ContactImpulse::default());
        refill(guides, slots, GuideImpulse::default());
    }

    /// The impulse of contacts on a body; zero without contacts.
    ///
    /// For a dynamic body that was not quarantined the momentum ledger closes to rounding:
    /// `m Δv = (F + m g) Δt + linear_n_s()`, `ΔL = τ Δt + angular_n_m_s`, and for a guided one with the impulse of its
    /// guide ([`guide_impulse`](Self::guide_impulse)) besides.
    /// For a kinematic body it is the impulse of the others on it, which does not change its motion.
    pub fn contact_impulse(&self, body: BodyHandle) -> ContactImpulse {
        self.impulses.get(body.index()).copied().unwrap_or_default()
    }

    /// The impulse of a body's guide on it; zero without one.
    pub fn guide_impulse(&self, body: BodyHandle) -> GuideImpulse {
        self.guides.get(body.index()).copied().unwrap_or_default()
    }
}
