//! One time step.

use crate::body::{BodyKind, RigidBody};
use crate::broad_phase::{Bound, overlapping_pairs};
use crate::narrow_phase::{Contact, between_bodies, with_static};
use crate::report::{ContactImpulse, StepReport};
use crate::solver::{Mover, Velocity, solve};
use crate::world::{BodyHandle, World};
use glam::{DQuat, DVec3};

/// Contacts are looked for as far ahead as the bodies move in a step, plus this share of their size: a corner may
/// come down because another one was stopped.
const MARGIN: f64 = 0.01;

/// Kick by forces and gravity, impulses of contacts, drift with the new velocities (semi-implicit Euler).
pub(crate) fn step(world: &mut World, dt: f64) -> StepReport {
    let mut report = StepReport::default();
    let gravity = world.gravity_m_s2;

    let before: Vec<Velocity> = world.bodies.iter().map(velocity).collect();
    for (i, body) in world.bodies.iter_mut().enumerate() {
        kick(body, gravity, dt);
        if body.quarantine_if_unsound() {
            report.quarantined.push(BodyHandle(i));
        }
    }

    let contacts = find_contacts(world, dt);
    report.contacts = contacts.len();
    report.max_penetration_m = contacts.iter().map(|c| -c.gap_m).fold(0.0, f64::max);
    let mut movers: Vec<Mover> =
        world.bodies.iter().zip(before).map(|(body, before)| mover(body, before)).collect();
    let guesses = world.memory.recall(&contacts, &world.bodies, dt);
    let impulses = solve(&mut movers, &contacts, &guesses, dt, world.solver_sweeps);
    world.memory.keep(&contacts, &impulses, &world.bodies, dt);

    for (i, (body, mover)) in world.bodies.iter_mut().zip(&movers).enumerate() {
        drift(body, mover, dt);
        if body.quarantine_if_unsound() {
            report.quarantined.push(BodyHandle(i));
        }
        body.sound = body.state;
        (body.force_n, body.torque_n_m) = (DVec3::ZERO, DVec3::ZERO);
    }
    report.impulses = movers.into_iter().map(|mover| mover.impulse).collect();
    report
}

/// `v += (F/m + g) Δt`, `L += τ Δt`.
fn kick(body: &mut RigidBody, gravity_m_s2: DVec3, dt: f64) {
    if body.kind == BodyKind::Dynamic && !body.quarantined {
        body.state.linvel_m_s += (body.force_n / body.mass.mass_kg + gravity_m_s2) * dt;
        body.state.angular_momentum += body.torque_n_m * dt;
    }
}

/// All contacts that this step could need, in an order that depends on nothing but the order of insertion.
fn find_contacts(world: &World, dt: f64) -> Vec<Contact> {
    let ahead: Vec<f64> = world
        .bodies
        .iter()
        .map(|body| {
            let velocity = velocity(body);
            (velocity.linear.length() + velocity.angular.length() * body.reach_m) * dt + MARGIN * body.reach_m
        })
        .collect();
    let bounds: Vec<Option<Bound>> = world
        .bodies
        .iter()
        .zip(&ahead)
        .map(|(body, ahead)| {
            let bound = Bound { centre_m: body.state.centre_m, radius_m: body.reach_m + ahead };
            (!body.quarantined && !body.colliders.is_empty()).then_some(bound)
        })
        .collect();

    let mut contacts = Vec::new();
    for (a, body) in world.bodies.iter().enumerate() {
        if let Some(bound) = bounds[a]
            && body.kind == BodyKind::Dynamic
        {
            for other in world.statics.iter().enumerate() {
                with_static(a, body, &bound, other, ahead[a], &mut contacts);
            }
        }
    }
    for (a, b) in overlapping_pairs(&bounds) {
        let (first, second) = (&world.bodies[a], &world.bodies[b]);
        if first.kind == BodyKind::Dynamic || second.kind == BodyKind::Dynamic {
            between_bodies((a, first), (b, second), ahead[a] + ahead[b], &mut contacts);
        }
    }
    contacts
}

fn velocity(body: &RigidBody) -> Velocity {
    Velocity { linear: body.state.linvel_m_s, angular: body.angvel_rad_s() }
}

fn mover(body: &RigidBody, before: Velocity) -> Mover {
    Mover {
        centre_m: body.state.centre_m,
        inverse_mass: body.inverse_mass(),
        inverse_inertia: body.inverse_inertia(),
        before,
        velocity: velocity(body),
        push: Velocity::default(),
        bounce_at_s: None,
        impulse: ContactImpulse::default(),
    }
}

/// Moves the body with its new velocity, but until it bounces off a static with its old one: the bounce reflects the
/// path, and height is traded for speed without a loss that would add up. Turning takes the new momentum for the whole
/// step, because the impulses were found for the orientation at its start: so they keep the energy of rotation.
/// Bodies that bounce off each other have no such split, which keeps their total angular momentum exact.
fn drift(body: &mut RigidBody, mover: &Mover, dt: f64) {
    let before_bounce = mover.bounce_at_s.unwrap_or(0.0);
    let state = &mut body.state;
    state.centre_m += state.linvel_m_s * before_bounce;
    if mover.inverse_mass > 0.0 {
        // The sums that are reported, not the solver's running velocity: so the momentum ledger closes to rounding.
        state.linvel_m_s += mover.impulse.linear_n_s() * mover.inverse_mass;
        state.angular_momentum += mover.impulse.angular_n_m_s;
    }
    state.centre_m += state.linvel_m_s * (dt - before_bounce);
    state.rotation = body.inertia.advance(state.rotation, state.angular_momentum, dt);
    body.state.centre_m += mover.push.linear * dt;
    body.state.rotation =
        (DQuat::from_scaled_axis(mover.push.angular * dt) * body.state.rotation).normalize();
}
