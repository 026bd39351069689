use std::ops::Range;

/// A rectangle of cells: columns `i0..i1`, rows `j0..j1`. Without a cell if it ends before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// First column.
    pub i0: usize,
    /// Column after the last.
    pub i1: usize,
    /// First row.
    pub j0: usize,
    /// Row after the last.
    pub j1: usize,
}

impl Region {
    /// A region without a cell, the neutral element of [`Self::union`].
    pub const EMPTY: Self = Self { i0: 0, i1: 0, j0: 0, j1: 0 };

    /// The region of these columns and rows.
    pub fn new(columns: Range<usize>, rows: Range<usize>) -> Self {
        Self { i0: columns.start, i1: columns.end, j0: rows.start, j1: rows.end }
    }

    /// Columns, empty if the region has no cell.
    pub fn columns(&self) -> Range<usize> {
        self.i0..self.i1
    }

    /// Rows, empty if the region has no cell.
    pub fn rows(&self) -> Range<usize> {
        self.j0..self.j1
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.i0 >= self.i1 || self.j0 >= self.j1
    }

    /// Whether it contains the cell `[i, j]`.
    pub fn contains(&self, [i, j]: [usize; 2]) -> bool {
        self.columns().contains(&i) && self.rows().contains(&j)
    }

    /// Cells `[i, j]` of the region, row by row.
    pub fn cells(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let columns = self.columns();
        self.rows().flat_map(move |j| columns.clone().map(move |i| [i, j]))
    }

    /// The smallest region that contains both.
    pub fn union(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                i0: self.i0.min(other.i0),
                i1: self.i1.max(other.i1),
                j0: self.j0.min(other.j0),
                j1: self.j1.max(other.j1),
            },
        }
    }

    /// The cells that both contain.
    pub fn intersection(self, other: Self) -> Self {
        Self {
            i0: self.i0.max(other.i0),
            i1: self.i1.min(other.i1),
            j0: self.j0.max(other.j0),
            j1: self.j1.min(other.j1),
        }
    }

    /// The region extended by `margin` cells on each side, not below column and row 0; an empty one remains empty. It may
    /// extend beyond the grid: take the [`Self::intersection`] with it.
    pub fn grown(self, margin: usize) -> Self {
        if self.is_empty() {
            return self;
        }
        Self {
            i0: self.i0.saturating_sub(margin),
            i1: self.i1 + margin,
            j0: self.j0.saturating_sub(margin),
            j1: self.j1 + margin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn region() -> impl Strategy<Value = Region> {
        (0usize..9, 0usize..9, 0usize..9, 0usize..9).prop_map(|(a, b, c, d)| Region::new(a..b, c..d))
    }

    fn all_cells() -> impl Iterator<Item = [usize; 2]> {
        Region::new(0..12, 0..12).cells()
    }

    proptest! {
        #[test]
        fn sets_of_cells_follow_the_laws_of_sets(a in region(), b in region(), margin in 0usize..3) {
            prop_assert_eq!(a.cells().collect::<Vec<_>>(), all_cells().filter(|&c| a.contains(c)).collect::<Vec<_>>());
            prop_assert_eq!(a.is_empty(), a.cells().next().is_none());
            for cell in all_cells() {
                let [in_a, in_b] = [a, b].map(|region| region.contains(cell));
                prop_assert_eq!(a.intersection(b).contains(cell), in_a && in_b);
                prop_assert!(a.union(b).contains(cell) || !(in_a || in_b));
                let near = |other: [usize; 2]| (0..2).all(|axis| cell[axis].abs_diff(other[axis]) <= margin);
                prop_assert_eq!(a.grown(margin).contains(cell), a.cells().any(near));
            }
            prop_assert_eq!(a.union(Region::EMPTY).cells().count(), a.cells().count());
            prop_assert!(Region::EMPTY.is_empty() && Region::EMPTY.grown(margin).is_empty());
        }
    }
}
