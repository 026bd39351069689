//! The rim of the wet section and its normals.

use super::wet::WetCell;
use crate::Grid;
use glam::Vec2;

/// A cell of the wet section that has water beside it.
///
/// Here the section is the cells that all bodies together wet by half or more, and water is all other cells of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RimCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body that wets most of the cell, the smallest of equals.
    pub label: u16,
    /// Normalized sum of the offsets to those of the eight neighbors that are water (Lazo et al. Eq. 8–9): a unit vector that points
    /// into the water, or zero where the offsets cancel, as in a section one cell wide.
    pub normal: Vec2,
}

const NEIGHBORS: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Whether a cell belongs to the section; `parts` are all its entries.
fn in_section(parts: &[WetCell]) -> bool {
    parts.iter().map(|part| part.coverage).sum::<f32>() >= 0.5
}

/// Finds the rim of a wet section on `grid`. `out` is cleared first and filled in the order of `wet`.
///
/// `wet` must be sorted by index, as [`CellMask::wet_section`](crate::CellMask::wet_section) leaves it. What lies outside the
/// grid is not water and adds nothing to a normal.
///
/// # Panics
/// If an index lies outside the grid, or `wet` is not sorted.
pub fn rim(grid: &Grid, wet: &[WetCell], out: &mut Vec<RimCell>) {
    let &Grid { nx, ny, .. } = grid;
    out.clear();
    let cells = || wet.chunk_by(|a, b| a.index == b.index);
    let (Some(first), Some(last)) = (wet.first(), wet.last()) else { return };
    // The rows of the section with a margin of one row and one column on either side. What lies outside the grid is marked as no
    // water, so that it adds nothing to a normal.
    let rows = (first.index as usize / nx).saturating_sub(1)..(last.index as usize / nx + 2).min(ny);
    let stride = nx + 2;
    let at = |index: usize| (index / nx + 1 - rows.start) * stride + index % nx + 1;
    let mut water = vec![false; (rows.len() + 2) * stride];
    for row in 0..rows.len() {
        water[(row + 1) * stride + 1..][..nx].fill(true);
    }
    for cell in cells().filter(|cell| in_section(cell)) {
        water[at(cell[0].index as usize)] = false;
    }
    for cell in cells().filter(|cell| in_section(cell)) {
        let index = cell[0].index;
        let center = at(index as usize) as isize;
        let mut sum = Vec2::ZERO;
        let mut beside_water = false;
        for (dx, dy) in NEIGHBORS {
            if water[(center + dy * stride as isize + dx) as usize] {
                beside_water = true;
                sum += Vec2::new(dx as f32, dy as f32);
            }
        }
        if beside_water {
            let most = cell.iter().fold(cell[0], |a, b| if b.coverage > a.coverage { *b } else { a });
            out.push(RimCell { index, label: most.label, normal: sum.normalize_or_zero() });
        }
    }
}
