//! Energy that contacts and joints take.

use crate::body::{GuideImpulse, RigidBody};
use crate::report::ContactImpulse;
use crate::solver::Velocity;
use glam::{DQuat, DVec3};

/// A body before the end of a step.
pub(crate) struct Start {
    kinetic_j: f64,
    angvel_rad_s: DVec3,
    linvel_m_s: DVec3,
    center_m: DVec3,
    rotation: DQuat,
    ahead: Velocity,
}

impl Start {
    /// A body still in its place, with the velocity and angular momentum that it had before the step's forces.
    /// Loads do no work on the part of its way that is `ahead`.
    pub(crate) fn of(
        body: &RigidBody,
        (linvel_m_s, angular_momentum): (DVec3, DVec3),
        ahead: &Velocity,
    ) -> Self {
        let mut before = body.state;
        (before.linvel_m_s, before.angular_momentum) = (linvel_m_s, angular_momentum);
        let angvel_rad_s = body.inertia.angular_velocity(before.rotation, angular_momentum);
        Self {
            kinetic_j: kinetic_j(body, linvel_m_s, angular_momentum, angvel_rad_s),
            angvel_rad_s,
            linvel_m_s,
            center_m: before.center_m,
            rotation: before.rotation,
            ahead: *ahead,
        }
    }

    /// Energy that a body which moves by forces lost in the step that has ended, J: the work of loads and `guide` over its way less what it gained.
    pub(crate) fn lost_j(&self, body: &RigidBody, gravity_m_s2: DVec3, guide: &GuideImpulse) -> f64 {
        let (linvel_m_s, angular_momentum) = body.motion();
        let angvel_rad_s = body.angvel_rad_s();
        let force_n = body.force_n + body.weight_n(gravity_m_s2);
        let turn_rad = shortest(body.state.rotation * self.rotation.conjugate()).to_scaled_axis();
        let way_m = body.state.center_m - self.center_m - self.ahead.linear;
        let of_loads_j = force_n.dot(way_m) + body.torque_n_m.dot(turn_rad - self.ahead.angular);
        let of_guide_j = 0.5
            * (guide.linear_n_s.dot(self.linvel_m_s + linvel_m_s)
                + guide.angular_n_m_s.dot(self.angvel_rad_s + angvel_rad_s));
        let gained_j = kinetic_j(body, linvel_m_s, angular_momentum, angvel_rad_s) - self.kinetic_j;
        of_loads_j + of_guide_j - gained_j
    }
}

/// Energy that a kinematic body was given by an impulse, J.
pub(crate) fn given_j(body: &RigidBody, impulse: &ContactImpulse) -> f64 {
    impulse.linear_n_s().dot(body.linvel_m_s()) + impulse.angular_n_m_s.dot(body.angvel_rad_s())
}

fn kinetic_j(body: &RigidBody, linvel_m_s: DVec3, angular_momentum: DVec3, angvel_rad_s: DVec3) -> f64 {
    0.5 * (body.mass.mass_kg * linvel_m_s.length_squared() + angular_momentum.dot(angvel_rad_s))
}

/// The same rotation with an angle of at most a half turn.
fn shortest(rotation: DQuat) -> DQuat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}
