//! Towing at several speeds: what is run, written and refused.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use viewer::sim::records::{Summary, TowRow};

use crate::setup::{estela, program};

/// A wall-sided ship in a tank between walls: its waterline is a lens of 4 × 0.4 m, its draft 0.15 m.
fn tank() -> TempDir {
    const CORNERS: u32 = 40;
    let place = |i: u32| 4.0 * f64::from(i) / f64::from(CORNERS) - 2.0;
    let side = |sign: f64| move |x: f64| [x, sign * 0.2 * (1.0 - (x / 2.0).powi(2))];
    let starboard = (0..CORNERS).map(place).map(side(-1.0));
    let outline: Vec<[f64; 2]> = starboard.chain((1..=CORNERS).rev().map(place).map(side(1.0))).collect();
    let text = format!(
        r#"
        title = "towing tank"
        duration_s = 3.0
        grid = {{ cells = [80, 24], cell_size_m = 0.25 }}
        water.level_m = 1.25
        sides.west = {{ kind = "characteristic", level_m = 1.25 }}
        sides.east = {{ kind = "characteristic", level_m = 1.25 }}
        [body.ship]
        hull = {{ kind = "prism", outline_m = {outline:?}, height_m = 0.4 }}
        mass_kg = 160.0
        center_of_mass_m = [0.0, 0.0, 0.05]
        position_m = [4.0, 3.0]
        drag = 0.0
        tow = {{ speed_m_s = 1.5, ramp_s = 1.0 }}
        "#
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tank.toml"), text).unwrap();
    folder
}

/// A row of `tow.csv`, by column.
type Speed = BTreeMap<String, String>;

fn rows(out: &Path) -> Vec<Speed> {
    let mut table = csv::Reader::from_path(out.join("tow.csv")).unwrap();
    table.deserialize().map(Result::unwrap).collect()
}

#[track_caller]
fn number(row: &Speed, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} is {:?}", row[column]))
}

#[track_caller]
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = estela(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], words: &[&str]) {
    let output = estela(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    assert!(!folder.join("out").exists(), "nothing is written: {message}");
}

/// The means are those of the record that `run` writes at the same speed.
#[test]
fn each_speed_is_measured_as_a_run_records_it() {
    let folder = tank();
    let at = folder.path();
    let text = done(at, &["tow", "tank.toml", "--speeds", "1..2", "--count=3"]);
    let table = rows(&at.join("out/tank.tow"));
    let speeds: Vec<f64> = table.iter().map(|row| number(row, "speed_m_s")).collect();
    assert_eq!(speeds, [1.0, 1.5, 2.0]);
    assert!(text.contains("resistance N") && text.contains("wrote out/tank.tow/tow.csv"), "{text}");
    assert!(!at.join("out/tank.tow/tow.svg").exists());
    let again = estela(at, &["tow", "tank.toml", "--speeds=1"]);
    let message = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.code() == Some(2) && message.contains("--overwrite"), "{message}");
    for row in &table {
        let (speed, [from_s, to_s]) = (number(row, "speed_m_s"), ["from_s", "to_s"].map(|c| number(row, c)));
        assert!((number(row, "froude") - speed / (9.81f64 * 1.25).sqrt()).abs() < 1e-12);
        let length = (speed / number(row, "length_froude")).powi(2) / 9.81;
        assert!((length - 4.0).abs() < 1e-4, "{length} m are wet");
        // The last half of what is left after the ramp, that ends before the side.
        assert!((from_s - 0.5 * (1.0 + to_s)).abs() < 1e-9, "{from_s} to {to_s}");
        assert!(speed * (to_s - 0.5) < 20.0 - 4.0 - 2.0, "it leaves the tank");
        let set = format!("--set=body.ship.tow.speed_m_s={speed}");
        let until = format!("--until={to_s}");
        done(at, &["run", "tank.toml", "--quiet", "--overwrite", "--out=alone", &set, &until]);
        let mut record = csv::Reader::from_path(at.join("alone/towing.csv")).unwrap();
        let record: Vec<TowRow> = record.deserialize().map(Result::unwrap).collect();
        let measured: Vec<&TowRow> = record.iter().filter(|row| row.t_s >= from_s).collect();
        for (column, of) in [
            ("resistance_n", (|row| row.resistance_n) as fn(&TowRow) -> f64),
            ("sinkage_m", |row| row.sinkage_m),
            ("trim_deg", |row| row.trim_deg),
            ("side_force_n", |row| row.side_force_n),
            ("yaw_moment_n_m", |row| row.yaw_moment_n_m),
        ] {
            // The halves may differ by a step.
            let mean = measured.iter().map(|row| of(row)).sum::<f64>() / measured.len() as f64;
            let off = (number(row, column) - mean).abs();
            assert!(off <= 1e-6 * mean.abs().max(1e-6), "{column} at {speed}: {} not {mean}", row[column]);
        }
        let steady = number(row, "change") <= 0.05;
        assert_eq!((&row["steady"][..], &row["failure"][..]), (if steady { "true" } else { "false" }, ""));
    }
}

/// `S = S₀ (1 − (2x/L)²)` with `S₀ = 0.06 m²`: `R = 8 ρ U² S₀² / (3 H L √(F² − 1))` above the critical
/// speed, a sinkage of `3 F² S₀ / (π L √(1 − F²))` below it in open water, and Schijf's drawdown between walls.
#[test]
fn theory_is_written_and_drawn_beside_the_results_where_it_applies() {
    let folder = tank();
    let at = folder.path();
    let area = 0.06;
    let open = r#"--set=sides={west={kind="sponge",width_m=1},east={kind="sponge",width_m=1},south={kind="sponge",width_m=1},north={kind="sponge",width_m=1}}"#;
    done(at, &["tow", "tank.toml", "--speeds=1.5,5", "--plot", "--quiet", open]);
    let [slow, fast] = &rows(&at.join("out/tank.tow"))[..] else { panic!("two speeds") };
    let f = number(slow, "froude");
    let sinkage = 3.0 * f * f * area / (std::f64::consts::PI * 4.0 * (1.0 - f * f).sqrt());
    assert!((number(slow, "tuck_sinkage_m") / sinkage - 1.0).abs() < 0.01, "{slow:?}, not {sinkage}");
    assert_eq!((number(slow, "thin_ship_resistance_n"), &slow["schijf_sinkage_m"][..]), (0.0, ""));
    let f = number(fast, "froude");
    let resistance = 8.0 * 1000.0 * 25.0 * area * area / (3.0 * 1.25 * 4.0 * (f * f - 1.0).sqrt());
    assert!(
        (number(fast, "thin_ship_resistance_n") / resistance - 1.0).abs() < 0.01,
        "{fast:?}, not {resistance}"
    );
    assert!(number(fast, "tuck_trim_deg") > 0.0, "{fast:?}");
    let picture = std::fs::read_to_string(at.join("out/tank.tow/tow.svg")).unwrap();
    for word in
        ["Resistance", "Sinkage", "trim", "Froude number of the depth", "thin ship", "Tuck 1966", "simulated"]
    {
        assert!(picture.contains(word), "{word}");
    }
    assert!(!picture.contains("Schijf") && picture.matches("<circle").count() >= 6);

    // Between walls 6 m apart, where the ship takes up 0.8 % of the section.
    let text = done(at, &["tow", "tank.toml", "--speeds=1.5", "--plot", "--overwrite"]);
    let [walled] = &rows(&at.join("out/tank.tow"))[..] else { panic!("one speed") };
    let f = number(walled, "froude");
    let schijf = area / 6.0 * f * f / (1.0 - f * f);
    assert!((number(walled, "schijf_sinkage_m") / schijf - 1.0).abs() < 0.05, "{walled:?}, not {schijf}");
    assert!(number(walled, "tuck_sinkage_m") > number(slow, "tuck_sinkage_m"));
    assert!(text.contains("by Schijf no steady flow passes the ship from Fr 0.89"), "{text}");
    let picture = std::fs::read_to_string(at.join("out/tank.tow/tow.svg")).unwrap();
    for word in
        ["Tuck 1967, banks 6 m apart", "Tuck 1966, open water", "Schijf 1949", "no steady flow by Schijf"]
    {
        assert!(picture.contains(word), "{word}");
    }

    // A square end, and water that moves.
    let square = "--set=body.ship.hull={kind=\"box\",length_m=4,beam_m=0.8,depth_m=0.4}";
    let stream = "--set=water.column=[{x_m=[0,20],level_m=1.25,velocity_m_s=[0.1,0]}]";
    for (set, word, schijf) in [(square, "square end", true), (stream, "water at rest", false)] {
        let output = estela(at, &["tow", "tank.toml", "--speeds=1", "--until=1.2", "--overwrite", set]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && message.contains(word), "{message}");
        assert_eq!(message.contains("body.ship: its beam is 3.2 cells"), schijf, "{message}");
        let [row] = &rows(&at.join("out/tank.tow"))[..] else { panic!("one speed") };
        assert_eq!((&row["tuck_sinkage_m"][..], &row["thin_ship_resistance_n"][..]), ("", ""), "{set}");
        assert_eq!(!row["schijf_sinkage_m"].is_empty(), schijf, "{set}");
    }
}

#[test]
fn what_cannot_be_towed_is_refused_with_key_and_remedy_before_any_run() {
    let folder = tank();
    let at = folder.path();
    let tow = |more: &[&str], words: &[&str]| {
        refused(at, &[&["tow", "tank.toml", "--speeds=1..2"], more].concat(), words);
    };
    refused(
        at,
        &["tow", "floating", "--speeds=1"],
        &["floating: body.boat.tow: ", "missing", "--set", "speed_m_s"],
    );
    refused(at, &["tow", "dam-break-full", "--speeds=1"], &["dam-break-full: body: ", "no body is afloat"]);
    refused(
        at,
        &["tow", "tank.toml", "--speeds=1..12"],
        &["tank.toml: body.ship.tow.speed_m_s: ", "times the lattice speed of 9.042 m/s"],
    );
    tow(&["--set=body.ship.fixed=true"], &["body.ship.tow", "is fixed"]);
    tow(&["--set=body.ship.tow=", "--set=body.ship.fixed=true"], &["body", "no body is afloat"]);
    tow(
        &["--set=body.ship.tow=", "--set=body.ship.fixed=true", "--body=ship"],
        &["body.ship: ", "is fixed", "only a body afloat"],
    );
    tow(&["--set=body.ship.tow=", "--body=ship"], &["body.ship.tow: ", "missing"]);
    tow(&["--body=shop"], &["body.shop: ", "it has ship"]);
    let second = "--set=body.barge={hull={kind=\"box\",length_m=1,beam_m=1,depth_m=1},mass_kg=300,position_m=[9,1],\
                  tow={speed_m_s=1}}";
    tow(&[second], &["body: ", "barge and ship are towed", "--body NAME"]);
    tow(&["--until=0.5"], &["body.ship.tow.ramp_s: ", "1 s is longer than the run at 1 m/s", "--until"]);
    tow(&["--set=body.ship.position_m=[16.5,3]"], &["body.ship.tow.ramp_s: ", "farther back"]);
    tow(&["--count=1"], &["--count", "2..=1000"]);
    refused(at, &["tow", "tank.toml", "--speeds=2..1"], &["--speeds", "from a lower speed to a higher one"]);
    refused(at, &["tow", "tank.toml", "--speeds=1,2", "--count=3"], &["--count: ", "divides a range"]);
    refused(at, &["tow", "tank.toml"], &["--speeds"]);
}

#[test]
fn a_speed_that_fails_is_recorded_and_the_others_are_kept() {
    let folder = tank();
    let at = folder.path();
    // Hardly any viscosity: the scheme is stable in slow water only, and the policy ends what is faster.
    let set = ["--set=solver.tau=0.502", "--set=solver.policy=stop", "--set=body.ship.mass_kg=400"];
    let output = estela(at, &[&["tow", "tank.toml", "--speeds=6,0.3", "--plot"], &set[..]].concat());
    let (text, message) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(3), "{message}");
    for word in ["1 of 2 speeds have no result: 6 m/s: unstable at step ", "out/tank.tow/tow.csv"] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    assert!(text.contains("no result: unstable at step "), "{text}");
    let [failed, kept] = &rows(&at.join("out/tank.tow"))[..] else { panic!("both speeds") };
    assert!(
        failed["failure"].starts_with("unstable at step ") && failed["resistance_n"].is_empty(),
        "{failed:?}"
    );
    assert!(number(kept, "resistance_n").is_finite() && kept["failure"].is_empty(), "{kept:?}");
    assert!(at.join("out/tank.tow/tow.svg").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_speeds_and_keeps_those_that_are_done() {
    let folder = tank();
    let out = folder.path().join("out");
    let mut run = program(folder.path())
        .args(["tow", "tank.toml", "--speeds=1..2", "--count=1000", "--out"])
        .arg(&out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || std::fs::read_to_string(out.join("tow.csv")).unwrap_or_default().lines().count();
    while lines() < 2 {
        assert!(run.try_wait().unwrap().is_none(), "the runs have ended by themselves");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let done = rows(&out);
    assert!((1..1000).contains(&done.len()), "{}", done.len());
    assert!(done.iter().all(|row| number(row, "resistance_n").is_finite()));
}

#[test]
fn towing_is_recorded_and_its_means_are_in_the_summary() {
    let folder = tank();
    let at = folder.path();
    let done = estela(at, &["run", "tank.toml", "--quiet", "--until=2"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let out = at.join("out/tank");
    let mut rows = csv::Reader::from_path(out.join("towing.csv")).unwrap();
    let rows: Vec<TowRow> = rows.deserialize().map(Result::unwrap).collect();
    let summary: Summary = serde_json::from_slice(&std::fs::read(out.join("summary.json")).unwrap()).unwrap();
    assert_eq!(rows.len() as u64, summary.steps + 1);
    let last: Vec<&TowRow> = rows.iter().filter(|row| row.t_s > 1.5).collect();
    let mean = |of: fn(&TowRow) -> f64| last.iter().map(|row| of(row)).sum::<f64>() / last.len() as f64;
    let towed = summary.towed["ship"];
    assert_eq!(towed.speed_m_s, 1.5);
    assert!((towed.resistance_n / mean(|row| row.resistance_n) - 1.0).abs() < 0.1, "{}", towed.resistance_n);
    assert!((towed.sinkage_m / mean(|row| row.sinkage_m) - 1.0).abs() < 0.1, "{}", towed.sinkage_m);
    assert!(estela(at, &["plot", "out/tank"]).status.success());
    let picture = std::fs::read_to_string(out.join("towing.svg")).unwrap();
    for word in ["Resistance", "Sinkage", "trim", "ship"] {
        assert!(picture.contains(word), "{word}");
    }
    // The next run tows nothing and leaves no record of towing.
    let done =
        estela(at, &["run", "tank.toml", "--quiet", "--overwrite", "--until=0.1", "--set=body.ship.tow="]);
    assert!(done.status.success() && !out.join("towing.csv").exists());
}
