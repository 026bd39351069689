//! The simulation on a thread of its own: commands go to it, snapshots come back, and neither side waits for the other.

mod adding;
mod command;
mod curves;
mod engine;
mod fault;
mod filming;
mod history;
mod opening;
mod pace;
mod shooting;
mod showing;
mod snapshot;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;
mod undo;

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use triple_buffer::{Input, Output, triple_buffer};

use super::error::Error;
use crate::scene::Scene;
pub(crate) use command::{Command, NewBody, Speed};
pub(crate) use curves::Quantity;
pub(crate) use engine::Engine;
pub(crate) use fault::Fault;
pub(crate) use filming::Film;
pub(crate) use opening::KINDS;
use snapshot::Motion;
pub(crate) use snapshot::{Line, Snapshot, State};

/// Wall time of steps between two looks at the commands.
const BURST: Duration = Duration::from_millis(8);

/// The window's side of a session.
pub(crate) struct Session {
    commands: Sender<Command>,
    snapshots: Output<Snapshot>,
    motion: Motion,
    thread: Option<JoinHandle<()>>,
}

impl Session {
    /// Starts the thread of an engine, with as many workers as the whole program has: pictures are drawn by others, so that a slow
    /// world does not keep the window.
    pub(crate) fn start(mut engine: Engine) -> Result<Self, Error> {
        let mut first = Snapshot::default();
        engine.write(&mut first);
        let (input, snapshots) = triple_buffer(&first);
        let (commands, received) = mpsc::channel();
        let workers = rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads());
        let workers = workers.build().map_err(Error::window)?;
        let thread = thread::Builder::new().name("simulation".into());
        let thread = thread.spawn(move || workers.install(move || follow(engine, received, input)));
        let (motion, thread) = (Motion::default(), Some(thread.map_err(Error::window)?));
        Ok(Self { commands, snapshots, motion, thread })
    }

    /// Sends a command; it is carried out after the step under way.
    pub(crate) fn send(&self, command: Command) {
        // A thread that has ended is reported by `is_alive`.
        let _ = self.commands.send(command);
    }

    /// Takes the latest snapshot, or moves on towards the one that was taken last, where a step takes longer than a picture; true if there is
    /// something new to show. To show the last picture `took` some time.
    pub(crate) fn update(&mut self, now: Instant, took: Duration) -> bool {
        let (motion, snapshots) = (&mut self.motion, &mut self.snapshots);
        if !snapshots.updated() {
            return motion.go_on(snapshots.output_buffer_mut(), now);
        }
        motion.keep(snapshots.output_buffer_mut());
        snapshots.update();
        motion.begin(snapshots.output_buffer_mut(), now, took);
        true
    }

    /// Whether there is a snapshot that was not taken yet, or the scene of the one that was is under way.
    pub(crate) fn has_news(&self) -> bool {
        self.snapshots.updated() || self.motion.is_under_way()
    }

    /// The snapshot that was taken last; its scene may be on the way to that of its state.
    pub(crate) fn snapshot(&self) -> &Snapshot {
        self.snapshots.output_buffer()
    }

    /// The scene of the state that was taken last.
    pub(crate) fn state_scene(&self) -> &Scene {
        self.motion.state().unwrap_or(&self.snapshot().scene)
    }

    /// Whether the thread runs; it ends early only by a fault of the program.
    pub(crate) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Session {
    /// Ends the thread after the step under way, without waiting for it.
    fn drop(&mut self) {
        self.send(Command::Quit);
        self.thread.take();
    }
}

/// Carries out commands and follows the clock until the window is gone.
fn follow(mut engine: Engine, commands: Receiver<Command>, mut snapshots: Input<Snapshot>) {
    let mut last = Instant::now();
    loop {
        let Ok(waiting) = wait(&engine, &commands) else { return };
        let mut is_commanded = false;
        for command in waiting.into_iter().chain(std::iter::from_fn(|| commands.try_recv().ok())) {
            match &command {
                Command::Quit => return,
                // The window shows at once that it takes time.
                Command::Open { name, .. } | Command::Start { name, .. } => {
                    let snapshot = snapshots.input_buffer_mut();
                    engine.write(snapshot);
                    snapshot.state = State::SettingUp(name.clone());
                    snapshots.publish();
                }
                _ => {}
            }
            engine.carry_out(command);
            is_commanded = true;
        }
        let now = Instant::now();
        let passed = now - std::mem::replace(&mut last, now);
        engine.advance(passed, BURST);
        // While it runs, a state that the window has not seen is not replaced: it takes time to write one.
        if snapshots.consumed() || is_commanded || !engine.is_busy() {
            engine.write(snapshots.input_buffer_mut());
            snapshots.publish();
        }
    }
}

/// Waits for a command while there is nothing to compute; `Err` if none can come any more.
fn wait(engine: &Engine, commands: &Receiver<Command>) -> Result<Option<Command>, ()> {
    if !engine.is_busy() {
        return commands.recv().map(Some).map_err(drop);
    }
    let received = match engine.due() {
        Duration::ZERO => match commands.try_recv() {
            Ok(command) => Ok(command),
            Err(TryRecvError::Empty) => return Ok(None),
            Err(TryRecvError::Disconnected) => return Err(()),
        },
        due => commands.recv_timeout(due),
    };
    match received {
        Ok(command) => Ok(Some(command)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(()),
    }
}
