//! Rest state and equilibrium of cells, and sources of water and momentum.

use super::{Lattice, Moments, Site};
use crate::d2q9::{Q, W};
use crate::operator::{add_momentum, add_populations};

/// Water in a cell, in SI.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaterColumn {
    /// Depth `h`, m.
    pub depth_m: f64,
    /// Elevation above the still level, m.
    pub eta_m: f64,
    /// Velocity along x and y, m/s.
    pub velocity_m_s: [f64; 2],
}

impl Lattice {
    /// Depth of the still water at `site` in lattice units, whose equilibrium its populations are deviations from.
    #[inline]
    pub fn rest_depth(&self, site: Site) -> f32 {
        let (i, j) = self.layout().cell(site);
        self.still().rest_depth(i, j)
    }

    /// Population `q` of the rest state at `site`: a stored deviation plus this is the population.
    #[inline]
    pub fn reference_population(&self, q: usize, site: Site) -> f32 {
        let h = self.rest_depth(site);
        let third = self.equation_of_state().pressure(h) / 3.0;
        if q == 0 { h - 5.0 * third } else { W[q] * third }
    }

    /// Sets a cell to equilibrium at `depth_m` and `velocity_m_s`.
    ///
    /// Any number is accepted, but the scheme has no dry cells: as long as the depth of one is not positive or not a number,
    /// [`Self::trouble`] and [`Self::check`] name it. Water of its neighbors may fill it in the next step, which reports
    /// the cells that are still dry.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn set_cell_m(&mut self, i: usize, j: usize, depth_m: f64, velocity_m_s: [f64; 2]) {
        assert!(i < self.layout().nx() && j < self.layout().ny(), "cell ({i}, {j}) outside the grid");
        let site = self.layout().site(i as isize, j as isize);
        let eta = (self.units().to_cells(depth_m) - f64::from(self.rest_depth(site))) as f32;
        let [u, v] = velocity_m_s.map(|c| self.units().to_lattice_velocity(c) as f32);
        self.set_equilibrium(site, eta, u, v);
    }

    /// The water in a cell: what [`Self::set_cell_m`] sets, with the velocity of [`Self::moments`].
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn cell_m(&self, i: usize, j: usize) -> WaterColumn {
        assert!(i < self.layout().nx() && j < self.layout().ny(), "cell ({i}, {j}) outside the grid");
        let Moments { eta, h, u, v } = self.moments(self.layout().site(i as isize, j as isize));
        let units = self.units();
        WaterColumn {
            depth_m: units.to_meters(h.into()),
            eta_m: units.to_meters(eta.into()),
            velocity_m_s: [u, v].map(|c| units.to_m_s(c.into())),
        }
    }

    /// Sets a site to equilibrium at depth `rest_depth + eta` and velocity `(u, v)`, in lattice units.
    pub fn set_equilibrium(&mut self, site: Site, eta: f32, u: f32, v: f32) {
        self.set_populations(site, self.equilibrium(site, eta, u, v));
    }

    /// The equilibrium at `site` at depth `rest_depth + eta` and velocity `(u, v)`, in lattice units:
    /// [`crate::EquationOfState::deviation_equilibrium`], plus the half of a sloping bed's force that populations get as they
    /// leave a cell.
    pub fn equilibrium(&self, site: Site, eta: f32, u: f32, v: f32) -> [f32; Q] {
        let (i, j) = self.layout().cell(site);
        self.still().equilibrium([i, j], eta, [u, v])
    }

    /// Adds momentum `d(h u)` (lattice units) to a cell: the force term `w_q e_q·F Δt / 3` of a body force.
    ///
    /// Lazo et al. Eq. 1 distributes the force evenly over the eight directions, `Δt / 6e² e_q·F`. Weighted as the
    /// equilibrium weights momentum, it gives the cell the same momentum and does not change its higher moments. Components below 1e-17 add
    /// nothing.
    pub fn add_momentum(&mut self, site: Site, momentum: [f32; 2]) {
        self.set_populations(site, add_momentum(self.populations(site), momentum));
    }

    /// Whether the bed is not level.
    pub fn is_sloping(&self) -> bool {
        self.uneven().is_some_and(|ground| ground.is_sloping())
    }

    /// Adds to all populations of a cell, which gain a depth and the momentum of what is added.
    pub(crate) fn add_at(&mut self, site: Site, added: [f32; Q], depth: f32) {
        self.set_populations(site, add_populations(self.populations(site), added, depth));
    }

    /// The momentum of the half of the bed's force that the stored populations of a cell, about to leave, already have.
    #[inline]
    pub(crate) fn bed_momentum(&self, i: isize, j: isize, eta: f32) -> [f32; 2] {
        self.still().bed_momentum(i, j, eta)
    }

    #[inline]
    pub(crate) fn rest_depth_of(&self, i: usize, j: usize) -> f32 {
        self.still().rest_depth(i as isize, j as isize)
    }
}
