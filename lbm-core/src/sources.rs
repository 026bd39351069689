use crate::d2q9::{C, Q, W};
use crate::{Lattice, Site};

impl Lattice {
    /// Adds momentum `d(h u)` (lattice units) to a cell: the force term `w_q e_q·F Δt / 3` of a body force.
    ///
    /// Lazo et al. Eq. 1 shares the force evenly over the eight directions, `Δt / 6e² e_q·F`. Weighting it as the
    /// equilibrium weights momentum gives the cell the same momentum and leaves its higher moments alone.
    pub fn add_momentum(&mut self, site: Site, momentum: [f32; 2]) {
        for q in 1..Q {
            let share = C[q][0] as f32 * momentum[0] + C[q][1] as f32 * momentum[1];
            let value = self.population(q, site) + W[q] / 3.0 * share;
            self.set_population(q, site, value);
        }
    }

    /// Adds water of depth `dh` (lattice units) that moves with the cell: `f_eq(h + dh, u) − f_eq(h, u)`.
    ///
    /// Returns the momentum `dh u` that came with it.
    pub fn add_water(&mut self, site: Site, dh: f32) -> [f32; 2] {
        let m = self.moments(site);
        let before = self.equilibrium(site, m.eta, m.u, m.v);
        let after = self.equilibrium(site, m.eta + dh, m.u, m.v);
        for q in 0..Q {
            let value = self.population(q, site) + (after[q] - before[q]);
            self.set_population(q, site, value);
        }
        [dh * m.u, dh * m.v]
    }
}
