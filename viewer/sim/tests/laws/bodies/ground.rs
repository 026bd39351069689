//! Towed hulls over ground that leaves little water under them: foreseen by `check`, reported by the run, and named where the flow fails.

use lbm_core::Trouble;
use viewer_sim::World;
use viewer_sim::scenario::{Origin, Scenario};

/// A hull that draws 0.32 m, towed from x = 8 m along a canal 1.2 m deep with a hill of this height at x = 24 m.
fn canal(hill_m: f64, more: &[&str]) -> Scenario {
    let hill = format!(
        "bed=[{{ kind = \"bump\", center_m = [24.0, 3.2], height_m = {hill_m}, radius_m = 3.0, profile = \"cosine\" }}]"
    );
    let overrides: Vec<String> = [&[hill.as_str()], more].concat().iter().map(|set| (*set).into()).collect();
    Scenario::load("canal", &overrides).unwrap()
}

fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{text:?} does not say {word:?}");
    }
}

fn of_ground(world: &World) -> Vec<&String> {
    world
        .warnings()
        .iter()
        .filter(|text| text.starts_with("body.ship.tow: ") && text.contains("under the hull"))
        .collect()
}

/// A box that draws 0.9 m, over a slope that leaves 2 m of water in the west and 0.5 m in the east.
#[test]
fn a_body_over_a_bed_too_high_to_float_lies_on_it() {
    let at = |x_m: f64| {
        crate::setup::world(&format!(
            "title = \"slope\"\nduration_s = 1\ngrid = {{ cells = [50, 20], cell_size_m = 0.5 }}\nwater.level_m = 2\n\
             bed = [{{ kind = \"slope\", from_m = [6, 0], to_m = [12, 0], heights_m = [0, 1.5] }}]\n\
             [body.barge]\nhull = {{ kind = \"box\", length_m = 3, beam_m = 2, depth_m = 1.2 }}\nmass_kg = 5400\n\
             position_m = [{x_m}, 5]\n"
        ))
    };
    let [deep, shallow] = [3.0, 20.0].map(at);
    assert!(deep.warnings().is_empty(), "{:?}", deep.warnings());
    says(
        &shallow.warnings().join("\n"),
        &["body.barge: the water is too shallow to float in by 0.400 m", "aground"],
    );
    let [afloat_m, aground_m] = [&deep, &shallow].map(|world| world.body(0).position_m.z);
    assert!((afloat_m - 1.7).abs() < 1e-3 && (aground_m - 2.1).abs() < 1e-3, "{afloat_m}, {aground_m}");
}

/// The top of the hill lies 0.88 m below the keel's height where nothing is left.
#[test]
fn a_way_into_the_ground_is_refused_and_one_close_to_it_warned_of() {
    let error = World::new(&canal(1.0, &[])).unwrap_err().to_string();
    says(
        &error,
        &[
            "body.ship.tow",
            "no water left under the hull",
            "m along its way, t = ",
            "at [",
            "cell [",
            "water.level_m",
            "--until",
        ],
    );
    // Amidships the hull passes the middle of the hill after 16 m; its bow, as deep, is 3 m ahead.
    let way_m: f64 = error.split("hull ").nth(1).unwrap().split(" m along").next().unwrap().parse().unwrap();
    assert!((12.0..13.5).contains(&way_m), "{error}");

    let near = World::new(&canal(0.87, &[])).unwrap();
    let [warning] = of_ground(&near)[..] else { panic!("{:?}", near.warnings()) };
    says(warning, &["m along its way, t = ", "at [", "cell [", "m of water will be left", "water.level_m"]);

    for free in
        [canal(0.8, &[]), canal(1.0, &["body.ship.heading_deg=180.0"]), canal(1.0, &["duration_s=4.0"])]
    {
        let world = World::new(&free).unwrap();
        assert!(of_ground(&world).is_empty(), "{:?}", world.warnings());
    }
}

/// What `check` cannot see, as the run goes on beyond its end.
#[test]
fn a_run_warns_once_of_a_hull_that_is_towed_over_ground() {
    let mut world = World::new(&canal(1.0, &["duration_s=4.0"])).unwrap();
    let mut first = None;
    while world.time_s() < 11.0 {
        assert_eq!(world.step(), Default::default(), "{} s", world.time_s());
        if first.is_none() && !of_ground(&world).is_empty() {
            first = Some(world.time_s());
        }
    }
    let [warning] = of_ground(&world)[..] else { panic!("{:?}", world.warnings()) };
    says(
        warning,
        &[
            "t = ",
            "m of water are left under the hull at [",
            "cell [",
            "drags it over the ground",
            "water.level_m",
        ],
    );
    // 2 m/s after a ramp of 4 s: 10 to 13 m are covered at 7 to 8.5 s.
    let first_s = first.unwrap();
    assert!(
        (6.5..8.5).contains(&first_s) && warning.contains(&format!("t = {first_s:.3} s")),
        "{first_s}: {warning}"
    );
}

#[test]
fn free_bodies_may_ground_without_a_warning() {
    let free = ["body.ship.tow=", "body.ship.velocity_m_s=[2.0, 0.0, 0.0]"];
    let mut world = World::new(&canal(1.0, &free)).unwrap();
    let mut least_m = f64::INFINITY;
    while world.time_s() < 11.0 {
        assert_eq!(world.step(), Default::default(), "{} s", world.time_s());
        least_m = least_m.min(24.0 - world.body(0).position_m.x);
    }
    assert!(least_m < 6.0, "it does not come to the hill: {least_m} m");
    assert!(!world.warnings().iter().any(|text| text.contains("under the hull")), "{:?}", world.warnings());
}

/// A box 2 m long that draws 0.95 of water 1 m deep, towed at a Froude number of 0.5 with a fifth of the usual viscosity.
#[test]
fn where_the_flow_fails_under_a_hull_the_remedy_names_the_hull_and_the_water_under_it() {
    let text = "title = \"box\"\nduration_s = 6.0\nsolver = { tau = 0.52 }\nwater.level_m = 1.0\n\
                grid = { cells = [96, 48], cell_size_m = 0.125 }\n\
                [body.barge]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 0.75, depth_m = 1.4 }\n\
                mass_kg = 1425.0\ncenter_of_mass_m = [0.0, 0.0, 0.3]\nposition_m = [2.0, 3.03]\n\
                tow = { speed_m_s = 1.566, ramp_s = 1.5, free = [] }\n";
    let (remedy, trouble) = failure(text);
    says(
        &remedy,
        &[
            "body.barge, ",
            "leaves 0.050 m of 1.000 m of water under it at [",
            "cell [",
            "docs/STABILITY.md",
            "solver.tau",
            "solver.collision = \"central-moments\"",
        ],
    );
    // The cause comes first, what adds viscosity after it.
    assert!(
        remedy.starts_with("look at: body.barge, ") && !remedy.contains("smaller solver.gravity_number"),
        "{remedy}"
    );
    assert!(trouble.cell[0] < 60, "{trouble:?}");

    // Faster than the water can flow in cells of this size and this time step.
    let fast =
        text.replace("speed_m_s = 1.566", "speed_m_s = 6.5").replace("mass_kg = 1425.0", "mass_kg = 750.0");
    let (remedy, _) = failure(&fast);
    says(
        &remedy,
        &["body.barge, ", "and moves at 6.", "cells of 0.125 m", "slow it down", "solver.gravity_number"],
    );
}

/// The remedy and the trouble of a run that fails.
fn failure(text: &str) -> (String, Trouble) {
    let scenario = Scenario::parse(text, Origin { name: "test".into(), folder: None }, &[]).unwrap();
    let mut world = World::new(&scenario).unwrap();
    while world.time_s() < scenario.duration_s {
        if let Some(trouble) = world.step().trouble {
            return (world.remedy(&scenario, &trouble), trouble);
        }
    }
    panic!("the flow does not fail");
}
