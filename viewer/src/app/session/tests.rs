//! Laws of sessions: a run is the same with a window and without, and the past can be gone back to.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use glam::{DVec2, DVec3};
use hydro_forces::waves::Splash;

use super::*;
use crate::sim::scenario::{Origin, Scenario};
use crate::sim::{Deed, Helm, Pull, World};

/// Wall time that is given up after: no law, but tests end.
const PATIENCE: Duration = Duration::from_secs(120);

/// A propelled box and another one in a pool, with a gauge.
pub(crate) fn pool(changes: &[&str]) -> Scenario {
    let text = r#"
        title = "pool"
        duration_s = 4.0
        grid = { cells = [40, 24], cell_size_m = 0.5 }
        water = { level_m = 2.0 }
        gauge = [{ name = "middle", position_m = [10.0, 6.0] }]
        [body.boat]
        hull = { kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }
        mass_kg = 2000.0
        position_m = [6.0, 6.0]
        propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0, schedule = [{ time_s = 0.0, thrust = 0.6, angle_deg = 4.0 }] }
        [body.raft]
        hull = { kind = "box", length_m = 2.0, beam_m = 2.0, depth_m = 0.5 }
        mass_kg = 800.0
        position_m = [13.0, 6.0]
    "#;
    let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
    let origin = Origin { name: "pool.toml".into(), folder: None };
    Scenario::parse(text, origin, &changes).unwrap_or_else(|error| panic!("{error}"))
}

fn bits(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

/// Goes on until a step, as the thread would.
fn go(engine: &mut Engine, step: u64) {
    engine.carry_out(Command::Seek(step));
    while engine.is_busy() {
        engine.advance(Duration::ZERO, Duration::from_millis(1));
    }
    assert_eq!(engine.world().steps(), step);
}

#[test]
fn foam_goes_back_and_comes_again_with_the_same_bits() {
    let mut engine = Engine::new(&pool(&["body.boat.propeller.thrust_n=4000"]), &[]).unwrap();
    let foam = |engine: &mut Engine| {
        let mut snapshot = Snapshot::default();
        engine.write(&mut snapshot);
        snapshot.scene.water.foam.density
    };
    go(&mut engine, 90);
    let first = foam(&mut engine);
    assert!(first.iter().any(|density| *density > 0.01), "the propeller makes foam");
    go(&mut engine, 41);
    assert!(foam(&mut engine) != first);
    go(&mut engine, 90);
    assert!(foam(&mut engine) == first);
}

fn steer(thrust: f64, angle_deg: f64) -> Command {
    let helm = Helm { thrust: Some(thrust), angle_deg: Some(angle_deg) };
    Command::Do(Deed::Steer { body: "boat".into(), helm })
}

fn splash(x: f64, y: f64) -> Command {
    let center_m = DVec2::new(x, y);
    Command::Do(Deed::Splash(Splash { center_m, radius_m: 1.6, froude: 0.2 }))
}

fn pull(target_m: Option<[f64; 3]>) -> Command {
    Command::Do(Deed::Pull(target_m.map(|target_m| Pull {
        body: "raft".into(),
        body_point_m: DVec3::new(0.9, 0.2, 0.4),
        target_m: DVec3::from_array(target_m),
    })))
}

#[test]
fn a_session_shows_what_a_world_without_a_window_does() {
    let scenario = pool(&[]);
    let mut session = Session::start(Engine::new(&scenario, &[]).unwrap()).unwrap();
    let start = Instant::now();
    session.send(Command::Speed(Speed::Max));
    let mut seen = Vec::new();
    while session.snapshot().state != State::Ended {
        if session.update(Instant::now(), Duration::ZERO) {
            let snapshot = session.snapshot();
            let levels: Vec<u32> = snapshot.scene.water.level_m.iter().map(|z| z.to_bits()).collect();
            seen.push((snapshot.step, levels, snapshot.bodies.clone(), snapshot.gauges.clone()));
        }
        assert!(start.elapsed() < PATIENCE && session.is_alive());
    }
    let mut world = World::new(&scenario).unwrap();
    for (step, levels, bodies, gauges) in seen {
        while world.steps() < step {
            assert_eq!(world.step(), Default::default());
        }
        let mut expected = Vec::new();
        world.write_levels(&mut expected);
        assert!(levels == expected.iter().map(|z| z.to_bits()).collect::<Vec<_>>(), "step {step}");
        assert_eq!(bodies, world.bodies().collect::<Vec<_>>(), "step {step}");
        assert_eq!(gauges[0].0, world.gauges().next().unwrap());
    }
    assert!(world.time_s() >= scenario.duration_s, "it ran to the end");
}

#[test]
fn back_and_forth_is_the_same_to_the_bit_with_all_that_was_done() {
    let mut first = Snapshot::default();
    Engine::new(&pool(&[]), &[]).unwrap().write(&mut first);
    // Enough for the whole past, and so little that checkpoints are dropped.
    for (memory, expected) in [(usize::MAX, 5..6), (3 * first.past.1 + first.past.1 / 2, 2..4)] {
        let mut engine = Engine::with_memory(&pool(&[]), memory).unwrap();
        let deeds = [
            (0, steer(0.9, -12.0)),
            (10, splash(9.0, 4.0)),
            (10, pull(Some([14.0, 8.0, 2.2]))),
            (31, pull(Some([12.0, 9.0, 2.2]))),
            (64, pull(None)),
            (64, steer(0.2, 10.0)),
            (90, splash(13.0, 7.0)),
        ];
        let mut states = Vec::new();
        for step in 0..=150u64 {
            go(&mut engine, step);
            for (_, deed) in deeds.iter().filter(|(at, _)| *at == step) {
                engine.carry_out(deed.clone());
            }
            states.push(bits(engine.world()));
        }
        let mut snapshot = Snapshot::default();
        engine.write(&mut snapshot);
        assert!(snapshot.past.1 <= memory, "{:?}", snapshot.past);
        assert!(expected.contains(&snapshot.past.0), "{:?} of {memory}", snapshot.past);
        for step in [149, 33, 32, 95, 5, 64, 120, 0, 150, 11, 10, 63] {
            go(&mut engine, step);
            // At a step before which something was done, it is done with the next step only.
            if deeds.iter().all(|(at, _)| *at != step) {
                assert!(bits(engine.world()) == states[step as usize], "step {step}, {memory} bytes");
            }
        }
        assert_eq!(engine.history_span(), [0, 150]);
    }
}

#[test]
fn something_else_done_in_the_past_makes_another_future() {
    let scenario = pool(&[]);
    let mut engine = Engine::new(&scenario, &[]).unwrap();
    go(&mut engine, 20);
    engine.carry_out(splash(9.0, 4.0));
    go(&mut engine, 100);
    let first = bits(engine.world());
    go(&mut engine, 50);
    engine.carry_out(steer(-1.0, 0.0));
    assert_eq!(engine.history_span(), [0, 50]);
    go(&mut engine, 100);
    let second = bits(engine.world());
    assert!(first != second);
    let mut world = World::new(&scenario).unwrap();
    let run = |world: &mut World, step| (world.steps()..step).for_each(|_| _ = world.step());
    run(&mut world, 20);
    world.splash(&Splash { center_m: DVec2::new(9.0, 4.0), radius_m: 1.6, froude: 0.2 });
    run(&mut world, 50);
    world.steer("boat", Helm { thrust: Some(-1.0), angle_deg: Some(0.0) });
    run(&mut world, 100);
    assert!(bits(&world) == second);
    // And from the start nothing of it is left.
    engine.carry_out(Command::Restart);
    engine.carry_out(Command::Run(false));
    go(&mut engine, 30);
    let mut world = World::new(&scenario).unwrap();
    run(&mut world, 30);
    assert!(bits(&world) == bits(engine.world()));
}

#[test]
fn what_hands_do_is_in_the_books() {
    let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
    engine.carry_out(splash(9.0, 4.0));
    engine.carry_out(pull(Some([14.0, 9.0, 2.2])));
    // Before waves reach the sides.
    go(&mut engine, 4);
    let angular = engine.world().angular_momentum();
    assert!(angular.external_n_m_s.abs() > 10.0, "{angular:?}");
    assert!(angular.residual_n_m_s().abs() < 1e-5 * angular.external_n_m_s.abs(), "{angular:?}");
    go(&mut engine, 100);
    let world = engine.world();
    let angular = world.angular_momentum();
    assert!(angular.residual_n_m_s().abs() < 1e-5 * angular.through_borders_n_m_s.abs(), "{angular:?}");
    assert!(world.mass().residual_relative().abs() < 1e-6, "{:?}", world.mass());
    assert!(world.momentum().external_n_s.length() > 100.0, "{:?}", world.momentum());
    assert!(world.momentum().residual_relative() < 1e-5, "{:?}", world.momentum());
    let energy = world.energy();
    assert!(energy.work.by_hand_j > 0.0 && energy.dissipated_j() > 0.0, "{energy:?}");
}

/// Changes of the pool: a dam breaks, and water faster than the scheme is stable at ends the run.
pub(crate) const BREAKING: [&str; 2] =
    ["water.column=[{ x_m = [14.0, 20.0], level_m = 12.0 }]", "solver.policy=\"stop\""];

fn breaking() -> Scenario {
    pool(&BREAKING)
}

#[test]
fn instability_stops_the_clock_and_leads_back_to_what_was_good() {
    let mut engine = Engine::new(&breaking(), &[]).unwrap();
    engine.carry_out(Command::Speed(Speed::Max));
    while engine.is_busy() {
        engine.advance(Duration::ZERO, Duration::from_millis(5));
    }
    let mut snapshot = Snapshot::default();
    engine.write(&mut snapshot);
    let State::Faulty(fault) = snapshot.state.clone() else { panic!("{:?}", snapshot.state) };
    assert_eq!((fault.step, snapshot.step), (snapshot.step, fault.step));
    assert!(fault.cell_m.is_some(), "{fault:?}");
    assert!(!fault.cause.is_empty() && fault.remedy.contains("look at"), "{fault:?}");
    assert!(snapshot.log.iter().any(|line| line.is_error && line.text.contains(&fault.cause)));
    // It does not go on, whatever is asked.
    for command in [Command::Run(true), Command::Step(5), steer(0.0, 0.0), Command::Seek(fault.step)] {
        engine.carry_out(command);
        engine.advance(Duration::from_secs(1), Duration::from_millis(5));
        assert_eq!(engine.world().steps(), fault.step);
    }
    engine.carry_out(Command::LastGood);
    while engine.is_busy() {
        engine.advance(Duration::ZERO, Duration::from_millis(5));
    }
    engine.write(&mut snapshot);
    assert_eq!((snapshot.step, &snapshot.state), (fault.good.0, &State::Paused));
    // However few states are kept.
    assert_eq!(fault.good.0, fault.step.saturating_sub(64), "{fault:?}");
    let mut world = World::new(&breaking()).unwrap();
    (0..fault.good.0).for_each(|_| _ = world.step());
    assert!(bits(&world) == bits(engine.world()));
    // The message can still be read.
    assert!(snapshot.log.iter().any(|line| line.text.contains(&fault.cause)));
}

#[test]
fn a_scenario_that_cannot_be_opened_leaves_what_runs_and_says_why() {
    let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
    go(&mut engine, 12);
    let before = bits(engine.world());
    engine.carry_out(Command::Open { name: "no-such-file.toml".into(), changes: Vec::new() });
    let mut snapshot = Snapshot::default();
    engine.write(&mut snapshot);
    assert!(bits(engine.world()) == before && snapshot.opened == 1);
    let last = snapshot.log.last().unwrap();
    assert!(last.is_error && last.text.contains("no-such-file.toml"), "{last:?}");
    engine.carry_out(Command::Open { name: "floating".into(), changes: vec!["duration_s=7".into()] });
    engine.write(&mut snapshot);
    let scenario = snapshot.scenario.as_ref().unwrap();
    assert_eq!((scenario.origin.name.as_str(), scenario.duration_s, snapshot.opened), ("floating", 7.0, 2));
    assert_eq!((snapshot.step, &snapshot.changes), (0, &vec!["duration_s=7".to_owned()]));
    assert!(snapshot.log.contains(&snapshot.log[0]));
}

#[test]
fn it_follows_the_clock_at_its_speed_stops_at_the_end_and_loops() {
    let mut engine = Engine::new(&pool(&["duration_s=0.5"]), &[]).unwrap();
    let time_step_s = engine.world().time_step_s();
    engine.carry_out(Command::Speed(Speed::Times(2.0)));
    for _ in 0..10 {
        engine.advance(Duration::from_millis(10), Duration::from_secs(9));
    }
    let expected_s = 0.2;
    assert!((engine.world().time_s() - expected_s).abs() <= time_step_s, "{}", engine.world().time_s());
    engine.carry_out(Command::Speed(Speed::Max));
    engine.advance(Duration::ZERO, Duration::from_secs(60));
    let mut snapshot = Snapshot::default();
    engine.write(&mut snapshot);
    assert_eq!(snapshot.state, State::Ended);
    let end = snapshot.step;
    // On beyond the end when it is let.
    engine.carry_out(Command::Run(true));
    engine.advance(Duration::ZERO, Duration::from_millis(1));
    assert!(engine.world().steps() > end);
    engine.carry_out(Command::Loop(true));
    go(&mut engine, end - 1);
    engine.carry_out(Command::Run(true));
    engine.advance(Duration::ZERO, Duration::from_secs(60));
    engine.write(&mut snapshot);
    assert_eq!((snapshot.step, &snapshot.state), (0, &State::Running));
}

#[test]
fn gauges_that_are_placed_read_as_those_of_the_scenario() {
    let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
    engine.carry_out(Command::PlaceGauge(DVec2::new(10.0, 6.0)));
    engine.carry_out(Command::Pick(Some(DVec2::new(10.0, 6.0))));
    engine.carry_out(Command::Choose(Some("raft".into())));
    go(&mut engine, 40);
    let mut snapshot = Snapshot::default();
    engine.write(&mut snapshot);
    let [given, placed] = &snapshot.gauges[..] else { panic!("{:?}", snapshot.gauges) };
    assert_eq!((given.0.eta_m, given.0.u_m_s, given.1), (placed.0.eta_m, placed.0.u_m_s, placed.1));
    assert!(given.0.eta_m != 0.0 && !given.2 && placed.2);
    assert_eq!(snapshot.gauge_curves[0][1..], snapshot.gauge_curves[1][..]);
    assert_eq!(snapshot.gauge_curves[1].len(), 40);
    let picked = snapshot.picked.as_ref().unwrap();
    assert_eq!(picked.reading.eta_m, given.0.eta_m);
    let speed_m_s = given.0.u_m_s.hypot(given.0.v_m_s);
    assert!((picked.froude - speed_m_s / (9.81 * given.0.h_m).sqrt()).abs() < 1e-4);
    for (quantity, points) in Quantity::ALL.into_iter().zip(&snapshot.body_curves) {
        let raft = snapshot.bodies.iter().find(|body| body.name == "raft").unwrap();
        let [time_s, value] = points.last().unwrap();
        assert!((time_s - snapshot.time_s).abs() < 1e-9);
        assert!((value - quantity.of(raft)).abs() < 1e-6 * value.abs().max(1e-3), "{quantity:?}");
    }
    engine.carry_out(Command::RemoveGauges);
    engine.write(&mut snapshot);
    assert_eq!(snapshot.gauges.len(), 1);
}

#[test]
fn commands_and_snapshots_never_wait_for_the_simulation() {
    // A session whose thread does nothing at all.
    let (commands, _received) = std::sync::mpsc::channel();
    let (_input, snapshots) = triple_buffer::triple_buffer(&Snapshot::default());
    let mut session = Session { commands, snapshots, motion: Motion::default(), thread: None };
    for step in 0..10_000 {
        session.send(Command::Seek(step));
        assert!(!session.update(Instant::now(), Duration::ZERO) && !session.has_news());
        assert_eq!(session.snapshot().step, 0);
    }
    assert!(!session.is_alive());
}

#[test]
fn a_replay_comes_out_with_the_same_bits_and_can_be_gone_back_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.replay");
    let mut engine = Engine::new(&pool(&["body.boat.mass_kg=1900"]), &[]).unwrap();
    for (step, deed) in [
        (10, steer(1.0, 12.0)),
        (25, splash(12.0, 5.0)),
        (40, pull(Some([15.0, 8.0, 2.5]))),
        (55, pull(None)),
        (60, steer(-0.3, 0.0)),
    ] {
        go(&mut engine, step);
        engine.carry_out(deed);
    }
    go(&mut engine, 80);
    let expected = bits(engine.world());
    engine.carry_out(Command::SaveReplay(path.clone()));
    let mut other = Engine::new(&pool(&[]), &[]).unwrap();
    let name = path.to_string_lossy().into_owned();
    other.carry_out(Command::Open { name, changes: Vec::new() });
    assert_eq!(other.history_span(), [0, 80], "the slider reaches to its end");
    for step in [33, 80, 50, 80] {
        go(&mut other, step);
    }
    assert!(bits(other.world()) == expected);
    // Whoever does something else there begins another future.
    go(&mut other, 30);
    other.carry_out(splash(5.0, 5.0));
    assert_eq!(other.history_span(), [0, 30]);
}

#[test]
fn a_file_that_is_no_replay_is_named_and_what_runs_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.replay");
    let mut engine = Engine::new(&pool(&[]), &[]).unwrap();
    go(&mut engine, 5);
    let mut open = |path: &std::path::Path| {
        engine.carry_out(Command::Open { name: path.to_string_lossy().into_owned(), changes: Vec::new() });
        let mut snapshot = Snapshot::default();
        engine.write(&mut snapshot);
        (snapshot.step, snapshot.log.last().unwrap().text.clone())
    };
    for content in [&b"not a replay"[..], b"ESTELARP", &[]] {
        std::fs::write(&path, content).unwrap();
        let (step, why) = open(&path);
        assert!(step == 5 && why.contains("broken.replay: "), "{why}");
    }
    let (_, why) = open(&folder.path().join("absent.replay"));
    assert!(why.contains("absent.replay: "), "{why}");
}
