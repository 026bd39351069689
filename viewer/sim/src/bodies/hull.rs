//! The surface of a body that the water acts on, and the forces there.

use std::sync::Arc;

use glam::{DVec2, DVec3};
use hydro_forces::{
    CellForces, Exchanges, ForceModel, ForceOptions, Forces, Hull, Load, Motion, TriangleForce, WaterSurface,
    Wind, submerged,
};
use rigid_sim::RigidBody;

use super::body_surface::{SharedMesh, TriangleDetail};
use super::model::SlammingModel;
use super::rest::{LastForces, RestCheck};
use crate::checkpoint::Error;
use crate::codec::coded;
use crate::water::Fluid;

/// A hull with its force model and the forces in the present state.
#[derive(Debug)]
pub(crate) struct WetHull {
    /// Shared by copies of a body.
    pub(crate) hull: Arc<Hull>,
    /// Surface refined to the triangles that forces are computed on.
    pub(crate) mesh: SharedMesh,
    pub(super) model: ForceModel,
    pub(super) slamming: Option<SlammingModel>,
    /// Forces on single triangles, where the scenario's view shows them.
    pub(super) detail: TriangleDetail,
    /// Forces of the water in the present state.
    pub(crate) forces: Forces,
    /// Body and water from which these were computed.
    last: LastForces,
    /// Whether the reaction to the forces acts on the flow here. That to forces on solids acts at their walls.
    acts_back: bool,
    /// Horizontal forces that the body takes from the flow, where the reaction acts on it here: by cell where triangles are summed in parallel, else by point.
    by_cell: Exchanges,
    by_point: Vec<(DVec2, DVec2)>,
}

/// What the forces of a state were computed from, where that is not the state itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HullState {
    last: LastForces,
    /// Velocities of [`SlammingModel::before_last_step`]; none without slamming.
    slamming: Option<Option<Vec<DVec3>>>,
}

coded!(HullState { last, slamming });

impl WetHull {
    pub(super) fn new(
        (hull, mesh): (Arc<Hull>, SharedMesh),
        model: ForceModel,
        slamming: Option<SlammingModel>,
        (detail, acts_back): (TriangleDetail, bool),
    ) -> Self {
        Self {
            hull,
            mesh,
            model,
            slamming,
            detail,
            forces: Forces::default(),
            last: LastForces::default(),
            acts_back,
            by_cell: Exchanges::default(),
            by_point: Vec::new(),
        }
    }

    /// Arm of drag, and of the water that the body pushes away, in turns, m.
    pub(crate) fn arm_m(&self) -> f64 {
        0.5 * self.hull.bounding_sphere().1
    }

    /// The forces that the body takes from the water in cells.
    pub(crate) fn cell_exchanges(&self) -> impl Iterator<Item = &CellForces> {
        self.by_cell.cell_rows()
    }

    /// Points and the forces that the body takes from the water there, N.
    pub(crate) fn point_exchanges(&self) -> &[(DVec2, DVec2)] {
        &self.by_point
    }

    /// Work of lifting the water that the hull displaces below the first level to the second, J.
    pub(crate) fn lifting_work_j(&self, rigid: &RigidBody, levels_m: [f64; 2]) -> f64 {
        let [waterline_m, to_m] = levels_m.map(|level_m| level_m - rigid.origin_m().z);
        let under = submerged(&self.hull, rigid.rotation(), waterline_m);
        // A body that is not finite was frozen and has none.
        under.map_or(0.0, |under| under.lifting_work_j(to_m, self.model.water()))
    }

    /// The mean force of the wind over a step on what the hull has above a level, m, by its drag coefficient, and its moment about the center of mass.
    pub(crate) fn wind_load(
        &self,
        rigid: &RigidBody,
        level_m: f64,
        (wind, coefficient): (&Wind, f64),
        dt: f64,
    ) -> Load {
        let inertia = (rigid.mass_properties().mass_kg, rigid.world_inertia_kg_m2());
        wind.mean_load((&self.hull, &motion(rigid, 0.0)), level_m, coefficient, inertia, dt)
    }

    /// Computes the forces of `surface`, whose levels are elevations; keeps the last ones for a body at rest in
    /// water at rest, which `rest` decides. Without it nothing counts as at rest.
    pub(super) fn compute_forces(
        &mut self,
        rigid: &RigidBody,
        (surface, fluid): (&impl WaterSurface, &Fluid),
        rest: Option<&RestCheck<'_>>,
    ) {
        let motion = motion(rigid, fluid.still_level_m);
        // Slamming depends on the step before.
        if self.slamming.is_none() && rest.is_some_and(|rest| self.last.hold(&self.hull, &motion, rest)) {
            return;
        }
        self.compute(&motion, (surface, fluid));
    }

    /// Computes the forces again from the body and the water of which those of the present state were computed.
    pub(super) fn recompute_forces(
        &mut self,
        rigid: &RigidBody,
        (surface, fluid): (&impl WaterSurface, &Fluid),
    ) {
        match self.last.stored(fluid) {
            Some((motion, fields)) => self.compute(&motion, (&fields.surface(fluid.grid), fluid)),
            None => self.compute(&motion(rigid, fluid.still_level_m), (surface, fluid)),
        }
    }

    /// The state between two steps from which [`recompute_forces`](Self::recompute_forces) computes the forces.
    pub(super) fn state(&self) -> HullState {
        HullState {
            last: self.last.clone(),
            slamming: self.slamming.as_ref().map(SlammingModel::before_last_step),
        }
    }

    pub(super) fn restore(&mut self, state: &HullState, fluid: &Fluid) -> Result<(), Error> {
        match (&mut self.slamming, &state.slamming) {
            (Some(slamming), Some(state)) => slamming.restore(state.as_deref()).map_err(Error::state)?,
            (None, None) => {}
            _ => return Err(Error::state("slamming is missing, or one too many")),
        }
        if !state.last.fits(fluid) {
            return Err(Error::state("the water at a body at rest is beyond the grid"));
        }
        self.last = state.last.clone();
        Ok(())
    }

    /// Computes the forces on all triangles in the present state once more, and hands each on; the state stays as it is.
    pub(crate) fn each_triangle(
        &self,
        rigid: &RigidBody,
        (surface, fluid): (&impl WaterSurface, &Fluid),
        take: &mut dyn FnMut(&TriangleForce),
    ) {
        let mut hand_on = |triangle: &TriangleForce| take(triangle);
        let options = ForceOptions::default().triangles(&mut hand_on);
        match self.last.stored(fluid) {
            Some((motion, fields)) => {
                self.model.forces(&self.hull, &motion, &fields.surface(fluid.grid), options)
            }
            None => self.model.forces(&self.hull, &motion(rigid, fluid.still_level_m), surface, options),
        };
    }

    /// The forces of another `surface` on the body, with its levels as elevations; the state stays as it is.
    pub(crate) fn forces_of(
        &self,
        rigid: &RigidBody,
        (surface, fluid): (&impl WaterSurface, &Fluid),
    ) -> Forces {
        let motion = motion(rigid, fluid.still_level_m);
        self.model.forces(&self.hull, &motion, surface, ForceOptions::default().parallel())
    }

    /// Computes the forces of `surface` on the body with a motion.
    fn compute(&mut self, motion: &Motion, (surface, fluid): (&impl WaterSurface, &Fluid)) {
        if self.detail.is_empty() && self.slamming.is_none() {
            let options = ForceOptions::default().parallel();
            if self.acts_back {
                let options = options.exchanges_on(&fluid.grid, &mut self.by_cell);
                self.forces = self.model.forces(&self.hull, motion, surface, options);
            } else {
                self.forces = self.model.forces(&self.hull, motion, surface, options);
            }
            return;
        }
        let Self { hull, model, slamming, detail, by_point, .. } = self;
        by_point.clear();
        detail.clear(hull.triangle_count());
        let mut record = |triangle: &TriangleForce| {
            by_point.push((triangle.sample_m, triangle.dynamic_n.truncate()));
            detail.record(triangle);
            if let Some(slamming) = slamming {
                slamming.record(triangle);
            }
        };
        let options = ForceOptions::default().triangles(&mut record);
        let mut forces = model.forces(hull, motion, surface, options);
        if let Some(slamming) = slamming {
            let at_m = motion.reference_m.truncate();
            let blow = slamming.step(hull, motion, surface.sample(at_m).velocity_m_s);
            forces.force_n += blow.force_n;
            forces.torque_n_m += blow.torque_n_m;
            // The reaction is returned to the water at the center of mass.
            forces.dynamic_n += blow.force_n;
            forces.dynamic_torque_n_m += blow.torque_n_m;
            by_point.push((at_m, blow.force_n.truncate()));
        }
        self.forces = forces;
    }
}

/// The motion of a body with heights above `datum_m`.
///
/// Forces are computed with heights above the still level: the water's elevation then enters with all its digits.
pub(super) fn motion(rigid: &RigidBody, datum_m: f64) -> Motion {
    let shift = DVec3::new(0.0, 0.0, -datum_m);
    Motion {
        rotation: rigid.rotation(),
        translation_m: rigid.origin_m() + shift,
        linvel_m_s: rigid.linvel_m_s(),
        angvel_rad_s: rigid.angvel_rad_s(),
        reference_m: rigid.center_of_mass_m() + shift,
    }
}
