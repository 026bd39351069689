use lbm_core::Lattice;

use super::at_rest::{give, of_bed};
use super::cells;
use super::contour::Contour;
use crate::lanes::{self, LANES};
use crate::ledger::{Exchange, Load};
use crate::solids::Motions;

impl Contour {
    /// Adds the mass of its label, `per_cell`, to the population at rest of each of those cells. Adds to `given`, by label,
    /// what the water gained after rounding; moments are about the `middle` of the grid. Adds to `loads` what it carried along with the wall.
    pub(crate) fn give_at_rest(
        &self,
        lattice: &mut Lattice,
        (per_cell, motions): (&[f64], &Motions),
        (given, middle): (&mut [Exchange], [f64; 2]),
        loads: &mut [Load],
    ) {
        let layout = *lattice.layout();
        let f = lattice.as_mut_slice();
        for solid in cells::by_solid(&self.halfway) {
            let label = usize::from(solid[0].label);
            let mass = per_cell[label];
            if mass == 0.0 {
                continue;
            }
            let motion = motions.of(solid[0].label);
            let mut sums = [0.0; LANES];
            for (k, cell) in solid.iter().enumerate() {
                let at_rest = &mut f[cell.at as usize];
                let gained = give(at_rest, if cell.receives() { mass } else { 0.0 });
                sums[k % LANES] += gained;
                if !motion.is_rest() {
                    loads[label].add(&Load::carried(gained, motion.arm(cells::cell(cell.key)), motion));
                }
            }
            given[label].mass += lanes::sum(&sums);
        }
        for node in self.nodes.beside_solids().filter(|node| node.receives()) {
            let (label, motion) = (usize::from(node.label), motions.of(node.label));
            let gained = give(&mut f[layout.slot(0, node.water)], per_cell[label]);
            given[label].mass += gained;
            if !motion.is_rest() {
                loads[label].add(&Load::carried(gained, motion.arm(node.cell.map(usize::from)), motion));
            }
        }
        if !lattice.is_sloping() {
            return;
        }
        let halfway = self.halfway.iter().filter(|cell| cell.receives());
        let halfway = halfway.map(|cell| {
            let [i, j] = cells::cell(cell.key).map(|c| c as isize);
            (layout.site(i, j), cell.label)
        });
        let nodes = self.nodes.beside_solids().filter(|node| node.receives());
        for (site, label) in halfway.chain(nodes.map(|node| (node.water, node.label))) {
            let label = usize::from(label);
            if per_cell[label] != 0.0 {
                given[label].add(&of_bed(lattice, site, per_cell[label], middle));
            }
        }
    }
}
