//! Ghost cells: the populations that enter a grid through its ends.

use std::ops::Range;

use crate::engine::CACHE_LINE;

/// The boundary condition at both ends of an axis of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Ends {
    /// Populations that leave at one end enter at the other.
    Periodic,
    /// Half-way bounce-back: no slip for a fluid, no flux for a scalar.
    Walls,
    /// The populations that enter are those that boundary code has written to the ghost cells before the step.
    Given,
}

/// The ghost cells around a grid, plane by plane, along the axes of memory: within a line, across the rows of a plane,
/// across planes. A grid in two dimensions has planes of one row and no ghost rows.
///
#[derive(Debug, Clone, Copy)]
pub(crate) struct GhostCells<const Q: usize> {
    pub(crate) velocities: [[i8; 3]; Q],
    /// The population that moves against each.
    pub(crate) opposite: [usize; Q],
    pub(crate) cells: [usize; 3],
    pub(crate) ends: [Ends; 3],
    /// Floats in a line.
    pub(crate) stride: usize,
    /// Floats from a population's lines in a plane to the next one's.
    pub(crate) pitch: usize,
    /// Whether planes have ghost rows.
    pub(crate) rows: bool,
}

impl<const Q: usize> GhostCells<Q> {
    /// Fills the ghost planes at periodic ends, given all planes in memory, each of so many floats.
    pub(crate) fn fill_planes(&self, planes: &mut [f32], plane_len: usize) {
        if self.ends[2] != Ends::Periodic {
            return;
        }
        let count = self.cells[2];
        for q in 1..Q {
            let [from, to] = match self.velocities[q][2] {
                1 => [count, 0],
                -1 => [1, count + 1],
                _ => continue,
            };
            for row in self.all_rows() {
                let line = self.line(row, q);
                let line = line.start - 1..line.end + 1;
                planes.copy_within(shifted(&line, from * plane_len), to * plane_len + line.start);
            }
        }
    }

    /// Fills the ghost values of plane `plane` from it and its neighbors `[below, above]`. −1 and the number of planes are
    /// ghost planes; the neighbors beyond those are empty, and so is one into which nothing streams from this plane.
    pub(crate) fn fill(&self, plane: isize, [below, above]: [&[f32]; 2], here: &mut [f32]) {
        self.fill_periodic(here);
        let [nx, rows, planes] = self.cells;
        let within = |at: isize, n: usize| (0..n as isize).contains(&at);
        let wall = |axis: usize, at: isize| self.ends[axis] == Ends::Walls && !within(at, self.cells[axis]);
        for q in 1..Q {
            let [along, across, through] = self.velocities[q].map(isize::from);
            let into_empty = through > 0 && above.is_empty() || through < 0 && below.is_empty();
            if into_empty || !within(plane + through, planes) {
                continue;
            }
            let back = self.opposite[q];
            for row in 0..rows as isize {
                // The cells of this row that the population enters from a wall.
                let into = if wall(2, plane) || wall(1, row - across) {
                    0..nx
                } else if along != 0 && self.ends[0] == Ends::Walls {
                    if along > 0 { 0..1 } else { nx - 1..nx }
                } else {
                    continue;
                };
                let source = shifted(&into, self.line(row, back).start);
                let target = (self.line(row - across, q).start + into.start).wrapping_add_signed(-along);
                match through {
                    0 => here.copy_within(source, target),
                    1 => here[target..][..into.len()].copy_from_slice(&above[source]),
                    _ => here[target..][..into.len()].copy_from_slice(&below[source]),
                }
            }
        }
    }

    /// Fills the ghost values at periodic ends of lines and of rows.
    fn fill_periodic(&self, here: &mut [f32]) {
        let [nx, rows, _] = self.cells;
        for q in 1..Q {
            let [along, across, _] = self.velocities[q];
            if along != 0 && self.ends[0] == Ends::Periodic {
                for row in self.all_rows() {
                    let start = self.line(row, q).start;
                    if along > 0 {
                        here[start - 1] = here[start + nx - 1];
                    } else {
                        here[start + nx] = here[start];
                    }
                }
            }
            if across != 0 && self.ends[1] == Ends::Periodic {
                let [from, to] = if across > 0 { [rows as isize - 1, -1] } else { [0, rows as isize] };
                let [from, to] = [from, to].map(|row| self.line(row, q));
                here.copy_within(from.start - 1..from.end + 1, to.start - 1);
            }
        }
    }

    /// The rows of a plane, ghost rows included.
    fn all_rows(&self) -> Range<isize> {
        let ghosts = isize::from(self.rows);
        -ghosts..self.cells[1] as isize + ghosts
    }

    /// The cells of a line of a plane, between its ghost cells.
    fn line(&self, row: isize, q: usize) -> Range<usize> {
        let row = (row + isize::from(self.rows)) as usize;
        let start = q * self.pitch + row * self.stride + CACHE_LINE;
        start..start + self.cells[0]
    }
}

/// Opposites of sets of populations, one after the other: of each set of so many the rest, one half and its opposites.
pub(crate) const fn opposites<const Q: usize>(sets: &[usize]) -> [usize; Q] {
    let mut opposite = [0; Q];
    let (mut set, mut start) = (0, 0);
    while set < sets.len() {
        let (len, mut q) = (sets[set], 0);
        while q < len {
            let half = len / 2;
            opposite[start + q] = start
                + if q == 0 {
                    0
                } else if q > half {
                    q - half
                } else {
                    q + half
                };
            q += 1;
        }
        start += len;
        set += 1;
    }
    opposite
}

fn shifted(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}
