//! Bodies that are put on the water.

use super::*;
use crate::app::session::NewBody;

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
    harness.state_mut().controls.drop_file(&path, &snapshot);
    harness.run_steps(2);
    let snapshot = harness.state().snapshot.clone();
    let scenario = snapshot.scenario.clone().unwrap();
    let body = scenario.body.get("my-hull").unwrap_or_else(|| panic!("{:?}", snapshot.log));
    assert_eq!((body.mesh_scale, scenario.body.len(), snapshot.step), (0.01, 3, 0));
    // Half the density of the water.
    assert!((body.mass_kg.unwrap() - 0.5 * 4.0 * 2.0 * 1.0 * 1000.0).abs() < 1.0, "{:?}", body.mass_kg);
    let said = &snapshot.log.last().unwrap().text;
    for part in ["body.my-hull", "scaled by 0.01", "4.00 m long", "hole", "Ctrl Z"] {
        assert!(said.contains(part), "{said:?} does not say {part:?}");
    }
    click(&mut harness, "Undo");
    assert_eq!(harness.state().snapshot.scenario.as_ref().unwrap().body.len(), 2);
}

#[test]
fn what_is_no_mesh_is_said_and_what_ran_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(&[]);
    for (name, content) in [("broken.stl", "solid"), ("empty.obj", ""), ("absent.glb", "")] {
        let path = folder.path().join(name);
        if !name.starts_with("absent") {
            std::fs::write(&path, content).unwrap();
        }
        bench.controls.drop_file(&path, &bench.snapshot);
        bench.carry_out();
        let last = bench.snapshot.log.last().unwrap();
        assert!(last.is_error && last.text.contains(name), "{last:?}");
        assert_eq!(bench.snapshot.opened, 1);
    }
    let path = folder.path().join("pond.toml");
    std::fs::write(&path, "title = 3").unwrap();
    bench.controls.drop_file(&path, &bench.snapshot);
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
    let mut bench = Bench::new(&["body.boat.propeller.thrust_n=4e6"]);
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
    // Beside the water there is no room.
    bench.controls.commands.push(Command::Add { body: NewBody::Box, at_m: glam::DVec2::new(-3.0, 2.5) });
    bench.carry_out();
    let last = bench.snapshot.log.last().unwrap();
    assert!(last.is_error && last.text.contains("position_m"), "{last:?}");
}
