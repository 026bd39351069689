//! Setting up a world.

use hydro_forces::waves as formula;
use lbm_core::{Collision, Trouble};

use super::books::Books;
use super::clock::Clock;
use super::readings::Readings;
use super::{Findings, Identity, World, foresee, idle_keys};
use crate::air::Air;
use crate::bodies::{Bodies, solid_warnings};
use crate::coupling::{Coupling, Projection};
use crate::scenario::{CouplingMode, Kind, Scenario, Side, Wave, WaveMaker};
use crate::water::{Solids, Water};
use crate::{Error, memory};

/// Relaxation time of air without eddy viscosity below which the user is warned: that of the shipped plumes, which have some.
const LOW_AIR_TAU: f64 = 0.505;

/// Steps beyond which a run is warned of: at a thousand a second they take eleven days.
const MANY_STEPS: f64 = 1e9;

impl World {
    /// Sets up a scenario at its start.
    ///
    /// # Errors
    /// [`Error`], with the key that is wrong: meshes are read here, and each crate checks its parameters.
    pub fn new(scenario: &Scenario) -> Result<Self, Error> {
        memory::fits(scenario)?;
        let mut warnings = Vec::new();
        let tau = scenario.solver.tau;
        if tau < Collision::LOWEST_KNOWN_TAU {
            warnings.push(format!(
                "solver.tau: {tau} leaves hardly any viscosity; 0.6 is usual, and each operator is stable only in slow flow below {}",
                Collision::LOWEST_KNOWN_TAU
            ));
        }
        if let Some(air) = scenario.air.as_ref().filter(|air| air.tau < LOW_AIR_TAU && air.smagorinsky == 0.0)
        {
            warnings.push(format!(
                "air.tau: {} leaves hardly any viscosity, and without eddies (air.smagorinsky) the air becomes unstable as soon as it is sheared; \
                 take at least {LOW_AIR_TAU}, or an air.smagorinsky of 0.1",
                air.tau
            ));
        }
        let steps = scenario.duration_s / scenario.time_step_s();
        if steps > MANY_STEPS {
            let days = steps / 1e3 / 86_400.0;
            warnings.push(format!(
                "duration_s: {steps:.1e} steps, {days:.0} days at a thousand a second; end it sooner, or take greater cells (grid.cell_size_m)"
            ));
        }
        warnings.extend(idle_keys::warnings(scenario));
        let mut of_bodies = Vec::new();
        let mut bodies = Bodies::new(scenario, &mut of_bodies)?;
        let raised = bodies.stand(scenario, &mut of_bodies)?;
        let scenario = raised.as_ref().unwrap_or(scenario);
        warnings.extend(reflecting_sides(scenario));
        warnings.extend(waves(scenario));
        warnings.extend(steep_bed(scenario));
        warnings.extend(fast_series(scenario)?);
        warnings.extend(wave_makers(scenario));
        warnings.extend(ebbs(scenario));
        warnings.extend(of_bodies);
        let mut projection = Projection::new(scenario)?;
        projection.place(&bodies);
        let mut solids = Solids::new(scenario, *projection.grid(), |n| bodies.is_no_wall(n))?;
        solids.update(&bodies.outlines(), || projection.mask(), bodies.solid_motions());
        let mut water = Water::new(scenario, solids)?;
        let units = water.fluid.lattice.units();
        warnings.extend(solid_warnings(scenario, units, &water.solids.labels, bodies.iter())?);
        warnings.extend(foresee::warnings(scenario, &water, &bodies));
        warnings.extend(foresee::paths(scenario, (&water, &projection), &mut bodies)?);
        let coupling = Coupling::new(scenario, &water);
        // Solids and sides that are too fast were rejected above, by the greatest speed of their motion: from here on they have that of the start.
        bodies.drive(0.0, None);
        water.start(bodies.solid_motions())?;
        let air = Air::new(scenario, &bodies.outlines(), |body, at_m| bodies.point_m(body, at_m))?;
        let readings = Readings::new(scenario, &water);
        let mut world = Self {
            identity: Identity { title: scenario.title.as_str().into(), fingerprints: Vec::new() },
            clock: Clock::new(scenario.time_step_s()),
            water,
            air,
            bodies,
            projection,
            coupling,
            readings,
            books: Books::default(),
            findings: Findings { warnings, ..Findings::default() },
        };
        world.identity.fingerprints = world.fingerprints_of(scenario)?;
        world.projection.find_wet_section(world.coupling.mode, &world.bodies, &world.water.levels());
        if world.coupling.mode == CouplingMode::Conservative {
            let World { coupling, projection, bodies, water, findings, .. } = &mut world;
            if let Err(why) = coupling.start(projection, bodies, water) {
                findings.warn(format!("the run will end: {why}"));
            }
        }
        world.findings.max_froude = world.refresh_fields();
        world.bodies.compute_forces(&world.water);
        world.findings.extend(foresee::starts(&world.water, &world.bodies));
        world.readings.transects.record((&world.water, &world.coupling), 0, 0.0);
        world.books.open(&world.water, &world.bodies, &world.coupling);
        if let Some(Trouble { cell, cause, .. }) = world.check_stability() {
            world.findings.warn(format!("the run will end: cell {cell:?} is {cause}"));
        }
        world.warn_of_entries(scenario)?;
        world.enter_due();
        world.findings.of_set_up = world.findings.warnings.len();
        Ok(world)
    }
}

/// Fraction of the energy of waves that a side may send back without a warning.
const REFLECTED: f64 = 0.01;

/// Warnings of open sides that send back the waves of the scenario's bodies.
fn reflecting_sides(scenario: &Scenario) -> Vec<String> {
    let mut bodies = scenario.body.iter();
    let Some((name, _)) = bodies.find(|(_, body)| !matches!(body.kind(), Kind::Fixed(_))) else {
        return Vec::new();
    };
    let warning = |(name_of_side, side): (&str, &Side)| {
        let kind = side.kind_at(0.0, scenario.lowest_m(), scenario.water.gravity_m_s2);
        let back = kind.reflected_energy();
        let instead = match side {
            Side::Outflow {} => {
                "they also pump water out there; \"characteristic\" or \"sponge\" lets them leave"
            }
            Side::Inflow { .. } | Side::Discharge { .. } => {
                "\"characteristic\" with the stream's level_m and velocity_m_s lets them leave"
            }
            _ => "\"characteristic\" or \"sponge\" lets them leave",
        };
        let percent = 100.0 * back;
        (kind.is_open() && back > REFLECTED).then(|| {
            format!(
                "sides.{name_of_side}.kind: body.{name} makes waves, and head on in still water this side sends back {percent:.0} % of \
                 their energy; {instead}"
            )
        })
    };
    scenario.sides.named().into_iter().filter_map(warning).collect()
}

/// Warnings of waves by formula that break, or that pass through the scenario's solids.
fn waves(scenario: &Scenario) -> Vec<String> {
    let mut warnings = Vec::new();
    let depth_m = scenario.depth_m();
    for (i, wave) in scenario.wave.iter().enumerate() {
        let Ok(train) = wave.on(depth_m, scenario.water.gravity_m_s2) else { continue };
        if let Some(times) = train.steepness().filter(|times| *times > 1.0) {
            warnings.push(format!(
                "wave.{i}.amplitude_m: {times:.2} times that of the highest wave of its length that does not break on water {depth_m} m \
                 deep; no such wave exists, and the formula is off"
            ));
        } else if let Some(part) =
            train.second_harmonic().filter(|part| *part > formula::Wave::GREATEST_HARMONIC)
        {
            warnings.push(format!(
                "wave.{i}: its second harmonic is {part:.2} times the first, where Stokes' expansion holds up to {:.2}: it is too long for water {depth_m} m \
                 deep, and has a crest in its trough; take a smaller length_m or amplitude_m, kind = \"airy\", or cnoidal waves of a \
                 characteristic side (sides.SIDE.wave)",
                formula::Wave::GREATEST_HARMONIC
            ));
        }
        if let Some(slope) = train.flank().filter(|slope| *slope > formula::Wave::STEEPEST_FLANK) {
            warnings.push(format!(
                "wave.{i}: its crests rise by up to {:.0}°, where those of water break beyond 30°; take a lower amplitude_m, a greater length_m, \
                 or a power from 1 up that is smaller",
                slope.atan().to_degrees()
            ));
        }
    }
    if let Some(times) = together(scenario).filter(|_| warnings.is_empty()) {
        warnings.push(format!(
            "wave: where the crests of all trains meet they are {times:.2} times as high as the highest waves of their lengths that do not \
             break on water {depth_m} m deep; take lower ones"
        ));
    }
    for (i, wave) in scenario.wave.iter().enumerate() {
        warnings.extend(over_bed(scenario, i, wave));
    }
    if let Some(solid) = passed_by_waves(scenario).filter(|_| !scenario.wave.is_empty()) {
        warnings.push(format!(
            "wave: waves by formula pass through {solid} and all that is solid unchanged: there is neither shelter behind it nor \
             reflection before it, nor a force of them on what is fixed or driven; those of a characteristic side (sides.SIDE.wave) are reflected"
        ));
    }
    warnings
}

/// Obstacles that waves by formula pass through: the first solid body of a scenario and the walls of its domain, if there are any.
pub fn passed_by_waves(scenario: &Scenario) -> Option<String> {
    let solid = scenario.body.iter().find(|(_, body)| !body.is_afloat());
    let body = solid.map(|(name, _)| format!("body.{name}"));
    let walls = scenario.sides.named().into_iter().filter(|(_, side)| matches!(side, Side::Wall(_)));
    let walls: Vec<&str> = walls.map(|(name, _)| name).collect();
    let walls = (!walls.is_empty()).then(|| format!("the walls of the domain ({})", walls.join(", ")));
    let all: Vec<String> = body.into_iter().chain(walls).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Heights of all wave trains by formula over the greatest of their lengths that do not break, one on another, where that is more
/// than one.
fn together(scenario: &Scenario) -> Option<f64> {
    let (depth_m, gravity_m_s2) = (scenario.depth_m(), scenario.water.gravity_m_s2);
    let trains = scenario.wave.iter().filter_map(|wave| wave.on(depth_m, gravity_m_s2).ok());
    let times: f64 = trains.filter_map(|train| train.steepness()).sum();
    (times > 1.0).then_some(times)
}

/// Greatest change of the speed of a wave by formula, as a fraction of it, over a bed for which the formula still holds.
const FLAT: f64 = 0.1;

/// Warning of a wave by formula over a bed that would change it.
fn over_bed(scenario: &Scenario, i: usize, wave: &Wave) -> Option<String> {
    let [_, high_m] = scenario.heights.as_ref()?.range_m;
    let (deepest_m, shallowest_m) = (scenario.depth_m(), scenario.water.level_m - high_m);
    let period_s = |depth_m: f64| Some(wave.on(depth_m, scenario.water.gravity_m_s2).ok()?.period_s());
    // One of the same length is slower by as much as its period is longer.
    let off = 1.0 - period_s(deepest_m)? / period_s(shallowest_m)?;
    (off > FLAT).then(|| {
        format!(
            "wave.{i}: it runs as over a level bed {deepest_m:.3} m below the still level; over this one the water is {shallowest_m:.3} to \
             {deepest_m:.3} m deep, and where it is shallowest a wave of its length would run {:.0} % slower than where it is deepest, bend, and grow: \
             the formula knows none of that",
            100.0 * off
        )
    })
}

/// Greatest difference of depth between two cells, as a fraction of the lesser depth, over which the flow is resolved.
const STEEP: f64 = 0.5;

/// Warning of a bed that changes too much from cell to cell.
fn steep_bed(scenario: &Scenario) -> Option<String> {
    let heights = scenario.heights.as_ref()?;
    let [nx, ny] = heights.cells;
    let depth_m = |k: usize| scenario.water.level_m - f64::from(heights.bed_m[k]);
    let pairs = (0..nx * ny).flat_map(|k| {
        let (east, north) = ((k % nx + 1 < nx).then(|| k + 1), (k / nx + 1 < ny).then(|| k + nx));
        east.into_iter().chain(north).map(move |other| (k, other))
    });
    let steepness = |(a, b): (usize, usize)| {
        let [a, b] = [depth_m(a), depth_m(b)];
        (a - b).abs() / a.min(b)
    };
    let (k, most) =
        pairs.map(|pair| (pair.0, steepness(pair))).reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    (most > STEEP).then(|| {
        format!(
            "bed: at cell [{}, {}] the depth of {:.3} m changes by {:.0} % from cell to cell; still water stays at rest there, but a flow \
             is not resolved: take smaller cells (grid.cell_size_m), a smoother bed, or a larger water.least_depth_m",
            k % nx,
            k / nx,
            depth_m(k),
            100.0 * most
        )
    })
}

/// Cells that the front of a wave is long, at least, that the lattice carries.
const FRONT_CELLS: f64 = 10.0;

/// Change of the depth, as a fraction of it, below which a wave's front may be shorter.
const SLIGHT: f64 = 0.01;

/// Warnings of values of sides over time that change faster than the lattice carries, or that start with a leap.
fn fast_series(scenario: &Scenario) -> Result<Vec<String>, Error> {
    let units = scenario.units()?;
    let depth_m = scenario.depth_m();
    let celerity_m_s = units.wave_speed_m_s(depth_m);
    let least_s = FRONT_CELLS * scenario.grid.cell_size_m / celerity_m_s;
    let mut warnings = Vec::new();
    for (name, side) in scenario.sides.named().into_iter().filter(|(_, side)| side.series().is_some()) {
        let height_m = |time_s: f64| {
            let flow_m_s = side.velocity_m_s(time_s).unwrap_or_default();
            [side.level_m(time_s).unwrap_or(scenario.water.level_m), units.wave_height_m(flow_m_s, depth_m)]
        };
        let change_m = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        let at_rest = [scenario.water.level_m, 0.0];
        let leap_m = change_m(at_rest, height_m(0.0));
        if leap_m > SLIGHT * depth_m && scenario.water.column.is_empty() {
            warnings.push(format!(
                "sides.{name}.series: at the start it is {leap_m:.3} m of level, or the flow of a wave of that height, from the water at rest, \
                 which a bore then makes up for; begin with the still level and no flow"
            ));
        }
        let fast = side.times_s().windows(2).find(|pair| {
            let change_m = change_m(height_m(pair[0]), height_m(pair[1]));
            change_m > SLIGHT * depth_m && (pair[1] - pair[0]) < least_s
        });
        if let Some([from_s, to_s]) = fast.and_then(|pair| <[f64; 2]>::try_from(pair).ok()) {
            warnings.push(format!(
                "sides.{name}.series: from t = {from_s} to {to_s} s it changes by {:.3} m of level, or the flow of a wave of that height: a \
                 front shorter than {FRONT_CELLS} cells, which the lattice does not carry; let it take at least {least_s:.3} s",
                change_m(height_m(from_s), height_m(to_s))
            ));
        }
    }
    Ok(warnings)
}

/// Height of the highest wave on shallow water over its depth (McCowan 1891).
const BREAKS: f64 = 0.78;

/// Warnings of waves made at sides that break, that come too late, or that start with a leap.
fn wave_makers(scenario: &Scenario) -> Vec<String> {
    let (depth_m, mut warnings) = (scenario.depth_m(), Vec::new());
    for (name, side) in scenario.sides.named() {
        let Some(wave) = side.wave() else { continue };
        let Ok(maker) = wave.on(depth_m, scenario.water.gravity_m_s2) else { continue };
        let [trough_m, crest_m] = maker.range_m();
        let height_m = crest_m - trough_m;
        // The bounds of irregular waves are those of crests that never meet.
        if height_m > BREAKS * depth_m && !matches!(wave, WaveMaker::Irregular { .. }) {
            warnings.push(format!(
                "sides.{name}.wave.height_m: waves of {height_m:.3} m break on water {depth_m:.3} m deep, and the lattice makes bores of them: take at \
                 most {:.3} m",
                BREAKS * depth_m
            ));
        }
        warnings.extend(wave.period_s().and_then(|period_s| {
            not_long(period_s, depth_m, scenario.water.gravity_m_s2)
                .map(|why| format!("sides.{name}.wave.period_s: {why}"))
        }));
        let WaveMaker::Solitary { height_m, crest_s: Some(crest_s) } = *wave else { continue };
        let start_m = maker.eta_m(0.0);
        if start_m > SLIGHT * height_m {
            warnings.push(format!(
                "sides.{name}.wave.crest_s: at the start the wave already stands {start_m:.3} m high at the side, and comes in with a leap: give it a later \
                 time, or leave it out"
            ));
        }
        if crest_s > scenario.duration_s {
            warnings.push(format!(
                "sides.{name}.wave.crest_s: the crest comes at t = {crest_s} s, after the end of the run at {} s (duration_s)",
                scenario.duration_s
            ));
        }
    }
    warnings
}

/// Least period of waves that are long beside the depth `h`, in `√(h/g)`: there a long wave is 10 % faster than a real one, of small height.
const LONG: f64 = 8.53;

/// Why waves of a period are not long beside a depth, if they are not.
fn not_long(period_s: f64, depth_m: f64, gravity_m_s2: f64) -> Option<String> {
    let least_s = LONG * (depth_m / gravity_m_s2).sqrt();
    let [real_m_s, own_m_s] =
        [formula::celerity_m_s(period_s, depth_m, gravity_m_s2), (gravity_m_s2 * depth_m).sqrt()];
    (period_s < least_s).then(|| {
        format!(
            "waves of {period_s} s are {:.1} m long on water {depth_m:.3} m deep and run at {real_m_s:.1} m/s; here they are {:.1} m long and run at \
             {own_m_s:.1} m/s, as long waves do: take at least {least_s:.1} s, from which on that is off by less than 10 %, or shallower water",
            real_m_s * period_s,
            own_m_s * period_s,
        )
    })
}

/// Warnings of levels at sides that leave a part of the bed dry when they reach it, and of constant ones far from the still level.
fn ebbs(scenario: &Scenario) -> Vec<String> {
    let still_m = scenario.water.level_m;
    let mut warnings = Vec::new();
    for (name, side) in scenario.sides.named() {
        let levels_m = side.times_s().iter().filter_map(|time_s| side.level_m(*time_s));
        let Some(lowest_m) = levels_m.reduce(f64::min) else { continue };
        let key = if side.series().is_some() { "series.level_m" } else { "level_m" };
        let leap_m = (lowest_m - still_m).abs();
        let leaps = side.series().is_none() && scenario.water.column.is_empty();
        if leaps && leap_m > SLIGHT * scenario.depth_m() {
            warnings.push(format!(
                "sides.{name}.{key}: {lowest_m} m are {leap_m:.3} m from the still level of {still_m} m: a bore makes up for it; begin with \
                 that level (water.level_m), or let it change over time (sides.{name}.series)"
            ));
        }
        let Some(heights) = &scenario.heights else { continue };
        let [nx, _] = heights.cells;
        let beds = heights.bed_m.iter().enumerate();
        let Some((k, bed_m)) = beds.reduce(|a, b| if b.1 > a.1 { b } else { a }) else { continue };
        if lowest_m <= f64::from(*bed_m) {
            warnings.push(format!(
                "sides.{name}.{key}: the level falls to {lowest_m} m; the bed reaches {bed_m:.3} m in cell [{}, {}], and the run ends where \
                 a cell falls dry: let the level stay above the bed, or keep more water over it (water.least_depth_m)",
                k % nx,
                k / nx
            ));
        }
    }
    warnings
}
