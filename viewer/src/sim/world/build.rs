//! Setting up a world.

use glam::DVec2;
use lbm_core::Trouble;

use super::books::Books;
use super::clock::Clock;
use super::gauges::Gauge;
use super::transects::Transect;
use super::{Findings, World, foresee};
use crate::sim::bodies::{Bodies, solid_warnings};
use crate::sim::coupling::{Coupling, Projection};
use crate::sim::scenario::{CouplingMode, Kind, Scenario};
use crate::sim::water::{Solids, Water};
use crate::sim::{Error, memory};

/// Relaxation time below which the user is warned of low viscosity.
const LOW_TAU: f64 = 0.505;

impl World {
    /// Sets up a scenario at its start.
    ///
    /// # Errors
    /// [`Error`], with the key that is wrong: meshes are read here, and each crate checks its parameters.
    pub fn new(scenario: &Scenario) -> Result<Self, Error> {
        memory::fits(scenario)?;
        let mut warnings = Vec::new();
        let tau = scenario.solver.tau;
        if tau < LOW_TAU {
            warnings.push(format!(
                "solver.tau: {tau} leaves hardly any viscosity; 0.6 is usual, and each operator is stable only in slow flow below {LOW_TAU}"
            ));
        }
        warnings.extend(reflecting_sides(scenario));
        warnings.extend(waves(scenario));
        let mut bodies = Bodies::new(scenario, &mut warnings)?;
        let mut projection = Projection::new(scenario)?;
        let outlines = bodies.outlines();
        projection.rasterize(&outlines)?;
        let mut solids = Solids::new(scenario, *projection.mask.grid())?;
        solids.update(&outlines, &projection.mask, bodies.solid_motions());
        let water = Water::new(scenario, solids)?;
        let units = water.fluid.lattice.units();
        warnings.extend(solid_warnings(scenario, units, &water.solids.labels, bodies.iter())?);
        warnings.extend(foresee::warnings(&water, &bodies));
        let coupling = Coupling::new(scenario, &water);
        // Solids too fast were rejected above, by the greatest speed of their motion.
        bodies.drive(0.0);
        let gauges = scenario.gauge.iter();
        let transects = scenario.transect.iter().map(|given| Transect::new(given, &water)).collect();
        let mut world = Self {
            title: scenario.title.as_str().into(),
            clock: Clock::new(scenario.time_step_s()),
            water,
            bodies,
            projection,
            coupling,
            gauges: gauges
                .map(|gauge| Gauge { name: gauge.name.clone(), at_m: DVec2::from_array(gauge.position_m) })
                .collect(),
            transects,
            books: Books::default(),
            findings: Findings { warnings, ..Findings::default() },
            fingerprint: 0,
        };
        world.fingerprint = world.fingerprint_of(scenario)?;
        let any_afloat = world.bodies.any_afloat();
        world.projection.find_wet_section(world.coupling.mode, any_afloat, &world.water);
        if world.coupling.mode == CouplingMode::Conservative {
            let World { coupling, projection, bodies, water, findings, .. } = &mut world;
            if let Err(why) = coupling.start(projection, bodies, water) {
                findings.warn(format!("the run will end: {why}"));
            }
            world.refresh_fields();
        }
        world.bodies.compute_forces(&world.water);
        world.transects.iter_mut().for_each(|line| line.record(&world.water, &world.coupling, 0.0));
        world.findings.max_froude = world.water.fluid.max_froude();
        world.books.open(&world.water, &world.bodies, &world.coupling);
        if let Some(Trouble { cell, cause, .. }) = world.check_stability() {
            world.findings.warn(format!("the run will end: cell {cell:?} is {cause}"));
        }
        world.findings.of_set_up = world.findings.warnings.len();
        Ok(world)
    }
}

/// Warnings of outlets that send back the waves of the scenario's bodies.
fn reflecting_sides(scenario: &Scenario) -> Vec<String> {
    let mut bodies = scenario.body.iter();
    let Some((name, _)) = bodies.find(|(_, body)| !matches!(body.kind(), Kind::Fixed(_))) else {
        return Vec::new();
    };
    let faults =
        scenario.sides.named().into_iter().filter_map(|(side, of)| Some((side, of.fault_with_waves()?)));
    let text = |(side, fault)| {
        format!(
            "sides.{side}.kind: body.{name} makes waves, and this side {fault}; \"characteristic\" or \"sponge\" lets them leave"
        )
    };
    faults.map(text).collect()
}

/// Warnings of waves by formula that break, or that pass through the scenario's solids.
fn waves(scenario: &Scenario) -> Vec<String> {
    let mut warnings = Vec::new();
    let water = &scenario.water;
    for (i, wave) in scenario.wave.iter().enumerate() {
        let steepness = wave.on(water.depth_m, water.gravity_m_s2).ok().and_then(|wave| wave.steepness());
        if let Some(times) = steepness.filter(|times| *times > 1.0) {
            warnings.push(format!(
                "wave.{i}.amplitude_m: {times:.2} times that of the highest wave of its length that does not break on water {} m \
                 deep; no such wave exists, and the formula is off",
                water.depth_m
            ));
        }
    }
    let solid = scenario.body.iter().find(|(_, body)| body.kind().afloat().is_none());
    if let Some((name, _)) = solid.filter(|_| !scenario.wave.is_empty()) {
        warnings.push(format!(
            "wave: waves by formula pass through body.{name} and all that is solid unchanged: there is neither shelter behind it nor \
             reflection before it"
        ));
    }
    warnings
}
