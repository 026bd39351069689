//! Lines along the sides that water passes.

use glam::DVec2;
use lbm_boundary::Side;
use lbm_core::{Collision, Region};

use super::passage::Passage;
use crate::coupling::Coupling;
use crate::scenario;
use crate::water::{Cells, Fields, Fluid, Water};

/// The outermost cells along a side.
#[derive(Debug)]
pub(super) struct SideLine {
    /// The first cell, the way to the next one, and how many there are: with the domain to the left.
    first: usize,
    way: isize,
    count: usize,
    /// Normal into the domain, as long as the side of a cell, m.
    normal_m: DVec2,
    /// Depth of still water in the middle of each cell, m.
    still_depth_m: Vec<f64>,
    /// The side whose ledger says what passed it; none where that of a sponge is in it.
    booked: Option<Side>,
    /// Volume that came in since the last look, m³.
    pub(super) came_m3: f64,
    pub(super) passage: Passage,
}

/// What passes a line along a side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passing {
    /// Volume, m³/s, and energy, W, in the middle of the cells.
    at_cells: [f64; 2],
    /// Mean energy of the water there, J/m³.
    energy_j_m3: f64,
}

impl SideLine {
    /// The cells along a side of a name.
    pub(super) fn new(side: &str, kind: &scenario::Side, fluid: &Fluid) -> Self {
        let grid = fluid.cells();
        let Cells { nx, ny, cell_size_m } = grid;
        let along = nx as isize;
        let (of, first, way, count, normal) = match side {
            "west" => (Side::West, nx * (ny - 1), -along, ny, DVec2::X),
            "east" => (Side::East, nx - 1, along, ny, DVec2::NEG_X),
            "south" => (Side::South, 0, 1, nx, DVec2::Y),
            _ => (Side::North, nx * ny - 1, -1, nx, DVec2::NEG_Y),
        };
        let booked = (!matches!(kind, scenario::Side::Sponge { .. })).then_some(of);
        let cells = (0..count as isize).map(|k| first.wrapping_add_signed(k * way));
        let still_depth_m = cells.map(|cell| fluid.still_depth_at_m(grid.center_m(cell as u32))).collect();
        let normal_m = normal * cell_size_m;
        let passage = Passage::default();
        Self { first, way, count, normal_m, still_depth_m, booked, came_m3: 0.0, passage }
    }

    /// The cells of a side along a row.
    pub(super) fn region(&self, nx: usize) -> Option<Region> {
        let row = self.first / nx;
        (self.way.abs() == 1).then(|| Region::new(0..nx, row..row + 1))
    }

    /// The cells one by one.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let Self { first, way, count, .. } = *self;
        (0..count as isize).map(move |k| first.wrapping_add_signed(k * way))
    }

    /// Adds the volume that the ledger of a step has.
    pub(super) fn count(&mut self, fluid: &Fluid) {
        let gained = self.booked.map_or(0.0, |side| fluid.boundary.ledger().side(side).mass);
        self.came_m3 += fluid.lattice.units().to_m3(gained);
    }

    /// Reads the water, and adds what passes in a time.
    pub(super) fn record(&mut self, water: &Water, coupling: &Coupling, time_s: f64) {
        let passing = self.passes(&water.fluid.fields, (water, coupling));
        let passed = self.until(&passing, time_s);
        self.passage = Passage { now: passing.at_cells, passed };
        self.came_m3 = 0.0;
    }

    /// What will have passed after a time.
    ///
    /// What passes the middle of a cell is not what passes its side, from which it is half a cell away, in a tide that rises by `∂η/∂t` less by `½ Δx ∂η/∂t`. That
    /// volume the ledger knows; it has the mean energy of the water there.
    pub(super) fn until(&self, passing: &Passing, time_s: f64) -> [f64; 2] {
        let [volume_m3, energy_j] = self.passage.until(passing.at_cells, time_s);
        let more_m3 = self.booked.map_or(0.0, |_| self.came_m3 - (volume_m3 - self.passage.passed[0]));
        [volume_m3 + more_m3, energy_j + more_m3 * passing.energy_j_m3]
    }

    /// The cell behind an outermost one.
    fn inward(&self, cell: usize, water: &Water) -> usize {
        let [x, y] =
            [self.normal_m.x, self.normal_m.y].map(|n| if n == 0.0 { 0 } else { n.signum() as isize });
        cell.wrapping_add_signed(y * water.fluid.cells().nx as isize + x)
    }

    /// Power of the viscous stress on the water at a cell's side, `−ρ u · σ n Δx` with the normal `n` into the domain, W: of the stress that
    /// [`lbm_core::Lattice::viscous_power`] has in small waves, of the operator's own relaxation times τ and τ_b. By the difference of the momentum to the cell behind it, with the velocity at the side,
    /// both half-way through forces: that is what the populations carry through links, as which the stress acts, and that of the energy that passes.
    fn stress_w(&self, water: &Water, cells: [usize; 2], thickness_m: &[f32]) -> f64 {
        let (fluid, grid) = (&water.fluid, water.fluid.cells());
        if cells.iter().any(|&k| k >= fluid.solid.len() || fluid.solid[k] || thickness_m[k] > 0.0) {
            return 0.0;
        }
        let [near, far] = cells.map(|k| {
            let ([i, j], [_, u_m_s, v_m_s]) = (grid.place(k), fluid.lattice.fields_of(k));
            (fluid.lattice.cell_m(i, j).depth_m, DVec2::new(u_m_s.into(), v_m_s.into()))
        });
        let units = fluid.lattice.units();
        let (step_s, lattice_m2_s2) = (units.time_step_s(), units.lattice_speed_m_s().powi(2));
        let (tau, bulk_tau) = match fluid.lattice.collision() {
            Collision::CentralMoments { tau, bulk_tau } => (tau, bulk_tau),
            other => (other.tau(), other.tau()),
        };
        let change_m_s = (far.0 * far.1 - near.0 * near.1) / grid.cell_size_m;
        let inward = self.normal_m / grid.cell_size_m;
        let across = change_m_s.dot(inward);
        let sheared = (tau - 0.5) * lattice_m2_s2 / 3.0;
        let squeezed = (bulk_tau - 0.5) * (2.0 / 3.0 * lattice_m2_s2 - units.gravity_m_s2() * near.0);
        let stress_m3_s2 = step_s * (sheared * change_m_s + squeezed * across * inward);
        let at_side_m_s = 1.5 * near.1 - 0.5 * far.1;
        -water.density_kg_m3 * at_side_m_s.dot(stress_m3_s2) * grid.cell_size_m
    }

    /// What passes by fields in a second.
    pub(super) fn passes(&self, fields: &Fields, (water, coupling): (&Water, &Coupling)) -> Passing {
        let thickness_m = coupling.thickness_m();
        let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
        let (mut at_cells, mut energy_j_m3, mut open) = ([0.0; 2], 0.0, 0.0_f64);
        for (cell, still_depth_m) in self.cells().zip(&self.still_depth_m) {
            let sample = fields.sample(cell);
            let depth_m = still_depth_m + sample.level_m - f64::from(thickness_m[cell]);
            let power_w_m = sample.power_w_m(depth_m, water.density_kg_m3, gravity_m_s2);
            at_cells[0] += depth_m * sample.velocity_m_s.dot(self.normal_m);
            at_cells[1] += power_w_m.dot(self.normal_m);
            at_cells[1] += self.stress_w(water, [cell, self.inward(cell, water)], thickness_m);
            if !water.fluid.solid[cell] {
                let energy_m2_s2 = gravity_m_s2 * sample.level_m + 0.5 * sample.velocity_m_s.length_squared();
                energy_j_m3 += water.density_kg_m3 * energy_m2_s2;
                open += 1.0;
            }
        }
        Passing { at_cells, energy_j_m3: energy_j_m3 / open.max(1.0) }
    }
}
