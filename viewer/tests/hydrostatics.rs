//! `estela hydrostatics` as a user meets it, against a box whose numbers are known in closed form.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A box of 8 × 4 × 2 m about the origin.
const BOX: &str = "
v -4 -2 -1\nv 4 -2 -1\nv -4 2 -1\nv 4 2 -1\nv -4 -2 1\nv 4 -2 1\nv -4 2 1\nv 4 2 1
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

fn hydrostatics(folder: &Path, arguments: &[&str]) -> Output {
    std::fs::write(folder.join("box.obj"), BOX).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_estela"));
    command.current_dir(folder).arg("hydrostatics").args(arguments).output().unwrap()
}

/// Draft 1 m and GM = KB + B²/(12 T) − KG; GZ = sin φ (GM + ½ BM tan² φ) while no edge of the deck or the bottom
/// passes the water, for a wall-sided body.
#[test]
fn a_half_sunk_box_has_the_numbers_of_its_formulas() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["box.obj", "--mass", "32000", "--com", "0,0,0", "--curve", "--out", "numbers"];
    let output = hydrostatics(folder.path(), &arguments);
    assert!(output.status.success(), "{output:?}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("draft                     1.0000 m"), "{table}");
    let json = std::fs::read(folder.path().join("numbers/hydrostatics.json")).unwrap();
    let numbers: Value = serde_json::from_slice(&json).unwrap();
    let bm = 16.0 / 12.0;
    for (key, expected) in [
        ("draft_m", 1.0),
        ("displaced_volume_m3", 32.0),
        ("kb_m", 0.5),
        ("kg_m", 1.0),
        ("bm_transverse_m", bm),
        ("gm_transverse_m", 0.5 + bm - 1.0),
        ("gm_longitudinal_m", 0.5 + 64.0 / 12.0 - 1.0),
        ("heel_deg", 0.0),
        ("waterplane_area_m2", 32.0),
    ] {
        let value = numbers[key].as_f64().unwrap();
        assert!((value - expected).abs() < 1e-9, "{key}: {value}, not {expected}");
    }
    let mut rows = csv::Reader::from_path(folder.path().join("numbers/gz.csv")).unwrap();
    let arms: Vec<[f64; 4]> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(arms.len(), 37);
    for [heel_deg, gz_m, ..] in arms.iter().filter(|[heel_deg, ..]| *heel_deg <= 25.0) {
        let phi = heel_deg.to_radians();
        let expected = phi.sin() * (0.5 + bm - 1.0 + 0.5 * bm * phi.tan().powi(2));
        assert!((gz_m - expected).abs() < 1e-9, "GZ({heel_deg}°) {gz_m}, not {expected}");
    }
    let picture = std::fs::read_to_string(folder.path().join("numbers/gz.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("GM = 0.833 m"), "{picture}");
}

#[test]
fn what_cannot_float_is_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (&["box.obj", "--mass", "65000"][..], &["box.obj", "--mass must be below 64000 kg"][..]),
        (&["none.stl", "--mass", "1"], &["none.stl", "cannot be read"]),
        (&["box.obj", "--mass", "0"], &["--mass", "above 0"]),
        (&["box.obj", "--mass", "1", "--com", "1,2"], &["--com", "three numbers"]),
        (&["box.obj"], &["box.obj", "--mass KG"]),
        (&["sailboat-stable:boot"], &["sailboat-stable", "body.boot"]),
        (&["sailboot:boat"], &["sailboot", "sailboat-stable"]),
        (&["box.obj", "--mass", "9", "--out", "box.obj/x"], &["box.obj/x", "--out DIR"]),
    ] {
        let output = hydrostatics(folder.path(), arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
    }
}

/// Lazo et al. §3.2: the low centre of mass rights itself from nearly any heel, the high one does not.
#[test]
fn righting_arms_tell_which_sailboat_turns_over() {
    let folder = tempfile::tempdir().unwrap();
    let curve = |body: &str| -> Value {
        let output = hydrostatics(folder.path(), &[body, "--curve", "--quiet", "--out", "gz"]);
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        let json = std::fs::read(folder.path().join("gz/hydrostatics.json")).unwrap();
        serde_json::from_slice::<Value>(&json).unwrap()["curve"].clone()
    };
    let [low, high] = ["sailboat-stable:boat", "sailboat-capsize:boat"].map(curve);
    let number = |curve: &Value, key: &str| curve[key].as_f64().unwrap();
    assert!(low["vanishing_deg"].as_f64().is_none_or(|angle| angle > 150.0), "{low}");
    assert!((60.0..120.0).contains(&number(&high, "vanishing_deg")), "{high}");
    assert!((0.1..0.4).contains(&number(&high, "greatest_gz_m")), "{high}");
    assert!(number(&low, "greatest_gz_m") > 2.0 * number(&high, "greatest_gz_m"), "{low}");
}
