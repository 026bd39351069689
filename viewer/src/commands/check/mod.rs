mod body;
mod regime;

use std::fmt::Write;

use crate::commands::cli::Selection;
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::sim::scenario::{AirSide, Position, Scenario, Side, Slip, UnderHull, Wall, Wave};
use crate::sim::{self, Replay, World, memory};

/// Reads a scenario with its meshes, sets up its world, and describes what would be simulated.
///
/// # Errors
///
/// [`Failure`] with the file, the key and what would be right.
pub fn check(selection: &Selection) -> Result<String, Failure> {
    let (scenario, deeds) = selection.load_run()?;
    let free = memory::free_bytes();
    let world = selection.world(&scenario)?;
    if selection.quiet {
        return Ok(String::new());
    }
    terminal::warnings(world.warnings());
    let mut text = String::new();
    if Replay::is_named(&selection.scenario) {
        let (name, steps) = (&scenario.origin.name, selection.steps(&scenario));
        let deeds = match deeds.len() {
            1 => "1 deed by hand".to_owned(),
            count => format!("{count} deeds by hand"),
        };
        let length_s = steps as f64 * scenario.time_step_s();
        text += &format!(
            "{}: a replay of {name}, {length_s:.3} s in {steps} steps, with {deeds}\n\n",
            selection.scenario
        );
    }
    describe(&mut text, selection, &scenario, (&world, free)).expect("a string takes all text");
    Ok(text)
}

fn describe(
    text: &mut String,
    selection: &Selection,
    scenario: &Scenario,
    (world, free): (&World, Option<[u64; 2]>),
) -> std::fmt::Result {
    let Scenario { title, description, source, grid, water, solver, coupling, .. } = scenario;
    let source = if source.is_empty() { String::new() } else { format!(" ({source})") };
    writeln!(text, "{title}{source}\n{description}\n")?;
    let ([nx, ny], [width, height]) = (grid.cells, scenario.size_m());
    writeln!(text, "grid      {nx} × {ny} cells of {} m, {width} × {height} m", grid.cell_size_m)?;
    writeln!(
        text,
        "water     still level at {} m, {} kg/m³, gravity {} m/s²",
        water.level_m, water.density_kg_m3, water.gravity_m_s2
    )?;
    if let Some(heights) = &scenario.heights {
        let [low_m, high_m] = heights.range_m;
        writeln!(
            text,
            "bed       {} parts, heights {low_m:.3} to {high_m:.3} m, still water {:.3} to {:.3} m deep",
            scenario.bed.len(),
            water.level_m - high_m,
            water.level_m - low_m
        )?;
    }
    forces(text, scenario)?;
    for column in &water.column {
        let [from, to] = column.x_m;
        writeln!(text, "          a level of {} m at the start for x from {from} to {to} m", column.level_m)?;
    }
    let (step, e) = (scenario.time_step_s(), scenario.lattice_speed_m_s());
    let (collision, tau, viscosity) = (word(&solver.collision), solver.tau, scenario.viscosity_m2_s());
    let bulk = solver.bulk_tau.map_or(String::new(), |bulk_tau| format!(", bulk_tau {bulk_tau}"));
    writeln!(text, "solver    {collision}, tau {tau}{bulk}, viscosity {viscosity:.4} m²/s")?;
    damping(text, scenario)?;
    writeln!(
        text,
        "step      {:.4} ms, lattice speed {e:.3} m/s, gravity number {:.4}, stable up to Froude number {:.2}",
        1e3 * step,
        scenario.gravity_number(),
        world.stable_froude(scenario.greatest_depth_m())
    )?;
    let steps = selection.steps(scenario);
    writeln!(text, "duration  {:.4} s, {steps} steps", steps as f64 * step)?;
    air(text, scenario)?;
    let sides: Vec<_> =
        scenario.sides.named().iter().map(|(name, side)| format!("{name} {}", words(side))).collect();
    writeln!(text, "sides     {}", sides.join(", "))?;
    for (i, wave) in scenario.wave.iter().enumerate() {
        waves(text, scenario, i, wave)?;
    }
    let mut bodies = (1..).zip(world.bodies().zip(world.meshes()).zip(scenario.bodies())).peekable();
    while let Some((label, ((state, mesh), (_, body)))) = bodies.next() {
        // Of copies the first is described.
        let mut last = None;
        while let Some((_, ((copy, _), _))) =
            bodies.next_if(|(_, ((other, _), (_, of)))| body::is_copy((&state.name, body), (&other.name, of)))
        {
            last = Some(copy.name);
        }
        let Some(hull) = world.hull(label) else { continue };
        body::describe(text, scenario, body, (&state, &mesh, hull), last.as_deref())?;
        if body.is_afloat() {
            regime::describe(text, (scenario, world), (body, label, &state), (&mesh, hull))?;
        }
    }
    for (name, body) in scenario.bodies() {
        if let Some(at_s) = body.enters_at_s {
            let Position { x_m, y_m, .. } = body.position_m;
            writeln!(text, "          {name} is let down on to the water at {at_s} s, at [{x_m}, {y_m}] m")?;
        }
    }
    let lines: usize = scenario.body.values().map(|body| body.mooring.len()).sum();
    if world.joints().next().is_some() {
        let released = released(scenario);
        writeln!(text, "joints    {}, mooring lines {lines}{released}", scenario.joint.len())?;
    }
    if !scenario.body.is_empty() {
        let mode = word(&coupling.mode);
        let lids = if coupling.hull == UnderHull::Lid { ", hulls are rigid lids" } else { "" };
        writeln!(text, "coupling  {mode}{lids}, {0} × {0} samples a cell", coupling.samples_per_side)?;
    }
    let gauges: Vec<_> =
        scenario.gauge.iter().map(|gauge| format!("{} at {:?} m", gauge.name, gauge.position_m)).collect();
    if !gauges.is_empty() {
        writeln!(text, "gauges    {}", gauges.join(", "))?;
    }
    let needed = memory::gigabytes(memory::needed_bytes(scenario, world.hull_triangles()));
    let of = free.map(|bytes| bytes.map(memory::gigabytes));
    let of = of.map_or(String::new(), |[free, all]| format!("; {free} of {all} are free"));
    writeln!(text, "memory    about {needed}{of}")?;
    writeln!(text, "{}", terminal::count_of_warnings(world.warnings()))
}

/// Length of the waves of which the damping is told, in cells.
const WAVE_CELLS: f64 = 40.0;

/// How far waves get until viscosity has taken a tenth of their height.
fn damping(text: &mut String, scenario: &Scenario) -> std::fmt::Result {
    let length_m = WAVE_CELLS * scenario.grid.cell_size_m;
    let [rate_1_s, _] = scenario.wave_damping_1_s(length_m);
    let tenth_s = -(0.9_f64).ln() / rate_1_s;
    let speed_m_s = scenario.gravity_number().sqrt() * scenario.lattice_speed_m_s();
    writeln!(
        text,
        "          of waves {WAVE_CELLS} cells long, {length_m} m, it takes a tenth of the height in {tenth_s:.3} s, {:.3} m; of waves twice as long in 4 times that",
        tenth_s * speed_m_s
    )
}

/// How many joints and mooring lines are let go, and the first of them.
fn released(scenario: &Scenario) -> String {
    let joints = scenario.joint.iter().map(|joint| (joint.released_at_s, joint.name.clone()));
    let lines = scenario.bodies().into_iter().flat_map(|(name, body)| {
        let lines = body.mooring.iter().enumerate();
        lines.map(move |(n, line)| (line.released_at_s, format!("{name}.mooring.{n}")))
    });
    let released = joints.chain(lines).filter_map(|(at_s, name)| Some((at_s?, name)));
    let all: Vec<(f64, String)> = released.collect();
    let first = all.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    first.map_or(String::new(), |(at_s, name)| {
        format!("; {} released, `{name}` first, at {at_s} s", all.len())
    })
}

/// A train of waves by formula, and what it passes through.
fn waves(text: &mut String, scenario: &Scenario, i: usize, wave: &Wave) -> std::fmt::Result {
    let (Wave::Crests { amplitude_m, length_m, towards_deg, .. }
    | Wave::Airy { amplitude_m, length_m, towards_deg, .. }
    | Wave::Stokes { amplitude_m, length_m, towards_deg, .. }) = *wave;
    let kind = match wave {
        Wave::Crests { .. } => "crests",
        Wave::Airy { .. } => "airy",
        Wave::Stokes { .. } => "stokes",
    };
    let period = wave.on(scenario.depth_m(), scenario.water.gravity_m_s2).map(|train| train.period_s());
    let period = period.map_or(String::new(), |period_s| format!(", period {period_s:.3} s"));
    let through = sim::passed_by_waves(scenario).unwrap_or_else(|| "nothing solid".into());
    writeln!(
        text,
        "wave.{i}    {kind} by formula, amplitude {amplitude_m} m, length {length_m} m{period}, towards {towards_deg}°; passes through {through}"
    )
}

/// A choice as the file has it, such as `central-moments`.
fn word(choice: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(choice).unwrap_or_default();
    value.as_str().unwrap_or_default().into()
}

/// Friction, wind and rotation, if there are any.
fn forces(text: &mut String, scenario: &Scenario) -> std::fmt::Result {
    if let Some(friction) = &scenario.friction {
        writeln!(text, "friction  Manning's n {} s/m^⅓", friction.manning_s_m13)?;
    }
    if let Some(wind) = &scenario.wind {
        writeln!(text, "wind      {} m/s towards {}°", wind.speed_m_s, wind.towards_deg)?;
    }
    match scenario.coriolis.map(|of| (of.latitude_deg, of.parameter_1_s)) {
        Some((Some(latitude_deg), _)) => writeln!(text, "coriolis  latitude {latitude_deg}°"),
        Some((None, Some(parameter))) => writeln!(text, "coriolis  f {parameter} 1/s"),
        _ => Ok(()),
    }
}

/// The air, if there is any.
fn air(text: &mut String, scenario: &Scenario) -> std::fmt::Result {
    let Some(air) = &scenario.air else { return Ok(()) };
    let ([nx, ny, nz], [x, y, z], step_s) = (air.cells, air.size_m(), scenario.time_step_s());
    let rounded = |length: f64| (1e6 * length).round() / 1e6;
    writeln!(
        text,
        "air       {nx} × {ny} × {nz} cells of {} m, {} × {} × {} m",
        air.cell_size_m,
        rounded(x),
        rounded(y),
        rounded(z)
    )?;
    let on = |body: &Option<String>| {
        body.as_ref().map_or_else(|| "m".to_owned(), |name| format!("m in the frame of body.{name}"))
    };
    writeln!(
        text,
        "          {} steps of {:.4} ms in one of the water, viscosity {:.2e} m²/s, carries {:.3} m/s",
        air.steps_a_step(step_s),
        1e3 * air.step_s(step_s),
        air.viscosity_m2_s(step_s),
        air.carries_m_s(step_s)
    )?;
    let sides: Vec<_> =
        air.sides.named().iter().map(|(name, side)| format!("{name} {}", air_words(side))).collect();
    writeln!(text, "          {}", sides.join(", "))?;
    for source in &air.source {
        let (rate, at, radius) = (source.smoke_m3_s, source.position_m, source.radius_m);
        writeln!(text, "          smoke {rate} m³/s at {at:?} {}, radius {radius} m", on(&source.body))?;
    }
    for of in &air.particles {
        let falls_m_s = of.falls_m_s(&air.units(step_s), scenario.water.gravity_m_s2);
        let (per_s, rate, lasts_s, at) = (of.per_s, of.kg_s, of.lasts_s, of.position_m);
        writeln!(
            text,
            "          {per_s} particles a second for {lasts_s} s, {rate} kg/s at {at:?} {}, which fall at {falls_m_s:.3} m/s",
            on(&of.body)
        )?;
    }
    Ok(())
}

fn air_words(side: &AirSide) -> String {
    match side {
        AirSide::Wall {} => "wall".into(),
        AirSide::Periodic {} => "periodic".into(),
        AirSide::Open { .. } => "open".into(),
        AirSide::Inflow { velocity_m_s, .. } => format!("inflow {velocity_m_s:?} m/s"),
    }
}

fn words(side: &Side) -> String {
    let shown = |value: Option<f64>, unit: &str| {
        value.map_or("by its series".into(), |value| format!("{value} {unit}"))
    };
    match side {
        Side::Wall(Wall { slip: Slip::NoSlip, .. }) => "no-slip wall".into(),
        Side::Wall(Wall { slip: Slip::FreeSlip, .. }) => "free-slip wall".into(),
        Side::Periodic {} => "periodic".into(),
        Side::Inflow { velocity_m_s, level_m: None, .. } => format!("inflow {}", shown(*velocity_m_s, "m/s")),
        Side::Inflow { velocity_m_s, level_m: Some(level), .. } => {
            format!("inflow {}, at a level of {level} m", shown(*velocity_m_s, "m/s"))
        }
        Side::Outflow {} => "outflow".into(),
        Side::Discharge { discharge_m3_s, .. } => format!("discharge {}", shown(*discharge_m3_s, "m³/s")),
        Side::Level { level_m: Some(level_m), .. } => format!("held at {level_m} m"),
        Side::Level { level_m: None, .. } => "level by its series".into(),
        Side::Characteristic { level_m: Some(level_m), .. } => format!("open to waves, {level_m} m"),
        Side::Characteristic { level_m: None, .. } => "open to waves, level by its series".into(),
        Side::Sponge { width_m } => format!("sponge {width_m} m"),
    }
}
