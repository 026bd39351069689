//! Rows on their way into the tables of a run.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::error::Error;
use super::tables::{Rows, Tables};

/// Most times that rows are handed over before the first of them are written.
const MOST: usize = 8;

/// Gathers the rows of some steps; brings them into text, where they are none yet, and writes them on a thread of its own, in the order in which
/// they come, while the run goes on.
#[derive(Debug)]
pub(super) struct Writer {
    /// None where no thread could be started, and when all is over.
    rows: Option<SyncSender<Rows>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    tables: Mutex<Tables>,
    state: Mutex<State>,
    /// Notified when all rows that were handed over are in the tables.
    is_idle: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Steps whose rows are not in the tables yet.
    waiting: usize,
    /// The first error that was not returned yet.
    error: Option<Error>,
    /// Memory to be used again.
    spare: Vec<Rows>,
    /// Rows that wait for those of more steps.
    gathered: Option<Rows>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the rows of a step as done when it goes, whatever became of them.
struct Done<'a>(&'a Shared, Option<Rows>);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        let mut state = locked(&self.0.state);
        state.waiting -= 1;
        state.spare.extend(self.1.take());
        if state.waiting == 0 {
            self.0.is_idle.notify_all();
        }
    }
}

impl Shared {
    fn write(&self, rows: Rows) {
        let mut done = Done(self, None);
        if let Err(error) = locked(&self.tables).write(&rows) {
            locked(&self.state).error.get_or_insert(error);
        }
        done.1 = Some(rows);
    }
}

impl Writer {
    pub(super) fn new(tables: Tables) -> Self {
        let (tables, state) = (Mutex::new(tables), Mutex::default());
        let shared = Arc::new(Shared { tables, state, is_idle: Condvar::new() });
        let (sender, receiver) = sync_channel::<Rows>(MOST);
        let of_thread = Arc::clone(&shared);
        let write_all = move || receiver.into_iter().for_each(|rows| of_thread.write(rows));
        let thread = thread::Builder::new().name("records".into()).spawn(write_all).ok();
        Self { rows: thread.is_some().then_some(sender), shared, thread }
    }

    /// The rows that wait, to which those of the next step are added.
    pub(super) fn gathered(&self) -> Rows {
        let mut state = locked(&self.shared.state);
        if let Some(rows) = state.gathered.take() {
            return rows;
        }
        let mut rows = state.spare.pop().unwrap_or_default();
        rows.clear();
        rows
    }

    /// Takes rows back with those of a step more; hands them over when they are due, and waits while many are on their way.
    ///
    /// # Errors
    ///
    /// When rows handed over before cannot be written; they and these are kept for another try.
    pub(super) fn write(&self, mut rows: Rows) -> Result<(), Error> {
        if rows.end_step() {
            self.hand_over(rows);
        } else {
            locked(&self.shared.state).gathered = Some(rows);
        }
        locked(&self.shared.state).error.take().map_or(Ok(()), Err)
    }

    fn hand_over_gathered(&self) {
        let gathered = locked(&self.shared.state).gathered.take();
        if let Some(rows) = gathered {
            self.hand_over(rows);
        }
    }

    fn hand_over(&self, rows: Rows) {
        locked(&self.shared.state).waiting += 1;
        match &self.rows {
            Some(sender) => {
                if let Err(unsent) = sender.send(rows) {
                    self.shared.write(unsent.0);
                }
            }
            None => self.shared.write(rows),
        }
    }

    /// The tables, without rows that are on their way.
    pub(super) fn tables_as_they_are(&self) -> MutexGuard<'_, Tables> {
        locked(&self.shared.tables)
    }

    /// The tables with all rows of the steps so far, and the first error that was not returned yet.
    pub(super) fn tables(&self) -> (MutexGuard<'_, Tables>, Result<(), Error>) {
        self.hand_over_gathered();
        let mut state = locked(&self.shared.state);
        while state.waiting > 0 {
            state = self.shared.is_idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let error = state.error.take();
        drop(state);
        (locked(&self.shared.tables), error.map_or(Ok(()), Err))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.hand_over_gathered();
        self.rows = None;
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::super::folder::{Existing, RunFolder};
    use super::super::recorder::Recorder;
    use super::super::rows::GaugeRow;
    use super::super::summary::{Status, Summary, Timings};
    use super::super::tables::{BODIES, GAUGES};
    use super::*;
    use crate::scenario::{Origin, Scenario};
    use crate::{GaugeReading, World};

    /// Rows of few bodies wait for those of more steps; whoever asks for the tables finds all of them, in order.
    #[test]
    fn gathered_rows_come_in_order_and_none_is_lost() {
        for (bodies, asked) in [(0, 7), (1, 100), (3, 1000), (70, 9)] {
            let place = tempfile::tempdir().unwrap();
            let folder = RunFolder::claim(place.path(), "test", Existing::Refuse, &[BODIES, GAUGES]).unwrap();
            let writer = Writer::new(Tables::create(folder).unwrap());
            let times = |file: &str| -> Vec<f64> {
                let text = std::fs::read_to_string(place.path().join(file)).unwrap();
                text.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect()
            };
            // Rows of either table: the time comes first in both.
            let row = |t_s| {
                let reading = GaugeReading { name: "a".into(), h_m: 1.0, eta_m: 0.0, u_m_s: 0.0, v_m_s: 0.0 };
                GaugeRow::new(t_s, reading)
            };
            for step in 0..300 {
                let t_s = f64::from(step);
                let mut rows = writer.gathered();
                for text in rows.next_texts(bodies) {
                    text.write::<GaugeRow, GaugeRow>([row(t_s)].into_iter());
                }
                rows.gauges.push(row(t_s));
                writer.write(rows).unwrap();
                if step % asked == asked - 1 || step == 299 {
                    let (mut tables, before) = writer.tables();
                    before.and_then(|()| tables.flush()).unwrap();
                    drop(tables);
                    let steps = (0..=step).map(f64::from);
                    assert_eq!(times(GAUGES), steps.clone().collect::<Vec<_>>(), "{bodies} bodies");
                    let of_bodies: Vec<f64> = steps.flat_map(|t_s| vec![t_s; bodies]).collect();
                    assert!(times(BODIES) == of_bodies, "{bodies} bodies");
                }
            }
        }
    }

    /// A disk on which a write takes as long as the test wants: the run goes on meanwhile, with its steps, summaries and what they say of columns.
    #[test]
    fn a_run_does_not_wait_for_the_disk() {
        let place = tempfile::tempdir().unwrap();
        let folder = RunFolder::claim(place.path(), "test", Existing::Refuse, &Recorder::names(false));
        let mut recorder = Recorder::create(folder.unwrap(), None).unwrap();
        let text = "title = \"a\"\nduration_s = 1\ngrid = { cells = [8, 8], cell_size_m = 0.5 }\nwater.level_m = 1\n\
                    [[gauge]]\nname = \"a\"\nposition_m = [1, 1]";
        let scenario = Scenario::parse(text, Origin { name: "a".into(), folder: None }, &[]).unwrap();
        let mut world = World::new(&scenario).unwrap();
        let shared = Arc::clone(&recorder.tables.shared);
        let (said, heard) = channel();
        let writing = locked(&shared.tables);
        let run = thread::spawn(move || {
            for _ in 0..2 {
                let mut summary = Summary::new(&scenario, &world, Status::Running, &Timings::default(), 1);
                summary.columns = recorder.columns();
                recorder.summarize(summary).unwrap();
                recorder.record(&world).unwrap();
                let _ = world.step();
            }
            said.send(()).unwrap();
            recorder
        });
        let went_on = heard.recv_timeout(Duration::from_secs(30));
        drop(writing);
        let mut recorder = run.join().unwrap();
        assert!(went_on.is_ok(), "it waits while rows are written");
        recorder.flush().unwrap();
        let summary = std::fs::read(place.path().join("summary.json")).unwrap();
        let summary: Summary = serde_json::from_slice(&summary).unwrap();
        let rows = std::fs::read_to_string(place.path().join(GAUGES)).unwrap();
        assert_eq!((summary.steps, summary.columns.len(), rows.lines().count()), (1, 2, 3));
    }
}
