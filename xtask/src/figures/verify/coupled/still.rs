//! Hulls at rest in still water stay where they are.

use super::one_body;
use crate::verify::reference::Under;
use crate::verify::row::Row;

const STEPS: usize = 100_000;

const BASIN: &str = r#"
    title = "rest"
    duration_s = 1e4
    grid = { cells = [40, 24], cell_size_m = 0.25 }
    water = { level_m = 1.0 }
    [body.hull]
    "#;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let cases = [
        (
            "wall-sided at rest",
            r#"
            hull = { kind = "prism", outline_m = [[2.0, 0.0], [1.0, 0.5], [-2.0, 0.4], [-2.0, -0.4], [1.0, -0.5]], height_m = 0.6 }
            mass_kg = 1000.0
            center_of_mass_m = [-0.2, 0.0, 0.2]
            position_m = [5.03, 3.01]
            heading_deg = 25.0
            "#,
        ),
        (
            "slender at rest",
            r#"
            hull = { kind = "parabolic", length_m = 4.0, beam_m = 0.8, depth_m = 0.4 }
            mass_kg = 250.0
            position_m = [5.03, 3.01]
            heading_deg = 25.0
            "#,
        ),
    ];
    let unders = [Under::SoftHead, Under::RigidLid];
    let cases = cases.into_iter().flat_map(|case| unders.map(|under| (case, under)));
    cases.flat_map(|((case, body), under)| rest(case, under, &format!("{BASIN}{body}"))).collect()
}

fn rest(case: &'static str, under: Under, text: &str) -> Vec<Row> {
    const LENGTH_M: f64 = 4.0;
    let under = under.key();
    let mut world = one_body::world(&format!("coupling.hull = \"{under}\"\n{text}"));
    let start = one_body::body(&world);
    let sane = (0..STEPS).all(|_| world.step() == Default::default());
    let end = one_body::body(&world);
    let moved_m = if sane { (end.position_m - start.position_m).length() } else { f64::NAN };
    let turned = end.rotation.angle_between(start.rotation);
    let row = |quantity: &str, value: f64, tolerance: f64| Row {
        case,
        quantity: format!("{quantity}, {under}"),
        value,
        reference: 0.0,
        tolerance,
    };
    vec![
        // Nothing draws a hull back along x and y, or turns it back about z: rounding of the water under a lid moves it by up to 2e-6 of its length, and turns it by 1e-6 to 3e-6 rad.
        row("drift over length, 10⁵ steps", moved_m / LENGTH_M, 1e-5),
        row("turned [rad], 10⁵ steps", turned, 1e-5),
        row("volume left over, of all", world.mass().residual_relative(), 1e-9),
    ]
}
