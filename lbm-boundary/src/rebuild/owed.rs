use lbm_core::Lattice;

use super::at_rest::{SMALL, give_each};
use super::contour::Contour;
use super::holes::{HoleCell, Holes};
use crate::ledger::{Exchange, Ledger, Load};
use crate::solids::Motions;
use crate::spec::{LatticeMotion, Side, SideKind, Wall};

/// Masses per cell that are too small to be returned: about the rounding of populations.
const LEAST: f64 = 1e-9;

/// Fraction of the mass owed that is returned in a step.
///
/// A mask's area fluctuates about that of its solid, by some dozen cells for a blade's edge along the grid, and the walls'
/// own term follows only over the steps in which they cross a cell. Returned at once, these fluctuations pass through the
/// cells next to the solid as a wave: the depth was off by 5 % (root mean square) around a propeller with a tip speed of a
/// tenth of the lattice speed, and its torque by 1.5 times the mean; with a sixty-fourth by 0.3 %, and by a third, as with
/// smaller fractions. The mass owed remains within the area's own fluctuations either way.
const RETURNED: f64 = 1.0 / 64.0;

/// Mass that the water has lost to each solid and not got back yet, and momentum of cells that it covered or uncovered and does not feel yet, by label.
#[derive(Debug, Default)]
pub(crate) struct OwedBySolids {
    owed: Vec<f64>,
    /// Exchange by cells that were covered or uncovered since the last step.
    moved: Vec<Exchange>,
    /// Momentum of such cells beyond that which their mass carries along with the wall, as far as no load has it yet.
    pushes: Vec<Load>,
    /// The part of the ledger's mass of this step that is in `owed` already.
    booked: Vec<f64>,
    /// Places of solids that are gone.
    holes: Holes,
    /// Kept from step to step: number of cells that receive mass, mass for each of them, and what they gained after rounding.
    receivers: Vec<usize>,
    per_cell: Vec<f64>,
    given: Vec<Exchange>,
}

impl OwedBySolids {
    /// Makes room for labels below `labels`.
    pub(crate) fn resize(&mut self, labels: usize) {
        self.owed.resize(labels, 0.0);
        self.moved.resize(labels, Exchange::default());
        self.pushes.resize(labels, Load::default());
        self.booked.resize(labels, 0.0);
    }

    /// Books the exchange of a `cell` that the solid `label` covers or uncovers. Mass `m` and momentum `p` that the water gains push the solid by
    /// `u_w m − p`, as they do along links.
    pub(crate) fn book_moved(
        &mut self,
        label: u16,
        gained: &Exchange,
        (cell, motion): ([usize; 2], &LatticeMotion),
    ) {
        let arm = motion.arm(cell);
        let push = &mut self.pushes[usize::from(label)];
        push.add(&Load::carried(gained.mass, arm, motion));
        push.add(&Load::at(arm, gained.momentum.map(|p| -p)));
        self.moved[usize::from(label)].add(gained);
    }

    /// Notes that a solid has `left` its last cells ([`Holes`]); `labels` are those without it.
    pub(crate) fn open_hole(&mut self, lattice: &Lattice, labels: &[u16], label: u16, left: &[usize]) {
        self.holes.open(lattice, labels, label, left);
    }

    /// Resets the ledger and enters the exchange by covered and uncovered cells, and the part of their pushes that is due.
    pub(crate) fn open_ledger(&mut self, ledger: &mut Ledger) {
        ledger.clear(self.moved.len());
        self.booked.fill(0.0);
        for (load, push) in ledger.loads.iter_mut().zip(&mut self.pushes) {
            let due = part_of_push(push);
            load.add(&due);
            push.add(&due.times(-1.0));
        }
        for (account, moved) in ledger.solids.iter_mut().zip(&mut self.moved) {
            *account = std::mem::take(moved);
        }
    }

    /// Counts what the water gained at the solids since it was counted last in this step; `returns` says whether the solid of a label returns
    /// mass at all.
    pub(crate) fn count(&mut self, ledger: &Ledger, returns: impl Fn(u16) -> bool) {
        let all = self.owed.iter_mut().zip(&mut self.booked).enumerate().skip(1);
        for (label, (owed, booked)) in all.filter(|(label, _)| returns(*label as u16)) {
            let mass = ledger.solids[label].mass;
            *owed -= mass - std::mem::replace(booked, mass);
        }
    }

    /// Returns part of the mass that each solid owes to its contour cells, in equal parts; that of a solid that is gone, in the hole that it left.
    /// Where that is covered by others, and where a solid has no water beside it, it goes to the contours of all others, or where there are none, to
    /// all water cells (those of label 0). `water` is the number of these, since counting them in every step would take longer than all else.
    pub(crate) fn settle(
        &mut self,
        lattice: &mut Lattice,
        ledger: &mut Ledger,
        contour: &Contour,
        motions: &Motions,
        labels: &[u16],
        water: usize,
    ) {
        let Self { owed, receivers, per_cell, given, holes, .. } = self;
        receivers.clear();
        receivers.extend(contour.receivers());
        if !holes.is_empty() {
            let is_done = |label: u16, cells: usize| {
                let label = usize::from(label);
                receivers[label] > 0 || owed[label].abs() <= LEAST * cells as f64
            };
            holes.pay(lattice, labels, owed, (&mut ledger.solids, ledger.middle), is_done);
        }
        let all: usize = receivers.iter().skip(1).sum();
        if all == 0 {
            for (label, owed) in owed.iter().enumerate().filter(|(label, _)| !holes.contain(*label as u16)) {
                let mass = *owed / water as f64;
                if mass.abs() > LEAST {
                    let is_water = |&k: &usize| labels[k] == 0;
                    let account = (&mut ledger.solids[label], ledger.middle);
                    give_each(lattice, (0..labels.len()).filter(is_water), mass, account);
                }
            }
            return;
        }
        let alone = owed
            .iter_mut()
            .zip(&*receivers)
            .enumerate()
            .filter(|(label, (_, receivers))| **receivers == 0 && !holes.contain(*label as u16));
        let common: f64 = alone.map(|(_, (owed, _))| std::mem::take(owed)).sum();
        per_cell.clear();
        per_cell.extend(owed.iter_mut().zip(&*receivers).map(|(owed, &receivers)| {
            *owed += common * receivers as f64 / all as f64;
            part_of_step(*owed / receivers.max(1) as f64)
        }));
        if per_cell.iter().all(|&mass| mass == 0.0) {
            return;
        }
        given.clear();
        given.resize(per_cell.len(), Exchange::default());
        contour.give_at_rest(lattice, (per_cell, motions), (given, ledger.middle), &mut ledger.loads);
        for (label, given) in given.drain(..).enumerate() {
            ledger.solids[label].add(&given);
        }
    }

    /// Whether what [`Self::settle`] returns in the step to come goes to contour cells.
    pub(crate) fn returns_to_contour(&self, contour: &Contour) -> bool {
        self.is_settled()
            || self.holes.is_empty() && contour.receivers().skip(1).any(|receivers| receivers > 0)
    }

    /// Whether nothing is owed or waits for the next step.
    pub(crate) fn is_settled(&self) -> bool {
        self.owed.iter().all(|&owed| owed.abs() <= LEAST)
            && self.moved.iter().all(|moved| *moved == Exchange::default())
            && self.pushes.iter().all(|push| *push == Load::default())
    }

    /// What is owed, what waits for the next step, and pushes, by label, and where solids were that are gone.
    pub(crate) fn state(&self) -> (&[f64], &[Exchange], &[Load], &[HoleCell]) {
        (&self.owed, &self.moved, &self.pushes, self.holes.state())
    }

    pub(crate) fn of_state(owed: &[f64], moved: &[Exchange], pushes: &[Load], holes: &[HoleCell]) -> Self {
        let booked = vec![0.0; owed.len()];
        let holes = Holes::of_state(holes);
        let (owed, moved, pushes) = (owed.to_vec(), moved.to_vec(), pushes.to_vec());
        Self { owed, moved, pushes, booked, holes, ..Self::default() }
    }

    pub(crate) fn total(&self) -> f64 {
        self.owed.iter().sum::<f64>() - self.moved.iter().map(|moved| moved.mass).sum::<f64>()
    }
}

/// The part of a cell's mass `owed` that is returned in a step.
fn part_of_step(owed: f64) -> f64 {
    match owed.abs() {
        LEAST..SMALL => owed,
        SMALL.. => owed * RETURNED,
        _ => 0.0,
    }
}

/// The part of a push that is passed on in a step: as that of the mass owed, for the same reason. Covered one by one, cells push by jerks.
fn part_of_push(push: &Load) -> Load {
    let is_small = push.force.into_iter().chain([push.torque]).all(|part| part.abs() < SMALL);
    push.times(if is_small { 1.0 } else { RETURNED })
}

/// Whether a side is a wall that does not conserve mass but returns it.
fn owes(side: &SideKind) -> bool {
    matches!(side, SideKind::Wall(wall) if !matches!(wall, Wall::HalfWay(_) | Wall::AsPrinted))
}

/// Mass that the water has lost to walls at sides and not got back yet, by side.
///
/// Half-way walls conserve mass and owe nothing; walls as printed return nothing, like those of solids.
#[derive(Debug, Default)]
pub(crate) struct OwedBySides {
    pub(crate) owed: [f64; 4],
    /// The part of the ledger's mass of this step that is in `owed` already.
    booked: [f64; 4],
}

impl OwedBySides {
    pub(crate) fn of_state(owed: [f64; 4]) -> Self {
        Self { owed, ..Self::default() }
    }

    /// Begins a step with an empty ledger.
    pub(crate) fn begin(&mut self) {
        self.booked = [0.0; 4];
    }

    /// As [`OwedBySolids::count`].
    pub(crate) fn count(&mut self, sides: &[SideKind; 4], ledger: &Ledger) {
        for k in (0..4).filter(|&k| owes(&sides[k])) {
            let mass = ledger.sides[k].mass;
            self.owed[k] -= mass - std::mem::replace(&mut self.booked[k], mass);
        }
    }

    /// Returns the mass owed to the water cells along each side, in equal parts. `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn settle(
        &mut self,
        sides: &[SideKind; 4],
        labels: &[u16],
        lattice: &mut Lattice,
        ledger: &mut Ledger,
    ) {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        for (side, owed) in Side::ALL.into_iter().zip(&self.owed) {
            let water = || side.cells(nx, ny).filter(|&k| labels[k] == 0);
            let mass = *owed / water().count().max(1) as f64;
            if mass != 0.0 && owes(&sides[side.index()]) {
                give_each(lattice, water(), mass, (&mut ledger.sides[side.index()], ledger.middle));
            }
        }
    }

    pub(crate) fn total(&self) -> f64 {
        self.owed.iter().sum()
    }
}
