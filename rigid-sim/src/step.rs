//! One time step.

use crate::body::{BodyHandle, BodyKind, RigidBody};
use crate::contacts::{
    Bound, Contact, Mover, Velocity, between_bodies, overlapping_pairs, solve, with_static,
};
use crate::guide::GuideImpulse;
use crate::report::{ContactImpulse, StepReport};
use crate::world::World;
use glam::{DQuat, DVec3};

/// Fraction of a body's size by which contacts are searched farther ahead than it moves in a step: a corner may come down
/// because another one was stopped.
const MARGIN: f64 = 0.01;

impl World {
    /// Advances the world by `dt` seconds with the forces gathered since the last step, and forgets them.
    ///
    /// 1. *Kick*: `v += (F/m + g) Δt`, `L += τ Δt`, with the forces that the caller took from the current state; a guided
    ///    body is then brought to what its guide prescribes, here and after each of the following.
    /// 2. *Contacts* of the shapes where they are now, as far ahead as the bodies move in the step; impulses that stop,
    ///    bounce and rub (restitution after Newton, friction after Coulomb).
    /// 3. *Drift* with the new velocities (semi-implicit, symplectic), rotation at constant angular momentum. Shapes that
    ///    overlap are shifted apart a little; the shift carries no momentum.
    ///
    /// The same bodies, forces and steps give the same bits.
    ///
    /// # Panics
    /// If `dt` is not finite and above zero.
    pub fn step(&mut self, dt: f64) -> StepReport {
        assert!(dt.is_finite() && dt > 0.0, "the time step must be finite and above zero, got {dt} s");
        let mut report = StepReport::default();
        let gravity = self.gravity_m_s2;

        let before: Vec<Velocity> = self.bodies.iter().map(velocity).collect();
        report.guides.reserve(self.bodies.len());
        for (i, body) in self.bodies.iter_mut().enumerate() {
            kick(body, gravity, dt);
            report.guides.push(body.follow_guide());
            if body.quarantine_if_invalid() {
                report.quarantined.push(BodyHandle(i));
            }
        }

        let contacts = find_contacts(self, dt);
        report.contacts = contacts.len();
        report.max_penetration_m = contacts.iter().map(|c| -c.gap_m).fold(0.0, f64::max);
        let mut movers: Vec<Mover> =
            self.bodies.iter().zip(before).map(|(body, before)| mover(body, before)).collect();
        let guesses = self.memory.recall(&contacts, &self.bodies, dt);
        let impulses = solve(&mut movers, &contacts, &guesses, dt, self.solver_sweeps);
        self.memory.keep(&contacts, &impulses, &self.bodies, dt);

        for (i, (body, mover)) in self.bodies.iter_mut().zip(&movers).enumerate() {
            report.guides[i] += drift(body, mover, dt);
            if body.quarantine_if_invalid() {
                report.quarantined.push(BodyHandle(i));
            }
            body.last_valid = body.state;
            (body.force_n, body.torque_n_m) = (DVec3::ZERO, DVec3::ZERO);
        }
        report.impulses = movers.into_iter().map(|mover| mover.impulse).collect();
        report
    }
}

impl World {
    /// Pairs of bodies whose shapes overlap where they are now, of which contacts move at least one, with the greatest depth of
    /// each overlap, m; in the order of insertion.
    pub fn overlaps(&self) -> Vec<(BodyHandle, BodyHandle, f64)> {
        let mut pairs: Vec<(BodyHandle, BodyHandle, f64)> = Vec::new();
        for contact in find_contacts(self, 0.0).into_iter().filter(|contact| contact.gap_m < 0.0) {
            let Some(other) = contact.other.body() else { continue };
            let depth_m = -contact.gap_m;
            match pairs.last_mut() {
                Some((a, b, deepest_m)) if (a.0, b.0) == (contact.a, other) => {
                    *deepest_m = deepest_m.max(depth_m)
                }
                _ => pairs.push((BodyHandle(contact.a), BodyHandle(other), depth_m)),
            }
        }
        pairs
    }
}

/// `v += (F/m + g) Δt`, `L += τ Δt`.
fn kick(body: &mut RigidBody, gravity_m_s2: DVec3, dt: f64) {
    if body.kind == BodyKind::Dynamic && !body.quarantined {
        body.state.linvel_m_s += (body.force_n / body.mass.mass_kg + gravity_m_s2) * dt;
        body.state.angular_momentum += body.torque_n_m * dt;
    }
}

/// All contacts that this step could need, in an order that depends only on the order of insertion.
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
            let bound = Bound { center_m: body.state.center_m, radius_m: body.reach_m + ahead };
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
        center_m: body.state.center_m,
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
///
/// Returns the impulse of the body's guide.
fn drift(body: &mut RigidBody, mover: &Mover, dt: f64) -> GuideImpulse {
    let moves = body.moves_by_forces();
    let before_bounce = mover.bounce_at_s.unwrap_or(0.0);
    let state = &mut body.state;
    state.center_m += state.linvel_m_s * before_bounce;
    if moves {
        // The sums that are reported, not the solver's running velocity: so the momentum ledger closes to rounding.
        state.linvel_m_s += mover.impulse.linear_n_s() * body.mass.mass_kg.recip();
        state.angular_momentum += mover.impulse.angular_n_m_s;
    }
    let mut guide = body.follow_guide();
    body.state.center_m += body.state.linvel_m_s * (dt - before_bounce);
    body.state.rotation = body.turned(body.state.angular_momentum, dt);
    body.state.center_m += mover.push.linear * dt;
    body.state.rotation =
        (DQuat::from_scaled_axis(mover.push.angular * dt) * body.state.rotation).normalize();
    guide += body.follow_guide();
    guide
}
