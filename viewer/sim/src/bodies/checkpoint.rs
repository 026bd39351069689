//! The state of the bodies between two steps, and who of them is in the world: those that enter later, and the way back to before they did.

use glam::DVec3;
use hydro_forces::Load;
use rigid_sim::{RigidBody, WorldState};

use super::body::{Body, Kind, Solid};
use super::contact::is_deep;
use super::state::{BodyState, Entry};
use super::{Bodies, Carried, Pull};
use crate::checkpoint::Error;
use crate::codec::coded;
use crate::water::{Fluid, MeanLevel, Water};

/// All bodies. The forces of the water on them follow from it ([`Bodies::recompute_forces`]).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BodiesState {
    rigid: WorldState,
    bodies: Vec<BodyState>,
}

coded!(BodiesState { rigid, bodies });

/// What someone does to bodies at the moment: no state knows of it.
#[derive(Debug)]
pub(crate) struct Hands {
    pull: Option<(usize, Pull)>,
    carried: Carried,
    /// Forces that were added for the next step, by body.
    added: Vec<Load>,
}

impl Bodies {
    pub(crate) fn hands(&self) -> Hands {
        let added = self.all.iter().map(|body| body.afloat().map_or(Load::default(), |afloat| afloat.added));
        Hands { pull: self.pull, carried: self.carried, added: added.collect() }
    }

    /// Goes on with what someone did to the first of the bodies.
    pub(crate) fn set_hands(&mut self, Hands { pull, carried, added }: Hands) {
        (self.pull, self.carried) = (pull, carried);
        for (body, load) in self.all.iter_mut().zip(added) {
            if let Some(afloat) = body.afloat_mut() {
                afloat.added = load;
            }
        }
    }
}

impl Bodies {
    /// The present state.
    pub(crate) fn state(&self) -> BodiesState {
        BodiesState { rigid: self.rigid.state(), bodies: self.all.iter().map(Body::checkpoint).collect() }
    }

    /// Goes to a state; the forces are still those of before.
    pub(crate) fn restore(&mut self, state: &BodiesState, fluid: &Fluid) -> Result<(), Error> {
        self.let_in_or_out(state.bodies.len())?;
        self.rigid.restore(&state.rigid).map_err(Error::state)?;
        (self.pull, self.carried) = (None, Carried::default());
        let mut pairs = self.all.iter_mut().zip(&state.bodies);
        pairs.try_for_each(|(body, state)| body.restore(state, fluid))?;
        self.find_present();
        Ok(())
    }
}

impl BodiesState {
    /// Number of bodies that are in the world or were.
    pub(crate) fn len(&self) -> usize {
        self.bodies.len()
    }
}

impl Bodies {
    /// Awaits bodies that enter at a time each, behind those that are there from the start.
    pub(super) fn await_later(&mut self, late: Vec<(f64, bool, Body, RigidBody)>) {
        self.late.first = self.all.len();
        for (at_s, has_height, body, rigid) in late {
            self.late.all.push(Entry { at_s, has_height, rigid, state: body.checkpoint() });
            self.late.waiting.insert(0, body);
        }
    }

    /// Number of bodies that are there from the start.
    pub(crate) fn first(&self) -> usize {
        self.late.first
    }

    /// The time at which the next body enters, s, if one does.
    pub(crate) fn next_entry_s(&self) -> Option<f64> {
        self.late.all.get(self.all.len() - self.late.first).map(|entry| entry.at_s)
    }

    /// The bodies that have not entered, the next one first, with the times at which they do, s.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (&Body, &RigidBody, f64)> {
        let entered = self.all.len() - self.late.first;
        let entries = self.late.all[entered..].iter();
        self.late.waiting.iter().rev().zip(entries).map(|(body, entry)| (body, &entry.rigid, entry.at_s))
    }

    /// All bodies, those that have not entered among them.
    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        self.all.iter_mut().chain(&mut self.late.waiting)
    }

    /// Lets the next body in, if there is one: its lowest point touches the highest water around it, or is where its scenario gives it a height above that.
    pub(crate) fn enter(&mut self, water: &Water) {
        let Some(mut body) = self.late.waiting.pop() else { return };
        let entry = &self.late.all[self.all.len() - self.late.first];
        let mut rigid = entry.rigid.clone();
        let [low_m, high_m] = body.extent_m(&rigid);
        let to_surface_m = surface_m(water, low_m, high_m) - low_m.z;
        let lift_m = if entry.has_height { to_surface_m.max(0.0) } else { to_surface_m };
        let lifted = rigid.shift(DVec3::Z * lift_m);
        let fresh = body.restore(&entry.state, &water.fluid);
        debug_assert!(
            lifted.is_ok() && fresh.is_ok(),
            "levels are finite, and a body can go to its own state"
        );
        // No time has passed since.
        let level = water.fluid.slow_level(body.around_m(&rigid), 0.0);
        if let Some(afloat) = body.afloat_mut() {
            afloat.mean_level = MeanLevel::at(level.map_or(0.0, |level| level.eta_m));
        }
        body.hull.recompute_forces(&rigid, (&water.surface(), &water.fluid));
        body.handle = self.rigid.insert(rigid);
        self.all.push(body);
        self.find_present();
    }

    /// Numbers of the bodies that one which has just entered is inside, with the depths, m.
    pub(crate) fn inside(&self, number: usize) -> Vec<(usize, f64)> {
        let own = self.all[number].handle;
        let number_of = |handle| self.all.iter().position(|body| body.handle == handle);
        let deep = self
            .rigid
            .overlaps()
            .into_iter()
            .filter(|(a, b, depth_m)| is_deep(&self.all, (*a, *b), *depth_m));
        deep.filter_map(|(a, b, depth_m)| match own {
            own if own == a => Some((number_of(b)?, depth_m)),
            own if own == b => Some((number_of(a)?, depth_m)),
            _ => None,
        })
        .collect()
    }

    /// A body that has not entered and a fixed one in whose place it would be then, where both are over the water.
    pub(crate) fn blocked(&self, still_level_m: f64) -> Option<(&Body, &Body)> {
        let mut rigid = self.rigid.clone();
        let placed: Vec<_> = self
            .waiting()
            .map(|(body, of_waiting, at_s)| {
                let mut of_waiting = of_waiting.clone();
                let lift_m = (still_level_m - body.extent_m(&of_waiting)[0].z).max(0.0);
                let _ = of_waiting.shift(DVec3::Z * lift_m);
                (rigid.insert(of_waiting), body, at_s)
            })
            .collect();
        let is_there = |body: &&Body, at_s: f64| {
            matches!(body.kind, Kind::Solid(Solid::Fixed))
                && body.removed_at_s.is_none_or(|gone_s| at_s < gone_s)
        };
        rigid.overlaps().into_iter().find_map(|(a, b, _)| {
            let &(_, entering, at_s) = placed.iter().find(|(handle, ..)| *handle == a || *handle == b)?;
            let fixed = self.all.iter().find(|body| body.handle == a || body.handle == b)?;
            is_there(&fixed, at_s).then_some((entering, fixed))
        })
    }

    /// Goes to a number of bodies that are in the world or were: those beyond it wait again, those short of it are let in, as they are to be restored.
    pub(super) fn let_in_or_out(&mut self, count: usize) -> Result<(), Error> {
        if !(self.late.first..=self.late.first + self.late.all.len()).contains(&count) {
            return Err(Error::state("it has another number of bodies"));
        }
        while self.all.len() > count
            && let Some(body) = self.all.pop()
        {
            self.rigid.remove(body.handle);
            self.late.waiting.push(body);
        }
        while self.all.len() < count
            && let Some(mut body) = self.late.waiting.pop()
        {
            body.handle = self.rigid.insert(self.late.all[self.all.len() - self.late.first].rigid.clone());
            self.all.push(body);
        }
        Ok(())
    }
}

/// The greatest level of the water above the datum in the cells of a box seen from above, m; the still level where there is none.
fn surface_m(water: &Water, low_m: DVec3, high_m: DVec3) -> f64 {
    let cells = water.fluid.cells();
    let [first, last] = [low_m, high_m].map(|corner| cells.at(corner.truncate()));
    let (columns, rows) = (first % cells.nx..last % cells.nx + 1, first / cells.nx..last / cells.nx + 1);
    let within = rows.flat_map(|j| columns.clone().map(move |i| j * cells.nx + i));
    let levels_m = within.filter(|cell| !water.fluid.solid[*cell]).map(|cell| f64::from(water.level_m(cell)));
    levels_m.reduce(f64::max).unwrap_or(water.fluid.still_level_m)
}
