//! Scenario files: what is simulated, in TOML with SI units, the unit in each key's name.
//!
//! A scenario is read by [`Scenario::load`] from a shipped name or a file, `key.path=value` overrides are applied
//! to it, and every value is checked; an [`Error`] names the file, the key and what would be right.

mod air;
mod bed;
mod body;
mod body_mesh;
mod check;
mod convert;
mod coupling;
mod domain;
mod error;
mod forces;
pub mod keys;
mod load;
mod repeat;
mod series;
mod sides;
mod solver;
mod suggest;
mod view;
mod wave;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lbm_core::Units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounded;
pub use air::ball;
pub use air::{Air, AirSide, AirSides, Particles, Source};
pub use bed::{Bed, Heights, Profile};
pub use body::{
    Acts, Afloat, Body, Drive, DrivePoint, Estimate, Fittings, Freedom, Hull, Joint, JointDrive, JointKind,
    JointPosition, Kind, Mooring, Part, PointMass, Position, Propeller, Radiation, SkinFriction, Slamming,
    Thrust, Touch, Tow,
};
pub use body_mesh::{BodyMesh, light, other_size};
pub use convert::MadeWaves;
pub use coupling::{Coupling, CouplingMode, Cut, Refill, Schedule, Sleep, UnderHull};
pub use domain::{Column, Grid, Water, WavePressure};
pub use error::Error;
pub use forces::Forcing;
pub use forces::{Coriolis, Friction, Wind};
pub use load::shipped;
pub use repeat::Repeat;
pub use series::Series;
pub use sides::{Scheme, Side, Sides, Slip, Wall};
pub use solver::{Collision, Policy, Solver};
pub use view::{Field, HullColors, Invention, Look, View, ViewKind};
pub use wave::{Wave, WaveMaker};

/// One experiment: a basin of shallow water, the bodies in it, and what is recorded.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Files whose keys are taken over, relative to this one, or names of shipped scenarios; what this one says itself wins, and lists of tables, such as
    /// `[[gauge]]`, are joined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<PathBuf>,
    /// One line for lists and window titles.
    pub title: String,
    /// Short description of the scenario, and of what to look at.
    #[serde(default)]
    pub description: String,
    /// Source of the experiment, such as `Lazo et al. §3.3`.
    #[serde(default)]
    pub source: String,
    /// Simulated time at which a run ends, above 0.
    pub duration_s: f64,
    /// Cells of the water.
    pub grid: Grid,
    /// Still level, density, gravity and the initial state.
    pub water: Water,
    /// Parts of the bed; flat at `z = 0` without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bed: Vec<Bed>,
    /// Friction of the bed; none unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<Friction>,
    /// Wind over the water; none unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wind: Option<Wind>,
    /// Rotation of the earth; none unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coriolis: Option<Coriolis>,
    /// Air with smoke over the water; none unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub air: Option<Air>,
    /// Collision operator, relaxation time and time step.
    #[serde(default)]
    pub solver: Solver,
    /// The four sides of the domain; walls unless said otherwise.
    #[serde(default)]
    pub sides: Sides,
    /// Coupling of bodies and water.
    #[serde(default)]
    pub coupling: Coupling,
    /// Bodies by name, in alphabetical order; label `n` of the mask is the `n`-th, counted from 1.
    #[serde(default)]
    pub body: BTreeMap<String, Body>,
    /// Joints between bodies, or a body and the ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joint: Vec<Joint>,
    /// Waves by formula, added to the level at bodies. They are not part of the simulated water: they pass through it,
    /// and through solids, unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wave: Vec<Wave>,
    /// Points whose depth and velocity are recorded.
    #[serde(default)]
    pub gauge: Vec<Gauge>,
    /// Lines through which volume and energy of the water are recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transect: Vec<Transect>,
    /// Rows in the tables of the run.
    #[serde(default)]
    pub records: Records,
    /// Pictures of the run.
    #[serde(default)]
    pub view: View,
    /// Origin of the scenario.
    #[serde(skip)]
    pub origin: Origin,
    /// Heights of the bed, laid when the scenario is loaded; none of a flat one.
    #[serde(skip)]
    pub heights: Option<Arc<Heights>>,
    /// Names of the copies that `repeat` made of bodies, each with the name of its body; errors say it.
    #[serde(skip)]
    pub copies: BTreeMap<String, String>,
}

/// The rows of bodies, tows, joints, gauges and transects. `air.csv` has an interval of its own.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Records {
    /// Interval of the rows; every step has some when left out. They are those of the first step at or after each multiple of it, and not means: forces
    /// are of that step alone, volume and energy through transects count from the start. The end has rows only if it is such a step; `summary.json` has
    /// the bodies then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every_s: Option<f64>,
}

/// A point of the water whose depth and velocity are recorded.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gauge {
    /// Name in `gauges.csv`, unique in a scenario.
    pub name: String,
    /// Position in the domain; values are interpolated bilinearly between cell centers, beside a solid between those of cells that are water. In a cell of a
    /// solid the record has no water: a depth of 0, at rest.
    pub position_m: [f64; 2],
    /// Copies of the gauge, in place of the one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
}

/// A line across the water: the volume and the energy of the simulated water that pass it are recorded, such as those of the waves that a hull leaves beside its track.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transect {
    /// Name in `transects.csv`, unique in a scenario.
    pub name: String,
    /// Start of the line.
    pub from_m: [f64; 2],
    /// End of the line. What passes to the left of the way from start to end is positive.
    pub to_m: [f64; 2],
}

/// Origin of a scenario: its name in messages, and the folder its mesh files are relative to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// A shipped scenario's name, or a file's path as the user gave it.
    pub name: String,
    /// The file's folder; none for a shipped scenario.
    pub folder: Option<PathBuf>,
}

impl Scenario {
    /// The greatest depth of the initial state and of the sides, in meters.
    pub fn greatest_depth_m(&self) -> f64 {
        let columns = self.water.column.iter().map(|column| column.level_m);
        let sides = self.sides.named();
        let at_sides = sides
            .iter()
            .flat_map(|(_, side)| side.times_s().iter().filter_map(|time_s| side.level_m(*time_s)));
        let level_m = columns.chain(at_sides).fold(self.water.level_m, f64::max);
        level_m - self.lowest_m()
    }

    /// Depth of the still water over the lowest cell of the bed, m: that on which waves by formula run.
    pub fn depth_m(&self) -> f64 {
        self.water.level_m - self.lowest_m()
    }

    /// Height of the lowest cell of the bed, m.
    pub fn lowest_m(&self) -> f64 {
        self.heights.as_ref().map_or(0.0, |heights| heights.range_m[0])
    }

    /// Height of the bed at a position, bilinear between the centers of cells, m.
    pub fn bed_at_m(&self, x_m: f64, y_m: f64) -> f64 {
        self.heights.as_ref().map_or(0.0, |heights| heights.at_m(x_m, y_m))
    }

    /// Level at which the water starts at a position, m: that of the last column over it, or the still level.
    pub fn start_level_m(&self, x_m: f64, y_m: f64) -> f64 {
        let column = self.water.column.iter().rfind(|column| column.contains(x_m, y_m));
        column.map_or(self.water.level_m, |column| column.level_m)
    }

    /// Depth of the still water at a position, m.
    pub fn still_depth_m(&self, x_m: f64, y_m: f64) -> f64 {
        self.water.level_m - self.bed_at_m(x_m, y_m)
    }

    /// The bodies in the order in which they come into the world, which is that of their labels: those that are there from the start by name, then
    /// those that enter later.
    pub fn bodies(&self) -> Vec<(&str, &Body)> {
        let mut all: Vec<_> = self.body.iter().map(|(name, body)| (name.as_str(), body)).collect();
        all.sort_by(|(_, a), (_, b)| a.from_s().total_cmp(&b.from_s()));
        all
    }

    /// The bodies afloat, by name.
    pub fn afloat(&self) -> impl Iterator<Item = (&str, &Body)> {
        let afloat = self.body.iter().filter(|(_, body)| body.is_afloat());
        afloat.map(|(name, body)| (name.as_str(), body))
    }

    /// What is wrong with the name of a body that there is not.
    fn no_body(&self, name: &str) -> String {
        let names: Vec<&str> = self.body.keys().map(String::as_str).take(20).collect();
        let (name, more) =
            (bounded::shown(name, 100), if names.len() < self.body.len() { ", …" } else { "" });
        format!("no body is called `{name}`; there are [{}{more}]", names.join(", "))
    }

    /// Lattice units with the time step that the solver's keys set: as given, as the fastest expected flow allows, or from the
    /// gravity number `g h / e²` of the greatest initial depth.
    ///
    /// # Errors
    /// That of [`Units`], of the key that sets the time step.
    pub fn units(&self) -> Result<Units, lbm_core::Error> {
        let (dx, gravity, depth) = (self.grid.cell_size_m, self.water.gravity_m_s2, self.greatest_depth_m());
        match (self.solver.time_step_s, self.solver.fastest_flow_m_s) {
            (Some(time_step_s), _) => Units::new(dx, time_step_s, gravity),
            (None, Some(speed_m_s)) => Units::for_flow(dx, depth, speed_m_s, gravity, self.solver.operator()),
            (None, None) => {
                let number = self.solver.gravity_number.unwrap_or(solver::DEFAULT_GRAVITY_NUMBER);
                Units::from_gravity_number(dx, depth, number, gravity)
            }
        }
    }

    /// Time step `Δt` in seconds; not a number where [`Self::units`] has none, which [`Self::load`] refuses.
    pub fn time_step_s(&self) -> f64 {
        self.units().map_or(f64::NAN, |units| units.time_step_s())
    }

    /// Lattice speed `e = Δx/Δt` in m/s.
    pub fn lattice_speed_m_s(&self) -> f64 {
        self.grid.cell_size_m / self.time_step_s()
    }

    /// Kinematic viscosity of the water, m²/s, by its relaxation time ([`Units::viscosity_m2_s`]).
    pub fn viscosity_m2_s(&self) -> f64 {
        self.units().map_or(f64::NAN, |units| units.viscosity_m2_s(self.solver.tau))
    }

    /// Rate at which the height of long waves of a length falls in water of the greatest initial depth by viscosity, 1/s, and the part of it by the
    /// trace of the stress: `½ D k²`, `D = e² Δt [(τ − ½)/3 + (τ_b − ½)(⅔ − g h/e²)]`, with τ for `τ_b` but under central moments.
    pub fn wave_damping_1_s(&self, length_m: f64) -> [f64; 2] {
        let [shear, bulk] = self.solver.wave_diffusivity(self.gravity_number());
        let k = std::f64::consts::TAU * self.grid.cell_size_m / length_m;
        [shear + bulk, bulk].map(|diffusivity| 0.5 * diffusivity * k * k / self.time_step_s())
    }

    /// Gravity number `g h / e²` of the greatest initial depth, the square of the waves' Courant number.
    pub fn gravity_number(&self) -> f64 {
        self.units().map_or(f64::NAN, |units| units.gravity_number(self.greatest_depth_m()))
    }

    /// Number of steps that cover `duration_s`.
    pub fn steps(&self) -> u64 {
        // A tolerance of half a millionth of a step, so that rounding does not make n steps n + 1.
        (self.duration_s / self.time_step_s() - 5e-7).ceil().max(0.0) as u64
    }

    /// Width and height of the domain in meters.
    pub fn size_m(&self) -> [f64; 2] {
        self.grid.cells.map(|n| n as f64 * self.grid.cell_size_m)
    }
}
