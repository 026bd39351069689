//! Sections of the water across an axis.

use lbm_core::critical_discharge_m2_s;

use crate::water::Water;

/// A section across an axis: open width, area below a level, the greatest discharge at a head.
pub(super) struct Section {
    pub(super) width_m: f64,
    pub(super) area_m2: f64,
    pub(super) most_m3_s: f64,
}

impl Section {
    pub(super) fn at(water: &Water, [axis, along]: [usize; 2], level_m: f64, energy_level_m: f64) -> Self {
        let (fluid, units) = (&water.fluid, water.fluid.lattice.units());
        let [nx, ny] = [fluid.lattice.layout().nx(), fluid.lattice.layout().ny()];
        let dx = units.cell_size_m();
        let (first, step, count) = if axis == 0 { (along, nx, ny) } else { (along * nx, 1, nx) };
        let open = (0..count).map(|k| first + k * step).filter(|k| !fluid.solid[*k]);
        let zero = Self { width_m: 0.0, area_m2: 0.0, most_m3_s: 0.0 };
        open.fold(zero, |sum, k| {
            let bed_m = f64::from(fluid.bed_m(k));
            Self {
                width_m: sum.width_m + dx,
                area_m2: sum.area_m2 + dx * (level_m - bed_m).max(0.0),
                most_m3_s: sum.most_m3_s
                    + dx * critical_discharge_m2_s(energy_level_m - bed_m, units.gravity_m_s2()),
            }
        })
    }

    /// The mean depth of the open cells, m; 0 where there are none.
    pub(super) fn depth_m(&self) -> f64 {
        if self.width_m > 0.0 { self.area_m2 / self.width_m } else { 0.0 }
    }
}
