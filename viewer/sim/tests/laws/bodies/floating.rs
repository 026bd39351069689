//! Bodies at rest.

use super::half_dense_box;
use crate::setup::{pool, run, shipped, world};

/// A closed basin with one body described by `body`.
fn basin(body: &str) -> String {
    format!(
        r#"
        title = "basin"
        duration_s = 1.0
        [grid]
        cells = [40, 32]
        cell_size_m = 0.5
        [water]
        level_m = 2.0
        [body.hull]
        {body}
        "#
    )
}

/// `GM = KB + BM − KG` of a box 4 m wide with `BM = B² / (12 T)`, whose draft `T` is known by its volume; and of one that is too
/// heavy above.
#[test]
fn centers_are_those_of_a_box_and_say_whether_it_is_stable() {
    for (more, is_stable) in [("", true), ("center_of_mass_m = [0.0, 0.0, 1.95]", false)] {
        let world = world(&half_dense_box(3.0, more));
        let draft_m = world.body(0).submerged_volume_m3 / 32.0;
        let keel_m = 3.0 - draft_m;
        let centers = world.centers("box").unwrap();
        assert!((centers.buoyancy_m.z - keel_m - 0.5 * draft_m).abs() < 1e-6, "{centers:?}");
        assert!((centers.mass_m.z - 3.0).abs() < 1e-6, "{centers:?}");
        let gm_m = 0.5 * draft_m + 16.0 / (12.0 * draft_m) - (centers.mass_m.z - keel_m);
        assert!((centers.gm_m - gm_m).abs() < 1e-6 && (gm_m > 0.0) == is_stable, "{gm_m}: {centers:?}");
        assert_eq!(world.centers("raft"), None);
    }
}

#[test]
fn a_hull_at_rest_stays_in_place_and_heading() {
    let mut world = shipped("floating", &[]);
    let start = world.bodies().next().unwrap();
    for _ in 0..10_000 {
        let _ = world.step();
    }
    let end = world.bodies().next().unwrap();
    let drift = end.position_m.distance(start.position_m);
    assert!(drift < 1e-3, "drift {drift} m");
    assert!(
        (end.heading_deg - start.heading_deg).abs() < 0.01,
        "yaw from {} to {}",
        start.heading_deg,
        end.heading_deg
    );
    let highest = world.fields().eta_m.iter().fold(0.0f32, |a, eta| a.max(eta.abs()));
    assert!(highest < 1e-5, "the water is {highest} m off");
}

#[test]
fn a_box_floats_at_its_own_draft() {
    let text = basin(
        r#"
        hull = { kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }
        mass_kg = 3000.0
        position_m = [9.7, 8.2]
        heading_deg = 31.0
        "#,
    );
    let mut world = world(&text);
    run(&mut world, 5.0);
    let state = world.bodies().next().unwrap();
    assert!((state.draft_m - 0.375).abs() < 1e-4, "{state:?}");
    assert!((state.submerged_volume_m3 - 3.0).abs() < 1e-3, "{state:?}");
}

#[test]
fn a_dropped_sphere_makes_waves_and_comes_to_rest_at_its_draft() {
    let hull = "hull = { kind = \"sphere\", radius_m = 1.0 }\nmass_kg = 1500.0";
    let sides =
        ["west", "east", "south", "north"].map(|s| format!("{s} = {{ kind = \"sponge\", width_m = 3.0 }}"));
    let scenario = |position: &str| {
        basin(&format!("{hull}\nposition_m = {position}")) + "\n[sides]\n" + &sides.join("\n")
    };
    let afloat = world(&scenario("[10.0, 8.0]")).bodies().next().unwrap();

    let mut world = world(&scenario("[10.0, 8.0, 3.5]"));
    run(&mut world, 1.5);
    let highest = world.fields().eta_m.iter().fold(0.0f32, |a, eta| a.max(eta.abs()));
    assert!(highest > 0.02, "waves of {highest} m");
    run(&mut world, 40.0);
    let state = world.bodies().next().unwrap();
    // A uniform sphere floats in any attitude, so its facets may have turned: only its volume is compared.
    let volume = (state.submerged_volume_m3, afloat.submerged_volume_m3);
    assert!((volume.0 - volume.1).abs() < 0.005 * volume.1, "{volume:?}");
    assert!((state.position_m.z - afloat.position_m.z).abs() < 0.01, "{state:?} against {afloat:?}");
    assert!(state.linvel_m_s.length() < 0.01, "{state:?}");
}

/// A box dropped level in the middle of a square basin has no reason to turn or to leave, however coarse its mesh.
#[test]
fn a_symmetric_drop_neither_turns_nor_drifts() {
    let text = basin(
        r#"
        hull = { kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }
        mass_kg = 3000.0
        position_m = [10.0, 8.0, 2.6]
        "#,
    );
    let mut world = world(&text);
    run(&mut world, 20.0);
    let state = world.bodies().next().unwrap();
    assert!(state.heading_deg.abs() < 1.0, "{state:?}");
    assert!((state.position_m.truncate() - glam::DVec2::new(10.0, 8.0)).length() < 0.05, "{state:?}");
}

#[test]
fn a_fixed_body_is_loaded_by_the_stream_and_the_water_goes_round_it() {
    let text = basin(
        r#"
        hull = { kind = "box", length_m = 2.0, beam_m = 2.0, depth_m = 4.0 }
        mass_kg = 1000.0
        position_m = [8.0, 8.0, 2.0]
        fixed = true
        "#,
    );
    let stream = r#"
        [sides]
        west = { kind = "inflow", velocity_m_s = 0.5 }
        east = { kind = "outflow" }
        south = { kind = "wall", slip = "free-slip" }
        north = { kind = "wall", slip = "free-slip" }
        [[water.column]]
        x_m = [0.0, 20.0]
        level_m = 2.0
        velocity_m_s = [0.5, 0.0]
    "#;
    let mut world = world(&(text + stream));
    let start = world.bodies().next().unwrap();
    run(&mut world, 20.0);
    let end = world.bodies().next().unwrap();
    assert_eq!(end.position_m, start.position_m);
    assert!(end.force_n.x > 100.0 && end.force_n.y.abs() < 0.05 * end.force_n.x, "{:?}", end.force_n);
    assert!(world.mass().residual_relative().abs() < 1e-6);
    assert!(world.momentum().residual_relative() < 1e-5, "{:?}", world.momentum());
}

/// What is fixed or driven has under water what is below the level at its center of mass, and a draft that goes with it.
#[test]
fn the_submerged_volume_of_a_solid_is_what_is_below_the_level() {
    let pier = "[body.pier]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 1.5, depth_m = 4.0 }\nposition_m = [10.0, 6.0, 2.5]";
    for kind in ["mass_kg = 1000.0\nfixed = true", "motion = { velocity_m_s = [0.2, 0.0] }"] {
        let mut world = world(&pool(&format!("{pier}\n{kind}\n")));
        for _ in 0..2 {
            let state = world.body(0);
            let expected_m3 = 2.0 * 1.5 * state.draft_m;
            assert!((1.4..1.6).contains(&state.draft_m), "{kind}: {state:?}");
            assert!((state.submerged_volume_m3 - expected_m3).abs() < 1e-5, "{kind}: {state:?}");
            run(&mut world, 0.2);
        }
    }
}

/// What is held does not come to rest elsewhere: a narrow box of which none is stable upright.
#[test]
fn bodies_that_do_not_turn_are_not_said_to_turn_over() {
    for (more, turns) in [
        ("", true),
        ("fixed = true", false),
        ("motion = { velocity_m_s = [0.1, 0.0] }", false),
        ("tow = { speed_m_s = 0.0, free = [] }", false),
        // Free to trim, and what it would do is heel.
        ("tow = { speed_m_s = 0.0 }", false),
        ("tow = { speed_m_s = 0.0, free = [\"heave\", \"roll\"] }", true),
    ] {
        let hull = "hull = { kind = \"box\", length_m = 4.0, beam_m = 0.5, depth_m = 1.8 }";
        let world = world(&basin(&format!("{hull}\nmass_kg = 2000.0\nposition_m = [10.0, 8.0]\n{more}")));
        let said = world.warnings().iter().any(|text| text.contains("not stable upright"));
        assert_eq!(said, turns, "{more}: {:?}", world.warnings());
    }
}
