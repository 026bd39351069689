use glam::{DMat3, DVec3};

use super::ellipsoid;
use super::matrix::{Matrix6, cholesky, join, multiply, solve, split};
use crate::error::{require, require_finite, require_positive};
use crate::{Error, Flow, Load, Motion};

/// Added mass, the inertia of the water that moves with a body: symmetric, kg, kg m and kg m², body axes, about
/// the body's center of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AddedMass(Matrix6);

/// The inertia of the body itself.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Inertia {
    /// Mass, kg.
    pub mass_kg: f64,
    /// About the center of mass, body axes, kg m².
    pub tensor_kg_m2: DMat3,
}

impl AddedMass {
    /// No added mass.
    pub const NONE: Self = Self([[0.0; 6]; 6]);

    /// Added mass from a table or a potential-flow code.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if an element is not finite, the matrix is not symmetric within
    /// 10⁻⁶ of its largest element, or some motion would have a negative energy.
    pub fn new(matrix: Matrix6) -> Result<Self, Error> {
        let elements = || matrix.iter().flatten().copied();
        for element in elements() {
            require_finite("an element of the added mass", element)?;
        }
        let largest = elements().map(f64::abs).fold(0.0, f64::max);
        let mut symmetric = matrix;
        for i in 0..6 {
            for j in 0..i {
                let apart = (matrix[i][j] - matrix[j][i]).abs();
                require(apart <= 1e-6 * largest, "the asymmetry of the added mass", apart, "zero")?;
                let mean = (matrix[i][j] + matrix[j][i]) / 2.0;
                (symmetric[i][j], symmetric[j][i]) = (mean, mean);
            }
        }
        // Semidefinite is enough; tolerates the rounding of a table.
        let mut raised = symmetric;
        for i in 0..6 {
            raised[i][i] += 1e-9 * largest.max(f64::MIN_POSITIVE);
        }
        let definite = cholesky(&raised).is_some() || largest == 0.0;
        require(definite, "the least energy of the added mass", -largest, "at least 0 for every motion")?;
        Ok(Self(symmetric))
    }

    /// The added mass of an ellipsoid deep in water of `density_kg_m3` (Lamb §114–115), about its center.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if a value is not finite and above 0.
    pub fn ellipsoid(semi_axes_m: DVec3, density_kg_m3: f64) -> Result<Self, Error> {
        for axis in semi_axes_m.to_array() {
            require_positive("a semi-axis", axis)?;
        }
        require_positive("density_kg_m3", density_kg_m3)?;
        let volume = 4.0 / 3.0 * std::f64::consts::PI * semi_axes_m.element_product();
        let coefficients = join(ellipsoid::along_axes(semi_axes_m), ellipsoid::about_axes(semi_axes_m));
        let mut matrix = [[0.0; 6]; 6];
        for (i, coefficient) in coefficients.into_iter().enumerate() {
            matrix[i][i] = coefficient * density_kg_m3 * volume;
        }
        Ok(Self(matrix))
    }

    /// An estimate for a floating hull: the lower half of an ellipsoid as long and as broad as its
    /// waterline and as deep as its draft, about the middle of the waterline.
    ///
    /// Half the added mass of the whole ellipsoid: exact for fast heave, roll and pitch, in which the mirrored hull moves
    /// along; too much for fast surge, sway and yaw.
    ///
    /// # Errors
    /// As [`ellipsoid`](Self::ellipsoid).
    pub fn floating(length_m: f64, beam_m: f64, draft_m: f64, density_kg_m3: f64) -> Result<Self, Error> {
        let whole = Self::ellipsoid(DVec3::new(length_m / 2.0, beam_m / 2.0, draft_m), density_kg_m3)?;
        Ok(Self(whole.0.map(|row| row.map(|element| element / 2.0))))
    }

    /// The added mass about another point: `arm_m` leads from the new reference (the center of mass) to the old one, body
    /// axes.
    #[must_use]
    pub fn seen_from(self, arm_m: DVec3) -> Self {
        // Velocities (v, ω) of the new reference are (v + ω × arm, ω) at the old one.
        let column = |j: usize| {
            let mut unit = [0.0; 6];
            unit[j] = 1.0;
            let (v, w) = split(unit);
            join(v + w.cross(arm_m), w)
        };
        let columns: [[f64; 6]; 6] = std::array::from_fn(column);
        let moved = columns.map(|c| multiply(&self.0, &c));
        let element = |i: usize, j: usize| columns[i].iter().zip(moved[j]).map(|(a, b)| a * b).sum();
        Self(std::array::from_fn(|i| std::array::from_fn(|j| element(i, j))))
    }

    /// The matrix.
    pub fn matrix(&self) -> &Matrix6 {
        &self.0
    }

    /// The load of the added mass on an accelerating body while `others` (every other load, gravity included) act on it;
    /// world axes, about the center of mass, [`Motion::reference_m`].
    ///
    /// Kirchhoff's equations: with `(v, ω)` the motion relative to the water in body axes and
    /// `(p, l) = A (v, ω)` the momentum that the water took on, the force is `−A v̇ − ω × p`, the torque
    /// `−A ω̇ − ω × l − v × p` (with Munk's moment). The accelerations are solved for together with the body's own inertia, so
    /// that any integrator of rigid bodies moves the body correctly with this load beside the others; with the accelerations
    /// of the step before it would be unstable where the added mass exceeds the body's. For large steps or a strongly
    /// directional added mass take [`BodyInWater`](super::BodyInWater).
    ///
    /// `None` if the body's inertia is not positive definite or a value is not finite.
    pub fn reaction(&self, body: &Inertia, motion: &Motion, flow: &Flow, others: &Load) -> Option<Load> {
        let rotation = motion.rotation.normalize();
        let back = rotation.inverse();
        let omega = back * motion.angvel_rad_s;
        let velocity = back * motion.linvel_m_s;
        let water = back * flow.velocity_m_s;
        let relative = velocity - water;
        let (p, l) = split(multiply(&self.0, &join(relative, omega)));
        // Components along the turning axes change by −ω × of the vector even where that does not.
        let stream = back * flow.acceleration_m_s2 - omega.cross(water);
        let (pushed, twisted) = split(multiply(&self.0, &join(stream, DVec3::ZERO)));
        let known_force = pushed - omega.cross(p);
        let known_torque = twisted - omega.cross(l) - relative.cross(p);

        let inertia = self.beside(body);
        let linear = back * others.force_n + known_force - omega.cross(velocity) * body.mass_kg;
        let angular = back * others.torque_n_m + known_torque - omega.cross(body.tensor_kg_m2 * omega);
        let acceleration = solve(&cholesky(&inertia)?, &join(linear, angular));
        let (force, torque) = split(multiply(&self.0, &acceleration));
        let load = Load {
            force_n: rotation * (known_force - force),
            torque_n_m: rotation * (known_torque - torque),
        };
        (load.force_n.is_finite() && load.torque_n_m.is_finite()).then_some(load)
    }

    /// Inertia of body and water, `M + A`.
    pub(super) fn beside(&self, body: &Inertia) -> Matrix6 {
        let mut inertia = self.0;
        for i in 0..3 {
            inertia[i][i] += body.mass_kg;
            for j in 0..3 {
                inertia[3 + i][3 + j] += body.tensor_kg_m2.col(j)[i];
            }
        }
        inertia
    }
}
