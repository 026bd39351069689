//! A rigid body: its state and the forces on it.

use super::guide::{Guide, GuideImpulse};
use super::mass_properties::MassProperties;
use super::principal::PrincipalInertia;
use crate::error::{Error, finite_vector};
use crate::shape::{Collider, Pose};
use glam::{DMat3, DQuat, DVec3};

/// Kind of motion of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BodyKind {
    /// Moves by forces, gravity and contacts.
    Dynamic,
    /// Moves with the velocities that it was given, regardless of forces.
    Kinematic,
}

/// State that the integrator advances. It holds the angular *momentum*, in the world frame: free motion leaves its bits
/// unchanged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    pub(crate) center_m: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) linvel_m_s: DVec3,
    pub(crate) angular_momentum: DVec3,
}

/// A sleeping body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Asleep {
    /// The least slot of the bodies that fell asleep with it.
    pub(crate) group: usize,
    /// Force, with its weight, and torque on it then, N and N·m; those of the next step if a call laid it to rest.
    pub(crate) loads: Option<(DVec3, DVec3)>,
    /// Momentum and angular momentum that forces across gravity, and torques about it, would have given it since, N·s and N·m·s; `None` of
    /// what is held firmly.
    pub(crate) withheld: Option<(DVec3, DVec3)>,
    /// Force and torque of contacts and joints that held it as it fell asleep, N and N·m; `None` where nothing that does not move by forces did, itself
    /// or through others.
    pub(crate) hold: Option<(DVec3, DVec3)>,
}

/// Bound (m, m/s, rad/s) beyond which the state counts as lost to an instability.
const LIMIT: f64 = 1e9;

impl State {
    /// Whether pose, velocity and angular velocity are finite and within the bound.
    fn is_valid(&self, inertia: &PrincipalInertia) -> bool {
        let spin = inertia.angular_velocity(self.rotation, self.angular_momentum);
        let below = |v: DVec3| v.abs().max_element() < LIMIT && v.is_finite();
        self.rotation.is_finite() && below(self.center_m) && below(self.linvel_m_s) && below(spin)
    }
}

/// A rigid body with collider, built by [`RigidBodyBuilder`](crate::RigidBodyBuilder).
///
/// World coordinates, SI units. The *origin* is where the body's own coordinates begin (its mesh's zero);
/// motion is about the *center of mass*.
#[derive(Debug, Clone)]
pub struct RigidBody {
    pub(crate) kind: BodyKind,
    pub(crate) mass: MassProperties,
    pub(crate) inertia: PrincipalInertia,
    pub(crate) state: State,
    /// The last valid state, to which a body returns when its state is lost.
    pub(crate) last_valid: State,
    pub(crate) force_n: DVec3,
    pub(crate) torque_n_m: DVec3,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) reach_m: f64,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    pub(crate) guide: Option<Guide>,
    pub(crate) quarantined: bool,
    /// Whether a call has moved it since the last step.
    pub(crate) shifted: bool,
    pub(crate) asleep: Option<Asleep>,
    /// Time for which it has been at rest, s.
    pub(crate) quiet_s: f64,
}

impl RigidBody {
    /// Adds a force through the center of mass for the next step, N.
    pub fn add_force(&mut self, force_n: DVec3) {
        self.force_n += force_n;
    }

    /// Adds a force at a point of the world for the next step, N and m: `F` acts on the center of mass `c`, and `(p − c) × F` is added to the
    /// torque about it. Forces add up until the step takes them; a [`BodyKind::Kinematic`] body moves regardless of them.
    pub fn add_force_at_point(&mut self, force_n: DVec3, world_point_m: DVec3) {
        self.force_n += force_n;
        self.torque_n_m += (world_point_m - self.state.center_m).cross(force_n);
    }

    /// Adds a torque about the center of mass (world axes) for the next step, N·m.
    pub fn add_torque(&mut self, torque_n_m: DVec3) {
        self.torque_n_m += torque_n_m;
    }

    /// Force and torque about the center of mass added for the next step (without gravity), N and N·m.
    pub fn gathered(&self) -> (DVec3, DVec3) {
        (self.force_n, self.torque_n_m)
    }

    /// Force and torque about the center of mass of the next step but for contacts, joints and guide: those added and the weight
    /// `m g` under a gravity, N and N·m.
    pub fn applied(&self, gravity_m_s2: DVec3) -> (DVec3, DVec3) {
        (self.force_n + self.weight_n(gravity_m_s2), self.torque_n_m)
    }

    /// Weight `m g` under a gravity, N.
    pub fn weight_n(&self, gravity_m_s2: DVec3) -> DVec3 {
        gravity_m_s2 * self.mass.mass_kg
    }

    /// Coriolis force `−m f k × v` of a world that turns about its z axis with the Coriolis parameter `f`, as the forces gathered so far have it in a step
    /// of `dt` seconds: that which turns the momentum half-way through them by the angle `−f Δt`, N. To be added after them.
    ///
    /// With the impulse `J` of the others, without that of gravity, it is `R(−f Δt) (p + ½ J) − (p + ½ J)` in the step (Boris 1970). Under it alone the speed stays to rounding, on a
    /// circle of radius `v / f`, to the right where `f` is above 0; it does no work at the mean of the velocities before and after; a steady motion meets `2 tan(½ f Δt) / Δt` in place of `f`, of the second order.
    /// The moment of these forces about the center of mass, `f I ω` for a turn `ω` about a horizontal axis and none for one about z of a body that is symmetric about it, is left out: beside what turns a body in
    /// the water it is small by `f / ω`. Contacts, joints and carriages of the step are no part of `J`: what they hold back is turned by one step's `f Δt` of their impulse, to the first order.
    pub fn coriolis_n(&self, coriolis_1_s: f64, dt: f64) -> DVec3 {
        let DVec3 { x, y, .. } = self.momentum() + self.force_n * (0.5 * dt);
        let angle = coriolis_1_s * dt;
        let (less, turned) = (-2.0 * (0.5 * angle).sin().powi(2), angle.sin());
        DVec3::new(x * less + y * turned, y * less - x * turned, 0.0) / dt
    }

    /// Gyroscopic term `−ω × L` of Euler's equation `I dω/dt = τ − ω × L`, world axes, N·m.
    pub fn gyroscopic_torque_n_m(&self) -> DVec3 {
        -self.angvel_rad_s().cross(self.angular_momentum())
    }

    /// Inertia about the center of mass in world axes, `R I Rᵀ`, kg·m².
    pub fn world_inertia_kg_m2(&self) -> DMat3 {
        let rotation = DMat3::from_quat(self.state.rotation);
        rotation * self.mass.inertia_kg_m2 * rotation.transpose()
    }

    /// The kind of motion.
    pub fn kind(&self) -> BodyKind {
        self.kind
    }

    /// Whether the body was frozen because its pose or velocity became infinite or not a number, or exceeded 1e9 m or m/s.
    ///
    /// A quarantined body stays at rest in its last valid pose, without contacts, and its joints do not act. It stays so until
    /// [`World::restore`](crate::World::restore) goes back to a state before. [`World::quarantine`](crate::World::quarantine) does the
    /// same to a body whose motion the caller no longer trusts.
    pub fn is_quarantined(&self) -> bool {
        self.quarantined
    }

    /// Whether the body sleeps; see [`Sleeping`](crate::Sleeping).
    pub fn is_asleep(&self) -> bool {
        self.asleep.is_some()
    }

    /// Mass, center of mass and inertia, body coordinates.
    pub fn mass_properties(&self) -> &MassProperties {
        &self.mass
    }

    /// Center of mass, m.
    pub fn center_of_mass_m(&self) -> DVec3 {
        self.state.center_m
    }

    /// Position of the origin of the body's coordinates, m.
    pub fn origin_m(&self) -> DVec3 {
        self.state.center_m - self.state.rotation * self.mass.center_m
    }

    /// Rotation from body to world coordinates, unit length.
    pub fn rotation(&self) -> DQuat {
        self.state.rotation
    }

    /// Velocity of the center of mass, m/s.
    pub fn linvel_m_s(&self) -> DVec3 {
        self.state.linvel_m_s
    }

    /// Angular velocity about world axes, rad/s.
    pub fn angvel_rad_s(&self) -> DVec3 {
        self.inertia.angular_velocity(self.state.rotation, self.state.angular_momentum)
    }

    /// World position of a point given in body coordinates, m.
    pub fn point_to_world(&self, body_point_m: DVec3) -> DVec3 {
        self.state.center_m + self.state.rotation * (body_point_m - self.mass.center_m)
    }

    /// Body coordinates of a point of the world, m.
    pub fn point_to_body(&self, world_point_m: DVec3) -> DVec3 {
        self.state.rotation.inverse() * (world_point_m - self.state.center_m) + self.mass.center_m
    }

    /// Velocity of the body's material at a point of the world, m/s: `v + ω × (p − c)`.
    pub fn velocity_at_point(&self, world_point_m: DVec3) -> DVec3 {
        self.state.linvel_m_s + self.angvel_rad_s().cross(world_point_m - self.state.center_m)
    }

    /// The rotation that a step of `dt` seconds ends with if it leaves the body with the angular momentum
    /// `momentum` about the center of mass, world axes, kg·m²/s, and touches nothing; to first order in `dt` otherwise.
    pub fn rotation_after(&self, momentum: DVec3, dt: f64) -> DQuat {
        self.turned_from(self.state.rotation, momentum, dt)
    }

    /// The guide that prescribes some of the body's velocities, if any.
    pub fn guide(&self) -> Option<&Guide> {
        self.guide.as_ref()
    }

    /// Prescribes some velocities of a dynamic body from the next step on; `None` lets it go. A kinematic body keeps the
    /// velocities it is given.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; nothing changes then.
    pub fn set_guide(&mut self, guide: Option<Guide>) -> Result<(), Error> {
        guide.as_ref().map_or(Ok(()), Guide::check)?;
        self.guide = guide;
        Ok(())
    }

    /// `m v`, kg·m/s.
    pub fn momentum(&self) -> DVec3 {
        self.state.linvel_m_s * self.mass.mass_kg
    }

    /// Angular momentum about the center of mass, world axes, kg·m²/s.
    pub fn angular_momentum(&self) -> DVec3 {
        match self.kind {
            BodyKind::Dynamic => self.state.angular_momentum,
            BodyKind::Kinematic => {
                let body_axes = self.state.rotation.inverse() * self.angvel_rad_s();
                self.state.rotation * (self.mass.inertia_kg_m2 * body_axes)
            }
        }
    }

    /// `½ m v² + ½ ω·L`, J.
    pub fn kinetic_energy_j(&self) -> f64 {
        let translation = self.mass.mass_kg * self.state.linvel_m_s.length_squared();
        0.5 * (translation + self.angvel_rad_s().dot(self.angular_momentum()))
    }

    /// Lifts the body, or sets it down, by a vector, m; its velocity stays. The next step finds its contacts anew, and wakes it and what slept beside it.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; nothing changes then.
    pub fn shift(&mut self, by_m: DVec3) -> Result<(), Error> {
        let center_m = finite_vector("position (m)", self.state.center_m + by_m)?;
        self.state.center_m = center_m;
        self.last_valid.center_m = center_m;
        self.shifted = true;
        Ok(())
    }

    /// Sets the velocity of the center of mass, m/s.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; nothing changes then.
    pub fn set_linvel(&mut self, linvel_m_s: DVec3) -> Result<(), Error> {
        self.state.linvel_m_s = finite_vector("velocity (m/s)", linvel_m_s)?;
        Ok(())
    }

    /// Sets the angular velocity about world axes, rad/s.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; nothing changes then.
    pub fn set_angvel(&mut self, angvel_rad_s: DVec3) -> Result<(), Error> {
        finite_vector("angular velocity (rad/s)", angvel_rad_s)?;
        self.state.angular_momentum = self.inertia.momentum(self.state.rotation, angvel_rad_s);
        Ok(())
    }

    /// The body frame.
    pub(crate) fn pose(&self) -> Pose {
        Pose { rotation: self.state.rotation, translation_m: self.origin_m() }
    }

    pub(crate) fn moves_by_forces(&self) -> bool {
        self.kind == BodyKind::Dynamic && !self.quarantined && self.asleep.is_none()
    }

    /// Whether the next step moves it: it is awake and moves by forces, or has a velocity.
    pub(crate) fn is_moving(&self) -> bool {
        let at_rest = self.state.linvel_m_s == DVec3::ZERO && self.state.angular_momentum == DVec3::ZERO;
        !self.quarantined && (!at_rest || self.kind == BodyKind::Dynamic && self.asleep.is_none())
    }

    /// Bound of the speed of its points, m/s.
    pub(crate) fn fastest_m_s(&self) -> f64 {
        self.state.linvel_m_s.length() + self.angvel_rad_s().length() * self.reach_m
    }

    /// Velocity and angular momentum.
    pub(crate) fn motion(&self) -> (DVec3, DVec3) {
        (self.state.linvel_m_s, self.state.angular_momentum)
    }

    /// Change of velocity by a unit impulse, 1/kg.
    pub(crate) fn inverse_mass(&self) -> DMat3 {
        match &self.guide {
            _ if !self.moves_by_forces() => DMat3::ZERO,
            Some(guide) => guide.inverse_mass(self.mass.mass_kg),
            None => DMat3::from_diagonal(DVec3::splat(self.mass.mass_kg.recip())),
        }
    }

    /// Change of angular velocity by a unit angular impulse in a rotation, 1/(kg·m²).
    pub(crate) fn inverse_inertia_at(&self, rotation: DQuat) -> DMat3 {
        match &self.guide {
            _ if !self.moves_by_forces() => DMat3::ZERO,
            Some(guide) => guide.inverse_inertia(&self.inertia, rotation),
            None => self.inertia.inverse_in_world(rotation),
        }
    }

    /// A rotation after `dt` seconds with an angular momentum.
    pub(crate) fn turned_from(&self, rotation: DQuat, momentum: DVec3, dt: f64) -> DQuat {
        match &self.guide {
            Some(guide) if self.moves_by_forces() => guide.advance(&self.inertia, rotation, momentum, dt),
            _ => self.inertia.advance(rotation, momentum, dt),
        }
    }

    /// Brings the velocities to what the guide prescribes; returns the impulse that this takes.
    pub(crate) fn follow_guide(&mut self) -> GuideImpulse {
        let Some(guide) = self.guide.filter(|_| self.moves_by_forces()) else {
            return GuideImpulse::default();
        };
        let State { rotation, linvel_m_s, angular_momentum, .. } = self.state;
        self.state.linvel_m_s = guide.linvel(linvel_m_s);
        self.state.angular_momentum = guide.momentum(&self.inertia, rotation, angular_momentum);
        GuideImpulse {
            linear_n_s: (self.state.linvel_m_s - linvel_m_s) * self.mass.mass_kg,
            angular_n_m_s: self.state.angular_momentum - angular_momentum,
        }
    }

    /// Freezes the body at its last valid state if the present one is not valid; returns whether it did.
    pub(crate) fn quarantine_if_invalid(&mut self) -> bool {
        if self.quarantined || self.state.is_valid(&self.inertia) {
            return false;
        }
        self.state = self.last_valid;
        self.quarantine();
        true
    }

    /// Freezes the body where it is.
    pub(crate) fn quarantine(&mut self) {
        self.quarantined = true;
        self.state = State { linvel_m_s: DVec3::ZERO, angular_momentum: DVec3::ZERO, ..self.state };
    }
}
