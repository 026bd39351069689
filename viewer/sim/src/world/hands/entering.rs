//! Bodies that come into a running world.

use crate::Error;
use crate::scenario::Scenario;
use crate::world::World;

impl World {
    /// Continues with a scenario that has more bodies: each enters at its time (`body.NAME.enters_at_s`), at once where that has come. From then on
    /// it is the world that the scenario makes from the start, to the last bit.
    ///
    /// A body that floats is let down on to the water: its lowest point touches the water, and it falls in. Its momentum and its energy are booked
    /// as external; water it takes none. Going back is possible to any state of before: a checkpoint knows nothing of bodies that have not
    /// entered.
    ///
    /// ```
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
    ///
    /// let pool = Scenario::load("floating", &["grid.cells=[80, 60]".into()])?;
    /// let mut world = World::new(&pool)?;
    /// for _ in 0..10 {
    ///     world.step();
    /// }
    /// let mut more = pool.clone();
    /// let mut body = pool.body.values().next().ok_or("no body")?.clone();
    /// (body.position_m.x_m, body.enters_at_s) = (4.0, Some(world.time_s()));
    /// more.body.insert("another".into(), body);
    /// let before = world.checkpoint();
    /// world.add(&more)?;
    /// assert_eq!((world.body_count(), world.steps()), (pool.body.len() + 1, 10));
    /// # let mut other = World::new(&more)?;
    /// # while other.steps() < 10 { other.step(); }
    /// # assert_eq!(other.checkpoint(), world.checkpoint());
    /// # assert!(World::new(&pool)?.restore(&before).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::new`]; of a body that would be inside another one; of a scenario that differs in more than bodies that enter now or later. The
    /// world is as before then.
    pub fn add(&mut self, scenario: &Scenario) -> Result<(), Error> {
        let mut next = self.with_bodies_of(scenario)?;
        next.restore(&self.checkpoint()).map_err(Error::Restore)?;
        next.bodies.set_hands(self.bodies.hands());
        for number in self.bodies.all.len()..next.bodies.all.len() {
            if let Some(&(other, depth_m)) = next.bodies.inside(number).first() {
                let [name, other] = [number, other].map(|number| &next.bodies.all[number].name);
                let message = format!(
                    "it would be {depth_m:.3} m inside body.{other}, as far as their colliders tell; choose another place"
                );
                return Err(Error::of_body(scenario, name, "position_m", message));
            }
        }
        *self = next;
        Ok(())
    }

    /// The world of a scenario that has other bodies, at its start, with the parameters that this one has now ([`Self::set`]).
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_bodies_of(&self, scenario: &Scenario) -> Result<Self, Error> {
        let mut next = Self::new(scenario)?;
        for parameter in self.parameters() {
            let value = next.parameter(&parameter.key);
            if value.is_some_and(|value| value != parameter.value) {
                next.set(&parameter.key, parameter.value)?;
            }
        }
        next.clock.stages = self.clock.stages;
        Ok(next)
    }

    /// Lets the bodies in whose time has come.
    pub(in crate::world) fn enter_due(&mut self) {
        let latest_s = self.time_s() + 0.5 * self.clock.time_step_s;
        while self.bodies.next_entry_s().is_some_and(|at_s| at_s <= latest_s) {
            self.let_in();
        }
    }

    fn let_in(&mut self) {
        let state = |world: &Self| (world.momentum(), world.angular_momentum(), world.energy());
        let (momentum, angular, energy) = state(self);
        self.refresh_fields();
        self.bodies.enter(&self.water);
        self.coupling.welcome();
        self.projection.place(&self.bodies);
        self.projection.find_wet_section(self.coupling.mode, &self.bodies, &self.water.levels());
        let (momentum_now, angular_now, energy_now) = state(self);
        let brought_n_s = momentum_now.final_n_s - momentum.final_n_s;
        self.books.momentum.external_n_s += brought_n_s;
        self.books.momentum.exchanged_n_s += brought_n_s.length();
        self.books.angular.external_n_m_s += angular_now.final_n_m_s - angular.final_n_m_s;
        self.books.work.by_hand_j += energy_now.now.total_j() - energy.now.total_j();
        let (number, time_s) = (self.bodies.all.len() - 1, self.time_s());
        for (other, depth_m) in self.bodies.inside(number) {
            let [name, other] = [number, other].map(|number| &self.bodies.all[number].name);
            let message = format!(
                "body.{name}: at t = {time_s:.3} s it enters {depth_m:.3} m inside body.{other}, as far as their colliders tell, and contacts push \
                 them apart; let it enter elsewhere (position_m) or at another time (enters_at_s)"
            );
            self.findings.warn(message);
        }
    }

    /// Warns of bodies that enter after the end of the run.
    ///
    /// # Errors
    /// Of one that would enter where a fixed body is.
    pub(in crate::world) fn warn_of_entries(&mut self, scenario: &Scenario) -> Result<(), Error> {
        let end_s = scenario.duration_s;
        let late = self.bodies.waiting().filter(|(.., at_s)| *at_s >= end_s);
        let late = late.map(|(body, _, at_s)| {
            format!(
                "body.{}.enters_at_s: {at_s} s, but the run ends at {end_s} s (duration_s) without it",
                body.name
            )
        });
        self.findings.extend(late.collect::<Vec<_>>());
        match self.bodies.blocked(self.still_level_m()) {
            None => Ok(()),
            Some((body, fixed)) => {
                let message = format!(
                    "it would enter inside body.{}, which is fixed; choose another place",
                    fixed.name
                );
                Err(Error::of_body(scenario, &body.name, "position_m", message))
            }
        }
    }
}
