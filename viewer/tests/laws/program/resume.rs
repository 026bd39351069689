//! A run gives the same bytes twice, and when it was stopped, however it was, and resumed, or is a replay.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use viewer::sim::records::{StagesMs, Summary};
use viewer::sim::scenario::Scenario;
use viewer::sim::{Deed, Helm, Replay, World};

use super::commands;
use crate::setup::{estela, program};

/// Two boats under way in a small pool, one of them towed, and a turning column.
const POOL: &str = r#"
title = "pool"
duration_s = 12.0
[grid]
cells = [40, 24]
cell_size_m = 0.5
[water]
level_m = 2.0
[sides]
east = { kind = "sponge", width_m = 2.0 }
[body.boat]
hull = { kind = "speedboat", length_m = 4.0, beam_m = 1.6, depth_m = 0.9 }
mass_kg = 800.0
position_m = [5.0, 8.0]
propeller = { position_m = [-1.8, 0.0, 0.05], thrust_n = 300.0 }
[body.column]
hull = { kind = "box", length_m = 2.0, beam_m = 1.0, depth_m = 3.0 }
mass_kg = 1.0
position_m = [14.0, 8.0, 1.5]
motion = { turn_deg_s = 20.0 }
[body.ship]
hull = { kind = "parabolic", length_m = 4.0, beam_m = 0.8, depth_m = 0.4 }
mass_kg = 250.0
position_m = [4.0, 3.0]
tow = { speed_m_s = 0.8, ramp_s = 1.0 }
[[gauge]]
name = "middle"
position_m = [10.0, 6.0]
[view]
size = [64, 36]
"#;

#[track_caller]
fn done(output: &Output) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{message}");
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], words: &[&str]) {
    let output = estela(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
}

/// All files of a run that have the same bytes in every run, and its summary without timings.
fn records(folder: &Path) -> (BTreeMap<String, Vec<u8>>, Summary) {
    let mut all = BTreeMap::new();
    for inner in ["", "fields", "bodies", "frames"] {
        for entry in fs::read_dir(folder.join(inner)).into_iter().flatten().map(Result::unwrap) {
            let name = format!("{inner}/{}", entry.file_name().into_string().unwrap());
            if entry.path().is_file() {
                all.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    for of_its_own in ["/records.txt", "/checkpoint.estela"] {
        all.remove(of_its_own);
    }
    let summary: Summary = serde_json::from_slice(&all.remove("/summary.json").unwrap()).unwrap();
    let untimed = Summary {
        wall_s: 0.0,
        mlups: 0.0,
        steps_per_s: 0.0,
        real_time_factor: 0.0,
        threads: 0,
        stages_ms: StagesMs::default(),
        ..summary
    };
    (all, untimed)
}

#[track_caller]
fn assert_same(folder: &Path, one: &str, other: &str) {
    let [(files, summary), (other_files, other_summary)] =
        [one, other].map(|name| records(&folder.join(name)));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&files), names(&other_files), "{other}");
    for (name, bytes) in &files {
        assert!(*bytes == other_files[name], "{other}{name} differs");
    }
    assert_eq!(summary, other_summary, "{other}");
}

fn pool() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pool.toml"), POOL).unwrap();
    folder
}

#[test]
fn two_runs_give_the_same_bytes_but_for_the_timings() {
    let folder = pool();
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let run = ["run", "pool.toml", "--until=2", "--every=0.1", "--quiet"];
        done(&estela(folder.path(), &[&run[..], &["--out", out, "--threads", threads]].concat()));
    }
    assert_same(folder.path(), "one", "two");
}

/// Runs end early, at an instant of a checkpoint or beside it, and go on; with fields and hulls, and with pictures.
#[test]
fn a_run_that_goes_on_has_the_records_of_one_that_was_not_stopped() {
    let folder = pool();
    let here = folder.path();
    for (command, every) in [("run", "--every=0.5"), ("render", "--every=0.4")] {
        let until = |out: &str, more: &[&str]| {
            let common = [command, "pool.toml", every, "--quiet", "--out", out];
            done(&estela(here, &[&common[..], more].concat()));
        };
        let straight = format!("{command}-straight");
        until(&straight, &["--until=3.9", "--threads=1"]);
        for (end, checkpoint, threads) in
            [("2.1", "0.5", "1"), ("3.0", "1.5", "2"), ("0.01", "9", "3"), ("3.9", "1", "1")]
        {
            let parted = format!("{command}-{end}");
            until(&parted, &["--until", end, "--checkpoint", checkpoint]);
            assert!(!here.join(&straight).join("checkpoint.estela").exists());
            done(&estela(here, &["resume", &parted, "--until=3.9", "--quiet", "--threads", threads]));
            assert_same(here, &straight, &parted);
            // Once more at its end: there is nothing left to do, and nothing changes.
            done(&estela(here, &["resume", &parted, "--quiet"]));
            assert_same(here, &straight, &parted);
        }
    }
}

/// Changes of the file do not reach a run that is under way, which is said.
#[test]
fn a_scenario_that_was_changed_since_is_said_and_not_taken() {
    let folder = pool();
    done(&estela(
        folder.path(),
        &["run", "pool.toml", "--until=1", "--checkpoint=1", "--quiet", "--out=out"],
    ));
    let resumed = |until: &str| {
        let output = estela(folder.path(), &["resume", "out", until]);
        done(&output);
        String::from_utf8(output.stderr).unwrap()
    };
    let says = |message: &str| message.matches("pool.toml was changed since the run began").count();
    let same = resumed("--until=1.1");
    assert_eq!(says(&same), 0, "{same}");
    fs::write(folder.path().join("pool.toml"), POOL.replace("mass_kg = 800.0", "mass_kg = 900.0")).unwrap();
    for until in ["--until=1.2", "--until=1.3"] {
        let changed = resumed(until);
        assert_eq!(says(&changed), 1, "{changed}");
    }
    fs::remove_file(folder.path().join("pool.toml")).unwrap();
    let gone = resumed("--until=1.4");
    assert_eq!(says(&gone), 0, "{gone}");
}

/// Means over all steps, of which the first hundred were those of another process.
#[test]
fn stages_count_the_time_before_a_run_was_stopped() {
    let folder = pool();
    let spent_ms = || {
        let summary = fs::read(folder.path().join("out/summary.json")).unwrap();
        let Summary { stages_ms, steps, .. } = serde_json::from_slice(&summary).unwrap();
        [stages_ms.fluid, stages_ms.forces, stages_ms.mask].map(|mean| mean * steps as f64)
    };
    let run = ["run", "pool.toml", "--until=4", "--checkpoint=4", "--quiet", "--out=out"];
    done(&estela(folder.path(), &run));
    let before = spent_ms();
    done(&estela(folder.path(), &["resume", "out", "--until=4.1", "--quiet"]));
    let after = spent_ms();
    assert!(before.iter().zip(after).all(|(before, after)| after > 0.99 * before), "{before:?}, {after:?}");
}

/// Killed after some time, and again while it goes on, at moments that no one chose.
#[cfg(unix)]
#[test]
fn a_run_that_was_killed_goes_on_from_its_last_checkpoint() {
    let folder = pool();
    let here = folder.path();
    for (command, out) in [("run", "straight"), ("render", "film")] {
        done(&estela(here, &[command, "pool.toml", "--every=0.5", "--quiet", "--out", out]));
    }
    let mut killed = 0;
    for (n, wait) in [30, 170, 90, 410].into_iter().enumerate() {
        let (command, straight) = [("run", "straight"), ("render", "film")][n % 2];
        let out = format!("killed-{n}");
        let kill_after = |arguments: &[&str], wait: u64| {
            let mut child = program(here).args(arguments).stderr(Stdio::null()).spawn().unwrap();
            while !here.join(&out).join("checkpoint.estela").exists() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(wait));
            let ran = child.try_wait().unwrap().is_none();
            child.kill().unwrap();
            child.wait().unwrap();
            usize::from(ran)
        };
        let run = [command, "pool.toml", "--every=0.5", "--checkpoint=0.3", "--quiet", "--out", &out];
        killed += kill_after(&run, wait);
        killed += kill_after(&["resume", &out, "--quiet"], wait / 2);
        done(&estela(here, &["resume", &out, "--quiet"]));
        assert_same(here, straight, &out);
    }
    assert!(killed > 2, "{killed} of 8 were killed under way");
}

/// Its steps, and the end of a run by Ctrl-C.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_from_where_it_was_interrupted() {
    let folder = pool();
    let here = folder.path();
    done(&estela(here, &["run", "pool.toml", "--quiet", "--steps=900", "--out=straight"]));
    let run = ["run", "pool.toml", "--quiet", "--steps=900", "--checkpoint=1e6", "--out=parted"];
    let child = program(here).args(run).stderr(Stdio::null()).spawn().unwrap();
    while !here.join("parted/checkpoint.estela").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(60));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let code = child.wait_with_output().unwrap().status.code();
    assert!(code == Some(130) || code == Some(0), "{code:?}");
    done(&estela(here, &["resume", "parted", "--quiet"]));
    assert_same(here, "straight", "parted");
}

#[test]
fn a_run_that_is_under_way_is_not_resumed() {
    let folder = pool();
    let run = ["run", "pool.toml", "--until=1e6", "--checkpoint=1", "--quiet", "--out=busy"];
    let mut child = program(folder.path()).args(run).stderr(Stdio::null()).spawn().unwrap();
    while !folder.path().join("busy/checkpoint.estela").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    refused(folder.path(), &["resume", "busy"], &["busy", "in use by the run of pool.toml"]);
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Other numbers in a mesh, or none; a record with another column, or that lost its end; a byte of the checkpoint; an end that is over; no checkpoint.
#[test]
fn what_cannot_go_on_is_refused_and_says_why() {
    let folder = pool();
    let here = folder.path();
    let corners = |top: f64| {
        format!(
            "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nv -1 -1 {top}\nv 1 -1 {top}\nv -1 1 {top}\nv 1 1 {top}\n\
             f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
        )
    };
    let mesh = here.join("hull.obj");
    fs::write(&mesh, corners(1.0)).unwrap();
    let run = ["run", "pool.toml", "--until=1", "--set=body.boat.mesh=hull.obj", "--quiet"];
    done(&estela(here, &[&run[..], &["--out=plain"]].concat()));
    refused(here, &["resume", "plain"], &["plain", "checkpoint.estela", "--checkpoint SECONDS"]);
    refused(here, &["resume", "nowhere"], &["nowhere", "checkpoint.estela"]);
    done(&estela(here, &[&run[..], &["--out=out", "--checkpoint=0.5"]].concat()));
    let before = records(&here.join("out"));
    refused(here, &["resume", "out", "--until=0.4"], &["--until 0.4", "out", "is at t = 1.0"]);

    fs::write(&mesh, corners(1.1)).unwrap();
    refused(here, &["resume", "out"], &["out/checkpoint.estela", "of another scenario", "meshes"]);
    fs::remove_file(&mesh).unwrap();
    refused(here, &["resume", "out"], &["pool.toml", "body.boat.mesh", "hull.obj"]);
    fs::write(&mesh, corners(1.0)).unwrap();

    let checkpoint = here.join("out/checkpoint.estela");
    let bytes = fs::read(&checkpoint).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&checkpoint, &damaged).unwrap();
    refused(here, &["resume", "out"], &["out/checkpoint.estela", "damaged"]);
    fs::write(&checkpoint, &bytes[..bytes.len() - 1]).unwrap();
    refused(here, &["resume", "out"], &["cut short"]);
    fs::write(&checkpoint, [&bytes[..], b"x"].concat()).unwrap();
    refused(here, &["resume", "out"], &["goes on behind its end"]);
    fs::write(&checkpoint, "nothing of that kind").unwrap();
    refused(here, &["resume", "out"], &["no checkpoint of this kind"]);
    fs::write(&checkpoint, &bytes).unwrap();
    assert_eq!(records(&here.join("out")), before, "refusals change no record");

    // From another working folder, with the scenario gone.
    fs::remove_file(here.join("pool.toml")).unwrap();
    fs::create_dir(here.join("elsewhere")).unwrap();
    done(&estela(&here.join("elsewhere"), &["resume", "../out", "--quiet"]));
    assert_eq!(records(&here.join("out")), before);

    let gauges = here.join("out/gauges.csv");
    let rows = fs::read(&gauges).unwrap();
    let other = String::from_utf8(rows.clone()).unwrap().replacen("eta_m", "eta_mm", 1);
    fs::write(&gauges, &other).unwrap();
    refused(here, &["resume", "out"], &["gauges.csv", "\"eta_mm,", "this version writes \"eta_m,"]);
    assert_eq!(fs::read_to_string(&gauges).unwrap(), other);
    fs::write(&gauges, &rows[..rows.len() - 9]).unwrap();
    refused(here, &["resume", "out"], &["gauges.csv", "fewer than"]);
    fs::write(&gauges, &rows).unwrap();
    for record in ["gauges.csv", "bodies.csv"] {
        let path = here.join("out").join(record);
        let rows = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        refused(here, &["resume", "out"], &[record, "cannot be gone on with", "put back the file"]);
        fs::write(&path, rows).unwrap();
    }
}

/// A turn that was steered by hand, and what is left of the boat at its end.
fn turn() -> (Replay, World) {
    let scenario = Scenario::load("speedboat", &[]).unwrap();
    let helm = |thrust, angle_deg| Deed::Steer { body: "boat".into(), helm: Helm { thrust, angle_deg } };
    let deeds = vec![
        (0, helm(Some(0.5), None)),
        (20, helm(Some(0.8), Some(-14.0))),
        (30, Deed::Set { key: "solver.tau".into(), value: 0.62 }),
    ];
    let replay = Replay { scenario, deeds, steps: 60 };
    let mut world = World::new(&replay.scenario).unwrap();
    replay.play(&mut world, replay.steps);
    (replay, world)
}

#[test]
fn a_replay_is_checked_run_drawn_and_written_again_without_a_window() {
    let folder = commands::folder();
    let at = |name: &str| folder.path().join(name);
    let (replay, world) = turn();
    replay.write(&at("turn.replay")).unwrap();

    let checked = commands::done(folder.path(), &["check", "turn.replay"]);
    for word in
        ["a replay of speedboat, ", " in 60 steps, with 3 deeds by hand", "Speedboat", "200 × 200 cells"]
    {
        assert!(checked.contains(word), "{checked} does not say {word}");
    }

    commands::done(
        folder.path(),
        &["run", "turn.replay", "--out", "run", "--replay", "again.replay", "--quiet"],
    );
    let bodies = fs::read_to_string(at("run/bodies.csv")).unwrap();
    let boat = world.body(0);
    let last = bodies.lines().last().unwrap();
    for value in [boat.position_m.x, boat.position_m.y, boat.heading_deg] {
        assert!(last.split(',').any(|of| of.parse() == Ok(value)), "{value} is not in {last}");
    }
    // Without the hand it goes elsewhere.
    commands::done(folder.path(), &["run", "speedboat", "--steps", "60", "--out", "plain", "--quiet"]);
    assert_ne!(fs::read_to_string(at("plain/bodies.csv")).unwrap(), bodies);
    let again = Replay::read(&at("again.replay")).unwrap();
    assert_eq!((&again.deeds, again.steps), (&replay.deeds, 60));
    commands::done(folder.path(), &["run", "again.replay", "--out", "again", "--quiet"]);
    assert_eq!(fs::read_to_string(at("again/bodies.csv")).unwrap(), bodies);

    let small = ["--size", "320x180", "--every", "1", "--renderer", "cpu", "--quiet"];
    commands::done(folder.path(), &[&["render", "turn.replay", "--out", "pictures"][..], &small].concat());
    assert!(at("pictures/frames/frame-00002.png").exists() && at("pictures/animation.gif").exists());
    assert_eq!(fs::read_to_string(at("pictures/bodies.csv")).unwrap(), bodies);
    commands::done(folder.path(), &["run", "turn.replay", "--steps", "10", "--out", "part", "--quiet"]);
}

#[test]
fn what_does_not_go_with_a_replay_is_said() {
    let folder = commands::folder();
    let (replay, _) = turn();
    replay.write(&folder.path().join("turn.replay")).unwrap();
    fs::write(folder.path().join("cut.replay"), b"ESTELARP and no more").unwrap();
    commands::refused(folder.path(), &["run", "cut.replay"], &["cut.replay", "save the replay again"]);
    commands::refused(folder.path(), &["run", "absent.replay"], &["absent.replay"]);
    commands::refused(
        folder.path(),
        &["run", "turn.replay", "--checkpoint", "1"],
        &["--checkpoint", "run the replay without"],
    );
    commands::refused(
        folder.path(),
        &["tow", "turn.replay", "--speeds", "1..2"],
        &["turn.replay", "is a replay", "`estela run`"],
    );
}
