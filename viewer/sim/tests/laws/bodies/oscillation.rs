//! Free oscillations of a box on water that stays flat, against the periods of its formulas.

use super::half_dense_box;
use crate::setup::{run, world};

/// The box released `above_m` its draft with its center of mass `aside_m` of its middle.
fn box_released(above_m: f64, aside_m: f64) -> String {
    half_dense_box(3.0 + above_m, &format!("center_of_mass_m = [0.0, {aside_m}, 1.0]"))
}

/// Mean time between the upward passages of `signal` through the middle of its range, s.
fn period(text: &str, signal: impl Fn(&viewer_sim::BodyReading) -> f64) -> f64 {
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
