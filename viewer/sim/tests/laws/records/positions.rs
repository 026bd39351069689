//! Records go on from a position as if what came after it had never been.

use std::fs;
use std::path::Path;

use viewer_sim::records::{Error, Position, Recorder, RunFolder};

use super::{pool, recorder};
use crate::setup::shipped;

fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for inner in ["", "fields", "bodies"] {
        for entry in
            fs::read_dir(folder.join(inner)).unwrap().map(Result::unwrap).filter(|e| e.path().is_file())
        {
            let name = format!("{inner}/{}", entry.file_name().into_string().unwrap());
            if !name.ends_with("records.txt") {
                all.push((name, fs::read(entry.path()).unwrap()));
            }
        }
    }
    all.sort();
    all
}

#[test]
fn records_that_go_on_from_a_position_are_those_of_one_run() {
    let [straight, parted] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut world = pool();
    let every_s = Some(2.5 * world.time_step_s());
    let mut recorders = [&straight, &parted].map(|folder| recorder(folder.path(), every_s));
    let mut position = None;
    for step in 0..=12 {
        for recorder in &mut recorders {
            recorder.record(&world).unwrap();
        }
        if step == 6 {
            let json = serde_json::to_string(&recorders[1].position().unwrap()).unwrap();
            position = Some(serde_json::from_str::<Position>(&json).unwrap());
        }
        let _ = world.step();
    }
    recorders.into_iter().for_each(|mut recorder| recorder.flush().unwrap());
    assert_eq!(contents(straight.path()), contents(parted.path()));

    // From step 6 again, in another world that has come there.
    let position = position.unwrap();
    let folder = RunFolder::reopen(parted.path(), "test", position.listed()).unwrap();
    let mut recorder = Recorder::reopen(folder, &position).unwrap();
    assert!(contents(parted.path()).len() < contents(straight.path()).len(), "later instants are left");
    let mut world = pool();
    (0..7).for_each(|_| drop(world.step()));
    for _ in 7..=12 {
        recorder.record(&world).unwrap();
        let _ = world.step();
    }
    recorder.flush().unwrap();
    assert_eq!(contents(straight.path()), contents(parted.path()));
}

#[test]
fn a_record_shorter_than_at_its_position_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(folder.path(), None);
    recorder.record(&shipped("canal", &[])).unwrap();
    let position = recorder.position().unwrap();
    drop(recorder);
    let table = folder.path().join("towing.csv");
    let length = fs::metadata(&table).unwrap().len();
    fs::OpenOptions::new().write(true).open(&table).unwrap().set_len(length - 1).unwrap();
    let reopened = RunFolder::reopen(folder.path(), "test", position.listed()).unwrap();
    let error = Recorder::reopen(reopened, &position).unwrap_err();
    assert!(matches!(&error, Error::Shorter { path, .. } if *path == table), "{error}");
}
