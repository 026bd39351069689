use std::path::Path;

use super::plan::Plan;
use super::row::Row;
use crate::commands::chart::{self, Band, Chart, Line};
use crate::sim::records::Error;

/// Height of a chart, pixels.
const HEIGHT: u32 = 360;

/// Points of a curve by theory.
const POINTS: u32 = 400;

/// Values of a theory beyond this many times the largest that was measured are left out: it grows without bounds towards the
/// critical speed.
const BEYOND: f64 = 1.5;

/// Draws resistance, sinkage and trim over the Froude number, with the theory; returns the file's name.
pub(super) fn write(path: &Path, plan: &Plan, rows: &[Row]) -> Result<String, Error> {
    let theory = &plan.theory;
    let froude = || rows.iter().map(|row| row.froude);
    // A little beyond the measured speeds, so that there is a range also where there is only one.
    let (first, last) = (0.8 * froude().fold(f64::INFINITY, f64::min), 1.05 * froude().fold(0.0, f64::max));
    let curve = |name: &str, value: &dyn Fn(f64) -> Option<f64>| {
        let places = (0..=POINTS).map(|i| first + (last - first) * f64::from(i) / f64::from(POINTS));
        Line::through(name, places.map(|froude| (froude, value(froude).unwrap_or(f64::NAN))).collect())
    };
    let banks = theory.width_m();
    let tuck = banks.map_or("Tuck 1966".into(), |width_m| {
        format!("Tuck 1967, banks {} m apart", (1e3 * width_m).round() / 1e3)
    });
    let open = "Tuck 1966, open water";
    let mm = |squat: [f64; 2]| 1e3 * squat[0];
    let mut sinkage = vec![curve(&tuck, &|froude| theory.squat(froude).map(mm))];
    let mut trim = vec![curve(&tuck, &|froude| Some(theory.squat(froude)?[1]))];
    if banks.is_some() {
        sinkage.push(curve(open, &|froude| theory.open_squat(froude).map(mm)));
        sinkage.push(curve("Schijf 1949", &|froude| Some(1e3 * theory.schijf_sinkage_m(froude)?)));
        trim.push(curve(open, &|froude| Some(theory.open_squat(froude)?[1])));
    }
    let resistance = vec![curve("thin ship", &|froude| theory.resistance_n(froude))];
    let band = theory.schijf().map(|canal| {
        let range = canal.limiting_froude();
        Band { name: format!("no steady flow by Schijf, Fr {:.2} to {:.2}", range[0], range[1]), range }
    });
    let charts = [
        chart("Resistance", "resistance, N", rows, |row| row.resistance_n, resistance),
        chart(
            "Sinkage of the center of mass",
            "sinkage, mm",
            rows,
            |row| Some(1e3 * row.sinkage_m?),
            sinkage,
        ),
        chart("Change of trim, bow up", "trim, °", rows, |row| row.trim_deg, trim),
    ];
    let charts = charts.map(|chart| Chart { band: band.clone(), ..chart });
    chart::write(path, &charts, HEIGHT)
}

/// A chart of what was measured, as dots, and of curves by theory.
fn chart<'a>(
    title: &'a str,
    axis: &'a str,
    rows: &[Row],
    value: impl Fn(&Row) -> Option<f64>,
    theory: Vec<Line>,
) -> Chart<'a> {
    let dots = |name: &str, steady: bool| {
        let rows = rows.iter().filter(|row| row.steady == Some(steady));
        let points = rows.filter_map(|row| Some((row.froude, value(row)?))).collect();
        Line { name: name.into(), points, dots: true }
    };
    let measured = [dots("simulated, steady", true), dots("simulated, not steady", false)];
    let most = measured.iter().flat_map(|dots| &dots.points).fold(0.0, |most, (_, v)| v.abs().max(most));
    let mut lines = theory;
    for (_, value) in lines.iter_mut().flat_map(|line| &mut line.points) {
        if value.abs() > BEYOND * most {
            *value = f64::NAN;
        }
    }
    // First, so that they have the same colors in all charts.
    lines.splice(0..0, measured);
    lines.retain(|line| line.points.iter().any(|(_, value)| value.is_finite()));
    Chart { title, axes: ["Froude number of the depth", axis], lines, band: None }
}
