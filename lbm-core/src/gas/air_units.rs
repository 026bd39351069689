/// The converter between SI and the lattice units of an [`Air`](crate::Air), which measure length in cells, time in steps, and mass in
/// that of a cell of the air at rest.
///
/// All values should be above 0; from others follow values that the builders of the air and its boundary refuse.
///
/// ```
/// use lbm_core::AirUnits;
///
/// let units = AirUnits { cell_size_m: 0.5, time_step_s: 0.01, density_kg_m3: 1.2 };
/// // Undiluted smoke that rises with 2 m/s² in air of 0.05 m²/s.
/// let buoyancy = units.to_lattice_acceleration(2.0);
/// assert!((buoyancy - 4e-4).abs() < 1e-18);
/// assert!((units.viscosity_m2_s(0.506) - 0.05).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AirUnits {
    /// Side Δx of a cell, m.
    pub cell_size_m: f64,
    /// Simulated time Δt of a step, s.
    pub time_step_s: f64,
    /// Density of the air at rest, kg/m³.
    pub density_kg_m3: f64,
}

impl AirUnits {
    /// A velocity in cells a step, `u Δt/Δx`, of one in m/s.
    pub fn to_lattice_velocity(&self, velocity_m_s: f64) -> f64 {
        velocity_m_s * (self.time_step_s / self.cell_size_m)
    }

    /// A velocity in m/s.
    pub fn to_m_s(&self, lattice_velocity: f64) -> f64 {
        lattice_velocity * self.cell_size_m / self.time_step_s
    }

    /// An acceleration in cells a step², `b Δt²/Δx`, of one in m/s²: that of [`AirBuilder::buoyancy`](crate::AirBuilder::buoyancy).
    pub fn to_lattice_acceleration(&self, acceleration_m_s2: f64) -> f64 {
        acceleration_m_s2 * self.time_step_s * self.time_step_s / self.cell_size_m
    }

    /// A diffusivity in cells² a step, `D Δt/Δx²`, of one in m²/s: that of [`AirBuilder::diffusivity`](crate::AirBuilder::diffusivity).
    pub fn to_lattice_diffusivity(&self, diffusivity_m2_s: f64) -> f64 {
        diffusivity_m2_s * self.time_step_s / (self.cell_size_m * self.cell_size_m)
    }

    /// Kinematic viscosity `ν = (τ − ½)/3 Δx²/Δt` of relaxation time `tau`, in steps, m²/s.
    pub fn viscosity_m2_s(&self, tau: f64) -> f64 {
        (tau - 0.5) / 3.0 * self.cell_size_m * self.cell_size_m / self.time_step_s
    }

    /// A volume in m³ of one in cells, such as a sum of concentrations: `C Δx³`.
    pub fn to_m3(&self, cells: f64) -> f64 {
        cells * self.cell_size_m.powi(3)
    }

    /// Smoke given in a step, the change of the sum of concentrations, of a volume of undiluted smoke given in a second, m³/s.
    pub fn to_lattice_rate(&self, smoke_m3_s: f64) -> f64 {
        smoke_m3_s * self.time_step_s / self.to_m3(1.0)
    }

    /// A mass in kg of one in lattice units, as [`AirTotals::mass`](crate::AirTotals::mass): `m ρ₀ Δx³`.
    pub fn to_kg(&self, lattice_mass: f64) -> f64 {
        self.to_m3(lattice_mass) * self.density_kg_m3
    }

    /// A momentum in N·s of one in lattice units, as [`AirTotals::momentum`](crate::AirTotals::momentum).
    pub fn to_momentum_n_s(&self, lattice_momentum: f64) -> f64 {
        self.to_m_s(self.to_kg(lattice_momentum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cells of 2 m, steps of 0.5 s, air of 3 kg/m³: exact in binary.
    const UNITS: AirUnits = AirUnits { cell_size_m: 2.0, time_step_s: 0.5, density_kg_m3: 3.0 };

    #[test]
    fn one_in_lattice_units_is_a_cell_and_a_step() {
        assert_eq!((UNITS.to_m_s(1.0), UNITS.to_m3(1.0), UNITS.to_kg(1.0)), (4.0, 8.0, 24.0));
        assert_eq!(UNITS.to_momentum_n_s(1.0), 96.0);
        assert_eq!((UNITS.to_lattice_velocity(4.0), UNITS.to_lattice_rate(16.0)), (1.0, 1.0));
        assert_eq!((UNITS.to_lattice_acceleration(8.0), UNITS.to_lattice_diffusivity(8.0)), (1.0, 1.0));
        // At τ = 3.5 a cell² a step.
        assert_eq!(UNITS.viscosity_m2_s(3.5), 8.0);
    }

    proptest! {
        /// What the lattice does in its own units it does in SI: the numbers of Reynolds, Schmidt and Richardson are the same in both.
        #[test]
        fn dimensionless_numbers_are_kept(
            dx in 1e-3f64..1e2, dt in 1e-5f64..1.0, u in 1e-3f64..10.0, d in 1e-6f64..1.0, b in 1e-3f64..10.0, tau in 0.501f64..2.0,
        ) {
            let units = AirUnits { cell_size_m: dx, time_step_s: dt, density_kg_m3: 1.2 };
            let same = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
            let (velocity, nu) = (units.to_lattice_velocity(u), (tau - 0.5) / 3.0);
            prop_assert!(same(units.to_m_s(velocity), u));
            // Of a length of a cell.
            prop_assert!(same(velocity / nu, u * dx / units.viscosity_m2_s(tau)));
            prop_assert!(same(nu / units.to_lattice_diffusivity(d), units.viscosity_m2_s(tau) / d));
            prop_assert!(same(units.to_lattice_acceleration(b) / (velocity * velocity), b * dx / (u * u)));
        }
    }
}
