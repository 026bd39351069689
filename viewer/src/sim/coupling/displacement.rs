//! Displaced water: the submerged thickness of bodies, added to the head.

use lbm_core::Lattice;
use mask_raster::WetCell;

use crate::sim::water::Cells;

/// The submerged thickness of bodies in each cell, whose changes are added to the head of the water.
#[derive(Debug)]
pub(crate) struct Displacement {
    /// Thickness already in the head, `[ny][nx]`, m.
    thickness_m: Vec<f32>,
    /// Present thickness; zero outside of [`Self::advance`].
    fresh_m: Vec<f32>,
    /// Label of the body that displaces water in each cell.
    label: Vec<u16>,
    /// Cells with a thickness, in order.
    cells: Vec<u32>,
    next_cells: Vec<u32>,
}

/// Momentum that displaced water brought along, lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Swept {
    /// Label of the body that displaced the water.
    pub(crate) label: u16,
    pub(crate) cell: u32,
    pub(crate) momentum: [f32; 2],
}

impl Displacement {
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            thickness_m: vec![0.0; cells],
            fresh_m: vec![0.0; cells],
            label: vec![0; cells],
            cells: Vec::new(),
            next_cells: Vec::new(),
        }
    }

    /// Starts with a wet section without changing the head: the water came to rest around the bodies.
    pub(crate) fn start(&mut self, wet: &[WetCell], solid: &[bool]) {
        self.advance(wet, solid, |_, _, _| ());
    }

    /// Volume of the bodies below the still level, in cells × m.
    pub(crate) fn total_m(&self) -> f64 {
        self.cells.iter().map(|&cell| f64::from(self.thickness_m[cell as usize])).sum()
    }

    /// Adds the change `Δb` of the submerged thickness to the head of each cell, `f_eq(h + Δb, u) − f_eq(h, u)`.
    ///
    /// The thickness is measured from the still level, so it changes by the bodies' motion alone; measured from the
    /// disturbed level it would feed on its own wave.
    pub(crate) fn apply(
        &mut self,
        wet: &[WetCell],
        solid: &[bool],
        lattice: &mut Lattice,
        swept: &mut Vec<Swept>,
    ) {
        swept.clear();
        let per_meter = (1.0 / lattice.units().cell_size_m()) as f32;
        let cells = Cells::of(lattice);
        self.advance(wet, solid, |cell, label, change_m| {
            let site = cells.site(lattice, cell as usize);
            let momentum = lattice.add_water(site, change_m * per_meter);
            swept.push(Swept { label, cell, momentum });
        });
    }

    /// Replaces the wet section and calls `changed(cell, label, change_m)` for every cell that changes, in order.
    fn advance(&mut self, wet: &[WetCell], solid: &[bool], mut changed: impl FnMut(u32, u16, f32)) {
        self.next_cells.clear();
        for cell in wet.iter().filter(|cell| !solid[cell.index as usize]) {
            let index = cell.index as usize;
            self.fresh_m[index] += cell.thickness_m;
            if self.next_cells.last() != Some(&cell.index) {
                self.next_cells.push(cell.index);
                self.label[index] = cell.label;
            }
        }
        let (mut old, mut new) = (self.cells.iter().peekable(), self.next_cells.iter().peekable());
        while let Some(&cell) = match (old.peek(), new.peek()) {
            (Some(a), Some(b)) if a == b => {
                new.next();
                old.next()
            }
            (Some(a), Some(b)) if a > b => new.next(),
            (Some(_), _) => old.next(),
            (None, _) => new.next(),
        } {
            let index = cell as usize;
            let fresh = std::mem::take(&mut self.fresh_m[index]);
            let change = fresh - self.thickness_m[index];
            if change != 0.0 {
                changed(cell, self.label[index], change);
            }
            self.thickness_m[index] = fresh;
        }
        std::mem::swap(&mut self.cells, &mut self.next_cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thickness_changes_add_up_to_the_thickness() {
        let wet = |cells: &[(u32, f32)]| -> Vec<WetCell> {
            let cell = |&(index, thickness_m)| WetCell { index, label: 1, thickness_m, coverage: 1.0 };
            cells.iter().map(cell).collect()
        };
        let solid = [false, false, false, false, true];
        let mut displacement = Displacement::new(5);
        let mut sums = [0.0f32; 5];
        for section in [
            wet(&[(0, 0.5), (1, 0.25)]),
            wet(&[(1, 0.5), (2, 1.0), (4, 9.0)]),
            wet(&[(0, 0.125), (3, 0.5)]),
            wet(&[(3, 0.5)]),
        ] {
            displacement.advance(&section, &solid, |cell, _, change| sums[cell as usize] += change);
        }
        assert_eq!(sums, [0.0, 0.0, 0.0, 0.5, 0.0]);
        assert_eq!(displacement.total_m(), 0.5);
    }
}
