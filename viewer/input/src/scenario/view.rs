use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// View of a run in pictures and in the window.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// The place of the camera.
    pub kind: ViewKind,
    /// The look of the water.
    pub look: Look,
    /// Quantity that the colors of the water stand for in the looks `slab` and `science`.
    ///
    /// The residual of the books is none of them: water passes from cell to cell as populations that are moved, so that a cell has no
    /// balance of its own to be checked. It is a number of the whole world, in `summary.json`, in `ledger.csv`, and on the window's page
    /// Books.
    pub field: Field,
    /// Values of that field drawn in the first and the last color, in its unit; from the run when left out. Of the level they
    /// are heights above the still level, and `color_range_m` does for it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_range: Option<[f64; 2]>,
    /// Position of the camera, with `follow` relative to the body's position on the still water. When left out the whole
    /// water, or the body, is seen from the south-west.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye_m: Option<[f64; 3]>,
    /// Point in the middle of the picture, relative as the eye is; the middle of the water, or the body, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_m: Option<[f64; 3]>,
    /// Vertical angle of view.
    pub fov_deg: f64,
    /// Name of a body that the camera follows; for the kinds that follow one it may be left out, the first with a propeller, or
    /// else the first afloat, is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// Levels above the datum drawn in the first and the last color; from the run, about the still level, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color_range_m: Option<[f64; 2]>,
    /// Vertical exaggeration of waves in the look `slab`; in all others heights are true.
    pub vertical_scale: f64,
    /// Quantity that the colors of hulls show.
    pub hull: HullColors,
    /// Whether forces on triangles are drawn as arrows: pressure blue, drag and lift red.
    pub forces: bool,
    /// Whether the forces on whole bodies are drawn as arrows with their values: weight, buoyancy, push of the water's slope, drag, lift,
    /// thrust. Lengths are as the roots of the forces.
    pub loads: bool,
    /// Simulated time over which the way of each body's center of mass is drawn behind it, dashed, half a second a dash; 0 for none.
    pub track_s: f64,
    /// Whether the water is left out, so that hulls can be seen from below.
    pub hide_water: bool,
    /// Whether pictures of a field alone, in the look `science`, are light on dark: background, text, and colors of little of a quantity.
    pub dark: bool,
    /// Whether the CPU casts rays through smoke at half the resolution, and fills in between where there is no edge, for pictures in less
    /// time. The window does so by itself where there is no GPU and pictures take longer than 33 ms; pictures in files only if this says so.
    pub half_smoke: bool,
    /// Whether streamlines are drawn on the water in the looks `slab` and `science`.
    pub streamlines: bool,
    /// Invented parts of the looks `water` and `ripples` that are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Invention>,
    /// Width and height of a picture in pixels.
    pub size: [u32; 2],
    /// Simulated time between pictures.
    pub every_s: f64,
}

/// Directions of view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ViewKind {
    /// View from straight above, as a map of all the water.
    Top,
    /// View in perspective from the camera.
    #[default]
    Perspective,
    /// View in perspective of all the water.
    Overview,
    /// View of a body from behind where it goes, on the inside of its turn.
    Follow,
    /// View of a body from starboard of where it goes.
    Side,
    /// View of a body and the water around it from straight above, as a map.
    Above,
}

/// Looks of the water.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Water, with the foam, depth and shadows of the state; sky, sand and haze are invented.
    #[default]
    Water,
    /// Water as above, with invented ripples that are smaller than the cells.
    Ripples,
    /// The bare sheet in the colors of a field, cut off at its sides.
    Slab,
    /// The colors of a field alone; nothing is invented.
    Science,
}

/// Invented parts of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Invention {
    /// Cabins, masts and looks of bodies.
    Fittings,
    /// Clouds in the sky.
    Clouds,
    /// Haze before what is far.
    Haze,
    /// Grain of the sand, and lines on it every 1 m and 5 m.
    Sand,
    /// Bubbles and patches of the foam.
    Foam,
}

/// Quantities that the colors of the water may show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// Height of the surface above the still level, m.
    #[default]
    Level,
    /// Height of the surface above the bed, m.
    Depth,
    /// Depth-averaged speed, m/s.
    Speed,
    /// Vertical component of the curl of the velocity, counter-clockwise positive, 1/s.
    Vorticity,
    /// Froude number of the depth.
    Froude,
    /// Courant number: cells that long waves on the flow pass in a time step, `(|u| + √(g h)) Δt / Δx`.
    Courant,
    /// Submerged thickness of the bodies afloat, below the mean level of the water around them, m.
    Thickness,
    /// 0 water, 1 under a body afloat, 2 solid.
    Mask,
    /// Residual of the volume over the last step, `∂m/∂t + ∇·(m u)` with the column `m` that bodies leave: how fast the level rises beyond
    /// what the flow brings, mm/s.
    Residual,
}

/// Quantities that the colors of hulls may show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HullColors {
    /// The body's own color.
    #[default]
    Paint,
    /// Pressure of the water on the wet surface.
    Pressure,
}

impl Default for View {
    fn default() -> Self {
        Self {
            kind: ViewKind::default(),
            look: Look::default(),
            field: Field::default(),
            field_range: None,
            eye_m: None,
            target_m: None,
            fov_deg: 45.0,
            follow: None,
            color_range_m: None,
            vertical_scale: 1.0,
            hull: HullColors::default(),
            forces: false,
            loads: false,
            track_s: 0.0,
            hide_water: false,
            dark: false,
            half_smoke: false,
            streamlines: false,
            without: Vec::new(),
            size: [960, 540],
            every_s: 0.1,
        }
    }
}
