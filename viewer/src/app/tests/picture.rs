//! The mouse on the picture.

use egui::{Event, Modifiers, PointerButton, Pos2, Rect};

use super::*;
use crate::sim::Deed;

/// The rectangle of the picture, and where a point of the world is in it.
fn rect(harness: &Harness<'_, Bench>) -> Rect {
    harness.get_by_label("picture").rect()
}

fn place(harness: &Harness<'_, Bench>, at_m: glam::Vec3) -> Pos2 {
    let bench = harness.state();
    let (view, camera) = bench.controls.view(&bench.snapshot);
    let at = camera.project(at_m, view.size).unwrap();
    rect(harness).min + egui::vec2(at.x, at.y)
}

fn button(harness: &mut Harness<'_, Bench>, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerMoved(pos));
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.run_steps(2);
}

fn drag(harness: &mut Harness<'_, Bench>, from: Pos2, to: Pos2, with: PointerButton) {
    button(harness, from, with, true);
    for k in 1..=4 {
        harness.event(Event::PointerMoved(from + (to - from) * (k as f32 / 4.0)));
        harness.run_steps(2);
    }
    button(harness, to, with, false);
}

#[test]
fn a_click_reads_the_water_and_chooses_bodies() {
    let mut harness = window(Bench::new(&[]));
    let at = place(&harness, glam::Vec3::new(10.0, 3.0, 2.0));
    button(&mut harness, at, PointerButton::Primary, true);
    button(&mut harness, at, PointerButton::Primary, false);
    let picked = harness.state().snapshot.picked.clone().unwrap();
    assert!(picked.at_m.distance(glam::DVec2::new(10.0, 3.0)) < 0.1, "{picked:?}");
    harness.get_by_label("Froude number");
    harness.get_by_label(&format!("{:.3} m", picked.reading.h_m));
    let raft = harness.state().snapshot.scene.bodies.iter().find(|body| body.name == "raft").unwrap();
    let at = place(&harness, raft.translation_m);
    button(&mut harness, at, PointerButton::Primary, true);
    button(&mut harness, at, PointerButton::Primary, false);
    assert_eq!(harness.state().controls.chosen.as_deref(), Some("raft"));
}

#[test]
fn drags_turn_move_and_the_wheel_zooms_also_from_above() {
    let mut harness = window(Bench::new(&[]));
    for is_top in [false, true] {
        if is_top {
            click(&mut harness, "From above");
        }
        let at_m = glam::Vec3::new(10.0, 6.0, 2.0);
        let middle = rect(&harness).center();
        for with in [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle] {
            let before = place(&harness, glam::Vec3::new(4.0, 3.0, 2.0));
            drag(&mut harness, middle, middle + egui::vec2(60.0, 30.0), with);
            let after = place(&harness, glam::Vec3::new(4.0, 3.0, 2.0));
            assert!(before.distance(after) > 5.0, "{with:?}: {before:?} {after:?}");
            if is_top {
                assert!((after - before - egui::vec2(60.0, 30.0)).length() < 2.0, "{before:?} {after:?}");
            }
        }
        let far = |harness: &Harness<'_, Bench>| {
            place(harness, at_m + glam::Vec3::X).distance(place(harness, at_m))
        };
        let before = far(&harness);
        harness.event(Event::PointerMoved(middle));
        harness.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, 3.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(30);
        assert!(far(&harness) > 1.1 * before, "{before} {}", far(&harness));
    }
    assert_eq!(harness.state().sent, [], "nothing is done to the world");
}

#[test]
fn the_tools_splash_place_gauges_and_pull() {
    let mut harness = window(Bench::new(&[]));
    let open_m = glam::Vec3::new(10.0, 2.5, 2.0);
    let at = place(&harness, open_m);
    click(&mut harness, "Gauge");
    button(&mut harness, at, PointerButton::Primary, true);
    button(&mut harness, at, PointerButton::Primary, false);
    let [_, (_, placed_m, true)] = &harness.state().snapshot.gauges[..] else { panic!() };
    assert!(placed_m.distance(open_m.truncate().as_dvec2()) < 0.1, "{placed_m}");
    click(&mut harness, "Splash");
    button(&mut harness, at, PointerButton::Primary, true);
    button(&mut harness, at, PointerButton::Primary, false);
    let Some(Command::Do(Deed::Splash(splash))) = harness.state().sent.last() else { panic!() };
    assert!(splash.center_m.distance(open_m.truncate().as_dvec2()) < 0.1);
    assert!(harness.state().engine.world().energy().work.by_hand_j > 0.0);

    click(&mut harness, "Pull");
    let raft = harness.state().snapshot.scene.bodies.iter().find(|body| body.name == "raft").unwrap();
    let (from_m, to_m) = (raft.translation_m, raft.translation_m + glam::Vec3::new(0.0, 3.0, 0.0));
    let (from, to) = (place(&harness, from_m), place(&harness, to_m));
    button(&mut harness, from, PointerButton::Primary, true);
    for k in 1..=4 {
        harness.event(Event::PointerMoved(from + (to - from) * (k as f32 / 4.0)));
        harness.run_steps(2);
    }
    let Some(Command::Do(Deed::Pull(Some(pull)))) = harness.state().sent.last().cloned() else { panic!() };
    assert_eq!(pull.body, "raft");
    assert!(pull.target_m.y > f64::from(from_m.y) + 1.5, "{pull:?} from {from_m}");
    let before = harness.state().snapshot.bodies[1].position_m;
    harness.state_mut().controls.commands.push(Command::Seek(30));
    harness.run_steps(2);
    let after = harness.state().snapshot.bodies[1].position_m;
    assert!(after.y > before.y + 0.05, "it follows: {before} {after}");
    button(&mut harness, to, PointerButton::Primary, false);
    assert_eq!(harness.state().sent.last(), Some(&Command::Do(Deed::Pull(None))));
}

/// An obstacle is dragged as a body is, and goes there as the clock runs.
#[test]
fn an_obstacle_is_dragged() {
    let pier = "body.pier={ hull = { kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 4.0 }, mass_kg = 1.0, \
                position_m = [10.0, 3.0, 2.0], fixed = true }";
    let mut harness = window(Bench::new(&[pier]));
    click(&mut harness, "Pull");
    let top_m = glam::Vec3::new(10.0, 3.0, 4.0);
    let (from, to) = (place(&harness, top_m), place(&harness, top_m + glam::Vec3::X * 1.5));
    button(&mut harness, from, PointerButton::Primary, true);
    for k in 1..=4 {
        harness.event(Event::PointerMoved(from + (to - from) * (k as f32 / 4.0)));
        harness.run_steps(2);
    }
    let Some(Command::Do(Deed::Carry(Some(carry)))) = harness.state().sent.last().cloned() else { panic!() };
    assert!(carry.body == "pier" && carry.target_m.distance(glam::DVec2::new(11.5, 3.0)) < 0.1, "{carry:?}");
    harness.state_mut().controls.commands.push(Command::Seek(60));
    harness.run_steps(2);
    let at_m = harness.state().snapshot.bodies.iter().find(|body| body.name == "pier").unwrap().position_m;
    assert!(at_m.x > 10.1, "{at_m}");
    button(&mut harness, to, PointerButton::Primary, false);
    assert_eq!(harness.state().sent.last(), Some(&Command::Do(Deed::Carry(None))));
}

/// A click on the slider of time that is over within one picture goes there.
#[test]
fn a_short_click_on_the_time_slider_goes_there() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.commands.push(Command::Seek(40));
    harness.run_steps(2);
    let rail = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "time").rect();
    let pos = rail.left_center() + egui::vec2(300.0, 0.0);
    // Both in one picture.
    let button = PointerButton::Primary;
    let events = [true, false].map(|pressed| Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
    harness.input_mut().events.extend(events);
    harness.run_steps(2);
    let step = harness.state().snapshot.step;
    assert!((5..20).contains(&step), "{step}");
}

#[test]
fn larger_text_is_larger_on_the_picture_too() {
    let mut harness = window(Bench::new(&[]));
    let letters = |harness: &Harness<'_, Bench>| {
        let bench = harness.state();
        bench.controls.view(&bench.snapshot).0.letters
    };
    assert_eq!(letters(&harness), 1.0);
    harness.ctx.set_zoom_factor(2.0);
    harness.run_steps(2);
    assert_eq!(letters(&harness), 2.0);
}
