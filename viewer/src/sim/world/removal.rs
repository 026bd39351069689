//! Taking bodies out of a running world.

use super::World;

impl World {
    /// Takes a body out of the world between two steps, with its joints and mooring lines: a gate is lifted, a boat craned out. False where
    /// there is no such body, or it was removed before.
    ///
    /// The water takes its place. Of a body afloat, what it displaced is missing from the head within the next step, as if it had been
    /// lifted out in one; a hull that reached deep leaves a hole that the water around it falls into. Of one that is fixed or driven, the
    /// wall retreats inwards by a cell in 32 steps, and the cells that it uncovers are filled by the rule of a driven body that leaves
    /// ([`lbm_boundary::Boundary::move_solids`]): the volume is taken from the water beside it, and owed until it is.
    ///
    /// Its momentum and energy go with it and are booked as external; volume stays. A checkpoint knows who was removed.
    /// In a scenario, `body.NAME.removed_at_s` does so at a time.
    ///
    /// ```
    /// use viewer::sim::World;
    /// use viewer::sim::scenario::Scenario;
    ///
    /// let mut world = World::new(&Scenario::load("floating", &["grid.cells=[80, 60]".into()])?)?;
    /// let before = world.mass();
    /// let name = world.body(0).name;
    /// assert!(world.remove(&name) && !world.remove(&name));
    /// for _ in 0..20 {
    ///     world.step();
    /// }
    /// let after = world.mass();
    /// assert_eq!((world.body_count(), after.displaced_m3), (0, 0.0));
    /// assert!(after.residual_relative().abs() < 1e-7 && before.displaced_m3 > 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, body: &str) -> bool {
        let found = self.bodies.all.iter().position(|of| of.name == body && !of.is_removed);
        let Some(index) = found else { return false };
        let state = |world: &Self| (world.momentum(), world.angular_momentum(), world.energy());
        let (momentum, angular, energy) = state(self);
        self.bodies.remove(index);
        self.coupling.forget(index);
        let drawn = self.projection.rasterize(&self.bodies.outlines());
        debug_assert!(drawn.is_ok(), "meshes were checked when the world was built");
        let any_afloat = self.bodies.any_afloat();
        self.projection.find_wet_section(self.coupling.mode, any_afloat, &self.water);
        self.water.solids.leave(self.bodies.all.iter().map(|body| body.is_removed));
        let (momentum_left, angular_left, energy_left) = state(self);
        let taken_n_s = momentum_left.final_n_s - momentum.final_n_s;
        self.books.momentum.external_n_s += taken_n_s;
        self.books.momentum.exchanged_n_s += taken_n_s.length();
        self.books.angular.external_n_m_s += angular_left.final_n_m_s - angular.final_n_m_s;
        self.books.work.by_hand_j += energy_left.now.total_j() - energy.now.total_j();
        true
    }

    /// Removes the bodies whose time has come.
    pub(super) fn remove_due(&mut self) {
        let time_s = self.time_s();
        let is_due = |at_s: f64| time_s >= at_s - 0.5 * self.clock.time_step_s;
        let due = self.bodies.iter().filter(|(body, _)| body.removed_at_s.is_some_and(is_due));
        let due: Vec<String> = due.map(|(body, _)| body.name.clone()).collect();
        due.iter().for_each(|name| _ = self.remove(name));
    }
}
