//! What bodies do to the water: displaced volume, reaction, and the papers' rim forces.

use glam::{DVec2, DVec3, Vec2};
use hydro_forces::SurfaceGrid;
use lbm_core::{Lattice, Site, Units};
use mask_raster::{RimCell, WetCell};
use rigid_sim::{RigidBody, World as Bodies};

use super::floating::Floating;
use super::scenario::CouplingMode;
use super::world::World;

impl World {
    /// Finds the wet section of the bodies afloat: what of them is below the still level, from which the displaced water is
    /// measured. In mode `paper` below the water's own surface in each cell, as Lazo et al. §2.3 compare the depth map of the
    /// hull with that of the water.
    pub(super) fn look_for_wet(&mut self) {
        if self.floating.iter().all(|float| float.solid) {
            self.wet.clear();
            return;
        }
        if self.mode == CouplingMode::Paper {
            let mut level_m = std::mem::take(&mut self.level_m);
            self.write_levels(&mut level_m);
            let found = self.mask.wet_section_below(&level_m, &mut self.wet);
            debug_assert!(found.is_ok(), "mask and water have the same cells");
            self.level_m = level_m;
        } else {
            let still = self.fluid.still_level_m as f32;
            self.mask.wet_section(|_| still, &mut self.wet);
        }
        self.solids.keep_afloat(&mut self.wet);
    }
}

/// The submerged thickness of the bodies in each cell, and the head that its changes push into the water.
#[derive(Debug)]
pub(super) struct Displacement {
    /// Thickness that the water knows of, `[ny][nx]`, m.
    thickness_m: Vec<f32>,
    /// Thickness now, zero everywhere but while a step works on it.
    fresh_m: Vec<f32>,
    /// Label of the body whose water a cell's is.
    label: Vec<u16>,
    /// Cells with a thickness, in order.
    cells: Vec<u32>,
    next_cells: Vec<u32>,
}

/// Momentum that came with displaced water: who displaced it, where, and how much (lattice units).
#[derive(Debug, Clone, Copy)]
pub(super) struct Swept {
    pub(super) label: u16,
    pub(super) cell: u32,
    pub(super) momentum: [f32; 2],
}

impl Displacement {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            thickness_m: vec![0.0; cells],
            fresh_m: vec![0.0; cells],
            label: vec![0; cells],
            cells: Vec::new(),
            next_cells: Vec::new(),
        }
    }

    /// Takes the wet section as it is, without a wave: the bodies were there when the water came to rest.
    pub(super) fn start(&mut self, wet: &[WetCell], solid: &[bool]) {
        self.advance(wet, solid, |_, _, _| ());
    }

    /// Volume of the bodies below the still level, in cells × m.
    pub(super) fn total_m(&self) -> f64 {
        self.cells.iter().map(|&cell| f64::from(self.thickness_m[cell as usize])).sum()
    }

    /// Adds the change `Δb` of the submerged thickness to the head of each cell, `f_eq(h + Δb, u) − f_eq(h, u)`.
    ///
    /// The thickness is measured from the still level, so it changes by the bodies' motion alone; measured from the
    /// disturbed level it would feed on its own wave.
    pub(super) fn apply(
        &mut self,
        wet: &[WetCell],
        solid: &[bool],
        lattice: &mut Lattice,
        swept: &mut Vec<Swept>,
    ) {
        swept.clear();
        let per_metre = (1.0 / lattice.units().cell_size_m()) as f32;
        let nx = lattice.layout().nx();
        self.advance(wet, solid, |cell, label, change_m| {
            let momentum = lattice.add_water(site(lattice, nx, cell as usize), change_m * per_metre);
            swept.push(Swept { label, cell, momentum });
        });
    }

    /// Moves on to a new wet section and calls `changed(cell, label, change_m)` for every cell that changes, in order.
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

/// Horizontal impulses on their way into the water, gathered per cell.
#[derive(Debug)]
pub(super) struct Impulses {
    grid: SurfaceGrid,
    nx: usize,
    cell_size_m: f64,
    /// `[ny][nx]`, N s.
    impulse: Vec<DVec2>,
    touched: Vec<usize>,
    /// What the water was given last: cell and impulse, N s.
    given: Vec<(u32, DVec2)>,
}

impl Impulses {
    pub(super) fn new(grid: SurfaceGrid, nx: usize, cell_size_m: f64) -> Self {
        let impulse = vec![DVec2::ZERO; grid.cells()];
        Self { grid, nx, cell_size_m, impulse, touched: Vec::new(), given: Vec::new() }
    }

    /// What [`Self::apply`] gave to the water last: cells and impulses, N s.
    pub(super) fn given(&self) -> &[(u32, DVec2)] {
        &self.given
    }

    /// Shares an impulse among the four cells around a point, with the weights of bilinear interpolation.
    pub(super) fn scatter(&mut self, at_m: DVec2, impulse_n_s: DVec2) {
        for (cell, weight) in self.grid.weights(at_m) {
            self.put(cell, impulse_n_s * weight);
        }
    }

    /// Spreads an impulse over the cells within `radius_m` of a point, most in the middle; among the four cells around
    /// it if the disc is smaller than a cell.
    pub(super) fn spread(&mut self, at_m: DVec2, radius_m: f64, impulse_n_s: DVec2) {
        let (nx, cell_size_m) = (self.nx, self.cell_size_m);
        let reach = |centre: f64, n: usize| {
            let from = ((centre - radius_m) / cell_size_m - 0.5).ceil().max(0.0) as usize;
            let to = ((centre + radius_m) / cell_size_m + 0.5).floor().max(0.0) as usize;
            from..to.min(n)
        };
        let ny = self.impulse.len() / nx;
        let disc: Vec<(usize, f64)> = reach(at_m.y, ny)
            .flat_map(|j| reach(at_m.x, nx).map(move |i| j * nx + i))
            .map(|cell| {
                let distance = cell_centre_m(cell_size_m, nx, cell as u32).distance(at_m);
                (cell, (1.0 - (distance / radius_m).powi(2)).max(0.0))
            })
            .collect();
        let weight: f64 = disc.iter().map(|(_, weight)| weight).sum();
        if weight < 1.0 {
            return self.scatter(at_m, impulse_n_s);
        }
        for (cell, part) in disc {
            self.put(cell, impulse_n_s * (part / weight));
        }
    }

    /// Adds an impulse to one cell.
    pub(super) fn put(&mut self, cell: usize, impulse_n_s: DVec2) {
        if impulse_n_s != DVec2::ZERO {
            if self.impulse[cell] == DVec2::ZERO {
                self.touched.push(cell);
            }
            self.impulse[cell] += impulse_n_s;
        }
    }

    /// Gives all impulses to the water. Returns what fell on solid cells, which keep it, N s.
    pub(super) fn apply(&mut self, lattice: &mut Lattice, solid: &[bool], density_kg_m3: f64) -> DVec2 {
        let nx = lattice.layout().nx();
        let mut kept = DVec2::ZERO;
        self.given.clear();
        for cell in self.touched.drain(..) {
            let impulse = std::mem::take(&mut self.impulse[cell]);
            if solid[cell] {
                kept += impulse;
                continue;
            }
            let momentum =
                impulse.to_array().map(|c| lattice.units().to_lattice_momentum(c / density_kg_m3) as f32);
            lattice.add_momentum(site(lattice, nx, cell), momentum);
            self.given.push((cell as u32, impulse));
        }
        kept
    }
}

/// The rim forces of Lazo et al. Eq. 7, `F = k (V·n) n` with `k₊` where the body pushes and `k₋` where it drags.
#[derive(Debug, Clone, Copy)]
pub(super) struct RimForce {
    /// `k₊`, m/s.
    pub(super) push: f64,
    /// `k₋`, m/s.
    pub(super) pull: f64,
}

impl RimForce {
    /// Force per unit area and density, m²/s², of a rim with outward `normal` that moves at `velocity_m_s`.
    pub(super) fn on_water(&self, velocity_m_s: DVec2, normal: Vec2) -> DVec2 {
        let normal = normal.as_dvec2();
        let outward = velocity_m_s.dot(normal);
        normal * (outward * if outward > 0.0 { self.push } else { self.pull })
    }

    /// Gathers the impulses of all rim cells over a time step; returns their sum, N s.
    pub(super) fn gather(
        &self,
        cells: &RimCells<'_>,
        (density_kg_m3, units, still_level_m): (f64, &Units, f64),
        impulses: &mut Impulses,
    ) -> DVec2 {
        let mut total = DVec2::ZERO;
        let impulse_per_force = density_kg_m3 * units.cell_area_m2() * units.time_step_s();
        for cell in cells.rim {
            let at = cell_centre_m(units.cell_size_m(), cells.nx, cell.index);
            let rigid = &cells.bodies[cells.floating[usize::from(cell.label) - 1].handle];
            let velocity = velocity_over(rigid, at, still_level_m);
            let impulse = self.on_water(velocity, cell.normal) * impulse_per_force;
            impulses.put(cell.index as usize, impulse);
            total += impulse;
        }
        total
    }
}

/// The rims of all bodies.
#[derive(Debug)]
pub(super) struct RimCells<'a> {
    pub(super) rim: &'a [RimCell],
    pub(super) floating: &'a [Floating],
    pub(super) bodies: &'a Bodies,
    /// Cells along x.
    pub(super) nx: usize,
}

/// Horizontal velocity of a body where the still water's surface is over or under it, m/s: `V` of Lazo et al. Eq. 7.
pub(super) fn velocity_over(rigid: &RigidBody, at_m: DVec2, still_level_m: f64) -> DVec2 {
    rigid.velocity_at_point(at_m.extend(still_level_m)).truncate()
}

/// Impulse and its moment about a vertical axis through `about_m`.
pub(super) fn moment_about(about_m: DVec3, at_m: DVec2, impulse: DVec2) -> f64 {
    (at_m - about_m.truncate()).perp_dot(impulse)
}

/// Centre of the cell with linear index `cell`, m.
pub(super) fn cell_centre_m(cell_size_m: f64, nx: usize, cell: u32) -> DVec2 {
    let [i, j] = [cell as usize % nx, cell as usize / nx];
    DVec2::new(i as f64 + 0.5, j as f64 + 0.5) * cell_size_m
}

/// The site of the cell with linear index `cell`.
fn site(lattice: &Lattice, nx: usize, cell: usize) -> Site {
    lattice.layout().site((cell % nx) as isize, (cell / nx) as isize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rims_push_harder_than_they_drag() {
        let force = RimForce { push: 10.0, pull: 1.0 };
        let normal = Vec2::new(0.0, 1.0);
        assert_eq!(force.on_water(DVec2::new(5.0, 2.0), normal), DVec2::new(0.0, 20.0));
        assert_eq!(force.on_water(DVec2::new(5.0, -2.0), normal), DVec2::new(0.0, -2.0));
    }

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
