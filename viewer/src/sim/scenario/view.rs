use serde::{Deserialize, Serialize};

/// How a run is shown.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// From straight above, or in perspective.
    pub kind: ViewKind,
    /// Where the camera stands. With `follow` relative to the body's place on the still water. The whole water, or
    /// the body, from the south-west when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye_m: Option<[f64; 3]>,
    /// What it looks at, relative as the eye is; the middle of the water, or the body, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_m: Option<[f64; 3]>,
    /// Vertical angle of view.
    pub fov_deg: f64,
    /// Name of a body that the camera follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// Heights of the surface drawn in the first and the last colour; from the run, about the still level, when left
    /// out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color_range_m: Option<[f64; 2]>,
    /// How much higher waves are drawn than they are.
    pub vertical_scale: f64,
    /// What the colours of hulls show.
    pub hull: HullColors,
    /// Draws the water's forces on each triangle as arrows: pressure blue, drag and lift red.
    pub forces: bool,
    /// Leaves the water out, so that hulls can be seen from below.
    pub hide_water: bool,
    /// Width and height of a picture in pixels.
    pub size: [u32; 2],
    /// Simulated time between pictures.
    pub every_s: f64,
}

/// Directions of view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViewKind {
    /// Straight down, a map.
    Top,
    /// From the camera.
    #[default]
    Perspective,
}

/// What the colours of hulls show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HullColors {
    /// The body's own colour.
    #[default]
    Paint,
    /// The water's pressure, where it is wet.
    Pressure,
}

impl Default for View {
    fn default() -> Self {
        Self {
            kind: ViewKind::default(),
            eye_m: None,
            target_m: None,
            fov_deg: 45.0,
            follow: None,
            color_range_m: None,
            vertical_scale: 1.0,
            hull: HullColors::default(),
            forces: false,
            hide_water: false,
            size: [960, 540],
            every_s: 0.1,
        }
    }
}
