//! Sorting cells by their index.

use crate::{Grid, WetCell};

/// Memory to sort cells, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Sort {
    by_column: Vec<WetCell>,
    starts: Vec<u32>,
}

impl Sort {
    /// Sorts cells of a grid by index; those of one index stay in their order. By column, then by row, in time that grows with their number.
    pub(super) fn by_cell(&mut self, grid: &Grid, cells: &mut [WetCell]) {
        let Self { by_column, starts } = self;
        // All of it is overwritten: what is there stays, but for its length.
        by_column.truncate(cells.len());
        by_column.extend_from_slice(&cells[by_column.len()..]);
        let nx = grid.nx as u32;
        distribute(cells, by_column, (starts, grid.nx), |index| index % nx);
        distribute(by_column, cells, (starts, grid.ny), |index| index / nx);
    }
}

/// Copies cells in the order of their `digit`, of which there are `digits`; those of one digit stay in their order.
#[inline(always)]
fn distribute(
    from: &[WetCell],
    to: &mut [WetCell],
    (starts, digits): (&mut Vec<u32>, usize),
    digit: impl Fn(u32) -> u32,
) {
    starts.clear();
    starts.resize(digits, 0);
    from.iter().for_each(|cell| starts[digit(cell.index) as usize] += 1);
    let mut end = 0;
    for start in starts.iter_mut() {
        end += std::mem::replace(start, end);
    }
    for cell in from {
        let start = &mut starts[digit(cell.index) as usize];
        to[*start as usize] = *cell;
        *start += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_are_sorted_as_by_a_stable_sort(nx in 1_usize..30, ny in 1_usize..30, picked in prop::collection::vec(0_usize..900, 0..200)) {
            let grid = Grid { nx, ny, cell_size_m: 1.0, origin_m: Vec2::ZERO };
            let cell = |(label, index): (u16, usize)| WetCell {
                index: (index % grid.cells()) as u32,
                label,
                thickness_m: 0.0,
                coverage: 0.0,
                waterplane: 0.0,
            };
            let mut cells: Vec<WetCell> = (0..).zip(picked).map(cell).collect();
            let mut wanted = cells.clone();
            wanted.sort_by_key(|cell| cell.index);
            Sort::default().by_cell(&grid, &mut cells);
            prop_assert_eq!(cells, wanted);
        }
    }
}
