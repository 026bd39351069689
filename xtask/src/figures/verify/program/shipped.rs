//! The books of every shipped scenario, run by the program itself.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::estela::{build, estela};
use crate::shell::root;
use crate::verify::row::Row;

/// Steps of each run.
const STEPS: u64 = 10_000;

/// Those that are run for as long as they say, and no longer, and the steps that this takes. In `partial-breach` the water leaves the breach
/// faster than the scheme is stable at a third of a second later; in `spheres-200-paper` the paper's rim forces feed the water, whose kinetic energy doubles in some 4 s, until that is so
/// after 68 s; a step of air takes as long as hundreds of the others.
const END_BEFORE: [(&str, u64); 6] = [
    ("boat-smoke", 449),
    ("downburst", 405),
    ("partial-breach", 185),
    ("smoke", 567),
    ("smoke-2d", 567),
    ("spheres-200-paper", 1144),
];

const FOLDER: &str = "target/verify/shipped";

pub(in crate::verify) fn rows() -> Vec<Row> {
    let names = match names() {
        Ok(names) => names,
        Err(message) => {
            eprintln!("{message}");
            vec!["scenarios".into()]
        }
    };
    names.iter().flat_map(|name| books(name)).collect()
}

/// Names of the files in the folder of scenarios, in alphabetical order.
fn names() -> Result<Vec<String>, String> {
    let folder = root().join("viewer/input/scenarios");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = files.flatten().map(|file| file.path());
    let scenarios = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut names: Vec<String> = scenarios.filter_map(stem).collect();
    names.sort();
    Ok(names)
}

fn books(name: &str) -> Vec<Row> {
    let folder = format!("{FOLDER}/{name}");
    let steps = STEPS.to_string();
    let endless = ["--until", "1e6", "--steps", &steps, "--out", &folder];
    let ends_before = END_BEFORE.iter().find(|(of, _)| *of == name);
    let arguments = if ends_before.is_some() { &endless[4..] } else { &endless };
    let summary = simulate(name, arguments).and_then(|()| summary(&root().join(&folder)));
    // A failed run is printed and gives a failing row.
    let summary = summary.unwrap_or_else(|message| {
        eprintln!("{name}: {message}");
        Value::Null
    });
    let steps = summary["steps"].as_f64().unwrap_or(f64::NAN);
    let residual = summary["mass"]["residual_relative"].as_f64().unwrap_or(f64::NAN);
    let wanted = ends_before.map_or(STEPS, |(_, steps)| *steps) as f64;
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "shipped scenarios",
        quantity: format!("{name}: {quantity}"),
        value,
        reference,
        tolerance,
    };
    let smoke = summary["air"]["smoke_residual_relative"].as_f64();
    let smoke = smoke.map(|residual| row("smoke residual", residual, 0.0, 1e-6));
    let rows = [row("steps", steps, wanted, 0.0), row("mass residual", residual, 0.0, 1e-6)];
    rows.into_iter().chain(smoke).collect()
}

/// Runs `estela run NAME` with more arguments.
pub(super) fn simulate(name: &str, arguments: &[&str]) -> Result<(), String> {
    build()?;
    estela(&[&["run", name, "--quiet", "--overwrite"], arguments].concat())
}

/// The summary of a run.
pub(super) fn summary(folder: &Path) -> Result<Value, String> {
    let path = folder.join("summary.json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}
