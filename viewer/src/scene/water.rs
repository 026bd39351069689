use glam::{Vec2, Vec3};

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
    /// Height of the surface above the datum, m: `[ny][nx]`, x fastest.
    pub level_m: Vec<f32>,
    /// Height of the surface at rest, m.
    pub still_level_m: f32,
    /// Height of the bed above the datum in each cell, m: `[ny][nx]`, x fastest, or empty where it is not known.
    pub bed_m: Vec<f32>,
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

    /// Height of the bed at a position, that of the nearest cell, m; none where it is not known.
    pub fn bed_at_m(&self, place_m: Vec2) -> Option<f32> {
        if self.bed_m.is_empty() {
            return None;
        }
        let last = Vec2::new(self.nx as f32, self.ny as f32) - 1.0;
        let cell = ((place_m - self.origin_m) / self.cell_size_m).floor().clamp(Vec2::ZERO, last);
        self.bed_m.get(cell.y as usize * self.nx + cell.x as usize).copied()
    }

    /// True where cell (`i`, `j`) is a wall or an obstacle.
    pub fn is_solid(&self, i: usize, j: usize) -> bool {
        self.solid.get(j * self.nx + i).copied().unwrap_or(false)
    }
}
