//! Files that a reader once crashed or hung at, or refused without saying where: each is read, or refused with the file and
//! the place of its fault. `cargo xtask fuzz` adds to them.

use std::path::PathBuf;

use viewer::commands::{Selection, check};
use viewer::sim::World;
use viewer::sim::mesh_file;
use viewer::sim::scenario::Scenario;

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
