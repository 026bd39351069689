//! The cells around a body.

/// The cells of a body and those around them, within a border that belongs to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frame {
    nx: usize,
    /// Column and row of its first cell.
    first: [usize; 2],
    /// Columns with the border.
    pub(super) stride: usize,
    /// Number of places, with the border.
    pub(super) count: usize,
}

impl Frame {
    /// That of the columns and rows of cells, ascending, on a grid of `[nx, ny]` cells; none of no cells.
    pub(super) fn around([nx, ny]: [usize; 2], cells: impl Iterator<Item = [usize; 2]>) -> Option<Self> {
        let ([mut west, mut east], mut rows) = ([nx, 0], ny..0);
        for [i, j] in cells {
            (west, east) = (west.min(i), east.max(i + 1));
            rows = rows.start.min(j)..j + 1;
        }
        if rows.is_empty() {
            return None;
        }
        // One more on all sides, within the grid.
        let (west, east) = (west.saturating_sub(1), (east + 1).min(nx));
        let (south, north) = (rows.start.saturating_sub(1), (rows.end + 1).min(ny));
        let stride = east - west + 2;
        Some(Self { nx, first: [west, south], stride, count: stride * (north - south + 2) })
    }

    /// Column and row of its first cell.
    pub(super) fn first(&self) -> [usize; 2] {
        self.first
    }

    /// Columns and rows on the grid, without the border.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.stride.saturating_sub(2), (self.count / self.stride.max(1)).saturating_sub(2)]
    }

    /// Place of a column and row of the grid.
    pub(super) fn at(&self, [i, j]: [usize; 2]) -> usize {
        let [west, south] = self.first;
        (j + 1 - south) * self.stride + i + 1 - west
    }

    /// Numbers of the cells on the grid, ascending, and their places.
    pub(super) fn cells(self) -> impl Iterator<Item = (u32, usize)> {
        let ([columns, rows], [west, south]) = (self.size(), self.first);
        (0..rows).flat_map(move |row| {
            let (index, at) = ((south + row) * self.nx + west, (row + 1) * self.stride + 1);
            (0..columns).map(move |i| ((index + i) as u32, at + i))
        })
    }
}

/// Columns and rows of cells, ascending, by their numbers.
pub(super) struct Places {
    nx: usize,
    row: usize,
    start: usize,
}

impl Places {
    /// Those of a grid of so many columns.
    pub(super) fn of(nx: usize) -> Self {
        Self { nx, row: 0, start: 0 }
    }

    pub(super) fn place(&mut self, index: u32) -> [usize; 2] {
        let index = index as usize;
        if index >= self.start + self.nx {
            self.row = index / self.nx;
            self.start = self.row * self.nx;
        }
        [index - self.start, self.row]
    }
}
