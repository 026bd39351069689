use glam::{Vec2, Vec3};

/// A view of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Position of the camera.
    pub kind: ViewKind,
    /// Width and height of the picture, pixels.
    pub size: [u32; 2],
    /// The look of the water.
    pub look: Look,
    /// The quantity that its colors stand for in the looks [`Slab`](Look::Slab) and [`Science`](Look::Science).
    pub field: Field,
    /// Elevations, m, that the ends of the color map of [`Field::Level`] stand for. `None`: symmetric about the still level,
    /// a round number, and wide enough for all that one renderer has drawn so far.
    pub color_range_m: Option<(f32, f32)>,
    /// Values that the ends of the color map of any other field stand for, in its unit. `None`: round numbers, wide enough for
    /// all that one renderer has drawn so far.
    pub field_range: Option<(f32, f32)>,
    /// Exaggeration of the water's elevation in the look [`Slab`](Look::Slab); bodies float on the exaggerated water without
    /// being deformed. In all others heights are true.
    pub vertical_scale: f32,
    /// Factor by which letters are larger than those of the picture's height, as for eyes that want them so.
    pub letters: f32,
    /// Invented parts of the looks of water that are drawn.
    pub invented: Invented,
    /// Leaves the water out, so that hulls can be seen from below.
    pub hide_water: bool,
    /// Light on dark where a field is shown alone: the background, the text, and colors of no or little of a quantity.
    pub dark: bool,
    /// Casts rays through smoke in every other pixel of every other row alone, and fills in the others where neither what is behind nor the
    /// smoke has an edge: about a third of the rays. For the CPU; a GPU casts all.
    pub half_smoke: bool,
    /// Draws streamlines in the looks [`Slab`](Look::Slab) and [`Science`](Look::Science).
    pub streamlines: bool,
    /// Draws the forces on triangles, where the scene has them.
    pub forces: bool,
    /// Draws the forces on whole bodies by kind, as arrows with their values, where the scene has them.
    pub loads: bool,
    /// Simulated time over which the ways that bodies have come are drawn, s; 0 for none.
    pub track_s: f32,
}

/// Invented parts of pictures in the looks of water, each of which can be left out. What is left then is a clear sky, which the water mirrors, a
/// bed of one color, and the sea or the banks beyond the sides; the looks [`Slab`](Look::Slab) and [`Science`](Look::Science) have none of all that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invented {
    /// Fittings and looks of bodies ([`Decoration`](super::Decoration)).
    pub fittings: bool,
    /// Clouds in the sky.
    pub clouds: bool,
    /// Haze between the eye and what is far.
    pub haze: bool,
    /// Grain of the sand, and lines on it every 1 m and 5 m.
    pub sand: bool,
    /// Bubbles and patches of the foam: without them it is an even white of its density.
    pub foam: bool,
}

impl Invented {
    /// All of them.
    pub const ALL: Self = Self { fittings: true, clouds: true, haze: true, sand: true, foam: true };
    /// None of them.
    pub const NONE: Self = Self { fittings: false, clouds: false, haze: false, sand: false, foam: false };
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
    /// View of a body under way, from where its velocity and its turn say; an overview if the scene does not have it.
    Follow {
        /// Name of the body.
        body: String,
        /// The place of the camera.
        from: Station,
    },
}

/// Places from which a camera follows a body. Distances are in proportion to the body's length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Station {
    /// Behind it and, as it turns, on the inside of its turn.
    #[default]
    Astern,
    /// Beside it, to starboard.
    Abeam,
    /// Straight above it, its surroundings filling the picture; north is up.
    Above,
}

/// Looks of the water.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Water: its surface, foam, depth and shadows are those of the state; sky, sand and haze are invented.
    #[default]
    Water,
    /// Water as above, with invented ripples, smaller than the cells of the grid.
    Ripples,
    /// The bare sheet of the grid in the colors of a field, cut off at its sides.
    Slab,
    /// The colors of a field alone, without light and shadow; nothing is invented.
    Science,
}

impl Look {
    /// All looks.
    pub const ALL: [Self; 4] = [Self::Water, Self::Ripples, Self::Slab, Self::Science];

    /// Whether the water is drawn as water, not in the colors of a field.
    pub fn is_water(self) -> bool {
        matches!(self, Self::Water | Self::Ripples)
    }
}

/// Quantities that colors stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Courant number of the long waves on the flow, `(|u| + √(g h)) Δt / Δx`: cells that they pass in a step.
    Courant,
    /// Submerged thickness of the bodies over a cell, m.
    Thickness,
    /// 0 water, 1 under a body, 2 solid.
    Mask,
    /// Residual of the volume ([`WaterSheet::residual_mm_s`](super::WaterSheet::residual_mm_s)), mm/s.
    Residual,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 9] = [
        Self::Level,
        Self::Depth,
        Self::Speed,
        Self::Vorticity,
        Self::Froude,
        Self::Courant,
        Self::Thickness,
        Self::Mask,
        Self::Residual,
    ];
}

impl View {
    /// Whether the colors of the water stand for the residual of its volume, which has to be found in every step.
    pub fn shows_residual(&self) -> bool {
        self.field == Field::Residual && !self.look.is_water()
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            kind: ViewKind::Overview,
            size: [960, 540],
            look: Look::default(),
            field: Field::default(),
            color_range_m: None,
            field_range: None,
            vertical_scale: 1.0,
            letters: 1.0,
            invented: Invented::ALL,
            hide_water: false,
            dark: false,
            half_smoke: false,
            streamlines: false,
            forces: true,
            loads: false,
            track_s: 0.0,
        }
    }
}
