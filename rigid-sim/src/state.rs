//! The state of a world between two steps, from which it continues with the same bits.

use crate::body::{Asleep, Guide, RigidBody, State};
use crate::contacts::{Impulse, Other, Pair, Piece, Points};
use crate::error::{Error, finite_vector, in_range};
use crate::joints::{Drive, Impulses};
use crate::world::World;
use glam::{DQuat, DVec3, Vec3};
use parry3d::query::{ContactManifold, TrackedContact};
use parry3d::shape::PackedFeatureId;

/// The state of a [`World`] between two steps: its bodies, its joints, and the contacts from which the next step starts.
///
/// [`World::restore`] takes it to a world of the same bodies, joints and statics, which then continues with the same bits. What
/// bodies are made of (mass, colliders, friction), what joints allow, and the statics are no part of it.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldState {
    /// The bodies, in the order of their slots.
    pub bodies: Vec<BodyState>,
    /// The joints, in the order of their slots.
    pub joints: Vec<JointState>,
    /// Duration of the last sub-step, s; 0 before the first.
    pub substep_s: f64,
    /// Pairs that may touch, in ascending order.
    pub pairs: Vec<KeptPair>,
}

/// The state of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Time for which it has been at rest, or has slept, s; below zero as long as it moves before it can be at rest.
    pub quiet_s: f64,
    /// Sleep of the body, if it sleeps.
    pub asleep: Option<SleepState>,
    /// Whether a call has shifted it since the last step ([`RigidBody::shift`]): the next wakes what slept beside it.
    pub shifted: bool,
}

/// The sleep of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SleepState {
    /// The least slot of the bodies that fell asleep with it.
    pub group: usize,
    /// Force, with its weight, and torque on it then, N and N·m; `None` until the first step after a call.
    pub loads: Option<(DVec3, DVec3)>,
    /// Momentum and angular momentum that forces across gravity, and torques about it, would have given it since, N·s and N·m·s; `None` of
    /// what is held firmly.
    pub withheld: Option<(DVec3, DVec3)>,
    /// Force and torque of what held it as it fell asleep, N and N·m; `None` of what nothing held.
    pub hold: Option<(DVec3, DVec3)>,
}

/// Pose and motion of a body, as the integrator advances them.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// The state of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointState {
    /// Rotations from each side's coordinates to the joint's.
    pub frames: [DQuat; 2],
    /// Impulses of the last sub-step along its constraints, N·s and N·m·s.
    pub impulses: [f64; 7],
    /// Impulse on the first side in the last step, N·s.
    pub impulse_n_s: DVec3,
    /// Drive, if any.
    pub drive: Option<Drive>,
    /// Impulse of the drive on the first side in the last step, N·m·s or N·s.
    pub drive_impulse: f64,
    /// Whether what it held was let go ([`World::release_joint`]).
    pub released: bool,
}

/// A body and what it may touch.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeptPair {
    /// The body, by its slot.
    pub body: usize,
    /// The other body or static.
    pub other: Touched,
    /// The pieces of their shapes that may touch.
    pub pieces: Vec<KeptPiece>,
}

/// Other side of a contact, by its slot or index in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Touched {
    /// Another body.
    Body(usize),
    /// A static.
    Static(usize),
}

/// Two convex shapes that may touch.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeptPiece {
    /// Collider of the body, collider of the other, triangle of a surface.
    pub shapes: [u32; 3],
    /// Normals out of the two shapes, in their coordinates; `None` where corners are found anew in each step.
    pub normals: Option<[Vec3; 2]>,
    /// Points of contact of the two shapes.
    pub points: Vec<KeptPoint>,
}

/// A contact point and its impulse in the last sub-step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeptPoint {
    /// Places of the point on the two shapes, in their coordinates, m.
    pub places_m: [Vec3; 2],
    /// Distance of the surfaces, m.
    pub gap_m: f32,
    /// The corners, edges or faces that touch, by the numbers that parry gives them.
    pub features: [u32; 2],
    /// Impulse along the normal, N·s.
    pub normal_n_s: f64,
    /// Friction, world axes, N·s.
    pub friction_n_s: DVec3,
}

/// Greatest deviation of a rotation from unit length; the integrator keeps it at rounding.
const UNIT_TOLERANCE: f64 = 1e-9;

impl World {
    /// The present state.
    pub fn state(&self) -> WorldState {
        WorldState {
            bodies: self.bodies.iter().map(|(_, body)| BodyState::of(body)).collect(),
            joints: self
                .joints
                .iter()
                .map(|(_, fitted)| JointState {
                    frames: fitted.frames,
                    impulses: fitted.impulses.rows,
                    impulse_n_s: fitted.impulses.on_first_n_s,
                    drive: fitted.joint.drive,
                    drive_impulse: fitted.impulses.drive,
                    released: fitted.released,
                })
                .collect(),
            substep_s: self.substep_s,
            pairs: self.pairs.all.iter().map(KeptPair::of).collect(),
        }
    }

    /// Restores a state of this world, or of one with the same bodies, joints and statics.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if it has another number of bodies or joints, [`Error::JointFreedom`] for a drive of a joint without axis, [`Error::Index`] for a contact of a body or static
    /// that does not exist, [`Error::NotFinite`] or [`Error::OutOfRange`] for a state that no step leaves. Nothing changes then.
    pub fn restore(&mut self, state: &WorldState) -> Result<(), Error> {
        let count = |what, got, expected| {
            if got == expected { Ok(()) } else { Err(Error::ShapeMismatch { what, expected, got }) }
        };
        count("bodies", state.bodies.len(), self.bodies.iter().count())?;
        count("joints", state.joints.len(), self.joints.iter().count())?;
        state.bodies.iter().try_for_each(BodyState::check)?;
        state.joints.iter().try_for_each(JointState::check)?;
        let slots: Vec<usize> = self.joints.iter().map(|(slot, _)| slot).collect();
        for ((_, fitted), state) in self.joints.iter().zip(&state.joints) {
            fitted.joint.check_drive(state.drive)?;
        }
        in_range(state.substep_s >= 0.0, "duration of the last sub-step (s)", state.substep_s, "at least 0")?;
        state.pairs.iter().try_for_each(|pair| pair.check(self))?;
        for ((_, body), state) in self.bodies.iter_mut().zip(&state.bodies) {
            (body.state, body.last_valid) = (state.now.into(), state.last_valid.into());
            (body.force_n, body.torque_n_m) = state.gathered;
            (body.guide, body.quarantined, body.quiet_s) = (state.guide, state.quarantined, state.quiet_s);
            body.shifted = state.shifted;
            body.asleep = state.asleep.map(|SleepState { group, loads, withheld, hold }| Asleep {
                group,
                loads,
                withheld,
                hold,
            });
        }
        for (slot, state) in slots.into_iter().zip(&state.joints) {
            if let Some(fitted) = self.joints.at_mut(slot) {
                (fitted.frames, fitted.joint.drive, fitted.released) =
                    (state.frames, state.drive, state.released);
                fitted.impulses = Impulses {
                    rows: state.impulses,
                    on_first_n_s: state.impulse_n_s,
                    drive: state.drive_impulse,
                };
            }
        }
        self.substep_s = state.substep_s;
        let pairs: Vec<Pair> = state.pairs.iter().map(|pair| pair.to_pair(self)).collect();
        self.pairs.all = pairs;
        Ok(())
    }
}

impl BodyState {
    fn of(body: &RigidBody) -> Self {
        Self {
            now: body.state.into(),
            last_valid: body.last_valid.into(),
            gathered: body.gathered(),
            guide: body.guide,
            quarantined: body.quarantined,
            quiet_s: body.quiet_s,
            asleep: body.asleep.map(|Asleep { group, loads, withheld, hold }| SleepState {
                group,
                loads,
                withheld,
                hold,
            }),
            shifted: body.shifted,
        }
    }

    fn check(&self) -> Result<(), Error> {
        for MotionState { center_m, rotation, linvel_m_s, angular_momentum } in [self.now, self.last_valid] {
            check_rotation(rotation)?;
            finite_vector("position (m)", center_m)?;
            finite_vector("velocity (m/s)", linvel_m_s)?;
            finite_vector("angular momentum (kg·m²/s)", angular_momentum)?;
        }
        in_range(self.quiet_s.is_finite(), "time at rest (s)", self.quiet_s, "finite")?;
        self.guide.as_ref().map_or(Ok(()), Guide::check)
    }
}

impl JointState {
    fn check(&self) -> Result<(), Error> {
        self.frames.into_iter().try_for_each(check_rotation)?;
        for impulse in self.impulses.into_iter().chain([self.drive_impulse]) {
            in_range(impulse.is_finite(), "impulse of a joint (N·s)", impulse, "a finite number")?;
        }
        finite_vector("impulse of a joint (N·s)", self.impulse_n_s).map(drop)
    }
}

fn check_rotation(rotation: DQuat) -> Result<(), Error> {
    let length = rotation.length();
    let is_unit = (length - 1.0).abs() <= UNIT_TOLERANCE;
    in_range(is_unit, "length of a rotation quaternion", length, "1, to rounding").map(drop)
}

impl KeptPair {
    fn of(pair: &Pair) -> Self {
        let other = match pair.other {
            Other::Body(index) => Touched::Body(index),
            Other::Static(index) => Touched::Static(index),
        };
        Self { body: pair.a, other, pieces: pair.pieces.iter().map(KeptPiece::of).collect() }
    }

    fn other(&self) -> Other {
        match self.other {
            Touched::Body(index) => Other::Body(index),
            Touched::Static(index) => Other::Static(index),
        }
    }

    fn to_pair(&self, world: &World) -> Pair {
        let mut pair = Pair::default();
        pair.become_new((self.body, self.other()), &world.bodies, &world.statics);
        pair.pieces.extend(self.pieces.iter().map(KeptPiece::to_piece));
        pair
    }

    fn check(&self, world: &World) -> Result<(), Error> {
        let exists = |what: &str, index: usize, len: usize| {
            if index < len { Ok(()) } else { Err(Error::Index { what: what.to_owned(), index, len }) }
        };
        exists("body of a contact", self.body, world.bodies.slots())?;
        match self.other {
            Touched::Body(index) => exists("other body of a contact", index, world.bodies.slots())?,
            Touched::Static(index) => exists("static of a contact", index, world.statics.len())?,
        }
        for piece in &self.pieces {
            for normal in piece.normals.iter().flatten() {
                finite_vector("normal of a contact", normal.as_dvec3())?;
            }
            for point in &piece.points {
                for place in point.places_m {
                    finite_vector("point of a contact (m)", place.as_dvec3())?;
                }
                finite_vector("gap of a contact (m)", DVec3::Z * f64::from(point.gap_m))?;
                finite_vector("friction of a contact (N·s)", point.friction_n_s)?;
                let normal = point.normal_n_s;
                in_range(normal >= 0.0, "normal impulse of a contact (N·s)", normal, "at least 0")?;
            }
        }
        Ok(())
    }
}

impl KeptPiece {
    fn of(piece: &Piece) -> Self {
        let shapes = piece.shapes;
        match &piece.points {
            Points::Corners(corners) => {
                let point = |&(corner, impulse): &(u32, Impulse)| KeptPoint {
                    places_m: [Vec3::ZERO; 2],
                    gap_m: 0.0,
                    features: [corner, 0],
                    normal_n_s: impulse.normal,
                    friction_n_s: impulse.friction,
                };
                Self { shapes, normals: None, points: corners.iter().map(point).collect() }
            }
            Points::Manifold(manifold) => {
                let point = |point: &TrackedContact<Impulse>| KeptPoint {
                    places_m: [point.local_p1, point.local_p2],
                    gap_m: point.dist,
                    features: [point.fid1.0, point.fid2.0],
                    normal_n_s: point.data.normal,
                    friction_n_s: point.data.friction,
                };
                let normals = Some([manifold.local_n1, manifold.local_n2]);
                Self { shapes, normals, points: manifold.points.iter().map(point).collect() }
            }
        }
    }

    fn to_piece(&self) -> Piece {
        let impulse = |point: &KeptPoint| Impulse { normal: point.normal_n_s, friction: point.friction_n_s };
        let points = match self.normals {
            None => Points::Corners(self.points.iter().map(|p| (p.features[0], impulse(p))).collect()),
            Some([first, second]) => {
                let mut manifold = ContactManifold::default();
                (manifold.local_n1, manifold.local_n2) = (first, second);
                manifold.points.extend(self.points.iter().map(|point| {
                    let [a, b] = point.places_m;
                    let [f, g] = point.features.map(PackedFeatureId);
                    let mut tracked = TrackedContact::new(a, b, f, g, point.gap_m);
                    tracked.data = impulse(point);
                    tracked
                }));
                Points::Manifold(manifold)
            }
        };
        Piece { shapes: self.shapes, points }
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
