//! `estela hydrostatics` as a user meets it, against a box whose numbers are known in closed form.

use std::path::Path;
use std::process::Output;

use serde_json::Value;
use viewer::render::Picture;

use crate::setup::program;

/// A box of 8 × 4 × 2 m about the origin.
const BOX: &str = "
v -4 -2 -1\nv 4 -2 -1\nv -4 2 -1\nv 4 2 -1\nv -4 -2 1\nv 4 -2 1\nv -4 2 1\nv 4 2 1
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

fn hydrostatics(folder: &Path, arguments: &[&str]) -> Output {
    std::fs::write(folder.join("box.obj"), BOX).unwrap();
    program(folder).arg("hydrostatics").args(arguments).output().unwrap()
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
    let pixels = Picture::open(folder.path().join("numbers/gz.png")).unwrap();
    assert_eq!(pixels.size(), [860, 480]);
    // Paper, letters, and the line in its color.
    let count = |color: [u8; 3]| pixels.pixels().iter().filter(|pixel| pixel[..3] == color).count();
    assert!(count([255; 3]) > 300_000 && count([0; 3]) > 1000 && count([0, 114, 178]) > 500);
}

#[test]
fn hulls_that_cannot_float_are_rejected_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (&["box.obj", "--mass", "65000"][..], &["box.obj", "--mass must be below 64000 kg"][..]),
        (&["none.stl", "--mass", "1"], &["none.stl", "cannot be read"]),
        (&["none.stl"], &["none.stl", "cannot be read"]),
        (&["box.obj", "--mass", "0"], &["--mass", "above 0"]),
        (&["box.obj", "--mass", "1", "--com", "1,2"], &["--com", "three numbers"]),
        (&["box.obj"], &["box.obj", "--mass KG"]),
        (&["sailboat-stable:boot"], &["sailboat-stable", "body.boot"]),
        (&["sailboot:boat"], &["sailboot", "sailboat-stable"]),
        (&["sailboat-stable"], &["say which of its bodies", "sailboat-stable:boat"]),
        (&["sailboat-stable", "--mass", "9"], &["sailboat-stable:boat"]),
        (&["dam-break"], &["dam-break:north-dam or dam-break:south-dam"]),
        (&["box.obj", "--mass", "1", "--com", "1e155,0,0"], &["--com", "1e155,0,0", "up to a million"]),
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

/// Lazo et al. §3.2: the low center of mass rights itself from nearly any heel, the high one does not.
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

/// Two boxes side by side under one deck box that does not touch them; 64, 64 and 32 m³.
fn three_boxes(deck_z: f64) -> String {
    let mut text = String::new();
    for (n, (center, half)) in [
        ([0.0, -4.0, 0.0], [4.0, 2.0, 1.0]),
        ([0.0, 4.0, 0.0], [4.0, 2.0, 1.0]),
        ([0.0, 0.0, deck_z], [2.0, 4.0, 0.5]),
    ]
    .into_iter()
    .enumerate()
    {
        for k in 0..8usize {
            let at = |axis: usize| center[axis] + half[axis] * (2.0 * (k >> axis & 1) as f64 - 1.0);
            text += &format!("v {} {} {}\n", at(0), at(1), at(2));
        }
        for face in ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"] {
            let corners = face.split(' ').map(|i| (i.parse::<usize>().unwrap() + 8 * n).to_string());
            text += &format!("f {}\n", corners.collect::<Vec<_>>().join(" "));
        }
    }
    text
}

/// Table, warnings and JSON of a mesh.
fn reported(folder: &Path, mesh: &str, more: &[&str]) -> (String, String, Value) {
    let arguments = [&[mesh, "--out", "numbers"], more].concat();
    let output = hydrostatics(folder, &arguments);
    assert!(output.status.success(), "{output:?}");
    let json = std::fs::read(folder.join("numbers/hydrostatics.json")).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), serde_json::from_slice(&json).unwrap())
}

#[test]
fn parts_are_counted_and_overlaps_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("apart.obj"), three_boxes(3.0)).unwrap();
    std::fs::write(folder.path().join("overlap.obj"), three_boxes(1.0)).unwrap();
    let (table, warnings, json) = reported(folder.path(), "apart.obj", &["--mass", "64000"]);
    assert!(table.contains("36 triangles in 3 parts"), "{table}");
    assert_eq!((json["parts"].as_u64(), warnings.contains("overlap")), (Some(3), false), "{warnings}");
    assert!((json["draft_m"].as_f64().unwrap() - 1.0).abs() < 1e-6, "{json}");
    let (_, warnings, json) = reported(folder.path(), "overlap.obj", &["--mass", "64000"]);
    assert_eq!(json["parts"], 3);
    assert!(warnings.contains("2 pairs of its 3 parts overlap"), "{warnings}");
}

#[test]
fn faults_of_a_mesh_are_reported_by_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let faces: String =
        BOX.lines().filter(|line| line.starts_with('f')).map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path().join("doubled.obj"), format!("{BOX}{faces}")).unwrap();
    let (table, warnings, json) =
        reported(folder.path(), "doubled.obj", &["--mass", "32000", "--com", "0,0,0"]);
    assert!(warnings.contains("12 triangles are there more than once"), "{warnings}");
    assert!(table.contains("12 triangles in 1 part,") && json["full_volume_m3"] == 64.0, "{table}");

    std::fs::write(folder.path().join("far.obj"), format!("{BOX}v 1e38 0 0\nf 1 2 9\n")).unwrap();
    let output = hydrostatics(folder.path(), &["far.obj", "--mass", "1"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("1 triangles with coordinates beyond 1e6 m, the first is number 12 with "),
        "{message}"
    );

    let (_, warnings, _) = reported(folder.path(), "box.obj", &["--mass", "32000"]);
    assert!(!warnings.contains("--scale"), "{warnings}");
    let (_, warnings, _) = reported(folder.path(), "box.obj", &["--mass", "600"]);
    assert!(
        warnings.contains("of its full displacement of 6.4000e4 kg")
            && warnings.contains("is --scale right? 0.001"),
        "{warnings}"
    );
    let (_, warnings, _) =
        reported(folder.path(), "box.obj", &["--mass", "32000000000000", "--scale", "1000"]);
    assert!(
        warnings.contains("it is 8000 m long") && warnings.contains("is --scale right? 0.001"),
        "{warnings}"
    );
    let (_, warnings, _) = reported(folder.path(), "box.obj", &["--mass", "32000", "--com", "0,0,-30"]);
    assert!(warnings.contains("center of mass [0.000, 0.000, -30.000] is outside the hull"), "{warnings}");
}

/// Meshes that are no part of the project, in the folder that `ESTELA_MESHES` names.
#[test]
#[ignore = "needs ESTELA_MESHES, a folder with wam_v_base.stl and wam_v_base_812.stl"]
fn parts_of_real_meshes_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let meshes = std::env::var("ESTELA_MESHES").expect("ESTELA_MESHES names the folder of the meshes");
    for (name, parts) in [("wam_v_base.stl", 47), ("wam_v_base_812.stl", 7)] {
        let mesh = Path::new(&meshes).join(name).display().to_string();
        let (table, warnings, json) = reported(folder.path(), &mesh, &["--mass", "180", "--com", "0,0,0.3"]);
        println!("{name}: {warnings}");
        assert_eq!(json["parts"], parts);
        assert!(table.contains(&format!("in {parts} parts")), "{table}");
    }
}
