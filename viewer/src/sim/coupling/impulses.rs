//! Impulses on the water: reactions to forces, thrust, rim forces.

use std::ops::Range;

use glam::DVec2;
use hydro_forces::SurfaceGrid;
use lbm_core::Lattice;

use crate::sim::bodies::WetHull;
use crate::sim::water::Cells;

/// Horizontal impulses on the water, summed per cell until they are applied.
#[derive(Debug)]
pub(crate) struct Impulses {
    grid: SurfaceGrid,
    cells: Cells,
    /// `[ny][nx]`, N s; zero but in the `touched` cells.
    impulse: Vec<DVec2>,
    /// Whether a cell is one of these, `[ny][nx]`.
    is_touched: Vec<bool>,
    touched: Vec<u32>,
    /// The same of those that are applied, lattice units along x and y.
    momentum: [Vec<f32>; 2],
    /// For each row the columns outside of which none was touched.
    columns: Vec<Range<usize>>,
    /// Cells and impulses that were applied last, N s.
    applied: Vec<(u32, DVec2)>,
}

/// An impulse, N s, and its moment about the vertical through the middle of the domain, N m s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Impulse {
    pub(crate) linear_n_s: DVec2,
    pub(crate) angular_n_m_s: f64,
}

impl Impulses {
    pub(crate) fn new(grid: SurfaceGrid, cells: Cells) -> Self {
        Self {
            grid,
            cells,
            impulse: vec![DVec2::ZERO; grid.cells()],
            is_touched: vec![false; grid.cells()],
            touched: Vec::new(),
            momentum: [vec![0.0; grid.cells()], vec![0.0; grid.cells()]],
            columns: vec![0..0; cells.ny],
            applied: Vec::new(),
        }
    }

    /// Cells and impulses of the last [`Self::apply`], N s.
    pub(crate) fn applied(&self) -> &[(u32, DVec2)] {
        &self.applied
    }

    /// Moment of these about the vertical through the middle of the domain, N m s.
    pub(crate) fn applied_moment_n_m_s(&self) -> f64 {
        self.applied.iter().map(|(cell, impulse)| self.cells.moment(*cell, *impulse)).sum()
    }

    /// Replaces the cells and impulses of the last [`Self::apply`].
    pub(super) fn restore(&mut self, applied: &[(u32, DVec2)]) {
        self.applied = applied.to_vec();
    }

    /// Adds the reactions to the forces that a hull took from the water for a time.
    pub(crate) fn react(&mut self, hull: &WetHull, time_s: f64) {
        for (cell, force) in hull.cell_exchanges() {
            self.put(cell, -force * time_s);
        }
        for (at, force) in hull.point_exchanges() {
            self.scatter(*at, -*force * time_s);
        }
    }

    /// Distributes an impulse over the four cells around a point, with the weights of bilinear interpolation.
    pub(crate) fn scatter(&mut self, at_m: DVec2, impulse_n_s: DVec2) {
        for (cell, weight) in self.grid.weights(at_m) {
            self.put(cell, impulse_n_s * weight);
        }
    }

    /// Distributes an impulse over the cells within `radius_m` of a point, with parabolic weights; over the four cells
    /// around it if the disc is smaller than a cell.
    pub(crate) fn spread(&mut self, at_m: DVec2, radius_m: f64, impulse_n_s: DVec2) {
        let Cells { nx, ny, cell_size_m } = self.cells;
        let reach = |center: f64, n: usize| {
            let from = ((center - radius_m) / cell_size_m - 0.5).ceil().max(0.0) as usize;
            let to = ((center + radius_m) / cell_size_m + 0.5).floor().max(0.0) as usize;
            from..to.min(n)
        };
        let disc: Vec<(usize, f64)> = reach(at_m.y, ny)
            .flat_map(|j| reach(at_m.x, nx).map(move |i| j * nx + i))
            .map(|cell| {
                let distance = self.cells.center_m(cell as u32).distance(at_m);
                (cell, (1.0 - (distance / radius_m).powi(2)).max(0.0))
            })
            .collect();
        let weight: f64 = disc.iter().map(|(_, weight)| weight).sum();
        if weight < 1.0 {
            return self.scatter(at_m, impulse_n_s);
        }
        for (cell, part) in disc {
            self.put(cell, impulse_n_s * (part / weight));
        }
    }

    /// Adds an impulse to one cell.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, impulse_n_s: DVec2) {
        if impulse_n_s != DVec2::ZERO {
            if !std::mem::replace(&mut self.is_touched[cell], true) {
                self.touched.push(cell as u32);
            }
            self.impulse[cell] += impulse_n_s;
        }
    }

    /// Applies all impulses to the water. Returns the sum of those on solid cells, which are not applied.
    pub(crate) fn apply(&mut self, lattice: &mut Lattice, solid: &[bool], density_kg_m3: f64) -> Impulse {
        let Self { cells, impulse, is_touched, touched, momentum: [x, y], columns, applied, .. } = self;
        let mut on_solids = Impulse::default();
        applied.clear();
        columns.fill(0..0);
        let units = *lattice.units();
        for &cell in &*touched {
            let at = cell as usize;
            let impulse = std::mem::take(&mut impulse[at]);
            is_touched[at] = false;
            if solid[at] {
                on_solids.linear_n_s += impulse;
                on_solids.angular_n_m_s += cells.moment(cell, impulse);
                continue;
            }
            applied.push((cell, impulse));
            cells.widen(columns, at);
            let momentum = impulse / density_kg_m3;
            x[at] = units.to_lattice_momentum(momentum.x) as f32;
            y[at] = units.to_lattice_momentum(momentum.y) as f32;
        }
        lattice.add_momenta(columns, [x, y]);
        for cell in touched.drain(..) {
            (x[cell as usize], y[cell as usize]) = (0.0, 0.0);
        }
        on_solids
    }
}
