//! Builds a body and refuses impossible ones.

use super::mass_properties::MassProperties;
use super::principal::PrincipalInertia;
use super::rigid_body::{BodyKind, RigidBody, State};
use crate::error::{Error, finite_vector, in_range};
use crate::shape::{Collider, unit};
use glam::{DMat3, DQuat, DVec3};

/// Builds a [`RigidBody`]. Defaults: at the origin, unturned, at rest, no collider, friction 0.5, restitution 0.
#[derive(Debug, Clone)]
#[must_use = "call `build`"]
pub struct RigidBodyBuilder {
    kind: BodyKind,
    mass: Option<MassProperties>,
    place: Place,
    rotation: DQuat,
    linvel_m_s: DVec3,
    angvel_rad_s: DVec3,
    colliders: Vec<Collider>,
    friction: f64,
    restitution: f64,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Origin(DVec3),
    CenterOfMass(DVec3),
}

impl RigidBodyBuilder {
    /// A body moved by forces, gravity and contacts; it needs mass properties.
    pub fn dynamic() -> Self {
        Self::new(BodyKind::Dynamic)
    }

    /// A body that keeps the velocities it is given, as if it had infinite mass.
    ///
    /// Its mass properties are optional; only the center of mass, the point it turns about, is used.
    pub fn kinematic() -> Self {
        Self::new(BodyKind::Kinematic)
    }

    fn new(kind: BodyKind) -> Self {
        Self {
            kind,
            mass: None,
            place: Place::Origin(DVec3::ZERO),
            rotation: DQuat::IDENTITY,
            linvel_m_s: DVec3::ZERO,
            angvel_rad_s: DVec3::ZERO,
            colliders: Vec::new(),
            friction: 0.5,
            restitution: 0.0,
        }
    }

    /// Mass, center of mass and inertia.
    pub fn mass_properties(mut self, mass: MassProperties) -> Self {
        self.mass = Some(mass);
        self
    }

    /// World position of the origin of the body's coordinates, m.
    pub fn translation(mut self, origin_m: DVec3) -> Self {
        self.place = Place::Origin(origin_m);
        self
    }

    /// World position of the center of mass, m; replaces [`translation`](Self::translation).
    pub fn center_of_mass(mut self, center_m: DVec3) -> Self {
        self.place = Place::CenterOfMass(center_m);
        self
    }

    /// Rotation from body to world coordinates; made a unit quaternion.
    pub fn rotation(mut self, rotation: DQuat) -> Self {
        self.rotation = rotation;
        self
    }

    /// Velocity of the center of mass, m/s.
    pub fn linvel(mut self, linvel_m_s: DVec3) -> Self {
        self.linvel_m_s = linvel_m_s;
        self
    }

    /// Angular velocity about world axes, rad/s.
    pub fn angvel(mut self, angvel_rad_s: DVec3) -> Self {
        self.angvel_rad_s = angvel_rad_s;
        self
    }

    /// Adds a shape for contacts; call it once for each convex part.
    pub fn collider(mut self, collider: Collider) -> Self {
        self.colliders.push(collider);
        self
    }

    /// Coefficient of Coulomb friction, ≥ 0. Two surfaces in contact take the geometric mean of theirs.
    pub fn friction(mut self, friction: f64) -> Self {
        self.friction = friction;
        self
    }

    /// Coefficient of restitution, 0 to 1. Two surfaces in contact take the larger of theirs.
    pub fn restitution(mut self, restitution: f64) -> Self {
        self.restitution = restitution;
        self
    }

    /// The body.
    ///
    /// # Errors
    /// [`Error::NoMassProperties`] for a dynamic body without them; [`Error::NotFinite`], [`Error::OutOfRange`],
    /// [`Error::AsymmetricInertia`], [`Error::ImpossibleInertia`] for impossible values.
    pub fn build(self) -> Result<RigidBody, Error> {
        let (mass, inertia) = match (self.kind, self.mass) {
            (BodyKind::Dynamic, None) => return Err(Error::NoMassProperties),
            (BodyKind::Dynamic, Some(mass)) => (mass, mass.principal()?),
            (BodyKind::Kinematic, mass) => {
                let unit =
                    MassProperties { mass_kg: 1.0, center_m: DVec3::ZERO, inertia_kg_m2: DMat3::IDENTITY };
                (mass.unwrap_or(unit), PrincipalInertia::UNIT)
            }
        };
        finite_vector("center of mass (m)", mass.center_m)?;
        let rotation = unit(self.rotation)?;
        let center_m = match self.place {
            Place::Origin(origin) => origin + rotation * mass.center_m,
            Place::CenterOfMass(center) => center,
        };
        finite_vector("angular velocity (rad/s)", self.angvel_rad_s)?;
        let state = State {
            center_m: finite_vector("position (m)", center_m)?,
            rotation,
            linvel_m_s: finite_vector("velocity (m/s)", self.linvel_m_s)?,
            angular_momentum: inertia.momentum(rotation, self.angvel_rad_s),
        };
        Ok(RigidBody {
            kind: self.kind,
            mass,
            inertia,
            state,
            last_valid: state,
            force_n: DVec3::ZERO,
            torque_n_m: DVec3::ZERO,
            reach_m: self.colliders.iter().map(|c| c.reach_m(mass.center_m)).fold(0.0, f64::max),
            colliders: self.colliders,
            friction: in_range(self.friction >= 0.0, "friction", self.friction, "at least 0")?,
            restitution: in_range(
                (0.0..=1.0).contains(&self.restitution),
                "restitution",
                self.restitution,
                "from 0 to 1",
            )?,
            guide: None,
            quarantined: false,
            shifted: false,
            asleep: None,
            quiet_s: 0.0,
        })
    }
}
