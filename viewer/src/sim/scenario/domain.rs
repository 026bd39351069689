use serde::{Deserialize, Serialize};

/// Square cells in `x` and `y`; the lower-left corner of cell (0, 0) is the origin.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Number of cells along x and y, each at least 3.
    pub cells: [usize; 2],
    /// Side of a cell.
    pub cell_size_m: f64,
}

/// The water and its state at the start; at rest with one depth unless columns say otherwise.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    /// Depth at rest over the flat bed; the still level is `z = depth_m`, the bed `z = 0`.
    pub depth_m: f64,
    /// Density.
    #[serde(default = "fresh_water")]
    pub density_kg_m3: f64,
    /// Gravity.
    #[serde(default = "standard_gravity")]
    pub gravity_m_s2: f64,
    /// Rectangles that start with another depth or velocity; later ones win.
    #[serde(default)]
    pub column: Vec<Column>,
    /// The pressure that bodies feel below waves by formula.
    #[serde(default)]
    pub wave_pressure: WavePressure,
}

/// How the pressure of waves by formula goes on below the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WavePressure {
    /// Hydrostatic from the local level, undiminished at all depths.
    #[default]
    FromLevel,
    /// Fading with the depth by `cosh k(h − d) / cosh kh`, as under an Airy wave; crests do not fade.
    Decaying,
}

/// A rectangle of water that starts with another depth or velocity: cells whose centre lies in it.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// From and to along x.
    pub x_m: [f64; 2],
    /// From and to along y; the whole width when left out.
    #[serde(default)]
    pub y_m: Option<[f64; 2]>,
    /// Depth at the start.
    pub depth_m: f64,
    /// Velocity at the start.
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
