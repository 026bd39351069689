//! What a session shows of itself.

use std::time::{Duration, Instant};

use glam::DVec2;

use super::curves::Quantity;
use super::engine::Engine;
use super::snapshot::{Books, Picked, Snapshot, State};
use super::undo::Undo;

/// Wall time between two balances of the books while the clock runs, each of which takes some sweeps over the cells.
const BALANCE: Duration = Duration::from_millis(250);

impl Engine {
    /// Writes the present state into a snapshot.
    pub(crate) fn write(&mut self, snapshot: &mut Snapshot) {
        let now = Instant::now();
        let step = self.world.steps();
        let is_old = |(at, of): (Instant, u64)| of != step && (!self.is_busy() || now - at >= BALANCE);
        if self.balanced.is_none_or(is_old) {
            self.books = Books {
                mass: self.world.mass(),
                momentum: self.world.momentum(),
                energy: self.world.energy(),
            };
            self.balanced = Some((now, step));
        }
        let world = &self.world;
        let is_other = std::mem::replace(&mut snapshot.opened, self.opened) != self.opened;
        snapshot.scenario = Some(self.scenario.clone());
        snapshot.text = self.text.clone();
        snapshot.changes.clone_from(&self.changes);
        snapshot.undo = self.undo.last().map(Undo::label);
        snapshot.state.clone_from(&self.state);
        snapshot.is_seeking = self.goal.is_some();
        (snapshot.speed, snapshot.loops) = (Some(self.speed), self.loops);
        (snapshot.step, snapshot.time_s, snapshot.time_step_s) = (step, world.time_s(), world.time_step_s());
        self.stage(&mut snapshot.scene);
        snapshot.film = self.film.as_ref().map(|film| film.count);
        snapshot.said.clone_from(&self.said);
        snapshot.bodies.clear();
        snapshot.bodies.extend(world.bodies());
        snapshot.propelled.clear();
        snapshot.propelled.extend(world.propelled().map(|(name, now, helm)| (name.to_owned(), now, helm)));
        let placed = self.placed.iter().map(|(name, at_m)| (world.probe(name, *at_m), *at_m, true));
        let given = self.scenario.gauge.iter().map(|gauge| DVec2::from_array(gauge.position_m));
        snapshot.gauges.clear();
        let given = world.gauges().zip(given).map(|(reading, at_m)| (reading, at_m, false));
        snapshot.gauges.extend(given.chain(placed));
        snapshot.picked = self.picked.map(|at_m| {
            let reading = world.probe("", at_m);
            Picked { at_m, froude: world.froude(&reading), reading }
        });
        snapshot.chosen.clone_from(&self.chosen);
        snapshot.centers = self.chosen.as_ref().and_then(|name| world.centers(name));
        let chosen = snapshot.bodies.iter().find(|body| self.chosen.as_ref() == Some(&body.name));
        for (quantity, points) in Quantity::ALL.into_iter().zip(&mut snapshot.body_curves) {
            points.clear();
            if let Some(body) = chosen {
                self.curves.write_body(body.label, quantity, points);
            }
        }
        snapshot.gauge_curves.resize_with(snapshot.gauges.len(), Vec::new);
        for (index, points) in snapshot.gauge_curves.iter_mut().enumerate() {
            self.curves.write_gauge(index, points);
        }
        let parameters = self.history.parameters();
        if is_other || snapshot.parameters.len() != parameters.len() {
            snapshot.parameters.clear();
            snapshot.parameters.extend(parameters.map(|(now, first)| (now, first.clone())));
        } else {
            snapshot.parameters.iter_mut().zip(parameters).for_each(|(shown, (now, _))| shown.0 = now);
        }
        // What was done by hand is no part of it.
        let is_bare = self.history.deeds().is_empty();
        let exact = self.exact.as_ref().filter(|_| is_bare);
        snapshot.has_exact = exact.is_some_and(|exact| exact.read(world, &mut snapshot.exact));
        snapshot.books = self.books;
        snapshot.stages = *world.stages();
        snapshot.max_froude = world.max_froude();
        (snapshot.span, snapshot.past) = (self.history.span(), self.history.size());
        snapshot.real_time = self.pace.speed().filter(|_| self.state == State::Running);
        snapshot.log.clone_from(&self.log);
    }
}
