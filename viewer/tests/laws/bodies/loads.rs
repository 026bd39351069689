//! Weights on a boat (Lazo et al. §3.1): it sinks, trims and heels to them.

use crate::setup::{run, shipped};

/// Draft change = load / (ρ × waterplane area), the area taken half-way.
#[test]
fn a_boat_sinks_trims_and_heels_to_its_load() {
    let mut world = shipped("weight-distribution", &["grid.cells=[64, 32]", "grid.cell_size_m=0.25"]);
    // At the start they lie at the level where the empty one floats.
    let displaced = world.bodies().find(|body| body.name == "empty").unwrap().submerged_volume_m3;
    assert!((displaced - 0.12).abs() < 0.002 * 0.12, "{displaced} m³ for 120 kg");
    run(&mut world, 15.0);
    let body = |name: &str| world.bodies().find(|body| body.name == name).unwrap();
    let [empty, middle, bow, side] = ["empty", "middle", "bow", "side"].map(body);
    for (state, mass_kg) in [(&empty, 120.0), (&middle, 210.0), (&bow, 210.0), (&side, 210.0)] {
        let displaced = 1000.0 * state.submerged_volume_m3;
        assert!((displaced - mass_kg).abs() < 0.01 * mass_kg, "{state:?}");
    }
    // Half-breadth B/2 (1 − (2x/L)²) (z/D)^p at the mean draft.
    let mean_draft = 0.5 * (empty.draft_m + middle.draft_m);
    let area = 2.0 / 3.0 * 3.23 * 1.23 * (mean_draft / 0.43f64).powf(0.2);
    let change = middle.draft_m - empty.draft_m;
    assert!((change - 90.0 / (1000.0 * area)).abs() < 0.02 * change, "{change} m on {area} m²");
    assert!(middle.heel_deg.abs() < 1.0 && middle.trim_deg.abs() < 0.5, "{middle:?}");
    assert!(bow.trim_deg < -2.0 && bow.heel_deg.abs() < 1.0, "{bow:?}");
    assert!(side.heel_deg > 10.0 && side.trim_deg.abs() < 0.5, "{side:?}");
}
