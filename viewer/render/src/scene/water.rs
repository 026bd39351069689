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
    /// Height of the sea beyond the sides, m, where it is not that at rest: of a tide.
    pub sea_level_m: Option<f32>,
    /// Cells that are walls or solids, without water: `[ny][nx]`, x fastest, or empty where there are none.
    pub solid: Vec<bool>,
    /// Solid cells are those under bodies of the scene, which are drawn instead of blocks.
    pub solids_are_bodies: bool,
    /// Depth-averaged velocity, m/s: `[ny][nx]`, x fastest, or empty where it is not known.
    pub velocity_m_s: Vec<Vec2>,
    /// Height of the bed above the datum, m: `[ny][nx]`, x fastest, or empty where it is 0 everywhere.
    pub bed_m: Vec<f32>,
    /// Submerged thickness of the bodies afloat over each cell, m: `[ny][nx]`, x fastest, or empty where there are none.
    pub thickness_m: Vec<f32>,
    /// Residual of the water's volume in each cell over the last step, `∂m/∂t + ∇·(m u)` with the column `m` between bed and surface, less
    /// what a body displaces of it, and the velocity `u`: how fast the level rises there beyond what the flow brings, mm/s. `[ny][nx]`, x
    /// fastest, or empty where it is not known.
    pub residual_mm_s: Vec<f32>,
    /// Acceleration of gravity, m/s².
    pub gravity_m_s2: f32,
    /// Simulated time of a step, s.
    pub time_step_s: f32,
    /// Land or water beyond the sides: low x, high x, low y, high y.
    pub edges: [Edge; 4],
    /// Foam on the surface.
    pub foam: Foam,
    /// Waves that go on beyond the sides of the sea.
    pub beyond: Beyond,
}

/// Waves beyond the sides of the sea, on cells as large as the sheet's: looks of water show them, and how they fade into the level sea.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beyond {
    /// Cells beyond each side; 0 where there are no waves.
    pub cells: usize,
    /// Height of the surface above the datum, m: `[ny + 2 cells][nx + 2 cells]`, x fastest. Those of the sheet's own cells are not read.
    pub level_m: Vec<f32>,
}

/// Land or water beyond a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Edge {
    /// A bank.
    #[default]
    Bank,
    /// The sea, level and at rest, to the horizon; the surface fades into it in a strip of this width, m.
    Sea(f32),
}

/// Foam, on a grid finer than that of the water: value `j * nx * per_cell + i` belongs to the square that covers
/// `origin_m + [i, i + 1] × [j, j + 1] · cell_size_m / per_cell` of the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foam {
    /// Squares along the edge of a cell; 0 where there is no foam.
    pub per_cell: usize,
    /// Density, 0 for none, about 1 for white water; `[ny · per_cell][nx · per_cell]`, x fastest.
    pub density: Vec<f32>,
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

    /// Velocity at a place in cells from the sheet's corner, bilinear between the middles of cells, m/s. The sheet has to have
    /// velocities.
    pub fn velocity_m_s(&self, at: Vec2) -> Vec2 {
        let (corners, t) = around([self.nx, self.ny], at);
        let [a, b, c, d] = corners.map(|k| self.velocity_m_s[k]);
        a.lerp(b, t.x).lerp(c.lerp(d, t.x), t.y)
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

    /// Height of the bed above the datum at cell (`i`, `j`), m.
    pub fn bed_m(&self, i: usize, j: usize) -> f32 {
        self.bed_m.get(j * self.nx + i).copied().unwrap_or(0.0)
    }

    /// A place on the surface, m, its height above the still level that of the nearest cell `times` over.
    pub fn drawn_at_m(&self, place_m: Vec2, times: f32) -> Vec3 {
        let last = Vec2::new(self.nx as f32, self.ny as f32) - 1.0;
        let cell = ((place_m - self.origin_m) / self.cell_size_m).floor().clamp(Vec2::ZERO, last);
        let level_m = self.level_m.get(cell.y as usize * self.nx + cell.x as usize).copied();
        let eta_m = level_m.map_or(0.0, |level_m| level_m - self.still_level_m);
        let eta_m = if eta_m.is_finite() { eta_m * times } else { 0.0 };
        place_m.extend(self.still_level_m + eta_m)
    }

    /// True where cell (`i`, `j`) is a wall or a solid.
    pub fn is_solid(&self, i: usize, j: usize) -> bool {
        self.solid.get(j * self.nx + i).copied().unwrap_or(false)
    }

    /// True where a body afloat reaches into the water of cell (`i`, `j`).
    pub fn is_covered(&self, i: usize, j: usize) -> bool {
        self.thickness_m.get(j * self.nx + i).is_some_and(|b| *b > 0.0)
    }

    /// True at a place in the water, m, without a body over it.
    pub fn is_open(&self, place_m: Vec2) -> bool {
        let cell = ((place_m - self.origin_m) / self.cell_size_m).floor();
        let is_inside = cell.cmpge(Vec2::ZERO).all() && cell.x < self.nx as f32 && cell.y < self.ny as f32;
        let (i, j) = (cell.x as usize, cell.y as usize);
        is_inside && !self.is_solid(i, j) && !self.is_covered(i, j)
    }
}

/// The four squares of a grid whose centers surround a place in squares from its corner, and where the place lies between them, 0 to 1
/// along each axis; at the edge the nearest.
pub fn around([width, height]: [usize; 2], at: Vec2) -> ([usize; 4], Vec2) {
    let last = Vec2::new((width - 1) as f32, (height - 1) as f32);
    let at = (at - 0.5).clamp(Vec2::ZERO, last);
    let (i, j) = (at.x as usize, at.y as usize);
    let (east, north) = ((i + 1).min(width - 1), (j + 1).min(height - 1));
    ([j * width + i, j * width + east, north * width + i, north * width + east], at - at.floor())
}
