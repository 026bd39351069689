//! Bodies that leave the water, and hulls that do not belong to their keys.

use glam::DVec3;
use viewer_sim::scenario::{Origin, Scenario, Wave};
use viewer_sim::{Name, World};

use crate::setup::{run, world};

fn boat(body: &str) -> String {
    format!(
        r#"
        title = "boat"
        duration_s = 1.0
        [grid]
        cells = [40, 24]
        cell_size_m = 0.5
        [water]
        level_m = 2.0
        [sides]
        east = {{ kind = "sponge", width_m = 2.0 }}
        [body.boat]
        hull = {{ kind = "box", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}
        mass_kg = 500.0
        position_m = [15.0, 6.0]
        {body}
        "#
    )
}

fn said(world: &World, words: &[&str]) -> usize {
    world.warnings().iter().filter(|text| words.iter().all(|word| text.contains(word))).count()
}

#[test]
fn a_body_that_leaves_the_domain_is_said_once_and_the_books_stay_closed() {
    let mut world = world(&boat("velocity_m_s = [6.0, 0.0, 0.0]\ndrag = 0.1"));
    run(&mut world, 6.0);
    assert!(world.bodies().next().unwrap().position_m.x > 20.0);
    assert_eq!(said(&world, &["body.boat", "left the domain"]), 1, "{:?}", world.warnings());
    // Out there nothing goes back into the water.
    assert!(world.momentum().external_n_s.length() > 0.0, "{:?}", world.momentum());
    assert!(world.momentum().residual_relative() < 1e-5, "{:?}", world.momentum());
    assert!(world.mass().residual_relative().abs() < 1e-8, "{:?}", world.mass());
}

/// A hull that slides across a periodic side leaves with the energy of the head over it: the books have no more at the end than at the start.
#[test]
fn a_hull_that_crosses_a_periodic_side_is_told_of_and_its_energy_is_booked() {
    let text = "title = \"across\"\nduration_s = 8.0\n[grid]\ncells = [64, 32]\ncell_size_m = 0.25\n[water]\nlevel_m = 2.0\n[solver]\ntau = 0.6\n\
                [sides]\nwest = { kind = \"periodic\" }\neast = { kind = \"periodic\" }\n\
                [body.a]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 0.6 }\nmass_kg = 1200.0\nposition_m = [14.0, 4.0]\n\
                velocity_m_s = [1.0, 0.0, 0.0]\ndrag = 0.0\n";
    let mut across = world(text);
    across.measure_dissipation();
    let between =
        ["sides.west.kind: \"periodic\" sides join the water alone", "body.a does not come in at sides.east"];
    assert_eq!(said(&across, &between), 1, "{:?}", across.warnings());
    run(&mut across, 6.0);
    assert_eq!(said(&across, &["body.a: left the domain", "it does not come in at the other side"]), 1);
    // What is left is what the flow around the box leaves in the cells of a greater domain, until it has crossed.
    let mut inside = world(&text.replace("[14.0, 4.0]", "[6.0, 4.0]"));
    inside.measure_dissipation();
    run(&mut inside, 3.0);
    let off_j = |world: &World| world.energy().residual_j().unwrap();
    let through_j = across.energy().through_sides_j;
    assert!(
        through_j > 150.0 && (off_j(&across) - off_j(&inside)).abs() < 40.0,
        "{through_j}, {} {}",
        off_j(&across),
        off_j(&inside)
    );
    let held = world(
        &text
            .replace("drag = 0.0", "drag = 0.0\nmooring = [{ anchor_m = [1, 0], stiffness_n_m = 1e3 }]")
            .replace("velocity_m_s = [1.0, 0.0, 0.0]\n", ""),
    );
    assert_eq!(said(&held, &["join the water alone"]), 0, "{:?}", held.warnings());
}

#[test]
fn a_body_that_is_thrown_out_of_the_water_is_said_once() {
    let mut thrown = world(&boat(&sling([15.0, 6.0, 150.0])));
    run(&mut thrown, 3.0);
    let height_m = thrown.bodies().next().unwrap().position_m.z;
    assert!(height_m > 9.0, "{height_m}");
    assert_eq!(said(&thrown, &["body.boat", "thrown"]), 1, "{:?}", thrown.warnings());
    // By its own velocity, or where it is put, it was not thrown.
    let put = boat("").replace("[15.0, 6.0]", "[15.0, 6.0, 14.0]");
    for start in [boat("velocity_m_s = [0.0, 0.0, 11.0]"), put] {
        let mut own = world(&start);
        run(&mut own, 1.5);
        assert_eq!(said(&own, &["body.boat", "thrown"]), 0, "{:?}", own.warnings());
    }
}

/// A spring to a point in the air.
fn sling(to_at_m: [f64; 3]) -> String {
    format!(
        "[[joint]]\nname = \"sling\"\nkind = \"spring\"\nbody = \"boat\"\nto_at_m = {to_at_m:?}\nstiffness_n_m = 50.0\nlength_m = 1.0"
    )
}

/// The drive of its slider lifts it out of the water, higher than water throws: it is where it is meant to be.
#[test]
fn a_body_that_its_own_joint_lifts_is_not_thrown() {
    let drive = "[[joint]]\nname = \"lift\"\nkind = \"slider\"\nbody = \"boat\"\naxis = [0.0, 0.0, 1.0]\n\
                 [joint.drive]\nschedule = [{ time_s = 0.0, offset_m = 0.0 }, { time_s = 20.0, offset_m = 60.0 }]";
    let mut lifted = world(&boat(drive));
    run(&mut lifted, 20.0);
    let height_m = lifted.bodies().next().unwrap().position_m.z;
    assert!(height_m > 50.0, "{height_m}");
    assert_eq!(said(&lifted, &["body.boat", "thrown"]), 0, "{:?}", lifted.warnings());
}

/// A spring pulls it up out of sight, or over the side: no end of a run that was well.
#[test]
fn a_body_thrown_out_of_the_domain_or_higher_than_water_throws_is_lost() {
    for (to_at_m, words) in
        [([15.0, 6.0, 300.0], "higher than any water"), ([400.0, 6.0, 400.0], "out of the domain")]
    {
        let mut thrown = world(&boat(&sling(to_at_m)));
        let at_m = until_lost(&mut thrown);
        assert_eq!(
            said(&thrown, &["body.boat", "thrown", words, "quarantined", "look at"]),
            1,
            "{:?}",
            thrown.warnings()
        );
        assert!(at_m.z < 60.0 && (at_m.x < 25.0 || at_m.z < 10.0), "{at_m}");
    }
    // One that starts to fall is lost sooner: the water does not throw it to more than where it came from.
    let mut thrown = world(&boat(&sling([15.0, 6.0, 150.0])).replace("[15.0, 6.0]", "[15.0, 6.0, 10.0]"));
    let at_m = until_lost(&mut thrown);
    assert!(at_m.z > 14.0 && at_m.z < 15.5, "{at_m}");
    // Where it was put, or goes by its own velocity, it was not thrown.
    for body in ["velocity_m_s = [0.0, 0.0, 11.0]", "velocity_m_s = [8.0, 0.0, 7.5]"] {
        run(&mut world(&boat(body)), 1.9);
    }
}

/// Steps until the only body is lost; returns where it was a step before.
fn until_lost(world: &mut World) -> DVec3 {
    loop {
        let at_m = world.bodies().next().unwrap().position_m;
        assert!(world.time_s() < 9.0, "{at_m}");
        if !world.step().quarantined.is_empty() {
            assert_eq!(world.body_count(), 0);
            return at_m;
        }
    }
}

/// One goes wild, and the others float, swing and roll on as if it had been removed at that time: in every bit, from a checkpoint too, with
/// its joints gone and the books closed.
#[test]
fn a_lost_body_is_taken_out_and_the_others_go_on() {
    for hull in ["soft", "lid"] {
        let others = format!(
            "[body.buoy]\nhull = {{ kind = \"sphere\", radius_m = 0.6, subdivisions = 2 }}\nmass_kg = 300.0\nposition_m = [9.0, 6.0]\nvelocity_m_s = [1.0, 0.0, 0.0]\n\
             [body.raft]\nhull = {{ kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 0.6 }}\nmass_kg = 900.0\nposition_m = [5.0, 3.0]\n\
             [coupling]\nhull = \"{hull}\"\n{}\n[[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"boat\"\nto = \"raft\"\nlength_m = 200.0\n",
            sling([15.0, 6.0, 300.0])
        );
        let text = boat("REMOVED") + &others;
        let mut wild = world(&text.replace("REMOVED", ""));
        let mut states = Vec::new();
        while wild.time_s() < 4.0 {
            let _ = wild.step();
            states.push(wild.checkpoint());
        }
        let lost: Vec<(String, f64)> = wild.quarantined().map(|(name, at_s)| (name.into(), at_s)).collect();
        let [(name, at_s)] = &lost[..] else { panic!("{lost:?}") };
        assert!(name == "boat" && (1.0..3.0).contains(at_s), "{lost:?}");
        assert_eq!(
            said(&wild, &["body.boat", "quarantined", "the others go on"]),
            1,
            "{:?}",
            wild.warnings()
        );
        let names: Vec<Name> = wild.bodies().map(|body| body.name).collect();
        assert_eq!((&names[..], wild.joints().count()), (&["buoy".into(), "raft".into()][..], 0));
        let mut removed = world(&text.replace("REMOVED", &format!("removed_at_s = {at_s:?}")));
        while removed.steps() < wild.steps() {
            let _ = removed.step();
        }
        assert!(wild.bodies().eq(removed.bodies()) && wild.fields().eta_m == removed.fields().eta_m);
        assert_eq!(wild.momentum(), removed.momentum());
        let (mass, momentum) = (wild.mass(), wild.momentum());
        assert!(mass.residual_relative().abs() < 2e-8, "{mass:?}");
        assert!(momentum.residual_relative() < 1e-5, "{momentum:?}");
        // Gone on with from before and after it was lost.
        let end = wild.checkpoint();
        for from in [10, states.len() - 10] {
            wild.restore(&states[from]).unwrap();
            while wild.steps() < removed.steps() {
                let _ = wild.step();
            }
            assert!(wild.checkpoint() == end && wild.quarantined().count() == 1, "{from}");
        }
    }
}

/// Waves beyond all bounds: the level is not finite at any of its triangles.
#[test]
fn a_body_that_the_water_does_not_act_on_is_said_once() {
    let airy = "[[wave]]\nkind = \"airy\"\namplitude_m = 0.1\nlength_m = 20.0\n";
    let origin = Origin { name: "test".into(), folder: None };
    let mut scenario = Scenario::parse(&format!("{}\n{airy}", boat("")), origin, &[]).unwrap();
    let Wave::Airy { amplitude_m, .. } = &mut scenario.wave[0] else { panic!("it is Airy's") };
    *amplitude_m = 1e300;
    let mut lost = World::new(&scenario).unwrap();
    run(&mut lost, 0.3);
    assert_eq!(said(&lost, &["body.boat", "does not act on", "triangles"]), 1, "{:?}", lost.warnings());
    let mut sound = world(&boat(""));
    run(&mut sound, 0.3);
    assert_eq!(said(&sound, &["does not act on"]), 0, "{:?}", sound.warnings());
}

#[test]
fn what_belongs_to_another_hull_is_warned_of() {
    let world = world(&boat(
        "center_of_mass_m = [5.0, 0.0, 0.4]\npropeller = { position_m = [-6.0, 0.0, 0.0], thrust_n = 1.0 }",
    ));
    assert_eq!(
        said(&world, &["body.boat.center_of_mass_m", "outside the hull"]),
        1,
        "{:?}",
        world.warnings()
    );
    assert_eq!(said(&world, &["body.boat.propeller.position_m", "far from the hull"]), 1);
}

#[test]
fn a_side_that_reflects_the_waves_of_a_body_is_warned_of() {
    let text = |side: &str| boat("").replace("kind = \"sponge\", width_m = 2.0", side);
    for (side, part) in [
        ("kind = \"outflow\"", Some("17 %")),
        ("kind = \"level\", level_m = 2.0", Some("98 %")),
        ("kind = \"inflow\", velocity_m_s = 0.1", Some("100 %")),
        ("kind = \"inflow\", velocity_m_s = 0.1, level_m = 2.0", Some("20 %")),
        ("kind = \"discharge\", discharge_m3_s = 0.1", Some("100 %")),
        ("kind = \"characteristic\", level_m = 2.0", None),
        ("kind = \"sponge\", width_m = 2.0", None),
        ("kind = \"wall\"", None),
    ] {
        let words = ["sides.east.kind", "body.boat", "characteristic", part.unwrap_or_default()];
        assert_eq!(said(&world(&text(side)), &words), usize::from(part.is_some()), "{side}");
    }
    let held = text("kind = \"outflow\"").replace("mass_kg = 500.0", "mass_kg = 500.0\nfixed = true");
    assert_eq!(said(&world(&held), &["sides.east.kind"]), 0);
}

/// A box of 0.25 m draft with a propeller at a height above its keel.
fn propelled(height_m: f64, body: &str) -> World {
    world(&boat(&format!(
        "propeller = {{ position_m = [-0.9, 0.0, {height_m}], thrust_n = 100.0 }}\ndrag = 0.1\n{body}"
    )))
}

#[test]
fn a_propeller_at_or_above_the_still_level_is_said_at_the_start_and_not_again() {
    let mut world = propelled(0.3, "");
    run(&mut world, 0.5);
    let words = ["body.boat.propeller.position_m", "2.050 m above the datum", "2.000 m", "below 0.250 m"];
    assert_eq!(said(&world, &words), 1, "{:?}", world.warnings());
    assert_eq!(said(&world, &["propeller"]), 1, "{:?}", world.warnings());
    // At the level itself every ripple lifts it out.
    assert_eq!(said(&propelled(0.250_001, ""), &["propeller.position_m"]), 1);
    assert_eq!(said(&propelled(0.2, ""), &["propeller"]), 0);
}

/// A propeller turns with the body: astern it dips where a load trims the body by the stern.
#[test]
fn a_propeller_is_looked_for_in_the_pose_that_the_body_floats_in() {
    let trimmed = propelled(0.3, "load = [{ mass_kg = 50.0, position_m = [-0.9, 0.0, 0.4] }]");
    assert_eq!(said(&trimmed, &["propeller"]), 0, "{:?}", trimmed.warnings());
    let ahead = propelled(0.2, "load = [{ mass_kg = 50.0, position_m = [0.9, 0.0, 0.4] }]");
    assert_eq!(said(&ahead, &["body.boat.propeller.position_m"]), 1, "{:?}", ahead.warnings());
}

#[test]
fn a_propeller_that_comes_out_of_the_water_is_said_once_with_the_time() {
    let mut leaping = propelled(0.1, "velocity_m_s = [0.0, 0.0, 3.0]");
    assert_eq!(said(&leaping, &["propeller"]), 0, "{:?}", leaping.warnings());
    run(&mut leaping, 2.0);
    let words = ["body.boat.propeller", "out of the water at t = 0.", "100.0 N"];
    assert_eq!(said(&leaping, &words), 1, "{:?}", leaping.warnings());
    // It pushes nothing, so nothing is lost.
    let mut idle = world(&boat(
        "propeller = { position_m = [-0.9, 0.0, 0.1], thrust_n = 0.0 }\nvelocity_m_s = [0.0, 0.0, 3.0]",
    ));
    run(&mut idle, 1.0);
    assert_eq!(said(&idle, &["propeller"]), 0, "{:?}", idle.warnings());
}

/// A hull a thousand times too large would fill the memory once it is made as fine as the grid.
#[test]
fn an_oversized_hull_is_rejected_at_once() {
    let text = boat("").replace("length_m = 2.0", "length_m = 20000.0");
    let scenario = Scenario::parse(&text, Origin { name: "test".into(), folder: None }, &[]).unwrap();
    let error = World::new(&scenario).unwrap_err().to_string();
    assert!(error.contains("body.boat.hull") && error.contains("does not fit the domain"), "{error}");
    assert!(error.contains("grid.cells"), "{error}");
}

#[test]
fn a_hull_too_thin_for_a_shape_is_named_by_its_least_size() {
    for (length_m, thin_m) in [("depth_m = 0.8", "depth_m = 1e-3"), ("beam_m = 1.0", "beam_m = 1e-3")] {
        let text = boat("").replace(length_m, thin_m);
        let scenario = Scenario::parse(&text, Origin { name: "test".into(), folder: None }, &[]).unwrap();
        let error = World::new(&scenario).unwrap_err().to_string();
        let key = format!("body.boat.hull.{}", thin_m.split(' ').next().unwrap());
        assert!(error.contains(&key) && error.contains("too thin"), "{error}");
    }
}

#[test]
fn bodies_inside_one_another_are_warned_of_and_neighbors_are_not() {
    let second = |x: f64| {
        let hull = "hull = { kind = \"box\", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }";
        world(&boat(&format!("[body.other]\n{hull}\nmass_kg = 500.0\nposition_m = [{x}, 6.0]")))
    };
    let inside = second(14.0);
    assert_eq!(
        said(&inside, &["body.boat.position_m", "inside body.other at the start"]),
        1,
        "{:?}",
        inside.warnings()
    );
    assert_eq!(said(&second(12.9), &["inside"]), 0);
    let crowd: String = (0..6)
        .map(|k| {
            format!(
                "[body.b{k}]\nhull = {{ kind = \"sphere\", radius_m = 0.5 }}\nmass_kg = 50.0\nposition_m = [5.0, {}]\n",
                6.0 + 0.1 * f64::from(k)
            )
        })
        .collect();
    let crowd = world(&boat(&crowd));
    assert_eq!(
        (said(&crowd, &["inside body"]), said(&crowd, &["10 further pairs"])),
        (5, 1),
        "{:?}",
        crowd.warnings()
    );
}
