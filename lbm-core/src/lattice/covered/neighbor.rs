//! Where the links of a cell of water lead.

use crate::d2q9::C;

/// The other end of a link from a cell of water; cells are `j · nx + i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbor {
    /// Water, to which it leads.
    Water(usize),
    /// Water on the other side of a corner at which two solids meet: none passes.
    BeyondCorner,
    /// A solid, or none of the grid.
    Wall,
}

impl Neighbor {
    /// The other end of the link in direction `q` (1 to 8) of [`crate::d2q9::C`] from the cell `[i, j]`; `solid` is `[ny][nx]`.
    ///
    /// # Panics
    /// If `solid` has fewer values than cells, or the cell is not on the grid.
    #[inline(always)]
    pub fn of(solid: &[bool], [nx, ny]: [usize; 2], [i, j]: [usize; 2], q: usize) -> Self {
        // Indices beyond the west and south sides wrap to huge ones.
        let [x, y] = [i.wrapping_add_signed(C[q][0] as isize), j.wrapping_add_signed(C[q][1] as isize)];
        let there = y.wrapping_mul(nx).wrapping_add(x);
        if x >= nx || y >= ny || solid[there] {
            Self::Wall
        } else if x != i && y != j && solid[j * nx + x] && solid[y * nx + i] {
            Self::BeyondCorner
        } else {
            Self::Water(there)
        }
    }

    /// The water to which the link leads.
    #[inline(always)]
    pub fn water(self) -> Option<usize> {
        if let Self::Water(cell) = self { Some(cell) } else { None }
    }
}
