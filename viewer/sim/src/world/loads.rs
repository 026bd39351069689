//! Loads on bodies by kind.

use glam::DVec3;
use hydro_forces::TriangleForce;

use super::World;
use crate::bodies::LookMesh;
use crate::scenario::CouplingMode;

/// Kinds of loads on a body afloat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadKind {
    /// Mass of the body times gravity, at the center of mass.
    Weight,
    /// The vertical pressure of the water, at the center of buoyancy.
    Buoyancy,
    /// The horizontal pressure of the water: of the slope of its surface, of waves, and under lids of `λ`.
    Push,
    /// The part of drag, lift, friction and slamming along the velocity of the water past the center of mass.
    Drag,
    /// The part of them across it.
    Lift,
    /// The thrust of its propeller in the last step, at the propeller.
    Thrust,
    /// The wind on what it has above the water in the last step; at the center of mass.
    Wind,
    /// The pull of a hand in the last step, where it is pulled, and what was added ([`World::add_force`]); at the center of mass if nobody pulls.
    Pull,
}

/// A force on a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyLoad {
    /// Number of the body by name, from 1.
    pub label: u16,
    /// Kind of the force.
    pub kind: LoadKind,
    /// The point at which it acts, m; z above the datum.
    pub at_m: DVec3,
    /// The force, N.
    pub force_n: DVec3,
}

impl World {
    /// The forces on the bodies afloat in the present state, by kind; those of a kind that are zero are left out. What joints, contacts,
    /// carriages, the earth's rotation, and added mass with damping and memory do is no part of them.
    pub fn loads(&self) -> Vec<BodyLoad> {
        let Self { bodies, coupling, projection, water, .. } = self;
        let still_m = DVec3::Z * self.still_level_m();
        let conservative = coupling.mode == CouplingMode::Conservative;
        let pushes_n = if conservative { coupling.pushes_n(projection, bodies, water) } else { Vec::new() };
        let mut all = Vec::new();
        for (body, afloat, rigid) in bodies.afloat() {
            let forces = &body.hull.forces;
            let center_m = rigid.center_of_mass_m();
            let buoyed_m = forces.center_of_buoyancy_m.map_or(center_m, |at_m| at_m + still_m);
            let pressure_n = forces.force_n - forces.dynamic_n;
            let push_n = match pushes_n.get(usize::from(body.label) - 1) {
                Some(push_n) if !afloat.is_outside => *push_n,
                _ => pressure_n.truncate().extend(0.0),
            };
            let (_, water_m_s) = water.sample(center_m.truncate());
            let past_m_s = (water_m_s.extend(0.0) - rigid.linvel_m_s()).normalize_or_zero();
            let drag_n = past_m_s * forces.dynamic_n.dot(past_m_s);
            let mut add = |kind, at_m, force_n| {
                if force_n != DVec3::ZERO {
                    all.push(BodyLoad { label: body.label, kind, at_m, force_n });
                }
            };
            add(LoadKind::Weight, center_m, rigid.weight_n(bodies.rigid.gravity_m_s2));
            add(LoadKind::Buoyancy, buoyed_m, DVec3::Z * (pressure_n.z + push_n.z));
            add(LoadKind::Push, buoyed_m, push_n.truncate().extend(0.0));
            add(LoadKind::Drag, buoyed_m, drag_n);
            add(LoadKind::Lift, buoyed_m, forces.dynamic_n - drag_n);
            if let Some(propeller) = &afloat.propeller {
                let at_m = rigid.point_to_world(DVec3::from_array(propeller.position_m));
                add(LoadKind::Thrust, at_m, afloat.thrust.force_n);
            }
            add(LoadKind::Wind, center_m, afloat.wind.force_n);
            let pull = bodies.pull.as_ref().filter(|(pulled, _)| *pulled + 1 == usize::from(body.label));
            let at_m = pull.map_or(center_m, |(_, pull)| rigid.point_to_world(pull.from_m));
            add(LoadKind::Pull, at_m, afloat.pull.force_n);
        }
        all
    }

    /// The pressure of the water on each triangle of the refined mesh of each body, Pa, computed from the present state, not a number where it is dry,
    /// with that mesh; in the order of [`Self::bodies`], none of a body that is fixed or driven.
    pub fn pressures_pa(&self) -> Vec<(LookMesh<'_>, Vec<f32>)> {
        let all = self.bodies.iter().map(|(body, rigid)| {
            let mut pressure_pa = Vec::new();
            if body.afloat().is_some() {
                pressure_pa.resize(body.hull.hull.triangle_count(), f32::NAN);
                let surface = (&self.water.surface(), &self.water.fluid);
                body.hull.each_triangle(rigid, surface, &mut |triangle| {
                    if triangle.wet_area_m2 > 0.0 {
                        pressure_pa[triangle.triangle] = triangle.pressure_pa as f32;
                    }
                });
            }
            ((&body.hull.mesh.vertices, &body.hull.mesh.triangles), pressure_pa)
        });
        all.collect()
    }

    /// The forces of the water on the wet triangles of the bodies, computed from the present state; places are relative to the still
    /// level. Slamming is no part of them.
    pub fn forces_on_triangles(&self) -> Vec<TriangleForce> {
        let mut all = Vec::new();
        for (body, _, rigid) in self.bodies.afloat() {
            let surface = (&self.water.surface(), &self.water.fluid);
            body.hull.each_triangle(rigid, surface, &mut |triangle| {
                if triangle.wet_area_m2 > 0.0 {
                    all.push(*triangle);
                }
            });
        }
        all
    }
}
