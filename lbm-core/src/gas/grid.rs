use super::ghost::{Ends, GhostCells, opposites};
use crate::Error;
use crate::engine::{CACHE_LINE, FailedCell, Isa, Model, Planes, Rows, SPARE_LINES, StreamCollide};

/// The populations of a grid of `D` = 2 or 3 dimensions with `Q` directions a cell, and of the ghost cells around it.
///
/// Stored as `f: [planes + 2][Q][lines][stride]`, x fastest, a cache line after each plane. In three dimensions planes lie along z and have ghost rows
/// and lines to spare; in two they lie along y and have one row.
#[derive(Debug)]
pub(crate) struct Grid<const D: usize, const Q: usize> {
    cells: [usize; D],
    ends: [Ends; D],
    opposite: [usize; Q],
    stride: usize,
    /// Floats from a population's lines in a plane to the next one's.
    pitch: usize,
    store: Store,
}

/// How populations are kept between steps: planes of one row, or of many.
#[derive(Debug)]
enum Store {
    Rows(Rows),
    Planes(Planes),
}

impl<const D: usize, const Q: usize> Grid<D, Q> {
    /// Most cells along a side.
    const MAX_SIDE: usize = 4096;

    /// A grid with these cells; `sets` are the numbers of populations of the lattices that it joins.
    pub(crate) fn new(cells: [usize; D], ends: [Ends; D], sets: &[usize]) -> Result<Self, Error> {
        Self::check(cells)?;
        let (stride, pitch) = Self::layout(cells);
        let (planes, len) = (cells[D - 1] + 2, Q * pitch + CACHE_LINE);
        let store = if const { D == 3 } {
            Store::Planes(Planes::zeros(planes, len, stride))
        } else {
            Store::Rows(Rows::zeros(planes, len, 1))
        };
        Ok(Self { cells, ends, opposite: opposites(sets), stride, pitch, store })
    }

    /// Whether there may be so many cells along each axis.
    pub(crate) fn check(cells: [usize; D]) -> Result<(), Error> {
        let mut named = cells.iter().zip(["cells along x", "cells along y", "cells along z"]);
        named.try_for_each(|(&n, what)| {
            Error::require((1..=Self::MAX_SIDE).contains(&n), what, n as f64, "1 to 4096")
        })
    }

    /// Floats in a line, and from a population's lines in a plane to the next one's.
    fn layout(cells: [usize; D]) -> (usize, usize) {
        // A line's last ghost value lies where the next one's padding begins.
        let stride = CACHE_LINE + cells[0].next_multiple_of(CACHE_LINE);
        let lines = if D == 3 { cells[1] + 2 + SPARE_LINES } else { 1 };
        // An odd number of cache lines: the same place of each population then is kept in another set of the cache.
        (stride, CACHE_LINE * ((lines * stride / CACHE_LINE) | 1))
    }

    /// Bytes that a grid takes.
    pub(crate) fn bytes(cells: [usize; D]) -> u64 {
        let (stride, pitch) = Self::layout(cells);
        let (planes, len) = (cells[D - 1] + 2, Q * pitch + CACHE_LINE);
        let floats = if D == 3 { Planes::floats(planes, len, stride) } else { Rows::floats(planes, len, 1) };
        floats * size_of::<f32>() as u64
    }

    pub(crate) fn cells(&self) -> [usize; D] {
        self.cells
    }

    /// Rows of a plane without ghost rows.
    pub(crate) fn rows_of_plane(&self) -> usize {
        if D == 3 { self.cells[1] } else { 1 }
    }

    /// Fills the ghost cells, then streams and collides; returns the first invalid cell.
    pub(crate) fn advance<M: Model<Q>>(&mut self, isa: Isa, model: M) -> Option<FailedCell<Q>> {
        let kernel = StreamCollide {
            model,
            nx: self.cells[0],
            stride: self.stride,
            pitch: self.pitch,
            rows: self.rows_of_plane(),
            ghost_rows: if D == 3 { 1 } else { 0 },
        };
        let [nx, rows, planes] = [self.cells[0], self.rows_of_plane(), self.cells[D - 1]];
        let mut ends = [self.ends[0], Ends::Periodic, self.ends[D - 1]];
        if D == 3 {
            ends[1] = self.ends[1];
        }
        let ghosts = GhostCells {
            velocities: M::VELOCITIES,
            opposite: self.opposite,
            cells: [nx, rows, planes],
            ends,
            stride: self.stride,
            pitch: self.pitch,
            rows: D == 3,
        };
        let plane_len = Q * self.pitch + CACHE_LINE;
        ghosts.fill_planes(self.values_mut(), plane_len);
        let border = |plane: isize, below: &[f32], here: &mut [f32], above: &[f32]| {
            ghosts.fill(plane, [below, above], here);
        };
        match &mut self.store {
            Store::Planes(planes) if const { D == 3 } => planes.advance(isa, &kernel, &border),
            Store::Rows(rows) if const { D == 2 } => rows.advance(isa, &kernel, Some(&border), 1).1,
            _ => unreachable!("planes in three dimensions, rows in two"),
        }
    }

    /// The cell at a place along the axes of memory.
    pub(crate) fn cell(&self, place: [usize; 3]) -> [usize; D] {
        std::array::from_fn(|axis| if axis == D - 1 { place[2] } else { place[axis] })
    }

    /// Place in memory of population `q` of a cell; ghost cells have the indices −1 and the number of cells.
    #[inline]
    pub(crate) fn slot(&self, q: usize, cell: [isize; D]) -> usize {
        let inside = cell.iter().zip(self.cells).all(|(&at, n)| (-1..=n as isize).contains(&at));
        assert!(inside && q < Q, "population {q} of cell {cell:?} outside the grid and its ghost cells");
        let row = if D == 3 { (cell[1] + 1) as usize } else { 0 };
        let plane = (cell[D - 1] + 1) as usize * (Q * self.pitch + CACHE_LINE);
        plane + q * self.pitch + row * self.stride + (CACHE_LINE as isize + cell[0]) as usize
    }

    #[inline]
    pub(crate) fn population(&self, q: usize, cell: [isize; D]) -> f32 {
        self.values()[self.slot(q, cell)]
    }

    #[inline]
    pub(crate) fn set_population(&mut self, q: usize, cell: [isize; D], value: f32) {
        let slot = self.slot(q, cell);
        self.values_mut()[slot] = value;
    }

    pub(crate) fn populations(&self, cell: [isize; D]) -> [f32; Q] {
        let values = &self.values()[self.slot(0, cell)..];
        std::array::from_fn(|q| values[q * self.pitch])
    }

    pub(crate) fn set_populations(&mut self, cell: [isize; D], f: [f32; Q]) {
        let (slot, pitch) = (self.slot(0, cell), self.pitch);
        let values = &mut self.values_mut()[slot..];
        (0..Q).for_each(|q| values[q * pitch] = f[q]);
    }

    /// All populations, ghost cells included, each at its [`Self::slot`].
    #[inline]
    pub(crate) fn values(&self) -> &[f32] {
        match &self.store {
            Store::Planes(planes) => planes.as_slice(),
            // Grids are stored in 32 bits.
            Store::Rows(rows) => rows.as_slice().unwrap_or_default(),
        }
    }

    #[inline]
    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        match &mut self.store {
            Store::Planes(planes) => planes.as_mut_slice(),
            Store::Rows(rows) => rows.as_mut_slice().unwrap_or_default(),
        }
    }

    /// The lines of the cells of a row of a plane, one a population.
    pub(crate) fn lines(&self, plane: usize, row: usize) -> [&[f32]; Q] {
        let mut cell = [0; D];
        cell[D - 1] = plane as isize;
        if D == 3 {
            cell[1] = row as isize;
        }
        let start = self.slot(0, cell);
        std::array::from_fn(|q| &self.values()[start + q * self.pitch..][..self.cells[0]])
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
}
