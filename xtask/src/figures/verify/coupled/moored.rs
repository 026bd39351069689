//! A box between two elastic mooring lines. On water that stays flat it surges with `T = 2π √(m / k)`,
//! `k = 2 (K cos²θ + (F/L) sin²θ)` for lines of stiffness `K`, length `L` and pull `F` at an angle `θ` below the horizontal. In water that it
//! moves it has the mass of that water too, `m + a = k T²/4π²`.
//!
//! The bow pushes `U B T` aside over its breadth and draft, and the stern takes it up: a source and a sink on lines of the length `B`, a length
//! `L` apart, of waves of the depth `h` with the number `κ = ω/√(g h)`, of which a source of the strength `q` has the potential
//! `(q/4h) (Y₀(κ r) + i J₀(κ r))`. Their own mean distance is `B e^{−3/2}`, of `ln r` over a line, so that
//!
//! `a = ρ (B T)² / h · ½ (Y₀(κ L) − Y₀(κ B e^{−3/2}))`,
//!
//! with `Y₀` of a small argument at the second. The depth under the box is less by `T`: had all of the water no more than that, `a` would be
//! `h / (h − T)` times as large, 1.2 here, so that the water outside leaves some part of a fifth.

use std::f64::consts::TAU;

use super::one_body;
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

const MASS_KG: f64 = 16_000.0;
const STIFFNESS_N_M: f64 = 8000.0;
const PULL_N: f64 = 2000.0;
const DEPTH_M: f64 = 6.0;
const LENGTH_M: f64 = 8.0;
const BEAM_M: f64 = 2.0;
const DRAFT_M: f64 = MASS_KG / (1000.0 * LENGTH_M * BEAM_M);
/// From the middle of the box, where the lines are made fast so that they do not pitch it, to an anchor along x, m.
const REACH_M: f64 = 8.0;

/// The mass of the water that surges with the box, kg.
fn added_kg(rad_s: f64) -> f64 {
    let number_1_m = rad_s / (GRAVITY * DEPTH_M).sqrt();
    let own = TAU.recip() * 4.0 * ((0.5 * number_1_m * BEAM_M).ln() + EULER - 1.5);
    1000.0 * (BEAM_M * DRAFT_M).powi(2) / DEPTH_M * 0.5 * (bessel_y0(number_1_m * LENGTH_M) - own)
}

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// The Bessel function `Y₀` of arguments up to 3, by its series.
fn bessel_y0(x: f64) -> f64 {
    let (mut j0, mut rest, mut term, mut harmonic) = (1.0, 0.0, 1.0, 0.0);
    for k in 1..30 {
        let k = f64::from(k);
        term *= -0.25 * x * x / (k * k);
        harmonic += k.recip();
        j0 += term;
        rest -= harmonic * term;
    }
    4.0 / TAU * (((0.5 * x).ln() + EULER) * j0 + rest)
}

/// A run of a minute: the period of surge, s, and the mean pull of a line, N.
fn surge(mode: &str, [across, along]: [usize; 2], sides: &str) -> [f64; 2] {
    let middle_m = [across, along].map(|cells| 0.25 * cells as f64);
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
        grid = {{ cells = [{across}, {along}], cell_size_m = 0.5 }}
        water = {{ level_m = {DEPTH_M} }}
        solver = {{ time_step_s = 0.02 }}
        coupling = {{ mode = "{mode}" }}
        {sides}
        [body.box]
        hull = {{ kind = "box", length_m = {LENGTH_M}, beam_m = {BEAM_M}, depth_m = 2.0 }}
        mass_kg = {MASS_KG}
        position_m = [{}, {}, {DEPTH_M}]
        velocity_m_s = [0.02, 0.0, 0.0]
        drag = 0.0
        mooring = [{}, {}]
        "#,
        middle_m[0],
        middle_m[1],
        line(1.0),
        line(-1.0)
    ));
    let (mut before_m, mut passages, mut pulls) = (0.0, Vec::new(), Vec::new());
    let sane = one_body::run(&mut world, 60.0, |world| {
        let off_m = one_body::body(world).position_m.x - middle_m[0];
        if before_m < 0.0 && off_m >= 0.0 {
            passages.push(world.time_s() - world.time_step_s() * off_m / (off_m - before_m));
        }
        before_m = off_m;
        pulls.push(world.joints().map(|line| line.tension_n).sum::<f64>() / 2.0);
    });
    let turns = passages.len().saturating_sub(1);
    let period_s = if sane && turns > 5 { (passages[turns] - passages[0]) / turns as f64 } else { f64::NAN };
    [period_s, pulls.iter().sum::<f64>() / pulls.len() as f64]
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let [period_s, mean_n] = surge("none", [64, 24], "");
    let open = format!("kind = \"characteristic\", level_m = {DEPTH_M}");
    let sides = ["west", "east", "south", "north"].map(|side| format!("{side} = {{ {open} }}")).join("\n");
    let [coupled_s, _] = surge("conservative", [192, 192], &format!("[sides]\n{sides}"));
    let line_m = REACH_M.hypot(DEPTH_M);
    let [cos, sin] = [REACH_M / line_m, DEPTH_M / line_m];
    let along_n_m = 2.0 * (STIFFNESS_N_M * cos * cos + PULL_N / line_m * sin * sin);
    let exact_s = TAU * (MASS_KG / along_n_m).sqrt();
    let exact_kg = added_kg(TAU / coupled_s);
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
        Row {
            case,
            quantity: "natural period in water that it moves [s]".into(),
            value: coupled_s,
            reference: TAU * ((MASS_KG + exact_kg) / along_n_m).sqrt(),
            // A quarter of what the water's mass makes of it, 2 %.
            tolerance: 0.005 * exact_s,
        },
        Row {
            case,
            quantity: "mass of the water that surges with it [kg]".into(),
            value: MASS_KG * ((coupled_s / period_s).powi(2) - 1.0),
            reference: exact_kg,
            // The depth under the box, which the theory leaves out, may add up to a fifth.
            tolerance: 0.2 * exact_kg,
        },
    ]
}
