//! What is left of a run that a signal, a full disk or another run meets.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use viewer::render::Picture;
use viewer::sim::records::{BodyRow, GaugeRow, LIST, Status, Summary};

use crate::setup::{estela, program};

const SMALL: [&str; 4] = [
    "--set=grid.cells=[32, 24]",
    "--set=body.boat.position_m=[4.0, 3.0]",
    "--set=gauge.0.position_m=[1, 1]",
    "--set=gauge.1.position_m=[7, 5]",
];

fn message(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn summary(out: &Path) -> Summary {
    serde_json::from_slice(&fs::read(out.join("summary.json")).unwrap()).unwrap()
}

/// A run without end into `out`; its first summary is written.
fn endless(folder: &Path, command: &str, more: &[&str]) -> Child {
    // That of a run before would be taken for its own.
    let _ = fs::remove_file(folder.join("out/summary.json"));
    let mut run = program(folder)
        .args([&[command, "floating", "--until=1e7", "--out=out"], &SMALL[..], more].concat())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.join("out/summary.json").exists() {
        assert!(run.try_wait().unwrap().is_none(), "the run has ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    run
}

/// Rows of a table of which every line is whole.
fn rows<R: for<'de> serde::Deserialize<'de>>(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'), "{}: the last line is torn", path.display());
    csv::Reader::from_reader(text.as_bytes()).into_deserialize::<R>().map(Result::unwrap).count()
}

/// Checks that all records in a folder are whole, and returns the number of rows of `bodies.csv`.
fn whole(out: &Path) -> usize {
    for entry in
        ["", "fields", "bodies", "frames"].iter().flat_map(|inner| fs::read_dir(out.join(inner))).flatten()
    {
        let path = entry.unwrap().path();
        let bytes = || fs::read(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("vti" | "vtp") => assert!(bytes().ends_with(b"</VTKFile>\n"), "{}", path.display()),
            Some("png") => drop(Picture::open(&path).unwrap()),
            Some("gif") => panic!("a film that was not finished has its name"),
            Some("pvd") => {
                let text = String::from_utf8(bytes()).unwrap();
                assert!(text.ends_with("  </Collection>\n</VTKFile>\n"), "{text}");
                let mut files =
                    text.lines().filter_map(|line| line.split("file=\"").nth(1)?.split('"').next());
                assert!(files.all(|file| out.join(file).exists()), "{text}");
            }
            _ => {}
        }
    }
    rows::<GaugeRow>(&out.join("gauges.csv"));
    rows::<BodyRow>(&out.join("bodies.csv"))
}

#[cfg(unix)]
#[test]
fn signals_to_end_end_a_run_with_its_files_complete() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let run = endless(folder.path(), "run", &[]);
        assert!(Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap().success());
        let output = run.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}: {}", message(&output));
        assert!(message(&output).contains("error: stopped at t = "), "{}", message(&output));
        let out = folder.path().join("out");
        assert_eq!(summary(&out).status, Status::Interrupted);
        assert_eq!(whole(&out) as u64, summary(&out).steps + 1);
    }
}

#[test]
fn a_run_that_is_killed_leaves_whole_files_that_can_be_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (moment, command) in [(0, "run"), (40, "render"), (90, "run"), (170, "render"), (600, "run")] {
        let every = if command == "run" { "--every=0.02" } else { "--every=0.1" };
        let more = ["--overwrite", every, "--set=view.size=[64, 36]"];
        let mut run = endless(folder.path(), command, &more);
        std::thread::sleep(Duration::from_millis(moment));
        run.kill().unwrap();
        run.wait().unwrap();
        whole(&out);
        assert_eq!(summary(&out).status, Status::Running);
        // The steps that the summary speaks of are recorded.
        assert!(rows::<BodyRow>(&out.join("bodies.csv")) as u64 >= summary(&out).steps);
    }
    let last =
        [&["run", "floating", "--out=out", "--overwrite", "--steps=1", "--quiet"], &SMALL[..]].concat();
    assert_eq!(estela(folder.path(), &last).status.code(), Some(0));
    let mut left: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["bodies.csv", "gauges.csv", LIST, "summary.json"]);
}

/// A table, or the folder with all that is in it, is taken away: the run ends, and says of neither that it is whole.
#[cfg(unix)]
#[test]
fn a_run_whose_records_are_taken_away_says_so() {
    for taken in ["out/bodies.csv", "out/gauges.csv", "out"] {
        let folder = tempfile::tempdir().unwrap();
        let run = endless(folder.path(), "run", &[]);
        fs::rename(folder.path().join(taken), folder.path().join("taken")).unwrap();
        let output = run.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{taken}: {}", message(&output));
        for words in ["stopped at step", &format!("{taken}: was removed"), "what was recorded in it is lost"]
        {
            assert!(message(&output).contains(words), "{} does not say {words:?}", message(&output));
        }
        assert!(!message(&output).contains("is whole"), "{}", message(&output));
        if taken != "out" {
            assert_eq!(summary(&folder.path().join("out")).status, Status::Failed);
        }
    }
}

#[test]
fn a_second_run_in_a_folder_is_refused_with_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = endless(folder.path(), "run", &[]);
    for overwrite in [&[][..], &["--overwrite"]] {
        let second = [&["run", "dam-break", "--out=out", "--steps=1"], overwrite].concat();
        let output = estela(folder.path(), &second);
        assert_eq!(output.status.code(), Some(2), "{}", message(&output));
        for word in ["out: in use by the run of floating", &format!("process {}", first.id()), "--out DIR"] {
            assert!(message(&output).contains(word), "{} does not say {word:?}", message(&output));
        }
    }
    first.kill().unwrap();
    first.wait().unwrap();
    whole(&folder.path().join("out"));
}

#[test]
fn records_of_an_earlier_run_are_removed_only_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let ended = |command: &str, more: &[&str]| {
        let base = [command, "floating", "--out=out", "--quiet", "--steps=20", "--set=view.size=[64, 36]"];
        estela(folder.path(), &[&base, &SMALL[..], more].concat())
    };
    assert_eq!(ended("render", &["--every=0.2"]).status.code(), Some(0));
    fs::write(out.join("notes.txt"), "mine").unwrap();
    for command in ["run", "render"] {
        let output = ended(command, &[]);
        assert_eq!(output.status.code(), Some(2), "{}", message(&output));
        for word in ["error: out: ", "run of floating, process ", "--overwrite", "--out DIR"] {
            assert!(message(&output).contains(word), "{} does not say {word:?}", message(&output));
        }
    }
    assert!(out.join("animation.gif").exists() && out.join("frames/frame-00001.png").exists());
    assert_eq!(ended("run", &["--overwrite"]).status.code(), Some(0));
    assert!(!out.join("animation.gif").exists() && !out.join("frames").exists());
    assert!(out.join("notes.txt").exists() && out.join("bodies.csv").exists());
}

/// A limit on the size of files is met as a full disk is, within a file.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_cannot_write_ends_with_code_4_and_says_so_in_its_summary() {
    // In units of 512 bytes; the table has some 600 kB in the end.
    for limit in [1, 6, 14, 25, 60, 200, 400, 440, 600, 900] {
        let folder = tempfile::tempdir().unwrap();
        let estela = env!("CARGO_BIN_EXE_estela");
        let arguments = SMALL.map(|argument| format!("'{argument}'")).join(" ");
        let script = format!(
            "ulimit -f {limit}; exec {estela} run floating --out out --quiet --steps 3000 {arguments}"
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        let message = message(&output);
        assert_eq!(output.status.code(), Some(4), "{limit}: {message}");
        for word in ["error: ", "out/", "cannot be written: File too large", "--out DIR"] {
            assert_eq!(message.matches(word).count(), 1, "{limit}: {message:?} does not say {word:?} once");
        }
        let out = folder.path().join("out");
        // The summary itself does not fit below that.
        if limit >= 25 {
            let summary = summary(&out);
            assert_eq!(summary.status, Status::Failed, "{limit}");
            assert!(message.contains(summary.failure.as_ref().unwrap()), "{limit}: {message}");
            assert!(
                message.contains(&format!("stopped at step {} (t = ", summary.steps)),
                "{limit}: {message}"
            );
            assert!(whole(&out) as u64 <= summary.steps + 1, "{limit}");
        }
    }
}

/// An allocation beyond a limit on the memory of a process would abort it.
#[cfg(target_os = "linux")]
#[test]
fn what_does_not_fit_the_memory_of_the_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let check = |limit: &str| {
        let estela = env!("CARGO_BIN_EXE_estela");
        // Some 250 MB.
        let script = format!(
            "ulimit -v {limit}; exec {estela} check floating --threads 1 --set grid.cells=[1000,1000]"
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        (output.status.code(), message(&output))
    };
    let (code, message) = check("230000");
    assert_eq!(code, Some(2), "{message}");
    for word in ["floating: grid.cells: 1000 × 1000 cells", "of the 236 MB", "are free"] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    // On a busy machine it says that it is setting up.
    let (code, message) = check("unlimited");
    assert!(code == Some(0) && message.lines().all(|line| line.starts_with("setting up")), "{message}");
}

/// A checkpoint holds the state a second time, and once more as bytes.
#[cfg(target_os = "linux")]
#[test]
fn checkpoints_that_do_not_fit_the_memory_of_the_process_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |limit: u32, arguments: &str| {
        let estela = env!("CARGO_BIN_EXE_estela");
        // One arena: each thread that gets its own takes addresses in tens of megabytes, and not in every run.
        let script = format!(
            "ulimit -v {limit}; MALLOC_ARENA_MAX=1 exec {estela} run floating --quiet --steps 1 --threads 1 --overwrite \
             --set grid.cells=[1000,1000] {arguments}"
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        (output.status.code(), message(&output))
    };
    // Where the cells fit, and a checkpoint of them does not.
    let (limit, (code, message)) = (200_000..2_000_000)
        .step_by(20_000)
        .map(|limit| (limit, run(limit, "--checkpoint 0.01")))
        .find(|(_, (_, message))| message.contains("floating: grid.cells: a checkpoint takes 108 MB"))
        .unwrap();
    assert_eq!(code, Some(2), "{message}");
    for word in ["are free", "leave out --checkpoint"] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    let (code, message) = run(limit, "");
    assert_eq!(code, Some(0), "{message}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_closed_the_standard_output_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["list"][..], &["run", "floating", "--steps=5"]] {
        let mut run = program(folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(run.stdout.take());
        let output = run.wait_with_output().unwrap();
        assert_eq!((output.status.code(), message(&output)), (Some(0), String::new()), "{arguments:?}");
    }
    assert_eq!(summary(&folder.path().join("out/floating")).status, Status::Finished);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_standard_output_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program(folder.path()).arg("list").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(message(&output).contains("standard output: No space left"), "{}", message(&output));
}
