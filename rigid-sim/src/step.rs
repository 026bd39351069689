//! One time step.

use crate::body::{BodyHandle, GuideImpulse, RigidBody};
use crate::contacts::{Other, Pairs, awake};
use crate::losses::{Start, given_j};
use crate::report::{ContactImpulse, StepReport};
use crate::reuse::refill;
use crate::scratch::Scratch;
use crate::solver::{Link, Moved, Problem, Sides, Solver};
use crate::world::World;
use glam::DVec3;
use rayon::prelude::*;

/// Longest sub-step, s: a quarter of a step of 60 Hz.
const SUBSTEP_S: f64 = 1.0 / 240.0;
/// Most sub-steps in a step.
const SUBSTEPS: f64 = 16.0;
/// Contacts for which more than one thread is worth while.
const MANY: usize = 64;
/// Islands in a task then.
const ISLANDS_PER_TASK: usize = 4;

impl World {
    /// Advances the world by `dt` seconds with the forces gathered since the last step, and forgets them.
    ///
    /// A body that touches nothing and has no joint takes one step, semi-implicit and symplectic: *kick*, `v += (F/m + g) Δt`,
    /// `L += τ Δt`, with the forces that the caller took from the current state; then *drift* with the new velocity, and
    /// rotation at constant angular momentum. A guided body is brought to what its guide prescribes after each.
    ///
    /// So a fall is of the first order: after a time t it is `½ g Δt t` too low. With the mean of old and new velocity it would be exact under gravity alone; under
    /// forces that change on the way, as a spring's, that feeds an oscillation of the rate ω by `¼ ω² Δt`, and where bounces in sub-steps follow on
    /// falls an elastic box gains energy.
    ///
    /// Bodies that touch each other or are joined form *islands*. Each moves in sub-steps `h` of at most 1/240 s, with contacts
    /// that were found once, as far ahead as the bodies move in the step; shapes that are apart at its start are looked at once more before a contact of theirs closes.
    /// Contacts of balls with each other and of corners with uneven ground are found anew in each sub-step: balls that meet do so at the time of it in which they touch, along the normal that they have then, and what slides or rolls follows the bend of
    /// the surface, by which it neither gains nor loses:
    ///
    /// 1. Kick by the sub-step's part of the forces, and by the last sub-step's impulses as a first guess.
    /// 2. What meets faster than by the sub-step's own forces bounces: restitution after Newton, but never with a gain of energy.
    /// 3. All joints at once, as one system of equations that is solved directly, so that light links hold heavy loads, within the bounds of what ropes, stops, one-sided springs and drives may give
    ///    (block principal pivoting, Júdice & Pires 1994); then a sweep of projected Gauss–Seidel over contacts: no approach, friction after Coulomb. Gaps of joints and overlaps go within some sub-steps, overlaps with a
    ///    velocity of at most 3 m/s; contacts are soft.
    /// 4. Drift. Joints are taken to where it has brought the bodies: what they do before it counts how they bend in it, what they do after it acts along the new lines and at the
    ///    new places (Andersen 1983, *Rattle*), and of what they do for the bend that part is taken with which the drift keeps the energy: so turning about a pivot or on a line does, and a line between
    ///    two centers gives no spin. What joints swing about by more than 0.3 rad in a sub-step, as light links under a heavy load, is damped. In an island with contacts joints stay where they were, and turning loses some energy,
    ///    where they swing as fast or a body turns by more than 0.05 rad in a sub-step.
    /// 5. The same without the removal of gaps and overlaps, which takes the velocity of step 3 out again, until it changes no velocity by more than
    ///    [`solver_tolerance_m_s`](Self::solver_tolerance_m_s), at most twice.
    ///
    /// Contacts of an island with joints that are not settled by then, as where a light body lands and bears a heavy one, are taken on with the masses that the joints give them, as long as no energy comes
    /// of it and no bodies press on each other that joints connect. Bodies of a fixed joint, ball, hinge or slider do not touch each other unless it says so ([`Joint::touch`](crate::Joint::touch)).
    ///
    /// In an island of joints without springs and drives, and without contacts, on which forces of the caller act, all forces of the step come at its start, as they do to a body alone: what swings by them, or on a line by a force that stays,
    /// is neither fed nor damped. Another island on which they act is moved on at last by `½ (1 − 1/n) Δt Δv`, from where the mean of its velocities has brought it to where the new ones would have: as a single
    /// body then, it neither feeds nor damps what swings by these forces, and a neighbor that touches changes nothing of it; what swings on springs or drives under a force that stays is damped.
    ///
    /// An island in which the forces of joints are great beside the inertia of what they turn takes more sub-steps, up to 64: such a body swings at a rate of `√(F r / I)`,
    /// of which a sub-step takes a radian at most. So does one in which small bodies touch: contacts are as stiff as it takes for a body to sag by the same part of its size, whatever that is, and have four sub-steps
    /// in a period (from edges of boxes of 0.2 m under their own weight on, with the root of the size). Joints of an island so many and so meshed that their system would take more than a million
    /// multiplications, such as a net, are swept one after the other.
    ///
    /// This is the small-steps method with soft constraints (Macklin et al. 2019, *Small Steps in Physics Simulation*; Catto
    /// 2024, *Solver2D*, "TGS soft"), as box2d and rapier have it. Here impulses are booked at one point for both sides, so that
    /// linear and angular momentum are exact.
    ///
    /// The same bodies, forces and steps give the same bits, with any number of threads.
    ///
    /// # Panics
    /// If `dt` is not finite and above zero.
    #[must_use = "the report names bodies whose motion was lost"]
    pub fn step(&mut self, dt: f64) -> StepReport {
        let mut report = StepReport::default();
        self.step_into(dt, &mut report);
        report
    }

    /// [`Self::step`] with a report that replaces another and uses its memory again.
    ///
    /// Such a step allocates nothing where no more bodies and contacts come together than did in earlier steps, except inside parry: where
    /// shapes overlap, or where shapes touch of which one is neither a hull nor a ball.
    ///
    /// # Panics
    /// As [`Self::step`].
    pub fn step_into(&mut self, dt: f64, report: &mut StepReport) {
        assert!(dt.is_finite() && dt > 0.0, "the time step must be finite and above zero, got {dt} s");
        let mut scratch = std::mem::take(&mut self.scratch);
        self.take_step(dt, report, &mut scratch);
        self.scratch = scratch;
    }

    fn take_step(&mut self, dt: f64, report: &mut StepReport, scratch: &mut Scratch) {
        let Scratch { before, kicked, links, islands, solvers, solved, rest } = scratch;
        let slots = self.bodies.slots();
        report.begin(slots);
        let elastic_j = if self.finds_losses { self.elastic_energy_j() } else { 0.0 };
        self.wake_by_forces(dt, report, rest);
        refill(before, slots, (DVec3::ZERO, DVec3::ZERO));
        refill(kicked, slots, false);
        self.kick(dt, before, kicked, report);
        self.pairs.update((&self.bodies, &self.joints), &self.statics, dt);
        while self.wake_by_contacts(dt) {
            self.kick(dt, before, kicked, report);
            self.pairs.update((&self.bodies, &self.joints), &self.statics, dt);
        }
        for (_, contact) in self.pairs.contacts(&self.bodies) {
            report.contacts += 1;
            report.max_penetration_m = report.max_penetration_m.max(-contact.gap_m);
        }

        self.find_links(links);
        let moves = |i: usize| self.bodies.at(i).is_some_and(RigidBody::moves_by_forces);
        islands.find(slots, links, moves);
        let substeps = (dt / SUBSTEP_S - 1e-9).ceil().clamp(1.0, SUBSTEPS);
        let h = dt / substeps;
        let problem = Problem {
            bodies: &self.bodies,
            pairs: &self.pairs.all,
            statics: &self.statics,
            joints: &self.joints,
            before,
            dt,
            substeps: substeps as u32,
            scale: if self.substep_s > 0.0 { h / self.substep_s } else { 0.0 },
            tolerance_m_s: self.solver_tolerance_m_s,
        };
        solvers.iter_mut().for_each(Solver::clear);
        let all = &islands.all[..];
        let per_task = if report.contacts >= MANY { ISLANDS_PER_TASK } else { all.len().max(1) };
        solvers.resize_with(solvers.len().max(all.len().div_ceil(per_task)), Solver::default);
        let solve = |(solver, all): (&mut Solver, &[_])| {
            all.iter().for_each(|places| solver.solve(&problem, islands, places));
        };
        if all.len() > per_task {
            solvers.par_iter_mut().zip(all.par_chunks(per_task)).for_each(solve);
        } else {
            solvers.iter_mut().zip(all.chunks(per_task)).for_each(solve);
        }
        self.substep_s = h;

        refill(solved, slots, None);
        for solver in &*solvers {
            for &(index, moved) in &solver.moved {
                report.impulses[index] += moved.impulse;
                if self.bodies.at(index).is_some_and(RigidBody::moves_by_forces) {
                    solved[index] = Some(moved);
                }
            }
            for &(pair, contact, impulse) in &solver.contacts {
                self.pairs.all[pair].contacts[contact].impulse = impulse;
            }
            for &(index, impulses, work_j) in &solver.joints {
                if let Some(joint) = self.joints.at_mut(index) {
                    joint.impulses = impulses;
                }
                report.driven_j += work_j;
            }
        }
        let bodies = &self.bodies;
        self.pairs.all.iter_mut().filter(|pair| awake(pair, bodies)).for_each(|pair| pair.keep_impulses());

        let gravity = self.gravity_m_s2;
        for (i, body) in self.bodies.iter_mut() {
            if body.asleep.is_some() {
                let force = body.force_n + gravity * body.mass.mass_kg;
                report.impulses[i].from_statics_n_s -= force * dt;
                report.impulses[i].angular_n_m_s -= body.torque_n_m * dt;
                continue;
            }
            let start =
                solved[i].filter(|_| self.finds_losses).map(|moved| Start::of(body, before[i], &moved.ahead));
            report.guides[i] += finish(body, solved[i], &report.impulses[i], dt);
            match start {
                Some(start) => report.lost_j += start.lost_j(body, gravity, &report.guides[i]),
                None if self.finds_losses && !body.moves_by_forces() => {
                    report.lost_j -= given_j(body, &report.impulses[i]);
                }
                None => {}
            }
        }
        if self.finds_losses {
            report.lost_j += report.driven_j - (self.elastic_energy_j() - elastic_j);
        }
        self.fall_asleep(links, dt, report, rest);
        for (i, body) in self.bodies.iter_mut() {
            if body.quarantine_if_invalid() {
                report.quarantined.push(BodyHandle::new(i, 0));
            }
            body.last_valid = body.state;
            (body.force_n, body.torque_n_m) = (DVec3::ZERO, DVec3::ZERO);
        }
        for handle in &mut report.quarantined {
            *handle = self.bodies.handle(handle.index());
        }
    }

    /// `v += (F/m + g) Δt`, `L += τ Δt`, of all awake bodies that were not kicked yet.
    fn kick(&mut self, dt: f64, before: &mut [(DVec3, DVec3)], kicked: &mut [bool], report: &mut StepReport) {
        let gravity = self.gravity_m_s2;
        for (i, body) in self.bodies.iter_mut().filter(|(_, body)| body.asleep.is_none()) {
            if std::mem::replace(&mut kicked[i], true) {
                continue;
            }
            let mut start = body.motion();
            if body.moves_by_forces() {
                if let Some(guide) = &body.guide {
                    start.0 = guide.linvel(start.0);
                    start.1 = guide.momentum(&body.inertia, body.state.rotation, start.1);
                }
                body.state.linvel_m_s += (body.force_n / body.mass.mass_kg + gravity) * dt;
                body.state.angular_momentum += body.torque_n_m * dt;
            }
            report.guides[i] = body.follow_guide();
            before[i] = start;
            if body.quarantine_if_invalid() {
                report.quarantined.push(BodyHandle::new(i, 0));
                before[i] = body.motion();
            }
        }
    }

    /// Contacts and joints with a side that moves by forces, and their bodies.
    fn find_links(&self, links: &mut Vec<(Link, Sides)>) {
        let moves = |i: usize| self.bodies.at(i).is_some_and(RigidBody::moves_by_forces);
        let asleep = |i: usize| self.bodies.at(i).is_none_or(|body| body.asleep.is_some());
        links.clear();
        for (p, pair) in self.pairs.all.iter().enumerate() {
            let sides = [Some(pair.a), pair.other.body()];
            // What is near a sleeper without reaching it leaves it asleep.
            let sleeps = sides.iter().flatten().any(|&i| asleep(i));
            if !pair.contacts.is_empty() && !sleeps && sides.iter().flatten().any(|&i| moves(i)) {
                links.push((Link::Pair(p), sides));
            }
        }
        for (j, fitted) in self.joints.iter() {
            let sides = fitted.joint.anchors.map(|anchor| anchor.body().map(BodyHandle::index));
            let held = sides.iter().flatten().all(|&i| !asleep(i));
            if held && self.acts(fitted) && sides.iter().flatten().any(|&i| moves(i)) {
                links.push((Link::Joint(j), sides));
            }
        }
    }

    /// Pairs of bodies whose shapes overlap where they are now, of which contacts move at least one and which no joint keeps from touching ([`Joint::touch`](crate::Joint::touch)), with the greatest depth of
    /// each overlap, m; in the order of the slots.
    pub fn overlaps(&self) -> Vec<(BodyHandle, BodyHandle, f64)> {
        let mut pairs = Pairs::default();
        pairs.update((&self.bodies, &self.joints), &self.statics, 0.0);
        let mut found = Vec::new();
        for pair in &pairs.all {
            let depth_m = pair.contacts.iter().map(|contact| -contact.gap_m).fold(0.0, f64::max);
            if let Other::Body(b) = pair.other
                && depth_m > 0.0
            {
                found.push((self.bodies.handle(pair.a), self.bodies.handle(b), depth_m));
            }
        }
        found
    }
}

/// Ends the step of a body: where it was solved with others, it is moved already; otherwise it drifts.
///
/// Returns the impulse of the body's guide.
fn finish(body: &mut RigidBody, solved: Option<Moved>, impulse: &ContactImpulse, dt: f64) -> GuideImpulse {
    if body.moves_by_forces() {
        // The sums that are reported, not the solver's running velocity: so the momentum ledger closes to rounding.
        body.state.linvel_m_s += impulse.linear_n_s() * body.mass.mass_kg.recip();
        body.state.angular_momentum += impulse.angular_n_m_s;
    }
    let mut guide = body.follow_guide();
    match solved {
        Some(moved) => (body.state.center_m, body.state.rotation) = (moved.center_m, moved.rotation),
        None => {
            body.state.center_m += body.state.linvel_m_s * dt;
            body.state.rotation = body.turned_from(body.state.rotation, body.state.angular_momentum, dt);
        }
    }
    guide += body.follow_guide();
    guide
}
