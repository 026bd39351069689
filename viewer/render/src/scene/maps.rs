use glam::Vec2;

use super::water::WaterSheet;

/// Cells and values that the maps show. Cells are linear indices into the sheet, x fastest.
#[derive(Clone, Debug, Default)]
pub struct Maps {
    /// Simulated time, s.
    pub time_s: f64,
    /// Headline of the pictures.
    pub title: String,
    /// The water over its bed.
    pub water: WaterSheet,
    /// Lowest surface of the bodies over each cell, m: `[ny][nx]`, x fastest; +∞ where there is none.
    pub bottom_m: Vec<f32>,
    /// The wet section.
    pub wet: Vec<WetCell>,
    /// Cells of the wet section that have water beside them.
    pub rim: Vec<RimCell>,
    /// Cells and the forces that bodies put on the water there, N; those on one cell add up.
    pub forces_n: Vec<(u32, Vec2)>,
}

/// A cell in which a body reaches below the still level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WetCell {
    /// Linear index of the cell, `j nx + i`.
    pub cell: u32,
    /// Submerged thickness of the body, mean over the cell, m.
    pub thickness_m: f32,
    /// Horizontal velocity of the body at the still level, m/s.
    pub velocity_m_s: Vec2,
}

/// A cell of the wet section with water beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RimCell {
    /// Linear index of the cell, `j nx + i`.
    pub cell: u32,
    /// Unit vector towards the water (Lazo et al. Eq. 8–9); zero where there is water on opposite sides alike.
    pub normal: Vec2,
}
