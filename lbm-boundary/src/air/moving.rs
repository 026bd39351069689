//! Solids that move through the air.

use lbm_core::{Air, AirMoments, AirTotals, d3q19};

use super::boundary::AirBoundary;
use super::ledger::AirExchange;
use crate::spec::AirSide;

impl AirBoundary {
    /// Moves the solids to where `labels` has them, between two steps, and sets the velocities of their walls for the steps that follow;
    /// returns the greatest of these, in cells a step.
    ///
    /// At a wall of velocity `u` a population returns with `6 w_q c_q·u` more (Ladd 1994). Cells that a solid covers give their gas to its
    /// account, and their smoke to the air nearest to them, however far the solid has moved; cells that it leaves are filled with gas of the density around them that moves as its
    /// wall does, without smoke. All of it is in the books of the next [`Self::apply`].
    ///
    /// # Arguments
    /// `velocity` of the wall of the solid with a label at a place, in cells a step; the center of cell (0, 0, 0) is at ½ along each axis.
    ///
    /// # Panics
    /// If there is not one label a cell.
    pub fn move_solids(
        &mut self,
        air: &mut Air,
        labels: &[u16],
        velocity: impl Fn(u16, [f64; 3]) -> [f64; 3],
    ) -> f64 {
        let before = self.take_labels(air, labels);
        let relabeled = self.relabeled(&before);
        let is_solid = |cell: &[isize; 3], labels: &[u16]| labels[self.around.place(*cell)] != 0;
        let is_changed = |cell: &[isize; 3]| is_solid(cell, &before) != is_solid(cell, labels);
        let changed: Vec<[isize; 3]> = relabeled.iter().copied().filter(is_changed).collect();
        if !changed.is_empty() {
            // What streamed into solids in the last step.
            self.rims.iter().for_each(|&cell| air.set_populations(cell, [0.0; Air::POPULATIONS]));
            // First those that are filled, without smoke: cells covered beside them give them theirs.
            self.uncover(air, (&changed, &before), &velocity);
            self.cover(air, &changed);
        }
        self.relink(air, &relabeled);
        self.set_terms(velocity)
    }

    /// Puts the solids where `labels` has them, without any exchange, as after [`Air::restore`].
    ///
    /// # Panics
    /// If there is not one label a cell.
    pub fn place_solids(&mut self, air: &mut Air, labels: &[u16]) {
        let before = self.take_labels(air, labels);
        self.relink(air, &self.relabeled(&before));
    }

    /// The labels of the solids; empty if there never were any.
    pub fn labels(&self) -> &[u16] {
        &self.around.labels
    }

    /// Replaces the labels; returns those of before.
    fn take_labels(&mut self, air: &Air, labels: &[u16]) -> Vec<u16> {
        let count = air.cells().iter().product::<usize>();
        assert_eq!(labels.len(), count, "a label a cell");
        let most = labels.iter().copied().max().unwrap_or(0);
        let accounts = AirSide::ALL.len() + usize::from(most) + 1;
        if self.ledger.accounts.len() < accounts {
            self.ledger.accounts.resize(accounts, AirExchange::default());
        }
        self.moved.resize(self.ledger.accounts.len(), AirExchange::default());
        let mut before = std::mem::replace(&mut self.around.labels, labels.to_vec());
        before.resize(count, 0);
        before
    }

    /// The cells with another label than before.
    fn relabeled(&self, before: &[u16]) -> Vec<[isize; 3]> {
        if before == self.around.labels {
            return Vec::new();
        }
        let labeled = self.around.each_cell().zip(before.iter().zip(&self.around.labels));
        labeled.filter(|(_, (before, now))| before != now).map(|(cell, _)| cell).collect()
    }

    /// Finds the links of these cells and of those beside them again; all of open sides if one of them is near such a side.
    ///
    /// Solids hold nothing, so nothing must stream into them from beyond a side where air was before.
    fn relink(&mut self, air: &mut Air, relabeled: &[[isize; 3]]) {
        if relabeled.is_empty() {
            return;
        }
        let Self { around, walls, open, rims, .. } = self;
        let mut beyond = around.find_walls_again(air, walls, &around.with_neighbors(relabeled));
        *rims = around.rims(walls);
        if relabeled.iter().any(|&cell| around.is_near_open_side(cell)) {
            beyond.extend(open.iter().flat_map(|run| run.links.iter().map(|link| link.enters)));
            *open = around.open(air);
        }
        let values = air.values_mut();
        beyond.into_iter().for_each(|enters| values[enters] = 0.0);
    }

    /// Takes the air out of cells that solids cover.
    fn cover(&mut self, air: &mut Air, changed: &[[isize; 3]]) {
        for &cell in changed {
            let label = self.around.label(cell);
            if label == 0 {
                continue;
            }
            let f = air.populations(cell);
            air.set_populations(cell, [0.0; Air::POPULATIONS]);
            let mut taken = exchange(&f);
            if taken.smoke != 0.0 {
                let near = self.around.nearest_air(cell);
                let part = (taken.smoke / near.len().max(1) as f64) as f32;
                near.into_iter().for_each(|at| taken.smoke -= air.add(at, part));
            }
            self.moved[AirSide::ALL.len() + usize::from(label)].add(&taken.times(-1.0));
        }
    }

    /// Fills cells that solids leave.
    fn uncover(
        &mut self,
        air: &mut Air,
        (changed, before): (&[[isize; 3]], &[u16]),
        velocity: impl Fn(u16, [f64; 3]) -> [f64; 3],
    ) {
        let was_air = |at: &[isize; 3]| before[self.around.place(*at)] == 0;
        let left = changed.iter().copied().filter(|&cell| self.around.label(cell) == 0);
        let mut filled = Vec::new();
        for cell in left {
            let label = before[self.around.place(cell)];
            let near: Vec<f32> = (self.around.neighbors(cell).iter().filter(|at| was_air(at)))
                .map(|&at| air.moments(at).density)
                .collect();
            let density = if near.is_empty() { 1.0 } else { near.iter().sum::<f32>() / near.len() as f32 };
            let velocity = velocity(label, center(cell)).map(|u| u as f32);
            filled.push((cell, label, air.settled(AirMoments { density, velocity, concentration: 0.0 })));
        }
        for (cell, label, f) in filled {
            air.set_populations(cell, f);
            self.moved[AirSide::ALL.len() + usize::from(label)].add(&exchange(&f));
        }
    }

    fn set_terms(&mut self, velocity: impl Fn(u16, [f64; 3]) -> [f64; 3]) -> f64 {
        let mut fastest = 0.0f64;
        for walls in self.walls.iter_mut().filter(|walls| walls.account >= AirSide::ALL.len()) {
            walls.terms.clear();
            if walls.q >= Air::SMOKE {
                continue;
            }
            let label = (walls.account - AirSide::ALL.len()) as u16;
            walls.terms.extend(walls.cells.iter().map(|&cell| {
                let u = velocity(label, center(cell));
                fastest = fastest.max(u.iter().map(|u| u * u).sum());
                wall_term(walls.q, u)
            }));
            if walls.terms.iter().all(|term| *term == 0.0) {
                walls.terms.clear();
            }
        }
        fastest.sqrt()
    }
}

/// Term of a moving wall for bounce-back into direction `q` of air of density 1, `6 w_q c_q·u_w` (Ladd 1994): that of `links::wall_term` with the
/// weights and the speed of sound of D3Q19.
fn wall_term(q: usize, velocity: [f64; 3]) -> f32 {
    let c = Air::DIRECTIONS[q].map(f64::from);
    (6.0 * f64::from(d3q19::W[q]) * (0..3).map(|axis| c[axis] * velocity[axis]).sum::<f64>()) as f32
}

/// Center of a cell, in cells.
fn center(cell: [isize; 3]) -> [f64; 3] {
    cell.map(|at| at as f64 + 0.5)
}

/// All that a cell with these populations holds.
fn exchange(f: &[f32; Air::POPULATIONS]) -> AirExchange {
    let mut all = AirTotals { mass: 1.0, ..AirTotals::default() };
    f.iter().enumerate().for_each(|(q, f)| all.add_population(q, f64::from(*f)));
    all.into()
}
