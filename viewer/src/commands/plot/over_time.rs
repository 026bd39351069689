use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::records::{MOST_POINTS, read, write};
use crate::commands::chart::{Chart, Line};
use crate::commands::failure::Failure;
use crate::sim::records::{AirRow, BodyRow, GaugeRow, JointRow, TowRow};

/// Names beyond which those that differ in a number alone are one name in the legend.
const MOST_NAMES: usize = 8;

/// Points that each line has, however many there are.
const LEAST_POINTS: usize = 100;

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

const OF_JOINTS: [Shown<JointRow>; 1] = [("Tension", "tension, N", |row| row.tension_n)];

const OF_AIR: [Shown<AirRow>; 4] = [
    ("Smoke in the air", "smoke, m³", |row| row.smoke_m3),
    ("Top of the smoke", "height, m", |row| row.top_m),
    ("Width of the smoke", "width, m", |row| row.width_m),
    ("Fastest flow of the air", "speed, m/s", |row| row.fastest_m_s),
];

/// Writes a picture for each table of records that is there; returns which.
pub(super) fn draw(folder: &Path) -> Result<String, Failure> {
    let mut written = Vec::new();
    let mut charts_of = |table: &str, charts: Vec<Chart<'_>>| {
        if !charts.is_empty() {
            written.push(write(folder, table, &charts)?);
        }
        Ok::<_, Failure>(())
    };
    let (gauges, bodies) = (read(&folder.join("gauges.csv"))?, read(&folder.join("bodies.csv"))?);
    charts_of("gauges.svg", charts(&gauges, &OF_GAUGES, |row| (&row.gauge, row.t_s)))?;
    charts_of("bodies.svg", charts(&bodies, &OF_BODIES, |row| (&row.body, row.t_s)))?;
    charts_of("towing.svg", charts(&there(folder, "towing.csv")?, &OF_TOWED, |row| (&row.body, row.t_s)))?;
    charts_of("joints.svg", charts(&there(folder, "joints.csv")?, &OF_JOINTS, |row| (&row.joint, row.t_s)))?;
    charts_of("air.svg", charts(&there(folder, "air.csv")?, &OF_AIR, |row| ("air", row.t_s)))?;
    if written.is_empty() {
        return Err(Failure::NothingToPlot { folder: folder.display().to_string() });
    }
    Ok(format!("wrote {}\n", written.join(", ")))
}

/// The rows of a table that not every run has.
fn there<R: DeserializeOwned>(folder: &Path, table: &str) -> Result<Vec<R>, Failure> {
    let path = folder.join(table);
    if path.exists() { read(&path) } else { Ok(Vec::new()) }
}

/// Charts of rows, with a line for each name; none without rows.
fn charts<R>(rows: &[R], shown: &[Shown<R>], of: impl Fn(&R) -> (&str, f64)) -> Vec<Chart<'static>> {
    let mut by_name: BTreeMap<&str, Vec<(f64, &R)>> = BTreeMap::new();
    for row in rows {
        let (name, t_s) = of(row);
        by_name.entry(name).or_default().push((t_s, row));
    }
    if by_name.is_empty() {
        return Vec::new();
    }
    let is_crowded = by_name.len() > MOST_NAMES;
    // Lines in a crowd show less each.
    let most_points = (MOST_NAMES * MOST_POINTS / by_name.len()).clamp(LEAST_POINTS, MOST_POINTS);
    let line = |(name, rows): (&&str, &Vec<(f64, &R)>), axis: &str, value: fn(&R) -> f64| {
        let mut points: Vec<(f64, f64)> = rows.iter().map(|(t_s, row)| (*t_s, value(row))).collect();
        if axis.ends_with('°') {
            unwrap(&mut points);
        }
        let points = points.into_iter().step_by(rows.len().div_ceil(most_points)).collect();
        Line::through(if is_crowded { common_name(name) } else { (*name).to_owned() }, points)
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

/// The name that copies of one body or joint have in common: without numbers.
fn common_name(name: &str) -> String {
    let bare =
        name.split('.').map(|part| part.trim_end_matches(|c: char| c.is_ascii_digit() || "-_".contains(c)));
    let common = bare.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    if common.is_empty() { name.to_owned() } else { common }
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
    fn copies_have_a_name_in_common() {
        let names = ["float-007", "ship", "crate_12", "2", "float-003.mooring.1"].map(common_name);
        assert_eq!(names, ["float", "ship", "crate", "2", "float.mooring"]);
    }

    #[test]
    fn angles_go_on_past_a_half_turn() {
        let mut points = [170.0, -170.0, -100.0, 20.0, -179.0].map(|angle| (0.0, angle));
        unwrap(&mut points);
        assert_eq!(points.map(|(_, angle)| angle), [170.0, 190.0, 260.0, 380.0, 541.0]);
    }
}
