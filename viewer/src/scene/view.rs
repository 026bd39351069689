use glam::{Vec2, Vec3};

/// A view of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Position of the camera.
    pub kind: ViewKind,
    /// Width and height of the picture, pixels.
    pub size: [u32; 2],
    /// Elevations, m, that the ends of the color map stand for. `None`: symmetric about the still level,
    /// a round number, and wide enough for all that one renderer has drawn so far.
    pub color_range_m: Option<(f32, f32)>,
    /// Exaggeration of the water's elevation; bodies float on the exaggerated water without being deformed.
    pub vertical_scale: f32,
    /// Leaves the water out, so that hulls can be seen from below.
    pub hide_water: bool,
}

/// Positions of the camera.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewKind {
    /// View from straight above, without perspective: the whole sheet, levels from blue to red.
    Top,
    /// A part of the view from straight above.
    Map {
        /// The point in the middle of the picture, m. With `follow`: relative to the body's place.
        center_m: Vec2,
        /// Half of what is seen from the lower to the upper edge, m.
        half_height_m: f32,
        /// Name of the body that the view moves with; without effect if the scene does not have it.
        follow: Option<String>,
    },
    /// View from above the horizon, so that the whole sheet is in the picture.
    Overview,
    /// View from a point.
    Perspective {
        /// The camera, m. With `follow`: relative to the body's place on the still water, along the world's axes.
        eye_m: Vec3,
        /// The point in the middle of the picture, m. With `follow`: relative to the same place.
        target_m: Vec3,
        /// Vertical angle of view, degrees.
        fov_deg: f32,
        /// Name of the body that camera and target move with; without effect if the scene does not have it.
        follow: Option<String>,
    },
}

impl Default for View {
    fn default() -> Self {
        Self {
            kind: ViewKind::Overview,
            size: [960, 540],
            color_range_m: None,
            vertical_scale: 1.0,
            hide_water: false,
        }
    }
}
