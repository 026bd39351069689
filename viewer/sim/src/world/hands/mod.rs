//! What someone does to a running world: steers, pulls, splashes, lets bodies in, takes them out and lets joints go, reads the water anywhere.

mod entering;
mod leaving;

use glam::{DVec2, DVec3};
use hydro_forces::waves::Splash;
use rigid_sim::Spring;

use super::World;
use super::energy::Energies;
use super::readings::{Gauge, GaugeReading};
use crate::bodies::{Bodies, Body, Helm, Pull};
use crate::scenario::Thrust;

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
