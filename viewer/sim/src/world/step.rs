//! One step of the world: reactions and pressure, bodies, mask and displaced water, boundaries, sweep, water under hulls,
//! forces, books, air, bodies that enter.

use lbm_core::{CoveredFlow, Trouble};

use super::World;
use super::clock::{Stages, Stopwatch};
use super::energy::room_w;
use super::report::StepReport;
use crate::scenario::CouplingMode;
use crate::water::Fields;
use crate::workers;

/// Steps between two checks of the flow's stability, each of which takes as long as two sweeps.
const STEPS_PER_CHECK: u64 = 64;

impl World {
    /// Advances water and bodies by one time step.
    ///
    /// Bodies move by the forces of the present state; the reactions act on the water within the same step. The result does
    /// not depend on the number of threads.
    #[must_use = "the report says why the run cannot go on"]
    pub fn step(&mut self) -> StepReport {
        workers::awake_during(|| self.take_step())
    }

    fn take_step(&mut self) -> StepReport {
        let mut report = StepReport::default();
        let mut whole = Stopwatch::start();
        let mut watch = Stopwatch::start();
        self.release_due();
        self.remove_due();
        self.react();
        watch.lap(&mut self.clock.stages.forces);
        let reacted = self.move_bodies(&mut report);
        let Stages { forces, bodies, .. } = &mut self.clock.stages;
        watch.lap_of_two([forces, bodies], reacted);
        self.find_strays(&mut report);
        self.find_stretched();
        self.find_mean_levels();
        let is_projected_beside = self.project_bodies();
        self.add_half_of_levels();
        self.find_grounded();
        watch.lap(&mut self.clock.stages.mask);
        let leaving = self.water.fluid.bed_impulse();
        if self.water.solids.change() {
            self.move_solids(&mut report);
        }
        let fluid = &mut self.water.fluid;
        fluid.set_sides(self.clock.step_end_s());
        // Lids find the water as the boundaries leave it; without them sponges leave a part for the sweep, and the books come after it.
        let has_lids = self.coupling.has_lids();
        if has_lids {
            fluid.boundary.apply(&mut fluid.lattice);
            self.books.add_boundaries(&self.water);
        } else {
            fluid.boundary.prepare(&mut fluid.lattice);
        }
        self.bodies.load_solids(&self.water);
        watch.lap(&mut self.clock.stages.boundary);
        self.press_lids(&mut report);
        self.books.work.add_driven(&self.bodies, self.clock.time_step_s);
        if self.water.solids.change() {
            let power_w = room_w(&self.bodies, &self.water, self.projection.mask().boxes());
            self.books.room_j += power_w * self.clock.time_step_s;
        }
        let Self { water, projection, coupling, bodies, .. } = self;
        let is_valid = if is_projected_beside {
            water.sweep_beside(|levels| projection.look_ahead(coupling.mode, bodies, &levels))
        } else {
            water.fluid.boundary.sweep(&mut water.fluid.lattice)
        };
        coupling.finish_lids(&mut water.fluid);
        if !has_lids {
            self.books.add_boundaries(&self.water);
        }
        self.books.add_forces(&self.water, leaving);
        report.trouble = if is_valid { None } else { self.lay_broken_water(&mut report) };
        self.complete_water();
        self.add_half_of_levels();
        watch.lap(&mut self.clock.stages.fluid);
        self.water.sea.time_s = self.clock.step_end_s();
        let Self { readings, water, bodies, coupling, clock, .. } = self;
        let record = || readings.transects.record((water, coupling), clock.steps + 1, clock.time_step_s);
        rayon::join(record, || bodies.compute_forces(water));
        watch.lap(&mut self.clock.stages.forces);

        self.step_air(&mut report);
        watch.lap(&mut self.clock.stages.air);

        self.clock.steps += 1;
        self.look_at_powers();
        self.find_reached();
        if is_valid && self.clock.steps.is_multiple_of(STEPS_PER_CHECK) {
            report.trouble = self.check_stability();
        }
        watch.lap(&mut self.clock.stages.fluid);
        self.enter_due();
        self.quarantine(&report);
        whole.lap(&mut self.clock.stages.total);
        report
    }

    /// Keeps the water of the step in the space under hulls that are rigid lids.
    fn press_lids(&mut self, report: &mut StepReport) {
        let Self { clock, coupling, projection, bodies, water, books, .. } = self;
        if let Err(why) = coupling.press_lids(projection, bodies, water, clock.time_step_s) {
            report.stopped = Some(format!("t = {:.4} s: {why}", clock.time_s()));
        }
        let (of_bed, of_walls) = (coupling.of_bed(), coupling.of_walls());
        books.momentum.bed_n_s += of_bed.linear_n_s;
        books.angular.of_forces_n_m_s += of_bed.angular_n_m_s;
        books.momentum.through_borders_n_s += of_walls.linear_n_s;
        books.angular.through_borders_n_m_s += of_walls.angular_n_m_s;
    }

    /// Takes the steps of the air, through which the bodies move.
    fn step_air(&mut self, report: &mut StepReport) {
        let Self { air, bodies, clock, findings, .. } = self;
        let Some(air) = air else { return };
        let velocity_m_s = |label, at_m| bodies.velocity_m_s(label, at_m);
        if let Err(why) = air.step(&bodies.outlines(), |body, at_m| bodies.point_m(body, at_m), velocity_m_s)
        {
            report.stopped = Some(format!("t = {:.4} s: {why}", clock.step_end_s()));
        }
        findings.extend(air.take_warnings());
    }

    /// Completes the step of the lattice under the bodies, and brings the fields up to date where the next step or records read them.
    fn complete_water(&mut self) {
        let Self { clock, water, bodies, coupling, readings, .. } = self;
        let fluid = &mut water.fluid;
        let read =
            if coupling.reads_all_fields() { None } else { readings.read(bodies, fluid, clock.steps + 1) };
        fluid.has_all_fields = read.is_none();
        fluid.all_fields.forget();
        let froude = match (coupling.mode, read) {
            (CouplingMode::Conservative, read) => {
                let (beyond, froude, under_hulls) = coupling.end_displacing(water, read);
                self.books.add_impulses(&self.water, beyond);
                self.look_under_hulls(under_hulls);
                froude
            }
            (_, Some(read)) => fluid.refresh_fields_in(read),
            (_, None) => self.refresh_fields(),
        };
        self.findings.max_froude = self.findings.max_froude.max(froude);
    }

    /// Brings the fields of all cells up to date with the lattice and what bodies displace; returns the largest Froude number of the water in
    /// the open.
    pub(super) fn refresh_fields(&mut self) -> f64 {
        let mut fields = std::mem::take(&mut self.water.fluid.fields);
        let (froude, under_hulls) = self.write_fields(&mut fields);
        let fluid = &mut self.water.fluid;
        (fluid.fields, fluid.has_all_fields) = (fields, true);
        fluid.all_fields.forget();
        self.look_under_hulls(under_hulls);
        froude
    }

    /// Writes the fields of all cells; returns the largest Froude number, under hulls of the head, and how fast the water under them is.
    pub(super) fn write_fields(&self, fields: &mut Fields) -> (f64, CoveredFlow) {
        let fluid = &self.water.fluid;
        let froude = fluid.write_fields(fields);
        let under_hulls = match self.coupling.mode {
            CouplingMode::Conservative => self.coupling.correct_fields(fluid, fields),
            CouplingMode::Paper | CouplingMode::None => CoveredFlow::default(),
        };
        (froude, under_hulls)
    }

    /// Notes how fast the water under hulls is; warns once of such water beyond the bounds of its inertia.
    fn look_under_hulls(&mut self, under_hulls: CoveredFlow) {
        self.findings.max_froude = self.findings.max_froude.max(under_hulls.froude);
        if let Some(cell) = under_hulls.first_bounded.filter(|_| !self.findings.warned_of_column) {
            self.findings.warned_of_column = true;
            let message = self.bounded_column(cell);
            self.findings.warn(message);
        }
    }

    /// Looks at the water in the open; warns once of the first cell that flows faster than the scheme is stable at; returns the cell at which the run
    /// has to end, if any.
    pub(super) fn check_stability(&mut self) -> Option<Trouble> {
        let found = match self.water.fluid.check(self.coupling.thickness_m()) {
            Ok(found) => found,
            Err(trouble) => return Some(trouble),
        };
        self.findings.max_froude = self.findings.max_froude.max(found.froude);
        if let Some(worst) = found.worst.filter(|_| found.beyond > 0 && !self.findings.warned_of_speed) {
            self.findings.warned_of_speed = true;
            let message = format!(
                "water faster than the scheme is stable at from t = {:.3} s on, {worst}; solver.policy says what is done",
                self.time_s()
            );
            self.findings.warn(message);
        }
        None
    }
}
