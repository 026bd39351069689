//! The text of the scenario in the window, taking back, and exact solutions.

use egui::{Event, Key, Modifiers, RawInput};
use glam::DVec2;
use hydro_forces::waves::Splash;

use super::*;
use crate::sim::{Deed, World};

/// A bench on a file with comments.
fn on_file(path: &std::path::Path) -> Bench {
    let text = "# A pool with a raft.\ntitle = \"pool\"\nduration_s = 4.0 # short\n\
        grid = { cells = [40, 24], cell_size_m = 0.5 }\nwater = { level_m = 2.0 } # fresh\n\
        [body.raft]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 0.5 }\nmass_kg = 800.0\n\
        position_m = [13.0, 6.0]\n";
    std::fs::write(path, text).unwrap();
    let mut bench = Bench::new(&[]);
    bench.controls.open(path.to_string_lossy().into_owned(), Vec::new());
    bench.carry_out();
    bench.engine.carry_out(Command::Run(false));
    bench.carry_out();
    assert_eq!(bench.snapshot.opened, 2, "{:?}", bench.snapshot.log);
    bench
}

fn draft<'a>(harness: &'a mut Harness<'_, Bench>) -> &'a mut String {
    &mut harness.state_mut().controls.draft.text
}

fn replace(harness: &mut Harness<'_, Bench>, from: &str, to: &str) {
    let text = draft(harness);
    assert!(text.contains(from), "{text}");
    *text = text.replace(from, to);
    harness.run_steps(2);
}

fn bits(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_text_is_edited_started_saved_and_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.toml");
    let mut harness = window(on_file(&path));
    click(&mut harness, "Edit");
    assert_eq!(*draft(&mut harness), std::fs::read_to_string(&path).unwrap());
    replace(&mut harness, "mass_kg = 800.0", "mass_kg = 900.0 # heavier");
    harness.state_mut().controls.eye.toggle_science();
    // There are more buttons now.
    harness.run_steps(2);
    harness.get_by_label("edited");
    click(&mut harness, "Start this text");
    let scenario = harness.state().snapshot.scenario.clone().unwrap();
    assert_eq!((scenario.body["raft"].mass_kg, harness.state().snapshot.opened), (Some(900.0), 3));
    harness.get_by_label("as it runs");
    assert_eq!(
        harness.state().controls.eye.base().look,
        crate::scene::Look::Science,
        "it is looked at as before"
    );
    assert!(
        std::fs::read_to_string(&path).unwrap().contains("800.0"),
        "nothing is saved before it is asked for"
    );
    click(&mut harness, "Save");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("mass_kg = 900.0 # heavier") && saved.contains("# fresh"), "{saved}");
    std::fs::write(&path, saved.replace("900.0", "950.0")).unwrap();
    click(&mut harness, "Reload the file");
    let scenario = harness.state().snapshot.scenario.clone().unwrap();
    assert_eq!(scenario.body["raft"].mass_kg, Some(950.0));
    assert!(draft(&mut harness).contains("950.0"));
}

#[test]
fn nonsense_is_said_with_its_line_and_what_ran_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(on_file(&folder.path().join("pool.toml")));
    click(&mut harness, "Edit");
    let before = bits(harness.state().engine.world());
    for (from, to, line, says) in [
        ("mass_kg = 800.0", "mass_kg = -1.0", "line 8: ", "body.raft.mass_kg"),
        ("mass_kg = -1.0", "mas_kg = 800.0", "line ", "did you mean `mass_kg`"),
        ("mas_kg = 800.0", "mass_kg = ", "line 8", "not TOML"),
    ] {
        replace(&mut harness, from, to);
        click(&mut harness, "Start this text");
        let last = harness.state().snapshot.log.last().unwrap().clone();
        assert!(last.is_error && last.text.contains(line) && last.text.contains(says), "{last:?}");
        assert!(!last.text.trim().contains('\n'), "{last:?}");
        assert!(harness.query_all_by_label(&last.text).next().is_some(), "it is beside the text");
        assert_eq!(harness.state().snapshot.opened, 2);
        assert!(bits(harness.state().engine.world()) == before);
    }
    click(&mut harness, "Back to what runs");
    assert!(draft(&mut harness).contains("mass_kg = 800.0"));
}

#[test]
fn a_file_of_another_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.toml");
    let other = folder.path().join("other.toml");
    std::fs::write(&other, "mine").unwrap();
    let mut harness = window(on_file(&path));
    click(&mut harness, "Edit");
    for (file, says) in
        [(other.clone(), "choose another name"), (folder.path().join("no/such.toml"), "cannot be written")]
    {
        harness.state_mut().controls.draft.file = file.to_string_lossy().into_owned();
        click(&mut harness, "Save");
        let last = harness.state().snapshot.log.last().unwrap();
        assert!(last.is_error && last.text.contains(says), "{last:?}");
    }
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    // Not under its name either.
    harness.state_mut().controls.draft.file = other.to_string_lossy().into_owned();
    click(&mut harness, "Start this text");
    click(&mut harness, "Save");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    let new = folder.path().join("new.toml");
    harness.state_mut().controls.draft.file = new.to_string_lossy().into_owned();
    click(&mut harness, "Save");
    assert_eq!(std::fs::read_to_string(&new).unwrap(), std::fs::read_to_string(&path).unwrap());
}

#[test]
fn changed_parameters_go_into_the_text_with_its_comments() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(on_file(&folder.path().join("pool.toml")));
    let value = 0.75;
    harness.state_mut().controls.commands.push(Command::Set { key: "solver.tau".into(), value });
    harness.state_mut().controls.edits.insert("water.level_m".into(), 2.5);
    click(&mut harness, "Edit");
    click(&mut harness, "Write changed parameters");
    let text = draft(&mut harness).clone();
    assert!(
        text.contains("water = { level_m = 2.5 } # fresh") && text.contains("# A pool with a raft."),
        "{text}"
    );
    click(&mut harness, "Start this text");
    let scenario = harness.state().snapshot.scenario.clone().unwrap();
    assert_eq!((scenario.solver.tau, scenario.water.level_m), (0.75, 2.5));
}

#[test]
fn keys_start_and_save_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.toml");
    let mut harness = window(on_file(&path));
    harness.key_press(Key::F2);
    harness.state_mut().controls.page = Some(crate::app::controls::Page::Text);
    harness.run_steps(2);
    replace(&mut harness, "mass_kg = 800.0", "mass_kg = 700.0");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.scenario.as_ref().unwrap().body["raft"].mass_kg, Some(700.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert!(std::fs::read_to_string(&path).unwrap().contains("700.0"));
}

/// Types at the end of the text, a character a frame.
fn type_in(harness: &mut Harness<'_, Bench>, text: &str) {
    for character in text.chars() {
        harness.event(Event::Text(character.into()));
        harness.step();
    }
}

#[test]
fn what_is_typed_after_a_text_was_refused_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(on_file(&folder.path().join("pool.toml")));
    click(&mut harness, "Edit");
    harness.get_by_label("text of the scenario").focus();
    harness.step();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::End);
    harness.step();
    type_in(&mut harness, "mas");
    for letter in ["b", "q"] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
        harness.run_steps(3);
        assert!(harness.state().snapshot.log.last().unwrap().is_error);
        assert!(harness.ctx.egui_wants_keyboard_input(), "keys are commands");
        type_in(&mut harness, letter);
    }
    assert!(draft(&mut harness).ends_with("masbq"), "{}", draft(&mut harness));
}

#[test]
fn edits_are_not_lost_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(on_file(&folder.path().join("pool.toml")));
    let asks = "Q again closes";
    let quits = |harness: &mut Harness<'_, Bench>| {
        super::keys::press(harness.state_mut(), Key::Q);
        harness.run_steps(2);
        let requests: Vec<_> = harness.state_mut().controls.requests.drain(..).collect();
        let is_asked = harness.query_by_label_contains(asks).is_some();
        assert_eq!(is_asked, requests.is_empty());
        !is_asked
    };
    assert!(quits(&mut harness));
    click(&mut harness, "Edit");
    assert!(quits(&mut harness), "nothing was typed");
    replace(&mut harness, "mass_kg = 800.0", "mass_kg = 700.0");
    assert!(!quits(&mut harness));
    // Something else was done meanwhile.
    super::keys::press(harness.state_mut(), Key::I);
    harness.run_steps(2);
    assert!(harness.query_by_label_contains(asks).is_none());
    // Started, it is in no file yet.
    click(&mut harness, "Start this text");
    assert!(!quits(&mut harness));
    let window_button = |harness: &mut Harness<'_, Bench>| {
        let bench = harness.state_mut();
        bench.controls.may_close(&bench.snapshot)
    };
    assert!(window_button(&mut harness), "it was asked");
    click(&mut harness, "Save");
    harness.state_mut().controls.asks_to_close = false;
    assert!(window_button(&mut harness) && quits(&mut harness), "it is in a file");
    replace(&mut harness, "mass_kg = 700.0", "mass_kg = 600.0");
    assert!(!window_button(&mut harness));
    click(&mut harness, "Back to what runs");
    harness.state_mut().controls.asks_to_close = false;
    assert!(quits(&mut harness));
}

fn undo(bench: &mut Bench) {
    let key = Event::Key {
        key: Key::Z,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    let mut input = RawInput { events: vec![key], ..RawInput::default() };
    bench.controls.take_keys(&mut input, &bench.snapshot, false);
    bench.carry_out();
}

fn go(bench: &mut Bench, step: u64) {
    bench.controls.commands.push(Command::Seek(step));
    bench.carry_out();
    assert_eq!(bench.snapshot.step, step);
}

fn splash(x: f64) -> Command {
    Command::Do(Deed::Splash(Splash { center_m: DVec2::new(x, 4.0), radius_m: 1.6, froude: 0.2 }))
}

/// A change of each kind is taken back: the world is that in which it was never done, to the bit.
#[test]
fn what_was_done_is_taken_back_one_by_one() {
    let mut bench = Bench::new(&[]);
    let pull = |target_m: Option<[f64; 3]>| {
        Command::Do(Deed::Pull(target_m.map(|target_m| crate::sim::Pull {
            body: "raft".into(),
            body_point_m: glam::DVec3::ZERO,
            target_m: glam::DVec3::from_array(target_m),
        })))
    };
    let helm = crate::sim::Helm { thrust: Some(-0.5), angle_deg: None };
    let deeds: [(&str, Vec<Command>); 4] = [
        ("the splash", vec![splash(9.0)]),
        ("steering", vec![Command::Do(Deed::Steer { body: "boat".into(), helm })]),
        ("the pull", vec![pull(Some([14.0, 8.0, 2.2])), pull(Some([15.0, 8.0, 2.2])), pull(None)]),
        ("the parameter", vec![Command::Set { key: "solver.tau".into(), value: 0.8 }]),
    ];
    let mut before = Vec::new();
    for (k, (_, commands)) in deeds.iter().enumerate() {
        go(&mut bench, 20 * (k as u64 + 1));
        before.push(bits(bench.engine.world()));
        for command in commands {
            bench.controls.commands.push(command.clone());
            bench.carry_out();
            let next = bench.snapshot.step + 1;
            go(&mut bench, next);
        }
    }
    go(&mut bench, 100);
    for (k, (label, _)) in deeds.iter().enumerate().rev() {
        assert_eq!(bench.snapshot.undo, Some(*label));
        undo(&mut bench);
        let step = 20 * (k as u64 + 1);
        assert_eq!((bench.snapshot.step, &bench.snapshot.state), (step, &State::Paused), "{label}");
        assert!(bits(bench.engine.world()) == before[k], "{label}");
        assert_eq!(bench.snapshot.span, [0, step], "{label}");
    }
    assert_eq!((bench.snapshot.undo, bench.engine.deeds()), (None, &[][..]));
    let tau = bench.engine.world().parameter("solver.tau");
    assert_eq!(tau, World::new(&pool(&[])).unwrap().parameter("solver.tau"));
}

#[test]
fn of_two_at_one_step_the_last_alone_is_taken_back() {
    let mut bench = Bench::new(&[]);
    go(&mut bench, 40);
    bench.controls.commands.push(splash(9.0));
    bench.carry_out();
    let one = bits(bench.engine.world());
    bench.controls.commands.push(splash(12.0));
    bench.carry_out();
    undo(&mut bench);
    assert!(bits(bench.engine.world()) == one);
    undo(&mut bench);
    let mut world = World::new(&pool(&[])).unwrap();
    (0..40).for_each(|_| _ = world.step());
    assert!(bits(bench.engine.world()) == bits(&world));
}

#[test]
fn gauges_and_scenarios_come_back() {
    let mut harness = window(Bench::new(&[]));
    harness.state_mut().controls.commands.push(Command::PlaceGauge(DVec2::new(4.0, 4.0)));
    harness.state_mut().controls.commands.push(Command::Seek(33));
    harness.run_steps(2);
    let before = bits(harness.state().engine.world());
    harness.state_mut().controls.open("floating".into(), Vec::new());
    harness.run_steps(2);
    assert_eq!(harness.state().snapshot.scenario.as_ref().unwrap().origin.name, "floating");
    click(&mut harness, "Undo");
    let snapshot = &harness.state().snapshot;
    assert_eq!((snapshot.scenario.as_ref().unwrap().title.as_str(), snapshot.step), ("pool", 33));
    assert_eq!((snapshot.gauges.len(), snapshot.undo), (2, Some("gauges")));
    assert!(bits(harness.state().engine.world()) == before);
    click(&mut harness, "Undo");
    assert_eq!((harness.state().snapshot.gauges.len(), harness.state().snapshot.undo), (1, None));
}

#[test]
fn the_exact_solution_is_beside_the_run_until_a_hand_is_in_it() {
    let mut bench = Bench::new(&[]);
    assert!(!bench.snapshot.has_exact);
    let changes = vec!["grid.cells=[200, 12]".into(), "gauge=".into()];
    bench.controls.open("dam-break-full".into(), changes);
    bench.carry_out();
    bench.engine.carry_out(Command::Run(false));
    let mut harness = window(bench);
    click(&mut harness, "Help");
    harness.get_by_label("the exact solution over the water");
    click(&mut harness, "Help");
    harness.state_mut().controls.commands.push(Command::Seek(60));
    harness.run_steps(2);
    click(&mut harness, "Curves");
    let exact = harness.state().snapshot.exact.clone();
    let percent = 100.0 * exact.mean_error_m / exact.scale_m;
    assert!((0.05..0.8).contains(&percent), "{percent}");
    assert!(
        harness.query_all_by_label_contains(&format!("error: {percent:.2} % in the mean")).next().is_some()
    );
    assert!(harness.state().controls.shows_exact);
    click(&mut harness, "Exact");
    assert!(!harness.state().controls.shows_exact);
    harness.state_mut().controls.commands.push(splash(9.0));
    harness.run_steps(2);
    assert!(!harness.state().snapshot.has_exact);
    assert!(harness.query_by_label("Exact").is_none());
}
