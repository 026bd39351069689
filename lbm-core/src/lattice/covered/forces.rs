//! Forces on the water under covers.

use super::CoveredCell;
use crate::lattice::{Impulse, Impulses, Lattice};
use crate::operator::Conserved;
use crate::shallow::LatticeForces;

impl Lattice {
    /// Whether wind, friction, acceleration or rotation act on the water.
    pub fn has_forces(&self) -> bool {
        self.forces_of_step().is_some()
    }

    /// The forces that act on the water in a step; `None` if all are zero.
    pub fn forces_of_step(&self) -> Option<LatticeForces> {
        self.uneven().map(|ground| ground.forces).filter(|forces| forces.act())
    }

    /// Corrects what the [`crate::Forces`] gave covered cells in [`Self::step`], which takes their head for the depth: the wind acts
    /// on what is open of a cell, and friction, acceleration and rotation on the column `w` that moves at `u = m / w`,
    ///
    /// ```text
    /// ∂m/∂t = a w + (1 − coverage) τ_wind − f k × m − g n² u |u| / w^⅓
    /// ```
    ///
    /// To be called right after the step, before [`Self::relax_covered`]. Returns what the forces gave beyond [`Self::impulses`],
    /// which is to be asked before.
    pub fn force_covered(&mut self, cells: &[CoveredCell]) -> Impulses {
        let mut beyond = Impulses::default();
        let Some(forces) = self.forces_of_step() else {
            return beyond;
        };
        let middle = [self.layout().nx(), self.layout().ny()].map(|n| 0.5 * (n as f64 - 1.0));
        for cell in cells.iter().filter(|cell| cell.thickness > 0.0) {
            let m = self.moments_of(cell.site, self.populations(cell.site), -1.0);
            let momentum = [m.h * m.u, m.h * m.v];
            let column = self.covered_column(cell.site, cell.thickness - 0.5 * cell.change, m.h, momentum);
            let after = momentum.map(f64::from);
            let of_head = forces.given(m.h, momentum);
            let before: [f64; 2] = std::array::from_fn(|axis| {
                after[axis] - of_head.iter().map(|given| f64::from(given.momentum[axis])).sum::<f64>()
            });
            let open = forces.sheltered(cell.coverage);
            let [hu, hv] = before.map(|c| c as f32);
            let gained = open.momentum(Conserved { rest_depth: column, eta: 0.0, h: column, hu, hv });
            let after_column: [f64; 2] = std::array::from_fn(|axis| before[axis] + f64::from(gained[axis]));
            let of_column = open.given(column, after_column.map(|c| c as f32));
            self.add_momentum(
                cell.site,
                std::array::from_fn(|axis| (after_column[axis] - after[axis]) as f32),
            );
            let (i, j) = self.layout().cell(cell.site);
            let at = [i as f64 - middle[0], j as f64 - middle[1]];
            let difference = |force: usize| {
                let (column, head) = (of_column[force], of_head[force]);
                let difference = |column: f32, head: f32| f64::from(column) - f64::from(head);
                let momentum =
                    std::array::from_fn(|axis| difference(column.momentum[axis], head.momentum[axis]));
                Impulse::of(momentum, difference(column.energy, head.energy), at)
            };
            let [acceleration, wind, coriolis, friction] = [0, 1, 2, 3].map(difference);
            beyond.add(&Impulses { acceleration, wind, coriolis, friction });
        }
        beyond
    }
}
