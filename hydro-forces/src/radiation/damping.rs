use glam::DVec3;

use super::added_mass::Inertia;
use super::matrix::{Matrix6, cholesky, join, multiply, split};
use crate::error::{require, require_finite};
use crate::{Error, Load, Motion};

/// Damping in proportion to the velocity, `F = −B ν` with `ν = (v − u, ω)` relative to the water:
/// body axes, about the body's center of mass, as [`AddedMass`](super::AddedMass); N s/m, N s, N m s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearDamping(Matrix6);

impl LinearDamping {
    /// No damping.
    pub const NONE: Self = Self([[0.0; 6]; 6]);

    /// Damping from measurements or a potential-flow code. It need not be symmetric: the skew part does no work.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if an element is not finite, or if the symmetric part has an eigenvalue below 0, which
    /// would give energy to some motion.
    pub fn new(matrix: Matrix6) -> Result<Self, Error> {
        for &element in matrix.as_flattened() {
            require_finite("an element of the damping matrix", element)?;
        }
        // Tolerates the rounding of a table.
        require_dissipative(&matrix, |i| matrix[i][i].abs() * 1e-9)?;
        Ok(Self(matrix))
    }

    /// A quadratic drag, linearized: its derivative over the velocity and, with an arm, over the turning.
    /// `speed_m_s` is that of the body's surface in the water.
    ///
    /// With it, and with the opposite of its own [`load`](Self::load) among the others, [`BodyInWater::step_load`](super::BodyInWater::step_load)
    /// takes such a drag at the step's end, linear in the velocity: stable for bodies so light that a step with the drag of its start
    /// would turn them back faster than they came.
    pub fn of_drag(drag_n: f64, speed_m_s: f64, arm_m: f64) -> Self {
        let linear = if speed_m_s > 0.0 { 2.0 * drag_n / speed_m_s } else { 0.0 };
        let diagonal = [linear, linear * arm_m * arm_m];
        Self(std::array::from_fn(|i| std::array::from_fn(|j| if i == j { diagonal[i / 3] } else { 0.0 })))
    }

    /// Whether its load at a step's start would turn the body's own motion along or about one of its axes back: `B Δt` above the inertia.
    pub fn is_stiff(&self, body: &Inertia, dt: f64) -> bool {
        let tensor = &body.tensor_kg_m2;
        let inertia = [[body.mass_kg; 3], [tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z]];
        inertia.as_flattened().iter().enumerate().any(|(i, inertia)| self.0[i][i] * dt > *inertia)
    }

    /// Sum of two dampings.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] + other.0[i][j])))
    }

    /// The matrix.
    pub fn matrix(&self) -> &Matrix6 {
        &self.0
    }

    /// `−B ν` of a body in water that moves at `water_m_s`; world axes, about the center of mass.
    ///
    /// Taken at a step's start it is unstable where `B Δt` exceeds twice the inertia;
    /// [`BodyInWater::step_load`](super::BodyInWater::step_load) takes it at the step's end.
    pub fn load(&self, motion: &Motion, water_m_s: DVec3) -> Load {
        let rotation = motion.rotation.normalize();
        let back = rotation.inverse();
        let relative = join(back * (motion.linvel_m_s - water_m_s), back * motion.angvel_rad_s);
        let (force, torque) = split(multiply(&self.0, &relative));
        Load { force_n: rotation * -force, torque_n_m: rotation * -torque }
    }
}

/// Refuses a damping that gives energy to some motion: its symmetric part must be semidefinite, with a tolerance `slack(i)`
/// for each mode i, as the units of the modes differ.
pub(super) fn require_dissipative(matrix: &Matrix6, slack: impl Fn(usize) -> f64) -> Result<(), Error> {
    let symmetric: Matrix6 =
        std::array::from_fn(|i| std::array::from_fn(|j| matrix[i][j] / 2.0 + matrix[j][i] / 2.0));
    if cholesky(&raised(&symmetric, |i| slack(i) + f64::MIN_POSITIVE)).is_some() {
        return Ok(());
    }
    let what = "the least eigenvalue of the symmetric part of the damping matrix";
    require(false, what, least_eigenvalue(&symmetric), "0 or above: damping gives no energy")
}

/// `matrix` with `by(i)` added to its diagonal.
fn raised(matrix: &Matrix6, by: impl Fn(usize) -> f64) -> Matrix6 {
    let mut raised = *matrix;
    for (i, row) in raised.iter_mut().enumerate() {
        row[i] += by(i);
    }
    raised
}

/// Least eigenvalue of a symmetric matrix that is not definite, by bisection of what has to be added to its diagonal.
fn least_eigenvalue(symmetric: &Matrix6) -> f64 {
    // No eigenvalue exceeds six times the largest element (Gershgorin).
    let bound = 6.0 * symmetric.as_flattened().iter().fold(0.0f64, |most, e| most.max(e.abs()));
    let (mut low, mut high) = (0.0, bound);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if cholesky(&raised(symmetric, |_| middle)).is_some() { high = middle } else { low = middle }
    }
    -high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Flow;
    use crate::radiation::{AddedMass, BodyInWater};
    use glam::{DMat3, DQuat};

    /// A ball of foam, which drag would turn back four hundred times as fast in a step as it came: its turn dies away, and its way as that of
    /// body and water under a quadratic drag, `1 / v = 1 / v₀ + k t / m`.
    #[test]
    fn a_stiff_drag_is_taken_at_the_end_of_the_step() {
        let (dt, drag_kg_m, arm_m) = (0.02, 100.0, 0.2);
        let tensor_kg_m2 = DMat3::from_diagonal(DVec3::splat(1e-3));
        let inertia = Inertia { mass_kg: 1.0, tensor_kg_m2 };
        let added_mass = AddedMass::ellipsoid(DVec3::splat(0.4), 1000.0).unwrap();
        let carried_kg = 1.0 + added_mass.matrix()[0][0];
        let start = DVec3::new(2.0, 1.0, -1.0);
        let mut motion = Motion {
            linvel_m_s: start,
            angvel_rad_s: DVec3::new(1.0, -2.0, 3.0),
            ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO)
        };
        let steps = 50;
        for _ in 0..steps {
            let (speed, turn) = (motion.linvel_m_s.length(), motion.angvel_rad_s.length());
            let drag = LinearDamping::of_drag(drag_kg_m * speed * speed, speed, arm_m);
            assert!(drag.is_stiff(&inertia, dt));
            // The quadratic drag is half of its derivative's load along, and all of it about, where the speed is that of the way.
            let whole = drag.load(&motion, DVec3::ZERO);
            let own = Load { force_n: 0.5 * whole.force_n, torque_n_m: whole.torque_n_m };
            let back = Load { force_n: -whole.force_n, torque_n_m: -whole.torque_n_m };
            let others = own + back;
            let body = BodyInWater { inertia, added_mass, damping: drag };
            let load = body.step_load(&motion, &Flow::default(), &others, dt, |_| DQuat::IDENTITY).unwrap();
            let all = others + load;
            motion.linvel_m_s += all.force_n / inertia.mass_kg * dt;
            motion.angvel_rad_s += tensor_kg_m2.inverse() * all.torque_n_m * dt;
            assert!(motion.angvel_rad_s.length() <= 0.2 * turn, "{} after {turn} rad/s", motion.angvel_rad_s);
        }
        let exact = 1.0 / (1.0 / start.length() + drag_kg_m * f64::from(steps) * dt / carried_kg);
        let speed = motion.linvel_m_s.length();
        assert!((speed / exact - 1.0).abs() < 0.03, "{speed} m/s for {exact}");
        // A boat's is none.
        let drag = LinearDamping::of_drag(drag_kg_m, 1.0, arm_m);
        let boat =
            Inertia { mass_kg: 900.0, tensor_kg_m2: DMat3::from_diagonal(DVec3::new(300.0, 700.0, 800.0)) };
        assert!(!drag.is_stiff(&boat, dt));
    }
}
