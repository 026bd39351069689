//! Bodies at rest that are left out of the steps until something changes.

use crate::body::{Asleep, BodyHandle, RigidBody, Sleeping};
use crate::contacts::Other;
use crate::drift::Drift;
use crate::hold::{Hold, POINTS, borne};
use crate::joints::JointKind;
use crate::report::StepReport;
use crate::reuse::refill;
use crate::scratch::Rest;
use crate::solver::{Forest, Link, Sides};
use crate::world::World;
use glam::DVec3;

impl World {
    /// Lays a dynamic body to rest where it is, until something wakes it; see [`Sleeping`](crate::Sleeping). Does nothing with another.
    ///
    /// What it touches is not laid to rest with it, and wakes it in the next step if it is awake.
    pub fn sleep(&mut self, handle: BodyHandle) {
        if let Some(body) = self.bodies.get_mut(handle)
            && body.moves_by_forces()
            && body.guide.is_none()
        {
            (body.state.linvel_m_s, body.state.angular_momentum) = (DVec3::ZERO, DVec3::ZERO);
            body.asleep = Some(Asleep { group: handle.index(), loads: None, withheld: None, hold: None });
        }
    }

    /// Wakes a body and all that fell asleep with it.
    pub fn wake(&mut self, handle: BodyHandle) {
        if let Some(Asleep { group, .. }) = self.bodies.get(handle).and_then(|body| body.asleep) {
            self.wake_group(group);
        }
    }

    pub(crate) fn wake_group(&mut self, group: usize) {
        for (_, body) in self.bodies.iter_mut() {
            if body.asleep.is_some_and(|asleep| asleep.group == group) {
                (body.asleep, body.quiet_s) = (None, body.quiet_s.min(0.0));
            }
        }
    }

    /// Wakes sleepers whose load has changed, that were given a velocity, or that forces would move by now: these wake with the motion that was
    /// withheld from them. Those that are held wake at rest, where springs would swing by more each time that a speed is given to them, and are not at
    /// rest before they had the time to move that forces took to wake them.
    pub(crate) fn wake_by_forces(
        &mut self,
        dt: f64,
        report: &mut StepReport,
        Rest { drifts, woken, .. }: &mut Rest,
    ) {
        let Sleeping { speed_m_s, wake_m_s2, .. } = self.sleeping.unwrap_or_default();
        let gravity_m_s2 = self.gravity_m_s2;
        let down = gravity_m_s2.normalize_or_zero();
        woken.clear();
        self.find_beside_shifted(woken);
        let is_free = |body: &RigidBody| body.asleep.is_some_and(|asleep| asleep.withheld.is_some());
        let any = self.bodies.iter().any(|(_, body)| is_free(body));
        refill(drifts, if any { self.bodies.slots() } else { 0 }, Drift::default());
        for (i, body) in self.bodies.iter_mut() {
            let loads = body.applied(gravity_m_s2);
            let disturbed = disturbed(body, loads, wake_m_s2);
            let Some(asleep) = &mut body.asleep else { continue };
            asleep.loads.get_or_insert(loads);
            if disturbed {
                woken.push(asleep.group);
            }
            if let Asleep { group, withheld: Some(withheld), hold, .. } = *asleep {
                // What holds may take up the forces between those that are held: each goes by itself.
                drifts[if hold.is_some() { i } else { group }].add(body, withheld);
            }
        }
        drifts.iter_mut().for_each(|drift| drift.find_motion(down));
        let velocities = |i: usize, Asleep { group, hold, .. }: Asleep, body: &RigidBody| {
            drifts[if hold.is_some() { i } else { group }].velocities_of(body)
        };
        for (i, body) in self.bodies.iter() {
            let Some(asleep @ Asleep { group, withheld: Some(_), .. }) = body.asleep else { continue };
            if !is_within(body, velocities(i, asleep, body), speed_m_s) {
                woken.push(group);
            }
        }
        woken.sort_unstable();
        woken.dedup();
        for (i, body) in self.bodies.iter_mut() {
            let Some(asleep @ Asleep { group, withheld: Some(_), hold, .. }) = body.asleep else { continue };
            let (by_hold, turning) = hold.unwrap_or_default();
            let (force, torque) = (body.force_n + by_hold, body.torque_n_m + turning);
            body.quiet_s += dt;
            if woken.binary_search(&group).is_err() {
                if let Some(Asleep { withheld: Some((linear, angular)), .. }) = &mut body.asleep {
                    *linear += (force - down * force.dot(down)) * dt;
                    *angular += if down == DVec3::ZERO { torque } else { down * torque.dot(down) } * dt;
                }
            } else if hold.is_none() {
                // It moves with these at the end of the step, and with those of the step.
                let [linvel, angvel] = velocities(i, asleep, body);
                report.impulses[i].from_statics_n_s += linvel * body.mass.mass_kg;
                report.impulses[i].angular_n_m_s += body.inertia.momentum(body.state.rotation, angvel);
            } else if !is_within(body, velocities(i, asleep, body), speed_m_s) {
                let turn_rad_s2 = body.inertia.angular_velocity(body.state.rotation, torque).length();
                let gain_m_s2 = force.length() / body.mass.mass_kg + turn_rad_s2 * body.reach_m;
                body.quiet_s = -body.quiet_s.min(speed_m_s / gain_m_s2);
            }
        }
        woken.iter().for_each(|group| self.wake_group(*group));
    }

    /// Finds the groups of sleepers that a call has moved, or what they rest on or are joined to.
    fn find_beside_shifted(&mut self, groups: &mut Vec<usize>) {
        if !self.bodies.iter().any(|(_, body)| body.shifted) {
            return;
        }
        let shifted = |i: usize| self.bodies.at(i).is_some_and(|body| body.shifted);
        let pairs = self.pairs.all.iter().map(|pair| [Some(pair.a), pair.other.body()]);
        let joints = self
            .joints
            .iter()
            .map(|(_, fitted)| fitted.joint.anchors.map(|anchor| anchor.body().map(BodyHandle::index)));
        let beside = pairs.chain(joints).filter(|sides| sides.iter().flatten().any(|i| shifted(*i)));
        let own = self.bodies.iter().filter(|(_, body)| body.shifted).map(|(i, _)| i);
        let group = |i: usize| self.bodies.at(i).and_then(|body| body.asleep).map(|asleep| asleep.group);
        groups.extend(beside.flatten().flatten().chain(own).filter_map(group));
        self.bodies.iter_mut().for_each(|(_, body)| body.shifted = false);
    }

    /// Wakes sleepers that an awake or moving body reaches within `dt` seconds, or that rest on one that moves; returns whether there were any.
    pub(crate) fn wake_by_contacts(&mut self, dt: f64) -> bool {
        let group = |i: usize| self.bodies.at(i).and_then(|body| body.asleep).map(|asleep| asleep.group);
        let mut groups = Vec::new();
        for (pair, contact) in self.pairs.contacts(&self.bodies) {
            let Other::Body(b) = pair.other else { continue };
            let Some(group) = group(pair.a).or(group(b)) else { continue };
            let [first, second] = [pair.a, b].map(|i| {
                self.bodies.at(i).map_or(DVec3::ZERO, |body| body.velocity_at_point(contact.point_m))
            });
            let bears = contact.impulse.normal > 0.0;
            if bears || contact.gap_m + contact.normal.dot(first - second) * dt <= 0.0 {
                groups.push(group);
            }
        }
        for (_, fitted) in self.joints.iter().filter(|(_, fitted)| self.acts(fitted)) {
            let [a, b] = fitted.joint.anchors.map(|anchor| anchor.body().map(BodyHandle::index));
            if let (Some(a), Some(b)) = (a, b) {
                let moving = |i: usize| self.bodies.at(i).is_some_and(RigidBody::is_moving);
                match (group(a), group(b)) {
                    (Some(group), None) if moving(b) => groups.push(group),
                    (None, Some(group)) if moving(a) => groups.push(group),
                    (Some(one), Some(other)) if one != other => groups.extend([one, other]),
                    _ => {}
                }
            }
        }
        let any = !groups.is_empty();
        groups.into_iter().for_each(|group| self.wake_group(group));
        any
    }

    /// Counts the time at rest, and lays islands to rest that have been so for long enough.
    pub(crate) fn fall_asleep(
        &mut self,
        links: &[(Link, Sides)],
        dt: f64,
        report: &mut StepReport,
        Rest { forest, rested, holds, .. }: &mut Rest,
    ) {
        let Some(Sleeping { speed_m_s, after_s, wake_m_s2 }) = self.sleeping else { return };
        forest.begin(self.bodies.slots());
        for (_, sides) in links {
            if let [Some(a), Some(b)] = *sides
                && [a, b].into_iter().all(|i| self.bodies.at(i).is_some_and(RigidBody::moves_by_forces))
            {
                forest.unite(a, b);
            }
        }
        refill(rested, self.bodies.slots(), true);
        for (i, body) in self.bodies.iter_mut() {
            if body.asleep.is_none() && body.moves_by_forces() {
                let at_rest = body.fastest_m_s() <= speed_m_s && body.guide.is_none();
                body.quiet_s = if at_rest { body.quiet_s + dt } else { 0.0 };
                rested[forest.root(i)] &= body.quiet_s >= after_s;
            }
        }
        // What touches a moving kinematic body is not at rest with it.
        for (_, sides) in links {
            for (i, other) in [(0, 1), (1, 0)] {
                if let (Some(a), Some(b)) = (sides[i], sides[other])
                    && self.bodies.at(b).is_some_and(|body| !body.moves_by_forces() && body.is_moving())
                {
                    rested[forest.root(a)] = false;
                }
            }
        }
        // What a drive moves, however slowly, is not at rest.
        for (link, sides) in links {
            if let Link::Joint(joint) = *link
                && self
                    .joints
                    .at(joint)
                    .and_then(|fitted| fitted.joint.drive)
                    .is_some_and(|drive| drive.speed != 0.0)
            {
                sides.iter().flatten().for_each(|&i| rested[forest.root(i)] = false);
            }
        }
        self.find_holds(links, forest, holds);
        let gravity_m_s2 = self.gravity_m_s2;
        for (i, body) in self.bodies.iter_mut() {
            if body.asleep.is_none() && body.moves_by_forces() && rested[forest.root(i)] {
                if self.finds_losses {
                    report.lost_j += body.kinetic_energy_j();
                }
                let group = forest.root(i);
                let given = &mut report.impulses[i];
                let hold = (given.linear_n_s() / dt, given.angular_n_m_s / dt);
                given.from_statics_n_s -= body.momentum();
                given.angular_n_m_s -= body.angular_momentum();
                (body.state.linvel_m_s, body.state.angular_momentum) = (DVec3::ZERO, DVec3::ZERO);
                let withheld = (!holds[group].is_firm(wake_m_s2)).then_some((DVec3::ZERO, DVec3::ZERO));
                let hold = holds[group].is_held.then_some(hold);
                body.asleep = Some(Asleep { group, loads: Some(body.applied(gravity_m_s2)), withheld, hold });
                body.quiet_s = 0.0;
            }
        }
    }

    /// Finds what holds each island, by its least slot: links that have pushed or pulled in the step. A slack line and a contact that is not
    /// closed hold nothing.
    fn find_holds(&self, links: &[(Link, Sides)], forest: &mut Forest, holds: &mut Vec<Hold>) {
        refill(holds, self.bodies.slots(), Hold::default());
        for (i, body) in self.bodies.iter().filter(|(_, body)| body.moves_by_forces()) {
            holds[forest.root(i)].mass_kg += body.mass.mass_kg;
        }
        let moves = |i: usize| self.bodies.at(i).is_some_and(RigidBody::moves_by_forces);
        for (link, sides) in links {
            let (points, margin_n, yields) = match *link {
                Link::Pair(pair) => {
                    let (points, margin_n_s) = borne(&self.pairs.all[pair]);
                    (points, margin_n_s / self.substep_s, false)
                }
                Link::Joint(joint) => match self.joints.at(joint) {
                    Some(fitted) if fitted.impulses.on_first_n_s != DVec3::ZERO => {
                        let is_rigid = matches!(fitted.joint.kind, JointKind::Fixed);
                        (POINTS, f64::INFINITY, !is_rigid)
                    }
                    _ => continue,
                },
            };
            let to_fixed = sides.iter().any(|side| side.is_none_or(|i| !moves(i)));
            if let Some(i) = sides.iter().flatten().find(|i| moves(**i))
                && points > 0
            {
                let hold = &mut holds[forest.root(*i)];
                hold.yields |= yields;
                if to_fixed {
                    hold.is_held = true;
                    hold.points += points;
                    hold.margin_n += margin_n;
                }
            }
        }
    }
}

/// Whether a sleeper was given a velocity, or its loads have changed by more than `bound`.
fn disturbed(body: &RigidBody, (force, torque): (DVec3, DVec3), bound: f64) -> bool {
    let changed = body.asleep.and_then(|asleep| asleep.loads).is_some_and(|(old, old_torque)| {
        let spin = body.inertia.angular_velocity(body.state.rotation, torque - old_torque);
        !is_within(body, [(force - old) / body.mass.mass_kg, spin], bound)
    });
    changed || body.is_moving() || body.guide.is_some()
}

/// Whether a motion or a change of it, of the center and about it, is at most `bound`, at the farthest point too. What is no number is not: it
/// wakes the body, and is found.
fn is_within(body: &RigidBody, [linear, angular]: [DVec3; 2], bound: f64) -> bool {
    linear.length() <= bound && angular.length() * body.reach_m <= bound
}
