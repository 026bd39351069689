use glam::DVec3;
use lbm_boundary::{AirSideKind, ParticleKind, Sphere};
use lbm_core::{AirBuilder, AirUnits, Collision, Ends, PlumeSource, plume_speed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Air with smoke over the water: a box of cubic cells that stands on the still level. Bodies stand in it as solids, layer by
/// layer, in the cells of which they take more than half; waves do not reach into it, and it exerts no force on water and bodies: that of a wind is `wind`'s alone.
///
/// What the smoke is worth is its concentration: 1 where smoke is undiluted. It lifts the air by `buoyancy_m_s2` there, and in
/// proportion elsewhere. A source adds no air: where it gives more than the flow carries away the concentration grows beyond 1, as of a smoke
/// that is denser and hotter by as much.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Air {
    /// Number of cells along x, y and upwards, each 1 to 4096. One cell along y between periodic sides makes the air two-dimensional.
    pub cells: [usize; 3],
    /// Side of a cell.
    pub cell_size_m: f64,
    /// Lower left corner of the air over the water.
    #[serde(default)]
    pub from_m: [f64; 2],
    /// Fastest flow expected: the air takes as many steps in one of the water as keep it below 0.1 cells a step. The lattice carries
    /// twice this speed.
    pub fastest_flow_m_s: f64,
    /// Relaxation time in steps, above ½; the viscosity is `ν = (2τ − 1) / 6 Δx² / Δt`, with the step of the air.
    #[serde(default = "default_tau")]
    pub tau: f64,
    /// Smagorinsky's constant, 0 to 0.5: eddies that the cells do not resolve, which stir the gas and the smoke. Air at a τ near ½ needs 0.1 or more.
    #[serde(default = "default_smagorinsky")]
    pub smagorinsky: f64,
    /// Diffusivity of the smoke; that of the momentum, `ν`, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diffusivity_m2_s: Option<f64>,
    /// Acceleration upwards of undiluted smoke: `g β ΔT` of hot gas, `g (1 − ρ_s/ρ₀)` of a light one.
    pub buoyancy_m_s2: f64,
    /// Density of the air, for momentum and mass in the books.
    #[serde(default = "default_density")]
    pub density_kg_m3: f64,
    /// Interval of the rows of `air.csv`.
    #[serde(default = "default_every")]
    pub every_s: f64,
    /// Extinction coefficient of undiluted smoke, which makes it visible: the inverse of the length in which light falls to 37 %.
    #[serde(default = "default_extinction")]
    pub extinction_1_m: f64,
    /// Fraction of the extinguished light that is scattered: 1 for white smoke, less for soot.
    #[serde(default = "default_albedo")]
    pub albedo: f64,
    /// The six sides of the air.
    #[serde(default)]
    pub sides: AirSides,
    /// Sources of smoke.
    #[serde(default)]
    pub source: Vec<Source>,
    /// Sources of particles: ash, sparks, spray.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub particles: Vec<Particles>,
}

/// The six sides of the air; open unless said otherwise, but for the bottom, a wall.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AirSides {
    /// Low x.
    pub west: AirSide,
    /// High x.
    pub east: AirSide,
    /// Low y.
    pub south: AirSide,
    /// High y.
    pub north: AirSide,
    /// The still level.
    pub bottom: AirSide,
    /// The upper end.
    pub top: AirSide,
}

/// Kind of one side of the air.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AirSide {
    /// A wall: no slip, and no smoke through it.
    Wall {},
    /// Joined to the opposite side, which must be periodic too.
    Periodic {},
    /// Air at rest beyond: what leaves takes its smoke along, what enters brings no momentum along the side.
    Open {
        /// Concentration of the air that enters, 0 or more.
        #[serde(default)]
        concentration: f64,
    },
    /// A wind of a given velocity, at most two thirds of the speed that the lattice carries, which blows from the start. Winds of several sides may differ by half of it: between them the air leaves faster.
    Inflow {
        /// Velocity along x, y and upwards.
        velocity_m_s: [f64; 3],
        /// Concentration of the air that enters, 0 or more.
        #[serde(default)]
        concentration: f64,
    },
}

/// A source of smoke: the cells whose centers lie in a ball, or the one cell that its center lies in. What it gives moves with the air
/// there; it adds no air.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of a body that it moves with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Center of the ball, z above the datum as of bodies; on a body in the frame of its mesh. It gives nothing while this is outside the air or all cells of the ball are in bodies, and once the body was removed.
    pub position_m: [f64; 3],
    /// Radius of the ball, at most half of the longest side of the air. Cells of it outside the air get nothing.
    #[serde(default)]
    pub radius_m: f64,
    /// Volume of undiluted smoke that it gives in a second.
    pub smoke_m3_s: f64,
}

/// A source of particles such as ash, sparks or spray: spheres that the air drags along, and that drag it with them. Each one drawn stands
/// for many alike. They start with the velocity of the air there, and stay where they reach a wall, the water or a body, which feels nothing
/// of them; or they leave through open sides.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Particles {
    /// Name of a body that the source moves with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Center of the ball that they come from, z above the datum as of bodies; on a body in the frame of its mesh. None come where this is outside the air or in a body, and once the body was removed.
    pub position_m: [f64; 3],
    /// Radius of the ball.
    #[serde(default)]
    pub radius_m: f64,
    /// Particles released a second.
    pub per_s: f64,
    /// Mass of the particles released a second; tracers of 0 kg/s follow the air and do not push it.
    pub kg_s: f64,
    /// Time after which they are taken out.
    pub lasts_s: f64,
    /// Diameter of the spheres that one stands for: drag after Schiller and Naumann (1933), up to a Reynolds number of 1000.
    pub diameter_m: f64,
    /// Density of what they are made of, at least ten times that of the air: its added mass is left out.
    pub density_kg_m3: f64,
    /// Viscosity of the air between them; that of the lattice, which its cells limit, does not count here.
    #[serde(default = "default_viscosity")]
    pub viscosity_pa_s: f64,
    /// Color in pictures, red, green and blue, 0 to 1.
    #[serde(default = "default_color")]
    pub color: [f32; 3],
}

impl Particles {
    /// Kind of the particles, under a gravity.
    pub fn kind(&self, units: &AirUnits, gravity_m_s2: f64) -> ParticleKind {
        let &Self { per_s, kg_s, lasts_s, diameter_m, density_kg_m3, viscosity_pa_s, .. } = self;
        Sphere { diameter_m, density_kg_m3, viscosity_pa_s }.kind(units, kg_s / per_s, gravity_m_s2, lasts_s)
    }

    /// Speed at which they fall through air at rest, m/s.
    pub fn falls_m_s(&self, units: &AirUnits, gravity_m_s2: f64) -> f64 {
        units.to_m_s(self.kind(units, gravity_m_s2).terminal_speed())
    }

    /// Where they come from.
    pub(crate) fn ball(&self) -> Ball {
        Ball { center_m: DVec3::from(self.position_m), radius_m: self.radius_m }
    }

    /// Speed to which they are expected to drag the air down, m/s: that of the plume of a gas whose buoyancy is their weight.
    pub(crate) fn drags_m_s(&self, air: &Air, gravity_m_s2: f64) -> f64 {
        plume_speed(self.kg_s * gravity_m_s2 / air.density_kg_m3, plume_source(air, self.radius_m))
    }

    /// Mass a second that drags the air down at a speed, kg/s.
    pub(crate) fn most_kg_s(&self, air: &Air, speed_m_s: f64, gravity_m_s2: f64) -> f64 {
        plume_source(air, self.radius_m).flux_at(speed_m_s) * air.density_kg_m3 / gravity_m_s2
    }
}

impl Default for AirSides {
    fn default() -> Self {
        let open = AirSide::Open { concentration: 0.0 };
        Self { west: open, east: open, south: open, north: open, bottom: AirSide::Wall {}, top: open }
    }
}

impl AirSides {
    /// The sides with their names in a scenario file, in the order of [`lbm_boundary::AirSide::ALL`].
    pub fn named(&self) -> [(&'static str, AirSide); 6] {
        let Self { west, east, south, north, bottom, top } = *self;
        [("west", west), ("east", east), ("south", south), ("north", north), ("bottom", bottom), ("top", top)]
    }

    /// Whether the ends of each axis are joined.
    pub(crate) fn are_periodic(&self) -> [bool; 3] {
        [self.west, self.south, self.bottom].map(|side| matches!(side, AirSide::Periodic {}))
    }
}

impl AirSide {
    /// The side with velocities in lattice units; none where it joins another.
    pub fn kind(&self, units: &AirUnits) -> Option<AirSideKind> {
        match *self {
            Self::Wall {} => Some(AirSideKind::Wall),
            Self::Periodic {} => None,
            Self::Open { concentration } => Some(AirSideKind::Open { concentration }),
            Self::Inflow { velocity_m_s, concentration } => Some(AirSideKind::Inflow {
                velocity: velocity_m_s.map(|u| units.to_lattice_velocity(u)),
                concentration,
            }),
        }
    }
}

/// Cells that the fastest flow expected crosses in a step: errors of compressibility, `3 U²`, are 3 % then.
const COURANT: f64 = 0.1;

/// Bytes of a cell besides its populations.
const CELL: u64 = 16;

/// Bytes of a cell besides, while winds are made to blow from the start.
const START: u64 = 44;

impl Air {
    /// Steps of the air in a step of the water.
    pub fn steps_a_step(&self, time_step_s: f64) -> u32 {
        (self.fastest_flow_m_s * time_step_s / (COURANT * self.cell_size_m)).ceil().max(1.0) as u32
    }

    /// Simulated time of a step of the air, given that of a step of the water, s.
    pub fn step_s(&self, time_step_s: f64) -> f64 {
        time_step_s / f64::from(self.steps_a_step(time_step_s))
    }

    /// Lattice units of the air, given the time of a step of the water, s.
    pub fn units(&self, time_step_s: f64) -> AirUnits {
        let Self { cell_size_m, density_kg_m3, .. } = *self;
        AirUnits { cell_size_m, time_step_s: self.step_s(time_step_s), density_kg_m3 }
    }

    /// Fastest flow that the lattice carries, m/s.
    pub fn carries_m_s(&self, time_step_s: f64) -> f64 {
        lbm_boundary::MAX_AIR_SPEED / self.units(time_step_s).to_lattice_velocity(1.0)
    }

    /// The least `fastest_flow_m_s` with which the lattice carries a flow, m/s.
    pub fn fastest_for_m_s(flow_m_s: f64) -> f64 {
        COURANT / lbm_boundary::MAX_AIR_SPEED * flow_m_s
    }

    /// Kinematic viscosity of the gas, m²/s.
    pub fn viscosity_m2_s(&self, time_step_s: f64) -> f64 {
        self.units(time_step_s).viscosity_m2_s(self.tau)
    }

    /// The lattice, with the steps that it takes in one of the water.
    pub fn builder(&self, time_step_s: f64) -> AirBuilder {
        let units = self.units(time_step_s);
        let diffusivity_m2_s = self.diffusivity_m2_s.unwrap_or_else(|| units.viscosity_m2_s(self.tau));
        let ends = |periodic: bool| if periodic { Ends::Periodic } else { Ends::Given };
        lbm_core::Air::builder(self.cells)
            // TRT of a fixed Λ leaves odd moments for `Λ / (τ − ½)` steps as they are: at a τ near ½ a mere wind grows noise without end.
            .collision(Collision::Bgk { tau: self.tau })
            .smagorinsky(self.smagorinsky)
            .diffusivity(units.to_lattice_diffusivity(diffusivity_m2_s))
            .buoyancy(units.to_lattice_acceleration(self.buoyancy_m_s2))
            .ends(self.sides.are_periodic().map(ends))
    }

    /// Bytes that the air takes: its populations, labels, a concentration for records and pictures, and what winds take before the first step.
    pub fn bytes(&self) -> u64 {
        let cells: u64 = self.cells.iter().map(|n| *n as u64).product();
        let blows = |(_, side): (&str, AirSide)| matches!(side, AirSide::Inflow { velocity_m_s, .. } if velocity_m_s != [0.0; 3]);
        let start = if self.sides.named().into_iter().any(blows) { START } else { 0 };
        lbm_core::Air::builder(self.cells).bytes() + (CELL + start) * cells
    }

    /// Size of the air along each axis, m.
    pub fn size_m(&self) -> [f64; 3] {
        self.cells.map(|n| n as f64 * self.cell_size_m)
    }

    /// Lower left corner of the air on a still level, m.
    pub fn corner_m(&self, still_level_m: f64) -> [f64; 3] {
        let [x_m, y_m] = self.from_m;
        [x_m, y_m, still_level_m]
    }
}

impl Source {
    /// Speed to which its smoke is expected to rise, m/s.
    pub(crate) fn rises_m_s(&self, air: &Air) -> f64 {
        plume_speed(self.smoke_m3_s * air.buoyancy_m_s2.abs(), plume_source(air, self.radius_m))
    }

    /// Volume of smoke a second that rises at a speed, m³/s.
    pub(crate) fn most_m3_s(&self, air: &Air, speed_m_s: f64) -> f64 {
        plume_source(air, self.radius_m).flux_at(speed_m_s) / air.buoyancy_m_s2.abs()
    }

    /// Where its smoke comes from.
    pub(crate) fn ball(&self) -> Ball {
        Ball { center_m: DVec3::from(self.position_m), radius_m: self.radius_m }
    }
}

/// A ball from which smoke or particles come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ball {
    center_m: DVec3,
    radius_m: f64,
}

impl Ball {
    /// Part of the flux from here that counts where the plume from another ball is fastest: all if both are in the same place, none if the plume
    /// passes the other one by or starts beyond that height. Both rise, or sink if `up` is negative.
    pub(crate) fn reaches(self, other: Self, up: f64, air: &Air) -> f64 {
        let [own, its] = [self, other].map(|of| plume_source(air, of.radius_m));
        let offset_m = other.center_m - self.center_m;
        // Along the way of the smoke, from here to where the other plume is fastest.
        let along_m = offset_m.z * up.signum() + its.fastest_at();
        let reach_m = |of: Self| of.radius_m.max(0.5 * air.cell_size_m);
        let wide_m = reach_m(self) + reach_m(other) + SPREAD * along_m.max(0.0);
        if along_m <= 0.0 || offset_m.truncate().length() >= wide_m {
            return 0.0;
        }
        match own {
            PlumeSource::Ball { .. } => its.fastest_at() / along_m.max(own.fastest_at()),
            PlumeSource::Line { .. } => 1.0,
        }
    }
}

/// Radius of a turbulent plume over the height above its source: `6/5 α`, with the entrainment `α` = 0.1 (Morton, Taylor, Turner 1956).
const SPREAD: f64 = 0.12;

/// The shape of a source to the plume above or below it, in meters.
fn plume_source(air: &Air, radius_m: f64) -> PlumeSource {
    let dx = air.cell_size_m;
    if air.cells[1] == 1 && air.sides.are_periodic()[1] {
        return PlumeSource::Line { length: dx };
    }
    // At least a cell.
    PlumeSource::Ball { radius: radius_m.max(0.62 * dx) }
}

/// The cells of a grid whose centers lie in a ball about a place in the grid, all in cells; that which holds the place if there are none.
pub fn ball(cells: [usize; 3], center: [f64; 3], radius: f64) -> Vec<[usize; 3]> {
    let range = |a: usize| {
        let low = (center[a] - radius - 0.5).ceil().max(0.0) as usize;
        low..((center[a] + radius + 0.5).floor().max(0.0) as usize).min(cells[a])
    };
    let apart =
        |cell: &[usize; 3]| -> f64 { (0..3).map(|a| (cell[a] as f64 + 0.5 - center[a]).powi(2)).sum() };
    let near = range(2).flat_map(|k| range(1).flat_map(move |j| range(0).map(move |i| [i, j, k])));
    let within: Vec<_> = near.filter(|cell| apart(cell) <= radius * radius).collect();
    if !within.is_empty() {
        return within;
    }
    // On the upper ends of the grid its last cells.
    vec![std::array::from_fn(|a| (center[a].max(0.0) as usize).min(cells[a] - 1))]
}

fn default_tau() -> f64 {
    0.51
}

fn default_smagorinsky() -> f64 {
    0.12
}

fn default_density() -> f64 {
    1.2
}

fn default_viscosity() -> f64 {
    1.81e-5
}

fn default_color() -> [f32; 3] {
    [1.0, 0.5, 0.125]
}

fn default_every() -> f64 {
    0.1
}

fn default_extinction() -> f64 {
    10.0
}

fn default_albedo() -> f64 {
    0.9
}
