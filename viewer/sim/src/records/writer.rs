//! Rows on their way into the tables of a run.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::error::Error;
use super::tables::{Rows, Tables};

/// Most steps whose rows wait.
const MOST: usize = 8;

/// Brings rows into text, where they are none yet, and writes them on a thread of its own, in the order in which they come, while the run goes on.
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

    /// Memory for the rows of a step.
    pub(super) fn spare(&self) -> Rows {
        let mut rows = locked(&self.shared.state).spare.pop().unwrap_or_default();
        rows.clear();
        rows
    }

    /// Hands rows over; waits while those of many steps are on their way.
    ///
    /// # Errors
    ///
    /// When rows handed over before cannot be written; they and these are kept for another try.
    pub(super) fn write(&self, rows: Rows) -> Result<(), Error> {
        locked(&self.shared.state).waiting += 1;
        match &self.rows {
            Some(sender) => {
                if let Err(unsent) = sender.send(rows) {
                    self.shared.write(unsent.0);
                }
            }
            None => self.shared.write(rows),
        }
        locked(&self.shared.state).error.take().map_or(Ok(()), Err)
    }

    /// The tables with all rows that were handed over, and the first error that was not returned yet.
    pub(super) fn tables(&self) -> (MutexGuard<'_, Tables>, Result<(), Error>) {
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
        self.rows = None;
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}
