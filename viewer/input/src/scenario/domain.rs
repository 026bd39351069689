use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Grid of square cells; the lower-left corner of cell (0, 0) is the origin.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Number of cells along x and y, each at least 3.
    pub cells: [usize; 2],
    /// Side of a cell.
    pub cell_size_m: f64,
}

/// The water and its initial state; at rest at the still level unless columns say otherwise.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Water {
    /// Height of the still level above the datum `z = 0`, at which the bed lies everywhere without `bed`; levels of columns and sides
    /// count from the same datum.
    pub level_m: f64,
    /// Least depth of the still water: where the bed is higher it is cut down to this far below the still level, for the method
    /// has no dry cells. Without it a bed that reaches the still level is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_depth_m: Option<f64>,
    /// Density of the water.
    #[serde(default = "fresh_water")]
    pub density_kg_m3: f64,
    /// Gravitational acceleration.
    #[serde(default = "standard_gravity")]
    pub gravity_m_s2: f64,
    /// Rectangles with another initial level or velocity; of those that overlap the later one wins.
    #[serde(default)]
    pub column: Vec<Column>,
    /// Pressure on bodies below waves by formula.
    #[serde(default)]
    pub wave_pressure: WavePressure,
}

/// Pressure below the surface of waves by formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WavePressure {
    /// Hydrostatic below the local level, at all depths.
    #[default]
    FromLevel,
    /// Decaying with depth as `cosh k(h − d) / cosh kh`, as under an Airy wave; below `crests` hydrostatic. Along the waves bodies in mode `conservative` have its
    /// mean from the surface down to their underside.
    Decaying,
}

/// A rectangle with another initial level or velocity, which applies to cells whose center lies in it.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Range along x.
    pub x_m: [f64; 2],
    /// Range along y; the whole width when left out.
    #[serde(default)]
    pub y_m: Option<[f64; 2]>,
    /// Initial level.
    pub level_m: f64,
    /// Initial velocity.
    #[serde(default)]
    pub velocity_m_s: [f64; 2],
}

impl Column {
    /// Whether the point lies in the rectangle, lower edges included, upper ones not.
    pub fn contains(&self, x_m: f64, y_m: f64) -> bool {
        let within = |[from, to]: [f64; 2], value: f64| from <= value && value < to;
        within(self.x_m, x_m) && self.y_m.is_none_or(|y| within(y, y_m))
    }
}

fn fresh_water() -> f64 {
    1000.0
}

fn standard_gravity() -> f64 {
    9.81
}
