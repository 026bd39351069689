//! Bodies that are taken out of a running world, and joints that are let go.

use rigid_sim::JointHandle;

use crate::bodies::{Bodies, Standing};
use crate::name::Name;
use crate::world::World;

impl World {
    /// Takes a body out of the world between two steps, with its joints and mooring lines: a gate is lifted, a boat craned out. False where
    /// there is no such body, or it was removed before.
    ///
    /// The water takes its place. Of a body afloat, what it displaced is missing from the head within the next step, as if it had been
    /// lifted out in one; a hull that reached deep leaves a hole that the water around it falls into. Of one that is fixed or driven, the place is
    /// dry, and the water beside it falls in as dams break, onto a film of 0.3 of its depth that is drawn from it at once
    /// ([`lbm_boundary::Boundary::move_solids`]). Waves alone tell the water farther away.
    ///
    /// Its momentum and energy go with it and are booked as external; volume stays. The room that a wall took in the water goes from `solids_potential_j`
    /// ([`Energies`](crate::Energies::solids_potential_j)) to the water, in which it is a hole: no energy comes to both. What
    /// the lattice loses in a steep hole that viscosity does not take, and what is lost as the film is drawn, is in [`EnergyBalance::residual_j`](crate::EnergyBalance::residual_j). A checkpoint knows who was removed.
    /// In a scenario, `body.NAME.removed_at_s` does so at a time.
    ///
    /// ```
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
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
    /// assert!(after.residual_relative().abs() < 1e-7 && before.displaced_m3 > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, body: &str) -> bool {
        let found = self.bodies.all.iter().position(|of| of.name == body && !of.is_removed);
        let Some(index) = found else { return false };
        let state = |world: &Self| (world.momentum(), world.angular_momentum(), world.energy());
        let (momentum, angular, energy) = state(self);
        let measured = self.measured();
        if self.bodies.all[index].standing == Standing::Bed {
            self.findings.warn_once(&format!("body.{body}: it is a part of the bed, "), || {
                "which stays as it is where the body is taken out".into()
            });
        }
        let number = self.bodies.all[..index].iter().filter(|body| !body.is_removed).count();
        self.coupling.take_out(&self.projection, number, &mut self.water.fluid);
        self.bodies.remove(index);
        self.coupling.forget(index);
        self.projection.place(&self.bodies);
        self.projection.find_wet_section(self.coupling.mode, &self.bodies, &self.water.levels());
        self.water.solids.leave(self.bodies.all.iter().map(|body| body.is_removed));
        self.refresh_fields();
        let (momentum_left, angular_left, energy_left) = state(self);
        let taken_n_s = momentum_left.final_n_s - momentum.final_n_s;
        self.books.momentum.external_n_s += taken_n_s;
        self.books.momentum.exchanged_n_s += taken_n_s.length();
        self.books.angular.external_n_m_s += angular_left.final_n_m_s - angular.final_n_m_s;
        self.books.work.by_hand_j += energy_left.now.total_j() - energy.now.total_j();
        self.measure_anew(measured);
        true
    }

    /// Removes the bodies whose time has come.
    pub(in crate::world) fn remove_due(&mut self) {
        let is_due = |at_s: f64| self.is_due(at_s);
        let due = self.bodies.iter().filter(|(body, _)| body.removed_at_s.is_some_and(is_due));
        let due: Vec<Name> = due.map(|(body, _)| body.name.clone()).collect();
        due.iter().for_each(|name| _ = self.remove(name));
    }

    /// Lets go what a joint or mooring line (`BODY.mooring.N`) holds, between two steps: a rope is slipped, a chain parts, a pin is pulled. It is no more
    /// from then on, and what slept at it wakes. False where there is no such joint, it was released before, or a body of it was removed.
    ///
    /// Bodies keep their motion. What a spring holds then goes with it, and is booked as the work of a hand. A checkpoint knows who was released. In a
    /// scenario, `released_at_s` of a `[[joint]]` or of a `mooring` does so at a time.
    ///
    /// ```
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::{Mooring, Scenario};
    ///
    /// let mut scenario = Scenario::load("floating", &["grid.cells=[80, 60]".into()])?;
    /// let body = scenario.body.values_mut().next().ok_or("no body")?;
    /// body.mooring = vec![Mooring { stiffness_n_m: Some(200.0), pretension_n: Some(50.0), ..Mooring::default() }];
    /// let mut world = World::new(&scenario)?;
    /// let line = world.joints().next().ok_or("no line")?.name;
    /// assert!(world.release(&line) && !world.release(&line));
    /// assert_eq!(world.joints().count(), 0);
    /// // The energy of a spring that pulls with 50 N at 200 N/m.
    /// assert!((world.energy().work.by_hand_j + 0.5 * 50.0 * 50.0 / 200.0).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release(&mut self, joint: &str) -> bool {
        let Bodies { joints, rigid, .. } = &self.bodies;
        let found = joints.iter().find(|of| of.name == joint && of.acts(rigid));
        found.map(|joint| joint.handle).is_some_and(|handle| self.let_go(handle))
    }

    fn let_go(&mut self, handle: JointHandle) -> bool {
        let rigid = &mut self.bodies.rigid;
        let before_j = rigid.elastic_energy_j();
        let released = rigid.release_joint(handle);
        self.books.work.by_hand_j += rigid.elastic_energy_j() - before_j;
        released
    }

    /// Releases the joints whose time has come.
    pub(in crate::world) fn release_due(&mut self) {
        let Bodies { joints, rigid, .. } = &self.bodies;
        let due = joints.iter().filter(|joint| joint.released_at_s.is_some_and(|at_s| self.is_due(at_s)));
        let due: Vec<JointHandle> = due.filter(|joint| joint.acts(rigid)).map(|joint| joint.handle).collect();
        due.into_iter().for_each(|handle| _ = self.let_go(handle));
    }

    /// Whether a time has come, to the nearest step.
    fn is_due(&self, at_s: f64) -> bool {
        self.time_s() >= at_s - 0.5 * self.clock.time_step_s
    }
}
