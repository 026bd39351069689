//! The cells onto which bodies are projected.

use crate::Error;
use glam::Vec2;

/// Square cells in the plane: cell `(i, j)` covers `origin + [i, i + 1) × [j, j + 1)` cell sizes, and has the
/// linear index `j · nx + i`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// Largest number of samples along a side of the grid.
const MOST_SAMPLES: usize = 1 << 20;

impl Grid {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// Center of cell `(i, j)`: `origin + (i + ½, j + ½)` cell sizes, m.
    #[inline]
    pub fn center_m(&self, i: usize, j: usize) -> Vec2 {
        self.origin_m + self.cell_size_m * Vec2::new(i as f32 + 0.5, j as f32 + 0.5)
    }

    /// Checks that there is one water level for each cell.
    #[cfg(feature = "gpu")]
    pub(crate) fn check_levels(&self, got: usize) -> Result<(), Error> {
        let expected = self.cells();
        if expected == got {
            Ok(())
        } else {
            Err(Error::ShapeMismatch { what: "water levels", expected, got })
        }
    }

    /// Checks that the grid makes sense with `n × n` samples per cell.
    pub(crate) fn check(&self, samples_per_side: usize) -> Result<(), Error> {
        let &Self { nx, ny, cell_size_m, origin_m } = self;
        if samples_per_side.is_multiple_of(2) || samples_per_side > 15 {
            let (what, range) = ("samples along a side of a cell", "an odd number from 1 to 15");
            return Err(Error::OutOfRange { what, value: samples_per_side as f64, range });
        }
        let limit = MOST_SAMPLES;
        let is_valid = |n: usize| (1..=limit / samples_per_side).contains(&n);
        // Sides of 2^20 samples keep the product within 64 bits; indices have 32.
        if !is_valid(nx) || !is_valid(ny) || nx * ny * samples_per_side * samples_per_side > u32::MAX as usize
        {
            return Err(Error::GridSize { nx, ny, samples_per_side, limit });
        }
        if !(cell_size_m.is_finite() && cell_size_m > 0.0) {
            let (what, range) = ("cell size (m)", "positive and finite");
            return Err(Error::OutOfRange { what, value: cell_size_m.into(), range });
        }
        if !origin_m.is_finite() {
            return Err(Error::NotFinite { what: "grid origin (m)" });
        }
        Ok(())
    }
}
