//! Films and files for ParaView of a running session.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use super::engine::Engine;
use crate::scene::{Scene, View};
use crate::sim::records::{FrameSeries, RunFolder};
use crate::staging;

/// Pictures of a film that may wait to be drawn. The run waits before it makes more.
const WAITING: usize = 4;
/// Wall time after which it is looked whether there is room for a picture.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// A picture of a film, to be drawn: what is seen, and from where.
pub(crate) type Shot = Box<(Scene, View)>;

/// Where the pictures of a film go, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    shots: Arc<SyncSender<Shot>>,
    /// Simulated time between two pictures, s.
    pub(crate) every_s: f64,
    /// Width and height, pixels.
    pub(crate) size: [u32; 2],
}

impl Film {
    /// A film, and the other end, which ends when the film does.
    pub(crate) fn new(every_s: f64, size: [u32; 2]) -> (Self, Receiver<Shot>) {
        let (shots, received) = sync_channel(WAITING);
        (Self { shots: Arc::new(shots), every_s, size }, received)
    }
}

/// Whether they are one film.
impl PartialEq for Film {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shots, &other.shots)
    }
}

/// A film in the making: a picture at the first step at or after each multiple of its interval.
#[derive(Debug)]
pub(super) struct Filming {
    film: Film,
    view: View,
    /// Number of the interval whose picture is next.
    next: f64,
    /// A picture for which there is no room yet.
    waiting: Option<Shot>,
    /// Pictures so far.
    pub(super) count: usize,
}

impl Filming {
    fn new(film: Film, view: View, time_s: f64) -> Self {
        let mut filming = Self { film, view, next: 0.0, waiting: None, count: 0 };
        filming.go_to(time_s);
        filming
    }

    /// Goes on at a time, back in the past or at the start.
    pub(super) fn go_to(&mut self, time_s: f64) {
        // Rounding does not delay a picture by a step.
        self.next = (time_s / self.film.every_s - 1e-6).ceil();
    }

    fn is_due(&mut self, time_s: f64) -> bool {
        let passed = time_s / self.film.every_s + 1e-6;
        let is_due = passed >= self.next;
        if is_due {
            self.next = passed.floor() + 1.0;
        }
        is_due
    }

    /// Hands on what waits; false if nobody takes pictures any more.
    fn hand_on(&mut self) -> bool {
        match self.waiting.take().map(|shot| self.film.shots.try_send(shot)) {
            None => true,
            Some(Ok(())) => {
                self.count += 1;
                true
            }
            Some(Err(TrySendError::Full(shot))) => {
                self.waiting = Some(shot);
                true
            }
            Some(Err(TrySendError::Disconnected(_))) => false,
        }
    }
}

impl Filming {
    /// Hands on what waits when there is room for it.
    fn wait(&mut self) {
        if let Some(shot) = self.waiting.take() {
            // A film that is over is noticed by the next picture.
            let _ = self.film.shots.send(shot);
            self.count += 1;
        }
    }
}

/// The picture that waits is part of the film.
impl Drop for Filming {
    fn drop(&mut self) {
        self.wait();
    }
}

impl Engine {
    /// Begins a film, seen from a view.
    pub(super) fn begin_film(&mut self, film: Film, view: View) {
        self.film = Some(Filming::new(film, view, self.world.time_s()));
        self.shoot();
    }

    /// Goes on with the film at a step in the past.
    pub(super) fn film_from(&mut self, step: u64) {
        let time_s = step as f64 * self.world.time_step_s();
        if let Some(filming) = &mut self.film {
            filming.go_to(time_s);
        }
    }

    /// Looks from another place from now on.
    pub(super) fn look(&mut self, view: View) {
        if let Some(filming) = &mut self.film {
            filming.view = view;
        }
    }

    /// Adds the present state to the film, if it is due.
    pub(super) fn shoot(&mut self) {
        let time_s = self.world.time_s();
        let Some(view) = self.film.as_mut().and_then(|filming| {
            let view = View { size: filming.film.size, ..filming.view.clone() };
            filming.is_due(time_s).then_some(view)
        }) else {
            return;
        };
        let mut scene = Scene::default();
        self.stage(&mut scene);
        if let Some(filming) = &mut self.film {
            filming.wait();
            filming.waiting = Some(Box::new((scene, view)));
        }
        self.hand_on();
    }

    /// Hands the picture that waits on; true if there is room for another one. A film that nobody takes any more is over.
    pub(super) fn hand_on(&mut self) -> bool {
        if self.film.as_mut().is_some_and(|filming| !filming.hand_on()) {
            self.film = None;
        }
        self.film.as_ref().is_none_or(|filming| filming.waiting.is_none())
    }

    /// Wall time until there may be room for another picture of the film, if there is none.
    pub(super) fn waits(&self) -> Duration {
        match &self.film {
            Some(Filming { waiting: Some(_), .. }) => LOOK_AGAIN,
            _ => Duration::ZERO,
        }
    }

    /// Fills a scene with the present state, as it is shown.
    pub(super) fn stage(&self, scene: &mut Scene) {
        staging::scene(&self.world, scene);
        self.foam.write(&mut scene.water);
        self.tracks.write(&self.world, self.extras.track_s, scene);
        scene.loads.clear();
        if self.extras.loads {
            staging::loads(&self.world, scene);
        }
        if self.extras.forces {
            staging::forces_on_triangles(&self.world, scene);
        }
    }

    /// Writes the present fields and bodies into a folder, after those that were written there before.
    pub(super) fn save_fields(&mut self, folder: &RunFolder) {
        let before = self.series.take().filter(|(of, _)| of == folder);
        let series = before.map_or_else(|| FrameSeries::create(folder.clone()), |(_, series)| Ok(series));
        let written = series.and_then(|mut series| {
            let written = series.write(&self.world);
            self.series = Some((folder.clone(), series));
            written
        });
        match written {
            Ok(()) => self.say(format!(
                "wrote fields and bodies at t = {:.2} s to {}",
                self.world.time_s(),
                folder.path().display()
            )),
            Err(error) => self.note(true, error.to_string()),
        }
    }

    /// Says what was done.
    pub(super) fn say(&mut self, text: String) {
        self.said = (self.said.0 + 1, text.into());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::app::session::Command;
    use crate::app::session::tests::pool;

    /// Takes commands and goes where they lead, as the thread would.
    fn follow(engine: &mut Engine, command: Command) {
        engine.carry_out(command);
        while engine.is_busy() {
            engine.advance(Duration::ZERO, Duration::from_millis(1));
        }
    }

    #[test]
    fn a_film_has_every_picture_that_is_due_however_slowly_they_are_taken() {
        let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
        engine.carry_out(Command::Run(false));
        let (film, shots) = Film::new(0.1, [64, 48]);
        let taken = std::thread::spawn(move || {
            let slowly = |shot: Shot| {
                std::thread::sleep(Duration::from_millis(5));
                (shot.0.time_s, shot.1.size, shot.1.track_s)
            };
            shots.into_iter().map(slowly).collect::<Vec<_>>()
        });
        let step_s = engine.world().time_step_s();
        let steps = |time_s: f64| (time_s / step_s).ceil() as u64;
        engine.carry_out(Command::BeginFilm(film, View { size: [3, 2], ..View::default() }));
        follow(&mut engine, Command::Seek(steps(1.0)));
        // Back in the past it goes on from there, seen from where one looks then.
        follow(&mut engine, Command::Seek(steps(0.35)));
        engine.carry_out(Command::Look(View { track_s: 7.0, ..View::default() }));
        follow(&mut engine, Command::Seek(steps(0.62)));
        engine.carry_out(Command::EndFilm);
        let taken = taken.join().unwrap();
        let instants = (0..=10).chain(4..=6).map(|k| 0.1 * f64::from(k));
        let wanted: Vec<f64> = instants.map(|time_s| (time_s / step_s - 1e-4).ceil() * step_s).collect();
        let times: Vec<f64> = taken.iter().map(|shot| shot.0).collect();
        assert_eq!(times.len(), wanted.len(), "{times:?} {wanted:?}");
        assert!(times.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{times:?} {wanted:?}");
        assert!(taken.iter().all(|shot| shot.1 == [64, 48]), "their size is that of the start");
        assert!(taken.iter().enumerate().all(|(k, shot)| shot.2 == if k < 11 { 0.0 } else { 7.0 }));
    }

    #[test]
    fn the_run_goes_on_when_nobody_takes_the_pictures_any_more() {
        let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
        engine.carry_out(Command::Run(false));
        let (film, shots) = Film::new(0.05, [64, 48]);
        engine.carry_out(Command::BeginFilm(film, View::default()));
        drop(shots);
        follow(&mut engine, Command::Seek(60));
        assert_eq!(engine.world().steps(), 60);
        let mut snapshot = crate::app::session::Snapshot::default();
        engine.write(&mut snapshot);
        assert_eq!(snapshot.film, None);
    }

    #[test]
    fn another_scenario_ends_the_film() {
        let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
        let (film, shots) = Film::new(0.05, [64, 48]);
        engine.carry_out(Command::BeginFilm(film, View::default()));
        engine.carry_out(Command::StartWith(Vec::new()));
        assert_eq!(shots.into_iter().count(), 1);
    }
}
