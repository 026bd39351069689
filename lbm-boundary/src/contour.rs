use lbm_core::Lattice;
use lbm_core::d2q9::C;

use crate::bounce::Bounce;
use crate::classify::{ContourCell, Owner, Surroundings};
use crate::copies::Copies;
use crate::links::{HALF_WAY, Rule};
use crate::node::{Links, Node};
use crate::open::Beyond;
use crate::rebuild::rebuild;
use crate::solids::Solids;
use crate::{Ledger, WallDistance};

/// Cells of a part of the contour, row by row, each row sorted by column.
type Rows = Vec<Vec<Node>>;

/// All contour cells. The order of work depends on the mask alone and not on how it came about.
#[derive(Debug)]
pub(crate) struct Contour {
    /// Cells whose links are more than copies.
    live: Rows,
    /// Cells all of whose links copy populations at walls that stand still.
    still: Rows,
    /// What the links of the latter copy.
    copies: Copies,
    /// Whether those have changed.
    stale: bool,
    /// Cells, by label, that get a share of what the solid owes.
    receivers: Vec<usize>,
    /// Cells to classify, kept from step to step.
    touched: Vec<usize>,
}

impl Contour {
    pub(crate) fn new(around: &Surroundings<'_>, solids: &Solids) -> Self {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        let mut contour = Self {
            live: vec![Vec::new(); ny],
            still: vec![Vec::new(); ny],
            copies: Copies::default(),
            stale: true,
            receivers: vec![0; solids.len()],
            touched: Vec::new(),
        };
        for j in 0..ny {
            let row = (0..nx).filter_map(|i| Node::new(around, [i, j]));
            row.for_each(|node| contour.push(node, j, around, solids));
        }
        contour
    }

    fn push(&mut self, node: Node, j: usize, around: &Surroundings<'_>, solids: &Solids) {
        self.receivers[usize::from(node.label)] += usize::from(node.receives());
        let rows = if is_still(&node, around, solids) { &mut self.still } else { &mut self.live };
        rows[j].push(node);
    }

    /// All cells in row order.
    pub(crate) fn nodes(&self) -> Vec<&Node> {
        let mut nodes: Vec<&Node> = self.live.iter().chain(&self.still).flatten().collect();
        nodes.sort_unstable_by_key(|node| (node.cell[1], node.cell[0]));
        nodes
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = ContourCell> {
        let cell = |n: &Node| ContourCell { cell: n.cell.map(usize::from), adjacency: n.adjacency };
        self.nodes().into_iter().map(cell)
    }

    /// Cells whose links are more than copies, in row order.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Node> {
        self.live.iter().flatten()
    }

    /// The other cells, in row order.
    pub(crate) fn still(&self) -> impl Iterator<Item = &Node> {
        self.still.iter().flatten()
    }

    /// Collects the copies anew if they have changed.
    pub(crate) fn refresh(&mut self, lattice: &Lattice, solids: &Solids) {
        if std::mem::take(&mut self.stale) {
            self.copies.gather(self.still.iter().flatten(), lattice, solids);
        }
    }

    /// Writes all unknown populations and accounts for them.
    pub(crate) fn rebuild(
        &self,
        lattice: &mut Lattice,
        beyond: &[Beyond; 4],
        solids: &Solids,
        ledger: &mut Ledger,
    ) {
        self.copies.apply(lattice, ledger);
        // Compiled for vectors of any width.
        pulp::Arch::new().dispatch(Live { rows: &self.live, lattice, beyond, solids, ledger });
    }

    /// How many cells of each label get a share of what the solid owes.
    pub(crate) fn receivers(&self) -> &[usize] {
        &self.receivers
    }

    /// Takes note that solids have begun or ceased to stand still.
    pub(crate) fn settle(&mut self, around: &Surroundings<'_>, solids: &Solids) {
        self.stale = true;
        self.receivers.clear();
        self.receivers.resize(solids.len(), 0);
        for j in 0..self.live.len() {
            let mut row = std::mem::take(&mut self.live[j]);
            row.append(&mut self.still[j]);
            row.sort_unstable_by_key(|node| node.cell[0]);
            row.into_iter().for_each(|node| self.push(node, j, around, solids));
        }
    }

    /// Classifies the changed cells (`j · nx + i`) and their neighbours anew, those across a periodic side too; returns how
    /// many.
    pub(crate) fn reclassify_around(
        &mut self,
        around: &Surroundings<'_>,
        solids: &Solids,
        changed: &[usize],
    ) -> usize {
        let (nx, ny) = (around.layout().nx(), around.layout().ny());
        self.receivers.resize(solids.len(), 0);
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        for &k in changed {
            let (columns, rows) = (with_neighbours(k % nx, nx), with_neighbours(k / nx, ny));
            touched.extend(rows.iter().flat_map(|y| columns.map(|x| y * nx + x)));
        }
        touched.sort_unstable();
        touched.dedup();
        for &k in &touched {
            self.reclassify(around, solids, [k % nx, k / nx]);
        }
        self.touched = touched;
        self.touched.len()
    }

    fn reclassify(&mut self, around: &Surroundings<'_>, solids: &Solids, cell: [usize; 2]) {
        let node = Node::new(around, cell);
        let still = node.as_ref().is_some_and(|node| is_still(node, around, solids));
        if let Some(node) = &node {
            self.receivers[usize::from(node.label)] += usize::from(node.receives());
        }
        let (live, quiet) = if still { (None, node) } else { (node, None) };
        self.stale |= quiet.is_some();
        if let Some(was) = replace(&mut self.live[cell[1]], cell[0], live) {
            self.receivers[usize::from(was.label)] -= usize::from(was.receives());
        }
        if let Some(was) = replace(&mut self.still[cell[1]], cell[0], quiet) {
            self.receivers[usize::from(was.label)] -= usize::from(was.receives());
            self.stale = true;
        }
    }

    /// Places the walls of solids on their links; `cell_size_m` is that of the grid.
    pub(crate) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        for node in self.live.iter_mut().flatten() {
            let water = node.cell.map(|c| (f64::from(c) + 0.5) * cell_size_m);
            let Links::Listed(links) = &mut node.links else { continue };
            for link in links {
                let Owner::Solid(label) = link.owner else { continue };
                if let Rule::Interpolated { distance: share, .. }
                | Rule::Extrapolated { distance: share, .. } = &mut link.rule
                {
                    let e = C[usize::from(link.q)];
                    let solid = [0, 1].map(|axis| water[axis] - f64::from(e[axis]) * cell_size_m);
                    let found = distance(label, water, solid) as f32;
                    *share = if found.is_nan() { HALF_WAY } else { found.clamp(0.0, 1.0) };
                }
            }
        }
    }
}

/// The work at cells whose links are more than copies.
struct Live<'a> {
    rows: &'a Rows,
    lattice: &'a mut Lattice,
    beyond: &'a [Beyond; 4],
    solids: &'a Solids,
    ledger: &'a mut Ledger,
}

impl pulp::NullaryFnOnce for Live<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { rows, lattice, beyond, solids, ledger } = self;
        let layout = *lattice.layout();
        let mut bounce = Bounce::new(&layout);
        for node in rows.iter().flatten() {
            match &node.links {
                Links::Bounce(owner) => {
                    let f = lattice.as_mut_slice();
                    bounce.begin(*owner, solids.motion(owner.label()), f, ledger);
                    bounce.push(node, layout.slot(0, node.water), f);
                }
                Links::Listed(links) => rebuild(lattice, beyond, solids, ledger, node, links),
            }
        }
        bounce.finish(lattice.as_mut_slice(), ledger);
    }
}

/// Whether all that a cell's links do is to copy populations at walls that stand still. As long as there are walls that
/// overwrite known populations, what a link copies depends on those before it: then no cell is.
fn is_still(node: &Node, around: &Surroundings<'_>, solids: &Solids) -> bool {
    let rests = |owner: Owner| solids.motion(owner.label()).is_rest();
    !around.walls.overwrite()
        && match &node.links {
            Links::Bounce(owner) => rests(*owner),
            Links::Listed(links) => {
                links.iter().all(|link| matches!(link.rule, Rule::Copy { .. }) && rests(link.owner))
            }
        }
}

/// Puts `node` in the place of the one in this column, if any, or takes that away; returns it.
fn replace(row: &mut Vec<Node>, column: usize, node: Option<Node>) -> Option<Node> {
    let found = row.binary_search_by_key(&column, |node| usize::from(node.cell[0]));
    match (node, found) {
        (Some(node), Ok(place)) => Some(std::mem::replace(&mut row[place], node)),
        (Some(node), Err(place)) => {
            row.insert(place, node);
            None
        }
        (None, Ok(place)) => Some(row.remove(place)),
        (None, Err(_)) => None,
    }
}

/// A line and those beside it, around the grid's end.
fn with_neighbours(k: usize, n: usize) -> [usize; 3] {
    [(k + n - 1) % n, k, (k + 1) % n]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::Walls;
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
            let lattice = Lattice::builder(nx, ny, units).build().unwrap();
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
            let around = |labels| Surroundings { lattice: &lattice, labels, sides, walls: &walls };
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
                contour.refresh(&lattice, &solids);
                let mut anew = Contour::new(&around, &solids);
                anew.refresh(&lattice, &solids);
                anew.touched = contour.touched.clone();
                prop_assert_eq!(format!("{:?}", contour), format!("{:?}", anew));
            }
        }
    }
}
