use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

/// A body: its mesh, where it is, and its paint.
#[derive(Clone, Debug, Default)]
pub struct BodyModel {
    /// The body's name, which [`ViewKind::Perspective`](super::ViewKind::Perspective) can follow.
    pub name: String,
    /// Vertices in body coordinates, m.
    pub vertices: Arc<[Vec3]>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Arc<[[u32; 3]]>,
    /// Rotation from body to world axes.
    pub rotation: Quat,
    /// The body's origin in the world, m.
    pub translation_m: Vec3,
    /// Velocity of its center of mass, m/s.
    pub velocity_m_s: Vec3,
    /// Angular velocity about the vertical, counter-clockwise, rad/s.
    pub turn_rad_s: f32,
    /// Color of the paint, sRGB, each 0..=1.
    pub color: [f32; 3],
    /// Height of the water above the body's origin where it floats upright, along the body's z, m, by which it is painted in two
    /// colors; `None` for what does not float.
    pub waterline_m: Option<f32>,
    /// Invented shapes that are drawn on it or in its place, in the looks of water.
    pub decoration: Option<Arc<Decoration>>,
    /// Pressure on each triangle, Pa, drawn as a color instead of the paint; not a number where it is dry. Empty: all
    /// is painted.
    pub pressure_pa: Vec<f32>,
}

/// Invented fittings that are drawn on a body, such as a cabin, or a mesh in place of its own; in body coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoration {
    /// Vertices, m.
    pub vertices: Arc<[Vec3]>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Arc<[[u32; 3]]>,
    /// Color of each triangle of fittings, sRGB, each 0..=1. A mesh in place of the body's own has the body's paint.
    pub colors: Vec<[f32; 3]>,
    /// Whether it is drawn in place of the body's own mesh.
    pub is_in_place: bool,
}

/// The segment in which a triangle crosses the water's surface, seen from above; `above` are the heights of its corners above
/// it.
pub fn crossing(triangle: [Vec3; 3], above: [f32; 3]) -> Option<[Vec2; 2]> {
    let mut ends = (0..3).filter_map(|k| {
        let (a, b) = (k, (k + 1) % 3);
        ((above[a] < 0.0) != (above[b] < 0.0))
            .then(|| triangle[a].lerp(triangle[b], above[a] / (above[a] - above[b])).truncate())
    });
    Some([ends.next()?, ends.next()?])
}

/// A rope, chain, rod or spring between two places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Ends of the line, m.
    pub ends_m: [Vec3; 2],
    /// Length of the line, m: one that is longer than the way between its ends hangs down.
    pub length_m: f32,
}

/// A force drawn as an arrow that ends where it acts; all arrows of a run have one scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Point at which it acts, m.
    pub tip_m: Vec3,
    /// The force, N.
    pub force_n: Vec3,
    /// Kind of the force, which gives the arrow's color.
    pub kind: ArrowKind,
}

/// A force on a whole body, drawn as an arrow from where it acts with its value beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Point at which it acts, m.
    pub at_m: Vec3,
    /// The force, N.
    pub force_n: Vec3,
    /// Kind of the force, which gives name and color.
    pub kind: LoadKind,
}

/// Kinds of forces on a whole body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadKind {
    /// Weight of the body.
    Weight,
    /// Vertical pressure of the water.
    Buoyancy,
    /// Horizontal pressure of the water.
    Push,
    /// Drag, friction and slamming along the flow.
    Drag,
    /// Drag, friction and slamming across the flow.
    Lift,
    /// Thrust of a propeller.
    Thrust,
    /// Wind on what is above the water.
    Wind,
    /// Pull of a hand.
    Pull,
}

/// The way that a body's center of mass has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Simulated times, s, and places, m, the earliest first.
    pub places: Vec<(f64, Vec3)>,
}

/// Forces on a hull, as in Lazo et al. Fig. 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// Pressure of the water: blue.
    Pressure,
    /// Drag, lift and friction: red.
    Drag,
}
