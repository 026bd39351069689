use crate::Error;
use crate::d2q9::{C, Q};
use crate::engine::CACHE_LINE;

/// The memory layout of the populations.
///
/// They are stored row by row, `f: [ny + 2][9][stride]`, x fastest: the nine lines of a row lie side by side, so that a
/// sweep reads memory in order. Ghost cells around the `nx × ny` grid hold the populations that enter through the sides.
/// Cell `x = 0` of every line is aligned to a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    nx: usize,
    ny: usize,
    stride: usize,
}

/// The position of a cell in the population array, valid for the [`Layout`] that returned it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(u32);

impl Layout {
    /// Most cells along a side: sites have to fit into 32 bits.
    pub const MAX_SIDE: usize = 16_384;

    pub(crate) fn new(nx: usize, ny: usize) -> Result<Self, Error> {
        for (what, n) in [("cells along x", nx), ("cells along y", ny)] {
            Error::require((1..=Self::MAX_SIDE).contains(&n), what, n as f64, "1 to 16384")?;
        }
        // An odd number of cache lines, so that the cells of a column are distributed over all sets of a cache.
        let lines = 1 + (nx + 1).div_ceil(CACHE_LINE);
        Ok(Self { nx, ny, stride: CACHE_LINE * (lines | 1) })
    }

    /// Cells along x.
    pub fn nx(&self) -> usize {
        self.nx
    }

    /// Cells along y.
    pub fn ny(&self) -> usize {
        self.ny
    }

    /// Cells of the grid, `nx · ny`.
    pub fn cells(&self) -> usize {
        self.nx * self.ny
    }

    /// The site of cell `(i, j)`; ghost cells have the indices −1, `nx` and `ny`.
    ///
    /// # Panics
    /// If the cell lies beyond the ghost cells.
    #[inline]
    pub fn site(&self, i: isize, j: isize) -> Site {
        let inside = |k: isize, n: usize| (-1..=n as isize).contains(&k);
        assert!(
            inside(i, self.nx) && inside(j, self.ny),
            "cell ({i}, {j}) outside the grid and its ghost cells"
        );
        let row = (j + 1) as usize * self.row_len();
        Site((row + (CACHE_LINE as isize + i) as usize) as u32)
    }

    /// The cell `(i, j)` of a site.
    #[inline]
    pub fn cell(&self, site: Site) -> (isize, isize) {
        let (row, column) = (site.index() / self.row_len(), site.index() % self.row_len());
        (column as isize - CACHE_LINE as isize, row as isize - 1)
    }

    /// The site one step along direction `q`.
    ///
    /// # Panics
    /// May panic, or return the site of no cell, if `site` is a ghost cell and `q` points outwards.
    #[inline]
    pub fn neighbor(&self, site: Site, q: usize) -> Site {
        let offset = C[q][1] as isize * self.row_len() as isize + C[q][0] as isize;
        Site((site.index() as isize + offset) as u32)
    }

    /// Floats in a line of one direction.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// Floats in a row: nine lines.
    pub(crate) fn row_len(&self) -> usize {
        Q * self.stride
    }

    /// Rows of the grid and ghost rows.
    pub(crate) fn rows(&self) -> usize {
        self.ny + 2
    }

    /// Index of population `q` at `site` in [`crate::Lattice::as_slice`].
    #[inline]
    pub fn slot(&self, q: usize, site: Site) -> usize {
        site.index() + q * self.stride
    }
}

impl Site {
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_population_has_a_slot_of_its_own() {
        let layout = Layout::new(17, 5).unwrap();
        let mut seen = vec![false; layout.rows() * layout.row_len()];
        for j in -1..=5 {
            for i in -1..=17 {
                let site = layout.site(i, j);
                assert_eq!(layout.cell(site), (i, j));
                for q in 0..Q {
                    assert!(!std::mem::replace(&mut seen[layout.slot(q, site)], true));
                }
            }
        }
    }

    #[test]
    fn neighbors_follow_the_velocities() {
        let layout = Layout::new(4, 3).unwrap();
        for q in 0..Q {
            let there = layout.cell(layout.neighbor(layout.site(1, 1), q));
            assert_eq!(there, (1 + C[q][0] as isize, 1 + C[q][1] as isize));
        }
    }

    #[test]
    fn a_grid_without_cells_is_refused() {
        let message = Layout::new(0, 5).unwrap_err().to_string();
        assert_eq!(message, "cells along x = 0: must be 1 to 16384");
    }
}
