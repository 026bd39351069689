//! Hulls on water of little viscosity.

use crate::setup::world;

/// A hull in a low swell: whether a warning says that the flow may break, and whether it does.
#[test]
fn hulls_on_water_of_little_viscosity_with_two_relaxation_times() {
    let swell = |solver: &str, of_hull: &str| {
        let world = world(&format!(
            r#"
            title = "swell"
            duration_s = 40.0
            grid = {{ cells = [120, 24], cell_size_m = 0.25 }}
            water.level_m = 2.0
            solver = {{ {solver} }}
            [sides]
            west = {{ kind = "characteristic", level_m = 2.0, wave = {{ kind = "sine", height_m = 0.02, period_s = 6.0 }} }}
            east = {{ kind = "characteristic", level_m = 2.0 }}
            south = {{ kind = "periodic" }}
            north = {{ kind = "periodic" }}
            [body.hull]
            hull = {{ kind = "parabolic", length_m = 2.0, beam_m = 1.0, depth_m = 0.8, fullness = 0.5 }}
            mass_kg = 500.0
            center_of_mass_m = [0.0, 0.0, 0.3]
            position_m = [12.0, 3.0]
            drag = 0.0
            {of_hull}
            "#
        ));
        let said =
            world.warnings().iter().any(|text| text.contains("body.hull, which floats, the flow may break"));
        (world, said)
    };
    let said_and_seen = |solver: &str| {
        let (mut world, said) = swell(solver, "");
        let mut ends = false;
        while world.time_s() < 20.0 && !ends {
            let report = world.step();
            ends = report.trouble.is_some() || report.stopped.is_some() || !report.quarantined.is_empty();
        }
        [said, ends]
    };
    assert_eq!(said_and_seen("collision = \"trt\", tau = 0.51"), [true; 2]);
    for solver in [
        "collision = \"trt\", tau = 0.55",
        "collision = \"bgk\", tau = 0.51",
        "collision = \"central-moments\", tau = 0.51",
    ] {
        assert_eq!(said_and_seen(solver), [false; 2], "{solver}");
    }
    // Also of one that is still to come.
    assert!(swell("collision = \"trt\", tau = 0.51", "enters_at_s = 5.0").1);
}
