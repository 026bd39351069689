//! Bodies and their copies: what must be given of them, and how many there may be.

use super::commands::{errors, folder};
use crate::setup::estela;

#[test]
fn solids_need_a_mass_or_a_height() {
    let check = |sets: &[&str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let arguments: Vec<&str> =
            ["check", "floating", "--set", "body.boat.mass_kg="].into_iter().chain(sets).collect();
        let output = estela(folder().path(), &arguments);
        (output.status.code(), errors(&output))
    };
    let (code, said) = check(&[]);
    assert!(
        code == Some(2) && said.contains("body.boat.mass_kg: missing; a body that floats needs it"),
        "{said}"
    );
    let (code, said) = check(&["body.boat.fixed=true"]);
    assert!(code == Some(2) && said.contains("body.boat.mass_kg: missing, and so is a height"), "{said}");
    for how in ["body.boat.fixed=true", "body.boat.motion={turn_deg_s=5}"] {
        assert_eq!(check(&[how, "body.boat.position_m=[10,6,2]"]), (Some(0), String::new()));
    }
}

#[test]
fn copies_are_built_once_and_too_many_are_refused_with_their_name() {
    let check = |count: usize| {
        let set = format!(
            "body.boat={{hull={{kind=\"sphere\",radius_m=0.3,subdivisions=6}},mass_kg=20,position_m=[1,1],repeat={{kind=\"line\",count={count},to_m=[9,9]}}}}"
        );
        estela(folder().path(), &["check", "floating", "--set", &set])
    };
    // Built one by one they take minutes.
    let output = check(123);
    assert_eq!(output.status.code(), Some(2));
    let said = errors(&output);
    assert!(said.contains("body.boat-123.hull: with its 81920 triangles there are 10076160"), "{said}");
    assert_eq!(check(20).status.code(), Some(0));
}

/// A process of whose address space little is left: the bodies do not fit, and it says so.
#[cfg(target_os = "linux")]
#[test]
fn bodies_that_do_not_fit_the_memory_are_refused_with_their_name() {
    let set = "body.boat={hull={kind=\"sphere\",radius_m=0.3,subdivisions=6},mass_kg=20,position_m=[1,1],repeat={kind=\"line\",count=120,to_m=[9,9]}}";
    let command =
        format!("ulimit -v 600000; exec {} check floating --set '{set}'", env!("CARGO_BIN_EXE_estela"));
    let output = std::process::Command::new("sh")
        .args(["-c", &command])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    let said = errors(&output);
    assert!(output.status.code() == Some(2) && said.contains("floating: body.boat-"), "{said}");
    assert!(said.contains("the run takes") && said.contains("are free"), "{said}");
}
