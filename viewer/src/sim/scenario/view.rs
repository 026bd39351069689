use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a run is shown in pictures and in the window.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// Map from above, or perspective.
    pub kind: ViewKind,
    /// Position of the camera, with `follow` relative to the body's position on the still water. When left out the whole
    /// water, or the body, is seen from the south-west.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye_m: Option<[f64; 3]>,
    /// Point in the middle of the picture, relative as the eye is; the middle of the water, or the body, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_m: Option<[f64; 3]>,
    /// Vertical angle of view.
    pub fov_deg: f64,
    /// Name of a body that the camera follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<String>,
    /// Levels above the datum drawn in the first and the last color; from the run, about the still level, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color_range_m: Option<[f64; 2]>,
    /// Vertical exaggeration of waves.
    pub vertical_scale: f64,
    /// Quantity that the colors of hulls show.
    pub hull: HullColors,
    /// Whether forces on triangles are drawn as arrows: pressure blue, drag and lift red.
    pub forces: bool,
    /// Whether the water is left out, so that hulls can be seen from below.
    pub hide_water: bool,
    /// Width and height of a picture in pixels.
    pub size: [u32; 2],
    /// Simulated time between pictures.
    pub every_s: f64,
}

/// Directions of view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ViewKind {
    /// View from straight above, as a map.
    Top,
    /// View in perspective from the camera.
    #[default]
    Perspective,
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
