use lbm_core::{Lattice, Units};

use crate::contour::Contour;
use crate::motion::LatticeMotion;
use crate::{Exchange, Ledger, Motion};

/// Shares of mass that are too small to be given: about the rounding of populations.
const LEAST_SHARE: f64 = 1e-9;

/// Shares small enough to be given at once, ten roundings of a depth.
const SMALL_SHARE: f64 = 1e-6;

/// Part of what is owed that is given back in a step.
///
/// A mask's area jumps about that of its solid, by some dozen cells for a blade's edge along the grid, and the walls' own
/// term follows only over the steps in which they cross a cell. Given back at once, that runs through the cells next to the
/// solid as a wave: their depth was off by 5 % (root mean square) around a propeller with tips at a tenth of the lattice
/// speed, and its torque by 1.5 times the mean; with a sixty-fourth by 0.3 %, and by a third, as with less. What is owed
/// stays as large as the area's own jumps either way.
const RETURNED: f64 = 1.0 / 64.0;

/// What is kept of every solid, by label.
#[derive(Debug, Default)]
pub(crate) struct Solids {
    motions: Vec<LatticeMotion>,
    /// What covered and uncovered cells did to the water since the books were opened last.
    moved: Vec<Exchange>,
    /// Mass that the water has still to get back.
    owed: Vec<f64>,
    /// Kept from step to step: among how many cells it is shared, what each gets, and what came of that.
    receivers: Vec<usize>,
    shares: Vec<f64>,
    given: Vec<f64>,
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

    /// Returns whether others than before stand still, or in another place.
    pub(crate) fn set_motions(&mut self, motions: Vec<LatticeMotion>) -> bool {
        self.moved.resize(motions.len(), Exchange::default());
        self.owed.resize(motions.len(), 0.0);
        let new = LatticeMotion::default();
        let before = self.motions.iter().chain(std::iter::repeat(&new));
        let stands = |motion: &LatticeMotion| motion.is_rest().then_some(motion.centre);
        let differ = motions.iter().zip(before).any(|(is, was)| stands(is) != stands(was));
        self.motions = motions;
        differ
    }

    /// The motions by label.
    pub(crate) fn all(&self) -> &[LatticeMotion] {
        &self.motions
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
    }

    /// Gives part of the mass that each solid took from the water back to its contour cells, in equal shares; what a solid
    /// without contour cells took goes to those of all others, and where there are none, to all water (a label of 0), which
    /// is `water` cells: counting them anew in every step would cost more than all else.
    pub(crate) fn balance(
        &mut self,
        lattice: &mut Lattice,
        ledger: &mut Ledger,
        contour: &Contour,
        labels: &[u16],
        water: usize,
        gives_back: impl Fn(u16) -> bool,
    ) {
        let Self { owed, receivers, shares, given, .. } = self;
        receivers.clear();
        receivers.extend(contour.receivers());
        for (label, owed) in owed.iter_mut().enumerate().skip(1) {
            let mass = ledger.solids[label].mass;
            if mass != 0.0 && gives_back(label as u16) {
                *owed -= mass;
            }
        }
        let all: usize = receivers.iter().skip(1).sum();
        if all == 0 {
            for (label, owed) in owed.iter_mut().enumerate() {
                let share = *owed / water as f64;
                if share.abs() > LEAST_SHARE {
                    let given = give_to_all(lattice, labels, share);
                    ledger.solids[label].mass += given;
                    *owed -= given;
                }
            }
            return;
        }
        let alone = owed.iter_mut().zip(&*receivers).filter(|(_, receivers)| **receivers == 0);
        let common: f64 = alone.map(|(owed, _)| std::mem::take(owed)).sum();
        shares.clear();
        shares.extend(owed.iter_mut().zip(&*receivers).map(|(owed, &receivers)| {
            *owed += common * receivers as f64 / all as f64;
            share(*owed / receivers.max(1) as f64)
        }));
        if shares.iter().all(|&share| share == 0.0) {
            return;
        }
        given.clear();
        given.resize(shares.len(), 0.0);
        contour.give_at_rest(lattice, shares, given);
        for (label, given) in given.drain(..).enumerate() {
            ledger.solids[label].mass += given;
            owed[label] -= given;
        }
    }

    /// Whether all stand still and nothing is given back to the water.
    pub(crate) fn rest_and_owe_nothing(&self) -> bool {
        self.motions.iter().all(LatticeMotion::is_rest)
            && self.owed.iter().all(|&owed| owed.abs() <= LEAST_SHARE)
            && self.moved.iter().all(|moved| *moved == Exchange::default())
    }

    pub(crate) fn owed_mass(&self) -> f64 {
        self.owed.iter().sum::<f64>() - self.moved.iter().map(|moved| moved.mass).sum::<f64>()
    }
}

/// What a cell is given in a step of `whole`, its part of what is owed.
fn share(whole: f64) -> f64 {
    match whole.abs() {
        LEAST_SHARE..SMALL_SHARE => whole,
        SMALL_SHARE.. => whole * RETURNED,
        _ => 0.0,
    }
}

/// Adds a share of mass to every cell of water, at rest; returns what came in after rounding.
fn give_to_all(lattice: &mut Lattice, labels: &[u16], share: f64) -> f64 {
    let nx = lattice.layout().nx();
    let mut given = 0.0;
    for k in (0..labels.len()).filter(|&k| labels[k] == 0) {
        let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let before = lattice.population(0, site);
        let after = (f64::from(before) + share) as f32;
        lattice.set_population(0, site, after);
        given += f64::from(after) - f64::from(before);
    }
    given
}
