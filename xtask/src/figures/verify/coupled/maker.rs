//! Waves of a wave maker at a side: what reaches a gauge against the simple wave of shallow water, which carries each elevation on
//! at `3 √(g (h + η)) − 2 √(g h)`; and what is left when all has come back and left through the wave maker. Irregular waves keep their
//! significant height, `4 σ` of the elevation at the gauge, on their way there.

use hydro_forces::waves::WaveMaker;
use viewer::sim::scenario;

use super::one_body;
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

const DEPTH_M: f64 = 1.0;
/// Place of the gauge, m.
const AT_M: f64 = 20.0;

/// A channel of 60 m whose waves come in at the west.
fn channel(wave: &str, east: &str) -> viewer::sim::World {
    one_body::world(&format!(
        r#"
        title = "wave maker"
        duration_s = 1e3
        grid = {{ cells = [240, 4], cell_size_m = 0.25 }}
        water = {{ level_m = {DEPTH_M} }}
        solver = {{ tau = 0.51, gravity_number = 0.1 }}
        gauge = [{{ name = "gauge", position_m = [{AT_M}, 0.5] }}]
        [sides]
        west = {{ kind = "characteristic", level_m = {DEPTH_M}, wave = {wave} }}
        east = {{ {east} }}
        "#
    ))
}

/// Elevations at the gauge over time, of a run until a time.
fn record(world: &mut viewer::sim::World, until_s: f64) -> Vec<[f64; 2]> {
    let mut record = Vec::new();
    let sane = one_body::run(world, until_s, |world| {
        record.extend(world.gauges().map(|gauge| [world.time_s(), gauge.eta_m]));
    });
    if sane { record } else { vec![[0.0, f64::NAN]] }
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let open = format!("kind = \"characteristic\", level_m = {DEPTH_M}");
    let row = |quantity: &str, value: f64, tolerance: f64| Row {
        case: "wave maker",
        quantity: quantity.to_owned(),
        value,
        reference: 0.0,
        tolerance,
    };
    let made = |made: Result<WaveMaker, hydro_forces::Error>| made.expect("in range");
    let sine = made(WaveMaker::sine(0.1, 8.0, DEPTH_M, GRAVITY));
    let cnoidal = made(WaveMaker::cnoidal(0.1, 8.0, DEPTH_M, GRAVITY));
    let solitary = made(WaveMaker::solitary(0.05, None, DEPTH_M, GRAVITY));
    let mut rows = Vec::new();
    for (name, made, wave, until_s) in [
        ("sine at 20 m", &sine, "{ kind = \"sine\", height_m = 0.1, period_s = 8 }", 30.0),
        ("cnoidal at 20 m", &cnoidal, "{ kind = \"cnoidal\", height_m = 0.1, period_s = 8 }", 30.0),
        ("solitary at 20 m", &solitary, "{ kind = \"solitary\", height_m = 0.05 }", 25.0),
    ] {
        let record = record(&mut channel(wave, &open), until_s);
        let [least_m, most_m] = made.range_m();
        let square = |[time_s, eta_m]: &[f64; 2]| (eta_m - simple_wave_m(made, *time_s)).powi(2);
        let mean = record.iter().map(square).sum::<f64>() / record.len() as f64;
        rows.push(row(&format!("{name}, error over height"), mean.sqrt() / (most_m - least_m), 0.01));
    }
    let mut closed = channel("{ kind = \"solitary\", height_m = 0.05 }", "kind = \"wall\"");
    let record = record(&mut closed, 70.0);
    let left =
        record.iter().filter(|[time_s, _]| *time_s > 60.0).map(|[_, eta_m]| eta_m.abs()).fold(0.0, f64::max);
    rows.push(row("left when all is back, over height", left / 0.05, 0.02));
    rows.extend(irregular(&open));
    rows
}

/// Irregular waves of 50 mm and 8 s, of one seed.
///
/// Steep fronts, to which crests would come after some 50 m, and the viscosity take energy: 2 % of the height are allowed over the 20 m, as
/// for the error. The bands of the components are 0.0049 Hz wide, so that in 2000 s their sum has nearly its variance, and what is sent the
/// height that is asked for within 3 %.
fn irregular(east: &str) -> [Row; 3] {
    const HEIGHT_M: f64 = 0.05;
    const UNTIL_S: f64 = 2000.0;
    // All have come to the gauge, after a period in which they rise.
    const FROM_S: f64 = 30.0;
    let of = scenario::WaveMaker::Irregular { height_m: HEIGHT_M, period_s: 8.0, seed: 1 };
    let made = of.on(DEPTH_M, GRAVITY).expect("in range");
    let wave = format!("{{ kind = \"irregular\", height_m = {HEIGHT_M}, period_s = 8, seed = 1 }}");
    let record = record(&mut channel(&wave, east), UNTIL_S);
    let record = || record.iter().filter(|[time_s, _]| *time_s > FROM_S);
    let significant = |eta_m: &dyn Fn(&[f64; 2]) -> f64| {
        let count = record().count() as f64;
        let mean_m = record().map(eta_m).sum::<f64>() / count;
        let square = record().map(|at| (eta_m(at) - mean_m).powi(2)).sum::<f64>() / count;
        4.0 * square.sqrt() / HEIGHT_M
    };
    let at_gauge = significant(&|[_, eta_m]| *eta_m);
    let at_maker = significant(&|[time_s, _]| made.eta_m(*time_s));
    let early = || record().take_while(|[time_s, _]| *time_s < 130.0);
    let square = |[time_s, eta_m]: &[f64; 2]| (eta_m - simple_wave_m(&made, *time_s)).powi(2);
    let error_m = (early().map(square).sum::<f64>() / early().count() as f64).sqrt();
    let row = |quantity: String, value: f64, reference: f64, tolerance: f64| Row {
        case: "wave maker",
        quantity,
        value,
        reference,
        tolerance,
    };
    [
        row(format!("irregular, sent: 4σ over H_s, {UNTIL_S} s"), at_maker, 1.0, 0.03),
        row(format!("irregular at 20 m: 4σ over that sent, {UNTIL_S} s"), at_gauge / at_maker, 1.0, 0.02),
        row("irregular at 20 m, error over H_s, 100 s".into(), error_m / HEIGHT_M, 0.0, 0.02),
    ]
}

/// The elevation at the gauge at a time: that which started when it had to, to be there.
fn simple_wave_m(made: &WaveMaker, time_s: f64) -> f64 {
    let arrival_s = |start_s: f64| start_s + AT_M / made.speed_m_s(made.eta_m(start_s));
    let (mut early_s, mut late_s) = (0.0, time_s);
    if arrival_s(early_s) > time_s {
        return 0.0;
    }
    for _ in 0..60 {
        let middle_s = 0.5 * (early_s + late_s);
        if arrival_s(middle_s) <= time_s { early_s = middle_s } else { late_s = middle_s }
    }
    made.eta_m(early_s)
}
