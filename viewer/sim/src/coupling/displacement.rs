//! Displaced water: the submerged thickness of bodies as part of the head, and the water under them.

use std::ops::Range;

use lbm_core::{Cover, CoveredCell, CoveredFlow, Impulses, Lattice};
use mask_raster::WetCell;

use crate::water::{Cells, Fields};

/// The submerged thickness of bodies in each cell. Its changes are added to the head of the water, one half before and one
/// after the step of the lattice; the water under them has their second moment ([`Cover`]).
///
/// The thickness is measured from the still level, so it changes by the bodies' motion alone; measured from the disturbed
/// level it would feed on its own wave.
#[derive(Debug)]
pub(crate) struct Displacement {
    cells: Cells,
    /// Thickness, `[ny][nx]`, m.
    thickness_m: Vec<f32>,
    /// Fraction of each cell under bodies, `[ny][nx]`.
    coverage: Vec<f32>,
    /// Present thickness; zero outside of [`Self::advance`].
    fresh_m: Vec<f32>,
    /// Cells with a thickness, in order.
    covered: Vec<u32>,
    next_covered: Vec<u32>,
    /// Cells whose thickness changes in this step, in order, and the changes, m.
    changes: Vec<(u32, f32)>,
    /// The same change of each cell, `[ny][nx]`, m.
    change_m: Vec<f32>,
    /// For each row the columns outside of which thickness and change are zero.
    columns: Vec<Range<usize>>,
}

impl Displacement {
    pub(crate) fn new(cells: Cells) -> Self {
        let count = cells.nx * cells.ny;
        Self {
            cells,
            thickness_m: vec![0.0; count],
            coverage: vec![0.0; count],
            fresh_m: vec![0.0; count],
            covered: Vec::new(),
            next_covered: Vec::new(),
            changes: Vec::new(),
            change_m: vec![0.0; count],
            columns: vec![0..0; cells.ny],
        }
    }

    /// Starts with a wet section without changing the head: the water came to rest around the bodies, or flows past them with
    /// the velocity that the cells have.
    pub(crate) fn start(&mut self, wet: &[WetCell], solid: &[bool], lattice: &mut Lattice) {
        self.advance(wet, solid);
        self.forget_changes();
        lattice.cover(&self.covered_cells(solid, lattice));
    }

    /// The cells with a thickness, in order, and the thickness, m.
    pub(super) fn state(&self) -> Vec<(u32, f32)> {
        self.covered.iter().map(|&cell| (cell, self.thickness_m[cell as usize])).collect()
    }

    /// Goes to a state whose cells are on the grid, in order.
    pub(super) fn restore(&mut self, state: &[(u32, f32)]) {
        for cell in self.covered.drain(..) {
            (self.thickness_m[cell as usize], self.coverage[cell as usize]) = (0.0, 0.0);
        }
        self.covered.extend(state.iter().map(|(cell, _)| *cell));
        state.iter().for_each(|&(cell, thickness_m)| self.thickness_m[cell as usize] = thickness_m);
        self.forget_changes();
        self.columns.fill(0..0);
        self.covered.iter().for_each(|cell| self.cells.widen(&mut self.columns, *cell as usize));
    }

    /// Volume of the bodies below the still level, in cells × m.
    pub(crate) fn total_m(&self) -> f64 {
        self.covered.iter().map(|&cell| f64::from(self.thickness_m[cell as usize])).sum()
    }

    /// Whether any cell has a thickness, or had one before the last step.
    pub(super) fn is_any(&self) -> bool {
        !self.covered.is_empty() || !self.changes.is_empty()
    }

    /// Submerged thickness in each cell, `[ny][nx]`, m.
    pub(crate) fn thickness_m(&self) -> &[f32] {
        &self.thickness_m
    }

    /// Cells in order and the changes of their thickness in this step, of which the second half is still to come, m.
    pub(crate) fn changes(&self) -> &[(u32, f32)] {
        &self.changes
    }

    /// Replaces the wet section, and adds one half of the change of the thickness to the head of each cell.
    pub(crate) fn begin(&mut self, wet: &[WetCell], solid: &[bool], lattice: &mut Lattice) {
        self.advance(wet, solid);
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        let Self { cells, changes, change_m, .. } = self;
        changes.retain(|&(cell, change)| {
            if solid[cell as usize] {
                // What a solid takes over has no other half.
                lattice.add_volume(cells.site(lattice, cell as usize), change * per_meter);
                change_m[cell as usize] = 0.0;
            }
            !solid[cell as usize]
        });
        lattice.begin_cover(&self.cover(solid));
    }

    /// Gives the water under the bodies its forces, inertia and viscosity after a step of the lattice, and adds the other half.
    /// Returns what the forces gave beyond [`Lattice::impulses`].
    pub(crate) fn end(&self, solid: &[bool], lattice: &mut Lattice) -> Impulses {
        let beyond = if lattice.has_forces() {
            lattice.force_covered(&self.covered_cells(solid, lattice))
        } else {
            Impulses::default()
        };
        lattice.end_cover(&self.cover(solid));
        beyond
    }

    /// Sets the velocities of the water under bodies: that of the column, in place of that of the head; returns how fast it is.
    pub(crate) fn correct_velocities(
        &self,
        solid: &[bool],
        lattice: &Lattice,
        fields: &mut Fields,
    ) -> CoveredFlow {
        let Fields { u_m_s, v_m_s, .. } = fields;
        lattice.write_covered_velocities(&self.cover(solid), [u_m_s, v_m_s])
    }

    fn cover<'a>(&'a self, solid: &'a [bool]) -> Cover<'a> {
        let Self { thickness_m, change_m, columns, .. } = self;
        Cover { thickness_m, change_m, solid, columns }
    }

    /// The covered cells, and those beside them, one by one.
    fn covered_cells(&self, solid: &[bool], lattice: &Lattice) -> Vec<CoveredCell> {
        let Self { cells, thickness_m, coverage, change_m, columns, .. } = self;
        let per_meter = (1.0 / cells.cell_size_m) as f32;
        let describe = |cell: usize| {
            let here = thickness_m[cell];
            let beside = |at: usize| if solid[at] { here } else { thickness_m[at] };
            let slope = cells.gradient(cell as u32, here, beside);
            let [thickness, change] = [here, change_m[cell]].map(|length_m| length_m * per_meter);
            let site = cells.site(lattice, cell);
            CoveredCell { site, thickness, slope, change, coverage: coverage[cell] }
        };
        let near = (0..cells.ny).flat_map(|j| {
            let rows = columns[j.saturating_sub(1)..(j + 2).min(cells.ny)].iter();
            let all = rows.filter(|row| row.start < row.end).fold(cells.nx..0, |all, row| {
                all.start.min(row.start.saturating_sub(1))..all.end.max((row.end + 1).min(cells.nx))
            });
            all.map(move |i| j * cells.nx + i)
        });
        let is_near =
            |cell: &CoveredCell| cell.thickness != 0.0 || cell.change != 0.0 || cell.slope != [0.0; 2];
        near.filter(|cell| !solid[*cell]).map(describe).filter(is_near).collect()
    }

    fn forget_changes(&mut self) {
        self.changes.drain(..).for_each(|(cell, _)| self.change_m[cell as usize] = 0.0);
    }

    /// Replaces the wet section, lists the changes and finds the columns of each row with a thickness or a change.
    fn advance(&mut self, wet: &[WetCell], solid: &[bool]) {
        self.next_covered.clear();
        self.forget_changes();
        self.covered.iter().for_each(|cell| self.coverage[*cell as usize] = 0.0);
        for cell in wet.iter().filter(|cell| !solid[cell.index as usize]) {
            let index = cell.index as usize;
            self.fresh_m[index] += cell.thickness_m;
            self.coverage[index] = (self.coverage[index] + cell.coverage).min(1.0);
            if self.next_covered.last() != Some(&cell.index) {
                self.next_covered.push(cell.index);
            }
        }
        self.columns.fill(0..0);
        let (nx, mut row) = (self.cells.nx, 0);
        let (mut old, mut new) = (self.covered.iter().peekable(), self.next_covered.iter().peekable());
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
            // Cells come in order.
            if index >= (row + 1) * nx || self.columns[row].is_empty() {
                row = index / nx;
                self.columns[row].start = index - row * nx;
            }
            self.columns[row].end = index - row * nx + 1;
            let fresh = std::mem::take(&mut self.fresh_m[index]);
            let change = fresh - self.thickness_m[index];
            if change != 0.0 {
                self.changes.push((cell, change));
                self.change_m[index] = change;
            }
            self.thickness_m[index] = fresh;
        }
        std::mem::swap(&mut self.covered, &mut self.next_covered);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thickness_changes_add_up_to_the_thickness() {
        let wet = |cells: &[(u32, f32)]| -> Vec<WetCell> {
            let cell = |&(index, thickness_m)| WetCell {
                index,
                label: 1,
                thickness_m,
                coverage: 1.0,
                waterplane: 1.0,
            };
            cells.iter().map(cell).collect()
        };
        let solid = [false, false, false, false, true];
        let mut displacement = Displacement::new(Cells { nx: 5, ny: 1, cell_size_m: 1.0 });
        let mut sums = [0.0f32; 5];
        for section in [
            wet(&[(0, 0.5), (1, 0.25)]),
            wet(&[(1, 0.5), (2, 1.0), (4, 9.0)]),
            wet(&[(0, 0.125), (3, 0.5)]),
            wet(&[(3, 0.5)]),
        ] {
            displacement.advance(&section, &solid);
            displacement.changes.iter().for_each(|(cell, change)| sums[*cell as usize] += change);
        }
        assert_eq!(sums, [0.0, 0.0, 0.0, 0.5, 0.0]);
        assert_eq!(displacement.total_m(), 0.5);
    }
}
