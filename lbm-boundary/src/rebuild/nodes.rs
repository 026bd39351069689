use lbm_core::Lattice;
use lbm_core::d2q9::{C, OPPOSITE};
use rayon::prelude::*;

use super::fixed::Copies;
use super::general::{AtCorner, rebuild};
use super::open::OpenBatches;
use super::share::{Passing, share};
use crate::ledger::{Ledger, Owner};
use crate::links::{Class, HALF_WAY, Node, Rule, Surroundings};
use crate::open::BeyondSides;
use crate::solids::Motions;
use crate::spec::WallDistance;

/// Contour cells with a list of links each, by class.
#[derive(Debug)]
pub(super) struct Nodes {
    size: [usize; 2],
    /// Nodes by [`Class`] and row, each row sorted by column.
    rows: [Vec<Vec<Node>>; 3],
    /// Number of nodes that touch no side: often none, so that most searches can be omitted.
    inner: usize,
    /// Number of nodes that touch a solid: often none, so that the others need not be visited.
    labeled: usize,
    /// Links of the fixed nodes, and batches of the open ones.
    copies: Copies,
    open: OpenBatches,
    /// Whether these must be gathered anew.
    stale: bool,
    /// Cells with links that are shared: few, so that the others need not be visited.
    sharing: Vec<[usize; 2]>,
    /// Kept from step to step: populations at closed corners.
    at_corners: Vec<AtCorner>,
}

impl Nodes {
    /// No nodes yet on a grid of `[nx, ny]` cells.
    pub(super) fn new(size: [usize; 2]) -> Self {
        Self {
            size,
            rows: std::array::from_fn(|_| vec![Vec::new(); size[1]]),
            inner: 0,
            labeled: 0,
            copies: Copies::default(),
            open: OpenBatches::default(),
            stale: true,
            sharing: Vec::new(),
            at_corners: Vec::new(),
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Node> {
        self.rows.iter().flatten().flatten()
    }

    /// The nodes that touch a solid.
    pub(super) fn beside_solids(&self) -> impl Iterator<Item = &Node> {
        let all = if self.labeled > 0 { &self.rows[..] } else { &[] };
        all.iter().flatten().flatten().filter(|node| node.label != 0)
    }

    fn of(&self, class: Class) -> impl Iterator<Item = &Node> {
        self.rows[class as usize].iter().flatten()
    }

    /// Removes and returns the node at this cell, if any.
    #[inline]
    pub(super) fn take(&mut self, cell: [usize; 2]) -> Option<Node> {
        if self.inner == 0 && self.is_inner(cell) { None } else { self.find_and_take(cell) }
    }

    fn find_and_take(&mut self, cell: [usize; 2]) -> Option<Node> {
        let [i, j] = cell;
        let find = |row: &Vec<Node>| row.binary_search_by_key(&i, |node| usize::from(node.cell[0]));
        let (class, place) = (0..3).find_map(|class| Some((class, find(&self.rows[class][j]).ok()?)))?;
        let node = self.rows[class][j].remove(place);
        self.inner -= usize::from(self.is_inner(cell));
        self.labeled -= usize::from(node.label != 0);
        if !node.shared.is_empty() {
            self.sharing.retain(|sharing| *sharing != cell);
        }
        self.stale |= class != Class::General as usize;
        Some(node)
    }

    /// Inserts a node of the given class where there is none.
    pub(super) fn put(&mut self, class: Class, node: Node) {
        let [i, j] = node.cell.map(usize::from);
        self.inner += usize::from(self.is_inner([i, j]));
        self.labeled += usize::from(node.label != 0);
        self.stale |= class != Class::General;
        if !node.shared.is_empty() {
            let place = self.sharing.partition_point(|[x, y]| [*y, *x] < [j, i]);
            self.sharing.insert(place, [i, j]);
        }
        let row = &mut self.rows[class as usize][j];
        row.insert(row.partition_point(|node| usize::from(node.cell[0]) < i), node);
    }

    /// Whether a cell touches no side.
    fn is_inner(&self, cell: [usize; 2]) -> bool {
        (0..2).all(|axis| cell[axis] > 0 && cell[axis] + 1 < self.size[axis])
    }

    /// Classifies the nodes anew after solids have come to rest or begun to move.
    pub(super) fn update_classes(&mut self, around: &Surroundings<'_>, motions: &Motions) {
        self.stale = true;
        for j in 0..self.rows[0].len() {
            let mut row: Vec<Node> =
                self.rows.iter_mut().flat_map(|rows| std::mem::take(&mut rows[j])).collect();
            row.sort_unstable_by_key(|node| node.cell[0]);
            for node in row {
                self.rows[node.class(around, motions) as usize][j].push(node);
            }
        }
    }

    /// The nodes that are not rebuilt as open ones.
    pub(super) fn but_open(&self) -> impl Iterator<Item = &Node> {
        self.of(Class::General).chain(self.of(Class::Fixed))
    }

    /// Gathers links and batches if nodes have changed.
    fn gather(&mut self, lattice: &Lattice, motions: &Motions) {
        if std::mem::take(&mut self.stale) {
            self.copies.gather(self.rows[Class::Fixed as usize].iter().flatten(), lattice, motions);
            self.open.gather(self.rows[Class::Open as usize].iter().flatten(), lattice);
        }
    }

    /// Sets the fraction that sponges will take of the cells of open nodes in the sweep.
    pub(super) fn set_strengths(
        &mut self,
        lattice: &Lattice,
        motions: &Motions,
        strength: impl Fn([usize; 2]) -> f32,
    ) {
        self.gather(lattice, motions);
        self.open.set_strengths(strength);
    }

    /// Rebuilds all unknown populations and books them; `is_relaxed` says whether sponges have relaxed also the open nodes.
    pub(super) fn rebuild(
        &mut self,
        lattice: &mut Lattice,
        (beyond, is_relaxed): (&BeyondSides, bool),
        motions: &Motions,
        ledger: &mut Ledger,
    ) {
        self.gather(lattice, motions);
        self.copies.apply(lattice, ledger);
        self.open.apply(lattice, &beyond.sides, is_relaxed, ledger);
        let mut at_corners = std::mem::take(&mut self.at_corners);
        for node in self.of(Class::General) {
            rebuild(lattice, beyond, motions, ledger, node, &mut at_corners);
        }
        self.share(lattice, motions, ledger);
        for AtCorner { q, origin, value } in at_corners.drain(..) {
            lattice.set_population(usize::from(q), origin, value);
        }
        self.at_corners = at_corners;
    }

    /// Books the parts that others have of links into corners, once these are rebuilt; [`rebuild`] has booked those of nodes of its own.
    fn share(&self, lattice: &Lattice, motions: &Motions, ledger: &mut Ledger) {
        for &cell in &self.sharing {
            let found = [Class::Fixed, Class::Open].into_iter().find_map(|class| {
                let row = &self.rows[class as usize][cell[1]];
                Some(&row[row.binary_search_by_key(&cell[0], |node| usize::from(node.cell[0])).ok()?])
            });
            let Some(node) = found else { continue };
            for shared in &node.shared {
                let q = usize::from(shared.q);
                let populations = [(q, shared.origin), (OPPOSITE[q], node.water)];
                let populations = populations.map(|(q, at)| lattice.population(q, at));
                share((node, shared), &Passing { populations, driven: [0.0; 2] }, motions, ledger);
            }
        }
    }

    /// Sets the link distances of solids' walls, rows on all threads; `cell_size_m` is that of the grid.
    pub(super) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        let rows = self.rows[Class::General as usize].par_iter_mut().with_min_len(ROWS_PER_TASK);
        rows.flatten_iter().for_each(|node| {
            let water = node.cell.map(|c| (f64::from(c) + 0.5) * cell_size_m);
            for (q, label, own, tangent) in distances_of(node) {
                let e = C[usize::from(q)];
                let solid = [0, 1].map(|axis| water[axis] - f64::from(e[axis]) * cell_size_m);
                *own = valid(distance(label, water, solid) as f32);
                if let Some(tangent) = tangent {
                    let at = [0, 1].map(|axis| water[axis] + f64::from(*own) * (solid[axis] - water[axis]));
                    let distance = |from, to| distance(label, from, to);
                    *tangent = tangent_at(distance, (at, cell_size_m), *tangent).unwrap_or(*tangent);
                }
            }
        });
    }

    /// Sets these distances, in the order of [`distances`](Self::distances); those beyond them stay.
    pub(super) fn put_distances(&mut self, distances: &[f32]) {
        let nodes = self.rows[Class::General as usize].iter_mut().flatten();
        for ((_, _, own, _), distance) in nodes.flat_map(distances_of).zip(distances) {
            *own = valid(*distance);
        }
    }

    /// Sets the tangents of free-slip walls with a link distance, in the order of [`tangents`](Self::tangents); those beyond them stay.
    pub(super) fn put_tangents(&mut self, tangents: &[[f32; 2]]) {
        let nodes = self.rows[Class::General as usize].iter_mut().flatten();
        let own = nodes.flat_map(distances_of).filter_map(|(.., own)| own);
        own.zip(tangents).for_each(|(own, tangent)| *own = *tangent);
    }

    /// The tangents of free-slip walls of the links to solids that have a distance.
    pub(super) fn tangents(&self) -> impl Iterator<Item = [f32; 2]> {
        let links = self.of(Class::General).flat_map(|node| &node.links);
        links.filter(|link| matches!(link.owner, Owner::Solid(_))).filter_map(|link| match link.rule {
            Rule::Interpolated { tangent, .. } => tangent,
            _ => None,
        })
    }

    /// The distances of the links to solids that have one.
    pub(super) fn distances(&self) -> impl Iterator<Item = f32> {
        let links = self.of(Class::General).flat_map(|node| &node.links);
        links.filter(|link| matches!(link.owner, Owner::Solid(_))).filter_map(|link| match link.rule {
            Rule::Interpolated { distance, .. } | Rule::Extrapolated { distance, .. } => Some(distance),
            _ => None,
        })
    }
}

/// Fewest rows of a task: most have no wall at a link distance.
const ROWS_PER_TASK: usize = 8;

/// A link's direction and label, and its distance and tangent.
type AtWall<'a> = (u8, u16, &'a mut f32, Option<&'a mut [f32; 2]>);

/// The links that have a distance to a solid.
fn distances_of(node: &mut Node) -> impl Iterator<Item = AtWall<'_>> {
    node.links.iter_mut().filter_map(|link| match (link.owner, &mut link.rule) {
        (Owner::Solid(label), Rule::Interpolated { distance, tangent, .. }) => {
            Some((link.q, label, distance, tangent.as_mut()))
        }
        (Owner::Solid(label), Rule::Extrapolated { distance, .. }) => Some((link.q, label, distance, None)),
        _ => None,
    })
}

/// Tangent of the wall at a place of it, given one that is some 30° off at most: by where lines across it meet the wall, half a cell on either
/// side and a cell and a half long to each; none if one meets none.
fn tangent_at(
    distance: impl Fn([f64; 2], [f64; 2]) -> f64,
    (at, cell_size_m): ([f64; 2], f64),
    about: [f32; 2],
) -> Option<[f32; 2]> {
    let [tx, ty] = about.map(|t| f64::from(t) * cell_size_m);
    // With the solid on the right.
    let place =
        |along: f64, across: f64| [at[0] + along * tx + across * ty, at[1] + along * ty - across * tx];
    let [ahead, behind] = [0.5, -0.5].map(|along| {
        let across = 3.0 * distance(place(along, -1.5), place(along, 1.5));
        place(along, across - 1.5)
    });
    let tangent = [ahead[0] - behind[0], ahead[1] - behind[1]];
    let length = tangent[0].hypot(tangent[1]);
    length.is_finite().then(|| tangent.map(|t| (t / length) as f32))
}

/// A distance from 0 to 1; ½ for one that is not a number.
fn valid(distance: f32) -> f32 {
    if distance.is_nan() { HALF_WAY } else { distance.clamp(0.0, 1.0) }
}
