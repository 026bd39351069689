//! One step of the world: bodies, mask, displaced water and reactions, boundaries, sweep, forces, books.

use glam::{DVec2, DVec3};
use hydro_forces::Load;
use hydro_forces::waves::Superposition;
use lbm_boundary::{Mask, WallDistance};
use lbm_core::Trouble;
use rayon::prelude::*;

use super::Error;
use super::coupling::{RimCells, cell_centre_m, moment_about};
use super::floating::Floating;
use super::rest::Watch;
use super::scenario::CouplingMode;
use super::stages::Stopwatch;
use super::stream::stream;
use super::world::World;

/// Steps between two looks at the stability of the flow, each of which takes as long as two sweeps.
const STEPS_PER_CHECK: u64 = 64;

/// What a step met. The step itself does not fail.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StepReport {
    /// The cell at which the flow has left the range of the method, if it has.
    pub trouble: Option<Trouble>,
    /// Bodies that the run cannot follow: frozen because their motion was no longer finite, driven ones that were
    /// stopped, or faster than the lattice by their added mass, which they lost.
    pub quarantined: Vec<String>,
    /// Why the driven bodies had to be stopped in this step, if they had: the water could not follow one of them.
    pub stopped: Option<String>,
}

impl World {
    /// Moves water and bodies on by one time step.
    ///
    /// Bodies move by the forces of the present state; what those forces took from the water goes back to it within
    /// the same step. The result does not depend on the number of threads.
    pub fn step(&mut self) -> StepReport {
        let mut report = StepReport::default();
        let mut whole = Stopwatch::start();
        let mut watch = Stopwatch::start();
        self.react();
        watch.lap(&mut self.stages.forces);
        self.move_bodies(&mut report);
        watch.lap(&mut self.stages.bodies);
        self.look_for_strays();
        self.project_bodies();
        watch.lap(&mut self.stages.mask);
        if self.solids.driven
            && let Err(error) = self.move_solids()
        {
            self.stop_solids(&error, &mut report);
        }
        self.fluid.boundary.apply(&mut self.fluid.lattice);
        self.book_borders();
        watch.lap(&mut self.stages.boundary);
        let sane = self.fluid.lattice.step();
        self.fluid.refresh_fields();
        watch.lap(&mut self.stages.fluid);
        self.sea.time_s = (self.steps + 1) as f64 * self.time_step_s;
        self.compute_forces();
        watch.lap(&mut self.stages.forces);
        whole.lap(&mut self.stages.total);

        self.steps += 1;
        self.max_froude = self.max_froude.max(self.fluid.max_froude());
        if !sane {
            report.trouble = self.fluid.trouble();
        } else if self.steps.is_multiple_of(STEPS_PER_CHECK) {
            report.trouble = self.check_stability();
        }
        report
    }

    /// Says once which cell is the first to flow faster than the scheme is stable at; the cell at which the run has to
    /// end, if one is.
    pub(super) fn check_stability(&mut self) -> Option<Trouble> {
        let found = match self.fluid.check() {
            Ok(found) => found,
            Err(trouble) => return Some(trouble),
        };
        if let Some(worst) = found.worst.filter(|_| found.beyond > 0 && !self.warned_of_speed) {
            self.warned_of_speed = true;
            let message = format!(
                "water faster than the scheme is stable at from t = {:.3} s on, {worst}; solver.policy says what is done",
                self.time_s()
            );
            self.warnings.push(message);
        }
        None
    }

    /// Loads the bodies with the forces of the present state, and the water with what it owes for them.
    fn react(&mut self) {
        let (dt, conservative) = (self.time_step_s, self.mode == CouplingMode::Conservative);
        let still = self.fluid.still_level_m;
        let time_s = self.time_s();
        let mut helm = self.helm;
        for float in self.floating.iter_mut().filter(|float| !float.solid) {
            let rigid = &mut self.bodies[float.handle];
            let conservative = conservative && !float.away;
            let forces = &float.forces;
            rigid.add_force(forces.exchange_force_n.extend(forces.force_n.z));
            rigid.add_torque(forces.torque_n_m.with_z(forces.exchange_torque_z_n_m));
            let owed = std::mem::take(&mut float.owed_n_s) / dt;
            rigid.add_force(owed.extend(0.0));
            rigid.add_torque(DVec3::Z * (std::mem::take(&mut float.owed_n_m_s) / dt));
            self.momentum.exchanged_n_s += (forces.exchange_force_n.length() + owed.length()) * dt;

            if conservative {
                float.give_back(dt, &mut self.impulses);
            } else {
                self.momentum.external_n_s += forces.exchange_force_n * dt;
            }

            let Some(propeller) = &float.propeller else { continue };
            let [ahead, across] = match helm.take() {
                Some(helm) => propeller.force_at(helm.thrust, helm.angle_deg),
                None => propeller.force_n(time_s),
            };
            let at = rigid.point_to_world(DVec3::from_array(propeller.position_m));
            // The hull's own trough does not lay its propeller dry; only a leap does.
            if at.z > still {
                continue;
            }
            let thrust = rigid.rotation() * DVec3::new(ahead, across, 0.0);
            rigid.add_force_at_point(thrust, at);
            self.momentum.exchanged_n_s += thrust.length() * dt;
            if conservative {
                self.impulses.spread(at.truncate(), float.race_radius_m, -thrust.truncate() * dt);
            } else {
                self.momentum.external_n_s += thrust.truncate() * dt;
            }
        }
        if self.mode == CouplingMode::Paper {
            mask_raster::rim(self.mask.grid(), &self.wet, &mut self.rim);
            let cells = RimCells {
                rim: &self.rim,
                floating: &self.floating,
                bodies: &self.bodies,
                nx: self.fluid.lattice.layout().nx(),
            };
            let water = (self.density_kg_m3, self.fluid.lattice.units(), still);
            self.momentum.external_n_s += self.rim_force.gather(&cells, water, &mut self.impulses);
        }
        self.radiate();
        let kept = self.impulses.apply(&mut self.fluid.lattice, &self.fluid.solid, self.density_kg_m3);
        self.momentum.external_n_s -= kept;
    }

    /// Loads the bodies with what their added mass and the waves they made answer to all that is gathered so far. It comes
    /// from water that is not simulated.
    fn radiate(&mut self) {
        let gravity = self.bodies.gravity_m_s2;
        let water = Superposition { base: self.fluid.surface(), added: &self.sea };
        let still_m = DVec3::Z * self.fluid.still_level_m;
        for float in self.floating.iter_mut().filter(|float| !float.solid) {
            let Some(radiation) = &mut float.radiation else { continue };
            if float.forces.submerged_volume_m3 <= 0.0 {
                radiation.rest();
                continue;
            }
            let rigid = &mut self.bodies[float.handle];
            let (force, torque) = rigid.gathered();
            let weight = gravity * rigid.mass_properties().mass_kg;
            let flow = stream(&water, &float.forces, rigid.centre_of_mass_m() - still_m);
            let others = Load { force_n: force + weight, torque_n_m: torque };
            let answer = radiation.load(rigid, &flow, others);
            rigid.add_force(answer.force_n);
            rigid.add_torque(answer.torque_n_m);
            self.momentum.external_n_s += answer.force_n.truncate() * self.time_step_s;
        }
    }

    fn move_bodies(&mut self, report: &mut StepReport) {
        let dt = self.time_step_s;
        for float in &mut self.floating {
            float.applied = self.bodies[float.handle].gathered();
        }
        // With the velocities of the step's end, which is where the mask is drawn.
        self.drive_bodies((self.steps + 1) as f64 * dt);
        let moved = self.bodies.step(dt);
        for float in &mut self.floating {
            let contact = moved.contact_impulse(float.handle);
            // Walls push from outside, and so does a body that is held: by what the others push it.
            let outside = match float.solid {
                true => -contact.linear_n_s(),
                false => contact.from_statics_n_s,
            };
            self.momentum.external_n_s += outside.truncate();
            self.momentum.exchanged_n_s += outside.truncate().length();
            float.applied.0 += contact.linear_n_s() / dt;
            float.applied.1 += contact.angular_n_m_s / dt;
        }
        self.drop_wild_radiation(report);
        for handle in moved.quarantined {
            let name = &self.floating[handle.0].name;
            let message = format!(
                "body.{name}: its motion was no longer finite at t = {} s; it was frozen",
                self.time_s()
            );
            self.warnings.push(message);
            report.quarantined.push(name.clone());
        }
    }

    /// Takes the water's answer from bodies that it made faster than anything that can be followed: where their turning is
    /// too fast for the time step, or a table feeds the motion.
    fn drop_wild_radiation(&mut self, report: &mut StepReport) {
        let (most, time_s) = (self.cell_size_m() / self.time_step_s, self.time_s());
        for float in &mut self.floating {
            let speed = self.bodies[float.handle].linvel_m_s().length();
            if speed > most && float.radiation.take().is_some() {
                self.warnings.push(format!(
                    "body.{}.radiation: what the water answers to its motion brought it to {speed:.3} m/s at t = {time_s:.3} \
                     s and is left out from then on; its added mass is too great beside its mass for the time step, or its \
                     coefficients feed the motion",
                    float.name
                ));
                report.quarantined.push(float.name.clone());
            }
        }
    }

    /// Projects the bodies onto the grid, and gives the water that those afloat displace to it.
    fn project_bodies(&mut self) {
        let outlines: Vec<_> = self.floating.iter().map(|f| f.outline(&self.bodies[f.handle])).collect();
        let drawn = self.rasterizer.rasterize(&outlines, &mut self.mask);
        debug_assert!(drawn.is_ok(), "meshes were checked when the world was built");
        if self.solids.driven {
            self.solids.look(&self.floating, &self.bodies, &outlines, &self.mask);
        }
        self.look_for_wet();
        // Where nothing is afloat there is nothing to give, and no cell to be looked at.
        if self.mode == CouplingMode::Conservative && self.floating.iter().any(|float| !float.solid) {
            self.displace();
        }
    }

    fn move_solids(&mut self) -> Result<(), lbm_boundary::Error> {
        let distance = self.solids.distance();
        let distance = distance.as_ref().map(|distance| distance as WallDistance<'_>);
        let mask = Mask { changed: self.solids.changed, distance, ..Mask::new(&self.solids.labels) };
        self.fluid.move_solids(&mask, &self.solids.motions)
    }

    /// Says once of each body that it has left the domain, or the water, or does not feel it.
    fn look_for_strays(&mut self) {
        let layout = self.fluid.lattice.layout();
        let size =
            DVec2::new(layout.nx() as f64, layout.ny() as f64) * self.fluid.lattice.units().cell_size_m();
        let (still, time_s) = (self.fluid.still_level_m, self.time_s());
        for float in &mut self.floating {
            let at = self.bodies[float.handle].centre_of_mass_m();
            if float.solid {
                let reach = 2.0 * float.hull.bounding_sphere().1;
                let gone = at.x < -reach || at.y < -reach || at.x > size.x + reach || at.y > size.y + reach;
                if gone && !float.away {
                    let message = format!("body.{}: left the domain at t = {time_s:.3} s", float.name);
                    self.warnings.push(message);
                    float.away = true;
                }
                continue;
            }
            let outside = at.x < 0.0 || at.y < 0.0 || at.x > size.x || at.y > size.y;
            if outside && !float.away {
                self.warnings.push(format!(
                    "body.{}: left the domain at t = {time_s:.3} s; from then on the water does not feel it, and it \
                     feels the water at the border",
                    float.name
                ));
            }
            float.away = outside;
            if float.forces.skipped_triangles > 0 && !float.blind {
                float.blind = true;
                self.warnings.push(format!(
                    "body.{}: the water does not act on {} of its {} triangles at t = {time_s:.3} s, where the motion of the \
                     body or the water is not finite or beyond all bounds",
                    float.name,
                    float.forces.skipped_triangles,
                    float.hull.triangle_count()
                ));
            }
            let size_m = 2.0 * float.hull.bounding_sphere().1;
            if at.z > still + 2.0 * size_m && !float.thrown {
                float.thrown = true;
                self.warnings.push(format!(
                    "body.{}: thrown {:.3} m above the water at t = {time_s:.3} s; look at its mass, centre of mass and \
                     thrust",
                    float.name,
                    at.z - still
                ));
            }
        }
    }

    /// Solids that the water cannot follow stop where they are.
    fn stop_solids(&mut self, error: &lbm_boundary::Error, report: &mut StepReport) {
        self.solids.driven = false;
        self.floating.iter_mut().for_each(|float| float.drive = None);
        self.fluid.stop_solids();
        let error = Error::of_boundary(error.clone(), self.floating.iter().map(|float| &*float.name));
        let message = format!("t = {:.4} s: {error}; the driven bodies were stopped", self.time_s());
        self.warnings.push(message.clone());
        report.stopped = Some(message);
        for float in self.floating.iter().filter(|float| float.solid) {
            let rigid = &mut self.bodies[float.handle];
            let stopped = rigid.set_linvel(DVec3::ZERO).and(rigid.set_angvel(DVec3::ZERO));
            debug_assert!(stopped.is_ok(), "zero is finite");
        }
    }

    /// Gives the water that bodies afloat displace to the cells around it. A cell that a solid is about to cover loses
    /// what it had of it, one that a solid is about to leave gets its own in the next step.
    fn displace(&mut self) {
        self.solids.either(&self.fluid.solid);
        let fluid = &mut self.fluid;
        self.displacement.apply(&self.wet, &self.solids.either, &mut fluid.lattice, &mut self.swept);
        let nx = fluid.lattice.layout().nx();
        let units = fluid.lattice.units();
        for swept in &self.swept {
            let float = &mut self.floating[usize::from(swept.label) - 1];
            let lattice = DVec2::new(f64::from(swept.momentum[0]), f64::from(swept.momentum[1]));
            let owed = lattice * (-self.density_kg_m3 * units.to_momentum_m4_s(1.0));
            let at = cell_centre_m(units.cell_size_m(), nx, swept.cell);
            float.owed_n_s += owed;
            float.owed_n_m_s += moment_about(self.bodies[float.handle].centre_of_mass_m(), at, owed);
        }
    }

    fn book_borders(&mut self) {
        let (ledger, units) = (self.fluid.boundary.ledger(), self.fluid.lattice.units());
        let (sides, solids) = (ledger.sides(), ledger.solids());
        let impulse = |exchange: lbm_boundary::Exchange| {
            DVec2::from_array(exchange.momentum) * (self.density_kg_m3 * units.to_momentum_m4_s(1.0))
        };
        let volume_m3 = units.cell_size_m().powi(3);
        self.borders_m3 += sides.mass * volume_m3;
        self.solids_m3 += solids.mass * volume_m3;
        let gained = impulse(sides) + impulse(solids);
        self.momentum.through_borders_n_s += gained;
        self.momentum.exchanged_n_s += gained.length();
        for float in self.floating.iter_mut().filter(|float| float.solid) {
            let (force, torque) = ledger.load(float.label).to_si(units, self.density_kg_m3);
            float.applied = (DVec2::from_array(force).extend(0.0), DVec3::Z * torque);
        }
    }

    /// Forces of the water on all bodies in the present state.
    pub(super) fn compute_forces(&mut self) {
        let water = self.fluid.surface();
        let (still, grid, bodies) = (self.fluid.still_level_m, self.fluid.grid, &self.bodies);
        if self.sea.waves.is_empty() {
            let watch = Watch {
                fluid: &self.fluid,
                tolerance_m: self.rest_tolerance_m,
                gravity_m_s2: bodies.gravity_m_s2.length(),
            };
            let feel = |float: &mut Floating| {
                float.feel(&bodies[float.handle], (&water, &grid), Some(&watch), still);
            };
            self.floating.par_iter_mut().for_each(feel);
        } else {
            let waves = Superposition { base: water, added: &self.sea };
            let feel = |float: &mut Floating| float.feel(&bodies[float.handle], (&waves, &grid), None, still);
            self.floating.par_iter_mut().for_each(feel);
        }
    }
}
