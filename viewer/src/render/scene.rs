//! What a picture shows, as plain data: the water's levels, the bodies, the eye.
//!
//! A renderer sees nothing else, so a picture can only show what was simulated.

use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

/// One instant of a world.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Simulated time, s.
    pub time_s: f64,
    /// Headline of the picture.
    pub title: String,
    /// The water and the blocks that stand in it.
    pub water: WaterSheet,
    /// The bodies, in any order.
    pub bodies: Vec<BodyModel>,
    /// Forces that are drawn as arrows.
    pub arrows: Vec<Arrow>,
}

/// Water levels on a grid: value `j * nx + i` belongs to the cell that covers
/// `origin_m + [i, i + 1] × [j, j + 1] · cell_size_m`.
#[derive(Clone, Debug, Default)]
pub struct WaterSheet {
    /// Cells along x.
    pub nx: usize,
    /// Cells along y.
    pub ny: usize,
    /// Edge of a cell, m.
    pub cell_size_m: f32,
    /// Lower-left corner of cell (0, 0), m.
    pub origin_m: Vec2,
    /// Height of the surface `eta`, m: `[ny][nx]`, x fastest.
    pub level_m: Vec<f32>,
    /// Height of the surface at rest, m.
    pub still_level_m: f32,
    /// Cells that are walls or obstacles, without water: `[ny][nx]`, x fastest, or empty where there are none.
    pub solid: Vec<bool>,
    /// Solid cells are those under bodies of the scene, which are drawn instead of blocks.
    pub solids_are_bodies: bool,
}

impl WaterSheet {
    /// Length and width of the sheet, m.
    pub fn extent_m(&self) -> Vec2 {
        Vec2::new(self.nx as f32, self.ny as f32) * self.cell_size_m
    }

    /// Middle of the sheet at the still level, m.
    pub fn center_m(&self) -> Vec3 {
        (self.origin_m + 0.5 * self.extent_m()).extend(self.still_level_m)
    }

    /// True where cell (`i`, `j`) is a wall or an obstacle.
    pub fn is_solid(&self, i: usize, j: usize) -> bool {
        self.solid.get(j * self.nx + i).copied().unwrap_or(false)
    }
}

/// A body: its mesh, where it is, and its paint.
#[derive(Clone, Debug)]
pub struct BodyModel {
    /// The body's name, which [`ViewKind::Perspective`] can follow.
    pub name: String,
    /// Vertices in body coordinates, m.
    pub vertices: Arc<[Vec3]>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Arc<[[u32; 3]]>,
    /// From body to world axes.
    pub rotation: Quat,
    /// The body's origin in the world, m.
    pub translation_m: Vec3,
    /// Colour of the paint, sRGB, each 0..=1.
    pub color: [f32; 3],
    /// Pressure on each triangle, Pa, drawn as a colour instead of the paint; not a number where it is dry. Empty: all
    /// is painted.
    pub pressure_pa: Vec<f32>,
}

/// A force drawn as an arrow that ends where it acts; all arrows of a run have one scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Where it acts, m.
    pub tip_m: Vec3,
    /// The force, N.
    pub force_n: Vec3,
    /// What it is, which gives its colour.
    pub kind: ArrowKind,
}

/// Forces on a hull, as Lazo et al. Fig. 6 tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// Pressure of the water: blue.
    Pressure,
    /// Drag, lift and friction: red.
    Drag,
}

/// How a scene is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where it is looked at from.
    pub kind: ViewKind,
    /// Width and height of the picture, pixels.
    pub size: [u32; 2],
    /// Levels above the still level, m, that the ends of the colour map stand for. `None`: symmetric about the still level,
    /// a round number, and wide enough for all that one [`super::Renderer`] has drawn so far.
    pub color_range_m: Option<(f32, f32)>,
    /// Factor on the water's deviation from its still level; bodies ride on the exaggerated water undeformed.
    pub vertical_scale: f32,
    /// Leaves the water out, so that hulls can be seen from below.
    pub hide_water: bool,
}

/// Where a picture is looked at from.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewKind {
    /// From straight above, without perspective: the whole sheet, levels from blue to red.
    Top,
    /// From above the horizon, so that the whole sheet is in the picture.
    Overview,
    /// From a point.
    Perspective {
        /// The eye, m. With `follow`: relative to the body's place on the still water, along the world's axes.
        eye_m: Vec3,
        /// The point in the middle of the picture, m. With `follow`: relative to the same place.
        target_m: Vec3,
        /// Vertical angle of view, degrees.
        fov_deg: f32,
        /// Name of the body that eye and target move with. A name that the scene does not have moves nothing.
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
