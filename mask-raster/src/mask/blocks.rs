//! Parts of a mask, such as those that have to be redrawn.

use super::layers::CellBox;
use std::ops::Range;

/// Cells of a grid: for each row one bit for each block of columns.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    columns: usize,
    block: usize,
    rows: Vec<u64>,
}

impl Blocks {
    /// No cells, of a grid of `nx × ny`.
    pub(crate) fn new(nx: usize, ny: usize) -> Self {
        // Blocks of fewer than eight columns would cost more than they save.
        Self { columns: nx, block: nx.div_ceil(64).max(8), rows: vec![0; ny] }
    }

    /// Removes all cells.
    pub(crate) fn clear(&mut self) {
        self.rows.fill(0);
    }

    /// Adds a rectangle of cells.
    pub(crate) fn add(&mut self, cells: &CellBox) {
        let bits = self.bits(cells);
        self.rows[cells.y.clone()].iter_mut().for_each(|row| *row |= bits);
    }

    /// Whether any of the blocks `bits` of a row is among them.
    pub(crate) fn meets(&self, row: usize, bits: u64) -> bool {
        self.rows[row] & bits != 0
    }

    /// The blocks of columns that a rectangle meets.
    pub(crate) fn bits(&self, cells: &CellBox) -> u64 {
        if cells.x.is_empty() {
            return 0;
        }
        let (first, last) = (cells.x.start / self.block, (cells.x.end - 1) / self.block);
        (u64::MAX << first) & (u64::MAX >> (63 - last))
    }

    /// The columns of a row, as runs.
    pub(crate) fn runs(&self, row: usize) -> impl Iterator<Item = Range<usize>> {
        let (block, columns) = (self.block, self.columns);
        let mut rest = self.rows[row];
        let mut first = 0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            first += rest.trailing_zeros() as usize;
            let run = (self.rows[row] >> first).trailing_ones() as usize;
            let end = first + run;
            rest = if end == 64 { 0 } else { self.rows[row] >> end };
            let columns = first * block..(end * block).min(columns);
            first = end;
            Some(columns)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_hold_every_rectangle_and_reach_no_further_than_a_block(
            nx in 1_usize..900, boxes in prop::collection::vec((0_usize..900, 1_usize..300), 0..6),
        ) {
            let mut blocks = Blocks::new(nx, 1);
            let mut wanted = vec![false; nx];
            for (start, width) in boxes {
                let x = start.min(nx - 1)..(start + width).min(nx);
                wanted[x.clone()].fill(true);
                blocks.add(&CellBox { label: 1, x, y: 0..1 });
            }
            let mut found = vec![false; nx];
            let mut last_end = 0;
            for run in blocks.runs(0) {
                prop_assert!(run.start >= last_end && !run.is_empty());
                last_end = run.end + 1;
                found[run].fill(true);
            }
            for column in 0..nx {
                let block = nx.div_ceil(64).max(8);
                let near = column / block * block..((column / block + 1) * block).min(nx);
                prop_assert_eq!(found[column], wanted[near].contains(&true));
            }
        }
    }
}
