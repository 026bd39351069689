//! Forces too weak for the digits of populations where the water starts off the still level.

use lbm_core::Forces;

use crate::scenario::Scenario;
use crate::water::Water;

/// Part of a force up to which too much or too little of it may reach the water without a warning.
const OFF: f64 = 0.05;

/// Mean distance of the water from its mean elevation, as a part of that, up to which it starts at one level.
const ONE_LEVEL: f64 = 0.5;

/// Mean distance of the water from the still level, as a part of that, up to which it lies there.
const LEVEL: f64 = 1e-6;

/// Warnings of wind and rotation by what the water at the start takes of them in all: not of water that comes to another level or moves later.
pub(super) fn warnings(scenario: &Scenario, water: &Water) -> Vec<String> {
    let Ok(Forces { wind_m2_s2, coriolis_1_s, .. }) = scenario.forcing().forces() else { return Vec::new() };
    let wind = Forces { wind_m2_s2, ..Forces::default() };
    let rotation = Forces { coriolis_1_s, ..Forces::default() };
    let each = [("wind.speed_m_s", wind), ("coriolis", rotation)];
    each.into_iter().filter_map(|(key, force)| warning((key, &force), scenario, water)).collect()
}

fn warning((key, force): (&str, &Forces), scenario: &Scenario, water: &Water) -> Option<String> {
    let (fluid, nx) = (&water.fluid, scenario.grid.cells[0]);
    let part = fluid.lattice.part_of_forces(force, &fluid.solid).ok()??;
    if (part - 1.0).abs() <= OFF {
        return None;
    }
    let wet = || (0..fluid.solid.len()).filter(|cell| !fluid.solid[*cell]);
    let eta_m = |cell: usize| fluid.lattice.cell_m(cell % nx, cell / nx).eta_m;
    let mean = |of: &dyn Fn(usize) -> f64| wet().map(of).sum::<f64>() / wet().count() as f64;
    let (mean_m, mean_size_m) = (mean(&eta_m), mean(&|cell| eta_m(cell).abs()));
    let apart_m = mean(&|cell| (eta_m(cell) - mean_m).abs());
    let is_off = mean_size_m > LEVEL * scenario.water.level_m.abs();
    let remedy = if !is_off {
        "take larger cells".into()
    } else if apart_m < ONE_LEVEL * mean_m.abs() {
        format!("take water.level_m = {:.4}, or larger cells", scenario.water.level_m + mean_m)
    } else {
        "let the water start nearer to water.level_m, or take larger cells".into()
    };
    let cause = match is_off {
        true => format!("{mean_size_m:.4} m off the still level in the mean, from which populations count"),
        false => "with the velocity that it has there".into(),
    };
    Some(format!(
        "{key}: it is so weak that by rounding the water gets {:.0} % of it where it starts, {cause}: {remedy}",
        100.0 * part
    ))
}
