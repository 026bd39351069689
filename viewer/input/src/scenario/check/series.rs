//! Checks of the values of sides over time.

use super::ranges::{Wrong, count, finite, with_field, with_key, wrong};
use crate::scenario::{Heights, Scenario, Side};

/// Greatest number of times of a side: each is checked.
const MAX_TIMES: usize = 100_000;

/// Checks that a side has the values that it needs, each once, and those over time.
pub(super) fn side(name: &str, side: &Side) -> Result<(), Wrong> {
    let key = |leaf: &str| format!("sides.{name}.{leaf}");
    // Name, constant, and whether the kind needs it.
    type Value<'a> = (&'a str, Option<f64>, bool);
    let (kind, values): (&str, &[Value<'_>]) = match *side {
        Side::Inflow { velocity_m_s, level_m, .. } => {
            ("inflow", &[("velocity_m_s", velocity_m_s, true), ("level_m", level_m, false)])
        }
        Side::Discharge { discharge_m3_s, .. } => ("discharge", &[("discharge_m3_s", discharge_m3_s, true)]),
        Side::Level { level_m, .. } => ("level", &[("level_m", level_m, true)]),
        Side::Characteristic { level_m, velocity_m_s, .. } => {
            ("characteristic", &[("level_m", level_m, true), ("velocity_m_s", velocity_m_s, false)])
        }
        _ => return Ok(()),
    };
    let series = side.series();
    for &(leaf, constant, is_needed) in values {
        let is_listed = series.is_some_and(|series| series.lists().any(|(listed, _)| listed == leaf));
        match (constant, is_listed) {
            (Some(_), true) => {
                return wrong(
                    key(&format!("series.{leaf}")),
                    format!("{leaf} is given too, as a constant; remove one of them"),
                );
            }
            (None, false) if is_needed => {
                return wrong(key(leaf), format!("missing; kind \"{kind}\" needs it, or a series of it"));
            }
            _ => {}
        }
    }
    let Some(series) = series else { return Ok(()) };
    count(&key("series.time_s"), series.time_s.len(), MAX_TIMES)?;
    if series.time_s.is_empty() {
        return wrong(key("series.time_s"), "no times; there must be at least one".into());
    }
    finite(&key("series.time_s"), &series.time_s)?;
    if let Some(at) = series.time_s.windows(2).position(|pair| pair[0] >= pair[1]) {
        let message = format!(
            "{} s is followed by {} s, number {}; each time must be later than the one before",
            series.time_s[at],
            series.time_s[at + 1],
            at + 1
        );
        return wrong(key("series.time_s"), message);
    }
    if series.lists().next().is_none() {
        let right: Vec<&str> = values.iter().map(|(leaf, ..)| *leaf).collect();
        return wrong(key("series"), format!("has no values; kind \"{kind}\" takes {}", right.join(" and ")));
    }
    for (leaf, list) in series.lists() {
        if !values.iter().any(|(known, ..)| *known == leaf) {
            let right: Vec<&str> = values.iter().map(|(leaf, ..)| *leaf).collect();
            return wrong(
                key(&format!("series.{leaf}")),
                format!("kind \"{kind}\" has none; it takes {}", right.join(" and ")),
            );
        }
        if list.len() != series.time_s.len() {
            let message = format!(
                "{} values for {} times; there must be one for each",
                list.len(),
                series.time_s.len()
            );
            return wrong(key(&format!("series.{leaf}")), message);
        }
        finite(&key(&format!("series.{leaf}")), list)?;
    }
    Ok(())
}

/// Greatest height of the bed along a side with a wave maker above the lowest, as a fraction of the depth.
const FLAT: f64 = 0.01;

/// Cells that waves of a wave maker are long, at least.
const LONG_CELLS: f64 = 20.0;

/// Checks the waves that a side sends.
pub(super) fn wave(
    name: &str,
    side: &Side,
    of: lbm_boundary::Side,
    scenario: &Scenario,
) -> Result<(), Wrong> {
    let Some(given) = side.wave() else { return Ok(()) };
    let key = format!("sides.{name}.wave");
    let (lowest_m, gravity_m_s2) = (scenario.lowest_m(), scenario.water.gravity_m_s2);
    for time_s in side.times_s() {
        let Some(depth_m) = side.level_m(*time_s).map(|level_m| level_m - lowest_m) else { continue };
        let made = with_field(&key, given.on(depth_m, gravity_m_s2))?;
        let units = with_key("solver", scenario.units())?;
        for eta_m in made.range_m() {
            let velocity_m_s = side.velocity_m_s(*time_s).unwrap_or_default() + made.velocity_at_m_s(eta_m);
            let kind = lbm_boundary::SideKind::Characteristic { level_m: depth_m + eta_m, velocity_m_s };
            let [nx, ny] = scenario.grid.cells;
            if let Err(error) = kind.check(of, &units, if of.inward()[0] == 0.0 { ny } else { nx }) {
                let message = format!("at an elevation of {eta_m:.3} m: {error}; take lower waves");
                return wrong(format!("{key}.height_m"), message);
            }
        }
        if let Some(period_s) = given.period_s() {
            let length_m = period_s * units.wave_speed_m_s(depth_m);
            let least_m = LONG_CELLS * scenario.grid.cell_size_m;
            if length_m < least_m {
                let message = format!(
                    "{period_s} s make waves {length_m:.3} m long; at least {least_m:.3} m, {LONG_CELLS} cells, are carried: take longer waves, \
                     or smaller cells (grid.cell_size_m)"
                );
                return wrong(format!("{key}.period_s"), message);
            }
        }
        if let Some(heights) = &scenario.heights {
            let beds = along(of, heights.cells).map(|k| f64::from(heights.bed_m[k]));
            let highest_m = beds.fold(f64::NEG_INFINITY, f64::max);
            if highest_m - lowest_m > FLAT * depth_m {
                let message = format!(
                    "the bed along the side reaches {:.3} m above the lowest of the domain; it must be level there, and nowhere lower",
                    highest_m - lowest_m
                );
                return wrong(key, message);
            }
        }
    }
    Ok(())
}

/// The cells along a side.
fn along(of: lbm_boundary::Side, [nx, ny]: [usize; 2]) -> Box<dyn Iterator<Item = usize>> {
    match of {
        lbm_boundary::Side::West => Box::new((0..ny).map(move |j| j * nx)),
        lbm_boundary::Side::East => Box::new((0..ny).map(move |j| j * nx + nx - 1)),
        lbm_boundary::Side::South => Box::new(0..nx),
        lbm_boundary::Side::North => Box::new((0..nx).map(move |i| (ny - 1) * nx + i)),
    }
}

/// Checks that the level at a side is above the bed along it.
pub(super) fn above_bed(
    name: &str,
    side: &Side,
    of: lbm_boundary::Side,
    heights: &Heights,
) -> Result<(), Wrong> {
    let [nx, _] = heights.cells;
    let Some(highest) =
        along(of, heights.cells).reduce(|a, b| if heights.bed_m[b] > heights.bed_m[a] { b } else { a })
    else {
        return Ok(());
    };
    let bed_m = f64::from(heights.bed_m[highest]);
    for time_s in side.times_s() {
        if let Some(level_m) = side.level_m(*time_s).filter(|level_m| *level_m <= bed_m) {
            let key = if side.series().is_some() { "series.level_m" } else { "level_m" };
            let message = format!(
                "{level_m} m; the bed along the side reaches a height of {bed_m:.3} m in cell [{}, {}], and the level, which is this, \
                 must be above it",
                highest % nx,
                highest / nx
            );
            return wrong(format!("sides.{name}.{key}"), message);
        }
    }
    Ok(())
}
