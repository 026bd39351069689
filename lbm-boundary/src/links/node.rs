use lbm_core::Site;
use lbm_core::d2q9::{C, OPPOSITE, Q};

use super::adjacency::closed;
use super::as_printed::as_printed;
use super::link::{Link, Rule, link};
use super::shared::{Shared, shared};
use super::surroundings::Surroundings;
use crate::ledger::Owner;
use crate::open::Around;
use crate::solids::Motions;
use crate::spec::Wall;

/// A water cell next to a solid or a side, with its links.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) water: Site,
    pub(crate) cell: [u16; 2],
    /// Label of a solid that the cell touches, which returns mass to it; 0 for none.
    pub(crate) label: u16,
    pub(crate) adjacency: u8,
    /// The bits of it that are closed corners.
    corners: u8,
    /// Its depth at rest.
    pub(crate) rest_depth: f32,
    /// Of cells with links through open sides over a bed that is not level.
    pub(crate) around: Option<Box<Around<1>>>,
    pub(crate) links: Vec<Link>,
    /// Those into corners, whose impulse others have a part of.
    pub(crate) shared: Vec<Shared>,
}

/// Class of a node, by the path that rebuilds its populations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Links of any kind, rebuilt one by one.
    General,
    /// All links copy populations at walls at rest.
    Fixed,
    /// All links come from the water beyond one side.
    Open,
}

impl Node {
    /// The node of a cell whose neighbors `beside` it, as bits, are not water of the grid.
    pub(crate) fn new(around: &Surroundings<'_>, cell: [usize; 2], beside: u8) -> Self {
        let is_corner = |s: usize| {
            closed(beside) >> (s - 1) & 1 == 1
                && around.corner(cell.map(|c| c as isize), C[s].map(|c| c as isize)).is_some()
        };
        let corners = (1..Q).filter(|s| is_corner(*s)).fold(0, |bits, s| bits | 1 << (s - 1));
        let water = around.layout().site(cell[0] as isize, cell[1] as isize);
        let mut node = Self {
            water,
            cell: cell.map(|c| c as u16),
            label: 0,
            adjacency: beside | corners,
            corners,
            rest_depth: around.lattice.rest_depth(water),
            around: None,
            links: Vec::new(),
            shared: Vec::new(),
        };
        node.links = (1..Q).filter(|&q| node.is_unknown(q)).map(|q| link(around, cell, q)).collect();
        if node.links.iter().any(|link| matches!(link.rule, Rule::Open(_) | Rule::Gap(_))) {
            node.around = Around::new(around.lattice, [water]).map(Box::new);
        }
        let mut labels = node.links.iter().map(|link| link.owner.label());
        node.label = labels.find(|&label| label != 0).unwrap_or_default();
        if node.label != 0 && around.walls.of(node.label) == Wall::AsPrinted {
            node.links = as_printed(around, cell, &node.links);
        } else {
            node.shared = shared(around, cell, &node.links);
        }
        node
    }

    /// Whether population `q` bounces back at a closed corner: it comes from the cell of water beyond, where it has the slot of one that leaves.
    pub(crate) fn is_from_corner(&self, q: usize) -> bool {
        self.corners >> (OPPOSITE[q] - 1) & 1 == 1
    }

    pub(crate) fn has_corners(&self) -> bool {
        self.corners != 0
    }

    /// The class of the node. With walls that overwrite known populations, what a link copies depends on the links before
    /// it, and all are rebuilt one by one.
    pub(crate) fn class(&self, around: &Surroundings<'_>, motions: &Motions) -> Class {
        let rests = |link: &Link| motions.of(link.owner.label()).is_rest();
        let copies = |link: &Link| matches!(link.rule, Rule::Copy { .. });
        match self.links.first().map(|link| link.rule) {
            _ if around.walls.overwrite() || self.corners != 0 => Class::General,
            Some(Rule::Open(side)) if self.links.iter().all(|link| link.owner == Owner::Side(side)) => {
                Class::Open
            }
            _ if self.links.iter().all(|link| copies(link) && rests(link)) => Class::Fixed,
            _ => Class::General,
        }
    }

    /// Whether the water slips along its walls: those of all its links do, and run in one direction, to 45°. Where they meet, or leave a gap one cell wide, walls
    /// that follow the water along each link would drive it.
    pub(crate) fn slips(&self) -> bool {
        let mut first = None;
        self.links.iter().all(|link| match link.rule {
            Rule::Interpolated { tangent: Some([x, y]), .. } => {
                let [a, b]: [f32; 2] = *first.get_or_insert([x, y]);
                a * x + b * y > std::f32::consts::FRAC_1_SQRT_2
            }
            Rule::Open(_) | Rule::Gap(_) => true,
            _ => link.owner == Owner::Periodic,
        })
    }

    /// Whether its solid returns mass owed to it: not if it is enclosed, and could never pass the mass on.
    pub(crate) fn receives(&self) -> bool {
        self.label != 0 && self.adjacency != u8::MAX
    }

    /// Label of a moving solid whose walls drive the cell's water; walls as printed do not.
    pub(crate) fn driven_by(&self, motions: &Motions) -> Option<u16> {
        let as_printed =
            self.links.iter().any(|link| matches!(link.rule, Rule::Undriven { .. } | Rule::Rest));
        let mut labels = self.links.iter().map(|link| link.owner.label());
        if as_printed { None } else { labels.find(|&label| !motions.of(label).is_rest()) }
    }

    /// Whether population `q` comes from a cell that is not water of the grid.
    pub(crate) fn is_unknown(&self, q: usize) -> bool {
        self.adjacency >> (OPPOSITE[q] - 1) & 1 == 1
    }
}
