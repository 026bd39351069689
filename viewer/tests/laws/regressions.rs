//! Files that a reader once crashed or hung at, or refused without saying where: each is read, or refused with the file and
//! the place of its fault. `cargo xtask fuzz` adds to them.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use viewer::commands::{ResumeOptions, Selection, check, plot, resume};
use viewer::sim::mesh_file;
use viewer::sim::scenario::Scenario;
use viewer::sim::{Replay, World};

/// The regression files with one of some extensions.
fn files(extensions: &[&str]) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| extensions.contains(&path.extension().unwrap_or_default().to_str().unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there is no regression file of {extensions:?}");
    files
}

#[test]
fn meshes_are_read_or_refused_with_the_file() {
    for path in files(&["stl", "obj", "gltf", "glb"]) {
        println!("{}", path.display());
        match mesh_file::read(&path, 1.0) {
            Ok((mesh, repairs)) => {
                assert!(mesh.volume_m3() > 0.0 && mesh.vertices.iter().all(|vertex| vertex.is_finite()));
                repairs.notes();
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.starts_with(path.to_str().unwrap()), "{message}");
                assert!(message.len() < 2000 && !message.chars().any(char::is_control), "{message}");
            }
        }
    }
}

#[test]
fn scenarios_are_stepped_or_refused_with_file_and_key() {
    for path in files(&["toml"]) {
        println!("{}", path.display());
        let name = path.to_str().unwrap();
        match check(&Selection { scenario: name.into(), ..Selection::default() }) {
            Ok(_) => {
                let mut world = World::new(&Scenario::load(name, &[]).unwrap()).unwrap();
                (0..3).for_each(|_| drop(world.step()));
            }
            Err(failure) => {
                let message = failure.to_string();
                let place = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
                let key = place.and_then(|place| place.split_once(": ")).map(|(key, _)| key);
                assert!(key.is_some_and(|key| !key.is_empty()), "{message}");
            }
        }
    }
}

/// A file that is refused for another fault before would not show that its own is found.
#[test]
fn meshes_are_refused_for_the_fault_that_they_were_kept_for() {
    let faults = [
        ("children-doubled-forty-times", "nodes[40] is reached twice"),
        ("node-is-its-own-child", "nodes[0] is reached twice"),
        ("no-accessors", "attributes.POSITION: there is no accessor 0"),
        ("signed-indices", "indices: accessors[1].componentType: 5122"),
        ("positions-of-no-accessor", "attributes.POSITION: there is no accessor 5122"),
        ("sparse-of-a-billion", "accessors[0].count: 1000000000 elements"),
        ("stride-of-three", "bufferViews[0].byteStride: 3"),
    ];
    for path in files(&["gltf"]) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let fault = faults.iter().find(|(of, _)| *of == name);
        match (fault, mesh_file::read(&path, 1.0)) {
            (Some((_, fault)), Err(error)) => assert!(error.to_string().contains(fault), "{error}"),
            (None, Ok(_)) => {}
            (fault, read) => panic!("{name}: {fault:?}, {:?}", read.map(|_| "read")),
        }
    }
    assert!(
        faults.iter().all(|(name, _)| files(&["gltf"]).iter().any(|path| path.file_stem().unwrap() == *name))
    );
}

/// As that of a run, and as that of a world.
#[test]
fn checkpoints_are_gone_on_from_or_refused_with_the_file() {
    let scenario = Scenario::load("floating", &["grid.cells=[80, 60]".into()]).unwrap();
    let mut world = World::new(&scenario).unwrap();
    let before = world.checkpoint();
    for path in files(&["estela"]) {
        println!("{}", path.display());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("checkpoint.estela");
        fs::copy(&path, &file).unwrap();
        let options = ResumeOptions { folder: folder.path().into(), quiet: true, ..ResumeOptions::default() };
        if let Err(failure) = resume(&options, &AtomicBool::new(true)) {
            let message = failure.to_string();
            assert!(message.contains(folder.path().to_str().unwrap()), "{message}");
            assert!(message.len() < 2000 && !message.chars().any(char::is_control), "{message}");
        }
        if world.load(&fs::read(&file).unwrap()[..]).is_err() {
            assert!(world.checkpoint() == before);
        }
    }
}

#[test]
fn replays_are_played_or_refused_with_the_file() {
    for path in files(&["replay"]) {
        println!("{}", path.display());
        match Replay::read(&path) {
            Ok(replay) => {
                let mut world = World::new(&replay.scenario).unwrap();
                replay.play(&mut world, replay.steps.min(3));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
                assert!(!message.chars().any(|letter| letter.is_control() && letter != '\n'), "{message}");
            }
        }
    }
}

/// As values over time at a side, and as records that are drawn.
#[test]
fn tables_are_read_or_refused_with_the_file() {
    for path in files(&["csv"]) {
        println!("{}", path.display());
        let folder = tempfile::tempdir().unwrap();
        let scenario = folder.path().join("pool.toml");
        let text = format!(
            "title = \"pool\"\nduration_s = 1\ngrid = {{ cells = [16, 12], cell_size_m = 0.5 }}\nwater.level_m = 1.0\n\
             sides.west = {{ kind = \"level\", series = {{ file = {:?} }} }}\n",
            path.display().to_string()
        );
        fs::write(&scenario, text).unwrap();
        let name = scenario.to_str().unwrap();
        if let Err(failure) = check(&Selection { scenario: name.into(), ..Selection::default() }) {
            let message = failure.to_string();
            assert!(message.starts_with(&format!("{name}: sides.west.")), "{message}");
        }
        for record in ["gauges.csv", "bodies.csv"] {
            let folder = folder.path().join(record.replace('.', "-"));
            fs::create_dir(&folder).unwrap();
            ["gauges.csv", "bodies.csv"].iter().for_each(|name| fs::write(folder.join(name), "").unwrap());
            fs::copy(&path, folder.join(record)).unwrap();
            if let Err(failure) = plot(&folder, None) {
                let message = failure.to_string();
                assert!(message.starts_with(folder.to_str().unwrap()), "{message}");
            }
        }
    }
}
