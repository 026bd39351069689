//! Every button, slider and page does what it says.

use egui_kittest::kittest::NodeT;

use super::*;
use crate::app::camera::Preset;
use crate::app::controls::{Page, Request, Tool};
use crate::app::panels::fine;
use crate::app::session::{Quantity, Speed};
use crate::sim::{Deed, Helm, Replay};

#[test]
fn looking_at_the_panels_does_nothing() {
    let mut harness = window(Bench::new(&[]));
    for page in Page::ALL {
        harness.state_mut().controls.page = Some(page);
        harness.run_steps(3);
    }
    harness.state_mut().controls.shows_help = true;
    harness.run_steps(3);
    assert_eq!(harness.state().sent, []);
    assert_eq!(harness.state().snapshot.step, 0);
}

#[test]
fn the_clock_runs_pauses_steps_and_starts_over() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Step");
    click(&mut harness, "Step");
    assert_eq!(harness.state().snapshot.step, 2);
    click(&mut harness, "Back");
    assert_eq!((harness.state().snapshot.step, &harness.state().snapshot.state), (1, &State::Paused));
    click(&mut harness, "Run");
    assert_eq!(harness.state().snapshot.state, State::Running);
    click(&mut harness, "Pause");
    assert_eq!(harness.state().snapshot.state, State::Paused);
    click(&mut harness, "Restart");
    assert_eq!((harness.state().snapshot.step, &harness.state().snapshot.state), (0, &State::Running));
    assert_eq!(harness.state().snapshot.span, [0, 0]);
    click(&mut harness, "Loop");
    assert!(harness.state().snapshot.loops);
    click(&mut harness, "Loop");
    assert!(!harness.state().snapshot.loops);
}

#[test]
fn speeds_are_chosen_by_name() {
    let mut harness = window(Bench::new(&[]));
    for speed in Speed::ALL {
        click(&mut harness, &speed.label());
        assert_eq!(harness.state().snapshot.speed, Some(speed));
    }
}

#[test]
fn the_time_slider_goes_to_the_past() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.commands.push(Command::Seek(40));
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.step, 40);
    let slider = |harness: &Harness<'_, Bench>| -> f64 {
        harness
            .get_by_role_and_label(egui::accesskit::Role::Slider, "time")
            .accesskit_node()
            .numeric_value()
            .unwrap()
    };
    assert_eq!(slider(&harness), 40.0);
    harness.get_by_role_and_label(egui::accesskit::Role::Slider, "time").set_value_accesskit(7.0);
    harness.run_steps(3);
    assert_eq!((harness.state().snapshot.step, slider(&harness)), (7, 7.0));
    assert_eq!(harness.state().snapshot.span, [0, 40]);
}

#[test]
fn views_and_tools_are_chosen_by_name() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, Preset::Top.label());
    assert!(harness.state().controls.eye.is_from_above());
    click(&mut harness, Preset::Home.label());
    assert!(!harness.state().controls.eye.is_from_above());
    click(&mut harness, Preset::Astern.label());
    assert_eq!(harness.state().controls.eye.follows(), Some("boat"));
    click(&mut harness, "Follow");
    assert_eq!(harness.state().controls.eye.follows(), None);
    for tool in Tool::ALL {
        click(&mut harness, tool.label()[0]);
        assert_eq!(harness.state().controls.tool, tool);
    }
}

#[test]
fn the_helm_shows_the_schedule_is_moved_and_given_back() {
    let mut harness = window(Bench::new(&[]));
    let role = egui::accesskit::Role::Slider;
    let value = |harness: &Harness<'_, Bench>, name| {
        harness.get_by_role_and_label(role, name).accesskit_node().numeric_value().unwrap()
    };
    assert_eq!((value(&harness, "thrust"), value(&harness, "rudder")), (60.0, 4.0));
    harness.get_by_label("Helm: as scheduled");
    harness.get_by_role_and_label(role, "rudder").set_value_accesskit(-20.0);
    harness.run_steps(3);
    // The thrust goes on as scheduled.
    let helm = Helm { thrust: None, angle_deg: Some(-20.0) };
    assert_eq!(harness.state().sent, [Command::Do(Deed::Steer { body: "boat".into(), helm })]);
    assert_eq!((value(&harness, "thrust"), value(&harness, "rudder")), (60.0, -20.0));
    harness.get_by_role_and_label(role, "thrust").set_value_accesskit(-50.0);
    harness.run_steps(3);
    assert_eq!(harness.state().snapshot.propelled[0].1.thrust, -0.5);
    harness.get_by_label("Helm: by hand");
    click(&mut harness, "Back to the schedule");
    assert_eq!((value(&harness, "thrust"), value(&harness, "rudder")), (60.0, 4.0));
    harness.get_by_label("Helm: as scheduled");
}

/// In a replay the hand is that of who recorded it.
#[test]
fn the_helm_of_a_replay_says_who_steers() {
    let helm = |thrust, angle_deg| Deed::Steer { body: "boat".into(), helm: Helm { thrust, angle_deg } };
    let deeds = vec![(10, helm(Some(-0.3), Some(12.0))), (30, helm(None, None))];
    let replay = Replay { scenario: pool(&[]), deeds, steps: 40 };
    let mut harness = window(Bench::of(Engine::of_replay(replay).unwrap()));
    for (step, title, line) in [
        (5, "Helm: as scheduled", "helm 60 %, 4° (scheduled)"),
        (20, "Helm: by hand", "helm -30 %, 12° (by hand)"),
        (35, "Helm: as scheduled", "helm 60 %, 4° (scheduled)"),
    ] {
        harness.state_mut().controls.commands.push(Command::Seek(step));
        harness.run_steps(3);
        assert!(harness.query_by_label(title).is_some(), "step {step}: {title}");
        assert!(harness.query_by_label_contains(line).is_some(), "step {step}: {line}");
    }
}

#[test]
fn readings_are_those_of_the_chosen_body() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.choose(Some("raft".into()));
    harness.state_mut().controls.commands.push(Command::Seek(20));
    harness.run_steps(3);
    let snapshot = harness.state().snapshot.clone();
    let raft = snapshot.bodies.iter().find(|body| body.name == "raft").unwrap();
    assert_eq!(snapshot.chosen.as_deref(), Some("raft"));
    for quantity in Quantity::ALL {
        let [name, unit] = quantity.label();
        harness.get_by_label(name);
        let value = quantity.of(raft);
        let degrees = || format!("{value:.3}°").replace("-0.000", "0.000");
        let value = if unit == "°" { degrees() } else { fine(value, unit) };
        assert!(harness.query_all_by_label(&value).next().is_some(), "{name}: {value}");
    }
    assert!(harness.query_by_label("Helm: as scheduled").is_none(), "a raft has no helm");
    click(&mut harness, "Readings");
    assert!(harness.query_by_label("heel").is_none());
}

#[test]
fn pages_open_and_close_and_hold_the_books() {
    let mut harness = window(Bench::new(&[]));
    for page in Page::ALL {
        click(&mut harness, page.label());
        assert_eq!(harness.state().controls.page, Some(page));
    }
    click(&mut harness, "Books");
    let mass = harness.state().snapshot.books.mass;
    harness.get_by_label(&format!("{:+.1e}", mass.residual_relative()));
    harness.get_all_by_label(&format!("{:.4} m³", mass.final_m3)).next().unwrap();
    harness.get_by_label("from outside");
    click(&mut harness, "Close");
    assert_eq!(harness.state().controls.page, None);
}

#[test]
fn parameters_are_taken_at_a_new_start_and_put_back() {
    // A shipped scenario, for it is read again.
    let mut bench = Bench::new(&[]);
    let changes = vec!["grid.cells=[80, 60]".into()];
    bench.controls.open("floating".into(), changes);
    bench.carry_out();
    bench.engine.carry_out(Command::Run(false));
    bench.carry_out();
    let mut harness = window(bench);
    click(&mut harness, "Parameters");
    let before_kg = harness.state().snapshot.scenario.as_ref().unwrap().body["boat"].mass_kg.unwrap();
    let slider = egui::accesskit::Role::Slider;
    let label = "body.boat.mass_kg (kg)";
    harness.get_by_role_and_label(slider, label).set_value_accesskit(0.5 * before_kg);
    harness.run_steps(3);
    assert_eq!(harness.state().snapshot.opened, 2, "nothing happens before it is asked for");
    click(&mut harness, "Start over with these");
    let snapshot = &harness.state().snapshot;
    let scenario = snapshot.scenario.clone().unwrap();
    assert_eq!(scenario.body["boat"].mass_kg, Some(0.5 * before_kg));
    assert_eq!(scenario.grid.cells, [80, 60], "other changes are kept");
    assert_eq!((snapshot.opened, snapshot.step), (3, 0));
    harness.state_mut().engine.carry_out(Command::Run(false));
    click(&mut harness, "As in the file");
    let scenario = harness.state().snapshot.scenario.clone().unwrap();
    assert_eq!(scenario.body["boat"].mass_kg, Some(before_kg));
}

#[test]
fn scenarios_are_opened_by_name_and_what_is_wrong_is_said() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Scenarios");
    harness.state_mut().controls.path = "missing.toml".into();
    harness.run_steps(2);
    click(&mut harness, "Open");
    assert_eq!(harness.state().snapshot.opened, 1);
    click(&mut harness, "Messages (1)");
    let text = harness.state().snapshot.log[0].text.clone();
    assert!(text.contains("missing.toml"), "{text}");
    harness.get_by_label(&text);
    click(&mut harness, "Scenarios");
    click(&mut harness, "floating");
    let snapshot = &harness.state().snapshot;
    assert_eq!(snapshot.scenario.as_ref().unwrap().origin.name, "floating");
    assert_eq!(harness.state().controls.chosen.as_deref(), Some("boat"));
}

#[test]
fn a_fault_is_said_with_its_remedy_and_the_way_back() {
    let mut bench = Bench::new(&BREAKING);
    bench.controls.commands.push(Command::Seek(500));
    bench.carry_out();
    let State::Faulty(fault) = bench.snapshot.state.clone() else { panic!("{:?}", bench.snapshot.state) };
    let mut harness = window(bench);
    harness.get_by_label(&fault.cause);
    harness.get_by_label(&fault.remedy);
    // It stands over the picture, beside an open page, and leaves what is written at its bottom.
    let (good, good_s) = fault.good;
    let back = format!("Back to the last good state (t = {good_s:.2} s, {} steps before)", fault.step - good);
    harness.state_mut().controls.page = Some(Page::Messages);
    harness.run_steps(4);
    let [picture, card] = ["picture", &back].map(|name| harness.get_by_label(name).rect());
    assert!(picture.contains_rect(card) && card.max.y < picture.max.y - 60.0, "{card:?} in {picture:?}");
    // Wherever the fault is marked, the card is on the other side of the middle.
    for down in [0.9, 0.1, 0.6] {
        let Bench { snapshot, controls, .. } = harness.state_mut();
        let at = |controls: &Controls| {
            let (view, camera) = controls.view(snapshot);
            let cell_m = fault.cell_m.map(|at_m| at_m.as_vec2().extend(snapshot.scene.water.still_level_m));
            (camera.project(cell_m.unwrap(), view.size).unwrap(), glam::UVec2::from(view.size).as_vec2())
        };
        for _ in 0..12 {
            let (place, size) = at(controls);
            controls.eye.pan(size * glam::Vec2::new(0.5, down) - place, &snapshot.scene, controls.size);
        }
        let (place, size) = at(controls);
        assert!((place.y / size.y - down).abs() < 0.05, "{place} in {size}");
        harness.run_steps(3);
        let [picture, card] = ["picture", &back].map(|name| harness.get_by_label(name).rect());
        assert_eq!(card.center().y < picture.center().y, down > 0.5, "{card:?} in {picture:?}, {down}");
    }
    // Nothing is done to it until it has gone back.
    let tau = harness.state().engine.world().parameter("solver.tau").unwrap();
    harness.state_mut().controls.commands.push(Command::Set { key: "solver.tau".into(), value: tau + 0.1 });
    harness.run_steps(2);
    assert_eq!(harness.state().engine.world().parameter("solver.tau"), Some(tau));
    click(&mut harness, &back);
    let snapshot = &harness.state().snapshot;
    assert_eq!((snapshot.step, &snapshot.state), (fault.good.0, &State::Paused));
    assert!(harness.query_by_label(&fault.cause).is_none());
}

#[test]
fn files_themes_names_and_help_have_buttons() {
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Screenshot");
    click(&mut harness, "Record");
    assert_eq!(harness.state().controls.requests, [Request::Screenshot, Request::Record]);
    click(&mut harness, "Dark");
    assert!(harness.state().controls.is_dark);
    let bench = harness.state();
    assert!(bench.controls.view(&bench.snapshot).0.dark, "the picture of a field is dark too");
    click(&mut harness, "Light");
    assert!(!harness.state().controls.is_dark);
    click(&mut harness, "Names");
    assert!(harness.state().controls.shows_names);
    click(&mut harness, "Help");
    harness.get_by_label("give the helm back to the schedule");
    assert!(harness.query_by_label("back to the last good state").is_none(), "there is no fault");
    harness.state_mut().controls.choose(Some("raft".into()));
    harness.run_steps(3);
    assert!(harness.query_by_label("give the helm back to the schedule").is_none());
}

/// One switch for panels and picture, also where the scenario is dark from the start.
#[test]
fn the_theme_is_that_of_panels_and_picture() {
    let mut harness = window(Bench::new(&["view.dark=true"]));
    for (name, dark) in [("Light", false), ("Dark", true)] {
        click(&mut harness, name);
        let bench = harness.state();
        assert_eq!(bench.controls.view(&bench.snapshot).0.dark, dark);
        assert_eq!(harness.ctx.theme() == egui::Theme::Dark, dark);
    }
}

/// What a typed path names is taken as a dropped file is, and what is typed next is text, too.
#[test]
fn a_mesh_is_opened_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hull.stl");
    std::fs::write(&path, b"solid \xff").unwrap();
    let mut harness = window(Bench::new(&[]));
    click(&mut harness, "Scenarios");
    let field = harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "file");
    field.focus();
    harness.run_steps(2);
    let path = path.to_string_lossy().into_owned();
    harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "file").type_text(&path);
    harness.run_steps(2);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    let body = crate::app::session::NewBody::Mesh(path);
    assert!(matches!(&harness.state().sent[..], [Command::Add { body: of, .. }] if *of == body));
    let line = harness.state().snapshot.log.last().unwrap().text.clone();
    assert!(line.contains("hull.stl") && !line.contains("UTF-8"), "{line}");
    assert!(harness.ctx.egui_wants_keyboard_input(), "keys are letters as long as a text is typed");
}

/// Presses a key, as the window hands it to the controls.
fn press_key(harness: &mut Harness<'_, Bench>, key: egui::Key) {
    super::keys::press(harness.state_mut(), key);
    harness.run_steps(3);
}

/// A body that leaves the domain is told of below the picture, and whole on the page of messages with what to do.
#[test]
fn a_body_that_leaves_is_told_of_with_the_way_back() {
    let mut bench = Bench::new(&[
        "body.raft.position_m=[1.5, 6.0]",
        "sides.west={kind=\"sponge\", width_m=1.0}",
        "body.raft.velocity_m_s=[-3.0, 0.0, 0.0]",
    ]);
    bench.go(Command::Seek(120));
    let mut warnings = bench.snapshot.log.iter().filter(|line| line.is_warning);
    let text = warnings.next_back().unwrap().text.clone();
    assert!(text.starts_with("body.raft: left the domain"), "{text}");
    let mut harness = window(bench);
    harness.get_by_label_contains("·  body.raft: left the domain");
    harness.get_by_label_contains(" (M)");
    // The page of messages has all of it, with the ways back, which lead there.
    press_key(&mut harness, egui::Key::M);
    let line = harness.get_by_label(&text);
    assert!(line.rect().height() > 30.0, "it is wrapped: {:?}", line.rect());
    for way in ["slider of time", "keys , and PageUp", "R to the start", "grid.cells"] {
        assert!(text.contains(way), "{text} does not name {way}");
    }
    let x_m = |harness: &Harness<'_, Bench>| harness.state().snapshot.bodies[1].position_m.x;
    assert!(x_m(&harness) < 0.0, "{}", x_m(&harness));
    for _ in 0..20 {
        press_key(&mut harness, egui::Key::PageUp);
    }
    assert!(x_m(&harness) > 0.0, "{}", x_m(&harness));
    press_key(&mut harness, egui::Key::R);
    assert!(harness.query_by_label(&text).is_none(), "from the start on it has not happened");
}

/// What the world has said of a future that was taken back is forgotten, what was done or refused is not.
#[test]
fn messages_of_a_future_that_is_no_more_go_with_it() {
    let mut bench =
        Bench::new(&["body.raft.position_m=[1.5, 6.0]", "sides.west={kind=\"sponge\", width_m=1.0}"]);
    bench.go(Command::Seek(10));
    let before = bench.snapshot.log.len();
    let pull = crate::sim::Pull {
        body: "raft".into(),
        body_point_m: glam::DVec3::ZERO,
        target_m: glam::DVec3::new(-9.0, 6.0, 2.2),
    };
    bench.go(Command::Do(Deed::Pull(Some(pull))));
    bench.go(Command::Seek(400));
    let left = |bench: &Bench| bench.snapshot.log.iter().any(|line| line.text.contains("left the domain"));
    assert!(left(&bench), "{:?}", bench.snapshot.log);
    bench.go(Command::Open { name: "missing.toml".into(), changes: Vec::new() });
    bench.go(Command::Seek(20));
    assert!(left(&bench), "the future is still there");
    bench.go(Command::Undo);
    assert!(!left(&bench) && bench.snapshot.log.len() == before + 1, "{:?}", bench.snapshot.log);
}

#[test]
fn the_status_line_says_what_runs_from_the_first_frame() {
    let harness = window(Bench::new(&[]));
    harness.get_by_label_contains("H help");
    let lines = harness.query_all_by_label_contains("t = 0.00 s, step 0");
    let text = |node: egui_kittest::Node<'_>| node.value().or(node.accesskit_node().label()).unwrap();
    let all: Vec<String> = lines.map(text).collect();
    let [line] = &all[..] else { panic!("{all:?}") };
    for part in ["pool.toml", "t = 0.00 s", "paused", "helm 60 %, 4° (scheduled)", "CPU, 30 pictures/s"] {
        assert!(line.contains(part), "{line:?} does not say {part:?}");
    }
}
