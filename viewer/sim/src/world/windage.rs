//! The force of the wind on what bodies afloat have above the water.

use hydro_forces::{Load, Wind};
use rayon::prelude::*;
use rigid_sim::RigidBody;

use super::World;
use super::books::moment_n_m;
use crate::bodies::{Bodies, Body};
use crate::water::Water;

impl World {
    /// Loads the bodies afloat with the force of the wind, if there is any.
    pub(super) fn blow(&mut self) {
        let Self { clock, water, bodies, books, .. } = self;
        let Some(wind) = water.fluid.forcing.wind.map(|wind| wind.over_water()) else { return };
        let dt = clock.time_step_s;
        let (water, Bodies { rigid, all, last, .. }) = (&*water, bodies);
        let load = |body: &Body| load(body, &rigid[body.handle], water, (&wind, dt));
        all.par_iter().map(load).collect_into_vec(&mut last.blown);
        for (body, load) in all.iter_mut().zip(&last.blown) {
            let Some(afloat) = body.afloat_mut() else { continue };
            afloat.wind = *load;
            let (rigid, Load { force_n, torque_n_m }) = (&mut rigid[body.handle], *load);
            rigid.add_force(force_n);
            rigid.add_torque(torque_n_m);
            let impulse_n_s = force_n.truncate() * dt;
            books.momentum.exchanged_n_s += impulse_n_s.length();
            books.momentum.wind_n_s += impulse_n_s;
            books.angular.of_forces_n_m_s += moment_n_m(water, rigid, force_n, torque_n_m) * dt;
        }
    }
}

/// The mean load of the wind on a body over a step, which does not turn it back in the air, about its center of mass; the water is taken to be as high everywhere as there.
fn load(body: &Body, rigid: &RigidBody, water: &Water, (wind, dt): (&Wind, f64)) -> Load {
    let Some(afloat) = body.afloat().filter(|_| !body.is_removed) else { return Load::default() };
    let (eta_m, _) = water.sample(rigid.center_of_mass_m().truncate());
    body.hull.wind_load(rigid, water.fluid.still_level_m + eta_m, (wind, afloat.wind_drag), dt)
}
