//! Checkpoints of runs, changed behind checksums that fit, and the folders in which they lie.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use toml::Value;
use viewer::commands::{
    Appearance, Failure, Options, Products, ResumeOptions, Selection, render, resume, run,
};
use viewer::sim::World;
use viewer::sim::scenario::Scenario;

use super::frames::{Frame, frames};
use super::outcome::Outcome;
use crate::shell::root;

/// Name of a checkpoint in the folder of its run.
const NAME: &str = "checkpoint.estela";

/// Name of the list of records there.
const LIST: &str = "records.txt";

/// Small water with a body of every kind, and all that is recorded.
const POOL: &str = r#"
title = "pool"
duration_s = 3
grid = { cells = [14, 10], cell_size_m = 1.0 }
water = { level_m = 2.0 }
sides.west = { kind = "characteristic", level_m = 2.0 }
sides.east = { kind = "sponge", width_m = 3.0 }
coupling = { hull = "lid" }
gauge = [{ name = "a", position_m = [2.0, 2.0] }]
transect = [{ name = "across", from_m = [8.0, 1.0], to_m = [8.0, 9.0] }]
view = { size = [16, 16], every_s = 0.2, kind = "top" }
[body.driven]
hull = { kind = "box", length_m = 1.5, beam_m = 1.5, depth_m = 3.0 }
mass_kg = 1.0
position_m = [11.0, 2.5, 1.0]
motion = { velocity_m_s = [0.1, 0.1], turn_deg_s = 12.0, ramp_s = 0.3 }
[body.free]
hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 1.0 }
mass_kg = 1400.0
position_m = [3.0, 6.0, 2.3]
propeller = { position_m = [-0.9, 0.0, 0.1], thrust_n = 100.0 }
[body.radiates]
hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 1.0 }
mass_kg = 1500.0
position_m = [7.0, 7.0]
radiation = { memory_s = 0.4 }
[body.towed]
hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 1.0 }
mass_kg = 1500.0
position_m = [4.0, 3.0]
tow = { speed_m_s = 0.5, ramp_s = 0.5 }
"#;

/// A run that can be gone on with.
pub(super) struct Run {
    scenario: Scenario,
    /// Files of the run but for the checkpoint, with their paths in its folder.
    files: Vec<(PathBuf, Vec<u8>)>,
    pub(super) checkpoint: Vec<u8>,
}

impl Run {
    /// The content of one of its files.
    pub(super) fn file(&self, name: &str) -> Vec<u8> {
        let found = self.files.iter().find(|(path, _)| path == Path::new(name));
        found.map(|(_, content)| content.clone()).unwrap_or_default()
    }
}

/// A run with fields, and one with pictures.
///
/// # Panics
/// If they do not run.
pub(super) fn runs() -> &'static [Run; 2] {
    static RUNS: OnceLock<[Run; 2]> = OnceLock::new();
    RUNS.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("estela-runs-{}", std::process::id()));
        let made = [false, true].map(|draws| make(&folder, draws));
        let _ = fs::remove_dir_all(&folder);
        made.map(|run| run.unwrap_or_else(|error| panic!("a run to fuzz the checkpoints of: {error}")))
    })
}

fn make(folder: &Path, draws: bool) -> Result<Run, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    fs::create_dir_all(folder).map_err(|error| text(&error))?;
    let (pool, out) = (folder.join("pool.toml"), folder.join(if draws { "drawn" } else { "run" }));
    fs::write(&pool, POOL).map_err(|error| text(&error))?;
    let coefficients = root().join("viewer/tests/regressions/beside/coefficients.csv");
    let selection = Selection {
        scenario: pool.display().to_string(),
        set: vec![format!("body.radiates.radiation.coefficients={}", coefficients.display())],
        steps: Some(6),
        quiet: true,
        ..Selection::default()
    };
    let scenario = Scenario::load(&selection.scenario, &selection.set).map_err(|error| text(&error))?;
    let options = Options {
        selection,
        out: Some(out.clone()),
        every: Some(0.2),
        ledger: Some(0.1),
        checkpoint: Some(0.1),
        ..Options::default()
    };
    let stop = AtomicBool::new(false);
    let done = match draws {
        true => render(&options, &Appearance::default(), &Products::default(), &stop),
        false => run(&options, &stop),
    };
    done.map_err(|failure| text(&failure))?;
    let mut files = Vec::new();
    collect(&out, Path::new(""), &mut files).map_err(|error| text(&error))?;
    files.sort();
    let at = files.iter().position(|(path, _)| path == Path::new(NAME));
    let at = at.ok_or_else(|| format!("it has no {NAME}"))?;
    let (_, checkpoint) = files.remove(at);
    let list = files.iter_mut().find(|(path, _)| path == Path::new(LIST)).map(|(_, list)| list);
    let list = list.ok_or_else(|| format!("it has no {LIST}"))?;
    let first = list.iter().position(|byte| *byte == b'\n').unwrap_or_default();
    list.splice(..first, *b"# pool.toml");
    let listed = list.len();
    Ok(Run { scenario, files, checkpoint: timeless(&checkpoint, listed) })
}

/// Files in a folder and below, with their contents.
fn collect(folder: &Path, below: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => collect(folder, &path, files)?,
            false => files.push((path, fs::read(entry.path())?)),
        }
    }
    Ok(())
}

/// A checkpoint without what differs from one process to the next: wall times, the name and the path of the scenario's file, and the length
/// of the list of records, whose first line names the process.
fn timeless(checkpoint: &[u8], listed: usize) -> Vec<u8> {
    fn clear(value: &mut Value, listed: usize) {
        let Value::Table(table) = value else { return };
        for (key, value) in table {
            match key.as_str() {
                "secs" | "nanos" => *value = Value::Integer(0),
                "name" => *value = Value::String("pool.toml".into()),
                "listed" => *value = Value::Integer(listed as i64),
                "file" => *value = Value::String("pool.toml".into()),
                _ => clear(value, listed),
            }
        }
    }
    let Some((mut tree, rest)) = tree(checkpoint) else { return checkpoint.into() };
    clear(&mut tree, listed);
    text(&tree, &rest)
}

/// What the checkpoint says of its run, as a tree; kind and version of this frame, and the other frames.
pub(super) fn tree(checkpoint: &[u8]) -> Option<(Value, Vec<u8>)> {
    let mut frames = frames(checkpoint).into_iter();
    let Frame { head, body } = frames.next()?;
    let tree = std::str::from_utf8(&body).ok()?.parse().ok()?;
    let others = frames.flat_map(|frame| frame.sealed());
    Some((Value::Table(tree), head.into_iter().chain(others).collect()))
}

/// The checkpoint of such a tree.
pub(super) fn text(tree: &Value, rest: &[u8]) -> Vec<u8> {
    let Some((head, others)) = rest.split_first_chunk() else { return Vec::new() };
    let body = toml::to_string(tree).unwrap_or_default().into_bytes();
    [&Frame { head: *head, body }.sealed()[..], others].concat()
}

/// Goes on with the run of a checkpoint for no step, and with its world alone for some.
pub(super) fn read(checkpoint: &[u8]) -> Result<Outcome, String> {
    let frames = frames(checkpoint);
    let run = &runs()[usize::from(frames.len() > 2)];
    let folder = Path::new("run");
    let _ = fs::remove_dir_all(folder);
    let checkpoint_file = (PathBuf::from(NAME), checkpoint.to_vec());
    for (path, content) in run.files.iter().chain([&checkpoint_file]) {
        let path = folder.join(path);
        let written =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, content));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let options = ResumeOptions { folder: folder.into(), quiet: true, ..ResumeOptions::default() };
    let resumed = match resume(&options, &AtomicBool::new(true)) {
        Ok(_) | Err(Failure::Interrupted { .. }) => Outcome::Read,
        Err(Failure::Scenario(_) | Failure::World { .. }) => Outcome::Refused,
        Err(failure) => {
            let message = failure.to_string();
            match message.contains("run/") && message.len() < 5000 {
                true => Outcome::Refused,
                false => return Err(format!("message without its file: {message}")),
            }
        }
    };
    if let Some(frame) = frames.get(1)
        && let Ok(mut world) = World::new(&run.scenario)
        && world.load(&frame.sealed()[..]).is_ok()
    {
        (0..3).for_each(|_| drop(world.step()));
    }
    Ok(resumed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_go_on_from_their_checkpoints_whatever_the_process() {
        let here = std::env::current_dir();
        let folder = root().join("target/fuzz/test-of-checkpoints");
        // One that failed leaves its runs.
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        std::env::set_current_dir(&folder).unwrap();
        for run in runs() {
            assert!(run.checkpoint.len() < 40_000, "{} bytes", run.checkpoint.len());
            assert_eq!(read(&run.checkpoint), Ok(Outcome::Read));
            let sealed: Vec<u8> = frames(&run.checkpoint).iter().flat_map(Frame::sealed).collect();
            assert!(sealed == run.checkpoint, "the checksum is not that of the program");
            let again = make(&folder.join("again"), run.file("fields.pvd").is_empty()).unwrap();
            assert!(again.checkpoint == run.checkpoint, "it differs from process to process");
        }
        let mut damaged = runs()[0].checkpoint.clone();
        damaged[3000] ^= 1;
        assert_eq!(read(&damaged), Ok(Outcome::Refused));
        std::env::set_current_dir(here.unwrap()).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
