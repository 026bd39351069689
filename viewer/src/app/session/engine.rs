//! The state machine of a session: what commands do to it, and how it follows the clock. It knows neither window nor thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use glam::DVec2;

use super::command::{Command, Speed};
use super::curves::Curves;
use super::fault::Fault;
use super::filming::Filming;
use super::history::{History, MEMORY};
use super::pace::Pace;
use super::snapshot::{Books, Line, State};
use super::text;
use super::undo::{self, Undo, deed_label};
use crate::sim::records::{FrameSeries, RunFolder};
use crate::sim::scenario::Scenario;
use crate::sim::{Deed, Error, Exact, Replay, World};
use crate::staging::{Extras, Foam, Residual, Tracks};

/// Steps between two checks of a world's stability: what is further back than that was good.
const STEPS_PER_CHECK: u64 = 64;

/// Runs so far.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// A world with its past, the clock that it follows, and what is read of it.
pub(crate) struct Engine {
    pub(super) scenario: Arc<Scenario>,
    /// The text that it was read from, before the changes.
    pub(super) text: Arc<str>,
    /// The text that was written into a file last.
    pub(super) saved: Arc<str>,
    /// The file that it may be saved into: that which was opened, or was written last.
    pub(super) file: Option<String>,
    pub(super) changes: Vec<String>,
    pub(super) world: World,
    pub(super) foam: Foam,
    pub(super) tracks: Tracks,
    pub(super) residual: Residual,
    pub(super) extras: Extras,
    /// The exact solution of the scenario, if it is known.
    pub(super) exact: Option<Exact>,
    pub(super) history: History,
    pub(super) curves: Curves,
    pub(super) pace: Pace,
    pub(super) state: State,
    pub(super) speed: Speed,
    pub(super) loops: bool,
    /// The step that is being gone to.
    pub(super) goal: Option<u64>,
    pub(super) chosen: Option<String>,
    pub(super) picked: Option<DVec2>,
    pub(super) placed: Vec<(String, DVec2)>,
    pub(super) log: Arc<Vec<Line>>,
    pub(super) books: Books,
    pub(super) balanced: Option<(Instant, u64)>,
    pub(super) opened: u64,
    /// Number of the run, which no other has.
    pub(super) run: u64,
    pub(super) undo: Vec<Undo>,
    pub(super) film: Option<Filming>,
    /// Files for ParaView, and the folder that they go to.
    pub(super) series: Option<(RunFolder, FrameSeries)>,
    /// What was done last, and the number of such news.
    pub(super) said: (u64, Arc<str>),
    /// What ran before the present scenario was opened.
    pub(super) previous: Option<Box<Engine>>,
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
        // Its name may be that of a file which says something else.
        engine.text = scenario.to_toml()?.into();
        engine.file = None;
        engine.history.replay(deeds, steps);
        Ok(engine)
    }

    /// The same with another bound on the memory of the past, in bytes.
    pub(crate) fn with_memory(scenario: &Scenario, memory: usize) -> Result<Self, Error> {
        let world = World::new(scenario)?;
        let mut engine = Self {
            scenario: Arc::new(scenario.clone()),
            text: text::of(scenario).into(),
            saved: Arc::default(),
            file: scenario.origin.folder.is_some().then(|| scenario.origin.name.clone()),
            exact: Exact::of(scenario),
            changes: Vec::new(),
            history: History::new(&world, memory),
            world,
            foam: Foam::default(),
            tracks: Tracks::default(),
            residual: Residual::default(),
            extras: Extras::default(),
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
            run: RUNS.fetch_add(1, Ordering::Relaxed),
            undo: Vec::new(),
            film: None,
            series: None,
            said: Default::default(),
            previous: None,
        };
        engine.chosen = scenario.body.keys().next().cloned();
        engine.tracks.watch(&engine.world);
        engine.record();
        engine.note_warnings();
        Ok(engine)
    }

    /// The world.
    #[cfg(test)]
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// What was done, each with the step before which it was.
    #[cfg(all(test, feature = "panel-tests"))]
    pub(crate) fn deeds(&self) -> &[(u64, Deed)] {
        self.history.deeds()
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
        let due = match (self.goal, self.speed) {
            (None, Speed::Times(times)) => self.pace.wait(self.world.time_step_s(), times),
            _ => Duration::ZERO,
        };
        due.max(self.waits())
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
                self.film_from(self.world.steps());
                self.curves.forget_after(self.world.steps());
                self.undo.retain(|undo| !matches!(undo, Undo::Deed(_)));
                self.forget_said();
                self.go(State::Running);
            }
            Command::Speed(speed) => {
                self.speed = speed;
                self.pace = Pace::default();
            }
            Command::Loop(loops) => self.loops = loops,
            Command::Do(deed) => self.act(deed, false),
            Command::GoOn(deed) => self.act(deed, true),
            Command::Set { key, value } => self.set(key, value),
            Command::Show(extras) => self.show(extras),
            Command::Choose(body) => self.chosen = body,
            Command::Pick(at_m) => self.picked = at_m,
            Command::PlaceGauge(at_m) => {
                self.undo.push(Undo::Gauges(self.placed.clone()));
                let name = format!("gauge {}", self.placed.len() + 1);
                self.placed.push((name, at_m));
            }
            Command::RemoveGauges => {
                let placed = std::mem::take(&mut self.placed);
                self.undo.push(Undo::Gauges(placed));
            }
            Command::Open { name, changes } => self.open(&name, changes),
            Command::Start { text, name } => self.start(text, name),
            Command::StartWith(changes) => self.start_with(changes),
            Command::SaveText { text, file } => self.save_text(&text, &file),
            Command::Add { body, at_m } => self.add(&body, at_m),
            Command::Undo => self.take_back(),
            Command::SaveReplay(path) => {
                let (deeds, [_, steps]) = (self.history.deeds().to_vec(), self.history.span());
                let written = Replay { scenario: (*self.scenario).clone(), deeds, steps }.write(&path);
                match written {
                    Ok(()) => self.say(format!("wrote {}", path.display())),
                    Err(error) => self.note(true, error.to_string()),
                }
            }
            Command::SaveFields(folder) => self.save_fields(&folder),
            Command::BeginFilm(film, view) => self.begin_film(film, view),
            Command::Look(view) => self.look(view),
            Command::EndFilm => self.film = None,
            Command::Blame(why) => self.blame(Some(why)),
            Command::Quit => {}
        }
    }

    /// Changes a parameter of the world, unless a fault has stopped it; says why it cannot.
    fn set(&mut self, key: String, value: f64) {
        if matches!(self.state, State::Faulty(_)) {
            return;
        }
        // The check of scenarios knows all that belongs together; what it lets through the world checks.
        let changed = self.scenario.changed(&format!("{key}={value}"));
        match changed.map_err(Error::from).and_then(|_| self.world.set(&key, value)) {
            Ok(()) => self.act(Deed::Set { key, value }, false),
            Err(why) => self.blame(Some(why.to_string())),
        }
    }

    /// Does something to the world, unless a fault has stopped it.
    fn act(&mut self, deed: Deed, goes_on: bool) {
        if matches!(self.state, State::Faulty(_)) {
            return;
        }
        self.goal = None;
        let label = deed_label(&deed);
        match self.history.act(deed, goes_on, &mut self.world) {
            None => self.undo.push(Undo::Deed(label)),
            Some(joined) => undo::join(&mut self.undo, joined),
        }
        self.forget_said();
        self.curves.forget_after(self.world.steps());
        self.balanced = None;
    }

    fn run(&mut self, runs: bool) {
        match self.state {
            State::Faulty(_) | State::SettingUp(_) => {}
            _ => self.go(if runs { State::Running } else { State::Paused }),
        }
    }

    pub(super) fn go(&mut self, state: State) {
        self.goal = None;
        self.pace = Pace::default();
        self.balanced = None;
        self.state = state;
    }

    pub(super) fn seek(&mut self, step: u64) {
        let step = step.max(self.history.span()[0]);
        if let State::Faulty(fault) = &self.state
            && step >= fault.step
        {
            return;
        }
        self.go(State::Paused);
        if step < self.world.steps() {
            self.film_from(step);
        }
        let approached = self.history.approach(step, &mut self.world, &mut self.foam);
        self.blame(approached.err().map(|error| error.to_string()));
        self.goal = (self.world.steps() < step).then_some(step);
    }

    /// Takes the steps to one that was reached before, with all that was done there.
    pub(super) fn arrive(&mut self, step: u64) {
        while self.world.steps() < step && !matches!(self.state, State::Faulty(_)) {
            self.step();
        }
        self.history.redo(&mut self.world);
    }

    /// Follows the clock, which has advanced by `passed`: takes the steps that are due, for no longer than `most` but for the
    /// step under way.
    pub(crate) fn advance(&mut self, passed: Duration, most: Duration) {
        let start = Instant::now();
        if let Some(goal) = self.goal {
            while self.goal.is_some() && start.elapsed() < most && self.hand_on() {
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
        while (is_max || self.pace.is_due(time_step_s)) && start.elapsed() < most && self.hand_on() {
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
            // No kept state has to be there: steps lead to it from the one before.
            let good = fault.step.saturating_sub(STEPS_PER_CHECK).max(self.history.span()[0]);
            fault.good = (good, good as f64 * self.world.time_step_s());
            self.note_warnings();
            self.note_fault(&fault);
            self.go(State::Faulty(fault));
            return;
        }
        self.foam.watch(&self.world);
        self.tracks.watch(&self.world);
        self.watch_residual();
        self.history.stepped(&self.world, &self.foam);
        self.record();
        self.note_warnings();
        self.shoot();
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
}
