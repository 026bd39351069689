//! Bodies far lighter than the water that they could displace, which an explicit step would throw into the sky.

use viewer::sim::World;

use crate::setup::world;

/// A box of 1.6 m³ in a pool.
fn foam(mass_kg: f64, [columns, place, waves]: [&str; 3]) -> World {
    world(&format!(
        r#"
        title = "pool"
        duration_s = 10
        grid = {{ cells = [60, 60], cell_size_m = 0.25 }}
        water = {{ depth_m = 2.0, column = [{columns}] }}
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

const MASSES_KG: [f64; 3] = [20.0, 2.0, 0.01];

#[test]
fn foam_rests_on_still_water() {
    for mass_kg in MASSES_KG.into_iter().chain([1e-6]) {
        let mut world = foam(mass_kg, ["", "", ""]);
        floats(&mut world, 5.0, 2.001);
        let state = world.bodies().next().unwrap();
        assert!((state.draft_m - mass_kg / 2000.0).abs() < 1e-4, "{mass_kg} kg: {state:?}");
    }
}

/// Dropped from a meter and let go under water, in waves by formula, and met by a bore. What is lighter than these, hundreds of times
/// lighter than air, may be blown sideways: along the water forces stay those of a step's start.
#[test]
fn foam_follows_water_that_moves() {
    // It tumbles, so how high it is thrown follows no law; less than its length above waves and bore is not away.
    for mass_kg in MASSES_KG {
        floats(&mut foam(mass_kg, ["", ", 3.4", ""]), 6.0, 4.0);
        floats(&mut foam(mass_kg, ["", ", 2.1", ""]), 6.0, 4.0);
        floats(&mut foam(mass_kg, ["", ", 0.6", ""]), 6.0, 4.0);
        let waves = "wave = [{ kind = \"airy\", amplitude_m = 0.2, length_m = 6, towards_deg = 30 }]";
        floats(&mut foam(mass_kg, ["", "", waves]), 6.0, 4.0);
        floats(&mut foam(mass_kg, ["{ x_m = [0, 3], depth_m = 2.6 }", "", ""]), 6.0, 4.5);
    }
}
