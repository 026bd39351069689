//! Free oscillations of a box on water that stays flat, against the periods of its formulas.

use crate::setup::{run, world};

/// A box of 8 × 4 × 2 m and half the density of the water, without drag, released `above` its draft with its center
/// of mass `aside` of its middle.
fn box_released(above_m: f64, aside_m: f64) -> String {
    format!(
        r#"
        title = "box"
        duration_s = 1.0
        [grid]
        cells = [40, 40]
        cell_size_m = 0.5
        [water]
        depth_m = 3.0
        [coupling]
        mode = "none"
        [body.box]
        hull = {{ kind = "box", length_m = 8.0, beam_m = 4.0, depth_m = 2.0 }}
        mass_kg = 32000.0
        center_of_mass_m = [0.0, {aside_m}, 1.0]
        position_m = [10.0, 10.0, {}]
        drag = 0.0
        "#,
        3.0 + above_m
    )
}

/// Mean time between the upward passages of `signal` through the middle of its range, s.
fn period(text: &str, signal: impl Fn(&viewer::sim::BodyState) -> f64) -> f64 {
    let mut world = world(text);
    let mut record = Vec::new();
    while world.time_s() < 30.0 {
        record.push((world.time_s(), signal(&world.bodies().next().unwrap())));
        let until = world.time_s() + world.time_step_s() / 2.0;
        run(&mut world, until);
    }
    let low = record.iter().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
    let high = record.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let middle = 0.5 * (low + high);
    let passages: Vec<f64> = record
        .windows(2)
        .filter(|pair| pair[0].1 < middle && pair[1].1 >= middle)
        .map(|pair| {
            let part = (middle - pair[0].1) / (pair[1].1 - pair[0].1);
            pair[0].0 + part * (pair[1].0 - pair[0].0)
        })
        .collect();
    assert!(passages.len() > 5, "{passages:?} in {low}..{high}");
    (passages[passages.len() - 1] - passages[0]) / (passages.len() - 1) as f64
}

/// `T = 2π √(m / ρ g A)`.
#[test]
fn a_box_heaves_in_its_period() {
    let period = period(&box_released(0.05, 0.0), |state| state.position_m.z);
    let exact = 2.0 * std::f64::consts::PI * (32.0f64 / (9.81 * 32.0)).sqrt();
    assert!((period - exact).abs() < 0.01 * exact, "{period} s, not {exact} s");
}

/// `T = 2π k / √(g GM)` with the radius of gyration `k² = (B² + D²) / 12`.
#[test]
fn a_box_rolls_in_its_period() {
    let period = period(&box_released(0.0, 0.02), |state| state.heel_deg);
    let (gyration, gm) = (((16.0f64 + 4.0) / 12.0).sqrt(), 0.5 + 16.0 / 12.0 - 1.0);
    let exact = 2.0 * std::f64::consts::PI * gyration / (9.81f64 * gm).sqrt();
    assert!((period - exact).abs() < 0.01 * exact, "{period} s, not {exact} s");
}
