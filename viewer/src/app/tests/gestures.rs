//! Gestures: what one hand does from the press to the end is one thing, also to be taken back.

use egui::{Key, Modifiers};

use super::keys::{event, press, take};
use super::*;
use crate::sim::{Carry, Deed, Helm, Replay, World};

/// A pier beside the boats.
const PIER: &str = "body.pier={ hull = { kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 4.0 }, mass_kg = 1.0, \
                    position_m = [10.0, 3.0, 2.0], fixed = true }";

fn bits(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

/// Passes some time in the world, and in the hands.
fn pass(bench: &mut Bench, seconds: f64) {
    let end_s = bench.snapshot.time_s + seconds;
    while bench.snapshot.time_s < end_s {
        let step_s = bench.snapshot.time_step_s;
        bench.controls.pass(step_s, &bench.snapshot);
        bench.carry_out();
        bench.go(Command::Step(1));
    }
}

fn undo(bench: &mut Bench) {
    take(bench, vec![event(Key::Z, true, Modifiers::COMMAND)], false);
}

/// However long the rudder is held, and whatever else is done meanwhile.
#[test]
fn steering_is_taken_back_from_the_press_to_the_return_of_the_rudder() {
    for splashes in [false, true] {
        let mut bench = Bench::new(&[]);
        pass(&mut bench, 0.5);
        let (before, step) = (bits(bench.engine.world()), bench.snapshot.step);
        take(&mut bench, vec![event(Key::ArrowLeft, true, Modifiers::NONE)], false);
        pass(&mut bench, 3.0);
        assert_eq!(bench.snapshot.propelled[0].1.angle_deg, -30.0);
        if splashes {
            press(&mut bench, Key::J);
            press(&mut bench, Key::Enter);
        }
        take(&mut bench, vec![event(Key::ArrowLeft, false, Modifiers::NONE)], false);
        pass(&mut bench, 1.5);
        assert_eq!(bench.snapshot.propelled[0].2, Helm::default(), "it returned");
        assert_eq!(bench.snapshot.undo, Some("steering"));
        undo(&mut bench);
        assert_eq!((bench.snapshot.step, bench.snapshot.undo), (step, None));
        assert_eq!(bench.snapshot.propelled[0].2, Helm::default(), "nothing is by hand");
        assert!(bits(bench.engine.world()) == before);
    }
}

/// What is steered anew after the return is another gesture.
#[test]
fn each_press_of_the_rudder_is_taken_back_by_itself() {
    let mut bench = Bench::new(&[]);
    for _ in 0..2 {
        take(&mut bench, vec![event(Key::ArrowRight, true, Modifiers::NONE)], false);
        pass(&mut bench, 0.3);
        take(&mut bench, vec![event(Key::ArrowRight, false, Modifiers::NONE)], false);
        pass(&mut bench, 2.0);
    }
    let end = bench.snapshot.step;
    undo(&mut bench);
    let first = bench.snapshot.step;
    assert!(first > 0 && first < end && bench.snapshot.undo == Some("steering"), "{first} of {end}");
    undo(&mut bench);
    assert_eq!((bench.snapshot.step, bench.snapshot.undo), (0, None));
}

#[test]
fn a_stick_that_is_held_long_is_taken_back_with_its_return() {
    use crate::app::controls::gamepad::Input;
    let mut bench = Bench::new(&[]);
    for (input, seconds) in [(Input::Stick(1.0), 2.0), (Input::Stick(0.5), 2.0), (Input::Stick(0.0), 1.5)] {
        let snapshot = bench.snapshot.clone();
        bench.controls.take_pad(input, &snapshot);
        bench.carry_out();
        pass(&mut bench, seconds);
    }
    undo(&mut bench);
    assert_eq!((bench.snapshot.step, bench.snapshot.undo), (0, None));
}

/// A carried pier is part of the past and of replays, to the bit, and is taken back.
#[test]
fn an_obstacle_that_was_carried_comes_out_with_the_same_bits() {
    let carry = |x: f64| {
        Command::Do(Deed::Carry(Some(Carry { body: "pier".into(), target_m: glam::DVec2::new(x, 3.0) })))
    };
    let mut bench = Bench::new(&[PIER]);
    let at_m = |bench: &Bench| bench.engine.world().bodies().find(|of| of.name == "pier").unwrap().position_m;
    bench.go(Command::Seek(10));
    let before = bits(bench.engine.world());
    for (step, command) in [(20, carry(12.0)), (50, carry(13.0)), (60, Command::Do(Deed::Carry(None)))] {
        bench.go(command);
        bench.go(Command::Seek(step));
    }
    let braking = bits(bench.engine.world());
    bench.go(Command::Seek(70));
    let there = bits(bench.engine.world());
    assert!(at_m(&bench).x > 10.2, "{}", at_m(&bench));
    // From the middle of the way, which is kept.
    bench.go(Command::Seek(35));
    bench.go(Command::Seek(60));
    assert!(bits(bench.engine.world()) == braking);
    for step in [66, 5, 70] {
        bench.go(Command::Seek(step));
    }
    assert!(bits(bench.engine.world()) == there);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pier.replay");
    bench.go(Command::SaveReplay(path.clone()));
    let replay = Replay::read(&path).unwrap();
    let mut world = World::new(&replay.scenario).unwrap();
    replay.play(&mut world, 70);
    assert!(bits(&world) == there);
    assert_eq!(bench.snapshot.undo, Some("the move of the obstacle"));
    undo(&mut bench);
    assert_eq!((bench.snapshot.step, bench.snapshot.undo), (10, None));
    assert!(bits(bench.engine.world()) == before && (at_m(&bench).x - 10.0).abs() < 1e-9);
}
