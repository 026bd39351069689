use lbm_core::Site;
use lbm_core::d2q9::{OPPOSITE, Q};

use crate::Wall;
use crate::as_printed::as_printed;
use crate::classify::{Owner, Surroundings};
use crate::links::{Link, Rule, link};
use crate::solids::Solids;

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
    pub(crate) links: Vec<Link>,
}

/// How the links of a cell are worked off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// One by one.
    Live,
    /// All that they do is to copy populations at walls that stand still.
    Still,
    /// All of them lead to the water beyond one side.
    Open,
}

impl Node {
    pub(crate) fn new(around: &Surroundings<'_>, cell: [usize; 2], adjacency: u8) -> Self {
        let water = around.layout().site(cell[0] as isize, cell[1] as isize);
        let mut node = Self {
            water,
            cell: cell.map(|c| c as u16),
            label: 0,
            adjacency,
            rest_depth: around.lattice.rest_depth(water),
            rest_population: around.lattice.reference_population(1, water),
            links: Vec::new(),
        };
        node.links = (1..Q).filter(|&q| node.is_unknown(q)).map(|q| link(around, cell, q)).collect();
        let mut labels = node.links.iter().map(|link| link.owner.label());
        node.label = labels.find(|&label| label != 0).unwrap_or_default();
        if node.label != 0 && around.walls.of(node.label) == Wall::AsPrinted {
            node.links = as_printed(around, &node, &node.links);
        }
        node
    }

    /// As long as there are walls that overwrite known populations, what a link copies depends on those before it: then
    /// all links are worked off one by one.
    pub(crate) fn class(&self, around: &Surroundings<'_>, solids: &Solids) -> Class {
        let rests = |link: &Link| solids.motion(link.owner.label()).is_rest();
        let copies = |link: &Link| matches!(link.rule, Rule::Copy { .. });
        match self.links.first().map(|link| link.rule) {
            _ if around.walls.overwrite() => Class::Live,
            Some(Rule::Open(side)) if self.links.iter().all(|link| link.owner == Owner::Side(side)) => {
                Class::Open
            }
            _ if self.links.iter().all(|link| copies(link) && rests(link)) => Class::Still,
            _ => Class::Live,
        }
    }

    /// Whether the cell gets a share of what its solid owes: not one that is shut off from all other water, which could
    /// never pass it on.
    pub(crate) fn receives(&self) -> bool {
        self.label != 0 && self.adjacency != u8::MAX
    }

    /// The label of a moving solid whose walls drive the cell's water: not of one as printed, which gives nothing back.
    pub(crate) fn drives(&self, solids: &Solids) -> Option<u16> {
        let as_printed =
            self.links.iter().any(|link| matches!(link.rule, Rule::Undriven { .. } | Rule::Rest));
        let mut labels = self.links.iter().map(|link| link.owner.label());
        if as_printed { None } else { labels.find(|&label| !solids.motion(label).is_rest()) }
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
