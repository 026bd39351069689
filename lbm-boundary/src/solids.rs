use lbm_core::{Lattice, Site, Units};

use crate::contour::Node;
use crate::motion::LatticeMotion;
use crate::{Exchange, Ledger, Motion};

/// What is kept of every solid, by label.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    motions: Vec<LatticeMotion>,
    /// What covered and uncovered cells did to the water since the books were opened last.
    moved: Vec<Exchange>,
    /// Mass that the water has still to get back.
    owed: Vec<f64>,
    /// How many contour cells get it, and which.
    receivers: Vec<usize>,
    receiving: Vec<(u16, Site)>,
}

impl Solids {
    pub(crate) fn len(&self) -> usize {
        self.motions.len()
    }

    /// Motions, by label, of all labels up to `largest` (at least all that are known): `given` ones, and rest.
    /// Label 0 is what is no solid, and rests.
    pub(crate) fn motions(&self, largest: u16, given: &[(u16, Motion)], units: &Units) -> Vec<LatticeMotion> {
        let largest = given.iter().map(|&(label, _)| label).fold(largest, u16::max);
        let mut motions = vec![LatticeMotion::default(); self.len().max(usize::from(largest) + 1)];
        for (label, motion) in given.iter().filter(|&&(label, _)| label != 0) {
            motions[usize::from(*label)] = LatticeMotion::new(motion, units);
        }
        motions
    }

    pub(crate) fn set_motions(&mut self, motions: Vec<LatticeMotion>) {
        self.moved.resize(motions.len(), Exchange::default());
        self.owed.resize(motions.len(), 0.0);
        self.receivers.resize(motions.len(), 0);
        self.motions = motions;
    }

    pub(crate) fn motion(&self, label: u16) -> &LatticeMotion {
        &self.motions[usize::from(label)]
    }

    /// Books what a cell that changes side did to the water.
    pub(crate) fn book_moved(&mut self, label: u16, gained: &Exchange) {
        self.moved[usize::from(label)].add(gained);
    }

    /// Clears the ledger and enters what has moved since it was opened last.
    pub(crate) fn open_books(&mut self, ledger: &mut Ledger) {
        ledger.clear(self.len());
        for (account, moved) in ledger.solids.iter_mut().zip(&mut self.moved) {
            *account = std::mem::take(moved);
        }
        self.receivers.fill(0);
        self.receiving.clear();
    }

    pub(crate) fn count(&mut self, node: &Node) {
        if node.receives() {
            self.receivers[usize::from(node.label)] += 1;
            self.receiving.push((node.label, node.water));
        }
    }

    /// Gives the mass that each solid took from the water back to its contour cells, in equal shares; what a solid without
    /// contour cells took goes to those of all others.
    pub(crate) fn balance(
        &mut self,
        lattice: &mut Lattice,
        ledger: &mut Ledger,
        gives_back: impl Fn(u16) -> bool,
    ) {
        let Self { owed, receivers, .. } = self;
        let mut common = 0.0;
        for (label, owed) in owed.iter_mut().enumerate().skip(1) {
            let mass = ledger.solids[label].mass;
            if mass != 0.0 && gives_back(label as u16) {
                *owed -= mass;
            }
            if receivers[label] == 0 {
                common += std::mem::take(owed);
            }
        }
        let all: usize = receivers.iter().skip(1).sum();
        if all == 0 {
            owed[0] += common;
            return;
        }
        common += std::mem::take(&mut owed[0]);
        let shares: Vec<f64> = owed
            .iter_mut()
            .zip(&*receivers)
            .map(|(owed, &receivers)| {
                *owed += common * receivers as f64 / all as f64;
                *owed / receivers.max(1) as f64
            })
            .collect();
        if shares.iter().all(|&share| share == 0.0) {
            return;
        }
        for &(label, site) in &self.receiving {
            let label = usize::from(label);
            let given = add_at_rest(lattice, site, shares[label]);
            ledger.solids[label].mass += given;
            owed[label] -= given;
        }
    }

    pub(crate) fn owed_mass(&self) -> f64 {
        self.owed.iter().sum::<f64>() - self.moved.iter().map(|moved| moved.mass).sum::<f64>()
    }
}

/// Adds `mass` to the population at rest of a cell: no momentum comes with it. Returns what was added after rounding.
pub(crate) fn add_at_rest(lattice: &mut Lattice, site: Site, mass: f64) -> f64 {
    let before = lattice.population(0, site);
    let after = (f64::from(before) + mass) as f32;
    lattice.set_population(0, site, after);
    f64::from(after) - f64::from(before)
}
