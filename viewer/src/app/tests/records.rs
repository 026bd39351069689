//! Films, pictures, models and fields: buttons, keys, and what becomes of them.

use egui::{Event, Key};

use super::keys::{press, take};
use super::*;
use crate::app::controls::{Page, Request};
use crate::app::session::Film;
use crate::render::animation::Format;
use crate::scene::View;
use crate::sim::records::{Existing, RunFolder};

#[test]
fn the_page_has_a_button_for_each_record_and_says_where_it_goes() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Records");
    assert_eq!(harness.state().controls.page, Some(Page::Records));
    harness.get_by_label("out/pool-window");
    // However seldom the scenario asks for pictures, a film shows motion.
    let scenario = |every_s, duration_s| {
        let bench = harness.state();
        let mut snapshot = bench.snapshot.clone();
        let mut scenario = (**snapshot.scenario.as_ref().unwrap()).clone();
        (scenario.view.every_s, scenario.duration_s) = (every_s, duration_s);
        snapshot.scenario = Some(scenario.into());
        bench.controls.film_every_s(&snapshot)
    };
    assert_eq!([scenario(10.0, 30.0), scenario(10.0, 400.0), scenario(0.02, 30.0)], [0.1, 1.0, 0.02]);
    for format in Format::ALL {
        click(&mut harness, format.name());
        assert_eq!(harness.state().controls.film.format, format);
    }
    let every = egui::accesskit::Role::Slider;
    let label = "a picture every, s of simulated time";
    harness.get_by_role_and_label(every, label).set_value_accesskit(0.05);
    harness.run_steps(3);
    assert_eq!(harness.state().controls.film.every_s, Some(0.05));
    click(&mut harness, "a 3D model for each picture, too");
    assert!(harness.state().controls.film.models);
    let all = [
        ("Begin a film", Request::Record),
        ("Picture", Request::Screenshot),
        ("3D model", Request::Model),
        ("Fields and hulls", Request::Fields),
        ("Replay", Request::Replay),
    ];
    for (name, request) in all {
        click(&mut harness, name);
        assert_eq!(harness.state_mut().controls.requests.drain(..).next_back(), Some(request));
    }
    assert_eq!(harness.state().sent, [], "the world does not see it");
}

/// What could not be written is an error that is read again, and another folder is chosen beside the buttons.
#[test]
fn a_full_disk_is_an_error_and_another_folder_is_chosen() {
    let mut harness = window(Bench::new(&[]));
    let why = "out/pool.gif: cannot be written";
    harness.state_mut().controls.commands.push(Command::Blame(why.into()));
    harness.run_steps(2);
    harness.get_by_label_contains(&format!("·  {why}"));
    assert!(harness.state().snapshot.log.last().unwrap().is_error);
    click(&mut harness, "Records");
    let role = egui::accesskit::Role::TextInput;
    harness.get_by_role_and_label(role, "another folder").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(role, "another folder").type_text("elsewhere/trip");
    harness.run_steps(2);
    click(&mut harness, "Change folder");
    assert_eq!(harness.state().controls.requests, [Request::Folder("elsewhere/trip".into())]);
}

#[test]
fn while_a_film_is_recorded_it_is_said_and_can_be_ended() {
    let mut bench = Bench::new(&[]);
    let (film, shots) = Film::new(0.05, [64, 48]);
    bench.controls.commands.push(Command::BeginFilm(film, View::default()));
    let mut harness = window(bench);
    assert_eq!(harness.state().snapshot.film, Some(1), "the state at the start");
    harness.get_by_label_contains("filming: 1 picture");
    harness.get_by_label("Stop recording");
    click(&mut harness, "Records");
    click(&mut harness, "End the film");
    assert_eq!(harness.state().controls.requests, [Request::Record]);
    harness.state_mut().controls.commands.push(Command::EndFilm);
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.film, None);
    harness.get_by_label("Begin a film");
    assert_eq!(shots.try_iter().count(), 1);
}

#[test]
fn records_have_keys() {
    let mut bench = Bench::new(&[]);
    for (key, request) in
        [(Key::V, Request::Record), (Key::X, Request::Screenshot), (Key::Num0, Request::Replay)]
    {
        press(&mut bench, key);
        assert_eq!(bench.controls.requests.drain(..).next_back(), Some(request));
    }
    for (key, request) in [(Key::V, Request::Fields), (Key::X, Request::Model)] {
        let shifted = Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::SHIFT,
        };
        take(&mut bench, vec![shifted], false);
        assert_eq!(bench.controls.requests.drain(..).next_back(), Some(request));
    }
    press(&mut bench, Key::F11);
    assert_eq!(bench.controls.page, Some(Page::Records));
}

#[test]
fn fields_and_hulls_of_the_present_state_are_those_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let claim =
        |name: &str| RunFolder::claim(&folder.path().join(name), "pool", Existing::Refuse, &[]).unwrap();
    let out = claim("window");
    let mut bench = Bench::new(&[]);
    for step in [0, 30] {
        bench.controls.commands.extend([Command::Seek(step), Command::SaveFields(out.clone())]);
        // The clock goes there before.
        bench.carry_out();
        bench.controls.commands.push(Command::SaveFields(out.clone()));
        bench.carry_out();
    }
    assert!(bench.snapshot.said.1.contains("wrote fields and bodies at t = "), "{:?}", bench.snapshot.said);
    let mut series = crate::sim::records::FrameSeries::create(claim("run")).unwrap();
    series.write(bench.engine.world()).unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("window/fields/0003.vti") == read("run/fields/0000.vti"));
    assert!(read("window/bodies/0003.vtp") == read("run/bodies/0000.vtp"));
    let list = String::from_utf8(read("window/fields.pvd")).unwrap();
    assert_eq!(list.matches("<DataSet").count(), 4, "{list}");
    // A folder that is gone is said.
    std::fs::remove_dir_all(folder.path().join("window")).unwrap();
    bench.controls.commands.push(Command::SaveFields(out));
    bench.carry_out();
    let line = bench.snapshot.log.last().unwrap();
    assert!(line.is_error && line.text.contains("was removed"), "{line:?}");
}

#[test]
fn flying_has_a_button_and_keys_that_go_as_long_as_they_are_held() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Help");
    harness.get_by_label("turn and zoom; with Shift, move");
    click(&mut harness, "Fly");
    assert!(harness.state().controls.eye.is_flying());
    harness.get_by_label("fly left, right, ahead, back, up, down; with Shift, turn");
    assert!(harness.query_by_label("turn and zoom; with Shift, move").is_none());
    let bench = harness.state_mut();
    let view = |bench: &Bench| {
        let (_, camera) = bench.controls.view(&bench.snapshot);
        (camera.eye_m, camera.forward)
    };
    let before = view(bench);
    let key =
        |key, pressed, modifiers| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    take(bench, vec![key(Key::W, true, egui::Modifiers::NONE)], false);
    let mut last = before.0;
    for _ in 0..3 {
        assert!(bench.controls.pass(0.05, &bench.snapshot));
        let (eye_m, forward) = view(bench);
        let way = eye_m - last;
        assert!(way.length() > 0.05 && way.normalize().distance(forward) < 1e-3, "{way} along {forward}");
        last = eye_m;
    }
    take(bench, vec![key(Key::W, false, egui::Modifiers::NONE)], false);
    assert!(!bench.controls.pass(0.05, &bench.snapshot));
    assert_eq!(view(bench).0, last);
    take(bench, vec![key(Key::D, true, egui::Modifiers::SHIFT)], false);
    assert!(bench.controls.pass(0.1, &bench.snapshot));
    let turned = view(bench);
    assert!(turned.0 == last && turned.1.distance(before.1) > 0.05, "on the spot");
    // Nothing goes on where it is not seen, nor while a text is typed.
    take(bench, vec![Event::WindowFocused(false)], false);
    assert!(!bench.controls.pass(0.1, &bench.snapshot));
    take(bench, vec![key(Key::A, true, egui::Modifiers::NONE)], true);
    assert!(!bench.controls.pass(0.1, &bench.snapshot));
    assert_eq!(bench.sent, [], "the world does not see it");
    press(bench, Key::F9);
    assert!(!bench.controls.eye.is_flying());
}
