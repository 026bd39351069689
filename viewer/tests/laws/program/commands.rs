//! The program as a user meets it: exit codes, messages, files.

use std::path::Path;
use std::process::Output;

use tempfile::TempDir;
use viewer::render::Picture;
use viewer::sim::records::{RunFolder, StagesMs, Status, Summary};

use crate::setup::estela;

pub(super) fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(super) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
pub(super) fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = estela(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    text(&output)
}

/// Exit code 2 and one message with all the words.
#[track_caller]
pub(super) fn refused(folder: &Path, arguments: &[&str], words: &[&str]) {
    let output = estela(folder, arguments);
    let message = errors(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
}

fn summary(out: &Path) -> Summary {
    serde_json::from_slice(&std::fs::read(out.join("summary.json")).unwrap()).unwrap()
}

pub(super) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A small version of the shipped `floating`.
const SMALL: [&str; 6] = [
    "--set=grid.cells=[32, 24]",
    "--set=body.boat.position_m=[4.0, 3.0]",
    "--set=gauge.0.position_m=[1, 1]",
    "--set=gauge.1.position_m=[7, 5]",
    "--steps=20",
    "--quiet",
];

fn small(command: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    [&[command, "floating"], &SMALL[..], more].concat()
}

#[test]
fn list_names_what_is_shipped() {
    let listed = done(folder().path(), &["list"]);
    for name in ["dam-break-full", "floating", "speedboat"] {
        assert!(listed.contains(name), "{listed}");
    }
}

#[test]
fn quiet_commands_say_nothing() {
    let folder = folder();
    for arguments in [vec!["check", "floating", "--quiet"], small("run", &[])] {
        let output = estela(folder.path(), &arguments);
        assert_eq!((text(&output), errors(&output)), (String::new(), String::new()));
    }
}

#[test]
fn a_run_writes_its_records_to_the_given_folder() {
    let folder = folder();
    done(folder.path(), &small("run", &["--out", "there", "--every", "0.1", "--threads", "1"]));
    let out = folder.path().join("there");
    let summary = summary(&out);
    assert_eq!(
        (summary.status, summary.steps, summary.cells, summary.threads),
        (Status::Finished, 20, [32, 24], 1)
    );
    assert_eq!((&summary.scenario[..], &summary.backend[..]), ("floating", "cpu"));
    assert!(summary.bodies.contains_key("boat") && summary.warnings.is_empty());
    assert!(summary.mlups > 0.0);
    let StagesMs { fluid, mask, boundary, forces, bodies, air, records, pictures, other, total } =
        summary.stages_ms;
    let stages = [fluid, mask, boundary, forces, bodies, air, records, pictures, other];
    assert!(stages.iter().all(|stage| *stage >= 0.0) && fluid > 0.0 && records > 0.0, "{stages:?}");
    assert!((stages.iter().sum::<f64>() - total).abs() < 1e-9 * total, "{stages:?} are not {total}");
    // What is left is the program's loop and its progress alone.
    assert!(other < 0.25 * total, "{other} of {total} ms are of no stage: {stages:?}");
    assert!((20.0 * total - 1e3 * summary.wall_s).abs() < 1e-9 * total, "{total} is not {}", summary.wall_s);
    for (file, columns) in &summary.columns {
        let header = std::fs::read_to_string(out.join(file)).unwrap();
        if file.ends_with(".csv") {
            let mut names: Vec<&str> = header.lines().next().unwrap().split(',').collect();
            names.sort();
            assert_eq!(columns.keys().collect::<Vec<_>>(), names, "{file}");
        }
    }
    assert_eq!(
        summary.columns.keys().collect::<Vec<_>>(),
        ["bodies.csv", "bodies.pvd", "fields.pvd", "gauges.csv"]
    );
    for file in ["bodies.csv", "gauges.csv", "fields.pvd", "fields/0000.vti", "bodies.pvd", "bodies/0000.vtp"]
    {
        assert!(out.join(file).is_file(), "{file}");
    }
    done(folder.path(), &small("run", &[]));
    assert!(folder.path().join("out/floating/summary.json").is_file());
}

#[test]
fn until_and_steps_end_a_run() {
    let folder = folder();
    let steps = |more: &[&str]| {
        done(
            folder.path(),
            &[
                &[
                    "run",
                    "dam-break-full",
                    "--quiet",
                    "--overwrite",
                    "--set=grid.cells=[200, 3]",
                    "--set=gauge=[]",
                ],
                more,
            ]
            .concat(),
        );
        summary(&folder.path().join("out/dam-break-full")).steps
    };
    // The time step is 1/60 s.
    assert_eq!(steps(&["--until=0.25"]), 15);
    assert_eq!(steps(&["--steps=7"]), 7);
    assert_eq!(steps(&["--until=0.25", "--steps=20"]), 15);
    assert_eq!(steps(&["--until=0.25", "--steps=4"]), 4);
}

#[test]
fn records_are_drawn_over_time() {
    let folder = folder();
    done(folder.path(), &small("run", &["--out=numbers"]));
    done(folder.path(), &["plot", "numbers"]);
    for (name, words) in [
        ("gauges.svg", &["Depth at the gauges", "near", "far"][..]),
        ("bodies.svg", &["Heel to starboard", "boat"]),
    ] {
        let picture = std::fs::read_to_string(folder.path().join("numbers").join(name)).unwrap();
        for word in words {
            assert!(picture.contains(word), "{name} does not say {word:?}");
        }
        assert!(picture.matches("<polyline").count() >= 2, "{name} has no lines");
    }
    done(folder.path(), &["plot", "numbers", "--beside", "numbers"]);
    assert!(
        std::fs::read_to_string(folder.path().join("numbers/beside.svg")).unwrap().contains("Difference at ")
    );
    refused(folder.path(), &["plot", "nowhere"], &["nowhere: no such folder", "estela run"]);
    refused(folder.path(), &["plot", "numbers", "--beside", "nowhere"], &["nowhere: no such folder"]);
}

#[test]
fn pictures_are_written_without_a_window() {
    let folder = folder();
    done(folder.path(), &small("render", &["--every=0.2", "--set=view.size=[64, 36]"]));
    let out = folder.path().join("out/floating");
    let picture = Picture::open(out.join("frames/frame-00000.png")).unwrap();
    assert_eq!(picture.size(), [64, 36]);
    assert!(std::fs::read(out.join("animation.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn maps_of_the_end_of_a_run_are_written_and_listed() {
    let folder = folder();
    let steps = [&SMALL[..5], &["--out=maps"]].concat();
    let text = done(folder.path(), &[&["maps", "floating"], &steps[..]].concat());
    for name in ["water-depth", "object-depth", "wet-section", "normals", "velocities", "forces"] {
        let file = format!("{name}.png");
        assert!(text.contains(&file), "{text}");
        assert_eq!(Picture::open(folder.path().join("maps").join(file)).unwrap().width(), 1000);
    }
    assert_eq!(done(folder.path(), &small("maps", &[])), "");
    assert!(folder.path().join("out/floating/forces.png").exists());
    for bodiless in ["dam-break-full", "triangular-column"] {
        let arguments: Vec<&str> = ["maps"].into_iter().chain(bodiless.split(' ')).collect();
        refused(folder.path(), &arguments, &["has no body afloat", "nothing to map", "estela render"]);
    }
}

/// What is drawn beside the records of a run goes with them, and does not come into those of one that goes on.
#[test]
fn what_other_commands_write_into_the_folder_of_a_run_is_listed_there() {
    let folder = folder();
    let out = folder.path().join("out");
    let names = || -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let maps = [&["maps", "floating", "--out=out"], &SMALL[..]].concat();
    let hydrostatics = ["hydrostatics", "floating:boat", "--curve", "--out=out"];
    done(folder.path(), &small("run", &["--out=out"]));
    let of_run = names();
    for _ in 0..2 {
        done(folder.path(), &["plot", "out"]);
        done(folder.path(), &maps);
        done(folder.path(), &hydrostatics);
    }
    let list = std::fs::read_to_string(out.join("records.txt")).unwrap();
    for name in names().iter().filter(|name| *name != "records.txt") {
        assert_eq!(list.lines().filter(|line| line == name).count(), 1, "{name}: {list}");
    }
    assert!(names().len() > of_run.len() + 10, "{:?}", names());
    refused(folder.path(), &small("run", &["--out=out"]), &["holds the records", "--overwrite"]);
    done(folder.path(), &small("run", &["--out=out", "--overwrite"]));
    assert_eq!(names(), of_run);

    let of_others = ["hydrostatics", "sailboat-stable:boat", "--out=out"];
    let words = ["holds the records of the run of floating", "something else", "--out DIR"];
    refused(folder.path(), &of_others, &words);
    refused(folder.path(), &["maps", "spheres-10", "--steps=1", "--out=out"], &words);
    assert_eq!(names(), of_run);

    let going_on =
        RunFolder::reopen(&out, "tank.toml", std::fs::metadata(out.join("records.txt")).unwrap().len());
    let going_on = going_on.unwrap();
    for command in [&maps[..], &hydrostatics] {
        refused(folder.path(), command, &["out: in use by the run of tank.toml"]);
    }
    assert_eq!(names(), of_run);
    done(folder.path(), &["plot", "out"]);
    drop(going_on);
    let list = std::fs::read_to_string(out.join("records.txt")).unwrap();
    assert!(list.ends_with("\ngauges.svg\nbodies.svg\n"), "{list}");
    // Elsewhere nothing is listed.
    done(folder.path(), &["hydrostatics", "floating:boat", "--out=bare"]);
    assert!(!folder.path().join("bare/records.txt").exists());
}

#[test]
fn a_file_in_the_place_of_the_folder_is_rejected() {
    let folder = folder();
    std::fs::write(folder.path().join("file"), "").unwrap();
    refused(folder.path(), &small("run", &["--out", "file"]), &["file", "--out DIR"]);
    refused(folder.path(), &small("render", &["--out", "file"]), &["file", "--out DIR"]);
    refused(folder.path(), &small("maps", &["--out", "file"]), &["file", "--out DIR"]);
    let hull = ["hydrostatics", "floating:boat", "--out", "file"];
    refused(folder.path(), &hull, &["file", "--out DIR"]);
}

#[test]
fn an_unstable_run_ends_with_code_3_and_keeps_its_records() {
    let folder = folder();
    // A wall of water sixteen times as high as the water before it is beyond BGK.
    let set = ["--set=water.level_m=0.25", "--set=grid.cells=[200, 3]", "--set=gauge.0.position_m=[10, 0.4]"];
    let rest = ["--set=gauge=[{name=\"dam\", position_m=[25, 0.4]}]", "--set=solver.tau=0.505", "--until=30"];
    let arguments = [&["run", "dam-break-full", "--out=out"], &set[..1], &set[1..2], &rest[..]].concat();
    let output = estela(folder.path(), &arguments);
    let message = errors(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    for word in ["unstable at step ", "cell [", "depth", "velocity"] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    let summary = summary(&folder.path().join("out"));
    assert_eq!(summary.status, Status::Unstable);
    assert!(message.contains(summary.failure.as_ref().unwrap()));
    let rows = csv::Reader::from_path(folder.path().join("out/gauges.csv"))
        .unwrap()
        .into_records()
        .map(Result::unwrap)
        .count();
    assert_eq!(rows as u64, summary.steps, "the start and every step but the last, which went wrong");
}
