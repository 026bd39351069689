use glam::Vec3;

/// A particle in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speck {
    /// Place of the speck, m.
    pub at_m: Vec3,
    /// Half its size in pictures, m.
    pub radius_m: f32,
    /// Red, green and blue, sRGB, 0 to 1.
    pub color: [f32; 3],
}

/// Smoke in a box of cubic cells: value `(k * ny + j) * nx + i` belongs to the cell that covers
/// `corner_m + [i, i + 1] × [j, j + 1] × [k, k + 1] · cell_size_m`.
#[derive(Clone, Debug, Default)]
pub struct Smoke {
    /// Cells along x, y and z; no smoke where one is 0.
    pub cells: [usize; 3],
    /// Edge of a cell, m.
    pub cell_size_m: f32,
    /// Corner of cell (0, 0, 0), m.
    pub corner_m: Vec3,
    /// Concentration, x fastest.
    pub concentration: Vec<f32>,
    /// Extinction coefficient where the concentration is 1, 1/m.
    pub extinction_1_m: f32,
    /// Fraction of the extinguished light that is scattered.
    pub albedo: f32,
}
