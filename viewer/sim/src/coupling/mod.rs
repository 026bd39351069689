//! Coupling of bodies and water: projection onto the grid, displaced water, pressure under hulls, reactions, rim forces.

mod band_cells;
mod checkpoint;
mod clearance;
mod displacement;
mod frame;
mod impulses;
mod lid;
mod lift;
mod placed;
mod pressure;
mod projection;
mod rim;
mod spline;
mod spread;
mod thickness;
mod work;

use std::borrow::Cow;

use glam::{DVec2, DVec3};
use hydro_forces::RimForce;
use lbm_core::{Cover, CoveredFlow, LidStall};

use super::bodies::{Bodies, Body};
use super::scenario::{CouplingMode, Scenario, Schedule, UnderHull};
use super::water::{Fields, Fluid, Read, Water};
pub(crate) use checkpoint::CouplingState;
pub(crate) use clearance::Clearance;
use displacement::Displacement;
pub(crate) use impulses::{Impulse, Impulses};
use lid::Lids;
use pressure::{BodyForce, Pressed};
pub(crate) use projection::Projection;

/// The time over which reactions act, and the density of the water.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reaction {
    pub(crate) time_step_s: f64,
    pub(crate) density_kg_m3: f64,
}

/// How bodies act on the water, and what is on its way into it.
#[derive(Debug)]
pub(crate) struct Coupling {
    pub(crate) mode: CouplingMode,
    pub(crate) schedule: Schedule,
    pub(crate) impulses: Impulses,
    rim_force: RimForce,
    displacement: Displacement,
    /// The hulls as rigid lids, if they are.
    lids: Option<Lids>,
    /// Forces of the pressure on the bodies in this step, by their number among those that were not removed; none in mode `paper`.
    pressure: Vec<BodyForce>,
}

impl Coupling {
    pub(crate) fn new(scenario: &Scenario, water: &Water) -> Self {
        let cells = water.fluid.cells();
        Self {
            mode: scenario.coupling.mode,
            schedule: scenario.coupling.schedule,
            impulses: Impulses::new(water.fluid.grid, cells),
            rim_force: (&scenario.coupling).into(),
            displacement: Displacement::new(cells),
            lids: (scenario.coupling.hull == UnderHull::Lid).then(|| Lids::new(cells, &water.fluid.lattice)),
            pressure: Vec::new(),
        }
    }

    /// Starts with the water at rest around the bodies: what they displace raises no wave. The fields are
    /// still those of before.
    pub(crate) fn start(
        &mut self,
        projection: &Projection,
        bodies: &Bodies,
        water: &mut Water,
    ) -> Result<(), String> {
        self.displacement.start(projection.wet_by_body(), &water.fluid.solid, &mut water.fluid.lattice);
        let Some(lids) = &mut self.lids else { return Ok(()) };
        let started = lids.start((projection, &self.displacement), bodies, water);
        started.map_err(|stall| self.describe(&stall, bodies))
    }

    /// Whether hulls are rigid lids.
    pub(crate) fn has_lids(&self) -> bool {
        self.lids.is_some()
    }

    /// Keeps the water of a step in the space under hulls that are rigid lids, after the boundaries and before the lattice's
    /// step; says why it cannot.
    pub(crate) fn press_lids(
        &mut self,
        projection: &Projection,
        bodies: &mut Bodies,
        water: &mut Water,
        time_step_s: f64,
    ) -> Result<(), String> {
        let Some(lids) = &mut self.lids else { return Ok(()) };
        let pressed = lids.press((projection, &self.displacement), bodies, water, time_step_s);
        pressed.map_err(|stall| self.describe(&stall, bodies))
    }

    /// Ends the step of the lattice under rigid lids, before water that it broke is laid still.
    pub(crate) fn finish_lids(&self, fluid: &mut Fluid) {
        if let Some(lids) = &self.lids {
            lids.finish(&mut fluid.lattice);
        }
    }

    /// What the bed gave the water by `λ` of lids in the last step.
    pub(crate) fn of_bed(&self) -> Impulse {
        self.lids.as_ref().map_or(Impulse::default(), |lids| lids.of_bed)
    }

    /// What sides and solids did.
    pub(crate) fn of_walls(&self) -> Impulse {
        self.lids.as_ref().map_or(Impulse::default(), |lids| lids.of_walls)
    }

    /// Loads the bodies with what the lids took from the water; returns the sum of the magnitudes of the impulses, N s.
    pub(crate) fn load_by_lids(&self, bodies: &mut Bodies, time_step_s: f64) -> f64 {
        self.lids.as_ref().map_or(0.0, |lids| lids.load(bodies, time_step_s))
    }

    /// Loads the bodies with what the water under lids is about to answer to all loads so far; returns the sum of the magnitudes of the impulses, N s.
    pub(crate) fn answer_by_lids(&mut self, bodies: &mut Bodies, time_step_s: f64) -> f64 {
        self.lids.as_mut().map_or(0.0, |lids| lids.answer(bodies, time_step_s))
    }

    /// Horizontal impulse that the bodies are owed by the water.
    pub(crate) fn owed(&self, bodies: &Bodies, time_step_s: f64) -> Impulse {
        self.lids.as_ref().map_or(Impulse::default(), |lids| lids.owed(bodies, time_step_s))
    }

    /// Makes room for a body that has entered.
    pub(crate) fn welcome(&mut self) {
        self.lids.iter_mut().for_each(Lids::welcome);
    }

    /// Takes the body of a number among those placed out of the water.
    pub(crate) fn take_out(&mut self, projection: &Projection, number: usize, fluid: &mut Fluid) {
        if self.mode == CouplingMode::Conservative {
            let section = projection.wet_of(number);
            self.displacement.take_out(section, &mut fluid.lattice);
            self.lids.iter_mut().for_each(|lids| lids.take_out(section));
        }
    }

    /// Forgets the body of a number, which was removed.
    pub(crate) fn forget(&mut self, body: usize) {
        self.lids.iter_mut().for_each(|lids| lids.forget(body));
    }

    fn describe(&self, stall: &LidStall, bodies: &Bodies) -> String {
        let body = self.lids.as_ref().and_then(|lids| lids.body_over(stall.cell));
        lid_does_not_converge(body.map_or("", |body| &bodies.all[body].name), stall)
    }

    /// Volume of the bodies below the mean level, in cells × m.
    pub(crate) fn displaced_m(&self) -> f64 {
        self.displacement.total_m()
    }

    /// Whether bodies displaced water in the last step, or before it.
    pub(crate) fn displaces(&self) -> bool {
        self.displacement.is_any()
    }

    /// Submerged thickness of the bodies in each cell, `[ny][nx]`, m: 0 where they displace no water.
    pub(crate) fn thickness_m(&self) -> &[f32] {
        self.displacement.thickness_m()
    }

    /// The bodies as covers of the water.
    pub(crate) fn cover<'a>(&'a self, solid: &'a [bool]) -> Cover<'a> {
        self.displacement.cover(solid)
    }

    /// Thickness between the head and the water under bodies, `[ny][nx]`, m: under lids that of the body and `λ`.
    pub(crate) fn below_head_m(&self) -> Cow<'_, [f32]> {
        let thickness_m = self.displacement.thickness_m();
        match &self.lids {
            None => thickness_m.into(),
            Some(lids) => thickness_m.iter().zip(lids.lambda_m()).map(|(b, lambda)| b + lambda).collect(),
        }
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

    /// Pushes the bodies with the pressure of the water's surface under them, and in [`Self::find_impulses`] the water back; see
    /// [`pressure`].
    pub(crate) fn press(
        &mut self,
        projection: &Projection,
        bodies: &mut Bodies,
        water: &Water,
        time_step_s: f64,
    ) -> Pressed {
        pressure::press(bodies, (projection, water, self.lids.as_ref()), &mut self.pressure, time_step_s)
    }

    /// Adds the pushes of waves by formula in the last [`Self::press`] to their loads on the bodies.
    pub(crate) fn add_pushes_of_waves(&self, bodies: &mut Bodies, water: &Water) {
        pressure::add_pushes_of_waves(bodies, water, &self.pressure);
    }

    /// Force of the pressure on each body by its number beyond the vertical one on its triangles, the horizontal one of waves by formula, and of `λ` in the last step, N.
    pub(crate) fn pushes_n(&self, projection: &Projection, bodies: &Bodies, water: &Water) -> Vec<DVec3> {
        let mut pushes_n = pressure::pushes_n(bodies, (projection, water, self.lids.as_ref()));
        for (push_n, of_lid_n) in pushes_n.iter_mut().zip(self.lids.iter().flat_map(Lids::forces_n)) {
            *push_n += of_lid_n.extend(0.0);
        }
        pushes_n
    }

    /// Finds the reactions of the bodies on the water, which are applied with the displaced water or by [`Self::apply_due`]; returns the sum of
    /// those on solid cells, which are not applied.
    pub(crate) fn find_impulses(&mut self, bodies: &[Body], fluid: &Fluid, reaction: Reaction) -> Impulse {
        let Self { impulses, pressure, .. } = self;
        let pressed = pressure.iter().map(|force| (force.cells(), -reaction.time_step_s));
        impulses.apply((fluid.lattice.units(), &fluid.solid), (bodies, pressed), reaction.density_kg_m3)
    }

    /// Applies the reactions to the water, if they are not yet.
    pub(crate) fn apply_due(&mut self, fluid: &mut Fluid) {
        if let Some((columns, momenta)) = self.impulses.take_due() {
            fluid.lattice.add_momenta(columns, momenta);
        }
    }

    /// Adds the first half of the water that bodies afloat displace in a step to the head, after the reactions of the bodies.
    ///
    /// A cell that a solid is about to cover loses its displaced water, one that a solid is about to uncover receives its
    /// own in the next step.
    pub(crate) fn begin_displacing(&mut self, projection: &Projection, water: &mut Water) {
        let Water { fluid, solids, .. } = water;
        let solid = if solids.change() { solids.mark_either(&fluid.solid) } else { &fluid.solid };
        let (lattice, fields) = (&mut fluid.lattice, &mut fluid.fields);
        // The lattice has no part of the heads under lids, which the fields have until the step ends.
        if let Some(lids) = &self.lids {
            lids.remove_heads(&mut fields.eta_m);
        }
        self.displacement.begin(projection.wet_by_body(), solid, (lattice, fields), self.impulses.take_due());
        self.add_heads(&mut water.fluid.fields);
    }

    /// Completes a step of the lattice under the bodies: forces, inertia and viscosity of the water there, and the second half of the
    /// displaced water; brings the fields in `read` up to date, those of all cells if it is `None`. Returns what the forces gave the water beyond what the
    /// lattice's step tells, the largest Froude number of the fields, under bodies of the head, and how fast the water is under them.
    pub(crate) fn end_displacing(
        &mut self,
        water: &mut Water,
        read: Option<Read<'_>>,
    ) -> (lbm_core::Impulses, f64, CoveredFlow) {
        let found = self.displacement.end(&mut water.fluid, read);
        self.add_heads(&mut water.fluid.fields);
        found
    }

    /// Whether a step reads the fields of all cells.
    pub(crate) fn reads_all_fields(&self) -> bool {
        self.mode == CouplingMode::Paper || self.lids.is_some()
    }

    /// Adds `λ` of lids to the water's elevation.
    fn add_heads(&self, fields: &mut Fields) {
        if let Some(lids) = &self.lids {
            lids.add_heads(&mut fields.eta_m);
        }
    }

    /// Sets the velocities of the water under the bodies, and adds `λ` of lids to its elevation; returns how fast it is.
    pub(crate) fn correct_fields(&self, fluid: &Fluid, fields: &mut Fields) -> CoveredFlow {
        self.add_heads(fields);
        self.displacement.correct_velocities(&fluid.solid, &fluid.lattice, fields)
    }
}

/// Why a run with rigid lids ends.
fn lid_does_not_converge(name: &str, stall: &LidStall) -> String {
    let LidStall { cell: [i, j], excess, iterations } = *stall;
    // Iterations that diverge leave a number without a meaning.
    let by = if excess.abs() < 1.0 { format!(", by {excess:.2e} of a cell's size,") } else { String::new() };
    format!(
        "body.{name}: its lid does not converge: no pressure was found that keeps the water in the space that is left under it, farthest \
         from it in cell [{i}, {j}]{by} after {iterations} iterations: the hull closes water in, leaves hardly any under it, or moves too \
         fast for it; leave open water beside it, slow it down, let it draw less, or take coupling.hull = \"soft\""
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_residual_without_a_meaning_is_left_out() {
        let message =
            |excess| lid_does_not_converge("barge", &LidStall { cell: [3, 4], excess, iterations: 7 });
        assert!(message(2.5e-3).contains("by 2.50e-3 of a cell's size"), "{}", message(2.5e-3));
        for excess in [9.9e17, f64::INFINITY, f64::NAN] {
            let text = message(excess);
            for word in
                ["body.barge", "does not converge", "cell [3, 4]", "7 iterations", "coupling.hull = \"soft\""]
            {
                assert!(text.contains(word), "{text}");
            }
            assert!(!text.contains("size") && !text.contains("e17") && !text.contains("NaN"), "{text}");
        }
    }
}
