use lbm_core::Units;

/// Rigid motion of a solid in the plane: its points move with `u(x) = linvel + angvel × (x − centre)`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Motion {
    /// The point that moves with `linvel_m_s` and that torques are taken about, m from the grid's lower left corner.
    pub centre_m: [f64; 2],
    /// Velocity of the centre, m/s.
    pub linvel_m_s: [f64; 2],
    /// Angular velocity, rad/s, counter-clockwise.
    pub angvel_rad_s: f64,
}

impl Motion {
    /// Velocity of the solid's point at `place_m`, m/s.
    pub fn velocity_m_s(&self, place_m: [f64; 2]) -> [f64; 2] {
        velocity(self.centre_m, self.linvel_m_s, self.angvel_rad_s, place_m)
    }
}

/// A [`Motion`] in lattice units: cells and steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct LatticeMotion {
    pub(crate) centre: [f64; 2],
    linvel: [f64; 2],
    pub(crate) angvel: f64,
}

impl LatticeMotion {
    pub(crate) fn new(motion: &Motion, units: &Units) -> Self {
        Self {
            centre: motion.centre_m.map(|x| units.to_cells(x)),
            linvel: motion.linvel_m_s.map(|u| units.to_lattice_velocity(u)),
            angvel: motion.angvel_rad_s * units.time_step_s(),
        }
    }

    /// Velocity at `place`, in cells from the grid's lower left corner.
    pub(crate) fn velocity(&self, place: [f64; 2]) -> [f64; 2] {
        velocity(self.centre, self.linvel, self.angvel, place)
    }

    /// A bound of the speed anywhere in the box of cells `from` to `to`, without the latter's row and column.
    pub(crate) fn fastest(&self, [from, to]: [[usize; 2]; 2]) -> f64 {
        let end = |end: usize, axis: usize| (self.centre[axis] - end as f64).abs();
        let reach = |axis: usize| end(from[axis], axis).max(end(to[axis], axis));
        self.linvel[0].hypot(self.linvel[1]) + self.angvel.abs() * reach(0).hypot(reach(1))
    }

    pub(crate) fn is_rest(&self) -> bool {
        self.linvel == [0.0; 2] && self.angvel == 0.0
    }
}

fn velocity(centre: [f64; 2], linvel: [f64; 2], angvel: f64, place: [f64; 2]) -> [f64; 2] {
    let [x, y] = [place[0] - centre[0], place[1] - centre[1]];
    [linvel[0] - angvel * y, linvel[1] + angvel * x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turning_solid_moves_across_its_arm() {
        let motion = Motion { centre_m: [2.0, 3.0], linvel_m_s: [0.5, 0.0], angvel_rad_s: 2.0 };
        assert_eq!(motion.velocity_m_s([3.0, 3.0]), [0.5, 2.0]);
        assert_eq!(motion.velocity_m_s([2.0, 4.0]), [-1.5, 0.0]);
        let units = Units::from_gravity_number(0.5, 1.0, 0.15, 9.81).unwrap();
        let lattice = LatticeMotion::new(&motion, &units);
        let [u, v] = lattice.velocity([6.0, 6.0]).map(|c| units.to_m_s(c));
        assert!((u - 0.5).abs() < 1e-12 && (v - 2.0).abs() < 1e-12, "{u}, {v}");
    }
}
