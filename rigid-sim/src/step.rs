//! One time step.

use crate::body::{BodyKind, RigidBody};
use crate::report::StepReport;
use crate::world::{BodyHandle, World};
use glam::DVec3;

/// Kick by the forces gathered, then drift with the new velocities.
pub(crate) fn step(world: &mut World, dt: f64) -> StepReport {
    let mut report = StepReport::default();
    for (i, body) in world.bodies.iter_mut().enumerate() {
        kick(body, world.gravity_m_s2, dt);
        if body.quarantine_if_unsound() {
            report.quarantined.push(BodyHandle(i));
        }
    }
    report.impulses = vec![Default::default(); world.bodies.len()];
    for (i, body) in world.bodies.iter_mut().enumerate() {
        let state = &mut body.state;
        state.centre_m += state.linvel_m_s * dt;
        state.rotation = body.inertia.advance(state.rotation, state.angular_momentum, dt);
        if body.quarantine_if_unsound() {
            report.quarantined.push(BodyHandle(i));
        }
        body.sound = body.state;
        (body.force_n, body.torque_n_m) = (DVec3::ZERO, DVec3::ZERO);
    }
    report
}

/// `v += (F/m + g) Δt`, `L += τ Δt`.
fn kick(body: &mut RigidBody, gravity: DVec3, dt: f64) {
    if body.kind == BodyKind::Dynamic && !body.quarantined {
        body.state.linvel_m_s += (body.force_n / body.mass.mass_kg + gravity) * dt;
        body.state.angular_momentum += body.torque_n_m * dt;
    }
}
