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

    /// The derivative of a drag of a magnitude that grows with the square of the speed in the water, over the velocity and, with an arm,
    /// over the turning. `speed_m_s` is that of the body's surface in the water.
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

    /// Both together.
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
