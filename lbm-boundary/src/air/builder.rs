use std::collections::{BTreeMap, BTreeSet};

use lbm_core::{Air, Ends};

use super::boundary::{AirBoundary, OpenCell, OpenLink, Walls};
use super::ledger::{AirExchange, AirLedger};
use crate::Error;
use crate::spec::{AirSide, AirSideKind};

/// Builds an [`AirBoundary`].
#[must_use = "a builder does nothing until `build`"]
#[derive(Debug, Clone)]
pub struct AirBoundaryBuilder<'a> {
    kinds: [AirSideKind; 6],
    labels: &'a [u16],
    sources: Vec<([usize; 3], f64)>,
}

impl Default for AirBoundaryBuilder<'_> {
    fn default() -> Self {
        Self { kinds: [AirSideKind::Wall; 6], labels: &[], sources: Vec::new() }
    }
}

impl AirBoundary {
    /// Starts building a boundary: walls at all sides that are not periodic, no solids, no sources.
    pub fn builder<'a>() -> AirBoundaryBuilder<'a> {
        AirBoundaryBuilder::default()
    }
}

impl<'a> AirBoundaryBuilder<'a> {
    /// Sets the kind of a side, by default a wall. Sides of periodic axes are none.
    pub fn side(mut self, side: AirSide, kind: AirSideKind) -> Self {
        self.kinds[side.index()] = kind;
        self
    }

    /// Sets the labels of the solids, `[nz][ny][nx]`, x fastest, 0 for air; by default there are no solids. Labels are small
    /// numbers: the ledger keeps an array as long as the largest one.
    pub fn solids(mut self, labels: &'a [u16]) -> Self {
        self.labels = labels;
        self
    }

    /// Adds a source: a cell, and the concentration that it gains in a step.
    pub fn source(mut self, cell: [usize; 3], rate: f64) -> Self {
        self.sources.push((cell, rate));
        self
    }

    /// Builds the boundary: finds the links that cross walls and sides, and empties the solid cells.
    ///
    /// # Errors
    /// [`Error::AirEnds`] for an axis whose ends are neither periodic nor given, [`Error::NoAirSide`] for an open side of a periodic
    /// axis, [`Error::AirSide`] for values of a side out of range, [`Error::AirLabels`] when there are labels, but not one
    /// per cell, [`Error::NoAir`] when solids cover all cells, [`Error::Source`] for a source outside the air or with a
    /// rate that is not finite.
    pub fn build(self, air: &mut Air) -> Result<AirBoundary, Error> {
        let cells = air.cells();
        let periodic = air.ends().map(|ends| ends == Ends::Periodic);
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            if !periodic[axis] && air.ends()[axis] != Ends::Given {
                return Err(Error::AirEnds { axis: name });
            }
        }
        for side in AirSide::ALL {
            let kind = self.kinds[side.index()];
            if periodic[side.axis()] && kind.is_open() {
                return Err(Error::NoAirSide { side });
            }
            kind.check(side)?;
        }
        let (count, got) = (cells.iter().product(), self.labels.len());
        if got != 0 && got != count {
            return Err(Error::AirLabels { got, expected: count });
        }
        if got != 0 && self.labels.iter().all(|&label| label != 0) {
            return Err(Error::NoAir { cells: count });
        }
        let around = Around { cells, periodic, kinds: self.kinds, labels: self.labels };
        let sources = self.sources(&around)?;
        let labels = self.labels.iter().map(|&label| usize::from(label) + 1).max().unwrap_or(0);
        let accounts = vec![AirExchange::default(); AirSide::ALL.len() + labels];
        around.empty_solids(air);
        let smoke = air.totals(|_| true).smoke;
        let mut boundary = AirBoundary {
            kinds: self.kinds,
            walls: Vec::new(),
            open: Vec::new(),
            links: Vec::new(),
            rims: Vec::new(),
            sources,
            ledger: AirLedger { accounts, sources: 0.0, buoyancy: 0.0 },
            smoke,
        };
        around.find_links(air, &mut boundary);
        Ok(boundary)
    }

    fn sources(&self, around: &Around<'_>) -> Result<Vec<([isize; 3], f32)>, Error> {
        let source = |&(cell, rate): &([usize; 3], f64)| {
            let inside = (0..3).all(|axis| cell[axis] < around.cells[axis]);
            let cell_in_grid = cell.map(|at| at as isize);
            if !inside {
                return Err(Error::Source { cell, reason: "it lies outside the grid" });
            }
            if around.label(cell_in_grid) != 0 {
                return Err(Error::Source { cell, reason: "it lies in a solid" });
            }
            if !rate.is_finite() {
                return Err(Error::Source { cell, reason: "its rate is not a finite number" });
            }
            Ok((cell_in_grid, rate as f32))
        };
        self.sources.iter().map(source).collect()
    }
}

/// What surrounds the cells of the air.
struct Around<'a> {
    cells: [usize; 3],
    periodic: [bool; 3],
    kinds: [AirSideKind; 6],
    labels: &'a [u16],
}

/// Where a population comes from.
enum From {
    Air,
    Wall(usize),
    Open(AirSide),
}

impl Around<'_> {
    fn label(&self, [i, j, k]: [isize; 3]) -> u16 {
        let [nx, ny, _] = self.cells;
        let place = (k as usize * ny + j as usize) * nx + i as usize;
        self.labels.get(place).copied().unwrap_or(0)
    }

    fn each_cell(&self) -> impl Iterator<Item = [isize; 3]> + use<> {
        let [nx, ny, nz] = self.cells;
        (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
    }

    fn empty_solids(&self, air: &mut Air) {
        let solid = |&cell: &[isize; 3]| self.label(cell) != 0;
        self.each_cell().filter(solid).for_each(|cell| air.set_populations(cell, [0.0; Air::POPULATIONS]));
    }

    /// Wraps a cell at periodic ends; tells what it is.
    fn wrapped(&self, cell: [isize; 3]) -> ([isize; 3], From) {
        let mut at = cell;
        let mut side = None;
        for axis in 0..3 {
            let n = self.cells[axis] as isize;
            if (0..n).contains(&cell[axis]) {
                continue;
            }
            if self.periodic[axis] {
                at[axis] = cell[axis].rem_euclid(n);
                continue;
            }
            let here = AirSide::ALL[2 * axis + usize::from(cell[axis] >= n)];
            // A wall goes before an open side.
            let is_wall = |side: AirSide| !self.kinds[side.index()].is_open();
            if side.is_none_or(|side| !is_wall(side) && is_wall(here)) {
                side = Some(here);
            }
        }
        let from = match side {
            Some(side) if self.kinds[side.index()].is_open() => From::Open(side),
            Some(side) => From::Wall(side.index()),
            None => match self.label(at) {
                0 => From::Air,
                label => From::Wall(AirSide::ALL.len() + usize::from(label)),
            },
        };
        (at, from)
    }

    fn find_links(&self, air: &Air, boundary: &mut AirBoundary) {
        let mut walls: BTreeMap<(usize, usize), Vec<[usize; 2]>> = BTreeMap::new();
        let mut open: BTreeMap<(usize, [isize; 3]), Vec<OpenLink>> = BTreeMap::new();
        let mut rims = BTreeSet::new();
        for cell in self.each_cell() {
            let deep = (0..3).all(|axis| cell[axis] > 0 && cell[axis] + 1 < self.cells[axis] as isize);
            if (deep && self.labels.is_empty()) || self.label(cell) != 0 {
                continue;
            }
            for (q, c) in Air::DIRECTIONS.into_iter().enumerate().filter(|(_, c)| *c != [0; 3]) {
                let source = std::array::from_fn(|axis| cell[axis] - c[axis] as isize);
                let (at, from) = self.wrapped(source);
                let leaves = air.slot(opposite(q), cell);
                match from {
                    From::Air => {}
                    From::Wall(account) => {
                        walls.entry((account, q)).or_default().push([leaves, air.slot(q, at)]);
                        if account >= AirSide::ALL.len() {
                            rims.insert(at);
                        }
                    }
                    From::Open(side) => {
                        let inside =
                            std::array::from_fn(|axis| at[axis].clamp(0, self.cells[axis] as isize - 1));
                        let inside = if self.label(inside) == 0 { inside } else { cell };
                        let link = OpenLink { q, leaves, enters: air.slot(q, at) };
                        open.entry((side.index(), inside)).or_default().push(link);
                    }
                }
            }
        }
        let group = |((account, q), links)| Walls { account, q, links };
        boundary.walls = walls.into_iter().map(group).collect();
        boundary.rims = rims.into_iter().collect();
        for ((side, inside), links) in open {
            let start = boundary.links.len();
            boundary.links.extend(links);
            let links = start..boundary.links.len();
            boundary.open.push(OpenCell { side: AirSide::ALL[side], inside, links });
        }
    }
}

/// The population that moves against `q`.
fn opposite(q: usize) -> usize {
    let back = Air::DIRECTIONS[q].map(|c| -c);
    let set = if q < Air::SMOKE { 0..Air::SMOKE } else { Air::SMOKE..Air::POPULATIONS };
    set.into_iter().find(|&q| Air::DIRECTIONS[q] == back).unwrap_or(q)
}
