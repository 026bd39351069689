//! Pictures of films, and files for ParaView, of a running session.

use std::time::Duration;

use super::engine::Engine;
use super::filming::{Film, Filming};
use crate::app::said;
use crate::scene::{Scene, View};
use crate::sim::records::{FrameSeries, RunFolder};
use crate::staging::{self, Extras, Past};

/// Wall time after which it is looked whether there is room for a picture.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

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
            filming.look(view);
        }
    }

    /// Adds the present state to the film, if it is due.
    pub(super) fn shoot(&mut self) {
        let time_s = self.world.time_s();
        let Some(view) = self.film.as_mut().and_then(|filming| filming.due(time_s)) else { return };
        let mut scene = Scene::default();
        self.stage(&mut scene);
        if let Some(filming) = &mut self.film {
            filming.add(scene, view);
        }
        self.hand_on();
    }

    /// Hands the picture that waits on; true if there is room for another one. A film that nobody takes any more is over.
    pub(super) fn hand_on(&mut self) -> bool {
        if self.film.as_mut().is_some_and(|filming| !filming.hand_on()) {
            self.film = None;
        }
        !self.film.as_ref().is_some_and(Filming::is_full)
    }

    /// Wall time until there may be room for another picture of the film, if there is none.
    pub(super) fn waits(&self) -> Duration {
        if self.film.as_ref().is_some_and(Filming::is_full) { LOOK_AGAIN } else { Duration::ZERO }
    }

    /// Shows other parts of scenes from now on.
    pub(super) fn show(&mut self, extras: Extras) {
        self.extras = extras;
        self.watch_residual();
    }

    /// Finds the residual of the step that was taken, if it is shown.
    pub(super) fn watch_residual(&mut self) {
        if self.extras.residual {
            self.residual.watch(&self.world);
        }
    }

    /// Fills a scene with the present state, as it is shown.
    pub(super) fn stage(&self, scene: &mut Scene) {
        let past = Past { foam: &self.foam, tracks: &self.tracks, residual: &self.residual };
        staging::stage(&self.world, past, self.extras, scene);
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
            Err(error) => self.note(true, said::of_records(&error)),
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

    use super::super::filming::Shot;
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
