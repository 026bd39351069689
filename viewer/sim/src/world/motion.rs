//! Moving the bodies, and projecting them onto the grid.

use std::time::Duration;

use glam::DVec3;
use hydro_forces::Load;
use rigid_sim::RigidBody;

use super::World;
use super::books::moment_n_m;
use super::energy::leaving_w;
use super::report::StepReport;
use super::strays::TAKEN_OUT;
use crate::Error;
use crate::bodies::{Body, Course, Kind, LastStep};
use crate::scenario::{CouplingMode, Schedule};

impl World {
    /// Moves the bodies by the loads gathered on them, with contacts and carriages, and sums up their reactions on the water; returns the wall
    /// time of these sums.
    pub(super) fn move_bodies(&mut self, report: &mut StepReport) -> Duration {
        let Self { clock, bodies, water, books, .. } = self;
        let (dt, measures) = (clock.time_step_s, books.measured.is_some());
        let mut last = std::mem::take(&mut bodies.last);
        let LastStep { moved, momenta, unmoved_n_m_s, velocities, .. } = &mut last;
        momenta.clear();
        unmoved_n_m_s.clear();
        for body in &mut bodies.all {
            let rigid = &bodies.rigid[body.handle];
            (body.force_n, body.torque_n_m) = rigid.gathered();
            let (linear_n_s, angular_n_m_s) = (rigid.momentum(), rigid.angular_momentum());
            momenta.push(linear_n_s);
            let loaded = [linear_n_s + body.force_n * dt, angular_n_m_s + body.torque_n_m * dt];
            unmoved_n_m_s.push(moment_n_m(water, rigid, loaded[0], loaded[1]));
        }
        // With the velocities at the end of the step, for which the mask is rasterized.
        let course = Course { fluid: &water.fluid, time_step_s: dt };
        bodies.drive(clock.step_end_s(), Some(&course));
        bodies.drive_joints(clock.step_end_s(), dt);
        if water.solids.exist() || bodies.carried.any() {
            bodies.drive_carried(&course);
        }
        velocities.clear();
        velocities
            .extend(bodies.all.iter().map(|body| worked_on_m_s(body, &bodies.rigid[body.handle], measures)));
        let took = self.react_and_move(moved);
        let Self { water, bodies, books, .. } = self;
        for ((body, before), unmoved_n_m_s) in bodies.all.iter_mut().zip(velocities).zip(unmoved_n_m_s) {
            if body.is_removed {
                continue;
            }
            let after = worked_on_m_s(body, &bodies.rigid[body.handle], measures);
            let contact = moved.contact_impulse(body.handle);
            let carriage = moved.guide_impulse(body.handle);
            // Impulses from outside: of walls and carriages on bodies afloat, and of what holds solids against the bodies that
            // push them.
            let outside = match &mut body.kind {
                Kind::Afloat(afloat) => {
                    if let Some(towing) = &mut afloat.towing {
                        let other = afloat.thrust + afloat.pull + afloat.wind;
                        let loads = (
                            body.force_n - other.force_n - afloat.coriolis_n,
                            body.torque_n_m - other.torque_n_m,
                        );
                        towing.record(&bodies.rigid[body.handle], loads, &carriage, dt);
                    }
                    let rigid = &bodies.rigid[body.handle];
                    let [linear, angular] = [0, 1].map(|i| 0.5 * (before[i] + after[i]));
                    let work_j = |load: &Load| (load.force_n.dot(linear) + load.torque_n_m.dot(angular)) * dt;
                    books.work.thrust_j += work_j(&afloat.thrust);
                    books.work.by_hand_j += work_j(&afloat.pull);
                    books.work.wind_j += work_j(&afloat.wind);
                    if let Some(measured) = &mut books.measured {
                        let [drag, answer] = &afloat.losses;
                        measured.sums.drag_j -= work_j(drag);
                        measured.sums.radiation_j -= work_j(answer);
                        books.work.waves_j += work_j(&afloat.waves);
                    }
                    books.work.carriages_j +=
                        carriage.linear_n_s.dot(linear) + carriage.angular_n_m_s.dot(angular);
                    // All that the loads did not do: what acts on the way of a step has the arms of that way.
                    let now_n_m_s = moment_n_m(water, rigid, rigid.momentum(), rigid.angular_momentum());
                    if unmoved_n_m_s.is_finite() {
                        books.angular.external_n_m_s += now_n_m_s - *unmoved_n_m_s;
                    }
                    contact.from_statics_n_s + carriage.linear_n_s
                }
                Kind::Solid(_) => -contact.linear_n_s(),
            };
            books.momentum.external_n_s += outside.truncate();
            books.momentum.exchanged_n_s += outside.truncate().length();
            body.force_n += contact.linear_n_s() / dt;
            body.torque_n_m += contact.angular_n_m_s / dt;
        }
        books.work.joint_drives_j += moved.driven_j;
        if let Some(measured) = &mut books.measured {
            measured.sums.contacts_j += moved.lost_j;
        }
        for (body, rigid) in bodies.iter().filter(|(body, _)| body.is_solid()) {
            let given = moved.contact_impulse(body.handle);
            let lost_j =
                given.linear_n_s().dot(rigid.linvel_m_s()) + given.angular_n_m_s.dot(rigid.angvel_rad_s());
            books.work.add_of_solid((bodies, body), -lost_j);
        }
        self.find_unstable_radiation(report);
        let Self { clock, bodies, books, findings, .. } = self;
        for &handle in &moved.quarantined {
            let body = &bodies.all[handle.index()];
            let time_s = clock.time_s();
            findings.warn(format!(
                "body.{}: its motion was no longer finite at t = {time_s:.3} s; {TAKEN_OUT}",
                body.name
            ));
            report.quarantined.push(body.name.to_string());
            // What it had, and the loads and contacts gave it in the step, went with it.
            let carriage = moved.guide_impulse(handle);
            let linear_n_s = momenta[handle.index()] + body.force_n * dt + carriage.linear_n_s;
            if body.afloat().is_some() && linear_n_s.is_finite() {
                books.momentum.external_n_s -= linear_n_s.truncate();
                books.momentum.exchanged_n_s += linear_n_s.truncate().length();
            }
        }
        bodies.last = last;
        took
    }

    /// Reports bodies that added mass and radiation made faster than the lattice speed: where a body turns too fast for the time step,
    /// or coefficients feed the motion.
    fn find_unstable_radiation(&mut self, report: &mut StepReport) {
        let (lattice_speed_m_s, time_s) = (self.cell_size_m() / self.time_step_s(), self.time_s());
        for body in self.bodies.all.iter().filter(|body| !body.is_removed) {
            let speed_m_s = self.bodies.rigid[body.handle].linvel_m_s().length();
            if speed_m_s > lattice_speed_m_s && body.afloat().is_some_and(|afloat| afloat.radiation.is_some())
            {
                self.findings.warn(format!(
                    "body.{}.radiation: it brought the body to {speed_m_s:.3} m/s at t = {time_s:.3} s, faster than the lattice: the added mass is \
                     too great beside the body's mass for the time step, or the coefficients feed the motion; {TAKEN_OUT}",
                    body.name
                ));
                report.quarantined.push(body.name.to_string());
            }
        }
    }

    /// Finds the levels below which hulls displace water.
    pub(super) fn find_mean_levels(&mut self) {
        let Self { water, bodies, coupling, clock, .. } = self;
        if coupling.mode == CouplingMode::Conservative && bodies.may_displace() {
            let looked = water.fluid.look_at_levels((clock.time_s(), clock.time_step_s), clock.steps);
            bodies.follow_levels(looked.then_some(&water.fluid), clock.time_step_s);
            if coupling.has_lids() {
                bodies.lift_levels(water.fluid.around(coupling.thickness_m()));
            }
        }
    }

    /// Projects the bodies onto the grid, unless that is done beside the sweep, and adds the water that those afloat displace to the head; returns
    /// whether they are still to be projected.
    pub(super) fn project_bodies(&mut self) -> bool {
        let Self { water, bodies, projection, coupling, books, clock, .. } = self;
        water.solids.carried = bodies.carried.moves;
        let is_due = coupling.schedule == Schedule::SideBySide && !water.solids.change();
        if is_due {
            projection.follow();
        } else {
            projection.place(bodies);
            if water.solids.change() {
                water.solids.update(&bodies.outlines(), || projection.mask(), bodies.solid_motions());
            }
            projection.find_wet_section(coupling.mode, bodies, &water.levels());
        }
        if coupling.mode == CouplingMode::Conservative {
            books.hulls_out_j += leaving_w(bodies, projection, water) * clock.time_step_s;
        }
        if coupling.mode == CouplingMode::Conservative && (bodies.any_afloat() || coupling.displaces()) {
            coupling.begin_displacing(projection, water);
        } else {
            coupling.apply_due(&mut water.fluid);
        }
        is_due
    }

    /// Moves the solids of the lattice; stops them where they are if the water cannot follow.
    pub(super) fn move_solids(&mut self, report: &mut StepReport) {
        let left_room_j = self.water.density_kg_m3 * self.water.fluid.left_room_m5_s2(&self.water.solids);
        let Err(error) = self.water.move_solids() else {
            self.books.room_j -= left_room_j;
            return;
        };
        self.water.solids.stop();
        self.water.fluid.stop_solids();
        let error = Error::of_boundary(error, self.bodies.all.iter().map(|body| &*body.name));
        let message = format!("t = {:.4} s: {error}; the driven bodies were stopped", self.time_s());
        self.findings.warn(message.clone());
        report.stopped = Some(message);
        self.bodies.stop_driven();
    }
}

/// Velocities of a body on which something works, zero of all others: to find how fast a body turns takes a while.
fn worked_on_m_s(body: &Body, rigid: &RigidBody, measures: bool) -> [DVec3; 2] {
    let is_worked_on = body.afloat().is_some_and(|afloat| {
        let by_others = [afloat.pull, afloat.wind].iter().any(|load| *load != Load::default());
        measures || afloat.propeller.is_some() || afloat.towing.is_some() || by_others
    });
    if is_worked_on { [rigid.linvel_m_s(), rigid.angvel_rad_s()] } else { [DVec3::ZERO; 2] }
}
