//! Coupling of bodies and water: projection onto the grid, displaced water, reactions, rim forces.

mod displacement;
mod impulses;
mod projection;
mod rim;

use glam::DVec2;

use super::bodies::{Bodies, Kind};
use super::scenario::{CouplingMode, Scenario};
use super::water::Water;
use displacement::{Displacement, Swept};
pub(crate) use impulses::Impulses;
pub(crate) use projection::Projection;
use rim::RimForce;

/// How bodies act on the water, and what is on its way into it.
#[derive(Debug)]
pub(crate) struct Coupling {
    pub(crate) mode: CouplingMode,
    pub(crate) impulses: Impulses,
    rim_force: RimForce,
    displacement: Displacement,
    /// Scratch memory of a step.
    swept: Vec<Swept>,
}

impl Coupling {
    pub(crate) fn new(scenario: &Scenario, water: &Water) -> Self {
        let cells = water.fluid.cells();
        Self {
            mode: scenario.coupling.mode,
            impulses: Impulses::new(water.fluid.grid, cells),
            rim_force: RimForce { push: scenario.coupling.k_push, pull: scenario.coupling.k_pull },
            displacement: Displacement::new(cells.nx * cells.ny),
            swept: Vec::new(),
        }
    }

    /// Starts with the water at rest around the bodies: what they displace raises no wave.
    pub(crate) fn start(&mut self, projection: &Projection, water: &Water) {
        self.displacement.start(&projection.wet, &water.fluid.solid);
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
        self.rim_force.apply(projection.rim(), bodies, water, &mut self.impulses)
    }

    /// Adds the water that bodies afloat displace to the head; the momentum that it brings along is owed to the bodies.
    ///
    /// A cell that a solid is about to cover loses its displaced water, one that a solid is about to uncover receives its
    /// own in the next step.
    pub(crate) fn displace(&mut self, projection: &Projection, bodies: &mut Bodies, water: &mut Water) {
        let Water { fluid, solids, density_kg_m3, .. } = water;
        solids.mark_either(&fluid.solid);
        self.displacement.apply(&projection.wet, &solids.either, &mut fluid.lattice, &mut self.swept);
        let cells = fluid.cells();
        let units = fluid.lattice.units();
        for swept in &self.swept {
            let body = &mut bodies.all[usize::from(swept.label) - 1];
            let Kind::Afloat(afloat) = &mut body.kind else { continue };
            let momentum = DVec2::new(f64::from(swept.momentum[0]), f64::from(swept.momentum[1]));
            let owed_n_s = momentum * (-*density_kg_m3 * units.to_momentum_m4_s(1.0));
            let arm_m = cells.center_m(swept.cell) - bodies.rigid[body.handle].center_of_mass_m().truncate();
            afloat.owed_n_s += owed_n_s;
            afloat.owed_n_m_s += arm_m.perp_dot(owed_n_s);
        }
    }
}
