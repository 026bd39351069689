use lbm_core::Layout;
use lbm_core::d2q9::{C, Q};

use crate::error::Error;

/// A water cell next to a solid or a side, with its adjacencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContourCell {
    /// The cell `[i, j]`.
    pub cell: [usize; 2],
    /// Bit `q − 1` is set when the neighbor along direction `q` of [`lbm_core::d2q9::C`] is not a water cell of the grid, or
    /// is one from which solids on both sides of a diagonal part the cell: adjacencies are named by the direction from the water to the
    /// solid. The population that is then unknown after streaming is the opposite one.
    ///
    /// Table 1 of the dynamic-boundaries paper names its four diagonal adjacencies by the opposite direction; here all
    /// eight follow the rule of its axis ones.
    pub adjacency: u8,
}

impl ContourCell {
    /// Whether the neighbor along direction `q` (1 to 8) of [`lbm_core::d2q9::C`] is not water but a solid or beyond the grid, or lies
    /// beyond a corner at which solids meet, so that the population in the opposite direction is unknown after streaming.
    pub fn is_adjacent(&self, q: usize) -> bool {
        self.adjacency >> (q - 1) & 1 == 1
    }
}

/// Finds all water cells that have a solid or a side among their eight neighbors, in row order.
///
/// Two solid cells that touch at a corner are a wall there: nothing passes diagonally between the water on both of its sides.
///
/// # Arguments
/// `labels`: `[ny][nx]`, x fastest; 0 is water, anything else a solid.
///
/// # Errors
/// [`Error::ShapeMismatch`] when the number of labels is not that of the cells.
pub fn classify(nx: usize, ny: usize, labels: &[u16]) -> Result<Vec<ContourCell>, Error> {
    if labels.len() != nx * ny {
        return Err(Error::ShapeMismatch { what: "solid labels", expected: nx * ny, got: labels.len() });
    }
    let mut contour = Vec::new();
    for j in 0..ny {
        for i in 0..nx {
            let (beside, _) = adjacent([nx, ny], labels, [i, j]);
            let adjacency = beside | closed(beside);
            if adjacency != 0 {
                contour.push(ContourCell { cell: [i, j], adjacency });
            }
        }
    }
    Ok(contour)
}

/// Returns the neighbors of any cell that are not water of the grid, as bits of [`ContourCell::adjacency`], 0 where there is no water, and
/// the label of its solid neighbors if these belong to one solid and the cell touches no side.
#[inline]
pub(crate) fn neighborhood(layout: &Layout, labels: &[u16], cell: [usize; 2]) -> (u8, Option<u16>) {
    adjacent([layout.nx(), layout.ny()], labels, cell)
}

/// The diagonals that lead to water between two of the neighbors along the axes that are not, as bits: corners that are closed.
#[inline]
pub(crate) fn closed(beside: u8) -> u8 {
    let along_axes = beside & 0b0101_0101;
    along_axes.rotate_left(1) & along_axes.rotate_right(1) & !beside
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
    // Indices beyond the west and south sides wrap to huge ones, which are not water.
    let beside =
        |q: usize| [i.wrapping_add_signed(C[q][0] as isize), j.wrapping_add_signed(C[q][1] as isize)];
    let bits = (1..Q).fold(0, |bits, q| {
        let [i, j] = beside(q);
        bits | u8::from(!is_water(i, j)) << (q - 1)
    });
    (bits, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solid of one cell: each of its eight neighbors has the one adjacency towards it.
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

    /// Two solid cells that touch at a corner: the two water cells on both sides of it have no link to each other.
    #[test]
    fn nothing_passes_between_solids_that_touch_at_a_corner() {
        let mut labels = vec![0; 49];
        (labels[3 * 7 + 3], labels[4 * 7 + 4]) = (1, 2);
        let contour = classify(7, 7, &labels).unwrap();
        let closed = |cell, q| contour.iter().find(|c| c.cell == cell).unwrap().is_adjacent(q);
        assert!(closed([3, 4], 8) && closed([4, 3], 4));
        assert!(!closed([3, 4], 2) && !closed([4, 3], 6));
        assert_eq!((closed([3, 4], 1), closed([3, 4], 7)), (true, true));
    }

    #[test]
    fn labels_must_fit_the_grid() {
        let message = classify(4, 3, &[0; 11]).unwrap_err().to_string();
        assert_eq!(message, "11 solid labels: must be 12, one for each cell");
    }
}
