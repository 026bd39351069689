/// What lattice units are worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub(super) cell_m: f64,
    pub(super) step_s: f64,
    pub(super) density_kg_m3: f64,
}

impl Scale {
    pub(super) fn velocity_m_s(&self, cells_a_step: f64) -> f64 {
        cells_a_step * self.cell_m / self.step_s
    }

    pub(super) fn volume_m3(&self, cells: f64) -> f64 {
        cells * self.cell_m.powi(3)
    }

    pub(super) fn mass_kg(&self, mass: f64) -> f64 {
        self.volume_m3(mass) * self.density_kg_m3
    }

    pub(super) fn momentum_n_s(&self, momentum: f64) -> f64 {
        self.velocity_m_s(self.mass_kg(momentum))
    }
}
