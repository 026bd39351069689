//! Loads on bodies by the forces of the present state, and their reactions on the water.

use std::time::{Duration, Instant};

use glam::DVec3;
use hydro_forces::radiation::LinearDamping;
use hydro_forces::{Forces, Load, mean_fraction};
use rigid_sim::{RigidBody, StepReport as Moved};

use super::World;
use super::books::moment_n_m;
use crate::bodies::{Bodies, Kind, WetHull, undisturbed_flow};
use crate::coupling::Reaction;
use crate::scenario::CouplingMode;
use crate::water::Water;

impl World {
    /// Loads the bodies with the last computed forces, and gathers the opposite ones on the water ([`Self::react_and_move`]).
    pub(super) fn react(&mut self) {
        let Self { clock, water, bodies, projection, coupling, books, findings, .. } = self;
        let (dt, time_s) = (clock.time_step_s, clock.time_s());
        let (momentum, mut measured) = (&mut books.momentum, books.measured.as_mut());
        let (pull, gravity_m_s2) = (bodies.pull, bodies.rigid.gravity_m_s2.length());
        for (index, body) in bodies.all.iter_mut().enumerate().filter(|(_, body)| !body.is_removed) {
            let Kind::Afloat(afloat) = &mut body.kind else { continue };
            let rigid = &mut bodies.rigid[body.handle];
            let conservative = coupling.mode == CouplingMode::Conservative && !afloat.is_outside;
            let forces = &body.hull.forces;
            // Bodies that may be too light for the time step have their drag at its end, see `World::soften` and `World::radiate`.
            let fraction = match afloat.may_be_stiff || afloat.is_light {
                true => 1.0,
                false => fraction_of_impact(forces, rigid, water, gravity_m_s2, dt),
            };
            let force_n = forces.force_n - forces.dynamic_n * (1.0 - fraction);
            let torque_n_m = forces.torque_n_m - forces.dynamic_torque_n_m * (1.0 - fraction);
            if let Some(measured) = &mut measured {
                let [force_n, torque_n_m] =
                    [forces.dynamic_n, forces.dynamic_torque_n_m].map(|of| of * fraction);
                afloat.losses = [Load { force_n, torque_n_m }, Load::default()];
                afloat.waves = wave_load(&body.hull, rigid, water, conservative);
                if conservative {
                    measured.sums.drag_j -= coupling.reaction_work_j(&body.hull, fraction * dt, water);
                }
            }
            if conservative {
                // The pressure acts horizontally through the cells, see `Coupling::press`.
                let from_flow_n = forces.dynamic_n.truncate() * fraction;
                let turning_n_m = torque_n_m.with_z(forces.dynamic_torque_n_m.z * fraction);
                rigid.add_force(from_flow_n.extend(force_n.z));
                rigid.add_torque(turning_n_m);
                books.angular.offset_n_m_s +=
                    moment_n_m(water, rigid, from_flow_n.extend(0.0), turning_n_m) * dt;
                coupling.impulses.react(index, &body.hull, fraction * dt);
                momentum.exchanged_n_s += from_flow_n.length() * dt;
            } else {
                rigid.add_force(force_n);
                rigid.add_torque(torque_n_m);
                let impulse_n_s = force_n.truncate() * dt;
                momentum.exchanged_n_s += impulse_n_s.length();
                momentum.external_n_s += impulse_n_s;
                let moment_n_m = moment_n_m(water, rigid, force_n, torque_n_m);
                books.angular.external_n_m_s += moment_n_m * dt;
            }

            afloat.pull = std::mem::take(&mut afloat.added);
            if let Some((_, pull)) = pull.filter(|(pulled, _)| *pulled == index) {
                let Load { force_n, torque_n_m } = pull.load(rigid);
                afloat.pull.force_n += force_n;
                afloat.pull.torque_n_m += torque_n_m;
            }
            if afloat.pull != Load::default() {
                let Load { force_n, torque_n_m } = afloat.pull;
                rigid.add_force(force_n);
                rigid.add_torque(torque_n_m);
                momentum.exchanged_n_s += force_n.truncate().length() * dt;
                momentum.external_n_s += force_n.truncate() * dt;
                books.angular.external_n_m_s += moment_n_m(water, rigid, force_n, torque_n_m) * dt;
            }

            afloat.thrust = Load::default();
            let Some(propeller) = &afloat.propeller else { continue };
            let [ahead, across] = {
                let now = afloat.helm.over(propeller, time_s);
                propeller.force_at(now.thrust, now.angle_deg)
            };
            let at_m = rigid.point_to_world(DVec3::from_array(propeller.position_m));
            // Above the mean level it is out of the water; below, the trough that the hull makes leaves it wet.
            let height_m = at_m.z - (water.fluid.still_level_m + afloat.mean_level.eta_m());
            if height_m > 0.0 {
                let lost = afloat.warn_of_lost_thrust(height_m, ahead.hypot(across), time_s);
                findings.extend(lost.map(|text| format!("body.{}.propeller: {text}", body.name)));
                continue;
            }
            let thrust_n = rigid.rotation() * DVec3::new(ahead, across, 0.0);
            let torque_n_m = (at_m - rigid.center_of_mass_m()).cross(thrust_n);
            afloat.thrust = Load { force_n: thrust_n, torque_n_m };
            rigid.add_force(thrust_n);
            rigid.add_torque(torque_n_m);
            momentum.exchanged_n_s += thrust_n.length() * dt;
            let moment_n_m_s = moment_n_m(water, rigid, thrust_n, torque_n_m) * dt;
            if conservative {
                books.angular.offset_n_m_s += moment_n_m_s;
                let reaction_n_s = -thrust_n.truncate() * dt;
                let spread = coupling.impulses.spread(at_m.truncate(), afloat.race_radius_m, reaction_n_s);
                books.work.race_j += coupling.work_j(spread, water);
            } else {
                momentum.external_n_s += thrust_n.truncate() * dt;
                books.angular.external_n_m_s += moment_n_m_s;
            }
        }
        if coupling.mode == CouplingMode::Conservative {
            let pressed = coupling.press(projection, bodies, water, dt);
            momentum.exchanged_n_s += pressed.exchanged_n_s;
            momentum.external_n_s += pressed.external_n_s;
            momentum.exchanged_n_s += coupling.load_by_lids(bodies, dt);
            books.angular.external_n_m_s += pressed.external_n_m_s;
            books.angular.offset_n_m_s += pressed.exchanged_n_m_s;
            if books.measured.is_some() && !water.sea.waves.is_empty() {
                coupling.add_pushes_of_waves(bodies, water);
            }
        }
        if coupling.mode == CouplingMode::Paper {
            momentum.external_n_s += coupling.push_with_rims(projection, bodies, water);
        }
        self.blow();
        self.turn_with_the_earth();
        let Self { clock, bodies, coupling, books, .. } = self;
        books.momentum.exchanged_n_s += coupling.answer_by_lids(bodies, clock.time_step_s);
        self.radiate();
        self.soften();
    }

    /// Loads the bodies with the Coriolis force that all loads so far have, to which the water's inertia responds.
    fn turn_with_the_earth(&mut self) {
        let Self { clock, water, bodies, books, .. } = self;
        let (dt, coriolis_1_s) = (clock.time_step_s, bodies.coriolis_1_s);
        if coriolis_1_s == 0.0 {
            return;
        }
        for body in bodies.all.iter_mut().filter(|body| !body.is_removed) {
            let Kind::Afloat(afloat) = &mut body.kind else { continue };
            let rigid = &mut bodies.rigid[body.handle];
            afloat.coriolis_n = rigid.coriolis_n(coriolis_1_s, dt);
            rigid.add_force(afloat.coriolis_n);
            let impulse_n_s = afloat.coriolis_n.truncate() * dt;
            books.momentum.exchanged_n_s += impulse_n_s.length();
            books.momentum.coriolis_n_s += impulse_n_s;
            books.angular.of_forces_n_m_s += moment_n_m(water, rigid, afloat.coriolis_n, DVec3::ZERO) * dt;
        }
    }

    /// Sums up the reactions on the water while the bodies move by the loads on them, and reports what became of the bodies; returns the wall
    /// time of the sums.
    pub(super) fn react_and_move(&mut self, moved: &mut Moved) -> Duration {
        let Self { clock, water, bodies: Bodies { rigid, all, .. }, coupling, books, .. } = self;
        let dt = clock.time_step_s;
        let reaction = Reaction { time_step_s: dt, density_kg_m3: water.density_kg_m3 };
        let sum_up = || {
            let begun = Instant::now();
            (coupling.find_impulses(all, &water.fluid, reaction), begun.elapsed())
        };
        // The bodies stay with the thread that loads them and looks where they are.
        let ((), (on_solids, took)) = rayon::join(|| rigid.step_into(dt, moved), sum_up);
        books.momentum.external_n_s -= on_solids.linear_n_s;
        let given_n_m_s = on_solids.angular_n_m_s + coupling.impulses.applied_moment_n_m_s();
        books.angular.external_n_m_s -= on_solids.angular_n_m_s;
        match coupling.mode {
            CouplingMode::Conservative => books.angular.offset_n_m_s += given_n_m_s,
            _ => books.angular.external_n_m_s += given_n_m_s,
        }
        took
    }

    /// Loads the bodies with added mass, damping and radiation memory, which respond to all loads so far. The reaction acts on
    /// water that is not simulated.
    fn radiate(&mut self) {
        let Self { clock, water, bodies, books, .. } = self;
        let gravity_m_s2 = bodies.rigid.gravity_m_s2;
        let surface = water.surface();
        let still_m = DVec3::Z * water.fluid.still_level_m;
        for body in bodies.all.iter_mut().filter(|body| !body.is_removed) {
            let Kind::Afloat(afloat) = &mut body.kind else { continue };
            let Some(radiation) = &mut afloat.radiation else { continue };
            if body.hull.forces.submerged_volume_m3 <= 0.0 {
                radiation.rest();
                continue;
            }
            let rigid = &mut bodies.rigid[body.handle];
            let (force_n, torque_n_m) = rigid.applied(gravity_m_s2);
            let others = Load { force_n, torque_n_m };
            let flow = undisturbed_flow(&surface, &body.hull.forces, rigid.center_of_mass_m() - still_m);
            let drag = if afloat.is_light {
                let arm_m = body.hull.arm_m();
                let along_m_s = (rigid.linvel_m_s() - flow.velocity_m_s).length();
                let speed_m_s = along_m_s + arm_m * rigid.angvel_rad_s().length();
                LinearDamping::of_drag(body.hull.forces.dynamic_n.length(), speed_m_s, arm_m)
            } else {
                LinearDamping::NONE
            };
            let response = radiation.load(rigid, &flow, others, &drag);
            rigid.add_force(response.force_n);
            rigid.add_torque(response.torque_n_m);
            afloat.losses[1] = response;
            books.momentum.external_n_s += response.force_n.truncate() * clock.time_step_s;
            books.angular.external_n_m_s +=
                moment_n_m(water, rigid, response.force_n, response.torque_n_m) * clock.time_step_s;
        }
    }
}

/// The pressure of waves by formula on a body, about its center of mass: what the surface with them gives it beyond that without. Of one that is pushed
/// horizontally through cells without that.
fn wave_load(hull: &WetHull, rigid: &RigidBody, water: &Water, through_cells: bool) -> Load {
    if water.sea.waves.is_empty() {
        return Load::default();
    }
    let (with, without) = (&hull.forces, hull.forces_of(rigid, (&water.fluid.surface(), &water.fluid)));
    let pressure = |of: &Forces| [of.force_n - of.dynamic_n, of.torque_n_m - of.dynamic_torque_n_m];
    let ([force, torque], [still_n, turning_n_m]) = (pressure(with), pressure(&without));
    let (force_n, torque_n_m) = (force - still_n, torque - turning_n_m);
    match through_cells {
        true => Load { force_n: DVec3::Z * force_n.z, torque_n_m: torque_n_m.with_z(0.0) },
        false => Load { force_n, torque_n_m },
    }
}

/// Fraction of drag, lift, friction and slamming that acts in the step on a body that strikes the water. What is below its weight throws
/// no body.
fn fraction_of_impact(forces: &Forces, rigid: &RigidBody, water: &Water, gravity_m_s2: f64, dt: f64) -> f64 {
    let mass_kg = rigid.mass_properties().mass_kg;
    if forces.dynamic_n.length() <= mass_kg * gravity_m_s2 {
        return 1.0;
    }
    let (_, water_m_s) = water.sample(rigid.center_of_mass_m().truncate());
    let motion = [rigid.linvel_m_s() - water_m_s.extend(0.0), rigid.angvel_rad_s()];
    let load = Load { force_n: forces.dynamic_n, torque_n_m: forces.dynamic_torque_n_m };
    mean_fraction(&load, mass_kg, rigid.world_inertia_kg_m2(), motion, dt)
}
