//! The state of a world between two steps, from which it continues with the same bits.

use crate::body::{RigidBody, State};
use crate::contacts::{Impulse, Other};
use crate::error::{Error, finite_vector, in_range};
use crate::guide::Guide;
use crate::world::World;
use glam::{DQuat, DVec3};

/// The state of a [`World`] between two steps: its bodies, and the impulses of contacts from which the next step starts.
///
/// [`World::restore`] takes it to a world of the same bodies and statics, which then continues with the same bits. What bodies
/// are made of (mass, colliders, friction) and the statics are no part of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorldState {
    /// The bodies, in the order of insertion.
    pub bodies: Vec<BodyState>,
    /// Duration of the last step, s; 0 before the first.
    pub time_step_s: f64,
    /// Impulses of the last step by pair, those of a pair in the order in which they were found.
    pub contacts: Vec<KeptImpulse>,
}

/// The state of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyState {
    /// The present motion.
    pub now: MotionState,
    /// The last valid motion, to which the body returns if it is quarantined.
    pub last_valid: MotionState,
    /// Force and torque added for the next step, N and N·m.
    pub gathered: (DVec3, DVec3),
    /// Prescribed velocities, if any.
    pub guide: Option<Guide>,
    /// Whether the body is frozen.
    pub quarantined: bool,
}

/// Pose and motion of a body, as the integrator advances them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionState {
    /// Center of mass, m.
    pub center_m: DVec3,
    /// Rotation from body to world coordinates.
    pub rotation: DQuat,
    /// Velocity of the center of mass, m/s.
    pub linvel_m_s: DVec3,
    /// Angular momentum about the center of mass, world axes, kg·m²/s.
    pub angular_momentum: DVec3,
}

/// The impulse of a contact on a body in the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeptImpulse {
    /// The body, by its index.
    pub body: usize,
    /// What it touched.
    pub other: Touched,
    /// Point of the contact, coordinates of the body, m.
    pub point_m: DVec3,
    /// Impulse along the normal, N·s.
    pub normal_n_s: f64,
    /// Friction, world axes, N·s.
    pub friction_n_s: DVec3,
}

/// What a body touched, by its index in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touched {
    /// Another body.
    Body(usize),
    /// A static.
    Static(usize),
}

/// Greatest deviation of a rotation from unit length; the integrator keeps it at rounding.
const UNIT_TOLERANCE: f64 = 1e-9;

impl World {
    /// The present state.
    pub fn state(&self) -> WorldState {
        let (time_step_s, kept) = self.memory.kept();
        let contacts = kept.map(|((body, other), (point_m, impulse))| KeptImpulse {
            body,
            other: match other {
                Other::Body(index) => Touched::Body(index),
                Other::Static(index) => Touched::Static(index),
            },
            point_m,
            normal_n_s: impulse.normal,
            friction_n_s: impulse.friction,
        });
        let bodies = self.bodies.iter().map(RigidBody::state_of);
        WorldState { bodies: bodies.collect(), time_step_s, contacts: contacts.collect() }
    }

    /// Goes to a state of this world, or of one with the same bodies and statics.
    ///
    /// # Errors
    /// [`Error::StateCount`] if it has another number of bodies, [`Error::Index`] for a contact of a body or static that does
    /// not exist, [`Error::NotFinite`] or [`Error::OutOfRange`] for a state that no step leaves. Nothing changes then.
    pub fn restore(&mut self, state: &WorldState) -> Result<(), Error> {
        let (expected, got) = (self.bodies.len(), state.bodies.len());
        if got != expected {
            return Err(Error::StateCount { got, expected });
        }
        state.bodies.iter().try_for_each(BodyState::check)?;
        let dt = state.time_step_s;
        in_range(dt >= 0.0, "duration of the last step (s)", dt, "at least 0")?;
        state.contacts.iter().try_for_each(|contact| contact.check(self))?;
        for (body, state) in self.bodies.iter_mut().zip(&state.bodies) {
            (body.state, body.last_valid) = (state.now.into(), state.last_valid.into());
            (body.force_n, body.torque_n_m) = state.gathered;
            (body.guide, body.quarantined) = (state.guide, state.quarantined);
        }
        let kept = state.contacts.iter().map(|contact| {
            let other = match contact.other {
                Touched::Body(index) => Other::Body(index),
                Touched::Static(index) => Other::Static(index),
            };
            let impulse = Impulse { normal: contact.normal_n_s, friction: contact.friction_n_s };
            ((contact.body, other), (contact.point_m, impulse))
        });
        self.memory.replace(dt, kept);
        Ok(())
    }
}

impl RigidBody {
    fn state_of(&self) -> BodyState {
        BodyState {
            now: self.state.into(),
            last_valid: self.last_valid.into(),
            gathered: self.gathered(),
            guide: self.guide,
            quarantined: self.quarantined,
        }
    }
}

impl BodyState {
    fn check(&self) -> Result<(), Error> {
        for MotionState { center_m, rotation, linvel_m_s, angular_momentum } in [self.now, self.last_valid] {
            let length = rotation.length();
            let is_unit = (length - 1.0).abs() <= UNIT_TOLERANCE;
            in_range(is_unit, "length of a rotation quaternion", length, "1, to rounding")?;
            finite_vector("position (m)", center_m)?;
            finite_vector("velocity (m/s)", linvel_m_s)?;
            finite_vector("angular momentum (kg·m²/s)", angular_momentum)?;
        }
        self.guide.as_ref().map_or(Ok(()), Guide::check)
    }
}

impl KeptImpulse {
    fn check(&self, world: &World) -> Result<(), Error> {
        let exists = |what: &str, index: usize, len: usize| {
            if index < len { Ok(()) } else { Err(Error::Index { what: what.to_owned(), index, len }) }
        };
        exists("body of a contact", self.body, world.bodies.len())?;
        match self.other {
            Touched::Body(index) => exists("other body of a contact", index, world.bodies.len())?,
            Touched::Static(index) => exists("static of a contact", index, world.statics.len())?,
        }
        finite_vector("point of a contact (m)", self.point_m)?;
        finite_vector("friction of a contact (N·s)", self.friction_n_s)?;
        let normal = self.normal_n_s;
        in_range(normal >= 0.0, "normal impulse of a contact (N·s)", normal, "at least 0").map(drop)
    }
}

impl From<State> for MotionState {
    fn from(State { center_m, rotation, linvel_m_s, angular_momentum }: State) -> Self {
        Self { center_m, rotation, linvel_m_s, angular_momentum }
    }
}

impl From<MotionState> for State {
    fn from(MotionState { center_m, rotation, linvel_m_s, angular_momentum }: MotionState) -> Self {
        Self { center_m, rotation, linvel_m_s, angular_momentum }
    }
}
