use crate::Error;

/// The converter between SI and lattice units.
///
/// Lattice units measure length in cells and time in steps, so the lattice speed `e = Δx/Δt` is 1. Depth is measured
/// in cells too, which makes `gravity() * depth` the *gravity number* `g h / e²` on which stability depends: BGK at
/// rest needs it to be at most 0.6.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Unchecked"))]
pub struct Units {
    cell_size_m: f64,
    time_step_s: f64,
    gravity_m_s2: f64,
}

/// As [`Units`] are written, before they are checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    cell_size_m: f64,
    time_step_s: f64,
    gravity_m_s2: f64,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Units {
    type Error = Error;

    fn try_from(unchecked: Unchecked) -> Result<Self, Error> {
        Self::new(unchecked.cell_size_m, unchecked.time_step_s, unchecked.gravity_m_s2)
    }
}

impl Units {
    /// Largest `g h / e²` at which water at rest is stable under BGK (von Neumann analysis of the linearized scheme).
    pub const MAX_GRAVITY_NUMBER: f64 = 0.6;

    /// Units of a grid with square cells of `cell_size_m`, stepped by `time_step_s`, under `gravity_m_s2`.
    ///
    /// # Errors
    /// [`Error::NotFinite`] and [`Error::OutOfRange`] unless all three are finite and above 0.
    pub fn new(cell_size_m: f64, time_step_s: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        for (what, value) in
            [("cell size [m]", cell_size_m), ("time step [s]", time_step_s), ("gravity [m/s²]", gravity_m_s2)]
        {
            Error::require_positive(what, value)?;
        }
        Ok(Self { cell_size_m, time_step_s, gravity_m_s2 })
    }

    /// Units whose time step gives water of depth `depth_m` the gravity number `g h / e²`.
    ///
    /// About 0.15 has the widest range of stable Froude numbers.
    ///
    /// # Errors
    /// [`Error::NotFinite`] and [`Error::OutOfRange`] unless all are finite and above 0 and the gravity number is at most
    /// [`Self::MAX_GRAVITY_NUMBER`].
    pub fn from_gravity_number(
        cell_size_m: f64,
        depth_m: f64,
        gravity_number: f64,
        gravity_m_s2: f64,
    ) -> Result<Self, Error> {
        let range = "above 0 and at most 0.6; 0.15 is usual";
        let ok = gravity_number > 0.0 && gravity_number <= Self::MAX_GRAVITY_NUMBER;
        Error::require(ok, "gravity number g h / e²", gravity_number, range)?;
        Error::require_positive("depth [m]", depth_m)?;
        let time_step_s = cell_size_m * (gravity_number / (gravity_m_s2 * depth_m)).sqrt();
        Self::new(cell_size_m, time_step_s, gravity_m_s2)
    }

    /// Δx, the side of a cell.
    pub fn cell_size_m(&self) -> f64 {
        self.cell_size_m
    }

    /// Δt, the simulated time of a step.
    pub fn time_step_s(&self) -> f64 {
        self.time_step_s
    }

    /// Gravity g, m/s².
    pub fn gravity_m_s2(&self) -> f64 {
        self.gravity_m_s2
    }

    /// `e = Δx/Δt`.
    pub fn lattice_speed_m_s(&self) -> f64 {
        self.cell_size_m / self.time_step_s
    }

    /// Area of a cell, Δx².
    pub fn cell_area_m2(&self) -> f64 {
        self.cell_size_m * self.cell_size_m
    }

    /// Gravity in lattice units, `g Δt² / Δx`.
    pub fn gravity(&self) -> f64 {
        self.gravity_m_s2 * self.time_step_s * self.time_step_s / self.cell_size_m
    }

    /// `g h / e²` of water of depth `depth_m`.
    pub fn gravity_number(&self, depth_m: f64) -> f64 {
        self.gravity() * self.to_cells(depth_m)
    }

    /// Time step with which water of depth `depth_m` on the same cells has a gravity number, s.
    pub fn time_step_for_s(&self, gravity_number: f64, depth_m: f64) -> f64 {
        self.time_step_s * (gravity_number / self.gravity_number(depth_m)).sqrt()
    }

    /// Speed of long waves on water of depth `depth_m`, `√(g h)`, m/s.
    pub fn wave_speed_m_s(&self, depth_m: f64) -> f64 {
        (self.gravity_m_s2 * depth_m).sqrt()
    }

    /// Height `u h / c` of the long wave in which water of a depth flows with a speed `u`, m.
    pub fn wave_height_m(&self, speed_m_s: f64, depth_m: f64) -> f64 {
        speed_m_s * depth_m / self.wave_speed_m_s(depth_m)
    }

    /// A length in cells.
    pub fn to_cells(&self, length_m: f64) -> f64 {
        length_m / self.cell_size_m
    }

    /// A length in meters.
    pub fn to_meters(&self, cells: f64) -> f64 {
        cells * self.cell_size_m
    }

    /// A volume in m³ from one in lattice units, such as a sum of depths in cells.
    pub fn to_m3(&self, lattice_volume: f64) -> f64 {
        lattice_volume * self.cell_size_m.powi(3)
    }

    /// A velocity in cells per step.
    pub fn to_lattice_velocity(&self, velocity_m_s: f64) -> f64 {
        velocity_m_s / self.lattice_speed_m_s()
    }

    /// A velocity in meters per second.
    pub fn to_m_s(&self, lattice_velocity: f64) -> f64 {
        lattice_velocity * self.lattice_speed_m_s()
    }

    /// Kinematic viscosity `ν = e² Δt (2τ − 1) / 6` of relaxation time `tau`.
    pub fn viscosity_m2_s(&self, tau: f64) -> f64 {
        let e = self.lattice_speed_m_s();
        e * e * self.time_step_s * (2.0 * tau - 1.0) / 6.0
    }

    /// Relaxation time τ of kinematic viscosity `viscosity_m2_s`: the inverse of [`Self::viscosity_m2_s`].
    pub fn tau(&self, viscosity_m2_s: f64) -> f64 {
        let e = self.lattice_speed_m_s();
        0.5 + 3.0 * viscosity_m2_s / (e * e * self.time_step_s)
    }

    /// A horizontal momentum `ρ h u Δx²` per unit density (m⁴/s) from `Σ h u` in lattice units.
    pub fn to_momentum_m4_s(&self, lattice_momentum: f64) -> f64 {
        lattice_momentum * self.cell_size_m.powi(3) * self.lattice_speed_m_s()
    }

    /// An energy per unit density (J / (kg/m³) = m⁵/s²) from lattice units, as [`crate::Energy`].
    pub fn to_energy_m5_s2(&self, lattice_energy: f64) -> f64 {
        self.to_momentum_m4_s(lattice_energy) * self.lattice_speed_m_s()
    }

    /// Froude number `abs(u)/√(g h)` of water that flows at a speed; infinite where it has no depth.
    pub fn froude(&self, depth_m: f64, speed_m_s: f64) -> f64 {
        if depth_m > 0.0 { speed_m_s / (self.gravity_m_s2() * depth_m).sqrt() } else { f64::INFINITY }
    }

    /// The change of a cell's `h u` in lattice units by an impulse per unit density (N·s / (kg/m³) = m⁴/s).
    pub fn to_lattice_momentum(&self, impulse_m4_s: f64) -> f64 {
        impulse_m4_s / (self.cell_size_m.powi(3) * self.lattice_speed_m_s())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cells of 2 m and steps of 0.5 s: e = 4 m/s.
    #[test]
    fn one_in_lattice_units_is_a_cell_and_a_step() {
        let units = Units::new(2.0, 0.5, 9.81).unwrap();
        assert_eq!((units.to_meters(1.0), units.to_m_s(1.0), units.to_m3(1.0)), (2.0, 4.0, 8.0));
        assert_eq!((units.to_momentum_m4_s(1.0), units.to_energy_m5_s2(1.0)), (32.0, 128.0));
        assert_eq!((units.to_lattice_momentum(32.0), units.to_cells(2.0)), (1.0, 1.0));
        // In 9.81 m of water waves run at 9.81 m/s.
        assert!((units.wave_height_m(0.5, 9.81) - 0.5).abs() < 1e-12);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn units_that_are_read_are_checked() {
        let units = Units::new(2.0, 0.5, 9.81).unwrap();
        let text = serde_json::to_string(&units).unwrap();
        assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), units);
        let error = serde_json::from_str::<Units>(&text.replace("2.0", "-2.0")).unwrap_err();
        assert!(error.to_string().contains("cell size [m]"), "{error}");
    }

    proptest! {
        #[test]
        fn conversions_are_inverse(dx in 1e-3f64..1e3, dt in 1e-5f64..10.0, x in -1e3f64..1e3) {
            let units = Units::new(dx, dt, 9.81).unwrap();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
            prop_assert!(close(units.to_meters(units.to_cells(x)), x));
            prop_assert!(close(units.to_m_s(units.to_lattice_velocity(x)), x));
            prop_assert!(close(units.to_momentum_m4_s(units.to_lattice_momentum(x)), x));
            prop_assert!(close(units.tau(units.viscosity_m2_s(0.6)), 0.6));
        }

        #[test]
        fn gravity_number_is_met(dx in 1e-2f64..10.0, depth in 0.1f64..50.0, number in 0.01f64..0.6) {
            let units = Units::from_gravity_number(dx, depth, number, 9.81).unwrap();
            prop_assert!((units.gravity_number(depth) - number).abs() < 1e-12);
            let steps = units.wave_speed_m_s(depth) * units.time_step_s() / dx;
            prop_assert!((steps * steps - number).abs() < 1e-12);
            let shorter_s = units.time_step_for_s(number / 4.0, depth);
            prop_assert!((shorter_s / units.time_step_s() - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn bad_values_are_named() {
        let message = Units::new(0.5, -1.0, 9.81).unwrap_err().to_string();
        assert_eq!(message, "time step [s] = -1: must be above 0");
        let message = Units::from_gravity_number(0.5, 4.0, 0.7, 9.81).unwrap_err().to_string();
        assert_eq!(message, "gravity number g h / e² = 0.7: must be above 0 and at most 0.6; 0.15 is usual");
    }
}
