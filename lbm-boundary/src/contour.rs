use lbm_core::Site;
use lbm_core::d2q9::{C, OPPOSITE, Q};

use crate::as_printed::as_printed;
use crate::classify::{ContourCell, Owner, Surroundings, adjacency};
use crate::links::{HALF_WAY, Link, Rule, link};
use crate::{Wall, WallDistance};

/// A water cell next to a solid or a side, with its links.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) water: Site,
    pub(crate) cell: [u16; 2],
    pub(crate) adjacency: u8,
    /// Label of the solid to whose account the cell gives and takes, 0 if it touches none.
    pub(crate) label: u16,
    /// The owner of all links if all of them are half-way bounce-back.
    pub(crate) bounces: Option<Owner>,
    count: u8,
    links: [Link; Q - 1],
}

impl Node {
    /// `None` for a cell that is no water or touches neither solid nor side.
    fn new(around: &Surroundings<'_>, cell: [usize; 2]) -> Option<Self> {
        let adjacency = adjacency(around.layout, around.labels, cell);
        if adjacency == 0 {
            return None;
        }
        let water = around.layout.site(cell[0] as isize, cell[1] as isize);
        let mut node = Self {
            water,
            cell: cell.map(|c| c as u16),
            adjacency,
            label: 0,
            bounces: None,
            count: 0,
            links: [Link::across(water, 0, water); Q - 1],
        };
        for q in 1..Q {
            if !node.is_unknown(q) {
                continue;
            }
            let link = link(around, cell, q);
            if let (0, Owner::Solid(label)) = (node.label, link.owner) {
                node.label = label;
            }
            node.push(link);
        }
        if node.label != 0 && around.walls.of(node.label) == Wall::AsPrinted {
            as_printed(around, &mut node);
        }
        let owner = node.links[0].owner;
        let bounces = |link: &Link| {
            let back = OPPOSITE[usize::from(link.q)];
            let own = matches!(link.rule, Rule::Copy { from, q } if from == water && usize::from(q) == back);
            own && link.owner == owner
        };
        node.bounces = node.links().iter().all(bounces).then_some(owner);
        Some(node)
    }

    /// Whether the cell gets a share of what its solid owes: not one that is shut off from all other water, which could
    /// never pass it on.
    pub(crate) fn receives(&self) -> bool {
        self.label != 0 && self.adjacency != u8::MAX
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn push(&mut self, link: Link) {
        self.links[usize::from(self.count)] = link;
        self.count += 1;
    }

    /// Whether population `q` comes from a cell that is no water of the grid.
    pub(crate) fn is_unknown(&self, q: usize) -> bool {
        self.adjacency >> (OPPOSITE[q] - 1) & 1 == 1
    }

    pub(crate) fn links(&self) -> &[Link] {
        &self.links[..usize::from(self.count)]
    }

    pub(crate) fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links[..usize::from(self.count)]
    }
}

/// All contour cells, row by row, each row sorted by column: the order depends on the mask alone and not on how it came
/// about.
#[derive(Debug)]
pub(crate) struct Contour {
    rows: Vec<Vec<Node>>,
    /// Cells to classify, kept from step to step.
    touched: Vec<usize>,
}

impl Contour {
    pub(crate) fn new(around: &Surroundings<'_>) -> Self {
        let (nx, ny) = (around.layout.nx(), around.layout.ny());
        let row = |j| (0..nx).filter_map(|i| Node::new(around, [i, j])).collect();
        Self { rows: (0..ny).map(row).collect(), touched: Vec::new() }
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.rows.iter().flatten()
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = ContourCell> {
        self.nodes().map(|n| ContourCell { cell: n.cell.map(usize::from), adjacency: n.adjacency })
    }

    /// Classifies the changed cells (`j · nx + i`) and their neighbours anew, those across a periodic side too; returns how
    /// many.
    pub(crate) fn reclassify_around(&mut self, around: &Surroundings<'_>, changed: &[usize]) -> usize {
        let (nx, ny) = (around.layout.nx(), around.layout.ny());
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        for &k in changed {
            let (columns, rows) = (with_neighbours(k % nx, nx), with_neighbours(k / nx, ny));
            touched.extend(rows.iter().flat_map(|y| columns.map(|x| y * nx + x)));
        }
        touched.sort_unstable();
        touched.dedup();
        for &k in &touched {
            self.reclassify(around, [k % nx, k / nx]);
        }
        self.touched = touched;
        self.touched.len()
    }

    /// Places the walls of solids on their links; `cell_size_m` is that of the grid.
    pub(crate) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        for node in self.rows.iter_mut().flatten() {
            let water = node.cell.map(|c| (f64::from(c) + 0.5) * cell_size_m);
            for link in node.links_mut() {
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

    fn reclassify(&mut self, around: &Surroundings<'_>, cell: [usize; 2]) {
        let row = &mut self.rows[cell[1]];
        let found = row.binary_search_by_key(&cell[0], |node| usize::from(node.cell[0]));
        match (Node::new(around, cell), found) {
            (Some(node), Ok(place)) => row[place] = node,
            (Some(node), Err(place)) => row.insert(place, node),
            (None, Ok(place)) => {
                row.remove(place);
            }
            (None, Err(_)) => {}
        }
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
    use crate::{Side, SideKind, Slip};
    use lbm_core::{Lattice, Units};
    use proptest::prelude::*;

    proptest! {
        /// Cells change one after the other; classifying their neighbourhoods must leave what classifying all would.
        #[test]
        fn reclassifying_neighbourhoods_is_classifying_all(
            (nx, ny) in (3usize..10, 3usize..10),
            changes in prop::collection::vec((0usize..100, 0u16..4), 1..40),
            periodic in any::<bool>(),
        ) {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let lattice = Lattice::builder(nx, ny, units).build().unwrap();
            let layout = lattice.layout();
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
            let mut contour = Contour::new(&Surroundings { layout, labels: &labels, sides, walls: &walls });
            for (place, label) in changes {
                let place = place % (nx * ny);
                labels[place] = label;
                let around = Surroundings { layout, labels: &labels, sides, walls: &walls };
                contour.reclassify_around(&around, &[place]);
                let anew = Contour::new(&around);
                prop_assert_eq!(format!("{:?}", contour.rows), format!("{:?}", anew.rows));
            }
        }
    }
}
