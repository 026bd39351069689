//! Displaced water: the submerged thickness of bodies as part of the head, and the water under them.

use lbm_core::{CoveredCell, Impulses, Lattice};
use mask_raster::WetCell;

use crate::sim::water::{Cells, Fields};

/// The submerged thickness of bodies in each cell. Its changes are added to the head of the water, one half before and one
/// after the step of the lattice; the water under them has their second moment ([`CoveredCell`]).
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
    /// Scratch memory: covered cells and those beside them.
    ring: Vec<u32>,
    /// Whether a cell is in `ring`, `[ny][nx]`; false outside of [`Self::find_ring`].
    is_listed: Vec<bool>,
    relaxed: Vec<CoveredCell>,
    /// Change of the thickness in this step, `[ny][nx]`, m; zero outside of [`Self::end`].
    change_m: Vec<f32>,
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
            ring: Vec::new(),
            is_listed: vec![false; count],
            relaxed: Vec::new(),
            change_m: vec![0.0; count],
        }
    }

    /// Starts with a wet section without changing the head: the water came to rest around the bodies, or flows past them with
    /// the velocity that the cells have.
    pub(crate) fn start(&mut self, wet: &[WetCell], solid: &[bool], lattice: &mut Lattice) {
        self.advance(wet, solid);
        self.changes.clear();
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        for &cell in &self.covered {
            let site = self.cells.site(lattice, cell as usize);
            let water = lattice.moments(site);
            let above = (self.thickness_m[cell as usize] * per_meter).min(water.h);
            if (water.u, water.v) != (0.0, 0.0) {
                // The momentum of the column under the body is `w u`, that of the head was `h u`.
                lattice.add_momentum(site, [-above * water.u, -above * water.v]);
            }
        }
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
        self.changes.clear();
    }

    /// Volume of the bodies below the still level, in cells × m.
    pub(crate) fn total_m(&self) -> f64 {
        self.covered.iter().map(|&cell| f64::from(self.thickness_m[cell as usize])).sum()
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
        let Self { cells, changes, .. } = self;
        changes.retain(|&(cell, change_m)| {
            // What a solid takes over has no other half.
            let part = if solid[cell as usize] { 1.0 } else { 0.5 };
            lattice.add_volume(cells.site(lattice, cell as usize), part * change_m * per_meter);
            part < 1.0
        });
    }

    /// Gives the water under the bodies its forces, inertia and viscosity after a step of the lattice, and adds the other half.
    /// Returns what the forces gave beyond [`Lattice::impulses`].
    pub(crate) fn end(&mut self, solid: &[bool], lattice: &mut Lattice) -> Impulses {
        self.find_ring();
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        let Self { cells, thickness_m, coverage, change_m, changes, ring, relaxed, .. } = self;
        for (cell, change) in &*changes {
            change_m[*cell as usize] = *change;
        }
        relaxed.clear();
        for &cell in ring.iter().filter(|cell| !solid[**cell as usize]) {
            let here = thickness_m[cell as usize];
            let neighbor = |at: usize| if solid[at] { here } else { thickness_m[at] };
            let slope = cells.gradient(cell, here, neighbor);
            let site = cells.site(lattice, cell as usize);
            let change = std::mem::take(&mut change_m[cell as usize]) * per_meter;
            let coverage = coverage[cell as usize];
            relaxed.push(CoveredCell { site, thickness: here * per_meter, slope, change, coverage });
        }
        let beyond = lattice.force_covered(relaxed);
        lattice.relax_covered(relaxed);
        beyond
    }

    /// Sets the velocities of the water under bodies: that of the column, in place of that of the head.
    pub(crate) fn correct_velocities(&self, lattice: &Lattice, fields: &mut Fields) {
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        let speed_m_s = lattice.units().lattice_speed_m_s() as f32;
        for &cell in &self.covered {
            let at = cell as usize;
            let site = self.cells.site(lattice, at);
            let [u, v] = lattice.covered_velocity(site, self.thickness_m[at] * per_meter);
            (fields.u_m_s[at], fields.v_m_s[at]) = (u * speed_m_s, v * speed_m_s);
        }
    }

    /// Replaces the wet section and lists the changes.
    fn advance(&mut self, wet: &[WetCell], solid: &[bool]) {
        self.next_covered.clear();
        self.changes.clear();
        self.covered.iter().for_each(|cell| self.coverage[*cell as usize] = 0.0);
        for cell in wet.iter().filter(|cell| !solid[cell.index as usize]) {
            let index = cell.index as usize;
            self.fresh_m[index] += cell.thickness_m;
            self.coverage[index] = (self.coverage[index] + cell.coverage).min(1.0);
            if self.next_covered.last() != Some(&cell.index) {
                self.next_covered.push(cell.index);
            }
        }
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
            let fresh = std::mem::take(&mut self.fresh_m[index]);
            let change = fresh - self.thickness_m[index];
            if change != 0.0 {
                self.changes.push((cell, change));
            }
            self.thickness_m[index] = fresh;
        }
        std::mem::swap(&mut self.covered, &mut self.next_covered);
    }

    /// Lists the covered cells, those that were until now, and their neighbors, each once.
    fn find_ring(&mut self) {
        let Self { cells, covered, changes, ring, is_listed, .. } = self;
        ring.clear();
        let mut list = |cell: u32| {
            if !std::mem::replace(&mut is_listed[cell as usize], true) {
                ring.push(cell);
            }
        };
        for cell in covered.iter().copied().chain(changes.iter().map(|(cell, _)| *cell)) {
            list(cell);
            cells.around(cell).into_iter().flatten().for_each(|at| list(at as u32));
        }
        ring.iter().for_each(|cell| is_listed[*cell as usize] = false);
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
