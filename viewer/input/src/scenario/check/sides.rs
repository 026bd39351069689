//! Sides: what their boundaries take, and what belongs together.

use super::ranges::{Wrong, duration, finite, length, wall, with_key, wrong};
use super::series;
use crate::scenario::{Scenario, Side};

pub(super) fn check(scenario: &Scenario) -> Result<(), Wrong> {
    let sides = &scenario.sides;
    let periodic = |side: &Side| matches!(side, Side::Periodic {});
    for (one, other, first, second) in
        [("west", "east", &sides.west, &sides.east), ("south", "north", &sides.south, &sides.north)]
    {
        if periodic(first) != periodic(second) {
            let (is, not) = if periodic(first) { (one, other) } else { (other, one) };
            return wrong(format!("sides.{not}.kind"), format!("must be \"periodic\" too, as sides.{is} is"));
        }
    }
    let (units, [nx, ny]) = (with_key("solver", scenario.units())?, scenario.grid.cells);
    let opposites = [&sides.east, &sides.west, &sides.north, &sides.south];
    for (((name, side), opposite), of) in
        sides.named().into_iter().zip(opposites).zip(lbm_boundary::Side::ALL)
    {
        let cells = if of.inward()[0] == 0.0 { ny } else { nx };
        for time_s in side.times_s() {
            if let Err(error) = side
                .kind_at(*time_s, scenario.lowest_m(), scenario.water.gravity_m_s2)
                .check(of, &units, cells)
            {
                use lbm_boundary::Error::{OutOfRange, SideTooFast};
                let key = match error {
                    OutOfRange { what, .. } | SideTooFast { what, .. } => format!("sides.{name}.{what}"),
                    _ => format!("sides.{name}"),
                };
                let when = side.series().map_or(String::new(), |_| format!("at t = {time_s} s: "));
                return wrong(key, format!("{when}{error}"));
            }
        }
        scenario.heights.as_ref().map_or(Ok(()), |heights| series::above_bed(name, side, of, heights))?;
        series::wave(name, side, of, scenario)?;
        match side {
            Side::Sponge { width_m } => {
                length(&format!("sides.{name}.width_m"), *width_m)?;
                let other_m = if let Side::Sponge { width_m } = opposite { *width_m } else { 0.0 };
                let across_m = units.to_meters(cells as f64);
                if width_m + other_m >= across_m {
                    let message = format!(
                        "{width_m} m, with {other_m} m of sponge across, fills the domain of {across_m} m; it must be less"
                    );
                    return wrong(format!("sides.{name}.width_m"), message);
                }
            }
            Side::Discharge { discharge_m3_s, ramp_s, .. } => {
                finite(&format!("sides.{name}.discharge_m3_s"), discharge_m3_s.as_slice())?;
                duration(&format!("sides.{name}.ramp_s"), *ramp_s)?;
            }
            Side::Wall(of) => wall(&format!("sides.{name}"), of)?,
            _ => {}
        }
    }
    Ok(())
}
