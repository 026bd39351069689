//! What the program tells of itself: keys of scenario files, shipped files, completions, man page.

use super::commands::{done, errors, folder, refused};
use crate::setup::estela;

#[test]
fn a_scenario_is_begun_from_a_shipped_one() {
    let folder = folder();
    let said = done(folder.path(), &["new", "pool", "--from", "canal"]);
    assert!(said.contains("pool.toml") && said.contains("estela check pool.toml"), "{said}");
    let written = std::fs::read_to_string(folder.path().join("pool.toml")).unwrap();
    assert_eq!(written, done(folder.path(), &["show", "canal"]));
    refused(folder.path(), &["new", "pool"], &["pool.toml", "exists already"]);
    refused(folder.path(), &["new", "lake", "--from", "canl"], &["did you mean `canal`"]);
    refused(folder.path(), &["show", "pond"], &["shipped are"]);
    assert!(!folder.path().join("lake.toml").exists());
    let output = estela(folder.path(), &["new", "no/such/pool"]);
    let message = errors(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(
        message.contains("no/such/pool.toml: cannot be written")
            && message.contains("give a name in a folder")
    );
    assert!(!message.contains("--out"), "{message}");
}

#[test]
fn keys_are_explained_in_every_form() {
    let folder = folder();
    let keys = done(folder.path(), &["keys", "body.boat.tow"]);
    assert!(keys.starts_with("[body.NAME.tow]\n    "), "{keys}");
    assert!(keys.contains("\nbody.NAME.tow.speed_m_s  (number, must be given)\n"), "{keys}");
    let schema = done(folder.path(), &["keys", "--format", "schema"]);
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(schema["properties"]["duration_s"]["type"], "number");
    refused(folder.path(), &["keys", "solver.taw"], &["solver.taw", "did you mean solver.tau?"]);
    // A table in the midst of others.
    refused(folder.path(), &["keys", "radiation"], &["did you mean body.NAME.radiation?"]);
    refused(folder.path(), &["keys", "body.boat.radiatoin"], &["did you mean body.NAME.radiation?"]);
    refused(folder.path(), &["keys", "moooring"], &["did you mean body.NAME.mooring?"]);
    refused(folder.path(), &["keys", "zzzzzz"], &["known are include, title"]);
}

#[test]
fn shells_and_man_know_the_commands() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish"] {
        let script = done(folder.path(), &["completions", shell]);
        assert!(script.contains("hydrostatics") && script.contains("--until"), "{shell}");
    }
    let page = done(folder.path(), &["man"]);
    assert!(page.contains(".SH NAME") && page.contains("estela"), "{page}");
}

#[test]
fn a_file_may_include_others_and_repeat_bodies() {
    let folder = folder();
    let files = [
        (
            "harbor.toml",
            "title = \"Harbor\"\nduration_s = 1\ngrid = { cells = [40, 20], cell_size_m = 0.5 }\nwater = { level_m = 2.0 }\n",
        ),
        ("buoys.csv", "x_m,y_m\n0,0\n2,1\n4,2\n"),
        (
            "buoys.toml",
            "include = [\"harbor.toml\"]\ntitle = \"Buoys\"\n[body.buoy]\nhull = { kind = \"sphere\", radius_m = 0.6 }\n\
             mass_kg = 400\nposition_m = [4, 3]\nrepeat = { kind = \"table\", file = \"buoys.csv\" }\n",
        ),
    ];
    files.iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
    let checked = done(folder.path(), &["check", "buoys.toml"]);
    assert!(
        checked.contains("Buoys") && checked.contains("40 × 20") && checked.contains("buoy-3"),
        "{checked}"
    );
    std::fs::write(folder.path().join("buoys.csv"), "x_m,y_m\n0,zero\n").unwrap();
    refused(folder.path(), &["check", "buoys.toml"], &["buoys.toml", "body.buoy.repeat.file", "line 2"]);
}
