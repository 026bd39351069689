//! Where the walls stand on the links about the rim.

use crate::{CellMask, Outlines, RimCell};

/// Offsets to the eight cells around one, counter-clockwise from +x: the moving directions of D2Q9.
pub const LINKS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// The walls on the links between a rim cell and its neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RimLinks {
    /// Linear index of the rim cell, x fastest.
    pub index: u32,
    /// Its label.
    pub label: u16,
    /// For each of [`LINKS`] that leads to a cell outside the body, the share of the way from that cell's centre to this one's
    /// at which the body's outline stands, 0…1: the `q` of Bouzidi et al. (2001). `None` for the other links, and where no
    /// outline stands between the centres.
    pub share: [Option<f64>; 8],
}

impl Outlines {
    /// The walls on all links that leave the rim's bodies, in `out`, which is emptied first and comes back in the order of
    /// `rim`.
    ///
    /// `rim` comes from [`crate::rim`], `mask` is the mask that it was made of. A link leaves a body where the centre of the
    /// neighbour, which is a cell of the grid, does not have its label; the shares are those of [`Outlines::share`]. What is
    /// crossed is the outline seen along z: a hull that is wider above the water than in it hides its waterline, and no link
    /// to a cell under its dry part has a wall.
    ///
    /// # Panics
    /// If the mask is of another grid than the outlines, or an index of the rim lies outside.
    pub fn rim_links(&self, mask: &CellMask, rim: &[RimCell], out: &mut Vec<RimLinks>) {
        let grid = self.grid();
        assert_eq!(mask.grid(), grid, "outlines and mask of one grid");
        let size_m = f64::from(grid.cell_size_m);
        let centre_m = |[i, j]: [i32; 2]| [i, j].map(|k| (f64::from(k) + 0.5) * size_m);
        out.clear();
        out.extend(rim.iter().map(|&RimCell { index, label, .. }| {
            let cell = [index as usize % grid.nx, index as usize / grid.nx].map(|k| k as i32);
            let share = LINKS.map(|[dx, dy]| {
                let [i, j] = [cell[0] + dx, cell[1] + dy];
                let is_inside = (0..grid.nx as i32).contains(&i) && (0..grid.ny as i32).contains(&j);
                let leaves = is_inside && mask.labels()[j as usize * grid.nx + i as usize] != label;
                if leaves { self.share(label, centre_m([i, j]), centre_m(cell)) } else { None }
            });
            RimLinks { index, label, share }
        }));
    }
}
