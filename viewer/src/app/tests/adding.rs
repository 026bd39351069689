//! Bodies that are put on the water.

use super::*;
use crate::app::session::{KINDS, NewBody};

/// A box of 400 × 200 × 100 units as OBJ, without its lid.
fn open_box() -> String {
    let mut text = String::new();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", 400 * (k & 1), 200 * (k >> 1 & 1), 100 * (k >> 2));
    }
    for face in ["1 3 4 2", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"] {
        text += &format!("f {face}\n");
    }
    text
}

#[test]
fn a_mesh_that_is_dropped_is_repaired_scaled_and_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("My Hull.obj");
    std::fs::write(&path, open_box()).unwrap();
    let mut harness = window(Bench::new(&[]));
    let snapshot = harness.state().snapshot.clone();
    harness.state_mut().controls.take_file(&path, &snapshot);
    harness.run_steps(2);
    let snapshot = harness.state().snapshot.clone();
    let scenario = snapshot.scenario.clone().unwrap();
    let body = scenario.body.get("my-hull").unwrap_or_else(|| panic!("{:?}", snapshot.log));
    assert_eq!((body.mesh_scale, scenario.body.len(), snapshot.step), (0.01, 3, 0));
    // Half the density of the water.
    assert!((body.mass_kg.unwrap() - 0.5 * 4.0 * 2.0 * 1.0 * 1000.0).abs() < 1.0, "{:?}", body.mass_kg);
    let said = &snapshot.log.last().unwrap().text;
    for part in ["body.my-hull", "scaled by 0.01", "4.00 m long", "4000 kg, at ", "hole", "Ctrl Z"] {
        assert!(said.contains(part), "{said:?} does not say {part:?}");
    }
    // It is news, and no warning.
    harness.get_by_label_contains("·  body.my-hull: ");
    harness.get_by_label_contains("Messages (").click();
    harness.run_steps(3);
    assert!(harness.query_all_by_label("t = 0.00 s").next().is_some());
    click(&mut harness, "Undo");
    assert_eq!(harness.state().snapshot.scenario.as_ref().unwrap().body.len(), 2);
}

/// Of each file that was dropped: its name, what is wrong with it, what can be dropped in its place.
#[test]
fn what_cannot_be_opened_is_said_with_what_can_and_what_ran_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(&[]);
    let replay = folder.path().join("whole.replay");
    bench.go(Command::SaveReplay(replay.clone()));
    let half = std::fs::read(replay).unwrap()[..100].to_vec();
    std::fs::create_dir(folder.path().join("hulls")).unwrap();
    let noise: Vec<u8> = (0..999u32).map(|k| (k * k / 7) as u8).collect();
    for (name, content, wrong) in [
        ("broken.stl", &b"solid"[..], "is no sound STL file"),
        ("junk.stl", &noise, "STL"),
        ("empty.obj", b"", "no triangle"),
        ("noise.glb", &noise, "as that of a GLB file does"),
        ("absent.glb", b"", "cannot be read"),
        ("part.step", b"ISO-10303-21;", "named .step cannot be opened"),
        ("scan.ply", b"ply\nformat ascii 1.0\n", "named .ply cannot be opened"),
        ("notes.txt", b"a note", "named .txt cannot be opened"),
        ("cut.replay", &half, "cut"),
        ("hulls", b"", "is a folder"),
    ] {
        let path = folder.path().join(name);
        if !name.starts_with("absent") && name != "hulls" {
            std::fs::write(&path, content).unwrap();
        }
        let before = bench.snapshot.log.len();
        bench.controls.take_file(&path, &bench.snapshot);
        bench.carry_out();
        let [said] = &bench.snapshot.log[before..] else { panic!("{name}: {:?}", bench.snapshot.log) };
        for part in [name, wrong, KINDS] {
            assert!(said.is_error && said.text.contains(part), "{name}: {said:?} does not say {part:?}");
        }
        assert!(!said.text.contains("TOML"), "{said:?}");
        assert_eq!(bench.snapshot.opened, 1);
    }
    let path = folder.path().join("pond.toml");
    std::fs::write(&path, "title = 3").unwrap();
    bench.controls.take_file(&path, &bench.snapshot);
    bench.carry_out();
    assert!(bench.snapshot.log.last().unwrap().text.contains("pond.toml"));
}

#[test]
fn parameters_that_were_changed_while_it_ran_stay_when_a_box_is_added() {
    let mut bench = Bench::new(&[]);
    bench.controls.commands.push(Command::Set { key: "solver.tau".into(), value: 0.71 });
    bench.controls.commands.push(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(4.0, 2.5) });
    bench.carry_out();
    let scenario = bench.snapshot.scenario.clone().unwrap();
    assert_eq!((scenario.body.len(), scenario.solver.tau), (3, 0.71), "{:?}", bench.snapshot.log);
    assert_eq!(bench.engine.world().parameter("solver.tau"), Some(0.71));
}

#[test]
fn a_remedy_tells_the_parameters_as_they_are() {
    let mut bench = Bench::new(&BREAKING);
    bench.controls.commands.push(Command::Set { key: "solver.tau".into(), value: 0.53 });
    bench.controls.commands.push(Command::Seek(500));
    bench.carry_out();
    let State::Faulty(fault) = &bench.snapshot.state else { panic!("{:?}", bench.snapshot.state) };
    assert!(fault.remedy.contains("solver.tau = 0.53 "), "{}", fault.remedy);
}

#[test]
fn boxes_are_put_where_they_are_clicked_and_stay_in_the_text() {
    let mut bench = Bench::new(&[]);
    bench.controls.commands.push(Command::StartWith(vec!["body.raft.mass_kg=900".into()]));
    bench.carry_out();
    bench.engine.carry_out(Command::Run(false));
    for (k, x) in [4.0, 9.0].into_iter().enumerate() {
        bench.controls.commands.push(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(x, 2.5) });
        bench.carry_out();
        assert_eq!(bench.snapshot.scenario.as_ref().unwrap().body.len(), 3 + k, "{:?}", bench.snapshot.log);
    }
    let scenario = bench.snapshot.scenario.clone().unwrap();
    assert_eq!(scenario.body["box-2"].position_m.x_m, 9.0);
    assert_eq!(scenario.body["raft"].mass_kg, Some(900.0));
    assert!(bench.snapshot.text.contains("[body.box-2]"), "{}", bench.snapshot.text);
    // It floats.
    bench.controls.commands.push(Command::Seek(50));
    bench.carry_out();
    let floats = bench.snapshot.bodies.iter().find(|body| body.name == "box-2").unwrap();
    let volume_m3 = scenario.body["box-2"].mass_kg.unwrap() / 1000.0;
    assert!((floats.submerged_volume_m3 / volume_m3 - 1.0).abs() < 0.1, "{floats:?}");
}

/// Over another body, or beside the water, it is put at the nearest place where there is room, and that is said; as one that runs has it.
#[test]
fn a_body_is_put_where_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("hull.obj");
    std::fs::write(&mesh, open_box()).unwrap();
    let mesh = NewBody::Mesh(mesh.to_string_lossy().into_owned());
    for step in [0, 30] {
        let mut bench = Bench::new(&[]);
        bench.go(Command::Seek(step));
        let boat_m = bench.snapshot.bodies[0].position_m.truncate();
        let corner_m = glam::DVec2::new(-3.0, 2.5);
        for (k, (body, at_m, reach_m)) in [
            (&mesh, boat_m, [2.0, 1.0]),
            (&NewBody::Box, corner_m, [1.0, 0.5]),
            (&NewBody::Box, boat_m, [1.0, 0.5]),
        ]
        .into_iter()
        .enumerate()
        {
            bench.go(Command::Add { body: body.clone(), at_m });
            let said = bench.snapshot.log.last().unwrap().clone();
            assert_eq!(bench.snapshot.bodies.len(), 3 + k, "{said:?}");
            assert!(!said.is_error && said.text.contains("the free place nearest to"), "{said:?}");
            assert!(!bench.snapshot.log.iter().any(|line| line.text.contains("inside body")), "{said:?}");
            let names = ["hull", "box", "box-2"];
            let place = &bench.snapshot.scenario.as_ref().unwrap().body[names[k]].position_m;
            assert!(said.text.contains(&format!("at {:.2}, {:.2} m", place.x_m, place.y_m)), "{said:?}");
            let [x, y] = reach_m;
            assert!((x..=20.0 - x).contains(&place.x_m) && (y..=12.0 - y).contains(&place.y_m), "{said:?}");
            // As near as it may be: half of both, a cell apart, and the cells that are partly covered.
            let away_m = glam::DVec2::new(place.x_m, place.y_m).distance(at_m);
            assert!(away_m < 6.5, "{said:?}");
        }
    }
}

/// Where there is no room at all, it is said with what helps.
#[test]
fn a_body_that_has_no_room_is_refused_in_words_of_the_window() {
    let mut bench = Bench::new(&[
        "body.raft.hull.length_m=18.0",
        "body.raft.hull.beam_m=11.0",
        "body.raft.position_m=[10, 6]",
    ]);
    bench.go(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(10.0, 6.0) });
    let last = bench.snapshot.log.last().unwrap();
    assert!(last.is_error && last.text.contains("body.box: no place of 2.00 × 1.00 m is free"), "{last:?}");
    assert!(last.text.contains("Edit, F2"), "{last:?}");
    assert_eq!(bench.snapshot.bodies.len(), 2);
}

/// The run goes on with a body that is put in; the past is still there, and a replay plays it with the same bits.
#[test]
fn a_body_that_is_put_in_while_it_runs_joins_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(&[]);
    bench.go(Command::Set { key: "solver.tau".into(), value: 0.71 });
    bench.go(Command::Seek(45));
    let boat = bench.engine.world().propelled().next().unwrap().0.to_owned();
    let helm = crate::sim::Helm { thrust: Some(0.4), angle_deg: Some(5.0) };
    bench.go(Command::Do(crate::sim::Deed::Steer { body: boat, helm }));
    bench.go(Command::Seek(60));
    let (without, text) = (bench.engine.world().checkpoint(), bench.snapshot.text.clone());
    for x in [4.0, 9.0] {
        bench.controls.commands.push(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(x, 2.5) });
    }
    bench.carry_out();
    let snapshot = &bench.snapshot;
    assert_eq!((snapshot.step, snapshot.opened, snapshot.bodies.len()), (60, 1, 4), "{:?}", snapshot.log);
    let scenario = snapshot.scenario.clone().unwrap();
    let entered = |name: &str| scenario.body[name].enters_at_s.unwrap() / snapshot.time_step_s;
    assert!(
        (entered("box") - 60.0).abs() < 1e-9 && (entered("box-2") - 60.01).abs() < 1e-9,
        "{:?}",
        scenario.body
    );
    let said = &snapshot.log.last().unwrap().text;
    assert!(
        said.contains("body.box-2") && said.contains("enters at t = ") && said.contains("Ctrl Z"),
        "{said}"
    );
    bench.go(Command::Seek(150));
    let after = bench.engine.world().checkpoint();
    // The past, in which it is not, and on from there.
    bench.go(Command::Seek(50));
    assert_eq!(bench.engine.world().body_count(), 2);
    bench.go(Command::Seek(150));
    assert!(bench.engine.world().checkpoint() == after, "the future has other bits");
    let path = folder.path().join("boxes.replay");
    bench.go(Command::SaveReplay(path.clone()));
    let replay = crate::sim::Replay::read(&path).unwrap();
    let mut world = crate::sim::World::new(&replay.scenario).unwrap();
    replay.play(&mut world, 150);
    assert!(world.checkpoint() == after, "the replay has other bits");
    // Taken back one after the other.
    for (left, step) in [(3, 60), (2, 60)] {
        bench.controls.commands.push(Command::Undo);
        bench.carry_out();
        assert_eq!(
            (bench.snapshot.step, bench.snapshot.bodies.len()),
            (step, left),
            "{:?}",
            bench.snapshot.log
        );
    }
    assert_eq!(bench.snapshot.text, text);
    assert!(bench.engine.world().checkpoint() == without, "another world is left");
    assert_eq!(bench.engine.world().parameter("solver.tau"), Some(0.71));
    assert_eq!(bench.engine.deeds().len(), 2);
}

/// Restarted it comes again at its time; where the run has stopped, it is said.
#[test]
fn a_body_that_is_put_in_stays_in_the_scenario() {
    let mut bench = Bench::new(&[]);
    let add = |x: f64, y: f64| Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(x, y) };
    bench.go(Command::Seek(40));
    for command in [add(4.0, 2.5), Command::Seek(60)] {
        bench.go(command);
    }
    assert_eq!(bench.snapshot.bodies.len(), 3);
    for command in [Command::Restart, Command::Run(false), Command::Seek(30)] {
        bench.go(command);
    }
    assert_eq!(bench.snapshot.bodies.len(), 2);
    // Something done before it comes leaves it in the scenario.
    bench.go(Command::Set { key: "solver.tau".into(), value: 0.8 });
    bench.controls.commands.push(Command::Seek(45));
    bench.carry_out();
    assert_eq!(bench.snapshot.bodies.len(), 3);
    bench.controls.commands.extend([Command::Undo, Command::Undo]);
    bench.carry_out();
    assert_eq!((bench.snapshot.step, bench.snapshot.bodies.len()), (30, 2), "{:?}", bench.snapshot.log);

    let mut bench = Bench::new(&BREAKING);
    bench.go(Command::Seek(500));
    bench.go(add(4.0, 2.5));
    let last = bench.snapshot.log.last().unwrap();
    assert!(last.is_error && last.text.contains("last good state"), "{last:?}");
}

/// Taken back after the run was started over, where the kept state of its step has the body already.
#[test]
fn a_body_is_taken_back_after_a_restart() {
    let mut bench = Bench::new(&[]);
    bench.go(Command::Seek(64));
    let without = bench.engine.world().checkpoint();
    bench.go(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(4.0, 2.5) });
    for command in [Command::Restart, Command::Run(false), Command::Seek(80)] {
        bench.go(command);
    }
    assert_eq!((bench.snapshot.step, bench.snapshot.bodies.len()), (80, 3));
    bench.go(Command::Undo);
    assert_eq!((bench.snapshot.step, bench.snapshot.bodies.len()), (64, 2), "{:?}", bench.snapshot.log);
    assert!(bench.engine.world().checkpoint() == without, "another world is left");
}
