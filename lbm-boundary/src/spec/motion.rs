use lbm_core::{Region, Units};

/// Largest speed of walls and inflows, in cells per step: the range in which a wall's term, linear in its speed, holds. That
/// of a wall is evaluated in the water cells beside it, up to a cell and a half farther out than the solid's points.
pub const MAX_SPEED: f64 = 1.0 / 3.0;

/// Rigid motion of a solid in the plane: its points move with `u(x) = linvel + angvel × (x − center)`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// Point that moves with `linvel_m_s` and about which torques are taken, m from the grid's lower left corner.
    pub center_m: [f64; 2],
    /// Velocity of the center, m/s.
    pub linvel_m_s: [f64; 2],
    /// Angular velocity, rad/s, counter-clockwise.
    pub angvel_rad_s: f64,
}

impl Motion {
    /// Velocity of the solid's point at `place_m`, m/s.
    pub fn velocity_m_s(&self, place_m: [f64; 2]) -> [f64; 2] {
        let arm_m = [place_m[0] - self.center_m[0], place_m[1] - self.center_m[1]];
        velocity(self.linvel_m_s, self.angvel_rad_s, arm_m)
    }

    /// Greatest speed of the points within `radius_m` of the center, m/s.
    pub fn fastest_m_s(&self, radius_m: f64) -> f64 {
        fastest(self.linvel_m_s, self.angvel_rad_s, radius_m)
    }
}

/// A [`Motion`] in lattice units: cells and steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct LatticeMotion {
    pub(crate) center: [f64; 2],
    pub(crate) linvel: [f64; 2],
    pub(crate) angvel: f64,
}

impl LatticeMotion {
    pub(crate) fn new(motion: &Motion, units: &Units) -> Self {
        Self {
            center: motion.center_m.map(|x| units.to_cells(x)),
            linvel: motion.linvel_m_s.map(|u| units.to_lattice_velocity(u)),
            angvel: motion.angvel_rad_s * units.time_step_s(),
        }
    }

    /// Vector from the center to the middle of a cell.
    #[inline(always)]
    pub(crate) fn arm(&self, [i, j]: [usize; 2]) -> [f64; 2] {
        [i as f64 + 0.5 - self.center[0], j as f64 + 0.5 - self.center[1]]
    }

    /// Velocity at the end of an `arm` from the center.
    #[inline(always)]
    pub(crate) fn velocity(&self, arm: [f64; 2]) -> [f64; 2] {
        velocity(self.linvel, self.angvel, arm)
    }

    /// Velocity at the middle of a cell.
    pub(crate) fn velocity_in(&self, cell: [usize; 2]) -> [f64; 2] {
        self.velocity(self.arm(cell))
    }

    /// Upper bound of the speed anywhere in `region`.
    pub(crate) fn max_speed(&self, region: Region) -> f64 {
        let distance = |edge: usize, axis: usize| (self.center[axis] - edge as f64).abs();
        let x = distance(region.i0, 0).max(distance(region.i1, 0));
        let y = distance(region.j0, 1).max(distance(region.j1, 1));
        fastest(self.linvel, self.angvel, x.hypot(y))
    }

    pub(crate) fn is_rest(&self) -> bool {
        self.linvel == [0.0; 2] && self.angvel == 0.0
    }
}

#[inline(always)]
fn velocity(linvel: [f64; 2], angvel: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    [linvel[0] - angvel * y, linvel[1] + angvel * x]
}

/// Bound of the speed within a distance of the center.
fn fastest(linvel: [f64; 2], angvel: f64, distance: f64) -> f64 {
    linvel[0].hypot(linvel[1]) + angvel.abs() * distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turning_solid_moves_across_its_arm() {
        let motion = Motion { center_m: [2.0, 3.0], linvel_m_s: [0.5, 0.0], angvel_rad_s: 2.0 };
        assert_eq!(motion.velocity_m_s([3.0, 3.0]), [0.5, 2.0]);
        assert_eq!(motion.velocity_m_s([2.0, 4.0]), [-1.5, 0.0]);
        let units = Units::from_gravity_number(0.5, 1.0, 0.15, 9.81).unwrap();
        let lattice = LatticeMotion::new(&motion, &units);
        let [u, v] =
            lattice.velocity([6.0 - lattice.center[0], 6.0 - lattice.center[1]]).map(|c| units.to_m_s(c));
        assert!((u - 0.5).abs() < 1e-12 && (v - 2.0).abs() < 1e-12, "{u}, {v}");
    }

    #[test]
    fn the_fastest_point_moves_with_the_turn() {
        let motion =
            Motion { linvel_m_s: [3.0, 4.0], angvel_rad_s: -std::f64::consts::PI, ..Motion::default() };
        assert!((motion.fastest_m_s(2.0) - (5.0 + 2.0 * std::f64::consts::PI)).abs() < 1e-12);
    }
}
