//! What `estela check` says of a scenario.

use super::commands::{done, errors, folder};
use crate::setup::estela;

#[test]
fn check_says_what_would_be_simulated() {
    let text = done(folder().path(), &["check", "speedboat"]);
    for part in
        ["200 × 200 cells", "460 triangles", "12.700 × 3.850 × 2.400 m", "16500 kg of", "full displacement"]
    {
        assert!(text.contains(part), "{text} does not say {part:?}");
    }
    let text = done(folder().path(), &["check", "dam-break-full"]);
    // g h / e² = 9.81 × 8 / 15².
    assert!(
        text.contains("step      16.6667 ms, lattice speed 15.000 m/s") && text.contains("90 steps"),
        "{text}"
    );
}

/// Thirty buoys and a raft: the buoys are described once, what is wrong with all of them is said once, what is wrong with one by
/// itself.
#[test]
fn check_describes_copies_once() {
    let here = folder();
    let buoys = "title = \"buoys\"\nduration_s = 1\ngrid = { cells = [60, 40], cell_size_m = 0.5 }\nwater.level_m = 2\n\
                 [body.buoy]\nhull = { kind = \"sphere\", radius_m = 0.4, subdivisions = 1 }\nmass_kg = 100\nposition_m = [3, 3]\n\
                 repeat = { kind = \"grid\", count = [6, 5], step_m = [4, 3] }\n\
                 [body.raft]\nhull = { kind = \"box\", length_m = 3, beam_m = 1.5, depth_m = 0.8 }\nmass_kg = 1000\n\
                 position_m = [15, 6.5]\n";
    std::fs::write(here.path().join("buoys.toml"), buoys).unwrap();
    let output = estela(here.path(), &["check", "buoys.toml"]);
    let (text, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.starts_with("buoys\n"), "{text}");
    assert_eq!(text.matches("body      buoy-").count(), 1, "{text}");
    assert!(
        text.contains("body      buoy-01 to buoy-30, alike, of which buoy-01: ")
            && text.contains("body      raft: ")
    );
    assert_eq!(said.matches("smaller than the cells resolve").count(), 1, "{said}");
    assert!(text.contains("\n2 warnings, 29 more like them\n"), "{text}");
    assert!(said.contains("(and 29 like it of its copies)") && said.contains("inside body.raft"), "{said}");
}

#[test]
fn runs_without_end_are_warned_of() {
    let here = folder();
    for (seconds, warned) in [("1e5", false), ("1e12", true)] {
        let output = estela(here.path(), &["check", "floating", "--set", &format!("duration_s={seconds}")]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            said.contains("duration_s: ") && said.contains("days at a thousand a second"),
            warned,
            "{said}"
        );
    }
}

/// The sphere of the IEA OES task on water two of its diameters deep; a pontoon in a canal.
#[test]
fn check_says_which_regime_a_body_is_in_and_what_it_needs() {
    let here = folder();
    let at = here.path();
    let write = |name: &str, text: &str| std::fs::write(at.join(name), text).unwrap();
    let head = "title = \"regime\"\nduration_s = 1\n";
    let sphere = format!(
        "{head}grid = {{ cells = [40, 40], cell_size_m = 1 }}\nwater.level_m = 20\n[body.ball]\n\
         hull = {{ kind = \"sphere\", radius_m = 5, subdivisions = 4 }}\nmass_kg = 261800\nposition_m = [20, 20]\n"
    );
    write("sphere.toml", &sphere);
    let says = |arguments: &[&str], parts: &[&str]| {
        let text = done(at, &[&["check"], arguments].concat());
        parts.iter().for_each(|part| assert!(text.contains(part), "{text} does not say {part:?}"));
    };
    says(
        &["sphere.toml"],
        &[
            "beam 0.50",
            "draft 0.25",
            "heave in about 4.4",
            "makes short waves",
            "lacks the added mass",
            "a table",
        ],
    );
    says(&["sphere.toml", "--set=coupling.mode=none"], &["has neither added mass nor waves of its own"]);
    says(
        &["sphere.toml", "--set=body.ball.radiation.estimate=ellipsoid"],
        &["the damping is that of long waves"],
    );
    let heave = "frequency_rad_s,i,j,added_mass,damping\ninf,3,3,130900,0\n1,3,3,0,80000\n2,3,3,0,0\n";
    write("heave.csv", heave);
    let table = "--set=body.ball.radiation.coefficients=heave.csv";
    says(&["sphere.toml", table], &["the simulated water none of them", "0 warnings"]);
    write("surge.csv", &format!("{heave}1,1,1,0,5000\n"));
    let twice = ["sphere.toml", "--set=body.ball.radiation.coefficients=surge.csv"];
    says(&twice, &["\n1 warning\n"]);
    let output = estela(at, &[&["check"], &twice[..]].concat());
    let warned = errors(&output);
    assert!(
        warned.contains("body.ball.radiation.coefficients: damping of surge") && warned.contains("twice"),
        "{warned}"
    );
    // None of it where the simulated water makes no waves.
    says(&[&twice[..], &["--set=coupling.mode=none"]].concat(), &["0 warnings"]);

    // 40 × 12 m, 2 m of draft, in a canal 3 m deep and 60 m wide.
    let pontoon = format!(
        "{head}grid = {{ cells = [100, 60], cell_size_m = 1 }}\nwater.level_m = 3\n[body.barge]\n\
         hull = {{ kind = \"box\", length_m = 40, beam_m = 12, depth_m = 4 }}\nmass_kg = 960000\nposition_m = [30, 30]\n\
         tow = {{ speed_m_s = 2 }}\n"
    );
    write("pontoon.toml", &pontoon);
    says(
        &["pontoon.toml"],
        &[
            "rather long waves",
            "but not 3.242 times its own mass",
            "take coupling.hull = \"lid\"",
            "at 2.000 m/s through the water (towed) Froude number 0.3687 of the depth, 0.1010 of the length; the flow past it is shallow",
            "fills 0.13",
            "steady flow past it up to Froude number 0.5667",
        ],
    );
    says(
        &["pontoon.toml", "--set=body.barge.radiation.estimate=ellipsoid", "--set=body.barge.tow="],
        &["leave radiation out", "0 warnings"],
    );
    // Under a lid what was missing is there, and nothing else may have it.
    let lid = "--set=coupling.hull=lid";
    says(&["pontoon.toml", lid], &["under the lid 3.242", "no radiation is needed", "0 warnings"]);
    let estimate = "--set=body.barge.radiation.estimate=ellipsoid";
    says(&["pontoon.toml", lid, estimate, "--set=body.barge.tow="], &["counts twice", "\n1 warning\n"]);
    says(&["sphere.toml", lid], &["has the added mass of long waves, 0.06", "and not 0.4999", "a table"]);
    says(&["sphere.toml", lid, table], &["and waves that come meet it there", "0 warnings"]);
    // Against a stream of 1 m/s, and with it.
    let stream = |u: f64| format!("--set=water.column=[{{x_m=[0,100],level_m=3,velocity_m_s=[{u:?},0]}}]");
    says(&["pontoon.toml", &stream(-1.0)], &["at 3.0", "m/s through the water (towed) Froude number 0.55"]);
    says(&["pontoon.toml", &stream(1.0)], &["at 1.0", "Froude number 0.18"]);
    says(
        &["sphere.toml", "--set=body.ball.velocity_m_s=[1,0,0]"],
        &["at 1.000 m/s through the water (at the start)"],
    );
}

#[test]
fn check_says_how_far_a_body_starts_heeled_and_trimmed() {
    let at = |center: &str| {
        let set = format!("body.boat.center_of_mass_m={center}");
        let text = done(folder().path(), &["check", "floating", "--set", &set]);
        let line = text.lines().find(|line| line.contains(", heading "));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let angle = |line: &str, name: &str| -> f64 {
        let said = line.split_once(&format!(", {name} ")).unwrap_or_else(|| panic!("{line}")).1;
        said.split_once('°').unwrap().0.parse().unwrap()
    };
    // The stern goes down where the weight is behind the buoyancy, the bow where it is ahead, the side where it is aside.
    let stern = at("[-0.8, 0, 0.4]");
    assert!(angle(&stern, "trim") > 0.3 && stern.contains("° bow up") && !stern.contains("heel"), "{stern}");
    let bow = at("[-0.376, 0, 0.4]");
    assert!(angle(&bow, "trim") > 0.3 && bow.contains("° bow down") && !bow.contains("heel"), "{bow}");
    let [port, starboard] = [at("[-0.376, 0.05, 0.4]"), at("[-0.376, -0.05, 0.4]")];
    let [left, right] = [angle(&port, "heel"), angle(&starboard, "heel")];
    assert!(port.contains("° port") && starboard.contains("° starboard"), "{port}, {starboard}");
    assert!(left > 0.3 && (left - right).abs() < 0.05, "{left}, {right}");
    // A narrow hull whose mass lies high: upright it does not stay.
    let here = folder();
    let narrow = "title = \"narrow\"\nduration_s = 1\ngrid = { cells = [40, 40], cell_size_m = 0.5 }\nwater.level_m = 2\n\
                  [body.ship]\nhull = { kind = \"parabolic\", length_m = 6, beam_m = 2, depth_m = 1 }\nmass_kg = 1200\n\
                  position_m = [10, 10]\n";
    std::fs::write(here.path().join("narrow.toml"), narrow).unwrap();
    let text = done(here.path(), &["check", "narrow.toml"]);
    let high = text.lines().find(|line| line.contains(", heading ")).unwrap();
    assert!(high.contains(", as it is not stable upright (metacentric height -0."), "{high}");
    assert!(angle(high, "heel") > 5.0, "{high}");
}
