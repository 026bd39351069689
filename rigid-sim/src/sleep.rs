//! Bodies at rest that are left out of the steps until something changes.

use crate::body::{Asleep, BodyHandle, RigidBody, Sleeping};
use crate::contacts::Other;
use crate::drift::Drift;
use crate::report::StepReport;
use crate::reuse::refill;
use crate::scratch::Rest;
use crate::solver::{Link, Sides};
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
            body.asleep = Some(Asleep { group: handle.index(), loads: None, withheld: None });
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
                (body.asleep, body.quiet_s) = (None, 0.0);
            }
        }
    }

    /// Wakes sleepers whose load has changed, that were given a velocity, or that forces would move by now: these wake with the motion that was
    /// withheld from them.
    pub(crate) fn wake_by_forces(
        &mut self,
        dt: f64,
        report: &mut StepReport,
        Rest { drifts, woken, .. }: &mut Rest,
    ) {
        let Sleeping { speed_m_s, wake_m_s2, .. } = self.sleeping.unwrap_or_default();
        let down = self.gravity_m_s2.normalize_or_zero();
        woken.clear();
        let is_free = |body: &RigidBody| body.asleep.is_some_and(|asleep| asleep.withheld.is_some());
        let any = self.bodies.iter().any(|(_, body)| is_free(body));
        refill(drifts, if any { self.bodies.slots() } else { 0 }, Drift::default());
        for (_, body) in self.bodies.iter_mut() {
            let loads = body.gathered();
            let disturbed = disturbed(body, loads, wake_m_s2);
            let Some(asleep) = &mut body.asleep else { continue };
            asleep.loads.get_or_insert(loads);
            if disturbed {
                woken.push(asleep.group);
            }
            if let Asleep { group, withheld: Some(withheld), .. } = *asleep {
                drifts[group].add(body, withheld);
            }
        }
        drifts.iter_mut().for_each(|drift| drift.find_motion(down));
        for (_, body) in self.bodies.iter() {
            let Some(Asleep { group, withheld: Some(_), .. }) = body.asleep else { continue };
            let [linvel, angvel] = drifts[group].velocities_of(body);
            // Written so that what is no number wakes the body, and is found.
            if !(linvel.length() <= speed_m_s && angvel.length() * body.reach_m <= speed_m_s) {
                woken.push(group);
            }
        }
        woken.sort_unstable();
        woken.dedup();
        for (i, body) in self.bodies.iter_mut() {
            let (force, torque) = body.gathered();
            let Some(Asleep { group, withheld: Some(_), .. }) = body.asleep else { continue };
            if woken.binary_search(&group).is_ok() {
                // It moves with these at the end of the step, and with those of the step.
                let [linvel, angvel] = drifts[group].velocities_of(body);
                report.impulses[i].from_statics_n_s += linvel * body.mass.mass_kg;
                report.impulses[i].angular_n_m_s += body.inertia.momentum(body.state.rotation, angvel);
            } else if let Some(Asleep { withheld: Some((linear, angular)), .. }) = &mut body.asleep {
                *linear += (force - down * force.dot(down)) * dt;
                *angular += if down == DVec3::ZERO { torque } else { down * torque.dot(down) } * dt;
            }
        }
        woken.iter().for_each(|group| self.wake_group(*group));
    }

    /// Wakes sleepers that an awake or moving body reaches within `dt` seconds; returns whether there were any.
    pub(crate) fn wake_by_contacts(&mut self, dt: f64) -> bool {
        let group = |i: usize| self.bodies.at(i).and_then(|body| body.asleep).map(|asleep| asleep.group);
        let mut groups = Vec::new();
        for (pair, contact) in self.pairs.contacts(&self.bodies) {
            let Other::Body(b) = pair.other else { continue };
            let Some(group) = group(pair.a).or(group(b)) else { continue };
            let [first, second] = [pair.a, b].map(|i| {
                self.bodies.at(i).map_or(DVec3::ZERO, |body| body.velocity_at_point(contact.point_m))
            });
            if contact.gap_m + contact.normal.dot(first - second) * dt <= 0.0 {
                groups.push(group);
            }
        }
        for (_, fitted) in self.joints.iter() {
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
        Rest { forest, rested, is_held, .. }: &mut Rest,
    ) {
        let Some(Sleeping { speed_m_s, after_s, .. }) = self.sleeping else { return };
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
        // What something that does not move by forces holds, itself or through others.
        refill(is_held, self.bodies.slots(), false);
        let moves = |i: usize| self.bodies.at(i).is_some_and(RigidBody::moves_by_forces);
        for (_, sides) in links.iter().filter(|(link, _)| self.holds(*link)) {
            if sides.iter().any(|side| side.is_none_or(|i| !moves(i))) {
                sides.iter().flatten().filter(|i| moves(**i)).for_each(|i| is_held[forest.root(*i)] = true);
            }
        }
        for (i, body) in self.bodies.iter_mut() {
            if body.asleep.is_none() && body.moves_by_forces() && rested[forest.root(i)] {
                if self.finds_losses {
                    report.lost_j += body.kinetic_energy_j();
                }
                let given = &mut report.impulses[i];
                given.from_statics_n_s -= body.momentum();
                given.angular_n_m_s -= body.angular_momentum();
                (body.state.linvel_m_s, body.state.angular_momentum) = (DVec3::ZERO, DVec3::ZERO);
                let group = forest.root(i);
                let withheld = (!is_held[group]).then_some((DVec3::ZERO, DVec3::ZERO));
                body.asleep = Some(Asleep { group, loads: Some(body.gathered()), withheld });
            }
        }
    }

    /// Whether a link has pushed or pulled in the step: a slack line and a contact that is not closed hold nothing.
    fn holds(&self, link: Link) -> bool {
        match link {
            Link::Pair(pair) => {
                self.pairs.all[pair].contacts.iter().any(|contact| contact.impulse.normal != 0.0)
            }
            Link::Joint(joint) => {
                self.joints.at(joint).is_some_and(|fitted| fitted.impulses.on_first_n_s != DVec3::ZERO)
            }
        }
    }
}

/// Whether a sleeper was given a velocity, or its loads have changed by more than `bound`.
fn disturbed(body: &RigidBody, (force, torque): (DVec3, DVec3), bound: f64) -> bool {
    let changed = body.asleep.and_then(|asleep| asleep.loads).is_some_and(|(old, old_torque)| {
        let linear = (force - old).length() / body.mass.mass_kg;
        let spin = body.inertia.angular_velocity(body.state.rotation, torque - old_torque);
        // Written so that what is no number wakes the body, and is found.
        !(linear <= bound && spin.length() * body.reach_m <= bound)
    });
    changed || body.is_moving() || body.guide.is_some()
}
