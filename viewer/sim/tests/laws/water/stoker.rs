//! The dam break of Huang Rui §2.1 without breach, against Stoker's exact solution.

use crate::setup::{run, shipped};

const GRAVITY: f64 = 9.81;
const HIGH_M: f64 = 8.0;
const LOW_M: f64 = 4.0;
const DAM_M: f64 = 25.0;

/// Depth and velocity at `x_m` and `t_s` (Stoker 1957): rarefaction, middle state, bore.
///
/// The middle state is where the rarefaction's `u + 2 √(g h)` meets the bore's jump conditions; found by bisection.
fn stoker(x_m: f64, t_s: f64) -> (f64, f64) {
    let celerity = |h: f64| (GRAVITY * h).sqrt();
    let behind_rarefaction = |h: f64| 2.0 * (celerity(HIGH_M) - celerity(h));
    let behind_bore = |h: f64| (h - LOW_M) * (GRAVITY * (h + LOW_M) / (2.0 * h * LOW_M)).sqrt();
    let (mut low, mut high) = (LOW_M, HIGH_M);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if behind_rarefaction(middle) > behind_bore(middle) { low = middle } else { high = middle }
    }
    let (h_m, u_m) = (low, behind_bore(low));
    let bore = h_m * u_m / (h_m - LOW_M);
    let speed = (x_m - DAM_M) / t_s;
    if speed < -celerity(HIGH_M) {
        (HIGH_M, 0.0)
    } else if speed < u_m - celerity(h_m) {
        let h = (2.0 * celerity(HIGH_M) - speed).powi(2) / (9.0 * GRAVITY);
        (h, 2.0 / 3.0 * (speed + celerity(HIGH_M)))
    } else if speed < bore {
        (h_m, u_m)
    } else {
        (LOW_M, 0.0)
    }
}

#[test]
fn the_exact_solution_is_the_known_one() {
    let (h, u) = stoker(DAM_M, 1.5);
    assert!((h - 5.815).abs() < 1e-3 && (u - 2.612).abs() < 1e-3, "middle state {h} m, {u} m/s");
    assert_eq!(stoker(DAM_M + 8.367 * 1.5, 1.5).0, LOW_M);
    assert!(stoker(DAM_M + 8.365 * 1.5, 1.5).0 > 5.8);
}

/// Mean error of the depth over all cells, as part of the initial jump.
fn depth_error(cells: usize) -> f64 {
    let size = 50.0 / cells as f64;
    let mut world = shipped(
        "dam-break-full",
        &[&format!("grid.cells=[{cells}, 12]"), &format!("grid.cell_size_m={size}"), "gauge="],
    );
    while world.time_s() < 1.5 - 0.5 * world.time_step_s() {
        let _ = world.step();
    }
    let time_s = world.time_s();
    let row = &world.fields().eta_m[6 * cells..7 * cells];
    let error = |(i, eta): (usize, &f32)| {
        let (exact, _) = stoker((i as f64 + 0.5) * size, time_s);
        (world.still_level_m() + f64::from(*eta) - exact).abs()
    };
    row.iter().enumerate().map(error).sum::<f64>() / cells as f64 / (HIGH_M - LOW_M)
}

#[test]
fn depths_converge_to_the_exact_solution() {
    let errors = [100, 200, 400].map(depth_error);
    assert!(errors[1] <= 0.005, "{errors:?}");
    let order = (errors[0] / errors[2]).log2() / 2.0;
    assert!(order >= 0.8, "order {order} from {errors:?}");
}

#[test]
fn gauges_show_the_exact_depths() {
    let mut world = shipped("dam-break-full", &[]);
    run(&mut world, 1.5);
    let places = [10.0, 15.0, 25.0, 30.0, 35.0, 45.0, 30.0];
    let readings: Vec<_> = world.gauges().collect();
    assert_eq!(readings.len(), places.len());
    let mean: f64 = readings
        .iter()
        .zip(places)
        .map(|(gauge, x)| (gauge.h_m - stoker(x, world.time_s()).0).abs())
        .sum::<f64>()
        / places.len() as f64;
    assert!(mean <= 0.005 * (HIGH_M - LOW_M), "mean error of the gauges {mean} m: {readings:?}");
}
