//! What surrounds the cells of the air: where populations come from, and the links along which they do.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lbm_core::Air;

use super::open::{OpenCell, OpenLink, OpenRun};
use crate::spec::{AirSide, AirSideKind};

/// Sides and solids of a grid of air.
#[derive(Debug, Clone)]
pub(super) struct Around {
    pub(super) cells: [usize; 3],
    pub(super) periodic: [bool; 3],
    pub(super) kinds: [AirSideKind; 6],
    /// `[nz][ny][nx]`, x fastest, 0 for air; empty without solids.
    pub(super) labels: Vec<u16>,
}

/// Links across walls in one direction that have one account.
#[derive(Debug, Clone)]
pub(super) struct Walls {
    pub(super) account: usize,
    /// Whether they lead from air to air, past an edge at which solids meet: each enters where another leaves.
    pub(super) at_edges: bool,
    /// Direction in which populations enter.
    pub(super) q: usize,
    /// Slots of the populations that leave and of those that enter.
    pub(super) links: Vec<[usize; 2]>,
    /// The cell that each enters, in the order in which they lie in memory.
    pub(super) cells: Vec<[isize; 3]>,
    /// What a moving wall adds to each population that enters; empty at rest.
    pub(super) terms: Vec<f32>,
}

impl Walls {
    /// What tells these links from others; they are in the order of this.
    fn key(&self) -> (bool, usize, usize) {
        (self.at_edges, self.account, self.q)
    }

    /// Adds links of cells that have none yet.
    fn add(&mut self, others: &Self) {
        self.links.extend(&others.links);
        self.cells.extend(&others.cells);
        let mut all: Vec<_> = self.cells.iter().copied().zip(self.links.iter().copied()).collect();
        all.sort_by_key(|([i, j, k], _)| [*k, *j, *i]);
        (self.cells, self.links) = all.into_iter().unzip();
    }
}

/// Where a population comes from.
enum From {
    Air,
    Wall(usize),
    /// Air on the other side of an edge at which two solids meet; the account is that of one.
    Edge(usize),
    Open(OpenSides),
}

/// The open sides that a cell is beyond, one along each axis at most: the number of each plus 1, or 0.
type OpenSides = [u8; 3];

impl Around {
    pub(super) fn label(&self, cell: [isize; 3]) -> u16 {
        self.labels.get(self.place(cell)).copied().unwrap_or(0)
    }

    pub(super) fn place(&self, [i, j, k]: [isize; 3]) -> usize {
        let [nx, ny, _] = self.cells;
        (k as usize * ny + j as usize) * nx + i as usize
    }

    pub(super) fn each_cell(&self) -> impl Iterator<Item = [isize; 3]> + use<> {
        let [nx, ny, nz] = self.cells;
        (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
    }

    pub(super) fn empty_solids(&self, air: &mut Air) {
        let solid = |&cell: &[isize; 3]| self.label(cell) != 0;
        self.each_cell().filter(solid).for_each(|cell| air.set_populations(cell, [0.0; Air::POPULATIONS]));
    }

    /// The neighbors of a cell that are air, along the axes, or, if none is, along the diagonals too.
    pub(super) fn neighbors(&self, cell: [isize; 3]) -> Vec<[isize; 3]> {
        let in_set = |set: Range<usize>| -> Vec<[isize; 3]> {
            let near =
                set.map(|q| std::array::from_fn(|axis| cell[axis] + Air::DIRECTIONS[q][axis] as isize));
            near.map(|at| self.wrapped(at))
                .filter(|(_, from)| matches!(from, From::Air))
                .map(|(at, _)| at)
                .collect()
        };
        let along_axes = in_set(Air::SMOKE + 1..Air::POPULATIONS);
        if along_axes.is_empty() { in_set(1..Air::SMOKE) } else { along_axes }
    }

    /// The air nearest to a cell that a solid covers: its [`Self::neighbors`], or, where none is air, those of the solid cells around it that the
    /// fewest steps from cell to cell lead to. None where there is no air at all.
    pub(super) fn nearest_air(&self, cell: [isize; 3]) -> Vec<[isize; 3]> {
        let mut reached = BTreeSet::from([cell]);
        let mut last = vec![cell];
        while !last.is_empty() {
            let near: BTreeSet<_> = last.iter().flat_map(|&at| self.neighbors(at)).collect();
            if !near.is_empty() {
                return near.into_iter().collect();
            }
            let around = |at: [isize; 3]| {
                let by =
                    move |q: usize| std::array::from_fn(|axis| at[axis] + Air::DIRECTIONS[q][axis] as isize);
                (1..Air::SMOKE).map(by).map(|at| self.wrapped(at))
            };
            let is_solid =
                |from: &From| matches!(from, From::Wall(account) if *account >= AirSide::ALL.len());
            let solid = last.iter().flat_map(|&at| around(at)).filter(|(_, from)| is_solid(from));
            last = solid.map(|(at, _)| at).filter(|at| reached.insert(*at)).collect();
        }
        Vec::new()
    }

    /// Wraps a cell at periodic ends; tells what it is. Beyond sides that meet, a wall goes before open ones, and these count alike, whichever their axes.
    fn wrapped(&self, cell: [isize; 3]) -> ([isize; 3], From) {
        let mut at = cell;
        let (mut wall, mut open) = (None, OpenSides::default());
        for axis in 0..3 {
            let n = self.cells[axis] as isize;
            if (0..n).contains(&cell[axis]) {
                continue;
            }
            if self.periodic[axis] {
                at[axis] = cell[axis].rem_euclid(n);
                continue;
            }
            let here = 2 * axis + usize::from(cell[axis] >= n);
            match self.kinds[here].is_open() {
                true => open[axis] = here as u8 + 1,
                false => wall = wall.or(Some(here)),
            }
        }
        let from = match wall {
            Some(wall) => From::Wall(wall),
            None if open != OpenSides::default() => From::Open(open),
            None => match self.label(at) {
                0 => From::Air,
                label => From::Wall(AirSide::ALL.len() + usize::from(label)),
            },
        };
        (at, from)
    }

    /// What is at a cell, beyond sides too: nothing of air, whether it is a wall otherwise.
    pub(super) fn at(&self, cell: [isize; 3]) -> Option<bool> {
        match self.wrapped(cell).1 {
            From::Air => None,
            From::Wall(_) | From::Edge(_) => Some(true),
            From::Open(_) => Some(false),
        }
    }

    /// Whether a cell is at a side.
    fn is_at_side(&self, cell: [isize; 3]) -> bool {
        (0..3).any(|axis| cell[axis] == 0 || cell[axis] + 1 == self.cells[axis] as isize)
    }

    /// Whether a cell is at an open side, or beside one that is.
    pub(super) fn is_near_open_side(&self, cell: [isize; 3]) -> bool {
        (0..3).any(|axis| {
            let near = [cell[axis] < 2, cell[axis] + 2 >= self.cells[axis] as isize];
            (0..2).any(|end| near[end] && self.kinds[2 * axis + end].is_open())
        })
    }

    /// The account of the solid that closes a diagonal from a cell, if the cells on both of its sides are solid: of two that of the lower label.
    fn edge(&self, cell: [isize; 3], c: [i32; 3]) -> Option<usize> {
        let axes: Vec<usize> = (0..3).filter(|&axis| c[axis] != 0).collect();
        let [a, b] = axes[..] else { return None };
        let solid = |axis: usize| {
            let mut at = cell;
            at[axis] += c[axis] as isize;
            match self.wrapped(at).1 {
                From::Wall(account) if account >= AirSide::ALL.len() => Some(account),
                _ => None,
            }
        };
        Some(solid(a)?.min(solid(b)?))
    }

    /// The cells that may have a link across a wall or a side.
    fn each_linked(&self) -> impl Iterator<Item = [isize; 3]> {
        let solids = self.around_solids();
        let near_solids = move |cell: &[isize; 3]| (0..3).all(|axis| solids[axis].contains(&cell[axis]));
        self.each_cell().filter(move |cell| self.is_at_side(*cell) || near_solids(cell))
    }

    /// These cells and those beside them, each once, in the order in which they lie in memory.
    pub(super) fn with_neighbors(&self, cells: &[[isize; 3]]) -> Vec<[isize; 3]> {
        let near = (-1..=1).flat_map(|z| (-1..=1).flat_map(move |y| (-1..=1).map(move |x| [x, y, z])));
        let near: Vec<[isize; 3]> = near.collect();
        let beside = |cell: &[isize; 3]| {
            let cell = *cell;
            near.iter().map(move |by| self.wrapped(std::array::from_fn(|axis| cell[axis] + by[axis])).0)
        };
        let inside = |at: &[isize; 3]| (0..3).all(|a| (0..self.cells[a] as isize).contains(&at[a]));
        let mut all: Vec<[isize; 3]> = cells.iter().flat_map(beside).filter(inside).collect();
        all.sort_unstable_by_key(|at| self.place(*at));
        all.dedup();
        all
    }

    /// Calls `link` for all populations of these cells that do not come from the air, or come past an edge at which solids meet: the cell that
    /// each enters, its direction, and where it comes from.
    fn for_each_link(
        &self,
        cells: impl Iterator<Item = [isize; 3]>,
        mut link: impl FnMut([isize; 3], usize, [isize; 3], From),
    ) {
        for cell in cells.filter(|cell| self.label(*cell) == 0) {
            for (q, c) in Air::DIRECTIONS.into_iter().enumerate().filter(|(_, c)| *c != [0; 3]) {
                let source = std::array::from_fn(|axis| cell[axis] - c[axis] as isize);
                match self.wrapped(source) {
                    (at, From::Air) => {
                        if let Some(account) = self.edge(cell, c.map(|c| -c)) {
                            link(cell, q, at, From::Edge(account));
                        }
                    }
                    (at, from) => link(cell, q, at, from),
                }
            }
        }
    }

    /// The box around all solids and the cells next to them.
    fn around_solids(&self) -> [Range<isize>; 3] {
        let mut around = [const { Range { start: isize::MAX, end: isize::MIN } }; 3];
        for (cell, _) in self.each_cell().zip(&self.labels).filter(|(_, label)| **label != 0) {
            for axis in 0..3 {
                let of = &mut around[axis];
                *of = of.start.min(cell[axis] - 1)..of.end.max(cell[axis] + 2);
            }
        }
        around
    }

    /// Links across walls.
    pub(super) fn walls(&self, air: &Air) -> Vec<Walls> {
        self.walls_of(air, self.each_linked())
    }

    /// Links across walls of some cells, given in the order in which they lie in memory.
    fn walls_of(&self, air: &Air, cells: impl Iterator<Item = [isize; 3]>) -> Vec<Walls> {
        let mut walls: Vec<Walls> = Vec::new();
        // Where in these the links of an account and a direction are.
        let mut of: Vec<Option<usize>> = Vec::new();
        self.for_each_link(cells, |cell, q, at, from| {
            let (account, at_edges) = match from {
                From::Wall(account) => (account, false),
                From::Edge(account) => (account, true),
                From::Air | From::Open(_) => return,
            };
            let key = 2 * (account * Air::POPULATIONS + q) + usize::from(at_edges);
            if of.len() <= key {
                of.resize(key + 1, None);
            }
            let index = *of[key].get_or_insert_with(|| {
                let (links, cells, terms) = (Vec::new(), Vec::new(), Vec::new());
                walls.push(Walls { account, at_edges, q, links, cells, terms });
                walls.len() - 1
            });
            let walls = &mut walls[index];
            walls.links.push([air.slot(opposite(q), cell), air.slot(q, at)]);
            walls.cells.push(cell);
        });
        walls.sort_by_key(Walls::key);
        walls
    }

    /// Finds the links of some cells again, given in the order in which they lie in memory: then all are as [`Self::walls`] finds them. Returns
    /// the slots beyond walls of sides from which populations entered these cells.
    pub(super) fn find_walls_again(
        &self,
        air: &Air,
        walls: &mut Vec<Walls>,
        cells: &[[isize; 3]],
    ) -> Vec<usize> {
        let mut beyond_walls = Vec::new();
        let first =
            cells.iter().fold([isize::MAX; 3], |a, b| std::array::from_fn(|axis| a[axis].min(b[axis])));
        let last =
            cells.iter().fold([isize::MIN; 3], |a, b| std::array::from_fn(|axis| a[axis].max(b[axis])));
        let is_one = |cell: &[isize; 3]| {
            let within = (0..3).all(|axis| (first[axis]..=last[axis]).contains(&cell[axis]));
            within && cells.binary_search_by_key(&self.place(*cell), |at| self.place(*at)).is_ok()
        };
        for walls in &mut *walls {
            walls.terms.clear();
            let of_side = walls.account < AirSide::ALL.len();
            let mut of_cell = walls.cells.iter();
            walls.links.retain(|&[_, enters]| {
                let goes = of_cell.next().is_some_and(is_one);
                if goes && of_side {
                    beyond_walls.push(enters);
                }
                !goes
            });
            walls.cells.retain(|cell| !is_one(cell));
        }
        for found in self.walls_of(air, cells.iter().copied()) {
            match walls.binary_search_by_key(&found.key(), Walls::key) {
                Ok(at) => walls[at].add(&found),
                Err(at) => walls.insert(at, found),
            }
        }
        walls.retain(|walls| !walls.links.is_empty());
        beyond_walls
    }

    /// The solid cells that populations enter from.
    pub(super) fn rims(&self, walls: &[Walls]) -> Vec<[isize; 3]> {
        let of_solids = walls.iter().filter(|walls| walls.account >= AirSide::ALL.len() && !walls.at_edges);
        let from = |walls: &Walls, cell: [isize; 3]| {
            let c = Air::DIRECTIONS[walls.q];
            self.wrapped(std::array::from_fn(|axis| cell[axis] - c[axis] as isize)).0
        };
        let mut rims: Vec<_> =
            of_solids.flat_map(|walls| walls.cells.iter().map(move |&cell| from(walls, cell))).collect();
        rims.sort_unstable();
        rims.dedup();
        rims
    }

    /// Cells inside open sides and their links, in the order in which they lie in memory.
    pub(super) fn open(&self, air: &Air) -> Vec<OpenRun> {
        let mut found: BTreeMap<([isize; 3], OpenSides), Vec<OpenLink>> = BTreeMap::new();
        self.for_each_link(self.each_linked(), |cell, q, at, from| {
            let From::Open(sides) = from else { return };
            let inside = std::array::from_fn(|axis| at[axis].clamp(0, self.cells[axis] as isize - 1));
            let [i, j, k] = if self.label(inside) == 0 { inside } else { cell };
            let (leaves, enters) = (air.slot(opposite(q), cell), air.slot(q, at));
            let link = OpenLink { q, leaves, enters, population: 0.0 };
            found.entry(([k, j, i], sides)).or_default().push(link);
        });
        let found: Vec<_> = found.into_iter().collect();
        let mut runs = Vec::new();
        for cells in found.chunks(OpenRun::CELLS) {
            let mut run = OpenRun::default();
            for (([k, j, i], sides), links) in cells {
                let start = run.links.len();
                run.links.extend(links);
                let sides = sides.iter().filter(|of| **of > 0);
                let sides = sides.map(|of| AirSide::ALL[usize::from(*of) - 1]).collect();
                run.cells.push(OpenCell { sides, inside: [*i, *j, *k], links: start..run.links.len() });
            }
            runs.push(run);
        }
        runs
    }
}

/// The population that moves against `q`.
fn opposite(q: usize) -> usize {
    let back = Air::DIRECTIONS[q].map(|c| -c);
    let set = if q < Air::SMOKE { 0..Air::SMOKE } else { Air::SMOKE..Air::POPULATIONS };
    set.into_iter().find(|&q| Air::DIRECTIONS[q] == back).unwrap_or(q)
}
