//! What can be shown over the picture, and the thumbnails of the scenarios.

use egui::{Event, Key, Modifiers, RawInput};

use super::*;
use crate::app::controls::HELP;
use crate::sim::scenario::shipped;

#[test]
fn tracers_ride_in_the_science_view_alone() {
    let mut harness = window(Bench::new(&[]));
    assert!(harness.query_by_label("Tracers").is_none());
    click(&mut harness, "Help");
    assert!(harness.query_by_label("tracers that ride with the water").is_none());
    harness.state_mut().controls.eye.toggle_science();
    harness.run_steps(2);
    harness.get_by_label("tracers that ride with the water");
    click(&mut harness, "Help");
    click(&mut harness, "Tracers");
    let places = |harness: &Harness<'_, Bench>| -> Vec<glam::Vec2> {
        harness.state().controls.tracers.iter().flat_map(|of| &of.all).map(|of| of.trail[0]).collect()
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
    click(&mut harness, "Tracers");
    assert!(harness.state().controls.tracers.is_none());
}

/// Nothing begins there that is seen only later.
#[test]
fn keys_of_the_science_view_say_so_in_the_water_view() {
    let mut harness = window(Bench::new(&[]));
    let hint = "tracers and streamlines are seen on the colors";
    for key in [Key::F4, Key::F6] {
        super::keys::press(harness.state_mut(), key);
        harness.run_steps(2);
        harness.get_by_label_contains(hint);
        assert!(harness.state().controls.tracers.is_none());
        assert!(!harness.state().controls.eye.base().streamlines);
    }
    super::keys::press(harness.state_mut(), Key::Y);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains(hint).is_none());
    for key in [Key::F4, Key::F6] {
        super::keys::press(harness.state_mut(), key);
    }
    harness.run_steps(2);
    assert!(harness.state().controls.tracers.is_some() && harness.state().controls.eye.base().streamlines);
    assert!(harness.query_by_label_contains(hint).is_none());
}

#[test]
fn the_water_is_colored_by_buttons() {
    use crate::scene::{Field, Look};
    let mut harness = window(Bench::new(&["view.hide_water=true"]));
    let shown = |harness: &Harness<'_, Bench>| {
        let view = harness.state().controls.eye.view([64, 48]);
        (view.look, view.field, view.hide_water)
    };
    assert_eq!(shown(&harness), (Look::Water, Field::Level, true));
    click(&mut harness, "Science");
    assert_eq!(shown(&harness), (Look::Science, Field::Level, false), "there is water to be colored");
    click(&mut harness, "Science");
    assert_eq!(shown(&harness), (Look::Water, Field::Level, true));
    let choose = |harness: &mut Harness<'_, Bench>, name: &str| {
        harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "colors").click();
        harness.run_steps(3);
        click(harness, name);
    };
    choose(&mut harness, "vorticity");
    assert_eq!(shown(&harness), (Look::Science, Field::Vorticity, false));
    choose(&mut harness, "water");
    assert_eq!(shown(&harness), (Look::Water, Field::Vorticity, true));
    assert!(harness.state().sent.is_empty(), "the world does not see it");
}

#[test]
fn the_pressure_on_hulls_is_switched() {
    for given in ["paint", "pressure"] {
        let mut harness = window(Bench::new(&[&format!("view.hull={given}")]));
        let wet = |harness: &Harness<'_, Bench>| {
            let bodies = &harness.state().snapshot.scene.bodies;
            bodies.iter().flat_map(|body| &body.pressure_pa).filter(|pa| **pa > 100.0).count()
        };
        if given == "paint" {
            assert_eq!(wet(&harness), 0);
            click(&mut harness, "Pressure");
        }
        let both = wet(&harness);
        assert!(both > 4, "{both} triangles");
        click(&mut harness, "Pressure");
        assert_eq!(wet(&harness), 0, "{given}");
        let bench = harness.state_mut();
        super::keys::shifted(bench, Key::Y);
        assert_eq!(wet(&harness), both, "{given}");
    }
}

#[test]
fn the_courant_number_is_chosen_in_the_science_view() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.eye.toggle_science();
    click(&mut harness, "Parameters");
    harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "field").click();
    harness.run_steps(3);
    click(&mut harness, "Courant number");
    assert_eq!(harness.state().controls.eye.base().field, crate::scene::Field::Courant);
}

#[test]
fn the_residual_is_found_while_it_is_shown() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.eye.toggle_science();
    click(&mut harness, "Parameters");
    harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "field").click();
    harness.run_steps(3);
    let known = |harness: &Harness<'_, Bench>| {
        harness.state().snapshot.scene.water.residual_mm_s.iter().any(|r| *r != 0.0)
    };
    click(&mut harness, "residual of the volume");
    harness.state_mut().controls.commands.push(Command::Seek(60));
    harness.run_steps(2);
    assert!(known(&harness));
    harness.state_mut().controls.eye.toggle_science();
    harness.run_steps(2);
    assert!(!known(&harness), "the water is drawn as water");
}

#[test]
fn streamlines_are_switched_in_the_science_view() {
    let mut harness = window(Bench::new(&[]));
    assert!(harness.query_by_label("Streamlines").is_none());
    harness.state_mut().controls.eye.toggle_science();
    harness.run_steps(2);
    let shown = |harness: &Harness<'_, Bench>| harness.state().controls.eye.view([64, 48]).streamlines;
    click(&mut harness, "Streamlines");
    assert!(shown(&harness));
    click(&mut harness, "Help");
    harness.get_by_label("streamlines of the flow");
    click(&mut harness, "Streamlines");
    assert!(!shown(&harness) && harness.state().sent.is_empty());
}

#[test]
fn forces_and_ways_of_bodies_are_drawn_where_they_are_asked_for() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.commands.push(Command::Seek(60));
    harness.run_steps(2);
    let counts = |harness: &Harness<'_, Bench>| {
        let scene = &harness.state().snapshot.scene;
        [scene.loads.len(), scene.arrows.len(), scene.tracks.iter().map(|track| track.places.len()).sum()]
    };
    assert_eq!(counts(&harness), [0; 3]);
    click(&mut harness, "Forces");
    let [loads, 0, 0] = counts(&harness) else { panic!("{:?}", counts(&harness)) };
    assert!(loads >= 6, "weight, buoyancy, push of both bodies: {loads}");
    click(&mut harness, "Forces on triangles");
    assert!(counts(&harness)[1] > 10);
    click(&mut harness, "Ways");
    let snapshot = harness.state().snapshot.clone();
    assert_eq!(snapshot.scene.tracks.len(), snapshot.bodies.len());
    for (track, body) in snapshot.scene.tracks.iter().zip(&snapshot.bodies) {
        let (last_s, last_m) = *track.places.last().unwrap();
        assert!(last_s == snapshot.time_s && last_m.distance(body.position_m.as_vec3()) < 1e-6);
        assert!(track.places[0].0 == 0.0 && track.places.is_sorted_by(|a, b| a.0 < b.0), "{track:?}");
    }
    // Back in the past the ways are as long as they were then.
    harness.state_mut().controls.commands.push(Command::Seek(20));
    harness.run_steps(2);
    let (scene, time_s) = (&harness.state().snapshot.scene, harness.state().snapshot.time_s);
    for track in &scene.tracks {
        assert!(track.places.last().unwrap().0 == time_s, "{track:?}");
        assert!(track.places.is_sorted_by(|a, b| a.0 < b.0), "nothing of the future: {track:?}");
    }
    for name in ["Forces", "Forces on triangles", "Ways"] {
        click(&mut harness, name);
    }
    assert_eq!(counts(&harness), [0; 3]);
    let world = |command: &Command| !matches!(command, Command::Show(_) | Command::Seek(_));
    assert!(!harness.state().sent.iter().any(world), "the world does not see it");
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
fn the_thumbnails_show_all_scenarios_and_fills_with_pictures() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Scenarios");
    for name in shipped::names() {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    let start = std::time::Instant::now();
    let first = shipped::names()[0];
    while harness.state().controls.thumbnails.of(first).is_none() {
        assert!(start.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(50));
        harness.run_steps(1);
    }
    let drawn = harness.state().controls.thumbnails.of(first).unwrap().unwrap();
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

/// The picture of a window is narrower than those of files: it shows all the bodies that these do, and no words over them.
#[test]
fn bodies_are_neither_cut_off_nor_hidden_in_a_narrow_window() {
    use crate::render::{Backend, Renderer};
    let mut bench = Bench::new(&[]);
    bench.controls.open("weight-distribution".into(), Vec::new());
    bench.carry_out();
    bench.go(Command::Run(false));
    let mut harness = window(bench);
    harness.run_steps(2);
    let Bench { controls, snapshot, .. } = harness.state();
    let (view, camera) = controls.view(snapshot);
    let aspect = view.size[0] as f32 / view.size[1] as f32;
    assert!(aspect < 1.6 && snapshot.bodies.len() == 4, "{:?}", view.size);
    let [words, plain] = [true, false]
        .map(|words| Renderer::new(Backend::Cpu).unwrap().overlay(words).draw(&snapshot.scene, &view));
    assert!(words != plain);
    for body in &snapshot.scene.bodies {
        for vertex in body.vertices.iter() {
            let at = camera.project(body.rotation * *vertex + body.translation_m, view.size).unwrap();
            let [x, y] = [at.x as u32, at.y as u32];
            assert!(at.min_element() >= 0.0 && x < view.size[0] && y < view.size[1], "{}: {at}", body.name);
            assert_eq!(words.pixel(x, y), plain.pixel(x, y), "{}: {at}", body.name);
        }
    }
}

/// No line of the help is cut off, however narrow the window is or large the text.
#[test]
fn lines_of_the_help_are_whole_in_a_narrow_window() {
    for width in [640.0, 1280.0, 400.0] {
        let builder = Harness::builder().with_size(egui::vec2(width, 2400.0));
        let mut harness =
            builder.build_ui_state(|ui, bench: &mut Bench| bench.frame(ui), Bench::new(&["view.dark=true"]));
        harness.state_mut().controls.shows_help = true;
        harness.run_steps(5);
        let bench = harness.state();
        let applies = |(_, _, of): &&(_, _, _)| bench.controls.applies(*of, &bench.snapshot);
        let lines: Vec<_> = HELP.iter().filter(applies).collect();
        assert!(lines.len() > 30);
        for (keys, what, _) in lines {
            for text in [keys, what] {
                // The same keys turn and fly, and the status line says some words, too.
                for node in harness.query_all_by_label(text) {
                    let rect = node.rect();
                    assert!(rect.left() > 8.0 && rect.right() < width - 8.0, "{text:?}: {rect:?} of {width}");
                }
            }
            let [keys, what] = [keys, what].map(|text| {
                harness
                    .query_all_by_label(text)
                    .map(|node| node.rect())
                    .max_by(|a, b| a.left().total_cmp(&b.left()))
            });
            let (Some(keys), Some(what)) = (keys, what) else { panic!("a line is not there") };
            assert!(keys.right() < what.left(), "{keys:?} over {what:?}");
        }
    }
}
