//! Lines along the sides that water passes.

use glam::DVec2;
use lbm_core::Region;

use super::passage::Passage;
use crate::coupling::Coupling;
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
    pub(super) passage: Passage,
}

impl SideLine {
    /// The cells along a side of a name.
    pub(super) fn new(side: &str, fluid: &Fluid) -> Self {
        let grid = fluid.cells();
        let Cells { nx, ny, cell_size_m } = grid;
        let along = nx as isize;
        let (first, way, count, normal) = match side {
            "west" => (nx * (ny - 1), -along, ny, DVec2::X),
            "east" => (nx - 1, along, ny, DVec2::NEG_X),
            "south" => (0, 1, nx, DVec2::Y),
            _ => (nx * ny - 1, -1, nx, DVec2::NEG_Y),
        };
        let cells = (0..count as isize).map(|k| first.wrapping_add_signed(k * way));
        let still_depth_m = cells.map(|cell| fluid.still_depth_at_m(grid.center_m(cell as u32))).collect();
        let normal_m = normal * cell_size_m;
        Self { first, way, count, normal_m, still_depth_m, passage: Passage::default() }
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

    /// Reads the water, and adds what passes in a time.
    pub(super) fn record(&mut self, water: &Water, coupling: &Coupling, time_s: f64) {
        self.passage.add(self.passes(&water.fluid.fields, (water, coupling)), time_s);
    }

    /// What passes by fields in a second: volume, m³/s, and energy, W.
    pub(super) fn passes(&self, fields: &Fields, (water, coupling): (&Water, &Coupling)) -> [f64; 2] {
        let thickness_m = coupling.thickness_m();
        let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
        let mut now = [0.0; 2];
        for (cell, still_depth_m) in self.cells().zip(&self.still_depth_m) {
            let sample = fields.sample(cell);
            let depth_m = still_depth_m + sample.level_m - f64::from(thickness_m[cell]);
            let power_w_m = sample.power_w_m(depth_m, water.density_kg_m3, gravity_m_s2);
            now[0] += depth_m * sample.velocity_m_s.dot(self.normal_m);
            now[1] += power_w_m.dot(self.normal_m);
        }
        now
    }
}
