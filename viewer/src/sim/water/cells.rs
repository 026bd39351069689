//! Positions of cells, which are numbered `j * nx + i`.

use glam::DVec2;
use lbm_core::{Lattice, Site};

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

    /// Center of a cell, m.
    pub(crate) fn center_m(&self, cell: u32) -> DVec2 {
        let [i, j] = [cell as usize % self.nx, cell as usize / self.nx];
        DVec2::new(i as f64 + 0.5, j as f64 + 0.5) * self.cell_size_m
    }

    /// Width and height of the grid, m.
    pub(crate) fn size_m(&self) -> DVec2 {
        DVec2::new(self.nx as f64, self.ny as f64) * self.cell_size_m
    }

    /// The site of a cell in a lattice on this grid.
    pub(crate) fn site(&self, lattice: &Lattice, cell: usize) -> Site {
        lattice.layout().site((cell % self.nx) as isize, (cell / self.nx) as isize)
    }
}
