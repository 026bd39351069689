//! One run a folder, and what an earlier one left there.

use std::fs;
use std::path::Path;

use viewer_sim::records::{Error, Existing, LIST, Recorder, RunFolder};

use super::{pool, recorder};

fn claim(path: &Path, existing: Existing) -> Result<RunFolder, Error> {
    RunFolder::claim(path, "second", existing, &Recorder::names(true))
}

/// Names of all files under a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            names.extend(files(&entry.path()).iter().map(|inner| format!("{name}/{inner}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn a_folder_in_use_is_refused_with_the_run_that_uses_it() {
    let folder = tempfile::tempdir().unwrap();
    let first = RunFolder::claim(folder.path(), "tank.toml", Existing::Refuse, &[]).unwrap();
    for existing in [Existing::Refuse, Existing::Remove] {
        let error = claim(folder.path(), existing).unwrap_err();
        let Error::InUse { by, .. } = &error else { panic!("{error}") };
        assert!(
            by.starts_with(&format!("run of tank.toml, process {}, started 2", std::process::id())),
            "{by}"
        );
        let error = RunFolder::reopen(folder.path(), "second", 0).unwrap_err();
        assert!(matches!(error, Error::InUse { .. }), "{error}");
    }
    drop(first);
    claim(folder.path(), Existing::Refuse).unwrap();
}

/// The list of a process that died is not locked.
#[test]
fn a_list_that_a_dead_run_left_does_not_keep_others_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LIST), "# run of first, process 1, started then\nbodies.csv\n").unwrap();
    drop(claim(folder.path(), Existing::Refuse).unwrap());
    fs::write(folder.path().join("bodies.csv"), "t_s\n").unwrap();
    let error = claim(folder.path(), Existing::Refuse).unwrap_err();
    assert!(matches!(&error, Error::Taken { by, .. } if by.starts_with("run of second")), "{error}");
    claim(folder.path(), Existing::Remove).unwrap();
    assert_eq!(files(folder.path()), [LIST]);
}

#[test]
fn overwriting_removes_what_was_listed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let mine = ["notes.txt", "frames/frame-00000.png", "bodies.svg"];
    let write_mine = || {
        fs::create_dir_all(folder.path().join("frames")).unwrap();
        mine.iter().for_each(|name| fs::write(folder.path().join(name), "mine").unwrap());
    };
    write_mine();
    recorder(folder.path(), Some(1.0)).record(&pool()).unwrap();
    // A draft, as a process that was killed leaves it.
    fs::write(folder.path().join("fields/0000.vti.part"), "half").unwrap();
    assert_eq!(files(folder.path()).len(), mine.len() + 8);
    let error = claim(folder.path(), Existing::Refuse).unwrap_err();
    assert!(matches!(&error, Error::Taken { by, .. } if by.starts_with("run of test, process ")), "{error}");
    assert_eq!(files(folder.path()).len(), mine.len() + 8, "a refused run removed something");
    drop(claim(folder.path(), Existing::Remove).unwrap());
    let mut left = [&mine[..], &[LIST]].concat();
    left.sort();
    assert_eq!(files(folder.path()), left);
    assert!(!folder.path().join("fields").exists(), "a folder is left without files");
}

#[test]
fn a_removal_that_ends_early_leaves_nothing_that_names_what_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = pool();
    let mut recorder = recorder(folder.path(), Some(world.time_step_s()));
    for _ in 0..3 {
        recorder.record(&world).unwrap();
        let _ = world.step();
    }
    drop(recorder);
    // A folder in the place of a file cannot be removed as one.
    fs::remove_file(folder.path().join("fields/0001.vti")).unwrap();
    fs::create_dir(folder.path().join("fields/0001.vti")).unwrap();
    let error = claim(folder.path(), Existing::Remove).unwrap_err();
    assert!(matches!(&error, Error::Write { path, .. } if path.ends_with("fields/0001.vti")), "{error}");
    assert!(
        !folder.path().join("fields/0000.vti").exists() && folder.path().join("fields/0002.vti").exists()
    );
    assert!(!folder.path().join("fields.pvd").exists());
    // What is left stays listed, so that the next try removes it.
    fs::remove_dir(folder.path().join("fields/0001.vti")).unwrap();
    claim(folder.path(), Existing::Remove).unwrap();
    assert_eq!(files(folder.path()), [LIST]);
}

#[test]
fn files_that_no_run_has_listed_are_not_replaced() {
    for name in ["bodies.csv", "summary.json", "fields.pvd", "fields/0003.vti", "bodies/hull.stl"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        for existing in [Existing::Refuse, Existing::Remove] {
            let error = claim(folder.path(), existing).unwrap_err();
            assert!(matches!(&error, Error::NotListed { path: named, .. } if *named == path), "{error}");
        }
        assert_eq!(files(folder.path()), [name], "a refused run leaves its list");
    }
}

#[test]
fn a_file_in_the_place_of_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for out in [file.clone(), file.join("out")] {
        let error = claim(&out, Existing::Remove).unwrap_err();
        assert!(matches!(&error, Error::NotAFolder { path } if *path == out), "{error}");
    }
}

/// The end of a run notices it too, where no row comes after.
#[cfg(unix)]
#[test]
fn a_table_or_list_that_is_removed_or_replaced_during_a_run_is_noticed() {
    for name in ["bodies.csv", "gauges.csv", "fields.pvd"] {
        for again in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            let mut world = pool();
            let mut recorder = recorder(folder.path(), Some(world.time_step_s()));
            recorder.record(&world).unwrap();
            recorder.sync().unwrap();
            let content = fs::read(&path).unwrap();
            fs::remove_file(&path).unwrap();
            if again {
                fs::write(&path, &content).unwrap();
            }
            let _ = world.step();
            let recorded = if name == "fields.pvd" { recorder.record(&world) } else { recorder.sync() };
            assert!(
                matches!(&recorded, Err(Error::Removed { path: named }) if *named == path),
                "{recorded:?}"
            );
            assert!(!again || fs::read(&path).unwrap() == content, "{name}: the file of another is written");
        }
    }
}

/// Files that are open can be written after they are removed; nothing would be left of them.
#[cfg(unix)]
#[test]
fn a_folder_that_is_removed_during_a_run_is_noticed() {
    for again in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let world = pool();
        let mut recorder = recorder(&out, Some(world.time_step_s()));
        recorder.record(&world).unwrap();
        fs::remove_dir_all(&out).unwrap();
        let second = again.then(|| claim(&out, Existing::Refuse).unwrap());
        let error = recorder.record(&pool()).err().or_else(|| {
            let mut world = pool();
            let _ = world.step();
            recorder.record(&world).err()
        });
        assert!(matches!(error, Some(Error::Removed { .. })), "{error:?}");
        assert!(second.is_none() || files(&out) == [LIST], "another run's folder is written");
    }
}
