//! Worlds go on from checkpoints with the same bits, whatever they remember.

use glam::DVec3;
use viewer_sim::Helm;
use viewer_sim::scenario::{Scenario, shipped};

use super::Case;
use crate::air;
use crate::setup::{boxed, pool};

#[test]
fn every_shipped_scenario_continues_with_the_same_bits() {
    for name in shipped::names() {
        let scenario = Scenario::load(name, &air::coarser(name)).unwrap();
        // More bodies of kinds that others have take minutes.
        if scenario.body.len() > 150 {
            continue;
        }
        // More steps before the second of the files than after it. Air takes several steps in one of the water.
        let (steps, end) = if scenario.air.is_some() { ([1, 12], 18) } else { ([1, 22], 30) };
        Case { name: name.into(), scenario, helms: &[] }.holds(&steps, end);
    }
}

/// A heavy body falls to the ground, turned, onto another one, and rubs along a wall; a third one is thrown against a pier.
#[test]
fn bodies_in_contact_continue_with_the_same_bits() {
    let sinks = "mass_kg = 9000.0\nheading_deg = 20.0\nvelocity_m_s = [0.3, 0.4, -2.0]";
    let heavy = boxed("heavy", "[8.0, 10.7, 1.9]", "").replace("mass_kg = 2000.0", sinks);
    let lower = boxed("lower", "[8.5, 10.5, 0.6]", "").replace("mass_kg = 2000.0", "mass_kg = 9500.0");
    let thrown = boxed("thrown", "[13.0, 5.0, 2.2]", "velocity_m_s = [2.0, 0.2, 0.0]\nheading_deg = 35.0");
    let pier = boxed("pier", "[16.5, 5.5, 1.0]", "fixed = true");
    let case = Case::parse("contacts", &pool(&[heavy, lower, thrown, pier].concat()));
    case.holds(&[3, 30, 61, 120, 150], 190);
}

/// Every kind of memory: radiation, slamming, forces kept within a tolerance, a carriage, driven walls at their outlines.
#[test]
fn all_that_bodies_remember_continues_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("box.csv");
    let lines = "frequency_rad_s,i,j,added_mass,damping\n0.5,3,3,0,4000\n4.5,3,3,0,4000\n5.0,3,3,0,0\ninf,3,3,2000,0\n";
    std::fs::write(&table, lines).unwrap();
    let radiation =
        format!("radiation = {{ coefficients = {:?}, memory_s = 1.0 }}", table.display().to_string());
    let driven = "motion = { velocity_m_s = [0.4, 0.1], turn_deg_s = 12.0, ramp_s = 1.0 }\n\
                  wall = { slip = \"no-slip\", scheme = \"interpolated\" }";
    let bodies = [
        boxed("a-radiates", "[4.0, 3.0, 2.1]", &radiation),
        boxed(
            "b-slams",
            "[4.0, 9.0, 3.2]",
            "velocity_m_s = [0.0, 0.0, -3.0]\nslamming = { bound_m_s2 = 50.0 }",
        ),
        boxed("c-rests", "[16.0, 3.0]", ""),
        boxed("d-towed", "[9.0, 9.0]", "tow = { speed_m_s = 0.8, ramp_s = 1.0 }"),
        boxed("e-driven", "[12.0, 4.0, 1.0]", driven),
        boxed(
            "f-held",
            "[17.0, 9.0, 1.5]",
            "fixed = true\nwall = { slip = \"no-slip\", scheme = \"extrapolated\" }",
        ),
    ];
    let current = "[[water.column]]\nx_m = [0.0, 3.0]\nlevel_m = 2.2\nvelocity_m_s = [0.4, 0.0]\n";
    for (name, coupling) in [
        ("conservative", "[coupling]\nrest_tolerance_m = 1e-4\n[view]\nhull = \"pressure\"\nforces = true\n"),
        ("exchanges by cell", "[coupling]\nrest_tolerance_m = 1e-3\nrefill = \"non-equilibrium\"\n"),
        ("paper", "[coupling]\nmode = \"paper\"\n"),
        (
            "none",
            "[coupling]\nmode = \"none\"\n[[wave]]\nkind = \"airy\"\namplitude_m = 0.1\nlength_m = 5.0\n",
        ),
    ] {
        let case = Case::parse(name, &pool(&[current, coupling, &bodies.concat()].concat()));
        case.holds(&[0, 2, 25, 70, 101], 130);
    }
}

/// Hulls as rigid lids, whose `λ` and expected loads are of the last step, beside each other and under way; what passes a line.
#[test]
fn lids_and_transects_continue_with_the_same_bits() {
    let bodies = [
        boxed("a-falls", "[5.0, 6.0, 2.4]", ""),
        boxed("b-beside", "[5.0, 7.6, 2.1]", "velocity_m_s = [0.5, 0.0, 0.0]"),
        boxed("c-towed", "[9.0, 3.0]", "tow = { speed_m_s = 0.8, ramp_s = 1.0 }"),
    ];
    let more = "[coupling]\nhull = \"lid\"\n[[transect]]\nname = \"across\"\nfrom_m = [10.0, 1.0]\nto_m = [10.0, 11.0]\n";
    let case = Case::parse("lids", &pool(&[more, &bodies.concat()].concat()));
    case.holds(&[0, 1, 7, 40, 83], 110);
}

/// Air with smoke that a wind takes along, over a boat's waves.
#[test]
fn air_continues_with_the_same_bits() {
    let wind = "sides.west = { kind = \"inflow\", velocity_m_s = [0.4, 0.0, 0.0] }\n";
    let boat = boxed("boat", "[3.0, 3.0]", "velocity_m_s = [0.3, 0.0, 0.0]");
    let case = Case::parse("air", &(crate::air::chimney(wind) + &boat));
    case.holds(&[0, 3, 20], 31);
}

/// Every kind of joint, a chain that hangs between the ground and a pier, lines that go taut; bodies that fall asleep, and one that a
/// wave wakes.
#[test]
fn joints_and_sleepers_continue_with_the_same_bits() {
    let joint = |name: &str, kind: &str, more: &str| {
        format!("[[joint]]\nname = \"{name}\"\nkind = \"{kind}\"\n{more}\n")
    };
    let more = [
        "[coupling]\nsleep = { speed_m_s = 0.1, after_s = 0.3, wake_m_s2 = 0.2 }\n",
        "[[water.column]]\nx_m = [0.0, 3.0]\nlevel_m = 2.3\n",
        &joint("fixed", "fixed", "body = \"a\"\nto = \"b\""),
        &joint("hinge", "hinge", "body = \"b\"\nat_m = [2.0, 0.0, 0.5]\nto = \"c\"\naxis = [0, 0, 1]"),
        &joint("ball", "ball", "body = \"c\"\nat_m = [2.0, 0.0, 0.5]\nto = \"pier\""),
        &joint("slider", "slider", "body = \"d\"\naxis = [1, 0.2, 0]"),
        &joint("rod", "rod", "body = \"e\"\nto_at_m = [14.0, 11.0, 0.0]"),
        &joint("rope", "rope", "body = \"f\"\nto = \"d\"\nlength_m = 8.4"),
        &joint(
            "spring",
            "spring",
            "body = \"f\"\nto_at_m = [17.0, 6.0, 0.0]\nstiffness_n_m = 900\npretension_n = 200",
        ),
        &boxed("a", "[3.0, 3.0]", "velocity_m_s = [0.0, 0.6, 0.0]"),
        &boxed("b", "[7.0, 3.0]", ""),
        &boxed("c", "[11.0, 3.0]", ""),
        &boxed("pier", "[15.0, 3.0, 1.0]", "fixed = true"),
        &boxed("d", "[6.0, 9.0]", "velocity_m_s = [0.5, 0.1, 0.0]"),
        &boxed(
            "e",
            "[11.0, 9.0]",
            "mooring = [{ length_m = 2.0 }, { anchor_m = [2, 1], stiffness_n_m = 500 }]",
        ),
        &boxed("f", "[14.0, 6.5]", "velocity_m_s = [0.0, 0.0, 0.0]"),
        &boxed("sleeps", "[17.0, 9.0]", ""),
    ]
    .concat();
    let case = Case::parse("joints", &pool(&more));
    let mut world = case.world();
    // Without the fixed pier.
    let mut asleep = Vec::new();
    for _ in 0..150 {
        let _ = world.step();
        asleep.push(world.bodies().filter(|body| body.linvel_m_s == DVec3::ZERO).count() - 1);
    }
    assert!(asleep[30] > 0 && asleep.iter().any(|now| *now < asleep[30]), "{asleep:?}");
    case.holds(&[0, 3, 31, 60, 101], 150);
}

/// Sides that remember: a solid closes on an inflow, beside a sponge.
#[test]
fn a_solid_that_closes_on_a_side_continues_with_the_same_bits() {
    let sides = "[sides]\nwest = { kind = \"inflow\", velocity_m_s = 0.4 }\neast = { kind = \"sponge\", width_m = 4.0 }\n\
                 south = { kind = \"wall\", slip = \"no-slip\", scheme = \"on-grid\" }\n";
    let ram = boxed("ram", "[5.0, 6.0, 1.0]", "motion = { velocity_m_s = [-1.0, 0.0], ramp_s = 0.5 }");
    let swept = boxed("swept", "[17.0, 6.0, 1.0]", "motion = { velocity_m_s = [0.3, 0.3], ramp_s = 0.5 }");
    let case = Case::parse("sides", &pool(&[sides, &ram, &swept].concat()));
    case.holds(&[10, 50, 80, 110], 150);
}

const LOST: f64 = f64::NAN;

/// Its thrust is not a number for a step: it is taken out, and the others go on.
#[test]
fn a_body_that_was_lost_stays_away() {
    let propeller = "propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0 }";
    let bodies = [
        boxed("boat", "[6.0, 6.0]", propeller),
        boxed("other", "[13.0, 6.0]", "velocity_m_s = [0.5, 0.0, 0.0]"),
    ];
    let mut case =
        Case::parse("frozen", &pool(&["[coupling]\nmode = \"none\"\n", &bodies.concat()].concat()));
    case.helms = &[
        (10, Helm { thrust: Some(0.5), angle_deg: Some(10.0) }),
        (40, Helm { thrust: Some(LOST), angle_deg: None }),
    ];
    let world = case.holds(&[20, 41, 60], 80);
    assert!(world.warnings().iter().any(|text| text.contains("no longer finite")), "{:?}", world.warnings());
    assert!(world.quarantined().map(|(name, _)| name).eq(["boat"]) && world.body_count() == 1);
}

/// Too strong a thrust makes the boat faster than the lattice by its radiation: it is taken out.
#[test]
fn a_body_that_its_radiation_lost_stays_away() {
    let keys =
        "propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0 }\nradiation.estimate = \"ellipsoid\"";
    let mut case = Case::parse(
        "dropped",
        &pool(&["[coupling]\nmode = \"none\"\n", &boxed("boat", "[6.0, 6.0]", keys)].concat()),
    );
    case.helms = &[(12, Helm { thrust: Some(1e4), angle_deg: None })];
    let world = case.holds(&[5, 20, 30], 50);
    assert!(
        world.warnings().iter().any(|text| text.contains("radiation: it brought the body to")),
        "{:?}",
        world.warnings()
    );
}

/// A driven block that would take the channel's last water is stopped, under a raft that drifts over it.
#[test]
fn a_driven_body_that_was_stopped_stays_so() {
    let channel = "title = \"channel\"\nduration_s = 20.0\ngrid = { cells = [40, 4], cell_size_m = 0.5 }\n\
                   water = { level_m = 1.0 }\n\
                   [body.block]\nhull = { kind = \"box\", length_m = 20.0, beam_m = 2.0, depth_m = 2.0 }\nmass_kg = 1.0\n\
                   position_m = [9.0, 1.0, 1.0]\nmotion = { velocity_m_s = [0.8, 0.0], ramp_s = 0.2 }\n\
                   wall = { slip = \"no-slip\", scheme = \"interpolated\" }\n";
    let case = Case::parse("stopped", channel);
    let mut world = case.world();
    let stopped = loop {
        if world.step().stopped.is_some() {
            break world.steps();
        }
    };
    case.holds(&[stopped / 2, stopped - 1, stopped, stopped + 20], stopped + 60);
}
