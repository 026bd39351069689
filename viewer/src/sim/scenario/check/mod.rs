//! Ranges of every value of a scenario.

mod bodies;

use super::{Collision, Error, Gauge, Policy, Scenario, Scheme, Side, Slip, Solver, View, Wall};

/// Largest gravity number at which BGK is stable at rest (von Neumann analysis of the linearised scheme).
const GREATEST_GRAVITY_NUMBER: f64 = 0.6;

/// Fastest water and inflow over the lattice speed.
const GREATEST_SPEED: f64 = 1.0 / 3.0;

/// Cells and depths that single precision and sense allow, m.
const LENGTHS_M: [f64; 2] = [1e-6, 1e6];

/// Relaxation times beyond which nothing but viscosity is left.
const GREATEST_TAU: f64 = 100.0;

/// Steps that can be counted one by one.
const MOST_STEPS: f64 = 1e15;

/// Cells beyond which the fields alone would fill tens of gigabytes.
const MOST_CELLS: usize = 1 << 27;

/// Samples of a mask beyond which it alone would fill gigabytes.
const MOST_SAMPLES: usize = 1 << 28;

/// Bodies that the labels of a mask tell apart; 0 is the water's.
const MOST_BODIES: usize = u16::MAX as usize;

/// What is wrong: the key and what would be right.
type Wrong = (String, String);

/// Checks every value; the first that is out of range is the error.
pub(super) fn check(scenario: &Scenario) -> Result<(), Error> {
    values(scenario).map_err(|(key, message)| Error::Key { file: scenario.origin.name.clone(), key, message })
}

fn values(scenario: &Scenario) -> Result<(), Wrong> {
    above_zero("duration_s", scenario.duration_s)?;
    grid(scenario)?;
    water(scenario)?;
    solver(&scenario.solver, scenario)?;
    let steps = scenario.duration_s / scenario.time_step_s();
    if steps > MOST_STEPS {
        return wrong(
            "duration_s",
            format!("{:e} s are {steps:e} steps; at most {MOST_STEPS:e} can be run", scenario.duration_s),
        );
    }
    sides(scenario)?;
    coupling(scenario)?;
    if scenario.body.len() > MOST_BODIES {
        let message = format!("{} bodies; at most {MOST_BODIES} can be told apart", scenario.body.len());
        return wrong("body", message);
    }
    for (name, body) in &scenario.body {
        bodies::body(name, body, scenario)?;
    }
    for (i, wave) in scenario.wave.iter().enumerate() {
        let water = &scenario.water;
        if let Err(error) = wave.on(water.depth_m, water.gravity_m_s2) {
            return wrong(format!("wave.{i}"), error.to_string());
        }
    }
    gauges(&scenario.gauge, scenario)?;
    view(&scenario.view, scenario)
}

fn grid(scenario: &Scenario) -> Result<(), Wrong> {
    let [nx, ny] = scenario.grid.cells;
    for (axis, cells) in [nx, ny].into_iter().enumerate() {
        if cells < 3 {
            return wrong(format!("grid.cells.{axis}"), format!("{cells} cells; at least 3 are needed"));
        }
    }
    if nx.checked_mul(ny).is_none_or(|cells| cells > MOST_CELLS) {
        return wrong("grid.cells", format!("{nx} × {ny} cells; at most {MOST_CELLS} in all fit in memory"));
    }
    within("grid.cell_size_m", scenario.grid.cell_size_m, LENGTHS_M)
}

fn water(scenario: &Scenario) -> Result<(), Wrong> {
    let water = &scenario.water;
    within("water.depth_m", water.depth_m, LENGTHS_M)?;
    above_zero("water.density_kg_m3", water.density_kg_m3)?;
    within("water.gravity_m_s2", water.gravity_m_s2, [1e-3, 1e3])?;
    let [width, height] = scenario.size_m();
    for (i, column) in water.column.iter().enumerate() {
        let meets = |[from, to]: [f64; 2], end: f64| to > 0.0 && from < end;
        for (leaf, range, end) in [("x_m", Some(column.x_m), width), ("y_m", column.y_m, height)] {
            if let Some([from, to]) = range.filter(|range| !meets(*range, end)) {
                let message = format!("from {from} to {to} m lies outside the domain of 0 to {end} m");
                return wrong(format!("water.column.{i}.{leaf}"), message);
            }
        }
        above_zero(&format!("water.column.{i}.depth_m"), column.depth_m)?;
        borne(&format!("water.column.{i}.velocity_m_s"), column.velocity_m_s, scenario)?;
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
    let tau = solver.tau;
    if !(tau.is_finite() && tau > 0.5) {
        return wrong("solver.tau", format!("{tau} gives no viscosity; it must be above 0.5 (0.6 is usual)"));
    }
    if tau > GREATEST_TAU {
        return wrong(
            "solver.tau",
            format!("{tau}; it must be above 0.5 and at most {GREATEST_TAU} (0.6 is usual)"),
        );
    }
    if !(0.0..=0.5).contains(&solver.smagorinsky) {
        return wrong("solver.smagorinsky", format!("{}; it must be 0 (none) to 0.5", solver.smagorinsky));
    }
    if solver.policy == Policy::AdaptViscosity && solver.collision != Collision::Bgk {
        let message =
            "\"adapt-viscosity\" is for collision = \"bgk\"; with others it must be \"warn\" or \"stop\"";
        return wrong("solver.policy", message.into());
    }
    let given = [
        ("solver.gravity_number", solver.gravity_number),
        ("solver.fastest_flow_m_s", solver.fastest_flow_m_s),
        ("solver.time_step_s", solver.time_step_s),
    ];
    let mut given = given.into_iter().filter_map(|(key, value)| value.map(|value| (key, value)));
    let (key, value) = match (given.next(), given.next()) {
        (None, _) => return Ok(()),
        (Some(one), None) => one,
        (Some((first, _)), Some((second, _))) => {
            let message = format!(
                "{} is given too, and each sets the time step; remove one (--set {first}= removes it)",
                first.trim_start_matches("solver.")
            );
            return wrong(second, message);
        }
    };
    above_zero(key, value)?;
    if key == "solver.fastest_flow_m_s"
        && let Err(error) = scenario.units_for_flow(value)
    {
        return wrong(key, error.to_string());
    }
    let number = scenario.gravity_number();
    // What was typed as the limit passes, whatever its square root's rounding.
    if number > GREATEST_GRAVITY_NUMBER * (1.0 + 1e-9) {
        let most = scenario.time_step_s() * (GREATEST_GRAVITY_NUMBER / number).sqrt();
        let message = format!(
            "g h / e² is {number:.3} for the greatest depth {} m; BGK is stable up to \
             {GREATEST_GRAVITY_NUMBER} (0.15 is best), which is a time step of at most {most:.3e} s",
            scenario.greatest_depth_m()
        );
        return wrong(key, message);
    }
    Ok(())
}

fn sides(scenario: &Scenario) -> Result<(), Wrong> {
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
    let [width, height] = scenario.size_m();
    for ((name, side), across) in sides.named().into_iter().zip([width, width, height, height]) {
        match side {
            Side::Inflow { velocity_m_s, depth_m } => {
                borne(&format!("sides.{name}.velocity_m_s"), [*velocity_m_s, 0.0], scenario)?;
                depth_m.map_or(Ok(()), |depth| above_zero(&format!("sides.{name}.depth_m"), depth))?;
            }
            Side::Sponge { width_m } => {
                let key = format!("sides.{name}.width_m");
                above_zero(&key, *width_m)?;
                let opposite = match (name, &sides) {
                    ("west", sides) => &sides.east,
                    ("east", sides) => &sides.west,
                    ("south", sides) => &sides.north,
                    (_, sides) => &sides.south,
                };
                let other_m = if let Side::Sponge { width_m } = opposite { *width_m } else { 0.0 };
                if width_m + other_m >= across {
                    let message = format!(
                        "{width_m} m, with {other_m} m of sponge across, fills the domain of {across} m; it must be less"
                    );
                    return wrong(key, message);
                }
            }
            Side::Discharge { discharge_m3_s, ramp_s } => {
                finite(&format!("sides.{name}.discharge_m3_s"), &[*discharge_m3_s])?;
                let key = format!("sides.{name}.ramp_s");
                if !(ramp_s.is_finite() && *ramp_s >= 0.0) {
                    return wrong(key, format!("{ramp_s}; it must be 0 or above"));
                }
            }
            Side::Depth { depth_m } => above_zero(&format!("sides.{name}.depth_m"), *depth_m)?,
            Side::Characteristic { depth_m, velocity_m_s } => {
                above_zero(&format!("sides.{name}.depth_m"), *depth_m)?;
                borne(&format!("sides.{name}.velocity_m_s"), [*velocity_m_s, 0.0], scenario)?;
            }
            Side::Wall(wall) => self::wall(&format!("sides.{name}"), wall)?,
            Side::Periodic {} | Side::Outflow {} => {}
        }
    }
    Ok(())
}

/// Refuses water that moves faster than the lattice bears.
fn borne(key: &str, [u, v]: [f64; 2], scenario: &Scenario) -> Result<(), Wrong> {
    finite(key, &[u, v])?;
    let (speed, most) = (u.hypot(v), scenario.lattice_speed_m_s() * GREATEST_SPEED);
    if speed > most {
        let message = format!("{speed:.3} m/s; at most a third of the lattice speed, {most:.3} m/s");
        return wrong(key, message);
    }
    Ok(())
}

fn wall(key: &str, wall: &Wall) -> Result<(), Wrong> {
    match (wall.scheme, wall.slip) {
        (
            Scheme::Modified | Scheme::Interpolated | Scheme::Extrapolated | Scheme::AsPrinted,
            Slip::FreeSlip,
        ) => {
            let message =
                "is for no-slip walls; with slip = \"free-slip\" it must be \"half-way\" or \"on-grid\"";
            wrong(format!("{key}.scheme"), message.into())
        }
        _ => Ok(()),
    }
}

fn coupling(scenario: &Scenario) -> Result<(), Wrong> {
    let coupling = &scenario.coupling;
    finite("coupling.k_push", &[coupling.k_push])?;
    finite("coupling.k_pull", &[coupling.k_pull])?;
    let tolerance = coupling.rest_tolerance_m;
    if !(tolerance.is_finite() && tolerance >= 0.0) {
        return wrong("coupling.rest_tolerance_m", format!("{tolerance}; it must be 0 or above"));
    }
    let (samples, [nx, ny]) = (coupling.samples_per_side, scenario.grid.cells);
    if samples % 2 == 0 || samples > 15 {
        return wrong("coupling.samples_per_side", format!("{samples}; it must be odd, 1 to 15"));
    }
    if nx * ny * samples * samples > MOST_SAMPLES {
        let message = format!(
            "{samples} × {samples} samples in each of {nx} × {ny} cells; at most {MOST_SAMPLES} in all fit in memory"
        );
        return wrong("coupling.samples_per_side", message);
    }
    Ok(())
}

fn gauges(gauges: &[Gauge], scenario: &Scenario) -> Result<(), Wrong> {
    for (i, gauge) in gauges.iter().enumerate() {
        if gauge.name.is_empty() || gauges[..i].iter().any(|other| other.name == gauge.name) {
            let message = format!("`{}` is empty or taken; each gauge needs a name of its own", gauge.name);
            return wrong(format!("gauge.{i}.name"), message);
        }
        inside(&format!("gauge.{i}.position_m"), gauge.position_m, scenario)?;
    }
    Ok(())
}

fn view(view: &View, scenario: &Scenario) -> Result<(), Wrong> {
    if let Some(name) = view.follow.as_ref().filter(|name| !scenario.body.contains_key(*name)) {
        let names: Vec<&str> = scenario.body.keys().map(String::as_str).collect();
        return wrong("view.follow", format!("no body is called `{name}`; there are [{}]", names.join(", ")));
    }
    finite("view.eye_m", view.eye_m.as_ref().map_or(&[], |eye| &eye[..]))?;
    finite("view.target_m", view.target_m.as_ref().map_or(&[], |target| &target[..]))?;
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
    above_zero("view.vertical_scale", view.vertical_scale)?;
    above_zero("view.every_s", view.every_s)?;
    if view.size.iter().any(|pixels| !(1..=16384).contains(pixels)) {
        return wrong("view.size", format!("{:?} pixels; each must be 1 to 16384", view.size));
    }
    Ok(())
}

fn wrong<T>(key: impl Into<String>, message: String) -> Result<T, Wrong> {
    Err((key.into(), message))
}

fn above_zero(key: &str, value: f64) -> Result<(), Wrong> {
    if value.is_finite() && value > 0.0 { Ok(()) } else { wrong(key, format!("{value}; it must be above 0")) }
}

fn within(key: &str, value: f64, [least, most]: [f64; 2]) -> Result<(), Wrong> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    wrong(key, format!("{value}; it must be above 0, from {least:e} to {most:e}"))
}

fn finite(key: &str, values: &[f64]) -> Result<(), Wrong> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => wrong(key, format!("{value}; it must be a finite number")),
        None => Ok(()),
    }
}

fn inside(key: &str, [x, y]: [f64; 2], scenario: &Scenario) -> Result<(), Wrong> {
    let [width, height] = scenario.size_m();
    if (0.0..=width).contains(&x) && (0.0..=height).contains(&y) {
        return Ok(());
    }
    wrong(key, format!("[{x}, {y}] is outside the domain; it must be within [0, 0] and [{width}, {height}]"))
}
