//! Weights on a boat (Lazo et al. §3.1): it sinks, trims and heels to them. Loads by kind are those that move it.

use glam::DVec3;
use viewer_sim::LoadKind;

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

/// The loads of a state, but for the weight, are the force of the step that follows; weight and buoyancy are what they say.
#[test]
fn loads_by_kind_are_those_of_the_step() {
    let mut world = shipped("speedboat", &[]);
    for _ in 0..40 {
        let _ = world.step();
    }
    for _ in 0..5 {
        let loads = world.loads();
        let of = |kind| loads.iter().find(|load| load.kind == kind).map_or(DVec3::ZERO, |load| load.force_n);
        let boat = world.body(0);
        let others: DVec3 =
            loads.iter().filter(|load| load.kind != LoadKind::Weight).map(|load| load.force_n).sum();
        let buoyancy_n = 1000.0 * 9.81 * boat.submerged_volume_m3;
        assert!((of(LoadKind::Buoyancy).z / buoyancy_n - 1.0).abs() < 0.02, "{loads:?} {buoyancy_n}");
        assert!(of(LoadKind::Drag).dot(boat.linvel_m_s) < 0.0 && of(LoadKind::Lift).length() > 0.0);
        assert!(of(LoadKind::Push).truncate().length() > 10.0, "{loads:?}");
        // The propeller of the next step has turned a little.
        let thrust_n = of(LoadKind::Thrust);
        let _ = world.step();
        let next_n = world.loads().iter().find(|load| load.kind == LoadKind::Thrust).unwrap().force_n;
        let force_n = world.body(0).force_n;
        let apart_n = (others - thrust_n + next_n - force_n).length();
        assert!(apart_n < 1e-6 * force_n.length(), "{others} {force_n}: {loads:?}");
    }
}

/// Looking at forces changes no bit of a run.
#[test]
fn looking_at_forces_changes_nothing() {
    let [mut seen, mut unseen] = [0, 1].map(|_| shipped("floating", &[]));
    for _ in 0..30 {
        assert!(!seen.forces_on_triangles().is_empty() && !seen.loads().is_empty());
        let _ = (seen.step(), unseen.step());
    }
    let bytes = |world: &viewer_sim::World| {
        let mut bytes = Vec::new();
        world.save(&mut bytes).unwrap();
        bytes
    };
    assert!(bytes(&seen) == bytes(&unseen));
}
