//! Energy of the water, open or covered.

use crate::d2q9::{Q, depth_and_momentum};
use crate::lattice::Lattice;

/// Energy of the water per unit density in lattice units, in `f64`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Energy {
    /// `½ Σ |m|² / w`, of the momentum `m` in the water column `w`.
    pub kinetic: f64,
    /// `½ g Σ η²`: 0 at rest at the still level.
    pub potential: f64,
}

impl Lattice {
    /// Energy of the cells for which `include`, given the index `j · nx + i`, is true. `thickness`, by the same index, is that
    /// of the cover over each cell, as [`crate::CoveredCell::thickness`]: 0 in open water.
    ///
    /// The equations of [`crate::CoveredCell`] conserve the sum of both but for viscosity and forces, and but for the power
    /// `g Σ η ∂b/∂t` of covers: under a cover `η = h − d` is the head above the still level, not the water's surface.
    ///
    /// Rows are summed in parallel and added in order, as in [`Self::totals`].
    pub fn energy(
        &self,
        include: impl Fn(usize) -> bool + Sync,
        thickness: impl Fn(usize) -> f32 + Sync,
    ) -> Energy {
        let nx = self.layout().nx();
        let gravity = self.units().gravity();
        let energy_of_row = |j: usize, f: [&[f32]; Q]| {
            let mut row = Energy::default();
            for i in (0..nx).filter(|i| include(j * nx + i)) {
                let [eta, hu, hv] = depth_and_momentum(f.map(|line| line[i]));
                let (column, row_of) = (i as isize, j as isize);
                let [x, y] = self.bed_momentum(column, row_of, eta);
                let momentum = [hu - x, hv - y];
                let site = self.layout().site(column, row_of);
                let head = self.rest_depth(site) + eta;
                let water = self.covered_column(site, thickness(j * nx + i), head, momentum);
                let [x, y] = momentum.map(f64::from);
                row.kinetic += 0.5 * (x * x + y * y) / f64::from(water);
                row.potential += 0.5 * gravity * f64::from(eta).powi(2);
            }
            row
        };
        let rows = self.rows(&|j| self.read_row(j, |f| energy_of_row(j, f)));
        rows.into_iter().fold(Energy::default(), |a, b| Energy {
            kinetic: a.kinetic + b.kinetic,
            potential: a.potential + b.potential,
        })
    }
}
