//! Bodies far lighter than the water that they could displace, which an explicit step would throw into the sky.

use viewer_sim::World;

use crate::setup::{shipped, world};

/// A box of 1.6 m³ in a pool.
fn foam(hull: &str, mass_kg: f64, [columns, place, waves]: [&str; 3]) -> World {
    in_cells(0.25, hull, mass_kg, [columns, place, waves])
}

fn in_cells(size_m: f64, hull: &str, mass_kg: f64, [columns, place, waves]: [&str; 3]) -> World {
    let n = (15.0 / size_m).round();
    world(&format!(
        r#"
        title = "pool"
        duration_s = 10
        grid = {{ cells = [{n}, {n}], cell_size_m = {size_m} }}
        water = {{ level_m = 2.0, column = [{columns}] }}
        coupling = {{ hull = "{hull}" }}
        {waves}
        [body.foam]
        hull = {{ kind = "box", length_m = 2.0, beam_m = 1.0, depth_m = 0.8 }}
        mass_kg = {mass_kg}
        position_m = [7.5, 7.5{place}]
        "#
    ))
}

#[track_caller]
fn floats(world: &mut World, until_s: f64, highest_m: f64) {
    while world.time_s() < until_s {
        let report = world.step();
        assert_eq!(report, Default::default(), "step {}", world.steps());
        let foam = world.bodies().next().unwrap();
        let bottom_m = foam.position_m.z - 0.4;
        assert!((0.1..highest_m).contains(&bottom_m), "{} s: {foam:?}", world.time_s());
        // Twice as fast as the bore, whose front throws it.
        assert!(foam.linvel_m_s.length() < 10.0, "{} s: {foam:?}", world.time_s());
    }
    // The rounding of hundreds of tons of water beside the little that foam exchanges with it.
    assert!(world.momentum().residual_relative() < 1e-4, "{:?}", world.momentum());
    assert!(world.mass().residual_relative().abs() < 1e-8, "{:?}", world.mass());
}

const HULLS: [&str; 2] = ["soft", "lid"];

const MASSES_KG: [f64; 3] = [20.0, 2.0, 0.05];

#[test]
fn foam_rests_on_still_water() {
    for (hull, mass_kg) in
        HULLS.into_iter().flat_map(|hull| MASSES_KG.into_iter().chain([1e-6]).map(move |kg| (hull, kg)))
    {
        let mut world = foam(hull, mass_kg, ["", "", ""]);
        floats(&mut world, 5.0, 2.001);
        let state = world.bodies().next().unwrap();
        assert!((state.draft_m - mass_kg / 2000.0).abs() < 1e-4, "{hull}, {mass_kg} kg: {state:?}");
    }
}

/// Dropped from a meter and let go under water, in waves by formula, and met by a bore. What is lighter than these, which are up to forty times
/// lighter than air, may be blown sideways: along the water forces stay those of a step's start.
#[test]
fn foam_follows_water_that_moves() {
    // It tumbles, so how high it is thrown follows no law; less than its length above waves and bore is not away.
    for (hull, mass_kg) in HULLS.into_iter().flat_map(|hull| MASSES_KG.map(|mass_kg| (hull, mass_kg))) {
        let foam = |case| foam(hull, mass_kg, case);
        floats(&mut foam(["", ", 3.4", ""]), 6.0, 4.0);
        floats(&mut foam(["", ", 2.1", ""]), 6.0, 4.0);
        floats(&mut foam(["", ", 0.6", ""]), 6.0, 4.0);
        let waves = "wave = [{ kind = \"airy\", amplitude_m = 0.2, length_m = 6, towards_deg = 30 }]";
        floats(&mut foam(["", "", waves]), 6.0, 4.0);
        floats(&mut foam(["{ x_m = [0, 3], level_m = 2.6 }", "", ""]), 6.0, 4.5);
    }
}

/// In steps that are short enough for its stiffness: where it is deep in the water the water around it has to move with it.
#[test]
fn foam_let_go_under_water_leaps_by_no_more_than_its_length() {
    for (hull, mass_kg) in
        HULLS.into_iter().flat_map(|hull| [32.0, 64.0, 128.0].map(|mass_kg| (hull, mass_kg)))
    {
        floats(&mut in_cells(0.125, hull, mass_kg, ["", ", 1.4", ""]), 3.0, 4.0);
    }
}

/// Which bodies are too light for a lid is said; the others are lids.
#[test]
fn a_body_too_light_for_a_lid_is_said_and_gives_way() {
    let said = |hull: &str, mass_kg: f64| {
        let world = foam(hull, mass_kg, ["", "", ""]);
        let words = ["body.foam.mass_kg", "too light for a rigid lid", "coupling.hull = \"soft\""];
        world.warnings().iter().filter(|text| words.iter().all(|word| text.contains(word))).count()
    };
    for (mass_kg, times) in [(2.0, 1), (50.0, 1), (150.0, 1), (200.0, 0), (800.0, 0)] {
        assert_eq!([said("lid", mass_kg), said("soft", mass_kg)], [times, 0], "{mass_kg} kg");
    }
    // The launch of the harbor is a lid.
    let tide = shipped("tide", &[]);
    assert!(!tide.warnings().iter().any(|text| text.contains("too light")), "{:?}", tide.warnings());
}

/// Spheres whose added mass comes from an estimate, on top of that of the water under a lid.
#[test]
fn light_spheres_with_an_estimate_stay_in_the_water() {
    for (hull, mass_kg) in HULLS.into_iter().flat_map(|hull| [0.5, 2.0, 5.0].map(|mass_kg| (hull, mass_kg))) {
        for z_m in [2.3, 2.1, 1.2] {
            let mut world = world(&format!(
                "title = \"pool\"\nduration_s = 4\ngrid = {{ cells = [40, 40], cell_size_m = 0.25 }}\n\
                 water = {{ level_m = 2.0 }}\ncoupling = {{ hull = \"{hull}\" }}\n[body.ball]\n\
                 hull = {{ kind = \"sphere\", radius_m = 0.4 }}\nmass_kg = {mass_kg}\nposition_m = [5.0, 5.0, {z_m}]\n\
                 radiation = {{ estimate = \"ellipsoid\" }}\n"
            ));
            while world.time_s() < 4.0 {
                let report = world.step();
                assert_eq!(report, Default::default(), "{mass_kg} kg from {z_m} m");
                let z_now_m = world.bodies().next().unwrap().position_m.z;
                assert!(z_now_m < 4.0, "{mass_kg} kg from {z_m} m: {z_now_m} m at {} s", world.time_s());
            }
        }
    }
}
