//! What a session shows of itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::DVec2;

use super::curves::Quantity;
use super::engine::Engine;
use super::fault::Fault;
use super::snapshot::{Books, Line, Picked, Snapshot, State};
use super::undo::Undo;

/// Wall time between two balances of the books while the clock runs, each of which takes some sweeps over the cells.
const BALANCE: Duration = Duration::from_millis(250);

impl Engine {
    /// Notes what went wrong.
    pub(super) fn blame(&mut self, why: Option<String>) {
        if let Some(text) = why {
            self.note(true, text);
        }
    }

    pub(super) fn note(&mut self, is_error: bool, text: String) {
        let line = Line { time_s: self.world.time_s(), is_error, run: None, is_warning: false, text };
        Arc::make_mut(&mut self.log).push(line);
    }

    /// Forgets what the world has said of a future that is no more.
    pub(super) fn forget_said(&mut self) {
        let (now_s, run) = (self.world.time_s(), self.run);
        let is_gone = |line: &Line| line.run == Some(run) && line.time_s > now_s;
        if self.log.iter().any(is_gone) {
            Arc::make_mut(&mut self.log).retain(|line| !is_gone(line));
        }
    }

    /// Notes the warnings of the world that are not in the log yet.
    pub(super) fn note_warnings(&mut self) {
        let time_s = self.world.time_s();
        for text in self.world.warnings() {
            if !self.log.iter().any(|line| line.text == *text) {
                let run = Some(self.run);
                let line = Line { time_s, is_error: false, run, is_warning: true, text: text.clone() };
                Arc::make_mut(&mut self.log).push(line);
            }
        }
    }

    /// Notes a fault that stops the clock.
    pub(super) fn note_fault(&mut self, fault: &Fault) {
        let text = format!("step {}: {}; {}", fault.step, fault.cause, fault.remedy);
        let run = Some(self.run);
        let line = Line { time_s: self.world.time_s(), is_error: true, run, is_warning: false, text };
        Arc::make_mut(&mut self.log).push(line);
    }

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
        (snapshot.text, snapshot.saved) = (self.text.clone(), self.saved.clone());
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
        let chosen = snapshot.bodies.iter().find(|body| self.chosen.as_deref() == Some(&*body.name));
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
