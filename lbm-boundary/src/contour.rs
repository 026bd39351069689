use lbm_core::d2q9::{OPPOSITE, Q};
use lbm_core::{Lattice, Layout, Site};

use crate::bounce::{self, BounceCell, Work, bounce};
use crate::classify::{ContourCell, Surroundings, neighbourhood};
use crate::gaps::Around;
use crate::listed::Listed;
use crate::node::Node;
use crate::open::Outer;
use crate::solids::Solids;
use crate::{Ledger, Wall, WallDistance};

/// All contour cells. The order of work depends on the mask alone and not on how it came about.
#[derive(Debug)]
pub(crate) struct Contour {
    /// Cells of half-way bounce-back at one solid, by label and then in row order, and all others.
    bounce: Vec<BounceCell>,
    listed: Listed,
    /// How many cells, by label, get a share of what the solid owes: of the former and of the latter.
    receivers: [Vec<usize>; 2],
    /// Kept from step to step: cells to classify, what `bounce` was before, and what comes new to it.
    touched: Vec<u32>,
    was: Vec<BounceCell>,
    anew: Vec<BounceCell>,
    work: Box<Work>,
}

impl Contour {
    pub(crate) fn new(around: &Surroundings<'_>, solids: &Solids) -> Self {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        let none = || vec![0; solids.len()];
        let mut contour = Self {
            bounce: Vec::new(),
            listed: Listed::new([nx, ny]),
            receivers: [none(), none()],
            touched: Vec::new(),
            was: Vec::new(),
            anew: Vec::new(),
            work: Box::default(),
        };
        for j in 0..ny {
            for i in 0..nx {
                contour.classify(around, solids, [i, j]);
            }
        }
        contour.bounce.sort_by_key(BounceCell::order);
        contour
    }

    /// Classifies a cell that `bounce` does not hold; it is appended there if it belongs there.
    fn classify(&mut self, around: &Surroundings<'_>, solids: &Solids, cell: [usize; 2]) {
        if let Some(was) = self.listed.take(cell) {
            self.receivers[1][usize::from(was.label)] -= usize::from(was.receives());
        }
        let (adjacency, only) = neighbourhood(around.layout(), around.labels, cell);
        match only {
            _ if adjacency == 0 => {}
            Some(label) if around.walls.of(label) == Wall::NO_SLIP => {
                let found = BounceCell::new(around, cell, adjacency, label);
                self.receivers[0][usize::from(label)] += usize::from(found.receives());
                self.bounce.push(found);
            }
            _ => {
                let found = Node::new(around, cell, adjacency);
                self.receivers[1][usize::from(found.label)] += usize::from(found.receives());
                self.listed.put(found.class(around, solids), found);
            }
        }
    }

    /// All cells in row order.
    pub(crate) fn cells(&self) -> Vec<ContourCell> {
        let bounce = self.bounce.iter().map(|c| (bounce::cell(c.key), c.adjacency));
        let listed = self.listed.nodes().map(|n| (n.cell.map(usize::from), n.adjacency));
        let cell = |(cell, adjacency)| ContourCell { cell, adjacency };
        let mut cells: Vec<_> = bounce.chain(listed).map(cell).collect();
        cells.sort_unstable_by_key(|found| bounce::key(found.cell));
        cells
    }

    /// The cells next to solids, each with the label of one. Those that touch one solid alone are passed over if
    /// `left_out` says so of its label and a box that holds them, on a grid of `nx` columns: its first cell, and that beyond
    /// its last one.
    pub(crate) fn beside_solids(
        &self,
        nx: usize,
        left_out: impl Fn(u16, [[usize; 2]; 2]) -> bool,
    ) -> impl Iterator<Item = ([usize; 2], u16)> {
        // Their rows are known at once.
        let left_out = move |cells: &&[BounceCell]| {
            let (label, [from, to]) = (cells[0].label, bounce::rows(cells));
            left_out(label, [[0, from], [nx, to]]) || left_out(label, bounce::extent(cells))
        };
        let bounce = bounce::by_solid(&self.bounce).filter(move |cells| !left_out(cells)).flatten();
        let bounce = bounce.map(|c| (bounce::cell(c.key), c.label));
        let listed = self.listed.beside_solids().map(|n| (n.cell.map(usize::from), n.label));
        bounce.chain(listed)
    }

    /// The boxes of the cells next to the solids with labels below `count`, by label.
    pub(crate) fn boxes(&self, count: usize) -> Vec<Around> {
        let mut boxes = vec![Around::EMPTY; count];
        for cells in bounce::by_solid(&self.bounce) {
            boxes[usize::from(cells[0].label)].add(Around::new(bounce::extent(cells)));
        }
        for node in self.listed.beside_solids() {
            let cell = node.cell.map(usize::from);
            boxes[usize::from(node.label)].add(Around::new([cell, cell.map(|c| c + 1)]));
        }
        boxes
    }

    /// Each population that is bounced back at one solid alone, with the cell that it enters.
    pub(crate) fn bounced(&self, layout: &Layout) -> impl Iterator<Item = (usize, Site)> {
        let unknown = |cell: &BounceCell| {
            let [i, j] = bounce::cell(cell.key).map(|c| c as isize);
            let (adjacency, water) = (cell.adjacency, layout.site(i, j));
            let comes = move |q: usize| adjacency >> (OPPOSITE[q] - 1) & 1 == 1;
            (1..Q).filter(move |&q| comes(q)).map(move |q| (q, water))
        };
        self.bounce.iter().flat_map(unknown)
    }

    /// All other cells.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &Node> {
        self.listed.nodes()
    }

    /// Writes all unknown populations and accounts for them.
    pub(crate) fn rebuild(
        &mut self,
        lattice: &mut Lattice,
        outer: &Outer,
        solids: &Solids,
        ledger: &mut Ledger,
    ) {
        bounce(&self.bounce, &mut self.work, lattice, solids, ledger);
        self.listed.rebuild(lattice, outer, solids, ledger);
    }

    /// How many cells of each label get a share of what the solid owes.
    pub(crate) fn receivers(&self) -> impl Iterator<Item = usize> {
        self.receivers[0].iter().zip(&self.receivers[1]).map(|(bounce, listed)| bounce + listed)
    }

    /// Adds the share of its label to the population at rest of each of those cells: no momentum comes with it. Adds to
    /// `given`, by label, what came of it after rounding.
    pub(crate) fn give_at_rest(&self, lattice: &mut Lattice, shares: &[f64], given: &mut [f64]) {
        let layout = *lattice.layout();
        let f = lattice.as_mut_slice();
        let mut give = |slot: usize, share: f64| {
            let before = f64::from(f[slot]);
            f[slot] = (before + share) as f32;
            f64::from(f[slot]) - before
        };
        for cells in bounce::by_solid(&self.bounce) {
            let label = usize::from(cells[0].label);
            let share = shares[label];
            if share == 0.0 {
                continue;
            }
            let mut sums = [0.0; LANES];
            for (k, cell) in cells.iter().enumerate() {
                sums[k % LANES] += give(cell.at as usize, if cell.receives() { share } else { 0.0 });
            }
            given[label] += sums.iter().sum::<f64>();
        }
        for node in self.listed.beside_solids().filter(|node| node.receives()) {
            let label = usize::from(node.label);
            given[label] += give(layout.slot(0, node.water), shares[label]);
        }
    }

    /// Takes note that solids have begun or ceased to stand still.
    pub(crate) fn settle(&mut self, around: &Surroundings<'_>, solids: &Solids) {
        self.receivers.iter_mut().for_each(|receivers| receivers.resize(solids.len(), 0));
        self.listed.settle(around, solids);
    }

    /// Classifies the changed cells (`j · nx + i`) and the water around them anew, that across a periodic side too; returns
    /// how many.
    pub(crate) fn reclassify_around(
        &mut self,
        around: &Surroundings<'_>,
        solids: &Solids,
        changed: &[usize],
    ) -> usize {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        self.receivers.iter_mut().for_each(|receivers| receivers.resize(solids.len(), 0));
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        for &k in changed {
            let (columns, rows) = (with_neighbours(k % nx, nx), with_neighbours(k / nx, ny));
            for y in rows {
                for x in columns {
                    let at = y * nx + x;
                    // A solid that stays is no contour, before or after.
                    if around.labels[at] == 0 || at == k {
                        touched.push(bounce::key([x, y]));
                    }
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();

        self.was.clear();
        std::mem::swap(&mut self.bounce, &mut self.was);
        for &key in &touched {
            self.classify(around, solids, bounce::cell(key));
        }
        self.anew.clear();
        std::mem::swap(&mut self.bounce, &mut self.anew);
        self.anew.sort_by_key(BounceCell::order);
        self.merge(&touched);
        self.touched = touched;
        self.touched.len()
    }

    /// Makes `bounce` of the cells that it `was`, without the touched ones, and of those that are `anew`, which all are
    /// touched.
    fn merge(&mut self, touched: &[u32]) {
        let Self { bounce, was, anew, receivers, .. } = self;
        let mut anew = anew.iter().peekable();
        let mut was = &mut was[..];
        while let Some(cells) =
            was.split_off_mut(..bounce::cells_of_first(was)).filter(|cells| !cells.is_empty())
        {
            let label = cells[0].label;
            while let Some(&first) = anew.next_if(|anew| anew.label < label) {
                bounce.push(first);
            }
            let more =
                |anew: Option<&&BounceCell>| anew.filter(|anew| anew.label == label).map(|anew| anew.key);
            let first = more(anew.peek()).map_or(cells[0].key, |key| key.min(cells[0].key));
            // Most cells stay or are replaced: they are taken over in runs.
            let (mut at, mut kept) = (0, 0);
            for &key in &touched[touched.partition_point(|&key| key < first)..] {
                while at < cells.len() && cells[at].key < key {
                    at += 1;
                }
                let new = anew.next_if(|anew| anew.label == label && anew.key == key);
                match cells.get_mut(at) {
                    Some(cell) if cell.key == key => {
                        receivers[0][usize::from(label)] -= usize::from(cell.receives());
                        if let Some(new) = new {
                            *cell = *new;
                        } else {
                            bounce.extend_from_slice(&cells[kept..at]);
                            kept = at + 1;
                        }
                    }
                    last => {
                        let is_last = last.is_none();
                        if let Some(&new) = new {
                            bounce.extend_from_slice(&cells[kept..at]);
                            bounce.push(new);
                            kept = at;
                        } else if is_last && more(anew.peek()).is_none() {
                            break;
                        }
                    }
                }
            }
            bounce.extend_from_slice(&cells[kept..]);
        }
        bounce.extend(anew);
    }

    /// Places the walls of solids on their links; `cell_size_m` is that of the grid.
    pub(crate) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        self.listed.set_distances(distance, cell_size_m);
    }
}

/// Sums that are added up side by side.
const LANES: usize = 4;

/// A line and those beside it, around the grid's end.
fn with_neighbours(k: usize, n: usize) -> [usize; 3] {
    [(k + n - 1) % n, k, (k + 1) % n]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::Walls;
    use crate::gaps::Gaps;
    use crate::open::Beyond;
    use crate::{Motion, Side, SideKind, Slip, Wall};
    use lbm_core::Units;
    use proptest::prelude::*;

    proptest! {
        /// Cells change one after the other, and solids start and stop; classifying neighbourhoods must leave what
        /// classifying all would.
        #[test]
        fn reclassifying_neighbourhoods_is_classifying_all(
            (nx, ny) in (3usize..10, 3usize..10),
            changes in prop::collection::vec((0usize..100, 0u16..5, any::<bool>()), 1..40),
            periodic in any::<bool>(),
        ) {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let [lattice, mut water] = [0, 1].map(|_| Lattice::builder(nx, ny, units).build().unwrap());
            let mut ledger = Ledger::default();
            let walls = Walls {
                every: Wall::NO_SLIP,
                of: vec![(1, Wall::Modified), (2, Wall::FREE_SLIP), (3, Wall::OnGrid(Slip::FreeSlip))],
            };
            let along = if periodic { SideKind::Periodic } else { SideKind::Outflow };
            let sides = Side::ALL.map(|side| match side {
                Side::West | Side::East => along,
                _ => SideKind::Wall(Wall::FREE_SLIP),
            });
            let mut labels = vec![0; nx * ny];
            let gaps = Gaps::default();
            let outer = Outer { sides: [Beyond::Still; 4], gaps: [Beyond::Still; 4] };
            let around = |labels| Surroundings { lattice: &lattice, labels, sides, walls: &walls, gaps: &gaps };
            let mut solids = Solids::default();
            solids.set_motions(solids.motions(4, &[], &units));
            let mut contour = Contour::new(&Surroundings { labels: &labels, ..around(&[]) }, &solids);
            for (place, label, moves) in changes {
                let place = place % (nx * ny);
                labels[place] = label;
                let around = Surroundings { labels: &labels, ..around(&[]) };
                let linvel_m_s = if moves { [0.1, 0.0] } else { [0.0; 2] };
                let motion = Motion { linvel_m_s, ..Motion::default() };
                let motions = solids.motions(4, &[(label, motion)], &units);
                if solids.set_motions(motions) {
                    contour.settle(&around, &solids);
                }
                contour.reclassify_around(&around, &solids, &[place]);
                let mut anew = Contour::new(&around, &solids);
                // What is copied is gathered when it is needed.
                for contour in [&mut contour, &mut anew] {
                    ledger.clear(solids.len());
                    contour.rebuild(&mut water, &outer, &solids, &mut ledger);
                }
                let parts = |c: &Contour| format!("{:?} {:?} {:?}", c.bounce, c.listed, c.receivers);
                prop_assert_eq!(parts(&contour), parts(&anew));
            }
        }
    }
}
