use std::cmp::Ordering;

use lbm_core::{Lattice, Layout};

use crate::ledger::Owner;
use crate::open::GapCells;
use crate::spec::{Side, SideKind, SolidWalls, Wall};

/// Neighbor of a water cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// A water cell of the grid; across a periodic side, the one at the opposite side.
    Water([usize; 2]),
    /// A wall of a solid or a side.
    Wall(Wall, Owner),
    /// Water beyond an open side.
    Open(Side),
}

/// The sides and solids around the water.
#[derive(Debug)]
pub(crate) struct Surroundings<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) labels: &'a [u16],
    pub(crate) sides: [SideKind; 4],
    pub(crate) walls: &'a SolidWalls,
    pub(crate) gaps: &'a [GapCells],
}

impl Surroundings<'_> {
    pub(crate) fn layout(&self) -> &Layout {
        self.lattice.layout()
    }

    /// The place `(i, j)`, which is at most one cell beyond the grid.
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

    /// The place at the other end of a link from the cell `[i, j]`: behind a closed corner, a wall.
    pub(crate) fn across(&self, [i, j]: [isize; 2], [dx, dy]: [isize; 2]) -> Place {
        match (self.place(i + dx, j + dy), self.corner([i, j], [dx, dy])) {
            (Place::Water(_), Some(label)) => Place::Wall(Wall::NO_SLIP, Owner::Solid(label)),
            (place, _) => place,
        }
    }

    /// Label of the solid that closes a diagonal from the cell `[i, j]`, if the cells on both of its sides are solid: the lower one of two. What
    /// goes there bounces back half way, at the corner, whatever the walls; those as printed are by their own rules.
    pub(crate) fn corner(&self, [i, j]: [isize; 2], [dx, dy]: [isize; 2]) -> Option<u16> {
        let solid = |i, j| match self.place(i, j) {
            Place::Wall(wall, Owner::Solid(label)) if wall != Wall::AsPrinted => Some(label),
            _ => None,
        };
        if dx == 0 || dy == 0 { None } else { Some(solid(i + dx, j)?.min(solid(i, j + dy)?)) }
    }

    /// The side that a corner of two belongs to: an open one before a wall, so that a uniform flow along a free-slip wall
    /// enters undisturbed; in general the one of lower rank ([`SideKind::rank`]). Of two alike it is the one from which a
    /// counter-clockwise quarter turn leads to the other, so that the result of a turned set-up is the turned result.
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
