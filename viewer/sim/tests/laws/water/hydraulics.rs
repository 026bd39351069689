//! What `check` foresees by hydraulics: crests, narrows and gaps, basins that fill, wind, and ways of bodies; beside what becomes of it.

use crate::setup::world;

/// A basin of 40 × 30 m and 2 m of depth, unless given otherwise.
fn basin(duration_s: f64, depth_m: f64, more: &str) -> String {
    format!(
        "title = \"basin\"\nduration_s = {duration_s}\ngrid = {{ cells = [80, 60], cell_size_m = 0.5 }}\nwater.level_m = {depth_m}\n{more}"
    )
}

/// The warnings that are not of sides that reflect, nor of a gate that is taken out after the end.
fn warnings(text: &str) -> Vec<String> {
    let all = world(text).warnings().to_vec();
    all.into_iter()
        .filter(|text| !text.contains("sends back") && !text.contains("removed_at_s: 9 s"))
        .collect()
}

/// Whether the run of it ends before its time.
fn ends(text: &str, duration_s: f64) -> bool {
    let mut world = world(text);
    while world.time_s() < duration_s {
        let report = world.step();
        if report.trouble.is_some() || !report.quarantined.is_empty() {
            return true;
        }
    }
    false
}

/// That just one thing is foreseen, by its key and words, and that the run ends before its time.
fn is_foreseen(duration_s: f64, depth_m: f64, more: &str, parts: &[&str]) {
    let text = basin(duration_s, depth_m, more);
    let said = warnings(&text);
    assert_eq!(said.len(), 1, "{more}: {said:?}");
    for part in parts {
        assert!(said[0].contains(part), "{:?} does not say {part:?}", said[0]);
    }
    assert!(ends(&text, duration_s), "{more}");
}

/// That nothing is foreseen, and that the run does not end before its time.
fn is_sound(duration_s: f64, depth_m: f64, more: &str) {
    let text = basin(duration_s, depth_m, more);
    assert_eq!(warnings(&text), [""; 0], "{more}");
    assert!(!ends(&text, duration_s), "{more}");
}

const STREAM: &str = "sides.west = { kind = \"characteristic\", level_m = 2, velocity_m_s = 1 }\n\
                      sides.east = { kind = \"characteristic\", level_m = 2, velocity_m_s = -1 }\n\
                      water.column = [{ x_m = [0, 40], level_m = 2, velocity_m_s = [1, 0] }]\n";

const DISCHARGE: &str = "sides.west = { kind = \"discharge\", discharge_m3_s = 60, ramp_s = 10 }\n\
                         sides.east = { kind = \"level\", level_m = 2 }\n";

fn ridge(height_m: f64) -> String {
    format!(
        "bed = [{{ kind = \"bump\", center_m = [20, 15], height_m = {height_m}, radius_m = 4, crest_deg = 90 }}]\n"
    )
}

#[test]
fn streams_over_crests() {
    let said = &["sides.", "come to a section at x = 19.750 m", "Froude number 1.00"];
    is_foreseen(20.0, 2.0, &format!("{STREAM}{}", ridge(1.0)), said);
    is_foreseen(20.0, 2.0, &format!("{STREAM}{}", ridge(1.2)), said);
    is_foreseen(40.0, 2.0, &format!("{DISCHARGE}{}", ridge(0.8)), &["sides.west", "Froude number"]);
    is_sound(40.0, 2.0, &format!("{STREAM}{}", ridge(0.6)));
    is_sound(40.0, 2.0, &format!("{DISCHARGE}{}", ridge(0.5)));
}

#[test]
fn streams_past_piers() {
    let pier = |beam_m: f64| {
        format!(
            "[body.q]\nhull = {{ kind = \"box\", length_m = 2, beam_m = {beam_m}, depth_m = 4 }}\nposition_m = [20, 15, 2]\nfixed = true\n"
        )
    };
    is_foreseen(40.0, 2.0, &format!("{DISCHARGE}{}", pier(20.0)), &["sides.west", "10.000 m wide"]);
    is_sound(40.0, 2.0, &format!("{DISCHARGE}{}", pier(4.0)));
}

/// The box stands across the basin at x = 20 m, with gaps at both ends.
fn across(deep_m: f64, beam_m: f64, more: &str) -> String {
    format!(
        "water.column = [{{ x_m = [0, 20], level_m = {deep_m} }}]\n[body.q]\nhull = {{ kind = \"box\", length_m = 1, beam_m = {beam_m}, depth_m = 60 }}\n\
         position_m = [20, 15, 25]\nmass_kg = 1\nfixed = true\n{more}"
    )
}

#[test]
fn gates_that_are_lifted_and_gaps() {
    is_foreseen(
        3.0,
        2.0,
        &across(16.0, 30.0, "removed_at_s = 1"),
        &["water.column", "once body.q is removed"],
    );
    is_sound(3.0, 2.0, &across(16.0, 30.0, ""));
    is_sound(3.0, 2.0, &across(16.0, 30.0, "removed_at_s = 9"));
    is_sound(5.0, 2.0, &across(4.0, 30.0, "removed_at_s = 1"));
    is_foreseen(3.0, 2.0, &across(6.0, 29.0, ""), &["water.column", "in a gap 1 cells wide"]);
    is_foreseen(6.0, 2.0, &across(4.0, 24.0, ""), &["water.column", "in a gap 6 cells wide"]);
    is_sound(6.0, 2.0, &across(2.2, 24.0, ""));
}

#[test]
fn water_that_cannot_leave() {
    is_foreseen(
        300.0,
        2.0,
        "sides.west = { kind = \"inflow\", velocity_m_s = 0.3 }",
        &["sides.west", "rises by 4.500 m"],
    );
    let series = "sides.west = { kind = \"discharge\", series = { time_s = [0, 60, 300], discharge_m3_s = [0, 60, 60] } }";
    is_foreseen(300.0, 2.0, series, &["sides.west", "rises by 13.500 m"]);
    is_sound(10.0, 2.0, "sides.west = { kind = \"inflow\", velocity_m_s = 0.3 }");
}

#[test]
fn wind_that_lays_an_end_dry() {
    is_foreseen(
        200.0,
        0.1,
        "wind = { speed_m_s = 30, towards_deg = 0 }",
        &["wind.speed_m_s", "along x", "laid dry"],
    );
    is_sound(200.0, 0.2, "wind = { speed_m_s = 20, towards_deg = 0 }");
}

#[test]
fn launches_onto_a_rising_bed() {
    let boat = |thrust_n: f64, heights_m: &str| {
        format!(
            "bed = [{{ kind = \"slope\", from_m = [0, 0], to_m = [40, 0], heights_m = {heights_m} }}]\n[body.b]\n\
             hull = {{ kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }}\nmass_kg = 3000\nposition_m = [10, 15]\n\
             propeller = {{ position_m = [-1.8, 0, 0.1], thrust_n = {thrust_n} }}\n"
        )
    };
    is_foreseen(60.0, 2.0, &boat(3000.0, "[0, 1.6]"), &["body.b.propeller", "Froude number"]);
    let aground = warnings(&basin(60.0, 2.0, &boat(300.0, "[0, 1.9]")));
    assert!(aground.len() == 1 && aground[0].contains("it comes to ground"), "{aground:?}");
    is_sound(10.0, 2.0, &boat(300.0, "[0, 1.6]"));
}

#[test]
fn driven_bodies_that_meet_solids() {
    let one = |name: &str, x_m: f64, beam_m: f64, how: &str| {
        format!(
            "[body.{name}]\nhull = {{ kind = \"box\", length_m = 2, beam_m = {beam_m}, depth_m = 4 }}\nmass_kg = 1\nposition_m = [{x_m}, 15, 2]\n{how}\n"
        )
    };
    let ahead = "motion.velocity_m_s = [1, 0]";
    let said = |bodies: &str| warnings(&basin(20.0, 2.0, bodies));
    // After the ramp of 2 s, 10 m from front to front.
    let fixed = said(&(one("a", 10.0, 2.0, ahead) + &one("b", 22.0, 2.0, "fixed = true")));
    assert!(fixed.len() == 1 && fixed[0].contains("body.a.motion: it meets body.b at t = 11."), "{fixed:?}");
    let both = said(&(one("a", 10.0, 2.0, ahead) + &one("b", 26.0, 2.0, "motion.velocity_m_s = [-1, 0]")));
    assert!(both.len() == 2 && both[0].contains("it meets body.b at t = 8."), "{both:?}");
    assert!(both[1].contains("body.b.motion: it meets body.a"), "{both:?}");
    let later = one("a", 10.0, 2.0, "motion = { velocity_m_s = [1, 0], starts_at_s = 6 }");
    let later = said(&(later + &one("b", 22.0, 2.0, "fixed = true")));
    assert!(later.len() == 1 && later[0].contains("body.a.motion: it meets body.b at t = 17."), "{later:?}");
    let gone = one("b", 22.0, 2.0, "fixed = true\nremoved_at_s = 5");
    assert_eq!(said(&(one("a", 10.0, 2.0, ahead) + &gone)), [""; 0]);
    let aside = one("b", 22.0, 2.0, "fixed = true").replace("15, 2]", "20, 2]");
    assert_eq!(said(&(one("a", 10.0, 2.0, ahead) + &aside)), [""; 0]);
    let turning = one("b", 15.0, 12.0, "motion.turn_deg_s = 30");
    let turned = said(&(one("a", 19.0, 2.0, "fixed = true") + &turning));
    assert!(turned.len() == 1 && turned[0].contains("body.b.motion: it meets body.a"), "{turned:?}");
    is_foreseen(40.0, 2.0, &one("a", 10.0, 29.5, ahead), &["body.a.motion", "the wall sides.east"]);
}
