//! How the program ends a run that cannot go on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use viewer::sim::records::{Status, Summary};

/// A driven block that would take the channel's last water.
#[test]
fn a_driven_body_that_cannot_go_on_ends_the_run_with_code_3_and_keeps_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let channel = r#"
        title = "channel"
        duration_s = 20.0
        grid = { cells = [40, 4], cell_size_m = 0.5 }
        water = { depth_m = 1.0 }
        [body.block]
        hull = { kind = "box", length_m = 20.0, beam_m = 2.0, depth_m = 2.0 }
        mass_kg = 1.0
        position_m = [7.0, 1.0, 1.0]
        motion = { velocity_m_s = [0.5, 0.0] }
        [[gauge]]
        name = "end"
        position_m = [19.0, 1.0]
    "#;
    std::fs::write(folder.path().join("channel.toml"), channel).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_estela"))
        .current_dir(folder.path())
        .args(["run", "channel.toml", "--out=out"])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    for word in ["stopped at step ", "leave at least one for the water", "the driven bodies were stopped"] {
        assert_eq!(message.matches(word).count(), 1, "{message:?} does not say {word:?} once");
    }
    let summary = std::fs::read(folder.path().join("out/summary.json")).unwrap();
    let summary: Summary = serde_json::from_slice(&summary).unwrap();
    assert_eq!(summary.status, Status::Stopped);
    assert!(message.contains(summary.failure.as_ref().unwrap()));
    let mut gauges = csv::Reader::from_path(folder.path().join("out/gauges.csv")).unwrap();
    assert_eq!(gauges.records().map(Result::unwrap).count() as u64, summary.steps + 1);
}
