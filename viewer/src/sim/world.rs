//! The coupled world and its step.

use std::sync::Arc;

use glam::{DVec2, DVec3, Vec2};
use hydro_forces::waves::{Sea, Superposition, WavePressure};
use hydro_forces::{SurfaceGrid, WaterSample, WaterSurface};
use lbm_boundary::WallDistance;
use lbm_core::Trouble;
use mask_raster::{CellMask, Grid, Outlines, Rasterizer, RimCell, WetCell};
use rigid_sim::{Static, World as Bodies};

use super::Error;
use super::balance::{MassBalance, MomentumBalance};
use super::coupling::{Displacement, Impulses, RimForce, Swept};
use super::driven;
use super::floating::{BodyState, Floating};
use super::fluid::{Fields, Fluid};
use super::scenario::{self, CouplingMode, Scenario, Scheme, Side};
use super::solids::Solids;
use super::stages::Stages;

/// Shallow water and the bodies in it, moved on together.
///
/// World coordinates: the domain's lower-left corner is the origin, the bed `z = 0`, the still level `z = depth`.
#[derive(Debug)]
pub struct World {
    pub(super) title: Arc<str>,
    pub(super) mode: CouplingMode,
    pub(super) rim_force: RimForce,
    pub(super) rest_tolerance_m: f64,
    pub(super) density_kg_m3: f64,
    pub(super) time_step_s: f64,
    pub(super) steps: u64,
    pub(super) fluid: Fluid,
    /// Waves by formula, about level 0.
    pub(super) sea: Sea,
    pub(super) bodies: Bodies,
    pub(super) floating: Vec<Floating>,
    pub(super) rasterizer: Rasterizer,
    pub(super) mask: CellMask,
    pub(super) solids: Solids,
    pub(super) wet: Vec<WetCell>,
    /// Level of the water in each cell, scratch memory of mode `paper`, m.
    pub(super) level_m: Vec<f32>,
    pub(super) rim: Vec<RimCell>,
    pub(super) displacement: Displacement,
    pub(super) swept: Vec<Swept>,
    pub(super) impulses: Impulses,
    pub(super) gauges: Vec<(String, DVec2)>,
    pub(super) helm: Option<Helm>,
    pub(super) stages: Stages,
    pub(super) max_froude: f64,
    /// Whether the user knows that some water is faster than the scheme is stable at.
    pub(super) warned_of_speed: bool,
    pub(super) initial_water_m3: f64,
    pub(super) borders_m3: f64,
    pub(super) solids_m3: f64,
    pub(super) momentum: MomentumBalance,
    pub(super) warnings: Vec<String>,
}

/// How the first propelled body is steered by hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Helm {
    /// Part of the full thrust, −1 (astern) to 1 (ahead).
    pub thrust: f64,
    /// Direction of the thrust about the body's z axis, counter-clockwise, degrees.
    pub angle_deg: f64,
}

/// Depth and velocity at a gauge.
#[derive(Debug, Clone, PartialEq)]
pub struct GaugeReading {
    /// Name in the scenario.
    pub name: String,
    /// Depth, m.
    pub h_m: f64,
    /// Height of the surface above the bed's zero, m.
    pub eta_m: f64,
    /// Velocity along x, m/s.
    pub u_m_s: f64,
    /// Velocity along y, m/s.
    pub v_m_s: f64,
}

impl World {
    /// Sets up a scenario at its start.
    ///
    /// # Errors
    /// [`Error`], with the key that is wrong: meshes are read here, and crates have the last word on their parameters.
    pub fn new(scenario: &Scenario) -> Result<Self, Error> {
        let [nx, ny] = scenario.grid.cells;
        let dx = scenario.grid.cell_size_m;
        let still_level_m = scenario.water.depth_m;
        let mut warnings = Vec::new();
        if scenario.solver.tau < 0.505 {
            let tau = scenario.solver.tau;
            warnings.push(format!(
                "solver.tau: {tau} leaves hardly any viscosity; 0.6 is usual, and each operator bears only slow flow below 0.505"
            ));
        }

        let mut bodies = Bodies::new(DVec3::new(0.0, 0.0, -scenario.water.gravity_m_s2));
        let mut floating = Vec::new();
        for (index, (name, body)) in scenario.body.iter().enumerate() {
            let (float, rigid) = Floating::new(scenario, (index, name, body), still_level_m, &mut warnings)?;
            bodies.insert(rigid);
            floating.push(float);
        }
        for wall in walls(scenario) {
            bodies.insert_static(wall);
        }

        let grid = Grid { nx, ny, cell_size_m: dx as f32, origin_m: Vec2::ZERO };
        let mut rasterizer = Rasterizer::new(grid)?.samples_per_side(scenario.coupling.samples_per_side)?;
        let mut mask = CellMask::new();
        let outlines: Vec<_> = floating.iter().map(|f| f.outline(&bodies[f.handle])).collect();
        rasterizer.rasterize(&outlines, &mut mask)?;
        let between_cells =
            |body: &scenario::Body| matches!(body.wall.scheme, Scheme::Interpolated | Scheme::Extrapolated);
        let traced = match scenario.body.values().any(|body| body.is_solid() && between_cells(body)) {
            true => Some(Outlines::new(grid)?.samples_per_side(scenario.coupling.samples_per_side)?),
            false => None,
        };
        let driven = scenario.body.values().any(|body| body.motion.is_some());
        let mut solids = Solids::new(&floating, driven, traced);
        solids.look(&floating, &bodies, &outlines, &mask);

        let surface = SurfaceGrid::new(nx, ny, dx, DVec2::ZERO).map_err(Error::Surface)?;
        let distance = solids.distance();
        let distance_of = distance.as_ref().map(|distance| distance as WallDistance<'_>);
        let fluid = Fluid::new(scenario, (&solids.labels, &solids.motions), distance_of, surface)?;
        drop(distance);
        warnings.extend(driven::warnings(scenario, fluid.lattice.units(), &solids, (&floating, &bodies))?);
        let waves = scenario.wave.iter().enumerate().map(|(i, wave)| {
            let made = wave.on(still_level_m, scenario.water.gravity_m_s2);
            made.map_err(|source| Error::Wave { wave: i, source })
        });
        let pressure = match scenario.water.wave_pressure {
            scenario::WavePressure::FromLevel => WavePressure::FromLevel,
            scenario::WavePressure::Decaying => WavePressure::Decaying,
        };
        let sea = Sea { waves: waves.collect::<Result<_, _>>()?, pressure, ..Sea::default() };
        let mut world = Self {
            title: scenario.title.as_str().into(),
            mode: scenario.coupling.mode,
            rim_force: RimForce { push: scenario.coupling.k_push, pull: scenario.coupling.k_pull },
            rest_tolerance_m: scenario.coupling.rest_tolerance_m,
            density_kg_m3: scenario.water.density_kg_m3,
            time_step_s: scenario.time_step_s(),
            steps: 0,
            displacement: Displacement::new(nx * ny),
            impulses: Impulses::new(surface, nx, dx),
            fluid,
            sea,
            bodies,
            floating,
            rasterizer,
            mask,
            solids,
            wet: Vec::new(),
            level_m: Vec::new(),
            rim: Vec::new(),
            swept: Vec::new(),
            gauges: scenario
                .gauge
                .iter()
                .map(|g| (g.name.clone(), DVec2::from_array(g.position_m)))
                .collect(),
            helm: None,
            stages: Stages::default(),
            max_froude: 0.0,
            warned_of_speed: false,
            initial_water_m3: 0.0,
            borders_m3: 0.0,
            solids_m3: 0.0,
            momentum: MomentumBalance::default(),
            warnings,
        };
        // Whoever is too fast was refused by the speed that it will reach.
        world.drive_bodies(0.0);
        world.look_for_wet();
        if world.mode == CouplingMode::Conservative {
            world.displacement.start(&world.wet, &world.fluid.solid);
        }
        world.compute_forces();
        world.max_froude = world.fluid.max_froude();
        world.initial_water_m3 = world.water_m3();
        world.momentum.initial_n_s = world.total_momentum_n_s();
        if let Some(Trouble { cell, cause, .. }) = world.check_stability() {
            world.warnings.push(format!("the run will end: cell {cell:?} is {cause}"));
        }
        Ok(world)
    }

    /// One line that says what this is.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Simulated time, s.
    pub fn time_s(&self) -> f64 {
        self.steps as f64 * self.time_step_s
    }

    /// Time that a step simulates, s.
    pub fn time_step_s(&self) -> f64 {
        self.time_step_s
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Cells along x and y.
    pub fn cells(&self) -> [usize; 2] {
        let layout = self.fluid.lattice.layout();
        [layout.nx(), layout.ny()]
    }

    /// Largest Froude number that is stable in water of depth `depth_m`.
    pub fn stable_froude(&self, depth_m: f64) -> f64 {
        self.fluid.lattice.stable_froude(depth_m)
    }

    /// Triangles of all bodies.
    pub fn triangles(&self) -> usize {
        self.floating.iter().map(|f| f.triangles.len()).sum()
    }

    /// Side of a cell, m.
    pub fn cell_size_m(&self) -> f64 {
        self.fluid.lattice.units().cell_size_m()
    }

    /// Height of the water at rest above the bed, m.
    pub fn still_level_m(&self) -> f64 {
        self.fluid.still_level_m
    }

    /// Surface and velocity of all cells.
    pub fn fields(&self) -> &Fields {
        &self.fluid.fields
    }

    /// Label of the body over each cell, `[ny][nx]`, x fastest: the `n`-th by name, from 1; 0 where there is none.
    pub fn labels(&self) -> &[u16] {
        self.mask.labels()
    }

    /// The name of a moving solid right beside a cell.
    pub(crate) fn solid_near(&self, cell: [usize; 2]) -> Option<&str> {
        let label = self.solids.moving_near(cell, self.cells())?;
        self.floating.iter().find(|float| float.label == label).map(|float| &*float.name)
    }

    /// Where the time went.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Largest Froude number that any cell of water had at the end of a step.
    pub fn max_froude(&self) -> f64 {
        self.max_froude
    }

    /// What the user should know about the set-up, and what happened since.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The bodies, in the order of their names.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = BodyState> {
        self.floating.iter().map(|float| {
            let rigid = &self.bodies[float.handle];
            let elevation_m = self.water_at(rigid.centre_of_mass_m().truncate()).level_m;
            float.state(rigid, self.still_level_m() + elevation_m)
        })
    }

    /// The gauges, in the order of the scenario.
    pub fn gauges(&self) -> impl ExactSizeIterator<Item = GaugeReading> {
        self.gauges.iter().map(move |(name, at)| {
            let sample = self.water_at(*at);
            let eta_m = self.still_level_m() + sample.level_m;
            let [u_m_s, v_m_s] = sample.velocity_m_s.to_array();
            GaugeReading { name: name.clone(), h_m: eta_m, eta_m, u_m_s, v_m_s }
        })
    }

    /// Elevation above the still level and velocity that bodies meet at a place: the simulated water with the waves
    /// by formula.
    fn water_at(&self, place_m: DVec2) -> WaterSample {
        Superposition { base: self.fluid.surface(), added: &self.sea }.sample(place_m)
    }

    /// Steers the first propelled body by hand; `None` gives it back to its schedule.
    pub fn steer(&mut self, helm: Option<Helm>) {
        self.helm = helm;
    }

    /// The water's books.
    pub fn mass(&self) -> MassBalance {
        let owed_m3 = self.fluid.owed_m3();
        MassBalance {
            initial_m3: self.initial_water_m3,
            final_m3: self.water_m3(),
            through_borders_m3: self.borders_m3,
            owed_m3,
            at_solids_m3: self.solids_m3 + owed_m3,
            displaced_m3: self.displaced_m3(),
        }
    }

    /// The books of horizontal momentum.
    pub fn momentum(&self) -> MomentumBalance {
        MomentumBalance { final_n_s: self.total_momentum_n_s(), ..self.momentum }
    }

    fn displaced_m3(&self) -> f64 {
        self.displacement.total_m() * self.fluid.lattice.units().cell_area_m2()
    }

    /// Volume of the water: the head less what the bodies displace.
    fn water_m3(&self) -> f64 {
        self.fluid.head_m3() - self.displaced_m3()
    }

    /// Momentum of the water, of the bodies, and of what displaced water owes the bodies for the next step.
    fn total_momentum_n_s(&self) -> DVec2 {
        let bodies: DVec2 = self
            .floating
            .iter()
            .filter(|float| !float.solid)
            .map(|float| self.bodies[float.handle].momentum().truncate() + float.owed_n_s)
            .sum();
        self.fluid.momentum_m4_s() * self.density_kg_m3 + bodies
    }
}

/// The ground and the walls that bodies can touch.
fn walls(scenario: &Scenario) -> Vec<Static> {
    let [width, height] = scenario.size_m();
    let planes = [
        (&scenario.sides.west, DVec3::ZERO, DVec3::X),
        (&scenario.sides.east, DVec3::new(width, 0.0, 0.0), DVec3::NEG_X),
        (&scenario.sides.south, DVec3::ZERO, DVec3::Y),
        (&scenario.sides.north, DVec3::new(0.0, height, 0.0), DVec3::NEG_Y),
    ];
    let walls = planes.into_iter().filter(|(side, ..)| matches!(side, Side::Wall { .. }));
    let ground = Static::ground(0.0);
    walls.map(|(_, point, normal)| Static::half_space(point, normal)).chain([ground]).flatten().collect()
}
