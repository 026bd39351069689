use lbm_core::{Lattice, Layout, Region, Site};

use super::cells::{self, HalfwayCell};
use super::halfway::{Work, bounce_back};
use super::nodes::Nodes;
use crate::ledger::Ledger;
use crate::links::{ContourCell, Link, Node, Surroundings, closed, neighborhood};
use crate::open::BeyondSides;
use crate::solids::Motions;
use crate::spec::{Wall, WallDistance};

/// All contour cells. Their order depends on the mask alone and not on its history.
#[derive(Debug)]
pub(crate) struct Contour {
    /// Cells of half-way bounce-back at one solid, by label and then in row order, and all others.
    pub(super) halfway: Vec<HalfwayCell>,
    pub(super) nodes: Nodes,
    /// Number of cells, by label, to which the solid returns mass owed: of the former and of the latter.
    receivers: [Vec<usize>; 2],
    /// Kept from step to step: cells to classify, `halfway` before, and new cells of it.
    touched: Vec<u32>,
    was: Vec<HalfwayCell>,
    new: Vec<HalfwayCell>,
    work: Box<Work>,
}

impl Contour {
    pub(crate) fn new(around: &Surroundings<'_>, motions: &Motions) -> Self {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        let none = || vec![0; motions.len()];
        let mut contour = Self {
            halfway: Vec::new(),
            nodes: Nodes::new([nx, ny]),
            receivers: [none(), none()],
            touched: Vec::new(),
            was: Vec::new(),
            new: Vec::new(),
            work: Box::default(),
        };
        for j in 0..ny {
            for i in 0..nx {
                contour.classify(around, motions, [i, j]);
            }
        }
        contour.halfway.sort_by_key(HalfwayCell::order);
        contour
    }

    /// Classifies a cell that `halfway` does not contain; appends it there if it belongs there.
    fn classify(&mut self, around: &Surroundings<'_>, motions: &Motions, cell: [usize; 2]) {
        if let Some(was) = self.nodes.take(cell) {
            self.receivers[1][usize::from(was.label)] -= usize::from(was.receives());
        }
        let (beside, only) = neighborhood(around.layout(), around.labels, cell);
        match only {
            _ if beside == 0 => {}
            Some(label) if around.walls.of(label) == Wall::NO_SLIP && closed(beside) == 0 => {
                let found = HalfwayCell::new(around, cell, beside, label);
                self.receivers[0][usize::from(label)] += usize::from(found.receives());
                self.halfway.push(found);
            }
            _ => {
                let found = Node::new(around, cell, beside);
                self.receivers[1][usize::from(found.label)] += usize::from(found.receives());
                self.nodes.put(found.class(around, motions), found);
            }
        }
    }

    /// All cells in row order.
    pub(crate) fn cells(&self) -> Vec<ContourCell> {
        let halfway = self.halfway.iter().map(|c| (cells::cell(c.key), c.adjacency));
        let nodes = self.nodes.all().map(|n| (n.cell.map(usize::from), n.adjacency));
        let contour_cell = |(cell, adjacency)| ContourCell { cell, adjacency };
        let mut all: Vec<_> = halfway.chain(nodes).map(contour_cell).collect();
        all.sort_unstable_by_key(|found| cells::key(found.cell));
        all
    }

    /// The cells next to solids, each with the label of one. Those that touch one solid alone are omitted if `skip` returns
    /// true for its label and a region that contains them; `nx` is that of the grid.
    pub(crate) fn beside_solids(
        &self,
        nx: usize,
        skip: impl Fn(u16, Region) -> bool,
    ) -> impl Iterator<Item = ([usize; 2], u16)> {
        // Their rows are known at once, their columns are not.
        let is_skipped = move |solid: &[HalfwayCell]| {
            let label = solid[0].label;
            skip(label, cells::rows(solid, nx)) || skip(label, cells::region(solid))
        };
        let halfway = cells::by_solid(&self.halfway).filter(move |solid| !is_skipped(solid)).flatten();
        let halfway = halfway.map(|c| (cells::cell(c.key), c.label));
        let nodes = self.nodes.beside_solids().map(|n| (n.cell.map(usize::from), n.label));
        halfway.chain(nodes)
    }

    /// The regions of the cells next to the solids with labels below `count`, by label.
    pub(crate) fn regions(&self, count: usize) -> Vec<Region> {
        let mut regions = vec![Region::EMPTY; count];
        let mut add = |label: u16, other| {
            let region = &mut regions[usize::from(label)];
            *region = region.union(other);
        };
        for solid in cells::by_solid(&self.halfway) {
            add(solid[0].label, cells::region(solid));
        }
        for node in self.nodes.beside_solids() {
            let [i, j] = node.cell.map(usize::from);
            add(node.label, Region::new(i..i + 1, j..j + 1));
        }
        regions
    }

    /// Whether there are corners at which solids meet and close the way between the water on both sides.
    pub(crate) fn has_corners(&self) -> bool {
        self.nodes.all().any(Node::has_corners)
    }

    /// All links, each with its water cell and the depth of that at rest.
    pub(crate) fn links(&self, layout: &Layout) -> impl Iterator<Item = (Site, f32, Link)> {
        let halfway = self.halfway.iter().flat_map(|cell| cell.links(layout));
        let nodes = self.nodes.all();
        halfway
            .chain(nodes.flat_map(|node| node.links.iter().map(|link| (node.water, node.rest_depth, *link))))
    }

    /// The cells that a rebuild reads or writes, but those next to an open side alone; some more than once.
    pub(crate) fn reached(&self, layout: &Layout) -> impl Iterator<Item = Site> {
        let halfway = self.halfway.iter().flat_map(|cell| cell.links(layout));
        let halfway = halfway.map(|(water, _, link)| (water, link));
        let nodes = self.nodes.but_open();
        let nodes = nodes.flat_map(|node| node.links.iter().map(|link| (node.water, *link)));
        halfway.chain(nodes).flat_map(|(water, link)| [[water; 4], link.sites()]).flatten()
    }

    /// Sets the fraction that sponges will take in the sweep of cells next to an open side alone.
    pub(crate) fn set_strengths(
        &mut self,
        lattice: &Lattice,
        motions: &Motions,
        strength: impl Fn([usize; 2]) -> f32,
    ) {
        self.nodes.set_strengths(lattice, motions, strength);
    }

    /// Rebuilds all unknown populations and books them. Sponges have relaxed the cells that are [`Self::reached`]; `is_relaxed` says
    /// whether all.
    pub(crate) fn rebuild(
        &mut self,
        lattice: &mut Lattice,
        (beyond, is_relaxed): (&BeyondSides, bool),
        motions: &Motions,
        ledger: &mut Ledger,
    ) {
        bounce_back(&self.halfway, &mut self.work, lattice, motions, ledger);
        self.nodes.rebuild(lattice, (beyond, is_relaxed), motions, ledger);
    }

    /// Number of cells, by label, to which the solid returns mass owed.
    pub(crate) fn receivers(&self) -> impl Iterator<Item = usize> {
        self.receivers[0].iter().zip(&self.receivers[1]).map(|(halfway, nodes)| halfway + nodes)
    }

    /// Whether there are none of a label.
    pub(crate) fn has_left(&self, label: u16) -> bool {
        self.receivers.iter().all(|receivers| receivers[usize::from(label)] == 0)
    }

    /// Classifies the nodes anew after solids have come to rest or begun to move.
    pub(crate) fn update_classes(&mut self, around: &Surroundings<'_>, motions: &Motions) {
        self.receivers.iter_mut().for_each(|receivers| receivers.resize(motions.len(), 0));
        self.nodes.update_classes(around, motions);
    }

    /// Classifies the changed cells (`j · nx + i`) and the water around them anew, also across periodic sides; returns their
    /// number.
    pub(crate) fn reclassify_around(
        &mut self,
        around: &Surroundings<'_>,
        motions: &Motions,
        changed: &[usize],
    ) -> usize {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        self.receivers.iter_mut().for_each(|receivers| receivers.resize(motions.len(), 0));
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        for &k in changed {
            let (columns, rows) = (with_neighbors(k % nx, nx), with_neighbors(k / nx, ny));
            for y in rows {
                for x in columns {
                    let at = y * nx + x;
                    // A solid cell that stays one is not in the contour, before or after.
                    if around.labels[at] == 0 || at == k {
                        touched.push(cells::key([x, y]));
                    }
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();

        self.was.clear();
        std::mem::swap(&mut self.halfway, &mut self.was);
        for &key in &touched {
            self.classify(around, motions, cells::cell(key));
        }
        self.new.clear();
        std::mem::swap(&mut self.halfway, &mut self.new);
        self.new.sort_by_key(HalfwayCell::order);
        self.merge(&touched);
        self.touched = touched;
        self.touched.len()
    }

    /// Merges the cells that `halfway` contained before, without the touched ones, and the new ones, which all are touched.
    fn merge(&mut self, touched: &[u32]) {
        let Self { halfway, was, new, receivers, .. } = self;
        let mut new = new.iter().peekable();
        let mut was = &mut was[..];
        while let Some(solid) =
            was.split_off_mut(..cells::count_of_first(was)).filter(|solid| !solid.is_empty())
        {
            let label = solid[0].label;
            while let Some(&before) = new.next_if(|new| new.label < label) {
                halfway.push(before);
            }
            let key_of_label =
                |new: Option<&&HalfwayCell>| new.filter(|new| new.label == label).map(|new| new.key);
            let first = key_of_label(new.peek()).map_or(solid[0].key, |key| key.min(solid[0].key));
            // Most cells stay or are replaced: they are copied in runs, of which `kept` is the start.
            let (mut at, mut kept) = (0, 0);
            for &key in &touched[touched.partition_point(|&key| key < first)..] {
                while at < solid.len() && solid[at].key < key {
                    at += 1;
                }
                let found = new.next_if(|new| new.label == label && new.key == key);
                match solid.get_mut(at) {
                    Some(cell) if cell.key == key => {
                        receivers[0][usize::from(label)] -= usize::from(cell.receives());
                        if let Some(found) = found {
                            *cell = *found;
                        } else {
                            halfway.extend_from_slice(&solid[kept..at]);
                            kept = at + 1;
                        }
                    }
                    last => {
                        let is_last = last.is_none();
                        if let Some(&found) = found {
                            halfway.extend_from_slice(&solid[kept..at]);
                            halfway.push(found);
                            kept = at;
                        } else if is_last && key_of_label(new.peek()).is_none() {
                            break;
                        }
                    }
                }
            }
            halfway.extend_from_slice(&solid[kept..]);
        }
        halfway.extend(new);
    }

    /// Sets the link distances of solids' walls; `cell_size_m` is that of the grid.
    pub(crate) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        self.nodes.set_distances(distance, cell_size_m);
    }

    /// The link distances of solids' walls that have one, in an order that depends on the mask and the motions alone.
    pub(crate) fn distances(&self) -> impl Iterator<Item = f32> {
        self.nodes.distances()
    }

    /// The tangents of free-slip walls that have a link distance, in an order as that of [`Self::distances`].
    pub(crate) fn tangents(&self) -> impl Iterator<Item = [f32; 2]> {
        self.nodes.tangents()
    }

    /// Sets these distances and tangents, in the same order.
    pub(crate) fn put_walls(&mut self, distances: &[f32], tangents: &[[f32; 2]]) {
        self.nodes.put_distances(distances);
        self.nodes.put_tangents(tangents);
    }
}

/// A row or column and the two beside it, across the grid's end.
fn with_neighbors(k: usize, n: usize) -> [usize; 3] {
    [(k + n - 1) % n, k, (k + 1) % n]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Beyond;
    use crate::spec::{Motion, Side, SideKind, Slip, SolidWalls};
    use lbm_core::Units;
    use proptest::prelude::*;

    proptest! {
        /// Cells change one after the other, and solids start and stop; classifying neighborhoods must give the same as
        /// classifying all cells.
        #[test]
        fn reclassifying_neighborhoods_is_classifying_all(
            (nx, ny) in (3usize..10, 3usize..10),
            changes in prop::collection::vec((0usize..100, 0u16..5, any::<bool>()), 1..40),
            periodic in any::<bool>(),
        ) {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let [lattice, mut water] = [0, 1].map(|_| Lattice::builder(nx, ny, units).build().unwrap());
            let mut ledger = Ledger::default();
            let walls = SolidWalls {
                default: Wall::NO_SLIP,
                exceptions: vec![(1, Wall::Modified), (2, Wall::FREE_SLIP), (3, Wall::OnGrid(Slip::FreeSlip))],
            };
            let along = if periodic { SideKind::Periodic } else { SideKind::Outflow };
            let sides = Side::ALL.map(|side| match side {
                Side::West | Side::East => along,
                _ => SideKind::Wall(Wall::FREE_SLIP),
            });
            let mut labels = vec![0; nx * ny];
            let beyond = BeyondSides { sides: [Beyond::Still; 4], gaps: [Beyond::Still; 4] };
            let around = |labels| Surroundings { lattice: &lattice, labels, sides, walls: &walls, gaps: &[] };
            let mut motions = Motions::default().next(4, &[], &units);
            let mut contour = Contour::new(&Surroundings { labels: &labels, ..around(&[]) }, &motions);
            for (place, label, moves) in changes {
                let place = place % (nx * ny);
                labels[place] = label;
                let around = Surroundings { labels: &labels, ..around(&[]) };
                let linvel_m_s = if moves { [0.1, 0.0] } else { [0.0; 2] };
                let motion = Motion { linvel_m_s, ..Motion::default() };
                let next = motions.next(4, &[(label, motion)], &units);
                let others_rest = next.others_rest_than(&motions);
                motions = next;
                if others_rest {
                    contour.update_classes(&around, &motions);
                }
                contour.reclassify_around(&around, &motions, &[place]);
                let mut new = Contour::new(&around, &motions);
                // Copies and batches are gathered at the first rebuild.
                for contour in [&mut contour, &mut new] {
                    ledger.clear(motions.len());
                    contour.rebuild(&mut water, (&beyond, true), &motions, &mut ledger);
                }
                let parts = |c: &Contour| format!("{:?} {:?} {:?}", c.halfway, c.nodes, c.receivers);
                prop_assert_eq!(parts(&contour), parts(&new));
            }
        }
    }
}
