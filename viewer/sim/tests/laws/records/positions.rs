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
    go_on(|recorder, _| recorder);
    go_on(|recorder, step_s| recorder.with_rows_every(2.3 * step_s));
}

/// Rows at an interval are those of all steps that a table of every step has at the first step at or after each multiple, and no others: the last step
/// has none unless it is such a one.
#[test]
fn rows_at_an_interval_are_some_of_those_of_every_step() {
    let [every, some] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut world = shipped("canal", &["gauge=[{ name = \"a\", position_m = [10.0, 5.0] }]"]);
    let interval_s = 3.4 * world.time_step_s();
    let mut recorders =
        [recorder(every.path(), None), recorder(some.path(), None).with_rows_every(interval_s)];
    for _ in 0..=12 {
        recorders.iter_mut().for_each(|recorder| recorder.record(&world).unwrap());
        let _ = world.step();
    }
    recorders.iter_mut().for_each(|recorder| recorder.flush().unwrap());
    // 0, 3.4, 6.8 and 10.2 steps.
    let wanted = [0, 4, 7, 11];
    for name in ["bodies.csv", "gauges.csv", "towing.csv"] {
        let [every, some] = [&every, &some].map(|folder| {
            let rows = csv::Reader::from_path(folder.path().join(name)).unwrap().into_records();
            let numbers = |row: csv::StringRecord| row.iter().map(|text| text.parse::<f64>().ok()).collect();
            rows.map(|row| numbers(row.unwrap())).collect::<Vec<Vec<Option<f64>>>>()
        });
        assert!(every.len() == 13 && every[0].len() > 4, "{name}: {}", every.len());
        assert_eq!(some, wanted.map(|step| every[step].clone()), "{name}");
    }
    assert_eq!(recorders[0].columns(), recorders[1].columns());
}

fn go_on(with_rows: impl Fn(Recorder, f64) -> Recorder) {
    let [straight, parted] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut world = pool();
    let every_s = Some(2.5 * world.time_step_s());
    let mut recorders =
        [&straight, &parted].map(|folder| with_rows(recorder(folder.path(), every_s), world.time_step_s()));
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
