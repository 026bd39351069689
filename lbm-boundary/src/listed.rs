use lbm_core::Lattice;
use lbm_core::d2q9::C;

use crate::classify::{Owner, Surroundings};
use crate::copies::Copies;
use crate::links::{HALF_WAY, Rule};
use crate::node::{Class, Node};
use crate::open::Outer;
use crate::open_runs::OpenRuns;
use crate::rebuild::rebuild;
use crate::solids::Solids;
use crate::{Ledger, WallDistance};

/// Contour cells with a list of links each, by how these are worked off.
#[derive(Debug)]
pub(crate) struct Listed {
    size: [usize; 2],
    /// By [`Class`], row by row, each row sorted by column.
    rows: [Vec<Vec<Node>>; 3],
    /// How many of them do not touch a side: often none, so that most cells need not be looked for.
    inner: usize,
    /// How many of them touch a solid: often none, so that none needs to be looked at for its sake.
    labelled: usize,
    /// What the still cells copy, and how the open ones follow each other.
    copies: Copies,
    runs: OpenRuns,
    /// Whether those have changed.
    stale: bool,
}

impl Listed {
    /// None yet on a grid of `[nx, ny]` cells.
    pub(crate) fn new(size: [usize; 2]) -> Self {
        Self {
            size,
            rows: std::array::from_fn(|_| vec![Vec::new(); size[1]]),
            inner: 0,
            labelled: 0,
            copies: Copies::default(),
            runs: OpenRuns::default(),
            stale: true,
        }
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.rows.iter().flatten().flatten()
    }

    /// Those that touch a solid.
    pub(crate) fn beside_solids(&self) -> impl Iterator<Item = &Node> {
        let all = if self.labelled > 0 { &self.rows[..] } else { &[] };
        all.iter().flatten().flatten().filter(|node| node.label != 0)
    }

    fn of(&self, class: Class) -> impl Iterator<Item = &Node> {
        self.rows[class as usize].iter().flatten()
    }

    /// Takes away the node at this cell, if any.
    #[inline]
    pub(crate) fn take(&mut self, cell: [usize; 2]) -> Option<Node> {
        if self.inner == 0 && self.is_inner(cell) { None } else { self.find_and_take(cell) }
    }

    fn find_and_take(&mut self, cell: [usize; 2]) -> Option<Node> {
        let [i, j] = cell;
        let find = |row: &Vec<Node>| row.binary_search_by_key(&i, |node| usize::from(node.cell[0]));
        let (class, place) = (0..3).find_map(|class| Some((class, find(&self.rows[class][j]).ok()?)))?;
        let node = self.rows[class][j].remove(place);
        self.inner -= usize::from(self.is_inner(cell));
        self.labelled -= usize::from(node.label != 0);
        self.stale |= class != Class::Live as usize;
        Some(node)
    }

    /// Puts a node of the given class where there is none.
    pub(crate) fn put(&mut self, class: Class, node: Node) {
        let [i, j] = node.cell.map(usize::from);
        self.inner += usize::from(self.is_inner([i, j]));
        self.labelled += usize::from(node.label != 0);
        self.stale |= class != Class::Live;
        let row = &mut self.rows[class as usize][j];
        row.insert(row.partition_point(|node| usize::from(node.cell[0]) < i), node);
    }

    /// Whether a cell touches no side.
    fn is_inner(&self, cell: [usize; 2]) -> bool {
        (0..2).all(|axis| cell[axis] > 0 && cell[axis] + 1 < self.size[axis])
    }

    /// Takes note that solids have begun or ceased to stand still.
    pub(crate) fn settle(&mut self, around: &Surroundings<'_>, solids: &Solids) {
        self.stale = true;
        for j in 0..self.rows[0].len() {
            let mut row: Vec<Node> =
                self.rows.iter_mut().flat_map(|rows| std::mem::take(&mut rows[j])).collect();
            row.sort_unstable_by_key(|node| node.cell[0]);
            for node in row {
                self.rows[node.class(around, solids) as usize][j].push(node);
            }
        }
    }

    /// Writes all unknown populations and accounts for them.
    pub(crate) fn rebuild(
        &mut self,
        lattice: &mut Lattice,
        outer: &Outer,
        solids: &Solids,
        ledger: &mut Ledger,
    ) {
        if std::mem::take(&mut self.stale) {
            self.copies.gather(self.rows[Class::Still as usize].iter().flatten(), lattice, solids);
            self.runs.gather(self.rows[Class::Open as usize].iter().flatten(), lattice);
        }
        self.copies.apply(lattice, ledger);
        self.runs.apply(lattice, &outer.sides, ledger);
        for node in self.of(Class::Live) {
            rebuild(lattice, outer, solids, ledger, node);
        }
    }

    /// Places the walls of solids on their links; `cell_size_m` is that of the grid.
    pub(crate) fn set_distances(&mut self, distance: WallDistance<'_>, cell_size_m: f64) {
        for node in self.rows[Class::Live as usize].iter_mut().flatten() {
            let water = node.cell.map(|c| (f64::from(c) + 0.5) * cell_size_m);
            for link in &mut node.links {
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
