//! Coupling of bodies and water: projection onto the grid, displaced water, pressure under hulls, reactions, rim forces.

mod checkpoint;
mod displacement;
mod impulses;
mod pressure;
mod projection;
mod rim;

use glam::DVec2;
use hydro_forces::RimForce;

use super::bodies::Bodies;
use super::scenario::{CouplingMode, Scenario};
use super::water::Water;
pub(crate) use checkpoint::CouplingState;
use displacement::Displacement;
pub(crate) use impulses::Impulses;
use pressure::Pressed;
pub(crate) use projection::Projection;

/// How bodies act on the water, and what is on its way into it.
#[derive(Debug)]
pub(crate) struct Coupling {
    pub(crate) mode: CouplingMode,
    pub(crate) impulses: Impulses,
    rim_force: RimForce,
    displacement: Displacement,
}

impl Coupling {
    pub(crate) fn new(scenario: &Scenario, water: &Water) -> Self {
        let cells = water.fluid.cells();
        Self {
            mode: scenario.coupling.mode,
            impulses: Impulses::new(water.fluid.grid, cells),
            rim_force: (&scenario.coupling).into(),
            displacement: Displacement::new(cells),
        }
    }

    /// Starts with the water at rest around the bodies: what they displace raises no wave. The fields are still those of before.
    pub(crate) fn start(&mut self, projection: &Projection, water: &mut Water) {
        self.displacement.start(&projection.wet, &water.fluid.solid, &mut water.fluid.lattice);
    }

    /// Volume of the bodies below the still level, in cells × m.
    pub(crate) fn displaced_m(&self) -> f64 {
        self.displacement.total_m()
    }

    /// Adds the impulses of the rim forces; returns their sum, N s.
    pub(crate) fn push_with_rims(
        &mut self,
        projection: &mut Projection,
        bodies: &Bodies,
        water: &Water,
    ) -> DVec2 {
        rim::push(&self.rim_force, projection.rim(), bodies, water, &mut self.impulses)
    }

    /// Pushes the water under the hulls with the pressure of its surface, and the bodies back; see [`pressure`].
    pub(crate) fn press(
        &mut self,
        projection: &Projection,
        bodies: &mut Bodies,
        water: &Water,
        time_step_s: f64,
    ) -> Pressed {
        pressure::press(&projection.wet, bodies, water, &mut self.impulses, time_step_s)
    }

    /// Adds the first half of the water that bodies afloat displace in a step to the head.
    ///
    /// A cell that a solid is about to cover loses its displaced water, one that a solid is about to uncover receives its
    /// own in the next step.
    pub(crate) fn begin_displacing(&mut self, projection: &Projection, water: &mut Water) {
        let Water { fluid, solids, .. } = water;
        solids.mark_either(&fluid.solid);
        self.displacement.begin(&projection.wet, &solids.either, &mut fluid.lattice);
    }

    /// Completes a step of the lattice under the bodies: inertia and viscosity of the water there, and the second half of the
    /// displaced water.
    pub(crate) fn end_displacing(&mut self, water: &mut Water) {
        self.displacement.end(&water.fluid.solid, &mut water.fluid.lattice);
    }

    /// Sets the velocities of the water under the bodies.
    pub(crate) fn correct_velocities(&self, water: &mut Water) {
        self.displacement.correct_velocities(&water.fluid.lattice, &mut water.fluid.fields);
    }
}
