//! What `check` foresees of flows that the method does not carry, held against what becomes of them.

use viewer_sim::{StepReport, World};

use crate::setup::{boxed, pool, world};

fn basin(more: &str) -> String {
    format!(
        r#"
        title = "basin"
        duration_s = 3.0
        [grid]
        cells = [80, 40]
        cell_size_m = 0.5
        [water]
        level_m = 2.0
        {more}
        "#
    )
}

/// Whether it is foreseen, and whether the run gets into trouble, or water faster than the limit of stability shows.
fn foreseen_and_seen(more: &str, key: &str) -> [bool; 2] {
    let mut world = world(&basin(more));
    let said = world.warnings().iter().any(|text| text.starts_with(key) && text.contains("is stable up to"));
    let stable = world.stable_froude(2.0);
    let mut is_fast = false;
    while world.time_s() < 6.0 {
        let report = world.step();
        is_fast |= world.max_froude() > stable;
        if report.trouble.is_some() || !report.quarantined.is_empty() {
            break;
        }
    }
    [said, is_fast]
}

#[test]
fn dam_breaks() {
    let dam = |deep: f64| format!("column = [{{ x_m = [0.0, 20.0], level_m = {deep} }}]");
    assert_eq!(foreseen_and_seen(&dam(4.0), "water.column"), [false; 2]);
    assert_eq!(foreseen_and_seen(&dam(16.0), "water.column"), [true; 2]);
}

fn launch(thrust_n: f64, z_m: f64) -> String {
    format!(
        r#"
        [body.boat]
        hull = {{ kind = "box", length_m = 6.0, beam_m = 4.0, depth_m = 1.0 }}
        mass_kg = 8000.0
        position_m = [20.0, 10.0, {z_m}]
        propeller = {{ position_m = [-2.5, 0.0, -0.4], thrust_n = {thrust_n} }}
        "#
    )
}

#[test]
fn races_of_propellers() {
    let afloat_m = 2.15;
    assert_eq!(foreseen_and_seen(&launch(10e3, afloat_m), "body.boat.propeller"), [false; 2]);
    assert_eq!(foreseen_and_seen(&launch(400e3, afloat_m), "body.boat.propeller"), [true; 2]);
    // What counts is the greatest thrust of a schedule, astern as ahead.
    let scheduled = |thrust: f64| {
        let schedule = format!(
            "thrust_n = 400e3, schedule = [{{ time_s = 0, thrust = 0.01 }}, {{ time_s = 1, thrust = {thrust} }}]"
        );
        let world = world(&basin(&launch(400e3, afloat_m).replace("thrust_n = 400000", &schedule)));
        world.warnings().iter().any(|text| text.starts_with("body.boat.propeller: "))
    };
    assert_eq!([-1.0, -0.01, 0.01, 1.0].map(scheduled), [true, false, false, true]);
}

#[test]
fn bodies_that_start_fast() {
    for (hull, speeds_m_s) in [("soft", [1.0, 5.0]), ("lid", [1.0, 9.0])] {
        for (speed_m_s, is_fast) in speeds_m_s.into_iter().zip([false, true]) {
            let body = format!(
                "[coupling]\nhull = \"{hull}\"\n[body.boat]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 4.0, depth_m = 1.5 }}\n\
                 mass_kg = 24000.0\nposition_m = [8.0, 10.0]\nvelocity_m_s = [{speed_m_s}, 0, 0]\n"
            );
            assert_eq!(
                foreseen_and_seen(&body, "body.boat.velocity_m_s"),
                [is_fast; 2],
                "{hull}, {speed_m_s} m/s"
            );
        }
    }
}

/// With the stream is slow through the water, against it fast.
#[test]
fn bodies_that_start_in_a_stream() {
    let is_fast = |speed_m_s: f64| {
        let world = world(&basin(&format!(
            "column = [{{ x_m = [0.0, 40.0], level_m = 2.0, velocity_m_s = [3.0, 0.0] }}]\n\
             [body.boat]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 4.0, depth_m = 1.5 }}\n\
             mass_kg = 24000.0\nposition_m = [20.0, 10.0]\nvelocity_m_s = [{speed_m_s}, 0, 0]\n"
        )));
        world.warnings().iter().any(|text| text.starts_with("body.boat.velocity_m_s: "))
    };
    assert_eq!([3.7, -1.0].map(is_fast), [false, true]);
}

#[test]
fn levels_at_sides_that_change_fast() {
    let side = |to_m: f64, in_s: f64| {
        format!(
            "[sides.west]\nkind = \"level\"\nseries = {{ time_s = [0.0, {in_s}], level_m = [2.0, {to_m}] }}\n"
        )
    };
    let key = "sides.west.series.level_m";
    for (to_m, in_s, is_fast) in [(7.0, 2.0, true), (3.0, 2.0, false), (7.0, 3000.0, false)] {
        assert_eq!(foreseen_and_seen(&side(to_m, in_s), key), [is_fast; 2], "to {to_m} m in {in_s} s");
    }
}

/// Levels are heights above zero: over a bed five meters below it a change that would be a bore over a bed at zero is a long wave.
#[test]
fn levels_over_a_low_bed_are_no_depths() {
    let change = "[sides.west]\nkind = \"level\"\nseries = { time_s = [0.0, 2.0], level_m = [2.0, 7.0] }\n";
    let bed = "[[bed]]\nkind = \"slope\"\nfrom_m = [0, 0]\nto_m = [40, 0]\nheights_m = [-5, -5]\n";
    let key = "sides.west.series.level_m";
    assert_eq!(foreseen_and_seen(&[change, bed].concat(), key), [false; 2]);
}

/// By its thrust and its drag, whatever the radius of the race that takes the thrust from the water.
#[test]
fn thrust_that_makes_a_hull_faster_than_the_lattice() {
    let said = |thrust_n: f64| {
        let keys = format!("race_radius_m = 8.0, thrust_n = {thrust_n:?}");
        let world = world(
            &basin(&launch(0.0, 2.15).replace("thrust_n = 0", &keys))
                .replace("duration_s = 3.0", "duration_s = 30.0"),
        );
        world.warnings().iter().any(|text| {
            text.starts_with("body.boat.propeller.thrust_n: ") && text.contains("lattice carries")
        })
    };
    // It draws 0.33 m over a beam of 4 m: 11.4 m/s take 87 kN.
    assert_eq!([2e4, 6e4, 4e5, 4e6].map(said), [false, false, true, true]);
}

pub(super) fn warns_of(world: &World, words: &[&str]) -> bool {
    world.warnings().iter().any(|text| words.iter().all(|word| text.contains(word)))
}

/// A box that a driven one takes along, and what else holds it.
fn towed(joints: &str) -> String {
    let driver = "[body.driver]\nhull = { kind = \"box\", length_m = 1.0, beam_m = 1.0, depth_m = 1.0 }\n\
                  position_m = [14.0, 6.0, 2.0]\nmotion = { velocity_m_s = [0.5, 0.0] }\n";
    pool(&(boxed("towed", "[10.0, 6.0]", "") + driver + joints))
}

const HINGE: &str = "[[joint]]\nname = \"hinge\"\nkind = \"hinge\"\nbody = \"towed\"\nto = \"driver\"\naxis = [0, 0, 1]\nat_m = [3.5, 0.0, 0.5]\n";

#[test]
fn joints_that_contradict_a_motion_are_named_before_the_run_and_in_it() {
    let slider = |axis: &str| {
        format!("[[joint]]\nname = \"slider\"\nkind = \"slider\"\nbody = \"towed\"\naxis = {axis}\n")
    };
    // Along the way of the driver a slider gives, across it does not.
    for (axis, holds) in [("[1, 0, 0]", true), ("[0, 1, 0]", false)] {
        let mut world = world(&towed(&(HINGE.to_owned() + &slider(axis))));
        let before = warns_of(
            &world,
            &["joint.", "cannot hold what driven bodies and carriages take along", "come apart at t = "],
        );
        assert_eq!(before, !holds, "{axis}: {:?}", world.warnings());
        for _ in 0..60 {
            if world.step() != StepReport::default() {
                break;
            }
        }
        assert_eq!(warns_of(&world, &["has come apart: "]), !holds, "{axis}: {:?}", world.warnings());
    }
}

/// A rope to the ground that a carriage runs out of, a fixed joint that it tears at, and two carriages that go apart; not a rope of the length of the way.
#[test]
fn joints_that_contradict_a_carriage_are_named_before_the_run() {
    let tow = "tow = { speed_m_s = 0.5 }\n";
    let joint = |keys: &str| format!("[[joint]]\nname = \"line\"\nbody = \"one\"\n{keys}\n");
    let one = boxed("one", "[6.0, 4.0]", tow);
    let away = boxed("one", "[6.0, 4.0]", &format!("heading_deg = 180.0\n{tow}"));
    let other = boxed("other", "[12.0, 8.0]", &format!("heading_deg = 90.0\n{tow}"));
    for (text, holds) in [
        (one.clone() + &joint("kind = \"fixed\""), false),
        (one.clone() + &joint("kind = \"rope\"\nto_at_m = [6.0, 4.0, 0.0]\nlength_m = 3.0"), false),
        (one + &joint("kind = \"rope\"\nto_at_m = [6.0, 4.0, 0.0]\nlength_m = 9.0"), true),
        (away + &other + &joint("kind = \"rope\"\nto = \"other\""), false),
    ] {
        let world = world(&pool(&text));
        let words = ["joint.0: `line` cannot hold what driven bodies and carriages take along", "tow"];
        assert_eq!(warns_of(&world, &words), !holds, "{text}: {:?}", world.warnings());
    }
}

#[test]
fn ends_far_from_their_bodies_are_named() {
    for (at_m, is_far) in [("[2.0, 0.0, 0.5]", false), ("[200.0, 0.0, 0.5]", true)] {
        let rope = format!(
            "[[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"one\"\nat_m = {at_m}\nto_at_m = [2.0, 4.0, 0.0]\n"
        );
        let world = world(&pool(&(boxed("one", "[6.0, 4.0]", "") + &rope)));
        assert_eq!(
            warns_of(&world, &["joint.0: `line` holds body.one 200.0 m", "in meters"]),
            is_far,
            "{:?}",
            world.warnings()
        );
    }
}

#[test]
fn waves_made_at_a_side_that_break_leap_or_come_too_late_are_named() {
    let said = |wave: &str| {
        let world = world(&format!(
            "title = \"flume\"\nduration_s = 20.0\ngrid = {{ cells = [60, 10], cell_size_m = 0.5 }}\nwater.level_m = 2.0\n\
             sides.west = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ {wave} }} }}\n"
        ));
        let of_wave = world.warnings().iter().filter(|text| text.starts_with("sides.west.wave."));
        of_wave.cloned().collect::<Vec<_>>()
    };
    for (wave, key, word) in [
        ("kind = \"sine\", height_m = 1.7, period_s = 8.0", "height_m", "break"),
        ("kind = \"solitary\", height_m = 0.4, crest_s = 0.0", "crest_s", "leap"),
        ("kind = \"solitary\", height_m = 0.4, crest_s = 30.0", "crest_s", "after the end"),
    ] {
        let said = said(wave);
        assert!(said.len() == 1 && said[0].contains(key) && said[0].contains(word), "{wave}: {said:?}");
    }
    for wave in [
        "kind = \"sine\", height_m = 0.2, period_s = 8.0",
        "kind = \"solitary\", height_m = 0.4",
        "kind = \"solitary\", height_m = 0.4, crest_s = 12.0",
        "kind = \"cnoidal\", height_m = 0.3, period_s = 8.0",
        "kind = \"irregular\", height_m = 0.3, period_s = 5.0",
    ] {
        assert_eq!(said(wave), Vec::<String>::new(), "{wave}");
    }
}

/// By thirteen thousand radians in the first step.
#[test]
fn a_body_that_its_thrust_turns_wildly_is_foreseen() {
    let tank = |gyration: &str| {
        format!(
            r#"
            title = "tank"
            duration_s = 5.0
            grid = {{ cells = [60, 40], cell_size_m = 0.5 }}
            water.level_m = 2.0
            sides.west = {{ kind = "sponge", width_m = 3.0 }}
            sides.east = {{ kind = "sponge", width_m = 3.0 }}
            [body.wild]
            hull = {{ kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 0.5 }}
            mass_kg = 250.0
            position_m = [15.0, 10.0]
            propeller = {{ position_m = [-0.5, 0.4, 0.1], thrust_n = 4000.0, race_radius_m = 3.0 }}
            {gyration}
            [body.other]
            hull = {{ kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 0.5 }}
            mass_kg = 250.0
            position_m = [20.0, 10.0]
            "#
        )
    };
    let wild = world(&tank("gyration_m = [0.001, 0.001, 0.001]"));
    let said = wild.warnings();
    assert!(warns_of(&wild, &["body.wild.propeller.thrust_n", "gyration_m", "rad in a step"]), "{said:?}");
    assert!(warns_of(&wild, &["body.wild.gyration_m", "evenly filled"]), "{said:?}");
    let usual = world(&tank(""));
    let said = usual.warnings();
    assert!(!warns_of(&usual, &["rad in a step"]) && !warns_of(&usual, &["gyration_m"]), "{said:?}");
}

#[test]
fn more_hulls_than_water_are_named() {
    let crowd = |count: u32| {
        pool(&boxed(
            "crowd",
            "[2.0, 2.0]",
            &format!("repeat = {{ kind = \"grid\", count = [{count}, {count}], step_m = [0.8, 0.4] }}"),
        ))
    };
    // 20 × 12 × 2 = 480 m³ of water; 2 m³ each.
    assert!(warns_of(&world(&crowd(16)), &["body.crowd.repeat", "512.0 m³", "480.0 m³"]));
    assert!(!warns_of(&world(&crowd(12)), &["body.crowd.repeat: the "]));
}

/// A stream that a side keeps up is held up by a sponge opposite, of which is warned with both keys; not where it may leave, nor of what goes to and fro, as waves
/// that the sponge is for.
#[test]
fn streams_into_sponges() {
    let sponge = "east = { kind = \"sponge\", width_m = 5.0 }";
    for (west, east, is_warned) in [
        ("{ kind = \"inflow\", velocity_m_s = 0.5 }", sponge, true),
        ("{ kind = \"characteristic\", level_m = 2.0, velocity_m_s = -0.2 }", sponge, true),
        ("{ kind = \"discharge\", discharge_m3_s = 4.0, ramp_s = 2.0 }", sponge, true),
        ("{ kind = \"inflow\", series = { time_s = [0.0, 2.0], velocity_m_s = [0.0, 0.5] } }", sponge, true),
        (
            "{ kind = \"inflow\", series = { time_s = [0.0, 2.0, 4.0], velocity_m_s = [0.2, -0.2, 0.2] } }",
            sponge,
            false,
        ),
        (
            "{ kind = \"inflow\", velocity_m_s = 0.5 }",
            "east = { kind = \"characteristic\", level_m = 2.0, velocity_m_s = -0.5 }",
            false,
        ),
        ("{ kind = \"characteristic\", level_m = 2.0 }", sponge, false),
    ] {
        let world = world(&basin(&format!("[sides]\nwest = {west}\n{east}\n")));
        let says = |text: &&String| text.starts_with("sides.west.") && text.contains("sides.east.kind");
        assert_eq!(
            world.warnings().iter().filter(says).count(),
            usize::from(is_warned),
            "{west}: {:?}",
            world.warnings()
        );
    }
}

/// Water without sides, 5 m deep and raised by an elevation, that a wind drives or the rotation of the earth turns for 100 steps: the warning of rounding, and the part of wind or turn that it has got, by
/// `τ A t` and `f t`.
fn forced(eta_m: f64, speed_m_s: f64, force: &str) -> (Option<String>, f64) {
    let mut world = world(&format!(
        "title = \"sea\"\nduration_s = 9.0\ngrid = {{ cells = [20, 20], cell_size_m = 0.1 }}\nwater.level_m = 5.0\n{force}\n\
         water.column = [{{ x_m = [0.0, 2.0], level_m = {:?}, velocity_m_s = [{speed_m_s:?}, 0.0] }}]\n\
         sides = {{ west.kind = \"periodic\", east.kind = \"periodic\", south.kind = \"periodic\", north.kind = \"periodic\" }}\n",
        5.0 + eta_m
    ));
    let said = world.warnings().iter().find(|text| text.contains("by rounding the water gets")).cloned();
    (0..100).for_each(|_| drop(world.step()));
    let (momentum, time_s) = (world.momentum().final_n_s, world.time_s());
    if let Some(wind) = force.strip_prefix("wind = { towards_deg = 0.0, speed_m_s = ") {
        let wind_m_s: f64 = wind.trim_end_matches(" }").parse().unwrap();
        let stress_pa = (0.8 + 0.065 * wind_m_s) * 1e-3 * 1.225 * wind_m_s * wind_m_s;
        return (said, momentum.x / (stress_pa * 4.0 * time_s));
    }
    (said, -momentum.to_angle() / (1e-4 * time_s))
}

/// Populations off the still level have no digits for weak forces: what they take of these is foreseen where it is off by a twentieth, and that at the still level it would be all.
#[test]
fn forces_too_weak_for_water_off_the_still_level() {
    for (eta_m, wind_m_s, is_off) in [
        (0.5, 2.0, true),
        (0.5, 5.0, true),
        (0.5, 12.0, false),
        (-0.5, 3.0, true),
        (0.05, 1.0, true),
        (0.05, 3.0, false),
        (0.0, 1.0, false),
    ] {
        let force = format!("wind = {{ towards_deg = 0.0, speed_m_s = {wind_m_s:?} }}");
        let (said, part) = forced(eta_m, 0.0, &force);
        assert_eq!(
            [said.is_some(), (part - 1.0).abs() > 0.05],
            [is_off; 2],
            "{eta_m}, {wind_m_s}: {part}, {said:?}"
        );
        for word in [
            "wind.speed_m_s: ",
            &format!(" {:.0} % ", 100.0 * part),
            &format!("water.level_m = {:.4}", 5.0 + eta_m),
        ] {
            assert!(said.as_ref().is_none_or(|text| text.contains(word)), "{said:?} does not say {word}");
        }
    }
    for (speed_m_s, is_off) in [(0.01, true), (0.1, true), (1.0, false)] {
        let (said, part) = forced(0.5, speed_m_s, "coriolis.parameter_1_s = 1e-4");
        assert_eq!([said.is_some(), (part - 1.0).abs() > 0.05], [is_off; 2], "{speed_m_s}: {part}, {said:?}");
        assert!(said.is_none_or(|text| text.starts_with("coriolis: ")));
    }
}
