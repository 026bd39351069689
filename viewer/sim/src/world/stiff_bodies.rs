//! Bodies so light that the water lifts them too stiffly for the time step.

use glam::{DVec2, DVec3};
use hydro_forces::{Load, Restored, Waterplane};
use rayon::prelude::*;
use rigid_sim::RigidBody;

use super::World;
use super::books::moment_n_m;
use crate::bodies::{Bodies, Body, WetHull};
use crate::water::Water;

impl World {
    /// Replaces the loads of bodies that are too light for the time step by those at its end. The reaction to the difference acts
    /// on water that is not simulated.
    pub(super) fn soften(&mut self) {
        let may_be = |body: &Body| body.afloat().is_some_and(|afloat| afloat.may_be_stiff);
        if !self.bodies.iter().any(|(body, _)| may_be(body)) {
            return;
        }
        let Self { clock, water, bodies, books, .. } = self;
        let dt = clock.time_step_s;
        let (water, Bodies { rigid, all, last, .. }) = (&*water, bodies);
        let soften = |body: &Body| {
            let is_light = !body.is_removed && may_be(body);
            is_light.then(|| change(&body.hull, &rigid[body.handle], water, (rigid.gravity_m_s2, dt)))?
        };
        all.par_iter().map(soften).collect_into_vec(&mut last.softened);
        for (body, softened) in all.iter_mut().zip(&last.softened) {
            let Some(Load { force_n, torque_n_m }) = *softened else { continue };
            if let Some(afloat) = body.afloat_mut() {
                afloat.losses[1].force_n += force_n;
                afloat.losses[1].torque_n_m += torque_n_m;
            }
            let rigid = &mut rigid[body.handle];
            rigid.add_force(force_n);
            rigid.add_torque(torque_n_m);
            books.momentum.external_n_s += force_n.truncate() * dt;
            books.angular.external_n_m_s += moment_n_m(water, rigid, force_n, torque_n_m) * dt;
        }
    }
}

/// Most parts of a mesh that are taken to lie in one another, which count as often in its waterplane.
const MOST_PARTS: usize = 4;

/// What replaces the load of a body by that at the end of a time step; nothing for one that is not too light for it.
fn change(
    hull: &WetHull,
    rigid: &RigidBody,
    water: &Water,
    (gravity_m_s2, dt): (DVec3, f64),
) -> Option<Load> {
    let (mass_kg, forces) = (rigid.mass_properties().mass_kg, &hull.forces);
    let (eta_m, velocity_m_s) = water.sample(rigid.center_of_mass_m().truncate());
    let level_m = water.fluid.still_level_m + eta_m;
    // As far as it falls in a step, so that what has just left the water does not bounce.
    let falls_m = gravity_m_s2.length() * dt * dt;
    let center_m = (rigid.center_of_mass_m() - rigid.origin_m()).truncate();
    let parts = hull.hull.diagnosis().parts.min(MOST_PARTS);
    let mut restored = Restored {
        mass_kg,
        inertia_kg_m2: rigid.world_inertia_kg_m2(),
        linvel_m_s: rigid.linvel_m_s(),
        angvel_rad_s: rigid.angvel_rad_s(),
        waterplane: Waterplane::around(&hull.hull, rigid.rotation(), center_m),
        weight_n_m3: parts as f64 * water.density_kg_m3 * gravity_m_s2.length(),
        displaced_kg: forces.submerged_volume_m3 * water.density_kg_m3,
        drag_n: forces.dynamic_n.length(),
        relative_m_s: (rigid.linvel_m_s() - velocity_m_s.extend(0.0)).length(),
        arm_m: hull.arm_m(),
    };
    // Most are not, whatever their waterplane is.
    if !restored.is_stiff(dt) {
        return None;
    }
    restored.waterplane = waterplane(hull, rigid, (level_m, falls_m), center_m)?;
    restored.weight_n_m3 = water.density_kg_m3 * gravity_m_s2.length();
    if !restored.is_stiff(dt) {
        return None;
    }
    let (force_n, torque_n_m) = rigid.applied(gravity_m_s2);
    let soft = restored.load(&Load { force_n, torque_n_m }, dt)?;
    let (weight_n, (force_n, _)) = (rigid.weight_n(gravity_m_s2), rigid.gathered());
    Some(Load { force_n: soft.force_n - weight_n - force_n, torque_n_m: soft.torque_n_m - torque_n_m })
}

/// The waterplane of a body on water of a level, which may be some way below it; none where it is out of the water.
///
/// On a slope the level at its center of mass may be below a hull that is in the water elsewhere: then it is looked for higher.
fn waterplane(
    hull: &WetHull,
    rigid: &RigidBody,
    (level_m, above_m): (f64, f64),
    center_m: DVec2,
) -> Option<Waterplane> {
    let (_, radius_m) = hull.hull.bounding_sphere();
    let is_wet = hull.forces.submerged_volume_m3 > 0.0;
    let higher = [0.1 * radius_m, radius_m].into_iter().filter(|_| is_wet);
    let of = |above_m: f64| {
        let waterline_m = level_m + above_m - rigid.origin_m().z;
        let found = Waterplane::cut(&hull.hull, rigid.rotation(), waterline_m, center_m).ok();
        found.filter(|waterplane| waterplane.area_m2 > 0.0)
    };
    let found = std::iter::once(above_m).chain(higher).find_map(of);
    // Deep under water it has none.
    found.or(is_wet.then(Waterplane::default))
}
