//! A box between two elastic mooring lines, on water that stays flat: it surges with `T = 2π √(m / k)`,
//! `k = 2 (K cos²θ + (F/L) sin²θ)` for lines of stiffness `K`, length `L` and pull `F` at an angle `θ` below the horizontal.

use std::f64::consts::TAU;

use super::one_body;
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

const MASS_KG: f64 = 16_000.0;
const STIFFNESS_N_M: f64 = 8000.0;
const PULL_N: f64 = 2000.0;
const DEPTH_M: f64 = 6.0;
/// From the middle of the box, where the lines are made fast so that they do not pitch it, to an anchor along x, m.
const REACH_M: f64 = 8.0;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let line = |side: f64| {
        format!(
            "{{ at_m = [0, 0, 1], anchor_m = [{}, 0], stiffness_n_m = {STIFFNESS_N_M}, pretension_n = {PULL_N} }}",
            side * REACH_M
        )
    };
    // Half under water with the pull of the lines: they take it down by as much as their vertical pull is of ρ g A.
    let mut world = one_body::world(&format!(
        r#"
        title = "moored box"
        duration_s = 100
        grid = {{ cells = [64, 24], cell_size_m = 0.5 }}
        water = {{ level_m = {DEPTH_M} }}
        solver = {{ time_step_s = 0.02 }}
        coupling = {{ mode = "none" }}
        [body.box]
        hull = {{ kind = "box", length_m = 8.0, beam_m = 2.0, depth_m = 2.0 }}
        mass_kg = {MASS_KG}
        position_m = [16.0, 6.0, {DEPTH_M}]
        velocity_m_s = [0.02, 0.0, 0.0]
        drag = 0.0
        mooring = [{}, {}]
        "#,
        line(1.0),
        line(-1.0)
    ));
    let line_m = REACH_M.hypot(DEPTH_M);
    let [cos, sin] = [REACH_M / line_m, DEPTH_M / line_m];
    let along_n_m = 2.0 * (STIFFNESS_N_M * cos * cos + PULL_N / line_m * sin * sin);
    let exact_s = TAU * (MASS_KG / along_n_m).sqrt();
    let (mut before_m, mut passages, mut pulls) = (0.0, Vec::new(), Vec::new());
    let sane = one_body::run(&mut world, 60.0, |world| {
        let off_m = one_body::body(world).position_m.x - 16.0;
        if before_m < 0.0 && off_m >= 0.0 {
            passages.push(world.time_s() - world.time_step_s() * off_m / (off_m - before_m));
        }
        before_m = off_m;
        pulls.push(world.joints().map(|line| line.tension_n).sum::<f64>() / 2.0);
    });
    let turns = passages.len().saturating_sub(1);
    let period_s = if sane && turns > 5 { (passages[turns] - passages[0]) / turns as f64 } else { f64::NAN };
    let mean_n = pulls.iter().sum::<f64>() / pulls.len() as f64;
    // Two lines pull down with F sin θ each; what the box is lower by slackens them.
    let lift_n_m = 1000.0 * GRAVITY * 16.0;
    let line_n_m = STIFFNESS_N_M * sin * sin + PULL_N / line_m * cos * cos;
    let lower_m = 2.0 * PULL_N * sin / (lift_n_m + 2.0 * line_n_m);
    let exact_n = PULL_N - STIFFNESS_N_M * lower_m * sin;
    let case = "moored box";
    vec![
        Row {
            case,
            quantity: "natural period of surge [s]".into(),
            value: period_s,
            reference: exact_s,
            tolerance: 0.02 * exact_s,
        },
        Row {
            case,
            quantity: "mean pull of a line [N]".into(),
            value: mean_n,
            reference: exact_n,
            tolerance: 0.02 * exact_n,
        },
    ]
}
