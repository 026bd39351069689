//! The cells onto which bodies are projected.

use crate::Error;
use glam::Vec2;

/// Square cells in the plane: cell `(i, j)` covers `origin + [i, i + 1) × [j, j + 1)` cell sizes, and has the
/// linear index `j · nx + i`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Cells along x.
    pub nx: usize,
    /// Cells along y.
    pub ny: usize,
    /// Side of a cell, m.
    pub cell_size_m: f32,
    /// Lower left corner of cell (0, 0), m.
    pub origin_m: Vec2,
}

/// Most samples along a side of the grid.
const MOST_SAMPLES: usize = 1 << 20;

impl Grid {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// Centre of cell `(i, j)`: `origin + (i + ½, j + ½)` cell sizes, m.
    #[inline]
    pub fn centre_m(&self, i: usize, j: usize) -> Vec2 {
        self.origin_m + self.cell_size_m * Vec2::new(i as f32 + 0.5, j as f32 + 0.5)
    }

    /// Refuses levels of which there is not one for each cell.
    pub(crate) fn check_levels(&self, surface_m: &[f32]) -> Result<(), Error> {
        let (expected, got) = (self.cells(), surface_m.len());
        if expected == got { Ok(()) } else { Err(Error::Levels { expected, got }) }
    }

    pub(crate) fn check(&self, samples_per_side: usize) -> Result<(), Error> {
        let &Self { nx, ny, cell_size_m, origin_m } = self;
        if samples_per_side.is_multiple_of(2) || samples_per_side > 15 {
            return Err(Error::SamplesPerSide { got: samples_per_side });
        }
        let limit = MOST_SAMPLES;
        let side = |n: usize| (1..=limit / samples_per_side).contains(&n);
        // Sides of 2^20 samples keep the product within 64 bits; indices are 32 bits.
        if !side(nx) || !side(ny) || nx * ny * samples_per_side * samples_per_side > u32::MAX as usize {
            return Err(Error::GridSize { nx, ny, samples_per_side, limit });
        }
        if !(cell_size_m.is_finite() && cell_size_m > 0.0) {
            return Err(Error::CellSize { cell_size_m });
        }
        if !origin_m.is_finite() {
            return Err(Error::Origin { x_m: origin_m.x, y_m: origin_m.y });
        }
        Ok(())
    }
}
