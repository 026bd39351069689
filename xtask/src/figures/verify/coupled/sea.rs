//! Scenarios with a bed, wind, rotation and tides against closed forms.

use std::f64::consts::{PI, TAU};

use glam::DVec2;
use viewer::sim::World;
use viewer::sim::scenario::Scenario;

use super::one_body;
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

fn row(case: &'static str, quantity: &str, [value, reference, tolerance]: [f64; 3]) -> Row {
    Row { case, quantity: quantity.to_owned(), value, reference, tolerance }
}

/// A lake over a hill and a slope, with friction and rotation that find nothing to act on.
pub(in crate::verify) fn lake() -> Vec<Row> {
    let mut world = one_body::world(
        r#"
        title = "lake"
        duration_s = 1e4
        grid = { cells = [60, 40], cell_size_m = 0.5 }
        water = { level_m = 2.0 }
        bed = [
            { kind = "bump", center_m = [12.0, 9.0], height_m = 1.6, radius_m = 2.0 },
            { kind = "slope", from_m = [0.0, 0.0], to_m = [30.0, 5.0], heights_m = [-1.0, 0.3] },
        ]
        friction = { manning_s_m13 = 0.03 }
        coriolis = { latitude_deg = 50.0 }
        [sides]
        west = { kind = "characteristic", level_m = 2.0 }
        east = { kind = "sponge", width_m = 4.0 }
        [body.box]
        hull = { kind = "box", length_m = 3.0, beam_m = 1.5, depth_m = 0.6 }
        mass_kg = 600.0
        position_m = [18.0, 12.0]
        "#,
    );
    let sane = (0..10_000).all(|_| world.step() == Default::default());
    let fields = world.fields();
    let values = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten();
    let most = values.fold(0.0f64, |most, of| most.max(f64::from(of.abs())));
    let most = if sane { most } else { f64::NAN };
    vec![row("lake over a bed", "level and speed, 10⁴ steps [m, m/s]", [most, 0.0, 1e-6])]
}

/// Steady flow over a ridge: Bernoulli's law.
pub(in crate::verify) fn ridge() -> Vec<Row> {
    const FLOW_M_S: f64 = 1.5;
    let mut world = one_body::world(&format!(
        r#"
        title = "ridge"
        duration_s = 300.0
        grid = {{ cells = [200, 3], cell_size_m = 0.1 }}
        water = {{ level_m = 2.0, column = [{{ x_m = [0.0, 20.0], level_m = 2.0, velocity_m_s = [{FLOW_M_S}, 0.0] }}] }}
        bed = [{{ kind = "bump", profile = "cosine", center_m = [10.0, 0.0], height_m = 0.3, radius_m = 3.0, crest_deg = 90.0 }}]
        solver = {{ collision = "central-moments", tau = 0.52 }}
        gauge = [{{ name = "crest", position_m = [10.05, 0.15] }}, {{ name = "before", position_m = [5.05, 0.15] }}]
        [sides]
        west = {{ kind = "characteristic", level_m = 2.0, velocity_m_s = {FLOW_M_S} }}
        east = {{ kind = "characteristic", level_m = 2.0, velocity_m_s = -{FLOW_M_S} }}
        south = {{ kind = "periodic" }}
        north = {{ kind = "periodic" }}
        "#
    ));
    let sane = one_body::run(&mut world, 200.0, |_| {});
    let gauges: Vec<_> = world.gauges().collect();
    let [crest, before] = [&gauges[0], &gauges[1]].map(|at| [at.h_m, at.u_m_s]);
    let head_m = before[0] + before[1] * before[1] / (2.0 * GRAVITY);
    let discharge = before[0] * before[1];
    let bed_m = f64::from(world.bed_m().unwrap_or_default()[300]);
    // The greater depth over the crest with this head and discharge.
    let mut depth_m = before[0];
    (0..100)
        .for_each(|_| depth_m = head_m - bed_m - discharge * discharge / (2.0 * GRAVITY * depth_m * depth_m));
    let of = |value: f64| if sane { value } else { f64::NAN };
    vec![
        row("flow over a ridge", "depth on the crest [m]", [of(crest[0]), depth_m, 0.002 * depth_m]),
        row(
            "flow over a ridge",
            "discharge there [m²/s]",
            [of(crest[0] * crest[1]), discharge, 0.002 * discharge],
        ),
    ]
}

/// The level across a basin along which the wind blows, `dη/dx = τ / (ρ g h)`, of the shipped scenario.
pub(in crate::verify) fn wind() -> Vec<Row> {
    let scenario = Scenario::load("wind-setup", &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut world = World::new(&scenario).unwrap_or_else(|error| panic!("{error}"));
    let sane = one_body::run(&mut world, scenario.duration_s, |_| {});
    let eta: Vec<f64> = world.gauges().map(|gauge| gauge.eta_m).collect();
    let speed_m_s = 20.0f64;
    let stress_pa = (0.8 + 0.065 * speed_m_s) * 1e-3 * 1.225 * speed_m_s * speed_m_s;
    let rise_m = 18.0 * stress_pa / (scenario.water.density_kg_m3 * GRAVITY * scenario.water.level_m);
    let value = if sane { eta[1] - eta[0] } else { f64::NAN };
    vec![
        row("wind set-up", "rise of the level over 18 m [mm]", [1e3 * value, 1e3 * rise_m, 10.0 * rise_m]),
        row("wind set-up", "momentum left over, of all", [world.momentum().residual_relative(), 0.0, 1e-5]),
    ]
}

/// Uniform water turns with the period `2π / f`, to the right.
pub(in crate::verify) fn inertial() -> Vec<Row> {
    const PARAMETER: f64 = 0.2;
    let mut world = one_body::world(&format!(
        r#"
        title = "inertial oscillation"
        duration_s = 1e3
        grid = {{ cells = [12, 12], cell_size_m = 1.0 }}
        water = {{ level_m = 2.0, column = [{{ x_m = [0.0, 12.0], level_m = 2.0, velocity_m_s = [0.3, 0.0] }}] }}
        coriolis = {{ parameter_1_s = {PARAMETER} }}
        gauge = [{{ name = "middle", position_m = [6.5, 6.5] }}]
        [sides]
        west = {{ kind = "periodic" }}
        east = {{ kind = "periodic" }}
        south = {{ kind = "periodic" }}
        north = {{ kind = "periodic" }}
        "#
    ));
    // Turns between the ends of the first and the last step, both half a step of the force behind.
    let (mut turned, mut first_s, mut last) = (0.0, f64::NAN, DVec2::NAN);
    let sane = one_body::run(&mut world, 200.0, |world| {
        let now = world.gauges().next().map_or(DVec2::NAN, |gauge| DVec2::new(gauge.u_m_s, gauge.v_m_s));
        if first_s.is_nan() {
            first_s = world.time_s();
        } else {
            turned -= last.angle_to(now);
        }
        last = now;
    });
    let period_s = TAU * (world.time_s() - first_s) / turned;
    let exact_s = TAU / PARAMETER;
    vec![
        row(
            "inertial oscillation",
            "period [s]",
            [if sane { period_s } else { f64::NAN }, exact_s, 1e-4 * exact_s],
        ),
        row("inertial oscillation", "speed after 6 periods [m/s]", [last.length(), 0.3, 1e-4]),
    ]
}

/// A tide in a channel closed at its end: half of the far level's amplitude comes in, and all of it comes back, so the level is
/// `a cos k(L − x)`.
pub(in crate::verify) fn tide() -> Vec<Row> {
    const LENGTH_M: f64 = 40.0;
    const DEPTH_M: f64 = 1.0;
    const AMPLITUDE_M: f64 = 5e-3;
    let celerity_m_s = (GRAVITY * DEPTH_M).sqrt();
    // A node at the mouth would be hidden by any error there: 0.4 of a wavelength.
    let period_s = LENGTH_M / (0.4 * celerity_m_s);
    let wavenumber = TAU / (celerity_m_s * period_s);
    let times: Vec<f64> = (0..=800).map(|k| period_s * f64::from(k) / 80.0).collect();
    // The first period grows smoothly.
    let level = |t: &f64| {
        let grown = 0.5 * (1.0 - (PI * (t / period_s).min(1.0)).cos());
        DEPTH_M + AMPLITUDE_M * grown * (TAU * t / period_s).sin()
    };
    let levels: Vec<f64> = times.iter().map(level).collect();
    let mut world = one_body::world(&format!(
        r#"
        title = "tide"
        duration_s = 1e3
        grid = {{ cells = [200, 3], cell_size_m = 0.2 }}
        water = {{ level_m = {DEPTH_M:?} }}
        solver = {{ tau = 0.51 }}
        gauge = [
            {{ name = "end", position_m = [39.9, 0.3] }},
            {{ name = "middle", position_m = [20.1, 0.3] }},
            {{ name = "mouth", position_m = [4.1, 0.3] }},
        ]
        [sides]
        west = {{ kind = "characteristic", series = {{ time_s = {times:?}, level_m = {levels:?} }} }}
        south = {{ kind = "periodic" }}
        north = {{ kind = "periodic" }}
        "#
    ));
    let mut ranges = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
    let mut sane = one_body::run(&mut world, 6.0 * period_s, |_| {});
    sane &= one_body::run(&mut world, 8.0 * period_s, |world| {
        for (range, gauge) in ranges.iter_mut().zip(world.gauges()) {
            *range = [range[0].min(gauge.eta_m), range[1].max(gauge.eta_m)];
        }
    });
    let places = [("closed end", 39.9), ("middle", 20.1), ("near the mouth", 4.1)];
    let rows = places.into_iter().zip(ranges).map(|((name, x_m), [low, high])| {
        let value = if sane { 0.5e3 * (high - low) } else { f64::NAN };
        let exact = 1e3 * AMPLITUDE_M * (wavenumber * (LENGTH_M - x_m)).cos().abs();
        row("tide in a channel", &format!("amplitude, {name} [mm]"), [value, exact, 0.02 * 1e3 * AMPLITUDE_M])
    });
    rows.collect()
}
