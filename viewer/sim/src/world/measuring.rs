//! Measuring what takes energy.

use lbm_core::Cover;

use super::World;
use super::energy::{Measured, levels_j};
use crate::scenario::CouplingMode;
use crate::water::Fields;

/// Steps between two looks at the power of viscosity and sponges: each takes some sweeps. Waves of 8 cells, the shortest that a lattice carries well, take 20 steps for a period.
const STEPS_PER_LOOK: u64 = 8;

/// Steps after someone did something in which each is looked at: a splash and the hole that a hull leaves fall in within a few.
const CLOSE_STEPS: u64 = 4 * STEPS_PER_LOOK;

impl World {
    /// Measures from now on what takes energy by kind, so that the balance of energy has a residual ([`World::energy`]). It is a
    /// part of checkpoints. What happens does not depend on it; on average steps take about three to four times as long where there is
    /// nothing but water (512² cells, two threads).
    ///
    /// ```
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
    ///
    /// let mut world = World::new(&Scenario::load("speedboat", &[])?)?;
    /// world.measure_dissipation();
    /// (0..40).for_each(|_| drop(world.step()));
    /// let energy = world.energy();
    /// assert!(energy.by_kind.is_some_and(|by| by.viscosity_j > 0.0) && energy.residual_j().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure_dissipation(&mut self) {
        if self.books.measured.is_some() {
            return;
        }
        let (before_j, powers_w) = (self.energy().dissipated_j(), self.powers_w());
        let step = self.clock.steps;
        self.books.measured = Some(Measured { before_j, powers_w, step, ..Measured::default() });
        self.bodies.rigid.finds_losses = true;
    }

    /// Adds what viscosity and sponges took, when that is due.
    pub(super) fn look_at_powers(&mut self) {
        let step = self.clock.steps;
        let is_due = |of: &Measured| {
            let is_close = of.disturbed > 0 && step <= of.disturbed + CLOSE_STEPS;
            is_close || step.is_multiple_of(STEPS_PER_LOOK)
        };
        if let Some(measured) = self.books.measured.filter(is_due) {
            self.books.measured = Some(measured.until(step, self.powers_w(), self.clock.time_step_s));
        }
    }

    /// Adds half of the work of the levels that changed in this step, at its start and at its end: each by the water's elevation then.
    pub(super) fn add_half_of_levels(&mut self) {
        let Self { books, bodies, projection, water, coupling, .. } = self;
        if books.measured.is_some() && coupling.mode == CouplingMode::Conservative {
            books.work.levels_j += 0.5 * levels_j(bodies, projection, water);
        }
    }

    /// What was measured until now.
    pub(super) fn measured(&self) -> Option<Measured> {
        let measured = self.books.measured?;
        if measured.step == self.clock.steps {
            return Some(measured);
        }
        Some(measured.until(self.clock.steps, self.powers_w(), self.clock.time_step_s))
    }

    /// Goes on from what was `measured` before someone did something: viscosity and sponges took other powers until now than from now on.
    pub(super) fn measure_anew(&mut self, measured: Option<Measured>) {
        self.books.measured = measured.map(|measured| Measured {
            powers_w: self.powers_w(),
            step: self.clock.steps,
            disturbed: self.clock.steps.max(1),
            ..measured
        });
    }

    /// Powers that viscosity and sponges take now, W.
    fn powers_w(&self) -> [f64; 2] {
        let Fields { eta_m, u_m_s, v_m_s } = self.fields();
        let fluid = &self.water.fluid;
        let (lattice, boundary) = (&fluid.lattice, &fluid.boundary);
        let below_head_m = self.coupling.below_head_m();
        let cover = Cover { thickness_m: &below_head_m, ..self.coupling.cover(&fluid.solid) };
        let viscous = boundary.viscous_power(lattice, [eta_m, u_m_s, v_m_s], &cover);
        let per_meter = (1.0 / lattice.units().cell_size_m()) as f32;
        let thickness_m = self.coupling.thickness_m();
        let taken = boundary.sponge_energy(lattice, |cell| thickness_m[cell] * per_meter);
        let watts = self.water.density_kg_m3 / self.clock.time_step_s;
        [viscous, taken].map(|energy| lattice.units().to_energy_m5_s2(energy) * watts)
    }
}
