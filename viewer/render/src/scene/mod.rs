//! What pictures show, as plain data: the water's levels, the bodies, the view, and the cells of maps.
//!
//! A renderer sees nothing else, so a picture can only show what was simulated.

mod beyond;
mod body;
mod fields;
mod maps;
mod smoke;
mod view;
mod water;

pub use body::{Arrow, ArrowKind, BodyModel, Decoration, Line, Load, LoadKind, Track, crossing};
pub(crate) use fields::find_values;
pub use fields::values;
pub use maps::{Maps, RimCell, WetCell};
pub use smoke::{Smoke, Speck};
pub use view::{Field, Invented, Look, Station, View, ViewKind};
pub use water::{Beyond, Edge, Foam, WaterSheet, around};

/// One instant of a world.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Simulated time, s.
    pub time_s: f64,
    /// Headline of the picture.
    pub title: String,
    /// The water and the blocks that stand in it.
    pub water: WaterSheet,
    /// Smoke over the water.
    pub smoke: Smoke,
    /// Particles in the air.
    pub specks: Vec<Speck>,
    /// The bodies, in any order.
    pub bodies: Vec<BodyModel>,
    /// Lines that join bodies to each other and to the ground.
    pub lines: Vec<Line>,
    /// Forces on triangles that are drawn as arrows.
    pub arrows: Vec<Arrow>,
    /// Forces on whole bodies, drawn where [`View::loads`] says so.
    pub loads: Vec<Load>,
    /// The ways that bodies have come, drawn where [`View::track_s`] says so.
    pub tracks: Vec<Track>,
}
