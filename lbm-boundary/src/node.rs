use lbm_core::Site;
use lbm_core::d2q9::{OPPOSITE, Q};

use crate::Wall;
use crate::as_printed::as_printed;
use crate::classify::{Owner, Surroundings, neighbourhood};
use crate::links::{Link, Rule, link};

/// A water cell next to a solid or a side, with its links.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) water: Site,
    pub(crate) cell: [u16; 2],
    /// Label of the solid to whose account the cell gives and takes, 0 if it touches none.
    pub(crate) label: u16,
    pub(crate) adjacency: u8,
    /// Its depth at rest, and a population along an axis there.
    pub(crate) rest_depth: f32,
    pub(crate) rest_population: f32,
    pub(crate) links: Links,
}

/// The links of a cell.
#[derive(Debug, Clone)]
pub(crate) enum Links {
    /// Half-way bounce-back at one owner wherever the cell is adjacent to anything, as most are.
    Bounce(Owner),
    /// Anything.
    Listed(Vec<Link>),
}

impl Node {
    /// `None` for a cell that is no water or touches neither solid nor side.
    pub(crate) fn new(around: &Surroundings<'_>, cell: [usize; 2]) -> Option<Self> {
        let (adjacency, only) = neighbourhood(around.layout(), around.labels, cell);
        if adjacency == 0 {
            return None;
        }
        let water = around.layout().site(cell[0] as isize, cell[1] as isize);
        let mut node = Self {
            water,
            cell: cell.map(|c| c as u16),
            label: 0,
            adjacency,
            rest_depth: around.lattice.rest_depth(water),
            rest_population: around.lattice.reference_population(1, water),
            links: Links::Bounce(Owner::Across),
        };
        match only {
            Some(label) if around.walls.of(label) == Wall::NO_SLIP => {
                node.label = label;
                node.links = Links::Bounce(Owner::Solid(label));
            }
            _ => node.list_links(around, cell),
        }
        Some(node)
    }

    fn list_links(&mut self, around: &Surroundings<'_>, cell: [usize; 2]) {
        let unknown = (1..Q).filter(|&q| self.is_unknown(q));
        let mut links: Vec<Link> = unknown.map(|q| link(around, cell, q)).collect();
        let labels = links.iter().map(|link| link.owner.label());
        self.label = labels.into_iter().find(|&label| label != 0).unwrap_or_default();
        if self.label != 0 && around.walls.of(self.label) == Wall::AsPrinted {
            links = as_printed(around, self, &links);
        }
        let bounces = |link: &Link| {
            let back = OPPOSITE[usize::from(link.q)];
            matches!(link.rule, Rule::Copy { from, q } if from == self.water && usize::from(q) == back)
        };
        self.links = match links.first() {
            Some(&Link { owner, .. }) if links.iter().all(|link| bounces(link) && link.owner == owner) => {
                Links::Bounce(owner)
            }
            _ => Links::Listed(links),
        };
    }

    /// Whether the cell gets a share of what its solid owes: not one that is shut off from all other water, which could
    /// never pass it on.
    pub(crate) fn receives(&self) -> bool {
        self.label != 0 && self.adjacency != u8::MAX
    }

    /// Whether population `q` comes from a cell that is no water of the grid.
    pub(crate) fn is_unknown(&self, q: usize) -> bool {
        self.adjacency >> (OPPOSITE[q] - 1) & 1 == 1
    }

    /// The middle of the cell, in cells from the grid's corner.
    pub(crate) fn place(&self) -> [f64; 2] {
        self.cell.map(|c| f64::from(c) + 0.5)
    }
}
