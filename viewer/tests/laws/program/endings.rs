//! How the program ends a run that cannot go on, or begin.

use std::fs;
use std::path::Path;

use viewer::sim::records::{Status, Summary};

use crate::setup::estela;

fn summary(out: &Path) -> Summary {
    serde_json::from_slice(&fs::read(out.join("summary.json")).unwrap()).unwrap()
}

/// A driven block that would take the channel's last water.
#[test]
fn a_driven_body_that_cannot_go_on_ends_the_run_with_code_3_and_keeps_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let channel = r#"
        title = "channel"
        duration_s = 20.0
        grid = { cells = [40, 4], cell_size_m = 0.5 }
        water = { level_m = 1.0 }
        [body.block]
        hull = { kind = "box", length_m = 20.0, beam_m = 2.0, depth_m = 2.0 }
        mass_kg = 1.0
        position_m = [7.0, 1.0, 1.0]
        motion = { velocity_m_s = [0.5, 0.0] }
        [[gauge]]
        name = "end"
        position_m = [19.0, 1.0]
    "#;
    fs::write(folder.path().join("channel.toml"), channel).unwrap();
    let output = estela(folder.path(), &["run", "channel.toml", "--out=out"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    for word in ["stopped at step ", "leave at least one for the water", "the driven bodies were stopped"] {
        assert_eq!(message.matches(word).count(), 1, "{message:?} does not say {word:?} once");
    }
    let summary = summary(&folder.path().join("out"));
    assert_eq!(summary.status, Status::Stopped);
    assert!(message.contains(summary.failure.as_ref().unwrap()));
    let mut gauges = csv::Reader::from_path(folder.path().join("out/gauges.csv")).unwrap();
    assert_eq!(gauges.records().map(Result::unwrap).count() as u64, summary.steps + 1);
}

/// Labels of bodies have 16 bits; 0 is the water.
#[test]
fn more_bodies_than_labels_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let hull = "hull = { kind = \"speedboat\", length_m = 4.0, beam_m = 1.6, depth_m = 0.9 }\nmass_kg = 1e3\nposition_m = [9.0, 7.0]\n";
    let scenario = format!(
        "title = \"Crowd\"\nduration_s = 1.0\n[grid]\ncells = [80, 60]\ncell_size_m = 0.25\n[water]\nlevel_m = 2.0\n\
         [body.one]\n{hull}[body.others]\n{hull}repeat = {{ kind = \"line\", count = 65535, to_m = [11.0, 7.0] }}\n"
    );
    fs::write(folder.path().join("crowd.toml"), scenario).unwrap();
    let output = estela(folder.path(), &["check", "crowd.toml"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("crowd.toml: body: 65536 bodies; at most 65535"), "{message}");
}

/// A hull as large as its basin: as a rigid lid it would have to press the water together.
#[test]
fn a_lid_that_closes_water_in_ends_the_run_with_code_3_and_is_refused_in_other_modes() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = r#"
        title = "cork"
        duration_s = 1.0
        grid = { cells = [16, 8], cell_size_m = 0.25 }
        water = { level_m = 2.0 }
        coupling = { hull = "lid" }
        [body.cork]
        hull = { kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 2.0 }
        mass_kg = 8000.0
        position_m = [2.0, 1.0, 2.3]
    "#;
    fs::write(folder.path().join("cork.toml"), scenario).unwrap();
    let output = estela(folder.path(), &["run", "cork.toml", "--out=out"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    for word in ["stopped at step 1, ", "body.cork: ", "cell [", "coupling.hull = \"soft\""] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    for (key, word) in
        [("mode=\"paper\"", "only in coupling.mode"), ("hull=\"hard\"", "known here: soft, lid")]
    {
        let output = estela(folder.path(), &["check", "cork.toml", "--set", &format!("coupling.{key}")]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("coupling.hull") && message.contains(word), "{message}");
    }
}

/// A boat whose thrust makes it faster than the lattice carries its added mass: it is quarantined, the other goes on to the end, and the run says
/// who, when and why.
#[test]
fn a_run_that_loses_a_body_is_complete_and_ends_with_code_5_and_its_name_time_and_cause() {
    let folder = tempfile::tempdir().unwrap();
    let hull = "hull = { kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }\nmass_kg = 2000\n";
    let scenario = format!(
        "title = \"wild\"\nduration_s = 20.0\n[grid]\ncells = [40, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
         [coupling]\nmode = \"none\"\n[body.quiet]\n{hull}position_m = [14.0, 6.0]\n\
         [body.wild]\n{hull}position_m = [6.0, 6.0]\nradiation.estimate = \"ellipsoid\"\n\
         propeller = {{ position_m = [-1.2, 0.0, 0.1], thrust_n = 9e6, schedule = [{{ time_s = 0.4, thrust = 0 }}, {{ time_s = 0.5, thrust = 1 }}] }}\n"
    );
    fs::write(folder.path().join("wild.toml"), scenario).unwrap();
    let output = estela(folder.path(), &["run", "wild.toml", "--out=out"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{message}");
    for word in
        ["lost body wild at t = 0.", "quarantined", "body.wild.radiation: it brought the body to ", "thrust"]
    {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    assert!(!message.contains("quiet"), "{message}");
    let summary = summary(&folder.path().join("out"));
    assert!(summary.status == Status::Finished && summary.simulated_s >= 20.0, "{}", summary.simulated_s);
    assert!(message.contains(summary.failure.as_ref().unwrap()), "{message}");
    let lost: Vec<&String> = summary.quarantined.keys().collect();
    assert_eq!(lost, ["wild"]);
    let lost_s = summary.quarantined["wild"];
    let mut bodies = csv::Reader::from_path(folder.path().join("out/bodies.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = bodies.records().map(Result::unwrap).collect();
    // The start, and every step of the one that floats; of the other every one before it was lost.
    let of = |name: &str| rows.iter().filter(|row| row.iter().any(|value| value == name)).count() as u64;
    let before = (lost_s / summary.time_step_s).round() as u64;
    assert_eq!([of("quiet"), of("wild")], [summary.steps + 1, before]);
}

/// Thrown over the side it is no body that has drifted out of the domain.
#[test]
fn a_body_thrown_out_of_the_domain_is_lost_with_code_5() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "title = \"sling\"\nduration_s = 9.0\n[grid]\ncells = [40, 24]\ncell_size_m = 0.5\n[water]\nlevel_m = 2.0\n\
         [sides]\neast = { kind = \"outflow\" }\n[body.boat]\nhull = { kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }\nmass_kg = 2000\nposition_m = [18.0, 6.0]\n\
         [[joint]]\nname = \"sling\"\nkind = \"spring\"\nbody = \"boat\"\nto_at_m = [400.0, 6.0, 400.0]\nstiffness_n_m = 150.0\nlength_m = 1.0\n";
    fs::write(folder.path().join("sling.toml"), scenario).unwrap();
    let output = estela(folder.path(), &["run", "sling.toml", "--out=out"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{message}");
    for word in ["lost body boat at t = ", "body.boat: thrown ", "out of the domain"] {
        assert!(message.contains(word), "{message:?} does not say {word:?}");
    }
    assert_eq!(summary(&folder.path().join("out")).status, Status::Finished);
}
