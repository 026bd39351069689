use std::cmp::Ordering;

use lbm_core::d2q9::{C, Q};
use lbm_core::{Lattice, Layout};

use crate::gaps::Gaps;
use crate::{Error, Side, SideKind, Wall};

/// A water cell next to a solid or a side, with its adjacencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContourCell {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Bit `q − 1` is set when the neighbour along direction `q` of [`lbm_core::d2q9::C`] is not water of the grid:
    /// the adjacency is named by where the solid lies, seen from the water. The population that is then unknown after
    /// streaming is the opposite one.
    ///
    /// Table 1 of the dynamic-boundaries paper names its four diagonal adjacencies the other way round from its four
    /// axis ones; here all eight follow the rule of the axes.
    pub adjacency: u8,
}

impl ContourCell {
    /// Whether the neighbour along direction `q` (1 to 8) is not water.
    pub fn is_adjacent(&self, q: usize) -> bool {
        self.adjacency >> (q - 1) & 1 == 1
    }
}

/// Finds every water cell that has a solid or a side among its eight neighbours, in row order.
///
/// # Arguments
/// `labels`: `[ny][nx]`, x fastest; 0 is water, anything else a solid.
///
/// # Errors
/// [`Error::ShapeMismatch`] unless there is one label a cell.
pub fn classify(nx: usize, ny: usize, labels: &[u16]) -> Result<Vec<ContourCell>, Error> {
    if labels.len() != nx * ny {
        return Err(Error::ShapeMismatch { got: labels.len(), expected: nx * ny, nx, ny });
    }
    let mut contour = Vec::new();
    for j in 0..ny {
        for i in 0..nx {
            let (adjacency, _) = adjacent([nx, ny], labels, [i, j]);
            if adjacency != 0 {
                contour.push(ContourCell { cell: [i, j], adjacency });
            }
        }
    }
    Ok(contour)
}

/// [`ContourCell::adjacency`] of any cell, 0 where there is no water; and the label of all that it is adjacent to, if that
/// is one solid and no side.
#[inline]
pub(crate) fn neighbourhood(layout: &Layout, labels: &[u16], cell: [usize; 2]) -> (u8, Option<u16>) {
    adjacent([layout.nx(), layout.ny()], labels, cell)
}

#[inline]
fn adjacent([nx, ny]: [usize; 2], labels: &[u16], [i, j]: [usize; 2]) -> (u8, Option<u16>) {
    let is_water = |i: usize, j: usize| i < nx && j < ny && labels[j * nx + i] == 0;
    if !is_water(i, j) {
        return (0, None);
    }
    if (1..nx - 1).contains(&i) && (1..ny - 1).contains(&j) {
        let row = |j: usize| &labels[j * nx + i - 1..j * nx + i + 2];
        let rows = [row(j - 1), row(j), row(j + 1)];
        let beside = |q: usize| rows[(C[q][1] + 1) as usize][(C[q][0] + 1) as usize];
        let (mut bits, mut all, mut any) = (0, u16::MAX, 0);
        for q in 1..Q {
            let label = beside(q);
            bits |= u8::from(label != 0) << (q - 1);
            any |= label;
            all &= if label == 0 { u16::MAX } else { label };
        }
        return (bits, (any == all).then_some(any));
    }
    // Wraps to a huge index beyond the west and south sides: not water.
    let beside =
        |q: usize| [i.wrapping_add_signed(C[q][0] as isize), j.wrapping_add_signed(C[q][1] as isize)];
    let bits = (1..Q).fold(0, |bits, q| {
        let [i, j] = beside(q);
        bits | u8::from(!is_water(i, j)) << (q - 1)
    });
    (bits, None)
}

/// What is found at a place next to a water cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// Water of the grid, with its cell (that across the grid behind a periodic side).
    Water([usize; 2]),
    /// A wall: a solid's or a side's.
    Wall(Wall, Owner),
    /// Beyond an open side.
    Open(Side),
}

/// To whose account an exchange goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    Side(Side),
    Solid(u16),
    /// Nobody's: behind a periodic side, where nothing is exchanged.
    Across,
}

impl Owner {
    /// The solid's label, 0 for what is none.
    pub(crate) fn label(self) -> u16 {
        if let Self::Solid(label) = self { label } else { 0 }
    }
}

/// The sides and solids that [`Place`]s are looked up in.
#[derive(Debug)]
pub(crate) struct Surroundings<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) labels: &'a [u16],
    pub(crate) sides: [SideKind; 4],
    pub(crate) walls: &'a Walls,
    pub(crate) gaps: &'a Gaps,
}

/// What the solids' walls do: one kind for all, and exceptions by label.
#[derive(Debug, Clone, Default)]
pub(crate) struct Walls {
    pub(crate) every: Wall,
    pub(crate) of: Vec<(u16, Wall)>,
}

impl Walls {
    #[inline]
    pub(crate) fn of(&self, label: u16) -> Wall {
        self.of.iter().find(|(of, _)| *of == label).map_or(self.every, |&(_, wall)| wall)
    }

    /// Whether some of them overwrite populations that are known.
    pub(crate) fn overwrite(&self) -> bool {
        self.every == Wall::AsPrinted || self.of.iter().any(|(_, wall)| *wall == Wall::AsPrinted)
    }
}

impl Surroundings<'_> {
    pub(crate) fn layout(&self) -> &Layout {
        self.lattice.layout()
    }

    /// What lies at `(i, j)`, at most one cell beyond the grid.
    pub(crate) fn place(&self, i: isize, j: isize) -> Place {
        let (nx, ny) = (self.layout().nx() as isize, self.layout().ny() as isize);
        if (0..nx).contains(&i) && (0..ny).contains(&j) {
            return self.inside(i as usize, j as usize);
        }
        let side_x = (i < 0).then_some(Side::West).or((i >= nx).then_some(Side::East));
        let side_y = (j < 0).then_some(Side::South).or((j >= ny).then_some(Side::North));
        let beyond = |side: Option<Side>| side.filter(|s| self.sides[s.index()] != SideKind::Periodic);
        match (beyond(side_x), beyond(side_y)) {
            (None, None) => self.inside(i.rem_euclid(nx) as usize, j.rem_euclid(ny) as usize),
            (Some(side), None) | (None, Some(side)) => self.beyond(side),
            (Some(x), Some(y)) => self.beyond(self.in_corner(x, y)),
        }
    }

    /// Which of two sides a corner belongs to: an open one before a wall, so that a uniform flow along a free-slip wall enters
    /// undisturbed, and in the order of [`SideKind`] and [`Wall`] else. Of two alike it is the one from which a quarter turn
    /// leads to the other, counter-clockwise: so turning everything turns the result.
    fn in_corner(&self, x: Side, y: Side) -> Side {
        let [of_x, of_y] = [x, y].map(|side| self.sides[side.index()].rank());
        let x_leads = matches!((x, y), (Side::East, Side::North) | (Side::West, Side::South));
        match of_x.cmp(&of_y) {
            Ordering::Less => x,
            Ordering::Greater => y,
            Ordering::Equal if x_leads => x,
            Ordering::Equal => y,
        }
    }

    #[inline]
    fn inside(&self, i: usize, j: usize) -> Place {
        match self.labels[j * self.layout().nx() + i] {
            0 => Place::Water([i, j]),
            label => Place::Wall(self.walls.of(label), Owner::Solid(label)),
        }
    }

    fn beyond(&self, side: Side) -> Place {
        match self.sides[side.index()] {
            SideKind::Wall(wall) => Place::Wall(wall, Owner::Side(side)),
            _ => Place::Open(side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One solid in the middle of 3 × 3: each of the eight neighbours sees it in the opposite direction, and nothing else.
    #[test]
    fn the_eight_adjacencies_are_named_by_where_the_solid_lies() {
        let mut labels = vec![0; 49];
        labels[3 * 7 + 3] = 1;
        let contour = classify(7, 7, &labels).unwrap();
        for q in 1..Q {
            let cell = [(3 - C[q][0]) as usize, (3 - C[q][1]) as usize];
            let found = contour.iter().find(|c| c.cell == cell).unwrap();
            assert_eq!(found.adjacency, 1 << (q - 1), "solid along direction {q}");
        }
    }

    #[test]
    fn labels_must_fit_the_grid() {
        let message = classify(4, 3, &[0; 11]).unwrap_err().to_string();
        assert_eq!(message, "11 solid labels for a grid of 4 × 3 cells: expected one a cell, 12");
    }
}
