//! Runs with smoke: tables, the summary, files for ParaView.

use crate::setup::{ashes, chimney, estela};

#[test]
fn a_run_writes_table_summary_ledger_and_files_for_paraview() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("chimney.toml"), chimney("every_s = 0.25")).unwrap();
    let run = ["run", "chimney.toml", "--until", "1", "--every", "0.5", "--ledger", "0.5", "--out", "out"];
    let output = estela(folder.path(), &run);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("smoke         0.051 m³ of 0.051 m³ given, residual "), "{said}");
    let read = |name: &str| std::fs::read(folder.path().join("out").join(name)).unwrap();
    let rows: Vec<viewer::sim::records::AirRow> =
        csv::Reader::from_reader(&read("air.csv")[..]).into_deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 5);
    let last = rows.last().unwrap();
    assert!((last.smoke_m3 / last.given_m3 - 1.0).abs() < 1e-6 && last.top_m > 0.8, "{last:?}");
    let summary: viewer::sim::records::Summary = serde_json::from_slice(&read("summary.json")).unwrap();
    let air = summary.air.unwrap();
    assert!(air.smoke_residual_relative.abs() < 1e-6 && air.smoke_m3 >= last.smoke_m3, "{air:?}");
    assert!(summary.columns["air.csv"].contains_key("top_m") && summary.columns.contains_key("air.pvd"));
    let ledger: Vec<viewer::sim::records::LedgerRow> =
        csv::Reader::from_reader(&read("ledger.csv")[..]).into_deserialize().map(Result::unwrap).collect();
    assert!(ledger[1].smoke_m3 > 0.02 && ledger[1].smoke_residual_m3.abs() < 1e-7, "{:?}", ledger[1]);
    // The values of the last frame: length, then a number a cell.
    let file = read("air/0002.vti");
    let start = file.windows(23).position(|text| text == b"<AppendedData encoding=").unwrap();
    let start = start + file[start..].iter().position(|byte| *byte == b'_').unwrap() + 1;
    let (length, values) = file[start..].split_first_chunk::<8>().unwrap();
    let cells = 20 * 16 * 24;
    assert_eq!(u64::from_le_bytes(*length), 4 * cells);
    let values = values[..4 * cells as usize].as_chunks::<4>().0.iter();
    let smoke_m3: f64 = values.map(|bytes| 0.008 * f64::from(f32::from_le_bytes(*bytes))).sum();
    assert!((smoke_m3 / last.smoke_m3 - 1.0).abs() < 1e-3, "{smoke_m3} of {}", last.smoke_m3);
}

#[test]
fn a_run_writes_particles_for_paraview_and_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ashes.toml"), ashes()).unwrap();
    let ran = |arguments: &[&str]| {
        let output = estela(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
    };
    ran(&["run", "ashes.toml", "--until", "1", "--every", "0.5", "--out", "all"]);
    ran(&["run", "ashes.toml", "--until", "0.5", "--every", "0.5", "--checkpoint", "0.5", "--out", "two"]);
    ran(&["resume", "two", "--until", "1"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for name in ["air.csv", "particles.pvd", "particles/0002.vtp"] {
        assert!(read(&format!("all/{name}")) == read(&format!("two/{name}")), "{name}");
    }
    let rows: Vec<viewer::sim::records::AirRow> =
        csv::Reader::from_reader(&read("all/air.csv")[..]).into_deserialize().map(Result::unwrap).collect();
    let last = rows.last().unwrap();
    let file = String::from_utf8_lossy(&read("all/particles/0002.vtp")).into_owned();
    assert!(last.particles > 400.0, "{last:?}");
    assert!(file.contains(&format!("NumberOfVerts=\"{}\"", last.particles)), "{last:?}");
}
