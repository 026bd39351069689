//! Checks of every value of a scenario against its range.

mod air;
mod bed;
mod bodies;
mod forces;
mod joints;
mod motion;
mod names;
mod ranges;
mod records;
mod series;
mod sides;

use std::sync::Arc;

use lbm_core::Units;

use self::ranges::{
    LENGTHS_M, POSITIVE, TIMES_S, Wrong, count, duration, finite, length, level, place, with_field, with_key,
    within, wrong,
};
use super::solver::DEFAULT_GRAVITY_NUMBER;
use super::{Collision, CouplingMode, Error, Scenario, Schedule, Sleep, Solver, UnderHull, View, Wave};

/// Greatest number of steps: an `f64` counts them exactly.
const MAX_STEPS: f64 = 1e15;

/// Greatest number of cells: with more the fields alone fill tens of gigabytes.
const MAX_CELLS: usize = 1 << 27;

/// Greatest number of samples of a mask: with more it alone fills gigabytes.
const MAX_SAMPLES: usize = 1 << 28;

/// Greatest number of bodies: labels of a mask are 1 to 65535.
const MAX_BODIES: usize = u16::MAX as usize;

/// Greatest number of columns of the initial state, and of cells times columns: each cell looks for its column.
const MAX_COLUMNS: usize = 1000;
const MAX_COLUMN_CELLS: usize = 10_000_000_000;

/// Greatest number of waves by formula: each is evaluated at every triangle in every step.
const MAX_WAVES: usize = 1000;

/// Greatest number of pixels of a picture.
const MAX_PIXELS: u64 = 1 << 26;

/// Lays the bed, and checks every value; the error is the first that is out of range.
pub(super) fn check(scenario: &mut Scenario) -> Result<(), Error> {
    let file = scenario.origin.name.clone();
    values(scenario).map_err(|(key, message)| Error::Key { file, key, message })
}

fn values(scenario: &mut Scenario) -> Result<(), Wrong> {
    if !(scenario.duration_s > 0.0 && scenario.duration_s.is_finite()) {
        return wrong("duration_s", format!("{}; it must be a finite number above 0", scenario.duration_s));
    }
    grid(scenario)?;
    level("water.level_m", scenario.water.level_m, scenario)?;
    scenario.heights = bed::lay(scenario)?.map(Arc::new);
    let scenario = &*scenario;
    water(scenario)?;
    forces::check(scenario)?;
    solver(&scenario.solver, scenario)?;
    forces::turn(scenario)?;
    let steps = scenario.duration_s / scenario.time_step_s();
    if steps > MAX_STEPS {
        return wrong(
            "duration_s",
            format!("{:e} s are {steps:e} steps; at most {MAX_STEPS:e} can be run", scenario.duration_s),
        );
    }
    sides::check(scenario)?;
    scenario.air.as_ref().map_or(Ok(()), |given| air::check(given, scenario))?;
    coupling(scenario)?;
    if scenario.body.len() > MAX_BODIES {
        let message = format!("{} bodies; at most {MAX_BODIES} have labels", scenario.body.len());
        return wrong("body", message);
    }
    for (name, body) in &scenario.body {
        names::check(&format!("body.{}", names::shown(name)), name)?;
        bodies::body(name, body, scenario)?;
    }
    count("wave", scenario.wave.len(), MAX_WAVES)?;
    for (i, wave) in scenario.wave.iter().enumerate() {
        self::wave(&format!("wave.{i}"), wave)?;
        with_field(&format!("wave.{i}"), wave.on(scenario.depth_m(), scenario.water.gravity_m_s2))?;
    }
    joints::joints(scenario)?;
    records::gauges(&scenario.gauge, scenario)?;
    records::transects(&scenario.transect, scenario)?;
    scenario.records.every_s.map_or(Ok(()), |every_s| within("records.every_s", every_s, TIMES_S))?;
    view(&scenario.view, scenario)
}

fn grid(scenario: &Scenario) -> Result<(), Wrong> {
    let [nx, ny] = scenario.grid.cells;
    for (axis, cells) in [nx, ny].into_iter().enumerate() {
        if cells < 3 {
            return wrong(format!("grid.cells.{axis}"), format!("{cells} cells; at least 3 are needed"));
        }
    }
    if nx.checked_mul(ny).is_none_or(|cells| cells > MAX_CELLS) {
        return wrong("grid.cells", format!("{nx} × {ny} cells; at most {MAX_CELLS} in all fit in memory"));
    }
    within("grid.cell_size_m", scenario.grid.cell_size_m, LENGTHS_M)
}

fn water(scenario: &Scenario) -> Result<(), Wrong> {
    let water = &scenario.water;
    if water.least_depth_m.is_some() && scenario.bed.is_empty() {
        return wrong("water.least_depth_m", "is given without a bed; remove it, or give [[bed]]".into());
    }
    within("water.density_kg_m3", water.density_kg_m3, [1e-3, 1e6])?;
    within("water.gravity_m_s2", water.gravity_m_s2, [1e-3, 1e3])?;
    for (name, side) in scenario.sides.named() {
        series::side(name, side)?;
        let mut levels_m = side.times_s().iter().filter_map(|time_s| side.level_m(*time_s));
        levels_m.try_for_each(|level_m| level(&format!("sides.{name}.level_m"), level_m, scenario))?;
    }
    let [width, height] = scenario.size_m();
    let columns = water.column.len();
    count("water.column", columns, MAX_COLUMNS)?;
    let [nx, ny] = scenario.grid.cells;
    if nx * ny > MAX_COLUMN_CELLS / columns.max(1) {
        let message = format!(
            "{columns} columns in {nx} × {ny} cells; at most {MAX_COLUMN_CELLS:e} pairs are looked at"
        );
        return wrong("water.column", message);
    }
    for (i, column) in water.column.iter().enumerate() {
        let meets = |[from, to]: [f64; 2], end: f64| to > 0.0 && from < end;
        for (leaf, range, end) in [("x_m", Some(column.x_m), width), ("y_m", column.y_m, height)] {
            if let Some([from, to]) = range.filter(|range| !meets(*range, end)) {
                let message = format!("from {from} to {to} m lies outside the domain of 0 to {end} m");
                return wrong(format!("water.column.{i}.{leaf}"), message);
            }
        }
        level(&format!("water.column.{i}.level_m"), column.level_m, scenario)?;
        if let Some([i_dry, j_dry, bed_m]) = bed::dry_under(column, scenario) {
            let message = format!(
                "{} m; in cell [{i_dry}, {j_dry}] the bed is at a height of {bed_m:.3} m, and the level, which is this, must be above it",
                column.level_m
            );
            return wrong(format!("water.column.{i}.level_m"), message);
        }
        speed(&format!("water.column.{i}.velocity_m_s"), column.velocity_m_s, scenario)?;
        for (key, range) in [("x_m", Some(column.x_m)), ("y_m", column.y_m)] {
            if let Some([from, to]) =
                range.filter(|[from, to]| from.partial_cmp(to).is_none_or(|o| o.is_ge()))
            {
                let message = format!("from {from} to {to} is empty; the first must be below the second");
                return wrong(format!("water.column.{i}.{key}"), message);
            }
        }
    }
    Ok(())
}

fn solver(solver: &Solver, scenario: &Scenario) -> Result<(), Wrong> {
    let operator = solver.operator();
    if solver.bulk_tau.is_some() && solver.collision != Collision::CentralMoments {
        let message = "is for collision = \"central-moments\" alone; the others have one relaxation time, tau: remove it (--set solver.bulk_tau= removes it)";
        return wrong("solver.bulk_tau", message.into());
    }
    with_key("solver.tau", lbm_core::Collision::Bgk { tau: solver.tau }.check())?;
    with_key("solver.bulk_tau", operator.check())?;
    with_key("solver.smagorinsky", lbm_core::check_smagorinsky(solver.smagorinsky))?;
    with_key("solver.policy", lbm_core::Policy::from(solver.policy).check(&operator))?;
    let given = [
        ("solver.gravity_number", solver.gravity_number),
        ("solver.fastest_flow_m_s", solver.fastest_flow_m_s),
        ("solver.time_step_s", solver.time_step_s),
    ];
    let mut given = given.into_iter().filter_map(|(key, value)| value.map(|value| (key, value)));
    let (key, value) = match (given.next(), given.next()) {
        (None, _) => ("solver.gravity_number", DEFAULT_GRAVITY_NUMBER),
        (Some(one), None) => one,
        (Some((first, _)), Some((second, _))) => {
            let message = format!(
                "{} is given too, and each sets the time step; remove one (--set {first}= removes it)",
                first.trim_start_matches("solver.")
            );
            return wrong(second, message);
        }
    };
    within(key, value, POSITIVE)?;
    let units = with_key(key, scenario.units())?;
    let depth_m = scenario.greatest_depth_m();
    let (number, limit) = (units.gravity_number(depth_m), Units::MAX_GRAVITY_NUMBER);
    // A value given as the limit passes, whatever the rounding of its square root.
    if number > limit * (1.0 + 1e-9) {
        let most = units.time_step_for_s(limit, depth_m);
        let message = format!(
            "g h / e² is {number:.3} for the greatest depth {} m; BGK is stable up to \
             {limit} (0.15 is best), which is a time step of at most {most:.3e} s",
            depth_m
        );
        return wrong(key, message);
    }
    Ok(())
}

/// Refuses water that is faster than the boundaries take.
fn speed(key: &str, [u, v]: [f64; 2], scenario: &Scenario) -> Result<(), Wrong> {
    finite(key, &[u, v])?;
    let (speed_m_s, most) = (u.hypot(v), scenario.lattice_speed_m_s() * lbm_boundary::MAX_SPEED);
    if speed_m_s > most {
        let message = format!("{speed_m_s:.3} m/s; at most a third of the lattice speed, {most:.3} m/s");
        return wrong(key, message);
    }
    Ok(())
}

fn coupling(scenario: &Scenario) -> Result<(), Wrong> {
    let coupling = &scenario.coupling;
    finite("coupling.k_push", &[coupling.k_push])?;
    finite("coupling.k_pull", &[coupling.k_pull])?;
    if coupling.hull == UnderHull::Lid && coupling.mode != CouplingMode::Conservative {
        return wrong("coupling.hull", "\"lid\"; only in coupling.mode = \"conservative\"".into());
    }
    if coupling.hull == UnderHull::Lid && coupling.schedule == Schedule::SideBySide {
        let right = "\"side-by-side\"; rigid lids (coupling.hull = \"lid\") press on the water where they are: take \"in-turn\", or \"soft\" hulls";
        return wrong("coupling.schedule", right.into());
    }
    let (tolerance, [_, most]) = (coupling.rest_tolerance_m, LENGTHS_M);
    if !(0.0..=most).contains(&tolerance) {
        let message = format!("{tolerance}; it must be 0 or above, at most {most:e}");
        return wrong("coupling.rest_tolerance_m", message);
    }
    if let Some(Sleep { speed_m_s, after_s, wake_m_s2 }) = coupling.sleep {
        within("coupling.sleep.speed_m_s", speed_m_s, POSITIVE)?;
        duration("coupling.sleep.after_s", after_s)?;
        within("coupling.sleep.wake_m_s2", wake_m_s2, POSITIVE)?;
    }
    let (samples, [nx, ny]) = (coupling.samples_per_side, scenario.grid.cells);
    with_key(
        "coupling.samples_per_side",
        with_key("grid.cells", scenario.rasterizer())?.samples_per_side(samples),
    )?;
    if nx * ny * samples * samples > MAX_SAMPLES {
        let message = format!(
            "{samples} × {samples} samples in each of {nx} × {ny} cells; at most {MAX_SAMPLES} in all fit in memory"
        );
        return wrong("coupling.samples_per_side", message);
    }
    Ok(())
}

fn wave(key: &str, wave: &Wave) -> Result<(), Wrong> {
    let (amplitude_m, length_m, towards_deg, phase_deg) = match *wave {
        Wave::Crests { amplitude_m, length_m, speed_m_s, power, towards_deg, phase_deg } => {
            finite(&format!("{key}.speed_m_s"), &[speed_m_s])?;
            within(&format!("{key}.power"), power, [1e-3, 1e6])?;
            (amplitude_m, length_m, towards_deg, phase_deg)
        }
        Wave::Airy { amplitude_m, length_m, towards_deg, phase_deg }
        | Wave::Stokes { amplitude_m, length_m, towards_deg, phase_deg } => {
            (amplitude_m, length_m, towards_deg, phase_deg)
        }
    };
    let [_, most] = LENGTHS_M;
    if !(0.0..=most).contains(&amplitude_m) {
        let message = format!("{amplitude_m}; it must be at least 0, at most {most:e}");
        return wrong(format!("{key}.amplitude_m"), message);
    }
    length(&format!("{key}.length_m"), length_m)?;
    finite(&format!("{key}.towards_deg"), &[towards_deg])?;
    finite(&format!("{key}.phase_deg"), &[phase_deg])
}

fn view(view: &View, scenario: &Scenario) -> Result<(), Wrong> {
    if let Some(name) = view.follow.as_ref().filter(|name| !scenario.body.contains_key(*name)) {
        return wrong("view.follow", scenario.no_body(name));
    }
    place("view.eye_m", view.eye_m.as_ref().map_or(&[], |eye| &eye[..]))?;
    place("view.target_m", view.target_m.as_ref().map_or(&[], |target| &target[..]))?;
    if view.eye_m.is_some() && view.eye_m == view.target_m {
        return wrong("view.target_m", "is where the eye is; it must be another point".into());
    }
    if !(view.fov_deg > 0.0 && view.fov_deg < 180.0) {
        return wrong("view.fov_deg", format!("{}; it must be above 0 and below 180", view.fov_deg));
    }
    if let Some([low, high]) =
        view.color_range_m.filter(|[low, high]| low.partial_cmp(high).is_none_or(|o| o.is_ge()))
    {
        return wrong("view.color_range_m", format!("from {low} to {high}; the first must be the lower"));
    }
    if let Some([low, high]) =
        view.field_range.filter(|[low, high]| low.partial_cmp(high).is_none_or(|o| o.is_ge()))
    {
        return wrong("view.field_range", format!("from {low} to {high}; the first must be the lower"));
    }
    place("view.field_range", view.field_range.as_ref().map_or(&[], |range| &range[..]))?;
    place("view.color_range_m", view.color_range_m.as_ref().map_or(&[], |range| &range[..]))?;
    within("view.vertical_scale", view.vertical_scale, [1e-6, 1e6])?;
    within("view.every_s", view.every_s, TIMES_S)?;
    within("view.track_s", view.track_s, [0.0, 600.0])?;
    if view.size.iter().any(|pixels| !(1..=16384).contains(pixels)) {
        return wrong("view.size", format!("{:?} pixels; each must be 1 to 16384", view.size));
    }
    let [width, height] = view.size.map(u64::from);
    if width * height > MAX_PIXELS {
        return wrong(
            "view.size",
            format!("{:?} pixels; there must be at most {MAX_PIXELS} in all", view.size),
        );
    }
    Ok(())
}
