use crate::Error;
use crate::isa::Isa;
use crate::layout::LANES;
use crate::model::Model;
use crate::rows::Rows;
use crate::sweep::StreamCollide;

/// How a grid ends along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// What leaves at one end enters at the other.
    Periodic,
    /// Half-way walls: what would leave comes back as it went. A wall without slip for a fluid, one without flux for
    /// what a fluid carries.
    Walls,
}

/// The populations of a grid of `D` = 2 or 3 dimensions with `Q` directions a cell, with a ring of cells around it.
///
/// Stored as `f: [planes + 2][rows][Q][stride]`, x fastest. In three dimensions planes lie along z and have a ring of
/// rows; in two they lie along y and have one row.
#[derive(Debug)]
pub(crate) struct Grid<const D: usize, const Q: usize> {
    cells: [usize; D],
    ends: [Ends; D],
    stride: usize,
    /// Rows of a plane, with the ring.
    lines: usize,
    rows: Rows,
}

impl<const D: usize, const Q: usize> Grid<D, Q> {
    /// Most cells along a side.
    const MAX_SIDE: usize = 4096;

    pub(crate) fn new(cells: [usize; D], ends: [Ends; D]) -> Result<Self, Error> {
        for (&n, what) in cells.iter().zip(["cells along x", "cells along y", "cells along z"]) {
            Error::require((1..=Self::MAX_SIDE).contains(&n), what, n as f64, "1 to 4096")?;
        }
        let stride = LANES + (cells[0] + 1).next_multiple_of(LANES);
        let lines = if D == 3 { cells[1] + 2 } else { 1 };
        let rows = Rows::zeros(cells[D - 1] + 2, lines * Q * stride, 1, None);
        Ok(Self { cells, ends, stride, lines, rows })
    }

    pub(crate) fn cells(&self) -> [usize; D] {
        self.cells
    }

    /// Rows of a plane that hold cells.
    pub(crate) fn rows_of_plane(&self) -> usize {
        if D == 3 { self.cells[1] } else { 1 }
    }

    /// Streams and collides; whether all cells are well.
    pub(crate) fn advance(&mut self, isa: Isa, model: impl Model<Q>) -> bool {
        let kernel = StreamCollide {
            model,
            nx: self.cells[0],
            stride: self.stride,
            rows: self.rows_of_plane(),
            ring: if D == 3 { 1 } else { 0 },
        };
        self.rows.advance(isa, &kernel, None, 1).1
    }

    /// Place of population `q` of a cell; the ring is reached with −1 and the number of cells.
    #[inline]
    fn slot(&self, q: usize, cell: [isize; D]) -> usize {
        let inside = cell.iter().zip(self.cells).all(|(&at, n)| (-1..=n as isize).contains(&at));
        assert!(inside && q < Q, "population {q} of cell {cell:?} outside the grid and its ring");
        let row = if D == 3 { (cell[1] + 1) as usize } else { 0 };
        let plane = (cell[D - 1] + 1) as usize;
        let line = (plane * self.lines + row) * Q + q;
        line * self.stride + (LANES as isize + cell[0]) as usize
    }

    #[inline]
    pub(crate) fn population(&self, q: usize, cell: [isize; D]) -> f32 {
        self.rows.get(self.slot(q, cell))
    }

    #[inline]
    pub(crate) fn set_population(&mut self, q: usize, cell: [isize; D], value: f32) {
        let slot = self.slot(q, cell);
        self.rows.set(slot, value);
    }

    pub(crate) fn populations(&self, cell: [isize; D]) -> [f32; Q] {
        std::array::from_fn(|q| self.population(q, cell))
    }

    pub(crate) fn set_populations(&mut self, cell: [isize; D], f: [f32; Q]) {
        (0..Q).for_each(|q| self.set_population(q, cell, f[q]));
    }

    /// All cells, x fastest.
    pub(crate) fn each_cell(&self) -> impl Iterator<Item = [isize; D]> + use<D, Q> {
        let cells = self.cells;
        (0..cells.iter().product::<usize>()).map(move |mut k| {
            cells.map(|n| {
                let at = k % n;
                k /= n;
                at as isize
            })
        })
    }

    /// Writes into the ring what enters through the ends, for directions `c`.
    pub(crate) fn fill_ring(&mut self, c: &[[i32; D]; Q], opposite: impl Fn(usize) -> usize) {
        let last = self.cells.map(|n| n as isize);
        let mut at = [-1; D];
        loop {
            let outside = |cell: [isize; D], axis: usize| !(0..last[axis]).contains(&cell[axis]);
            if (0..D).any(|axis| outside(at, axis)) {
                let bounces = (0..D).any(|axis| outside(at, axis) && self.ends[axis] == Ends::Walls);
                let across: [isize; D] = std::array::from_fn(|axis| at[axis].rem_euclid(last[axis]));
                for q in 1..Q {
                    let to: [isize; D] = std::array::from_fn(|axis| at[axis] + c[q][axis] as isize);
                    if (0..D).any(|axis| outside(to, axis)) {
                        continue;
                    }
                    let enters =
                        if bounces { self.population(opposite(q), to) } else { self.population(q, across) };
                    self.set_population(q, at, enters);
                }
            } else {
                // Within the grid: on to its other end.
                at[0] = last[0] - 1;
            }
            let mut axis = 0;
            loop {
                at[axis] += 1;
                if at[axis] <= last[axis] {
                    break;
                }
                at[axis] = -1;
                axis += 1;
                if axis == D {
                    return;
                }
            }
        }
    }
}

/// Directions along the axes of memory ([`crate::model::Model::VELOCITIES`]).
pub(crate) const fn in_memory<const D: usize, const Q: usize>(c: &[[i32; D]; Q]) -> [[i8; 3]; Q] {
    let mut velocities = [[0; 3]; Q];
    let mut q = 0;
    while q < Q {
        velocities[q][0] = c[q][0] as i8;
        velocities[q][2] = c[q][D - 1] as i8;
        if D == 3 {
            velocities[q][1] = c[q][1] as i8;
        }
        q += 1;
    }
    velocities
}
