//! Pictures between two states of a run, where a step stands for more time than a picture.

use std::mem::{replace, swap};
use std::time::{Duration, Instant};

use super::{Snapshot, State};
use crate::app::session::Speed;
use crate::scene::Scene;
use crate::staging::{between, can_be_between};

/// Wall time that a step stands for if there are pictures within it: from less than two pictures' at sixty a second to a quarter of a second,
/// by which what is shown comes later than the states.
const STEP: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(250)];
/// Part of the speed that is asked for, below which the simulation needs the time of these pictures.
const KEEPS_PACE: f64 = 0.95;
/// Time over which it has to be slower: a speed that is measured over half a second is off by a step or two.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time without them after the simulation fell behind, at first; each time that it does so again, twice as long.
const REST: Duration = Duration::from_secs(3);

/// Moves the scene of snapshots from one state to the next over the wall time that the step stands for. What is shown is a state or lies between
/// two that were simulated, and comes later than these by one step.
#[derive(Debug, Default)]
pub(in crate::app::session) struct Motion {
    /// The scene that was shown when the latest state came, and that of this state while another one is shown.
    ends: [Scene; 2],
    way: Option<Way>,
    /// Run and time, s, of the state before, and whether its clock ran.
    before: (u64, f64, bool),
    /// Since when the simulation has been slower than that.
    behind: Option<Instant>,
    /// Until when there are no pictures between states, and how long the next such rest is.
    rest: Option<(Instant, Duration)>,
}

#[derive(Clone, Copy, Debug)]
struct Way {
    began: Instant,
    takes: Duration,
}

impl Motion {
    /// Keeps what a snapshot shows, before the next one comes.
    pub(in crate::app::session) fn keep(&mut self, shown: &mut Snapshot) {
        swap(&mut self.ends[0], &mut shown.scene);
    }

    /// Begins the way to the state of the next snapshot, which has just come, as long before `now` as it took to show the last picture: what is
    /// slower than the states would never come to one otherwise.
    pub(in crate::app::session) fn begin(&mut self, snapshot: &mut Snapshot, now: Instant, took: Duration) {
        let is_running = snapshot.state == State::Running && !snapshot.is_seeking;
        let before = replace(&mut self.before, (snapshot.opened, snapshot.time_s, is_running));
        let under_way = self.way.take();
        let began = now.checked_sub(took).unwrap_or(now);
        if before.0 != snapshot.opened {
            return;
        }
        let passed_s = snapshot.time_s - before.1;
        let takes = match (snapshot.speed, under_way) {
            // Something else than the time has changed.
            (_, Some(way)) if passed_s == 0.0 => {
                way.takes.saturating_sub(began.saturating_duration_since(way.began))
            }
            (Some(Speed::Times(times)), _) if before.2 && !self.rests(snapshot.real_time, times, now) => {
                let takes = Duration::try_from_secs_f64(passed_s / times).unwrap_or_default();
                if (STEP[0]..=STEP[1]).contains(&takes) { takes } else { Duration::ZERO }
            }
            _ => Duration::ZERO,
        };
        if !takes.is_zero() && can_be_between([&self.ends[0], &snapshot.scene]) {
            self.way = Some(Way { began, takes });
            swap(&mut self.ends[1], &mut snapshot.scene);
            self.go_on(snapshot, now);
        }
    }

    /// Moves the scene of the snapshot to where it is `now`; true if it was on its way.
    pub(in crate::app::session) fn go_on(&mut self, snapshot: &mut Snapshot, now: Instant) -> bool {
        let Some(way) = self.way else { return false };
        let part = now.saturating_duration_since(way.began).as_secs_f32() / way.takes.as_secs_f32();
        if part < 1.0 {
            let [from, to] = &self.ends;
            between([from, to], part, &mut snapshot.scene);
        } else {
            swap(&mut self.ends[1], &mut snapshot.scene);
            self.way = None;
        }
        true
    }

    /// Whether the scene moves on by itself.
    pub(in crate::app::session) fn is_under_way(&self) -> bool {
        self.way.is_some()
    }

    /// The scene of the latest state, where another one is shown.
    pub(in crate::app::session) fn state(&self) -> Option<&Scene> {
        self.way.map(|_| &self.ends[1])
    }

    /// Whether the simulation is given the time, as it has not run at `times` real time for a while.
    fn rests(&mut self, real_time: Option<f64>, times: f64, now: Instant) -> bool {
        let long = match self.rest {
            Some((until, _)) if now < until => return true,
            rest => rest.map_or(REST, |(_, long)| long),
        };
        let is_behind = real_time.is_some_and(|speed| speed < KEEPS_PACE * times);
        self.behind = is_behind.then(|| self.behind.unwrap_or(now));
        let rests = self.behind.is_some_and(|since| now - since >= PATIENCE);
        if rests {
            (self.rest, self.behind) = (Some((now + long, 2 * long)), None);
        }
        rests
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::scene::BodyModel;

    const STEP_S: f64 = 0.05;

    /// A state of a boat that moves at 1 m/s.
    fn state(step: u64) -> Snapshot {
        let mut snapshot = Snapshot { opened: 1, state: State::Running, step, ..Snapshot::default() };
        (snapshot.speed, snapshot.time_s) = (Some(Speed::Times(1.0)), step as f64 * STEP_S);
        snapshot.scene.time_s = snapshot.time_s;
        let at_m = Vec3::X * snapshot.time_s as f32;
        snapshot.scene.bodies.push(BodyModel {
            name: "boat".into(),
            translation_m: at_m,
            ..BodyModel::default()
        });
        snapshot
    }

    fn x_m(snapshot: &Snapshot) -> f32 {
        snapshot.scene.bodies[0].translation_m.x
    }

    /// Takes the next state, where pictures take a millisecond.
    fn next(motion: &mut Motion, shown: &mut Snapshot, next: Snapshot, now: Instant) {
        next_after(Duration::from_millis(1), motion, shown, next, now);
    }

    fn next_after(took: Duration, motion: &mut Motion, shown: &mut Snapshot, next: Snapshot, now: Instant) {
        motion.keep(shown);
        *shown = next;
        motion.begin(shown, now, took);
    }

    #[test]
    fn a_boat_moves_between_steps_one_step_behind() {
        let (start, mut motion, mut shown) = (Instant::now(), Motion::default(), Snapshot::default());
        next(&mut motion, &mut shown, state(0), start);
        assert!(!motion.is_under_way() && motion.state().is_none() && x_m(&shown) == 0.0);
        let mut past_m = 0.0;
        for ms in 50..395_u64 {
            let now = start + Duration::from_millis(ms);
            // Some states come early, some late, and one again, as after a click.
            if let Some(step) = [50, 97, 153, 200, 247, 303, 350].iter().position(|at| *at == ms) {
                next(&mut motion, &mut shown, state(step as u64 + 1), now);
            } else if ms == 220 {
                let again = state(shown.step);
                next(&mut motion, &mut shown, again, now);
            }
            motion.go_on(&mut shown, now);
            let (at_m, behind_m) = (x_m(&shown), ms as f32 * 1e-3 - x_m(&shown));
            assert!(at_m >= past_m && at_m - past_m < 0.0025, "{ms} ms: a leap from {past_m} to {at_m}");
            assert!((-0.01..0.11).contains(&behind_m), "{ms} ms: {behind_m} m behind");
            assert!((f64::from(at_m) - shown.scene.time_s).abs() < 1e-5, "the picture says when it is");
            past_m = at_m;
        }
        // Without a further state it comes to the one that there is, and stays.
        let end = start + Duration::from_secs(1);
        assert!(motion.go_on(&mut shown, end) && !motion.go_on(&mut shown, end));
        assert_eq!(x_m(&shown), (shown.step as f64 * STEP_S) as f32);
    }

    /// Pictures take as long as four steps, and each finds a new state.
    #[test]
    fn slow_pictures_are_of_the_latest_states() {
        let (start, mut motion, mut shown) = (Instant::now(), Motion::default(), Snapshot::default());
        for step in (0..80_u64).step_by(4) {
            let now = start + Duration::from_millis(50 * step + step % 3);
            next_after(Duration::from_millis(198), &mut motion, &mut shown, state(step), now);
            let behind_m = x_m(&state(step)) - x_m(&shown);
            assert!((0.0..0.01).contains(&behind_m), "step {step}: {behind_m} m behind");
        }
    }

    #[test]
    fn what_does_not_follow_is_shown_at_once() {
        let changes: [fn(&mut Snapshot); 6] = [
            |next| next.opened = 2,
            |next| next.time_s -= 10.0 * STEP_S,
            |next| next.time_s += 10.0 * STEP_S,
            |next| next.scene.bodies[0].name = "other".into(),
            |next| next.speed = Some(Speed::Max),
            |next| next.speed = Some(Speed::Times(10.0)),
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let (now, mut motion, mut shown) = (Instant::now(), Motion::default(), Snapshot::default());
            next(&mut motion, &mut shown, state(20), now);
            let mut other = state(21);
            change(&mut other);
            next(&mut motion, &mut shown, other, now);
            assert!(!motion.is_under_way() && x_m(&shown) == x_m(&state(21)), "change {index}");
        }
        let (now, mut motion, mut shown) = (Instant::now(), Motion::default(), Snapshot::default());
        next(&mut motion, &mut shown, Snapshot { state: State::Paused, ..state(20) }, now);
        next(&mut motion, &mut shown, state(21), now);
        assert!(!motion.is_under_way(), "the first step after a pause");
        next(&mut motion, &mut shown, Snapshot { state: State::Paused, ..state(22) }, now);
        assert!(
            motion.is_under_way() && motion.state().unwrap().bodies[0].translation_m.x == x_m(&state(22))
        );
    }

    #[test]
    fn a_simulation_that_falls_behind_is_given_the_time() {
        let (start, mut motion, mut shown) = (Instant::now(), Motion::default(), Snapshot::default());
        let mut had = 0;
        for step in 0..400_u64 {
            let now = start + step as u32 * Duration::from_millis(50);
            // Now and then it has caught up in the first ten seconds.
            let speed = if step < 200 && step % 20 < 10 { 1.0 } else { 0.9 };
            next(&mut motion, &mut shown, Snapshot { real_time: Some(speed), ..state(step) }, now);
            had += u32::from(motion.is_under_way());
            assert!(step == 0 || step >= 230 || motion.is_under_way(), "step {step}");
        }
        // Rests of three and six seconds, with two seconds before each.
        assert!((260..300).contains(&had), "{had} steps");
        let keeps = Snapshot { real_time: Some(1.0), ..state(400) };
        next(&mut motion, &mut shown, keeps, start + Duration::from_secs(20));
        assert!(!motion.is_under_way(), "in a rest");
        let keeps = Snapshot { real_time: Some(1.0), ..state(401) };
        next(&mut motion, &mut shown, keeps, start + Duration::from_secs(60));
        assert!(motion.is_under_way());
    }
}
