//! The rim of the wet section and its normals.

use super::wet_cell::WetCell;
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
    out.clear();
    assert!(wet.is_sorted_by_key(|part| part.index), "a wet section is sorted by cell");
    assert!(
        wet.last().is_none_or(|part| (part.index as usize) < grid.cells()),
        "a wet section lies on its grid"
    );
    let [nx, ny] = [grid.nx, grid.ny].map(|cells| cells as isize);
    let section = || wet.chunk_by(|a, b| a.index == b.index).filter(|cell| in_section(cell));
    // The section from each neighbor of the cell on: cells come in order, and so do their neighbors on one side.
    let mut rest = NEIGHBORS.map(|_| section().map(|cell| cell[0].index as isize).peekable());
    for cell in section() {
        let index = cell[0].index;
        let [i, j] = [index as isize % nx, index as isize / nx];
        let mut sum = Vec2::ZERO;
        let mut beside_water = false;
        for (rest, (dx, dy)) in rest.iter_mut().zip(NEIGHBORS) {
            let neighbor = (j + dy) * nx + i + dx;
            while rest.next_if(|at| *at < neighbor).is_some() {}
            let is_on_grid = (0..nx).contains(&(i + dx)) && (0..ny).contains(&(j + dy));
            if is_on_grid && rest.peek() != Some(&neighbor) {
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
