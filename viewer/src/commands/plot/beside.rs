use std::collections::BTreeMap;
use std::path::Path;

use super::records::{MOST_POINTS, read, write};
use crate::commands::chart::{Chart, Line};
use crate::commands::failure::Failure;
use crate::sim::records::GaugeRow;

/// Times, s, and elevations, m.
type Curve = Vec<(f64, f64)>;

/// Draws the gauges that two runs have in common, each with both depths and their difference: `beside.svg` in the first's folder.
///
/// # Errors
///
/// [`Failure`] when a record cannot be read, they have no gauge in common, or the picture cannot be written.
pub(super) fn draw(folder: &Path, other: &Path) -> Result<String, Failure> {
    let [ours, theirs] = [curves(folder)?, curves(other)?];
    let called =
        |folder: &Path| folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
    let names = [folder, other].map(called);
    let shared = ours.iter().filter_map(|(gauge, ours)| Some((gauge, ours, theirs.get(gauge)?)));
    let titles: Vec<[String; 2]> = shared
        .clone()
        .map(|(gauge, ..)| {
            let difference = format!("Difference at {gauge}: {} − {}", names[0], names[1]);
            [format!("Depth at {gauge}"), difference]
        })
        .collect();
    let charts: Vec<Chart<'_>> = shared
        .zip(&titles)
        .flat_map(|((_, ours, theirs), [depth, difference])| {
            let axes = |axis| ["time, s", axis];
            let both = [(&names[0], ours), (&names[1], theirs)];
            let lines = both.map(|(name, curve)| Line::through(name, thinned(curve.clone())));
            let off = thinned(ours.iter().filter_map(|&(t, y)| Some((t, y - at(theirs, t)?))).collect());
            let off = Line::through("difference", off);
            [
                Chart { title: depth, axes: axes("depth, m"), lines: lines.into(), band: None },
                Chart { title: difference, axes: axes("difference, m"), lines: vec![off], band: None },
            ]
        })
        .collect();
    if charts.is_empty() {
        let [folder, other] = [folder, other].map(|folder| folder.display().to_string());
        return Err(Failure::NothingShared { folder, other });
    }
    Ok(format!("wrote {}\n", write(folder, "beside.svg", &charts)?))
}

fn curves(folder: &Path) -> Result<BTreeMap<String, Curve>, Failure> {
    let mut curves: BTreeMap<String, Curve> = BTreeMap::new();
    for row in read::<GaugeRow>(&folder.join("gauges.csv"))? {
        curves.entry(row.gauge.into()).or_default().push((row.t_s, row.h_m));
    }
    Ok(curves)
}

fn thinned(curve: Curve) -> Curve {
    let every = curve.len().div_ceil(MOST_POINTS).max(1);
    curve.into_iter().step_by(every).collect()
}

/// The value of a curve at a time, between its points along a line; none before its start and after its end.
fn at(curve: &[(f64, f64)], t_s: f64) -> Option<f64> {
    let after = curve.partition_point(|(t, _)| *t < t_s);
    let &(t1, y1) = curve.get(after)?;
    if t1 == t_s {
        return Some(y1);
    }
    let &(t0, y0) = curve.get(after.checked_sub(1)?)?;
    Some(y0 + (y1 - y0) * (t_s - t0) / (t1 - t0))
}

#[cfg(test)]
mod tests {
    use super::at;

    #[test]
    fn curves_are_read_between_their_points_and_not_beyond() {
        let curve = [(1.0, 2.0), (2.0, 4.0), (4.0, 0.0)];
        let read = [0.9, 1.0, 1.5, 3.0, 4.0, 4.1].map(|t| at(&curve, t));
        assert_eq!(read, [None, Some(2.0), Some(3.0), Some(2.0), Some(0.0), None]);
    }
}
