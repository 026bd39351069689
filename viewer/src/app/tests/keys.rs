//! Keys do what the help says.

use egui::{Event, Key, Modifiers, RawInput};

use super::*;
use crate::scene::{Field, Look};
use crate::sim::{Deed, Helm};

pub(super) fn event(key: Key, pressed: bool, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }
}

/// Presses a key and lets it go; returns what is left for the panels.
pub(super) fn press(bench: &mut Bench, key: Key) -> Vec<Event> {
    let events = [true, false].map(|pressed| event(key, pressed, Modifiers::NONE));
    take(bench, events.into(), false)
}

pub(super) fn take(bench: &mut Bench, events: Vec<Event>, is_typing: bool) -> Vec<Event> {
    let mut input = RawInput { events, ..RawInput::default() };
    bench.controls.take_keys(&mut input, &bench.snapshot, is_typing);
    bench.carry_out();
    std::mem::take(&mut input.events)
}

/// Presses a key with Shift.
pub(super) fn shifted(bench: &mut Bench, key: Key) {
    bench.controls.ask_for_extras();
    take(bench, vec![event(key, true, Modifiers::SHIFT)], false);
    bench.controls.ask_for_extras();
    bench.carry_out();
}

#[test]
fn the_clock_obeys_keys() {
    let mut bench = Bench::new(&[]);
    press(&mut bench, Key::Period);
    assert_eq!(bench.snapshot.step, 1);
    press(&mut bench, Key::PageDown);
    assert!((bench.snapshot.time_s - 1.0 - bench.snapshot.time_step_s).abs() < bench.snapshot.time_step_s);
    press(&mut bench, Key::PageUp);
    assert_eq!(bench.snapshot.step, 1);
    press(&mut bench, Key::Space);
    assert_eq!(bench.snapshot.state, State::Running);
    press(&mut bench, Key::Space);
    assert_eq!(bench.snapshot.state, State::Paused);
}

#[test]
fn the_colors_of_any_field_are_a_key_away() {
    let mut bench = Bench::new(&[]);
    let shown = |bench: &Bench| {
        let view = bench.controls.eye.base();
        (view.look, view.field)
    };
    let (look, _) = shown(&bench);
    assert_eq!(look, Look::Water);
    press(&mut bench, Key::Y);
    assert_eq!(shown(&bench), (Look::Science, Field::Level));
    press(&mut bench, Key::Num9);
    assert_eq!(shown(&bench), (Look::Science, Field::Depth));
    bench.controls.eye.base_mut().field_range = Some((0.0, 1.0));
    press(&mut bench, Key::Num8);
    press(&mut bench, Key::Num8);
    assert_eq!(shown(&bench), (Look::Science, Field::Residual));
    assert_eq!(bench.controls.eye.base().field_range, None, "the range of another field");
    press(&mut bench, Key::Y);
    assert_eq!(shown(&bench), (Look::Water, Field::Residual));
    press(&mut bench, Key::Num6);
    assert_eq!(shown(&bench), (Look::Ripples, Field::Residual));
    press(&mut bench, Key::Num9);
    assert_eq!(shown(&bench), (Look::Science, Field::Residual), "water gives way to colors");
    press(&mut bench, Key::Num7);
    assert_eq!(shown(&bench), (Look::Slab, Field::Residual));
    assert_eq!(bench.sent, [], "the world does not see it");
}

#[test]
fn the_rudder_is_turned_by_holding_a_key_and_the_engine_goes_on() {
    let mut bench = Bench::new(&[]);
    take(&mut bench, vec![event(Key::ArrowLeft, true, Modifiers::NONE)], false);
    let angle_deg = |bench: &Bench| bench.snapshot.propelled[0].1.angle_deg;
    for _ in 0..10 {
        assert!(bench.controls.pass(0.05, &bench.snapshot));
        bench.carry_out();
    }
    assert!(angle_deg(&bench) < -10.0, "to port: {}", angle_deg(&bench));
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.6, "the thrust is the schedule's");
    take(&mut bench, vec![event(Key::ArrowLeft, false, Modifiers::NONE)], false);
    while bench.controls.pass(0.05, &bench.snapshot) {
        bench.carry_out();
    }
    bench.carry_out();
    assert_eq!(angle_deg(&bench), 4.0, "it returned to the schedule");
    let last = bench.sent.last().unwrap();
    assert_eq!(*last, Command::GoOn(Deed::Steer { body: "boat".into(), helm: Helm::default() }));
}

#[test]
fn the_lever_and_the_chosen_body_obey_keys() {
    let mut bench = Bench::new(&[]);
    press(&mut bench, Key::ArrowUp);
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.7);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.5);
    press(&mut bench, Key::C);
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.6);
    assert!(press(&mut bench, Key::Tab).iter().all(|left| !matches!(left, Event::Key { pressed: true, .. })));
    assert_eq!(bench.snapshot.chosen.as_deref(), Some("raft"));
    let sent = bench.sent.len();
    press(&mut bench, Key::ArrowUp);
    assert_eq!(bench.sent.len(), sent, "a raft has no lever");
    press(&mut bench, Key::Tab);
    assert_eq!(bench.snapshot.chosen.as_deref(), Some("boat"));
}

#[test]
fn while_a_text_is_typed_keys_are_letters() {
    let mut bench = Bench::new(&[]);
    let events = vec![event(Key::R, true, Modifiers::NONE), Event::Text("r".into())];
    assert_eq!(take(&mut bench, events.clone(), true), events);
    assert_eq!(bench.sent, []);
    let command = event(Key::Plus, true, Modifiers::COMMAND);
    assert_eq!(take(&mut bench, vec![command.clone()], false), [command], "larger text is egui's");
}

#[test]
fn a_tool_is_used_in_the_middle_of_the_picture_without_a_mouse() {
    let mut bench = Bench::new(&[]);
    bench.controls.size = [800, 600];
    press(&mut bench, Key::Num3);
    press(&mut bench, Key::G);
    press(&mut bench, Key::Enter);
    let [.., (_, at_m, true)] = &bench.snapshot.gauges[..] else { panic!("{:?}", bench.snapshot.gauges) };
    assert!((at_m.x - 10.0).abs() < 3.0 && (at_m.y - 6.0).abs() < 0.5, "{at_m}");
    press(&mut bench, Key::J);
    press(&mut bench, Key::Enter);
    assert!(matches!(bench.sent.last(), Some(Command::Do(Deed::Splash(_)))));
    press(&mut bench, Key::Escape);
    assert_eq!(bench.controls.tool, crate::app::controls::Tool::Camera);
}

#[test]
fn a_key_is_let_go_when_the_window_loses_its_focus() {
    let mut bench = Bench::new(&[]);
    take(&mut bench, vec![event(Key::ArrowRight, true, Modifiers::NONE)], false);
    assert!(bench.controls.pass(0.1, &bench.snapshot));
    take(&mut bench, vec![Event::WindowFocused(false)], false);
    while bench.controls.pass(0.1, &bench.snapshot) {}
    assert_eq!(bench.controls.hands().helm(), Helm::default());
}

#[test]
fn in_the_past_the_hands_are_where_they_were_and_do_nothing_by_themselves() {
    let mut bench = Bench::new(&[]);
    press(&mut bench, Key::ArrowDown);
    press(&mut bench, Key::ArrowDown);
    bench.controls.commands.push(Command::Seek(20));
    bench.carry_out();
    for _ in 0..4 {
        press(&mut bench, Key::ArrowUp);
    }
    take(&mut bench, vec![event(Key::ArrowLeft, true, Modifiers::NONE)], false);
    bench.controls.pass(0.1, &bench.snapshot);
    bench.carry_out();
    take(&mut bench, vec![event(Key::ArrowLeft, false, Modifiers::NONE)], false);
    bench.controls.commands.push(Command::Seek(30));
    bench.carry_out();
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.8);
    bench.controls.commands.push(Command::Seek(10));
    bench.carry_out();
    assert_eq!((bench.snapshot.step, bench.snapshot.span), (10, [0, 30]));
    assert!(!bench.controls.pass(0.1, &bench.snapshot));
    assert_eq!(bench.controls.commands, [], "the future is not lost by looking back");
    // And a push goes on from the lever as it was then.
    press(&mut bench, Key::ArrowUp);
    assert_eq!(bench.snapshot.propelled[0].1.thrust, 0.5);
}

/// A gamepad's stick and triggers are hands on the helm of the chosen boat.
#[test]
fn a_gamepad_steers_the_chosen_boat() {
    use crate::app::controls::gamepad::{Button, Input};
    let mut bench = Bench::new(&[]);
    let take = |bench: &mut Bench, input: Input| {
        let snapshot = bench.snapshot.clone();
        bench.controls.take_pad(input, &snapshot);
        bench.carry_out();
    };
    let helm = |bench: &Bench| {
        let (_, _, helm) = bench.snapshot.propelled[0].clone();
        (helm.thrust, helm.angle_deg)
    };
    take(&mut bench, Input::Stick(1.0));
    assert_eq!(helm(&bench), (None, Some(30.0)), "the thrust goes on from the schedule");
    take(&mut bench, Input::Ahead(1.0));
    assert_eq!(helm(&bench), (Some(1.0), Some(30.0)));
    let deeds = bench.engine.deeds().len();
    take(&mut bench, Input::Stick(1.0));
    assert_eq!(bench.engine.deeds().len(), deeds, "what is held is no new deed");
    take(&mut bench, Input::Ahead(0.0));
    take(&mut bench, Input::Stick(0.05));
    assert_eq!(helm(&bench), (None, Some(30.0)));
    for _ in 0..10 {
        bench.controls.pass(0.1, &bench.snapshot);
        bench.carry_out();
    }
    assert_eq!(helm(&bench), (None, None), "the rudder returns");
    let before = bench.controls.chosen.clone();
    take(&mut bench, Input::Pressed(Button::Right));
    assert_ne!(bench.controls.chosen, before);
    // A body without a propeller takes no steering.
    bench.sent.clear();
    take(&mut bench, Input::Stick(-1.0));
    assert_eq!(bench.sent, []);
    take(&mut bench, Input::Pressed(Button::Start));
    assert!(matches!(bench.sent[..], [Command::Run(_)]), "{:?}", bench.sent);
}
