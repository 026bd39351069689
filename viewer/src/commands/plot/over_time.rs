use std::collections::BTreeMap;
use std::path::Path;

use super::records::{MOST_POINTS, read, write};
use crate::commands::chart::{Chart, Line};
use crate::commands::failure::Failure;
use crate::sim::records::{BodyRow, GaugeRow, TowRow};

/// A chart of a column: title, axis, value of a row.
type Shown<R> = (&'static str, &'static str, fn(&R) -> f64);

const OF_GAUGES: [Shown<GaugeRow>; 2] = [
    ("Depth at the gauges", "depth, m", |row| row.h_m),
    ("Speed of the water", "speed, m/s", |row| row.u_m_s.hypot(row.v_m_s)),
];

const OF_BODIES: [Shown<BodyRow>; 5] = [
    ("Heel to starboard", "heel, °", |row| row.heel_deg),
    ("Trim, bow up", "trim, °", |row| row.trim_deg),
    ("Draft", "draft, m", |row| row.draft_m),
    ("Heading", "heading, °", |row| row.heading_deg),
    ("Speed", "speed, m/s", |row| row.u_m_s.hypot(row.v_m_s)),
];

const OF_TOWED: [Shown<TowRow>; 3] = [
    ("Resistance", "resistance, N", |row| row.resistance_n),
    ("Sinkage", "sinkage, mm", |row| 1e3 * row.sinkage_m),
    ("Change of trim, bow up", "trim, °", |row| row.trim_deg),
];

/// Writes `gauges.svg`, `bodies.svg` and, where bodies were towed, `towing.svg` beside the records of a run; returns which.
pub(super) fn draw(folder: &Path) -> Result<String, Failure> {
    let mut written = Vec::new();
    let gauges: Vec<GaugeRow> = read(&folder.join("gauges.csv"))?;
    if !gauges.is_empty() {
        let charts = charts(&gauges, &OF_GAUGES, |row| (&row.gauge, row.t_s));
        written.push(write(folder, "gauges.svg", &charts)?);
    }
    let bodies: Vec<BodyRow> = read(&folder.join("bodies.csv"))?;
    if !bodies.is_empty() {
        let charts = charts(&bodies, &OF_BODIES, |row| (&row.body, row.t_s));
        written.push(write(folder, "bodies.svg", &charts)?);
    }
    let towing = folder.join("towing.csv");
    if towing.exists() {
        let charts = charts(&read::<TowRow>(&towing)?, &OF_TOWED, |row| (&row.body, row.t_s));
        written.push(write(folder, "towing.svg", &charts)?);
    }
    if written.is_empty() {
        return Err(Failure::NothingToPlot { folder: folder.display().to_string() });
    }
    Ok(format!("wrote {}\n", written.join(", ")))
}

fn charts<'a, R>(
    rows: &'a [R],
    shown: &[Shown<R>],
    of: impl Fn(&'a R) -> (&'a String, f64),
) -> Vec<Chart<'static>> {
    let mut by_name: BTreeMap<&str, Vec<(f64, &R)>> = BTreeMap::new();
    for row in rows {
        let (name, t_s) = of(row);
        by_name.entry(name).or_default().push((t_s, row));
    }
    let line = |(name, rows): (&&str, &Vec<(f64, &R)>), axis: &str, value: fn(&R) -> f64| {
        let mut points: Vec<(f64, f64)> = rows.iter().map(|(t_s, row)| (*t_s, value(row))).collect();
        if axis.ends_with('°') {
            unwrap(&mut points);
        }
        let points = points.into_iter().step_by(rows.len().div_ceil(MOST_POINTS)).collect();
        Line::through(*name, points)
    };
    shown
        .iter()
        .map(|&(title, axis, value)| Chart {
            title,
            axes: ["time, s", axis],
            lines: by_name.iter().map(|each| line(each, axis, value)).collect(),
            band: None,
        })
        .collect()
}

/// Adds whole turns to angles, so that an angle that passes 180° goes on instead of jumping to −180°.
fn unwrap(points: &mut [(f64, f64)]) {
    for k in 1..points.len() {
        let before = points[k - 1].1;
        let turn = (points[k].1 - before + 180.0).rem_euclid(360.0) - 180.0;
        points[k].1 = before + turn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_go_on_past_a_half_turn() {
        let mut points = [170.0, -170.0, -100.0, 20.0, -179.0].map(|angle| (0.0, angle));
        unwrap(&mut points);
        assert_eq!(points.map(|(_, angle)| angle), [170.0, 190.0, 260.0, 380.0, 541.0]);
    }
}
