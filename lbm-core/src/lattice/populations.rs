use rayon::prelude::*;

use super::{Lattice, Site};
use crate::d2q9::Q;
use crate::engine::CACHE_LINE;

/// The message of panics.
const NOT_SINGLE: &str = "populations stored in 32 bits";

/// Fewest rows of a task in a loop over rows.
const ROWS_PER_TASK: usize = 16;

impl Lattice {
    /// The stored deviations of all populations, indexed by [`crate::Layout::slot`]: for loops over many of them.
    ///
    /// # Panics
    /// If they are stored in 16 bits ([`crate::LatticeBuilder::storage`]).
    #[inline]
    pub fn as_slice(&self) -> &[f32] {
        self.rows.as_slice().expect(NOT_SINGLE)
    }

    /// The stored deviations of all populations, to be changed; indexed by [`crate::Layout::slot`].
    ///
    /// # Panics
    /// If they are stored in 16 bits ([`crate::LatticeBuilder::storage`]).
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [f32] {
        self.rows.as_mut_slice().expect(NOT_SINGLE)
    }

    /// The stored deviation of population `q` at `site`, post-collision.
    #[inline]
    pub fn population(&self, q: usize, site: Site) -> f32 {
        self.rows.get(self.layout().slot(q, site))
    }

    /// Sets the stored deviation of population `q` at `site`.
    #[inline]
    pub fn set_population(&mut self, q: usize, site: Site, value: f32) {
        let slot = self.layout().slot(q, site);
        self.rows.set(slot, value);
    }

    /// All nine stored deviations at `site`.
    #[inline]
    pub fn populations(&self, site: Site) -> [f32; Q] {
        self.rows.gather(self.layout().slot(0, site), self.layout().stride())
    }

    /// Sets all nine stored deviations at `site`.
    #[inline]
    pub fn set_populations(&mut self, site: Site, populations: [f32; Q]) {
        let (slot, stride) = (self.layout().slot(0, site), self.layout().stride());
        self.rows.scatter(slot, stride, populations);
    }

    /// Calls `change(j, lines)` for every row of the grid, in parallel, and collects the results in order.
    ///
    /// `lines[q][i]` is the stored deviation of population `q` of cell `(i, j)`, without ghost cells.
    pub fn map_rows<T: Send>(&mut self, change: impl Fn(usize, [&mut [f32]; Q]) -> T + Sync) -> Vec<T> {
        let (nx, stride) = (self.layout().nx(), self.layout().stride());
        let rows = 1..self.layout().ny() + 1;
        let beside = rayon::iter::repeat_n((), rows.len());
        self.rows.map_rows(rows, ROWS_PER_TASK, beside, |j, row, ()| change(j, lines(row, stride, nx)))
    }

    /// The stored deviations of row `j`, `lines[q][i]` as in [`Self::map_rows`].
    ///
    /// # Panics
    /// If the row lies outside the grid, or they are stored in 16 bits ([`crate::LatticeBuilder::storage`]).
    pub fn row_mut(&mut self, j: usize) -> [&mut [f32]; Q] {
        let layout = *self.layout();
        assert!(j < layout.ny(), "row {j} outside the grid");
        let row = (j + 1) * layout.row_len();
        lines(&mut self.as_mut_slice()[row..row + layout.row_len()], layout.stride(), layout.nx())
    }

    /// Values of all rows in order, computed in parallel. What gives them comes behind a pointer: so rayon's tasks are compiled
    /// once for each type of value, not for each caller's closure.
    pub(super) fn rows<T: Send>(&self, of_row: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
        (0..self.layout().ny()).into_par_iter().with_min_len(32).map(of_row).collect()
    }

    /// The same folded, in order, into one: `and` of two of them, beginning with `none`.
    pub(super) fn fold_rows<T: Send + Sync + Copy>(
        &self,
        of_row: &(dyn Fn(usize) -> T + Sync),
        (none, and): (T, fn(T, T) -> T),
    ) -> T {
        (0..self.layout().ny()).into_par_iter().with_min_len(32).map(of_row).reduce(|| none, and)
    }

    /// Calls `read` with the stored deviations of row `j`, `lines[q][i]`, without ghost cells.
    pub(crate) fn read_row<T>(&self, j: usize, read: impl FnOnce([&[f32]; Q]) -> T) -> T {
        let (nx, stride) = (self.layout().nx(), self.layout().stride());
        self.rows.read_row(j + 1, |row| read(std::array::from_fn(|q| &row[q * stride + CACHE_LINE..][..nx])))
    }
}

/// The lines of a row, without ghost cells.
pub(super) fn lines(row: &mut [f32], stride: usize, nx: usize) -> [&mut [f32]; Q] {
    let mut lines = row.chunks_exact_mut(stride);
    std::array::from_fn(|_| {
        lines.next().map(|line| &mut line[CACHE_LINE..CACHE_LINE + nx]).unwrap_or_default()
    })
}
