//! What someone does to a running world: steers, pulls, splashes, lets bodies in and takes them out, reads the water anywhere.

use glam::{DVec2, DVec3};
use hydro_forces::waves::Splash;
use mask_raster::WetCell;
use rigid_sim::Spring;

use super::World;
use super::energy::Energies;
use super::readings::{Gauge, GaugeReading};
use crate::Error;
use crate::bodies::{Bodies, Body, Helm, Pull};
use crate::name::Name;
use crate::scenario::{CouplingMode, Scenario, Thrust};

/// Angular frequency at which a pulled body follows, rad/s.
const PULL_RAD_S: f64 = 1.5;
/// Greatest pull, as a fraction of the body's weight.
const PULL_WEIGHTS: f64 = 0.5;

impl World {
    /// Steers a propelled body by hand from now on; false where there is no such body.
    pub fn steer(&mut self, body: &str, helm: Helm) -> bool {
        let found = self.bodies.all.iter_mut().find(|of| of.name == body && !of.is_removed);
        let Some(afloat) = found.and_then(|of| of.afloat_mut()) else { return false };
        afloat.helm = helm;
        afloat.propeller.is_some()
    }

    /// The propelled bodies in the order of their names: what their propellers do now, by hand or as scheduled, and what of that is
    /// by hand.
    pub fn propelled(&self) -> impl Iterator<Item = (&str, Thrust, Helm)> {
        let time_s = self.time_s();
        self.bodies.afloat().filter_map(move |(body, afloat, _)| {
            let propeller = afloat.propeller.as_ref()?;
            Some((&*body.name, afloat.helm.over(propeller, time_s), afloat.helm))
        })
    }

    /// Pulls a point of a body afloat, in the mesh's frame, towards a point of the world in every step from now on, by a damped
    /// spring that is no stronger than half the body's weight; `None` lets go. What it does is booked as external. It is no part of
    /// a checkpoint. False where no such body is afloat.
    pub fn pull(&mut self, pull: Option<(&str, DVec3, DVec3)>) -> bool {
        self.bodies.pull = None;
        let Some((name, body_point_m, target_m)) = pull else { return true };
        let gravity_m_s2 = self.bodies.rigid.gravity_m_s2.length();
        let is_it = |body: &Body| body.name == name && !body.is_removed && !body.is_solid();
        let Some(index) = self.bodies.all.iter().position(is_it) else { return false };
        let rigid = &self.bodies.rigid[self.bodies.all[index].handle];
        let most_n = PULL_WEIGHTS * rigid.mass_properties().mass_kg * gravity_m_s2;
        let spring = Spring::critical(rigid.mass_properties().mass_kg, PULL_RAD_S);
        self.bodies.pull = Some((index, Pull { spring, from_m: body_point_m, to_m: target_m, most_n }));
        true
    }

    /// Adds a force, N, at a point of the world, m, to those that act on a body afloat in the next step: wind on a sail, a tow, a thruster of your own.
    /// Forces add up until then; one that lasts is added before each step. What they do is booked as external, their work as by hand. They
    /// are no part of a checkpoint, and going to one forgets them. False, and nothing is added, where no such body is afloat or a number is not finite.
    ///
    /// ```
    /// use glam::DVec3;
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
    ///
    /// let mut world = World::new(&Scenario::load("floating", &["grid.cells=[80, 60]".into()])?)?;
    /// let before_m = world.body(0).position_m;
    /// for _ in 0..40 {
    ///     let boat = world.body(0);
    ///     let masthead_m = boat.position_m + boat.rotation * (2.0 * DVec3::Z);
    ///     assert!(world.add_force(&boat.name, 100.0 * DVec3::X, masthead_m));
    ///     world.step();
    /// }
    /// assert!(world.body(0).position_m.x > before_m.x + 0.01);
    /// // The water and the body have what the wind gave, and nothing else.
    /// assert!(world.momentum().residual_relative() < 1e-6 && world.energy().work.by_hand_j > 0.0);
    /// assert!(!world.add_force("nobody", DVec3::X, DVec3::ZERO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_force(&mut self, body: &str, force_n: DVec3, at_m: DVec3) -> bool {
        let Bodies { all, rigid, .. } = &mut self.bodies;
        let found = all.iter_mut().find(|of| of.name == body && !of.is_removed);
        let Some((handle, afloat)) = found.and_then(|of| Some((of.handle, of.afloat_mut()?))) else {
            return false;
        };
        if !(force_n.is_finite() && at_m.is_finite()) {
            return false;
        }
        afloat.added.force_n += force_n;
        afloat.added.torque_n_m += (at_m - rigid[handle].center_of_mass_m()).cross(force_n);
        true
    }

    /// Carries a body that is fixed or driven towards a place of its center of mass, seen from above, in every step from now on, upright as it is;
    /// `None` lets go. It goes at most at a Froude number of 0.15 of the still level, comes to its speed and to rest over half a second, and stops two
    /// cells before other solids and the sides of the domain. One that was fixed stays where it was brought, a driven one goes on from there as it is
    /// prescribed: its path is shifted, and it comes to the velocities that it has then little by little. The water is moved as by driven bodies ([`lbm_boundary::Boundary::move_solids`]): volume stays, and the work is that of a hand.
    /// The place to come to is no part of a checkpoint, as that of [`Self::pull`]. False where there is no such body.
    ///
    /// ```
    /// use glam::DVec2;
    /// use viewer_sim::World;
    /// use viewer_sim::scenario::Scenario;
    ///
    /// let mut world = World::new(&Scenario::load("bridge", &[])?)?;
    /// let pier = world.bodies().find(|body| body.name == "pier-north").ok_or("no pier")?;
    /// let to_m = pier.position_m.truncate() + DVec2::X;
    /// assert!(world.carry(Some(("pier-north", to_m))) && !world.carry(Some(("boat", to_m))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn carry(&mut self, carry: Option<(&str, DVec2)>) -> bool {
        self.bodies.carry(carry)
    }

    /// Pushes the open water apart about a point at once. What it does is booked as external. Returns the number of cells pushed.
    pub fn splash(&mut self, splash: &Splash) -> usize {
        let energy_j =
            |world: &Self| Energies::of(&world.water, &world.bodies, &world.coupling).water_kinetic_j;
        let (before_j, measured) = (energy_j(self), self.measured());
        self.refresh_fields();
        let Self { water, projection, books, .. } = self;
        let cells = water.fluid.cells();
        let units = water.fluid.lattice.units();
        let (area_m2, gravity_m_s2) = (units.cell_area_m2(), units.gravity_m_s2());
        let per_velocity = units.to_lattice_momentum(area_m2);
        let (labels, mut pushed) = (projection.mask().labels(), 0);
        for cell in 0..water.fluid.solid.len() {
            let is_open = !water.fluid.solid[cell] && labels[cell] == 0;
            let at_m = cells.center_m(cell as u32);
            if !is_open || at_m.distance(splash.center_m) >= splash.radius_m {
                continue;
            }
            let depth_m = f64::from(water.fluid.depth_m(cell));
            let discharge_m2_s = splash.velocity_m_s(at_m, depth_m, gravity_m_s2) * depth_m;
            if discharge_m2_s == DVec2::ZERO {
                continue;
            }
            let momentum = (discharge_m2_s * per_velocity).to_array().map(|c| c as f32);
            let site = cells.site(&water.fluid.lattice, cell);
            water.fluid.lattice.add_momentum(site, momentum);
            let impulse_n_s = discharge_m2_s * (area_m2 * water.density_kg_m3);
            books.momentum.external_n_s += impulse_n_s;
            books.momentum.exchanged_n_s += impulse_n_s.length();
            books.angular.external_n_m_s += cells.moment(cell as u32, impulse_n_s);
            pushed += 1;
        }
        // Fields and forces as after a restored checkpoint, so that one taken now continues with the same bits.
        let state = self.checkpoint();
        let hands = self.bodies.hands();
        let entered = self.enter(&state);
        debug_assert!(entered.is_ok(), "a world can go to its own state");
        self.bodies.set_hands(hands);
        let gained_j = energy_j(self) - before_j;
        self.books.work.by_hand_j += gained_j;
        self.measure_anew(measured);
        pushed
    }

    /// Takes a body out of the world between two steps, with its joints and mooring lines: a gate is lifted, a boat craned out. False where
    /// there is no such body, or it was removed before.
    ///
    /// The water takes its place. Of a body afloat, what it displaced is missing from the head within the next step, as if it had been
    /// lifted out in one; a hull that reached deep leaves a hole that the water around it falls into. Of one that is fixed or driven, the
    /// wall retreats inwards by a cell in 32 steps, and the cells that it uncovers are filled by the rule of a driven body that leaves
    /// ([`lbm_boundary::Boundary::move_solids`]): the volume is taken from the water beside it, and owed until it is.
    ///
    /// Its momentum and energy go with it and are booked as external; volume stays. The water that fills the place of a wall is taken from the water beside it at the level that
    /// it has there, by which energy comes to it that no work accounts for ([`EnergyBalance::residual_j`](super::EnergyBalance::residual_j) is below 0 then); the hole that a hull leaves is steep, and
    /// what the lattice loses in it that viscosity does not take is in that residual too. A checkpoint knows who was removed.
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
        let (hole_j, measured) = (self.hole_j(index), self.measured());
        self.bodies.remove(index);
        self.coupling.forget(index);
        self.projection.place(&self.bodies);
        self.projection.find_wet_section(self.coupling.mode, &self.bodies, &self.water.levels());
        self.water.solids.leave(self.bodies.all.iter().map(|body| body.is_removed));
        let (momentum_left, angular_left, energy_left) = state(self);
        let taken_n_s = momentum_left.final_n_s - momentum.final_n_s;
        self.books.momentum.external_n_s += taken_n_s;
        self.books.momentum.exchanged_n_s += taken_n_s.length();
        self.books.angular.external_n_m_s += angular_left.final_n_m_s - angular.final_n_m_s;
        self.books.work.by_hand_j += energy_left.now.total_j() - energy.now.total_j() + hole_j;
        self.measure_anew(measured);
        true
    }

    /// Energy that the head gains within a step when a body afloat is lifted out of it, J: `½ ρ g ∫ ((η − w)² − η²) dA` with the thickness `w` that it
    /// displaces and the elevation `η` over it.
    fn hole_j(&self, index: usize) -> f64 {
        let Self { bodies, coupling, projection, water, .. } = self;
        let number = bodies.all[..index].iter().filter(|body| !body.is_removed).count();
        if coupling.mode != CouplingMode::Conservative {
            return 0.0;
        }
        let (cells, lattice) = (water.fluid.cells(), &water.fluid.lattice);
        let of_cell = |wet: &WetCell| {
            let at = wet.index as usize;
            let eta_m = lattice.cell_m(at % cells.nx, at / cells.nx).eta_m;
            let thickness_m = f64::from(wet.thickness_m);
            thickness_m * (thickness_m - 2.0 * eta_m)
        };
        let open = projection.wet_of(number).iter().filter(|wet| !water.fluid.solid[wet.index as usize]);
        let per_m4 = 0.5 * water.density_kg_m3 * bodies.rigid.gravity_m_s2.length();
        per_m4 * lattice.units().cell_area_m2() * open.map(of_cell).sum::<f64>()
    }

    /// Removes the bodies whose time has come.
    pub(super) fn remove_due(&mut self) {
        let time_s = self.time_s();
        let is_due = |at_s: f64| time_s >= at_s - 0.5 * self.clock.time_step_s;
        let due = self.bodies.iter().filter(|(body, _)| body.removed_at_s.is_some_and(is_due));
        let due: Vec<Name> = due.map(|(body, _)| body.name.clone()).collect();
        due.iter().for_each(|name| _ = self.remove(name));
    }

    /// Depth and velocity of the water at a point, as a gauge there would read them.
    pub fn probe(&self, name: &str, at_m: DVec2) -> GaugeReading {
        Gauge { name: name.into(), at_m }.probe(&self.water, self.coupling.thickness_m())
    }

    /// Froude number of the water that a gauge reads.
    pub fn froude(&self, reading: &GaugeReading) -> f64 {
        let speed_m_s = reading.u_m_s.hypot(reading.v_m_s);
        self.water.fluid.lattice.units().froude(reading.h_m, speed_m_s)
    }
}

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
    pub(super) fn enter_due(&mut self) {
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
    pub(super) fn warn_of_entries(&mut self, scenario: &Scenario) -> Result<(), Error> {
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
