//! Guides: velocities of a body that something outside of the world prescribes.

use super::principal::PrincipalInertia;
use crate::error::{Error, finite_vector};
use glam::{DMat3, DQuat, DVec3};

/// A guide, such as the carriage of a towing tank: it prescribes some of a body's six velocities and leaves the others free.
///
/// The velocity of the center of mass and the angular velocity are
///
/// `v = Σ vᵢ eᵢ`, `ω = Σ q̇ᵢ aᵢ`,
///
/// with `e₁` (surge) horizontal at [`heading_rad`](Self::heading_rad), `e₂` (sway) to port of it, `e₃` (heave) upwards, and
/// the axes of the angles in the body's rotation `R = R_z(yaw) R_y(pitch) R_x(roll)`: `a₁` is the body's x axis (roll), `a₂`
/// the horizontal one across it (pitch), `a₃` the vertical (yaw). Where the guide gives `vᵢ` or `q̇ᵢ`, the body has it at the
/// end of a step. The impulse `p` and angular impulse `l` that this takes do no work on free motions,
///
/// `eᵢ · p = 0` and `aᵢ · l = 0` for each free i,
///
/// so a free velocity changes by the loads on it alone. They are reported
/// ([`StepReport::guide_impulse`](crate::StepReport::guide_impulse)) and complete the momentum ledger:
///
/// `m Δv = (F + m g) Δt + contacts + p`, `ΔL = τ Δt + contacts + l`.
///
/// Contacts see the guide: they accelerate a body in its free motions only.
///
/// The axes of roll and yaw are parallel where the body's x axis is vertical. With both free and pitch prescribed a body
/// that gets there is quarantined.
///
/// ```
/// use glam::DVec3;
/// use rigid_sim::{Guide, MassProperties, RigidBodyBuilder, World};
///
/// // 1.5 m/s along x; heave and pitch are free.
/// let carriage = Guide {
///     linear_m_s: [Some(1.5), Some(0.0), None],
///     angular_rad_s: [Some(0.0), None, Some(0.0)],
///     ..Guide::default()
/// };
/// let mut world = World::new(DVec3::ZERO);
/// let mass = MassProperties::from_box(DVec3::new(2.0, 0.5, 0.25), 800.0)?;
/// let hull = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).linvel(DVec3::X * 1.5).build()?);
/// world[hull].set_guide(Some(carriage))?;
/// world[hull].add_force(DVec3::new(-60.0, 5.0, 0.0));
/// let report = world.step(0.01);
/// // At constant speed the carriage carries the whole horizontal load.
/// let carriage_n = report.guide_impulse(hull).linear_n_s / 0.01;
/// assert!((carriage_n - DVec3::new(60.0, -5.0, 0.0)).length() < 1e-9);
/// # Ok::<(), rigid_sim::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guide {
    /// Direction of surge, counter-clockwise from the world's x axis seen from above, rad.
    pub heading_rad: f64,
    /// Velocities of the center of mass in surge, sway and heave, m/s; `None` where it is free.
    pub linear_m_s: [Option<f64>; 3],
    /// Rates of the angles of roll, pitch (positive with the x axis going down) and yaw, rad/s; `None` where it is free.
    pub angular_rad_s: [Option<f64>; 3],
}

impl Guide {
    /// Unit vectors of surge, sway and heave.
    pub fn linear_axes(&self) -> [DVec3; 3] {
        let (sine, cosine) = self.heading_rad.sin_cos();
        [DVec3::new(cosine, sine, 0.0), DVec3::new(-sine, cosine, 0.0), DVec3::Z]
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        finite_vector("heading of a guide (rad)", DVec3::X * self.heading_rad)?;
        let given = |of: [Option<f64>; 3]| DVec3::from(of.map(|value| value.unwrap_or_default()));
        finite_vector("velocity of a guide (m/s)", given(self.linear_m_s))?;
        finite_vector("angular velocity of a guide (rad/s)", given(self.angular_rad_s)).map(drop)
    }

    /// The velocity nearest to `linvel_m_s` that the guide allows.
    pub(crate) fn linvel(&self, linvel_m_s: DVec3) -> DVec3 {
        let axes = self.linear_axes().into_iter().zip(self.linear_m_s);
        axes.fold(linvel_m_s, |velocity, (axis, prescribed)| match prescribed {
            Some(prescribed) => velocity + axis * (prescribed - axis.dot(linvel_m_s)),
            None => velocity,
        })
    }

    /// Change of velocity by a unit impulse, 1/kg: `Σ eᵢ eᵢᵀ / m` over the free i.
    pub(crate) fn inverse_mass(&self, mass_kg: f64) -> DMat3 {
        let axes = self.linear_axes().into_iter().zip(self.linear_m_s);
        axes.filter(|(_, prescribed)| prescribed.is_none())
            .map(|(axis, _)| outer(axis, axis / mass_kg))
            .fold(DMat3::ZERO, |sum, part| sum + part)
    }

    /// Whether all rotations are free.
    pub(crate) fn turns_freely(&self) -> bool {
        self.angular_rad_s.iter().all(Option::is_none)
    }

    /// The angular momentum that the guide allows and `momentum` is brought to without work on free rotations.
    pub(crate) fn momentum(&self, inertia: &PrincipalInertia, rotation: DQuat, momentum: DVec3) -> DVec3 {
        if self.turns_freely() {
            return momentum;
        }
        let axes = rotation_axes(rotation);
        inertia.momentum(rotation, axes * self.rates(inertia, rotation, momentum))
    }

    /// Change of angular velocity by a unit angular impulse, 1/(kg·m²).
    pub(crate) fn inverse_inertia(&self, inertia: &PrincipalInertia, rotation: DQuat) -> DMat3 {
        if self.turns_freely() {
            return inertia.inverse_in_world(rotation);
        }
        let axes = rotation_axes(rotation);
        let free = DVec3::from(self.angular_rad_s.map(|rate| if rate.is_none() { 1.0 } else { 0.0 }));
        axes * self.system(inertia, rotation).inverse() * DMat3::from_diagonal(free) * axes.transpose()
    }

    /// The rotation after `dt` at the rates of a body with `momentum`.
    pub(crate) fn advance(
        &self,
        inertia: &PrincipalInertia,
        rotation: DQuat,
        momentum: DVec3,
        dt: f64,
    ) -> DQuat {
        if self.turns_freely() {
            return inertia.advance(rotation, momentum, dt);
        }
        let [roll, pitch, yaw] = (self.rates(inertia, rotation, momentum) * dt).to_array();
        let across = DQuat::from_axis_angle(rotation_axes(rotation).y_axis, pitch);
        (DQuat::from_rotation_z(yaw) * across * rotation * DQuat::from_rotation_x(roll)).normalize()
    }

    /// Rates of roll, pitch and yaw of a body with `momentum`: those prescribed, and free ones with `aᵢ · (I ω − L) = 0`.
    fn rates(&self, inertia: &PrincipalInertia, rotation: DQuat, momentum: DVec3) -> DVec3 {
        let along = rotation_axes(rotation).transpose() * momentum;
        let right: [f64; 3] = std::array::from_fn(|i| self.angular_rad_s[i].unwrap_or(along[i]));
        self.system(inertia, rotation).inverse() * DVec3::from(right)
    }

    /// The matrix of that system: the row `aᵢ · I aⱼ` of each free rotation, the unit row of each prescribed one.
    fn system(&self, inertia: &PrincipalInertia, rotation: DQuat) -> DMat3 {
        let axes = rotation_axes(rotation);
        let column = |j: usize| {
            let along = axes.transpose() * inertia.momentum(rotation, axes.col(j));
            let unit = DMat3::IDENTITY.col(j);
            DVec3::from(std::array::from_fn(
                |i| if self.angular_rad_s[i].is_some() { unit[i] } else { along[i] },
            ))
        };
        DMat3::from_cols(column(0), column(1), column(2))
    }
}

/// The impulse of a [`Guide`] on its body in one step; divided by the time step, its mean force and torque.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GuideImpulse {
    /// Linear impulse, N·s.
    pub linear_n_s: DVec3,
    /// Angular impulse about the center of mass, N·m·s.
    pub angular_n_m_s: DVec3,
}

impl std::ops::AddAssign for GuideImpulse {
    fn add_assign(&mut self, other: Self) {
        self.linear_n_s += other.linear_n_s;
        self.angular_n_m_s += other.angular_n_m_s;
    }
}

/// The axes of roll, pitch and yaw of a body, as columns.
fn rotation_axes(rotation: DQuat) -> DMat3 {
    let ahead = rotation * DVec3::X;
    // With the x axis upright the horizontal across it is any; the body's y axis is one.
    let across = DVec3::Z.cross(ahead).try_normalize().unwrap_or(rotation * DVec3::Y);
    DMat3::from_cols(ahead, across, DVec3::Z)
}

/// `a bᵀ`.
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
