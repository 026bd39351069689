//! Positions of cells, which are numbered `j * nx + i`.

use std::ops::Range;

use glam::DVec2;
use lbm_core::d2q9::{C, gradient, mean};
use lbm_core::{Lattice, Neighbor, Site};

/// The grid of the water: positions of its cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cells {
    pub(crate) nx: usize,
    pub(crate) ny: usize,
    pub(crate) cell_size_m: f64,
}

impl Cells {
    /// The cells of a lattice.
    pub(crate) fn of(lattice: &Lattice) -> Self {
        let layout = lattice.layout();
        Self { nx: layout.nx(), ny: layout.ny(), cell_size_m: lattice.units().cell_size_m() }
    }

    /// Column and row of a cell.
    #[inline]
    pub(crate) fn place(&self, cell: usize) -> [usize; 2] {
        // Divisions of 32 bits take half as long.
        let (cell, nx) = (cell as u32, self.nx as u32);
        [(cell % nx) as usize, (cell / nx) as usize]
    }

    /// Center of a cell, m.
    pub(crate) fn center_m(&self, cell: u32) -> DVec2 {
        self.center_at_m(self.place(cell as usize))
    }

    /// The same of the cell of a column and a row.
    #[inline]
    pub(crate) fn center_at_m(&self, [i, j]: [usize; 2]) -> DVec2 {
        DVec2::new(i as f64 + 0.5, j as f64 + 0.5) * self.cell_size_m
    }

    /// The cell that a position lies in; the nearest one beyond the grid.
    pub(crate) fn at(&self, at_m: DVec2) -> usize {
        let [i, j] = (at_m / self.cell_size_m).to_array().map(|cells| cells.max(0.0) as usize);
        j.min(self.ny - 1) * self.nx + i.min(self.nx - 1)
    }

    /// Width and height of the grid, m.
    pub(crate) fn size_m(&self) -> DVec2 {
        DVec2::new(self.nx as f64, self.ny as f64) * self.cell_size_m
    }

    /// The middle of the grid, m.
    pub(crate) fn middle_m(&self) -> DVec2 {
        0.5 * self.size_m()
    }

    /// Moment of a vector at the center of a cell about the middle of the grid.
    pub(crate) fn moment(&self, cell: u32, vector: DVec2) -> f64 {
        self.moment_at(self.place(cell as usize), vector)
    }

    /// The same of the cell of a column and a row.
    #[inline]
    pub(crate) fn moment_at(&self, place: [usize; 2], vector: DVec2) -> f64 {
        (self.center_at_m(place) - self.middle_m()).perp_dot(vector)
    }

    /// Widens the range of the columns of a cell's row so that it holds the cell.
    pub(crate) fn widen(&self, columns: &mut [Range<usize>], cell: usize) {
        let [i, j] = self.place(cell);
        let row = &mut columns[j];
        *row = if row.start >= row.end { i..i + 1 } else { row.start.min(i)..row.end.max(i + 1) };
    }

    /// The site of a cell in a lattice on this grid.
    pub(crate) fn site(&self, lattice: &Lattice, cell: usize) -> Site {
        let [i, j] = self.place(cell);
        lattice.layout().site(i as isize, j as isize)
    }

    /// The neighbors of a cell in the directions 1 to 8 of [`lbm_core::d2q9`]; `None` beyond the grid.
    pub(crate) fn around(&self, cell: u32) -> [Option<usize>; 8] {
        self.around_at(self.place(cell as usize))
    }

    fn around_at(&self, [i, j]: [usize; 2]) -> [Option<usize>; 8] {
        std::array::from_fn(|k| {
            let [x, y] =
                [i.wrapping_add_signed(C[k + 1][0] as isize), j.wrapping_add_signed(C[k + 1][1] as isize)];
            (x < self.nx && y < self.ny).then(|| y * self.nx + x)
        })
    }

    /// Gradient at the cell of a column and a row of a field of the water in m ([`lbm_core::d2q9::gradient`]); where no water is at the other end of a link
    /// ([`Neighbor`]) the field is as at the cell. `solid` cells are none where there are no solids.
    #[inline]
    pub(crate) fn gradient(
        &self,
        place: [usize; 2],
        here: f32,
        solid: Option<&[bool]>,
        field: impl Fn(usize) -> f32,
    ) -> [f32; 2] {
        gradient(self.values_around(place, here, solid, field), self.cell_size_m)
    }

    /// Mean around the cell of a column and a row of such a field ([`lbm_core::d2q9::mean`]).
    #[inline]
    pub(crate) fn mean(
        &self,
        place: [usize; 2],
        here: f32,
        solid: Option<&[bool]>,
        field: impl Fn(usize) -> f32,
    ) -> f32 {
        mean(here, self.values_around(place, here, solid, field))
    }

    #[inline]
    fn values_around(
        &self,
        [i, j]: [usize; 2],
        here: f32,
        solid: Option<&[bool]>,
        field: impl Fn(usize) -> f32,
    ) -> [f32; 8] {
        let (at, nx) = (j * self.nx + i, self.nx);
        if let Some(solid) = solid {
            let neighbor = |k| Neighbor::of(solid, [nx, self.ny], [i, j], k + 1);
            std::array::from_fn(|k| neighbor(k).water().map_or(here, &field))
        } else if i > 0 && i + 1 < nx && j > 0 && j + 1 < self.ny {
            let ([south, north], f) = ([at - nx, at + nx], field);
            // One by one, as `map` is a call.
            [f(at + 1), f(north + 1), f(north), f(north - 1), f(at - 1), f(south - 1), f(south), f(south + 1)]
        } else {
            self.around_at([i, j]).map(|at| at.map_or(here, &field))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step of the level at a wall of cells that touch at corners has no slope on either side; without the wall it has.
    #[test]
    fn no_slope_reaches_through_a_wall() {
        let n = 5;
        let cells = Cells { nx: n, ny: n, cell_size_m: 0.5 };
        let solid: Vec<bool> = (0..n * n).map(|k| k % n == k / n).collect();
        let level_m = |k: usize| if k % n < k / n { 1.0 } else { 0.0 };
        for k in (0..n * n).filter(|k| !solid[*k]) {
            let slope = |solid| cells.gradient(cells.place(k), level_m(k), solid, level_m);
            assert_eq!(slope(Some(&solid[..])), [0.0; 2], "{k}");
            assert!(slope(None) != [0.0; 2] || (k % n).abs_diff(k / n) > 1, "{k}");
        }
    }
}
