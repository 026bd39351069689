//! What can be shown over the picture, and the gallery.

use egui::{Event, Key, Modifiers, RawInput};

use super::*;
use crate::sim::scenario::shipped;

#[test]
fn particles_ride_in_the_science_view_alone() {
    let mut harness = window(Bench::new(&[]));
    assert!(harness.query_by_label("Particles").is_none());
    click(&mut harness, "Help");
    assert!(harness.query_by_label("particles that ride with the water").is_none());
    harness.state_mut().controls.eye.toggle_science();
    harness.run_steps(2);
    harness.get_by_label("particles that ride with the water");
    click(&mut harness, "Help");
    click(&mut harness, "Particles");
    let places = |harness: &Harness<'_, Bench>| -> Vec<glam::Vec2> {
        harness.state().controls.particles.iter().flat_map(|of| &of.all).map(|of| of.trail[0]).collect()
    };
    let first = places(&harness);
    assert!(!first.is_empty());
    harness.run_steps(5);
    assert_eq!(places(&harness), first, "they stand while the clock does");
    harness.state_mut().controls.commands.push(Command::Seek(20));
    harness.run_steps(2);
    assert!(places(&harness) != first);
    assert!(
        harness.state().sent.iter().all(|command| matches!(command, Command::Seek(_))),
        "the world does not see it"
    );
    click(&mut harness, "Particles");
    assert!(harness.state().controls.particles.is_none());
}

#[test]
fn the_metacentric_height_of_the_chosen_body_is_read() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.choose(Some("raft".into()));
    harness.run_steps(3);
    let centers = harness.state().snapshot.centers.unwrap();
    // A box 2 m wide that draws 0.2 m of its 0.5 m: GM = 0.1 + 4 / 2.4 - 0.25.
    assert!((centers.gm_m - (0.1 + 4.0 / 2.4 - 0.25)).abs() < 1e-3, "{centers:?}");
    harness.get_by_label("metacentric height");
    harness.get_by_label(&format!("{:+.3} m", centers.gm_m));
}

/// Each shipped scenario has a button with its name; the pictures come one by one.
#[test]
fn the_gallery_shows_all_scenarios_and_fills_with_pictures() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Scenarios");
    for name in shipped::names() {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    let start = std::time::Instant::now();
    let first = shipped::names()[0];
    while harness.state().controls.gallery.of(first).is_none() {
        assert!(start.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(50));
        harness.run_steps(1);
    }
    let drawn = harness.state().controls.gallery.of(first).unwrap().unwrap();
    let title = drawn.title.clone();
    assert!(drawn.time_s > 0.0);
    harness.run_steps(2);
    harness.get_by_label(&title);
    click(&mut harness, "floating");
    assert_eq!(harness.state().snapshot.scenario.as_ref().unwrap().origin.name, "floating");
}

/// From the picture to the buttons and back, without a mouse.
#[test]
fn buttons_are_reached_by_keys() {
    let mut bench = Bench::new(&[]);
    let tab = Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    let mut input = RawInput { events: vec![tab], ..RawInput::default() };
    bench.controls.take_keys(&mut input, &bench.snapshot, false);
    let [Event::Key { key: Key::Tab, modifiers: Modifiers::NONE, .. }] = input.events[..] else {
        panic!("{:?}", input.events)
    };
    let events = std::mem::take(&mut input.events);
    let mut harness = window(bench);
    events.into_iter().for_each(|event| harness.event(event));
    harness.run_steps(2);
    assert!(harness.ctx.egui_wants_keyboard_input());
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.state, State::Running, "the first button is that of the clock");
}
