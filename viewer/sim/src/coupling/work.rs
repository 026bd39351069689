//! Work of the bodies' reactions on the water.

use std::ops::Range;

use glam::DVec2;

use super::Coupling;
use crate::bodies::WetHull;
use crate::water::Water;

impl Coupling {
    /// Work on the water of the reactions to the forces that a hull took from it for a time, J: `Σ (J·u + ½ J² / ρ w A)` over the cells
    /// that get the impulses J and whose water of the column w has the velocity u.
    pub(crate) fn reaction_work_j(&self, hull: &WetHull, time_s: f64, water: &Water) -> f64 {
        let mut work_j = 0.0;
        for list in hull.cell_exchanges() {
            for (first, forces_n) in list.rows_from(0) {
                for (cell, force_n) in (first..).zip(forces_n) {
                    work_j += self.work_in_j(cell, -*force_n * time_s, water);
                }
            }
        }
        for (at_m, force_n) in hull.point_exchanges() {
            let cells = self.impulses.around(*at_m);
            work_j += cells
                .map(|(cell, weight)| self.work_in_j(cell, -*force_n * (time_s * weight), water))
                .sum::<f64>();
        }
        work_j
    }

    /// Work on the water of single impulses, J.
    pub(crate) fn work_j(&self, which: Range<usize>, water: &Water) -> f64 {
        self.impulses.single(which).map(|(cell, impulse)| self.work_in_j(cell, impulse, water)).sum()
    }

    /// Work on the water in a cell of an impulse; none in a solid, which takes it.
    fn work_in_j(&self, cell: usize, impulse_n_s: DVec2, water: &Water) -> f64 {
        let fluid = &water.fluid;
        if fluid.solid[cell] || impulse_n_s == DVec2::ZERO {
            return 0.0;
        }
        let (lattice, units) = (&fluid.lattice, fluid.lattice.units());
        let site = fluid.cells().site(lattice, cell);
        let thickness = (f64::from(self.thickness_m()[cell]) / units.cell_size_m()) as f32;
        // Of the populations, as the energy of the water is.
        let m = lattice.moments(site);
        let momentum = [m.h * m.u, m.h * m.v];
        let column = lattice.covered_column(site, thickness, m.h, momentum);
        let velocity_m_s = DVec2::from_array(momentum.map(|c| units.to_m_s(f64::from(c / column))));
        let mass_kg = water.density_kg_m3 * units.to_meters(f64::from(column)) * units.cell_area_m2();
        impulse_n_s.dot(velocity_m_s + 0.5 * impulse_n_s / mass_kg)
    }
}
