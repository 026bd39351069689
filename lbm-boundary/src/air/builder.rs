use lbm_core::{Air, Ends};

use super::around::Around;
use super::boundary::AirBoundary;
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

    /// Adds a source: a cell, and the concentration that it gains in a step, 0 or more.
    pub fn source(mut self, cell: [usize; 3], rate: f64) -> Self {
        self.sources.push((cell, rate));
        self
    }

    /// Builds the boundary: finds the links that cross walls and sides, and empties the solid cells.
    ///
    /// # Errors
    /// [`Error::AirEnds`] for an axis whose ends are neither periodic nor given, [`Error::NoAirSide`] for an open side of a periodic
    /// axis, [`Error::OutOfRange`] for values of a side out of range, [`Error::ShapeMismatch`] when there are labels, but not one
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
            return Err(Error::ShapeMismatch { what: "solid labels of the air", expected: count, got });
        }
        if got != 0 && self.labels.iter().all(|&label| label != 0) {
            return Err(Error::NoAir { cells: count });
        }
        let around = Around { cells, periodic, kinds: self.kinds, labels: self.labels.to_vec() };
        let sources = self.sources.iter().map(|source| around.source(*source)).collect::<Result<_, _>>()?;
        let labels = self.labels.iter().map(|&label| usize::from(label) + 1).max().unwrap_or(0);
        let accounts = vec![AirExchange::default(); AirSide::ALL.len() + labels];
        around.empty_solids(air);
        let smoke = air.totals(|_| true).smoke;
        let walls = around.walls(air);
        let rims = around.rims(&walls);
        let open = around.open(air);
        let ledger = AirLedger { accounts, sources: 0.0, buoyancy: 0.0 };
        Ok(AirBoundary {
            around,
            walls,
            open,
            rims,
            sources,
            ledger,
            moved: Vec::new(),
            smoke,
            at_edges: Vec::new(),
        })
    }
}

impl Around {
    /// A source as the boundary keeps it.
    pub(super) fn source(&self, (cell, rate): ([usize; 3], f64)) -> Result<([isize; 3], f32), Error> {
        let inside = (0..3).all(|axis| cell[axis] < self.cells[axis]);
        let cell_in_grid = cell.map(|at| at as isize);
        if !inside {
            return Err(Error::Source { cell, reason: "it lies outside the grid" });
        }
        if self.label(cell_in_grid) != 0 {
            return Err(Error::Source { cell, reason: "it lies in a solid" });
        }
        if !(rate.is_finite() && rate >= 0.0) {
            return Err(Error::Source { cell, reason: "its rate must be a finite number, 0 or more" });
        }
        Ok((cell_in_grid, rate as f32))
    }
}
