//! Numbers that are typed key by key while the run goes on and snapshots come.

use egui::accesskit::Role;
use egui::{Event, Key};

use super::*;
use crate::app::controls::Page;
use crate::scene::{Look, View};
use crate::sim::{Deed, Helm};

const THRUST: &str = "body.boat.propeller.thrust_n";

/// A frame, and the run goes on before it.
fn frame(harness: &mut Harness<'_, Bench>) {
    let engine = &mut harness.state_mut().engine;
    engine.advance(Duration::from_millis(40), Duration::from_millis(20));
    harness.step();
}

/// Clicks into the box of a number.
fn enter(harness: &mut Harness<'_, Bench>, label: &str) {
    harness.get_by_role_and_label(Role::SpinButton, label).click();
    frame(harness);
    frame(harness);
    harness.state_mut().sent.clear();
}

/// Types a number into its box, a character a frame.
fn type_in(harness: &mut Harness<'_, Bench>, label: &str, text: &str) {
    enter(harness, label);
    for character in text.chars() {
        harness.event(Event::Text(character.into()));
        frame(harness);
        assert_eq!(harness.state().sent, [], "{label}: something was sent at {character:?} of {text}");
    }
}

fn press(harness: &mut Harness<'_, Bench>, key: Key) {
    harness.key_press(key);
    frame(harness);
    frame(harness);
}

/// A bench that runs, with a page open.
fn running<'a>(page: Page) -> Harness<'a, Bench> {
    let mut bench = Bench::new(&[]);
    bench.go(Command::Seek(40));
    bench.go(Command::Run(true));
    bench.controls.page = Some(page);
    window(bench)
}

fn steered(thrust: Option<f64>, angle_deg: Option<f64>) -> Command {
    Command::Do(Deed::Steer { body: "boat".into(), helm: Helm { thrust, angle_deg } })
}

#[test]
fn a_number_that_is_typed_is_sent_once_and_as_it_was_typed() {
    let mut harness = running(Page::Parameters);
    let set = |key: &str, value| Command::Set { key: key.into(), value };
    let thrust = format!("{THRUST} (N)");
    for (label, text, command) in [
        ("solver.tau", "0.58", set("solver.tau", 0.58)),
        ("solver.tau", "0.605", set("solver.tau", 0.605)),
        ("solver.tau", "0.6000123", set("solver.tau", 0.600_012_3)),
        (&thrust, "1850.5", set(THRUST, 1850.5)),
        ("thrust", "-35.5", steered(Some(-0.355), None)),
        ("rudder", "12", steered(Some(-0.355), Some(12.0))),
    ] {
        type_in(&mut harness, label, text);
        press(&mut harness, Key::Enter);
        assert_eq!(harness.state().sent, [command], "{label}: {text}");
        assert_eq!(harness.state().snapshot.log.last(), None);
    }
    let value = harness.get_by_role_and_label(Role::SpinButton, "solver.tau").value();
    assert_eq!(value.as_deref(), Some("0.600012"));
    // The next one is typed after the first was refused.
    type_in(&mut harness, "solver.tau", "0.4");
    press(&mut harness, Key::Enter);
    assert!(harness.state().snapshot.log.last().unwrap().is_error);
    type_in(&mut harness, "solver.tau", "0.7");
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().engine.world().parameter("solver.tau"), Some(0.7));
}

#[test]
fn a_time_that_is_typed_is_gone_to() {
    let mut harness = running(Page::Curves);
    let time_step_s = harness.state().snapshot.time_step_s;
    let text = format!("{:.4}", 12.0 * time_step_s);
    type_in(&mut harness, "time", &text);
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().sent, [Command::Seek(12)], "{text}");
    assert_eq!(harness.state().snapshot.step, 12);
}

#[test]
fn a_box_that_is_left_as_it_was_changes_nothing() {
    let mut harness = running(Page::Parameters);
    harness.state_mut().go(steered(Some(0.3333), Some(3.333)));
    for label in ["thrust", "rudder", "time", "solver.tau"] {
        for key in [Key::Enter, Key::Escape] {
            enter(&mut harness, label);
            press(&mut harness, key);
            assert_eq!(harness.state().sent, [], "{label}");
        }
        // What was begun is given up.
        type_in(&mut harness, label, "1");
        press(&mut harness, Key::Escape);
        assert_eq!(harness.state().sent, [], "{label}");
    }
    // The box shows the present again, as of the last frame.
    frame(&mut harness);
    let now_s = harness.state().snapshot.time_s;
    frame(&mut harness);
    let shown = harness.get_by_role_and_label(Role::SpinButton, "time").value().unwrap();
    assert_eq!(shown, format!("{now_s:.2} s"));
}

#[test]
fn numbers_of_the_window_count_when_they_are_entered() {
    let mut harness = running(Page::Records);
    type_in(&mut harness, "a picture every, s of simulated time", "0.25");
    assert_eq!(harness.state().controls.film.every_s, None);
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().controls.film.every_s, Some(0.25));

    harness.state_mut().controls.page = Some(Page::Parameters);
    *harness.state_mut().controls.eye.base_mut() =
        View { look: Look::Slab, track_s: 30.0, field_range: Some((0.0, 1.0)), ..View::default() };
    harness.state_mut().controls.eye.base_mut().color_range_m = Some((-0.5, 0.5));
    frame(&mut harness);
    type_in(&mut harness, "water.level_m (m)", "2.25");
    assert!(harness.state().controls.edits.is_empty());
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().controls.edits["water.level_m"], 2.25);

    let view = |harness: &Harness<'_, Bench>| harness.state().controls.eye.base().clone();
    for (label, text, before, of) in [
        ("heights drawn, times", "15", 1.0, (|view| view.vertical_scale) as fn(&View) -> f32),
        ("ways reach back, s", "45", 30.0, |view| view.track_s),
        ("first m", "-0.25", -0.5, |view| view.color_range_m.unwrap_or_default().0),
        ("last m", "0.75", 0.5, |view| view.color_range_m.unwrap_or_default().1),
    ] {
        type_in(&mut harness, label, text);
        assert_eq!(of(&view(&harness)), before, "{label}");
        press(&mut harness, Key::Enter);
        assert_eq!(of(&view(&harness)), text.parse::<f32>().unwrap(), "{label}");
    }
}
