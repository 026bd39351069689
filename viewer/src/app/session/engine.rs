//! The state machine of a session: what commands do to it, and how it follows the clock. It knows neither window nor thread.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::DVec2;

use super::command::{Command, Speed};
use super::curves::{Curves, Quantity};
use super::fault::Fault;
use super::history::{History, MEMORY};
use super::pace::Pace;
use super::snapshot::{Books, Line, Picked, Snapshot, State};
use crate::sim::scenario::Scenario;
use crate::sim::{Error, Replay, World};
use crate::staging::{self, Foam};

/// Steps between two checks of a world's stability: what is further back than that was good.
const STEPS_PER_CHECK: u64 = 64;
/// Wall time between two balances of the books while the clock runs, each of which takes some sweeps over the cells.
const BALANCE: Duration = Duration::from_millis(250);

/// A world with its past, the clock that it follows, and what is read of it.
pub(crate) struct Engine {
    scenario: Arc<Scenario>,
    changes: Vec<String>,
    world: World,
    foam: Foam,
    history: History,
    curves: Curves,
    pace: Pace,
    state: State,
    speed: Speed,
    loops: bool,
    /// The step that is being gone to.
    goal: Option<u64>,
    chosen: Option<String>,
    picked: Option<DVec2>,
    placed: Vec<(String, DVec2)>,
    log: Arc<Vec<Line>>,
    books: Books,
    balanced: Option<(Instant, u64)>,
    opened: u64,
}

impl Engine {
    /// Sets a scenario up, read with some keys changed; the clock runs.
    pub(crate) fn new(scenario: &Scenario, changes: &[String]) -> Result<Self, Error> {
        Ok(Self { changes: changes.to_vec(), ..Self::with_memory(scenario, MEMORY)? })
    }

    /// Sets a replay up; the clock runs, and the slider of time reaches to its end.
    pub(crate) fn of_replay(replay: Replay) -> Result<Self, Error> {
        let Replay { scenario, deeds, steps } = replay;
        let mut engine = Self::new(&scenario, &[])?;
        engine.history.replay(deeds, steps);
        Ok(engine)
    }

    /// The same with another bound on the memory of the past, in bytes.
    pub(crate) fn with_memory(scenario: &Scenario, memory: usize) -> Result<Self, Error> {
        let world = World::new(scenario)?;
        let mut engine = Self {
            scenario: Arc::new(scenario.clone()),
            changes: Vec::new(),
            history: History::new(&world, memory),
            world,
            foam: Foam::default(),
            curves: Curves::new(),
            pace: Pace::default(),
            state: State::Running,
            speed: Speed::Times(1.0),
            loops: false,
            goal: None,
            chosen: None,
            picked: None,
            placed: Vec::new(),
            log: Arc::default(),
            books: Books::default(),
            balanced: None,
            opened: 1,
        };
        engine.chosen = scenario.body.keys().next().cloned();
        engine.record();
        engine.note_warnings();
        Ok(engine)
    }

    /// The world.
    #[cfg(test)]
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// First step that can be gone back to, and the latest that was reached.
    #[cfg(test)]
    pub(crate) fn history_span(&self) -> [u64; 2] {
        self.history.span()
    }

    /// Whether there is something to compute now.
    pub(crate) fn is_busy(&self) -> bool {
        self.goal.is_some() || self.state == State::Running
    }

    /// Wall time until the next step is due.
    pub(crate) fn due(&self) -> Duration {
        match (self.goal, self.speed) {
            (None, Speed::Times(times)) => self.pace.wait(self.world.time_step_s(), times),
            _ => Duration::ZERO,
        }
    }

    /// Carries out a command. A scenario that cannot be opened leaves all as it is, but for a line in the log.
    pub(crate) fn carry_out(&mut self, command: Command) {
        match command {
            Command::Run(runs) => self.run(runs),
            Command::Step(by) => {
                let from = self.goal.unwrap_or(self.world.steps());
                self.seek(from.saturating_add_signed(by));
            }
            Command::Seek(step) => self.seek(step),
            Command::LastGood => {
                if let State::Faulty(fault) = &self.state {
                    self.seek(fault.good.0);
                }
            }
            Command::Restart => {
                let restarted = self.history.restart(&mut self.world, &mut self.foam);
                self.blame(restarted.err().map(|error| error.to_string()));
                self.curves.forget_after(self.world.steps());
                self.go(State::Running);
            }
            Command::Speed(speed) => {
                self.speed = speed;
                self.pace = Pace::default();
            }
            Command::Loop(loops) => self.loops = loops,
            Command::Do(deed) => {
                if matches!(self.state, State::Faulty(_)) {
                    return;
                }
                self.goal = None;
                self.history.act(deed, &mut self.world);
                self.curves.forget_after(self.world.steps());
                self.balanced = None;
            }
            Command::Choose(body) => self.chosen = body,
            Command::Pick(at_m) => self.picked = at_m,
            Command::PlaceGauge(at_m) => {
                let name = format!("gauge {}", self.placed.len() + 1);
                self.placed.push((name, at_m));
            }
            Command::RemoveGauges => self.placed.clear(),
            Command::Open { name, changes } => self.open(&name, changes),
            Command::SaveReplay(path) => {
                let (deeds, [_, steps]) = (self.history.deeds().to_vec(), self.history.span());
                let written = Replay { scenario: (*self.scenario).clone(), deeds, steps }.write(&path);
                let said = written
                    .as_ref()
                    .map_or_else(ToString::to_string, |()| format!("wrote {}", path.display()));
                self.note(written.is_err(), said);
            }
            Command::Quit => {}
        }
    }

    fn run(&mut self, runs: bool) {
        match self.state {
            State::Faulty(_) | State::SettingUp(_) => {}
            _ => self.go(if runs { State::Running } else { State::Paused }),
        }
    }

    fn go(&mut self, state: State) {
        self.goal = None;
        self.pace = Pace::default();
        self.balanced = None;
        self.state = state;
    }

    fn seek(&mut self, step: u64) {
        let step = step.max(self.history.span()[0]);
        if let State::Faulty(fault) = &self.state
            && step >= fault.step
        {
            return;
        }
        self.go(State::Paused);
        let approached = self.history.approach(step, &mut self.world, &mut self.foam);
        self.blame(approached.err().map(|error| error.to_string()));
        self.goal = (self.world.steps() < step).then_some(step);
    }

    fn open(&mut self, name: &str, changes: Vec<String>) {
        let made = if Replay::is_named(name) {
            let read = Replay::read(Path::new(name));
            let read = read.map_err(|error| error.to_string());
            read.and_then(|replay| Self::of_replay(replay).map_err(|error| error.to_string()))
        } else {
            let loaded = Scenario::load(name, &changes).map_err(|error| error.to_string());
            loaded.and_then(|scenario| Self::new(&scenario, &changes).map_err(|error| error.to_string()))
        };
        match made {
            Err(why) => self.blame(Some(why)),
            Ok(new) => {
                let mut log = std::mem::take(&mut self.log);
                Arc::make_mut(&mut log).extend(new.log.iter().cloned());
                let (speed, loops, opened) = (self.speed, self.loops, self.opened + 1);
                let is_same = new.scenario.origin == self.scenario.origin;
                let placed = if is_same { std::mem::take(&mut self.placed) } else { Vec::new() };
                let chosen = if is_same { self.chosen.take() } else { new.chosen.clone() };
                *self = Self { speed, loops, opened, log, placed, chosen, ..new };
            }
        }
    }

    /// Notes what went wrong.
    fn blame(&mut self, why: Option<String>) {
        if let Some(text) = why {
            self.note(true, text);
        }
    }

    fn note(&mut self, is_error: bool, text: String) {
        let line = Line { time_s: self.world.time_s(), is_error, text };
        Arc::make_mut(&mut self.log).push(line);
    }

    /// Notes the warnings of the world that are not in the log yet.
    fn note_warnings(&mut self) {
        let time_s = self.world.time_s();
        for text in self.world.warnings() {
            if !self.log.iter().any(|line| line.text == *text) {
                let line = Line { time_s, is_error: false, text: text.clone() };
                Arc::make_mut(&mut self.log).push(line);
            }
        }
    }

    /// Follows the clock, which has advanced by `passed`: takes the steps that are due, for no longer than `most` but for the
    /// step under way.
    pub(crate) fn advance(&mut self, passed: Duration, most: Duration) {
        let start = Instant::now();
        if let Some(goal) = self.goal {
            while self.goal.is_some() && start.elapsed() < most {
                self.step();
                self.goal = self.goal.filter(|_| self.world.steps() < goal);
            }
            return;
        }
        if self.state != State::Running {
            return;
        }
        let (scale, is_max) = match self.speed {
            Speed::Times(times) => (times, false),
            Speed::Max => (1.0, true),
        };
        let time_step_s = self.world.time_step_s();
        self.pace.advance(passed.as_secs_f64(), scale, time_step_s);
        while (is_max || self.pace.is_due(time_step_s)) && start.elapsed() < most {
            let was_before_end = self.world.time_s() < self.scenario.duration_s;
            self.step();
            self.pace.stepped(time_step_s);
            if self.state != State::Running {
                return;
            }
            if was_before_end && self.world.time_s() >= self.scenario.duration_s {
                return self.end();
            }
        }
    }

    fn end(&mut self) {
        if self.loops {
            let first = self.history.span()[0];
            self.seek(first);
            self.go(State::Running);
        } else {
            self.go(State::Ended);
        }
    }

    fn step(&mut self) {
        self.history.redo(&mut self.world);
        let report = self.world.step();
        let fault = Fault::of(&report, &self.world, &self.scenario);
        if let Some(mut fault) = fault {
            let good = self.history.kept_before(fault.step, STEPS_PER_CHECK);
            fault.good = (good, good as f64 * self.world.time_step_s());
            self.note_warnings();
            self.blame(Some(format!("step {}: {}; {}", fault.step, fault.cause, fault.remedy)));
            self.go(State::Faulty(fault));
            return;
        }
        self.foam.watch(&self.world);
        self.history.stepped(&self.world, &self.foam);
        self.record();
        self.note_warnings();
    }

    fn record(&mut self) {
        let step = self.world.steps();
        if !self.curves.wants(step) {
            return;
        }
        let placed = self.placed.iter().map(|(name, at_m)| self.world.probe(name, *at_m));
        let gauges = self.world.gauges().chain(placed);
        self.curves.record((step, self.world.time_s()), self.world.bodies(), gauges);
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
        snapshot.opened = self.opened;
        snapshot.scenario = Some(self.scenario.clone());
        snapshot.changes.clone_from(&self.changes);
        snapshot.state.clone_from(&self.state);
        snapshot.is_seeking = self.goal.is_some();
        (snapshot.speed, snapshot.loops) = (Some(self.speed), self.loops);
        (snapshot.step, snapshot.time_s, snapshot.time_step_s) = (step, world.time_s(), world.time_step_s());
        staging::scene(world, &mut snapshot.scene);
        self.foam.write(&mut snapshot.scene.water);
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
        snapshot.books = self.books;
        snapshot.stages = *world.stages();
        snapshot.max_froude = world.max_froude();
        (snapshot.span, snapshot.past) = (self.history.span(), self.history.size());
        snapshot.real_time = self.pace.speed().filter(|_| self.state == State::Running);
        snapshot.log.clone_from(&self.log);
    }
}
