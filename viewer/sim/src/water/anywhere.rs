//! The surface at any place, wherever a step has brought the fields up to date.

use glam::DVec2;
use hydro_forces::{WaterSample, WaterSurface};

use super::fluid::Fluid;

/// The water as its fields of all cells give it, found cell by cell where a step did not read them.
pub(super) struct Anywhere<'a> {
    pub(super) fluid: &'a Fluid,
    /// Thickness of the hulls over each cell, m.
    pub(super) thickness_m: &'a [f32],
}

impl Anywhere<'_> {
    /// Elevation, m, and velocity, m/s, of a cell.
    fn fields_of(&self, cell: usize) -> [f32; 3] {
        let Self { fluid, thickness_m } = self;
        // A step reads all cells under hulls, where the water has another velocity than the head.
        if fluid.has_all_fields || thickness_m.get(cell).is_some_and(|thickness_m| *thickness_m != 0.0) {
            let fields = &fluid.fields;
            return [fields.eta_m[cell], fields.u_m_s[cell], fields.v_m_s[cell]];
        }
        fluid.lattice.fields_of(cell)
    }

    /// The same as a sample.
    pub(super) fn sample_of(&self, cell: usize) -> WaterSample {
        let [eta_m, u_m_s, v_m_s] = self.fields_of(cell).map(f64::from);
        WaterSample { level_m: eta_m, velocity_m_s: DVec2::new(u_m_s, v_m_s) }
    }
}

impl WaterSurface for Anywhere<'_> {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        let (mut level_m, mut velocity_m_s) = (0.0, DVec2::ZERO);
        for (cell, weight) in self.fluid.grid.weights(position_m) {
            let of_cell = self.sample_of(cell);
            level_m += weight * of_cell.level_m;
            velocity_m_s += weight * of_cell.velocity_m_s;
        }
        WaterSample { level_m, velocity_m_s }
    }
}
