//! Bodies: what all have in common, the kinds of them, and the forces of the water on them.

mod afloat;
mod body;
mod body_surface;
mod build;
mod carrying;
mod checkpoint;
mod contact;
mod hull;
mod joints;
mod model;
mod placing;
mod radiation;
mod reading;
mod rest;
mod shape;
mod solids;
mod standing;
mod state;
mod towing;

use glam::{DVec2, DVec3};
use hydro_forces::Load;
use lbm_boundary::Motion;
use rayon::prelude::*;
use rigid_sim::{RigidBody, StepReport};

use super::Error;
use super::scenario::Scenario;
use super::water::{Around, Fluid, Water};
pub use afloat::Helm;
pub(crate) use afloat::{Afloat, Filter, Pull, undisturbed_flow};
pub(crate) use body::{Body, Kind, Solid, Standing};
pub(crate) use body_surface::SharedMesh;
pub use body_surface::{BodySurface, LookMesh, Race};
pub(crate) use checkpoint::BodiesState;
pub(crate) use hull::WetHull;
pub(crate) use joints::Joint;
pub use joints::JointReading;
pub(crate) use radiation::Radiation;
pub use reading::{BodyReading, Centers};
use rest::{RestCheck, Tolerance};
pub(crate) use solids::warnings as solid_warnings;
pub(crate) use solids::{Carried, Course};
use state::Late;
pub use towing::free_way_m;
pub use towing::{Measured, TowReading};

/// Bodies whose forces are found in a task.
const BODIES_PER_TASK: usize = 4;

/// All bodies of a world.
#[derive(Debug)]
pub(crate) struct Bodies {
    pub(crate) rigid: rigid_sim::World,
    /// Bodies that are in the world or were, in the order in which they came into it, those from the start by name; the body of label `n` is at
    /// `n − 1`.
    pub(crate) all: Vec<Body>,
    /// Numbers of those that were not removed, in order.
    present: Vec<usize>,
    /// Bodies that enter later.
    late: Late,
    /// Joints, in the order of the scenario, then mooring lines, by body.
    pub(crate) joints: Vec<Joint>,
    /// The spring by which someone pulls the body of this index.
    pub(crate) pull: Option<(usize, Pull)>,
    /// The solid that someone carries, and the solids that are on their way.
    pub(crate) carried: Carried,
    pub(crate) last: LastStep,
    /// Coriolis parameter, 1/s.
    pub(crate) coriolis_1_s: f64,
    /// Tolerance of [`Coupling::rest_tolerance_m`](super::scenario::Coupling::rest_tolerance_m).
    rest_tolerance_m: f64,
}

/// What became of the bodies in the last step, in memory that the next one uses again; lists are by their numbers.
#[derive(Debug, Default)]
pub(crate) struct LastStep {
    pub(crate) moved: StepReport,
    /// Momentum before it.
    pub(crate) momenta: Vec<DVec3>,
    /// Angular momentum about the vertical through the middle of the domain that the loads alone give.
    pub(crate) unmoved_n_m_s: Vec<f64>,
    /// Velocities before it, where something works on a body.
    pub(crate) velocities: Vec<[DVec3; 2]>,
    /// Changes of the loads on bodies that are too light for the time step.
    pub(crate) softened: Vec<Option<Load>>,
    /// Loads of the wind.
    pub(crate) blown: Vec<Load>,
}

impl Bodies {
    /// Builds the bodies of a scenario, and the ground and walls that they can touch.
    pub(crate) fn new(scenario: &Scenario, warnings: &mut Vec<String>) -> Result<Self, Error> {
        let mut rigid = rigid_sim::World::new(DVec3::new(0.0, 0.0, -scenario.water.gravity_m_s2));
        let mut shapes = shape::Shapes::new();
        // Before their poses are looked up, whether there are too many of them.
        let given = scenario.bodies();
        let found = given.iter().map(|(name, body)| shapes.find(scenario, name, body));
        let found: Vec<usize> = found.collect::<Result<_, _>>()?;
        let (mut all, mut late) = (Vec::with_capacity(given.len()), Vec::new());
        for (index, ((name, given), shape)) in given.into_iter().zip(found).enumerate() {
            let (body, of_body) = build::body(scenario, shapes.shape(shape), (index, name, given), warnings)?;
            if given.enters_at_s.is_some() {
                late.push((given.from_s(), given.position_m.z_m.is_some(), body, of_body));
            } else {
                rigid.insert(of_body);
                all.push(body);
            }
        }
        let entering = late.iter().map(|(at_s, _, body, rigid)| (body, rigid, *at_s));
        contact::refuse(scenario, all.iter().map(|body| (body, &rigid[body.handle], 0.0)).chain(entering))?;
        for wall in build::walls(scenario) {
            rigid.insert_static(wall);
        }
        warnings.extend(contact::warnings(&rigid, &all));
        let joints = joints::insert(scenario, &mut rigid, &all)?;
        rigid.sleeping = scenario.coupling.sleep.map(Into::into);
        let rest_tolerance_m = scenario.coupling.rest_tolerance_m;
        let coriolis_1_s = scenario.forcing().forces()?.coriolis_1_s;
        let mut bodies = Self {
            rigid,
            late: Default::default(),
            all,
            present: Vec::new(),
            joints,
            pull: None,
            carried: Carried::default(),
            last: LastStep::default(),
            coriolis_1_s,
            rest_tolerance_m,
        };
        bodies.find_present();
        bodies.await_later(late);
        Ok(bodies)
    }

    /// The bodies with their rigid bodies, but for those that were removed.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&Body, &RigidBody)> {
        (0..self.present.len()).map(|number| self.present(number))
    }

    /// The body of a number among those that were not removed, with its rigid body.
    ///
    /// # Panics
    /// If there are not so many.
    pub(crate) fn present(&self, number: usize) -> (&Body, &RigidBody) {
        let body = &self.all[self.present[number]];
        (body, &self.rigid[body.handle])
    }

    /// Takes the body of a number out of the world. Its place stays, with its label.
    pub(crate) fn remove(&mut self, index: usize) {
        let body = &mut self.all[index];
        body.is_removed = true;
        (body.force_n, body.torque_n_m) = (DVec3::ZERO, DVec3::ZERO);
        self.rigid.quarantine(body.handle);
        self.pull = self.pull.take().filter(|(pulled, _)| *pulled != index);
        self.carried.forget(index);
        self.find_present();
    }

    fn find_present(&mut self) {
        let present = |(index, body): (usize, &Body)| (!body.is_removed).then_some(index);
        self.present = self.all.iter().enumerate().filter_map(present).collect();
    }

    /// The bodies afloat, each with what only those have, and with its rigid body.
    pub(crate) fn afloat(&self) -> impl Iterator<Item = (&Body, &Afloat, &RigidBody)> {
        self.iter().filter_map(|(body, rigid)| Some((body, body.afloat()?, rigid)))
    }

    /// Whether any body is afloat.
    pub(crate) fn any_afloat(&self) -> bool {
        self.afloat().next().is_some()
    }

    /// Labels of the solids and their motions in the plane.
    pub(crate) fn solid_motions(&self) -> impl Iterator<Item = (u16, Motion)> {
        let solids = self.iter().filter(|(body, _)| body.is_solid());
        solids.map(|(body, rigid)| {
            let motion = Motion {
                center_m: rigid.center_of_mass_m().truncate().to_array(),
                linvel_m_s: rigid.linvel_m_s().truncate().to_array(),
                angvel_rad_s: rigid.angvel_rad_s().z,
            };
            (body.label, motion)
        })
    }

    /// Whether the solid of a number is no wall to the water: above it, or a part of its bed.
    pub(crate) fn is_no_wall(&self, number: usize) -> bool {
        self.all[number].standing != Standing::Wall
    }

    /// All bodies as the mask rasterizes them.
    pub(crate) fn outlines(&self) -> Vec<mask_raster::Body<'_>> {
        self.iter().map(|(body, rigid)| body.outline(rigid)).collect()
    }

    /// Where a point of the body of a number is, given in its mesh's frame, m; none of one that was removed or has not entered.
    pub(crate) fn point_m(&self, number: usize, at_m: DVec3) -> Option<DVec3> {
        let body = self.all.get(number)?;
        let rigid = &self.rigid[body.handle];
        (!body.is_removed).then(|| rigid.origin_m() + rigid.rotation() * at_m)
    }

    /// Velocity of the body with a label at a place, m/s.
    pub(crate) fn velocity_m_s(&self, label: u16, at_m: DVec3) -> DVec3 {
        self.rigid[self.all[usize::from(label) - 1].handle].velocity_at_point(at_m)
    }

    /// Horizontal velocity of the body with a label where the still water's surface is over or under it, m/s: `V` of Lazo
    /// et al. Eq. 7.
    pub(crate) fn velocity_at_level(&self, label: u16, at_m: DVec2, still_level_m: f64) -> DVec2 {
        let rigid = &self.rigid[self.all[usize::from(label) - 1].handle];
        rigid.velocity_at_point(at_m.extend(still_level_m)).truncate()
    }

    /// Sets the velocities that driven bodies have at a time, and those that carriages prescribe. On a course, those that were carried come
    /// to theirs little by little.
    pub(crate) fn drive(&mut self, time_s: f64, course: Option<&Course<'_>>) {
        for (number, body) in self.all.iter().enumerate().filter(|(_, body)| !body.is_removed) {
            let rigid = &mut self.rigid[body.handle];
            let set = match &body.kind {
                Kind::Solid(Solid::Fixed) => continue,
                Kind::Afloat(afloat) => match &afloat.towing {
                    Some(towing) => rigid.set_guide(Some(towing.guide(time_s))),
                    None => continue,
                },
                Kind::Solid(Solid::Driven(driven)) if driven.is_stopped || self.carried.is(number) => {
                    continue;
                }
                Kind::Solid(Solid::Driven(driven)) => {
                    let wished = driven.velocities(time_s);
                    let eased = course.map(|course| {
                        let before = driven.velocities(time_s - course.time_step_s);
                        let changes = (wished.0 - before.0, wished.1 - before.1);
                        course.eased((rigid, body.hull.hull.bounding_sphere().1), wished, changes)
                    });
                    let (linvel, angvel) = eased.unwrap_or(wished);
                    rigid.set_linvel(linvel).and(rigid.set_angvel(angvel))
                }
            };
            debug_assert!(set.is_ok(), "velocities were checked when the scenario was read");
        }
    }

    /// Sets the drives of joints for a step of `dt` seconds that ends at a time.
    pub(crate) fn drive_joints(&mut self, end_s: f64, dt: f64) {
        let Self { joints, rigid, .. } = self;
        joints.iter().for_each(|joint| joint.drive(rigid, end_s, dt));
    }

    /// Stops all driven bodies where they are, for good, and those that are carried.
    pub(crate) fn stop_driven(&mut self) {
        for body in &mut self.all {
            match &mut body.kind {
                Kind::Solid(Solid::Driven(driven)) => driven.is_stopped = true,
                Kind::Solid(Solid::Fixed) => {}
                Kind::Afloat(_) => continue,
            }
            let rigid = &mut self.rigid[body.handle];
            let stopped = rigid.set_linvel(DVec3::ZERO).and(rigid.set_angvel(DVec3::ZERO));
            debug_assert!(stopped.is_ok(), "zero is finite");
        }
        self.carried = Carried::default();
    }

    /// Sets the loads of the water on solids in a step, from the populations that their walls returned.
    pub(crate) fn load_solids(&mut self, water: &Water) {
        let (ledger, units) = (water.fluid.boundary.ledger(), water.fluid.lattice.units());
        for body in self.all.iter_mut().filter(|body| !body.is_removed && body.is_solid()) {
            let (force, torque) = ledger.load(body.label).to_si(units, water.density_kg_m3);
            body.force_n = DVec2::from_array(force).extend(0.0);
            body.torque_n_m = DVec3::Z * torque;
        }
    }

    /// Adds a horizontal force at a position to the load of the solid of a label, if there is one.
    pub(crate) fn push_solid(&mut self, label: u16, at_m: DVec2, force_n: DVec2) {
        let Some(body) = usize::from(label).checked_sub(1).and_then(|number| self.all.get_mut(number)) else {
            return;
        };
        let arm_m = at_m - self.rigid[body.handle].center_of_mass_m().truncate();
        body.force_n += force_n.extend(0.0);
        body.torque_n_m += DVec3::Z * arm_m.perp_dot(force_n);
    }

    /// Whether any body displaces water, or is still to enter.
    pub(crate) fn may_displace(&self) -> bool {
        self.any_afloat() || !self.late.waiting.is_empty()
    }

    /// Brings the levels below which bodies displace water on by a step to those of the water at their places, which is given where it was looked at.
    pub(crate) fn follow_levels(&mut self, looked: Option<&Fluid>, time_step_s: f64) {
        let Self { all, rigid, .. } = self;
        for body in all.iter_mut().filter(|body| !body.is_removed) {
            let (around, now) = (body.around_m(&rigid[body.handle]), looked);
            let Some(afloat) = body.afloat_mut() else { continue };
            if let Some(level) = now.and_then(|fluid| fluid.slow_level(around, time_step_s)) {
                afloat.mean_level.look(level);
            }
            afloat.mean_level.advance();
        }
    }

    /// Raises the levels from which rigid lids count that waves lift.
    pub(crate) fn lift_levels(&mut self, water: Around<'_>) {
        let Self { all, rigid, .. } = self;
        let rigid = &*rigid;
        all.par_iter_mut().with_min_len(BODIES_PER_TASK).filter(|body| !body.is_removed).for_each(|body| {
            if !body.is_lid() {
                return;
            }
            let rigid = &rigid[body.handle];
            let (around_m, underside_m) = (body.around_m(rigid), water.eta_at_m(body.extent_m(rigid)[0].z));
            if let Some(afloat) = body.afloat_mut() {
                afloat.mean_level.lift(underside_m, water.eta_m(around_m));
            }
        });
    }

    /// Computes the forces again that the bodies have in the present state, also where they keep those of an earlier one.
    pub(crate) fn recompute_forces(&mut self, water: &Water) {
        let (rigid, fluid, surface) = (&self.rigid, &water.fluid, water.surface());
        self.all.par_iter_mut().with_max_len(BODIES_PER_TASK).filter(|body| is_due(body)).for_each(|body| {
            body.hull.recompute_forces(&rigid[body.handle], (&surface, fluid));
        });
    }

    /// Computes the forces of the water on all bodies in the present state.
    pub(crate) fn compute_forces(&mut self, water: &Water) {
        let (rigid, fluid, surface) = (&self.rigid, &water.fluid, water.fluid.surface());
        if water.sea.waves.is_empty() {
            let (tolerance_m, gravity_m_s2) = (self.rest_tolerance_m, rigid.gravity_m_s2.length());
            self.all.par_iter_mut().with_max_len(BODIES_PER_TASK).filter(|body| is_due(body)).for_each(
                |body| {
                    let is_held = body.is_solid();
                    let (hull, of_body) = (&mut body.hull, &rigid[body.handle]);
                    let usual = match is_held {
                        true => Tolerance::held(tolerance_m, gravity_m_s2),
                        false => Tolerance::afloat(tolerance_m, &hull.hull, gravity_m_s2),
                    };
                    let tolerance = match &rigid.sleeping {
                        Some(sleeping) if of_body.is_asleep() => {
                            let volume_m3 = hull.forces.submerged_volume_m3;
                            usual.of_sleeper(sleeping, &hull.hull, volume_m3, gravity_m_s2)
                        }
                        _ => usual,
                    };
                    let rest = RestCheck { fluid, tolerance };
                    hull.compute_forces(of_body, (&surface, fluid), Some(&rest));
                },
            );
        } else {
            // Waves by formula are never at rest.
            let surface = water.surface();
            self.all.par_iter_mut().with_max_len(BODIES_PER_TASK).filter(|body| is_due(body)).for_each(
                |body| {
                    body.hull.compute_forces(&rigid[body.handle], (&surface, fluid), None);
                },
            );
        }
    }
}

/// Whether forces of the water are found of a body.
fn is_due(body: &Body) -> bool {
    !body.is_removed && body.feels_water()
}
