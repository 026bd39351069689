//! What a joint is, and how it is attached.

use super::drive::{Drive, check_limits};
use super::spring::Spring;
use crate::body::{Bodies, BodyHandle};
use crate::error::{Error, finite_vector, positive};
use glam::{DQuat, DVec3};

/// Names a joint of one [`World`](crate::World): a slot, and how often the slot was emptied before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointHandle {
    pub(crate) index: usize,
    pub(crate) generation: u32,
}

/// Place at which a joint is fastened.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Anchor {
    /// A point of a body, body coordinates, m.
    Body(BodyHandle, DVec3),
    /// A point of the world, m.
    World(DVec3),
}

/// Motion that a joint allows. `d` is the distance between its two anchors.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum JointKind {
    /// Nothing: the two move as one.
    Fixed,
    /// Every rotation about the anchors, which stay together.
    Ball,
    /// Rotation about an axis through the anchors.
    Hinge {
        /// The axis when the joint is inserted, world coordinates.
        axis: DVec3,
    },
    /// Shifts along an axis through the anchors.
    Slider {
        /// The axis when the joint is inserted, world coordinates.
        axis: DVec3,
    },
    /// Motions that leave the distance of the anchors: `d = length_m`.
    Rod {
        /// Distance of the anchors, m.
        length_m: f64,
    },
    /// Motions within a length: `d ≤ length_m`. It is slack below.
    Rope {
        /// Greatest distance of the anchors, m.
        length_m: f64,
    },
    /// All, against the force of a spring between the anchors.
    Spring(Spring),
}

/// A joint between two bodies, or a body and the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Joint {
    /// The motion that it allows.
    pub kind: JointKind,
    /// The places at which it is fastened.
    pub anchors: [Anchor; 2],
    /// Stops of a hinge (rad, within ±3) or slider (m): the least and greatest position, which is 0 when the joint is inserted; none by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub limits: Option<[f64; 2]>,
    /// Drive of a hinge or slider; none by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub drive: Option<Drive>,
    /// Whether its two bodies touch each other although it brings their anchors together; false by default, as a contact that a joint holds already could only push against it. What rods, ropes and
    /// springs join touches in any case, as does what a third body joins.
    #[cfg_attr(feature = "serde", serde(default))]
    pub touch: bool,
}

/// Distance of anchors that belong together, and what a rope may be too short, m.
const APART_M: f64 = 1e-3;

impl Joint {
    /// A joint without stops and drive, whose bodies do not touch each other where it brings their anchors together.
    pub fn new(kind: JointKind, first: Anchor, second: Anchor) -> Self {
        Self { kind, anchors: [first, second], limits: None, drive: None, touch: false }
    }

    /// The slots of the two bodies, the lesser first, that do not touch each other for this joint.
    pub(crate) fn keeps_apart(&self) -> Option<(usize, usize)> {
        let brings_together = match self.kind {
            JointKind::Fixed | JointKind::Ball | JointKind::Hinge { .. } | JointKind::Slider { .. } => true,
            JointKind::Rod { .. } | JointKind::Rope { .. } | JointKind::Spring(_) => false,
        };
        let [a, b] = self.anchors.map(|anchor| anchor.body().map(BodyHandle::index));
        a.zip(b).filter(|_| brings_together && !self.touch).map(|(a, b)| (a.min(b), a.max(b)))
    }

    /// # Errors
    /// A drive that it cannot have.
    pub(crate) fn check_drive(&self, drive: Option<Drive>) -> Result<(), Error> {
        let Some(drive) = drive else { return Ok(()) };
        self.check_freedom("drive")?;
        drive.check()
    }

    fn check_freedom(&self, what: &'static str) -> Result<(), Error> {
        let has_axis = matches!(self.kind, JointKind::Hinge { .. } | JointKind::Slider { .. });
        if has_axis { Ok(()) } else { Err(Error::JointFreedom { what }) }
    }

    /// # Errors
    /// What no joint can be, or not where the bodies are now.
    pub(crate) fn check(&self, bodies: &Bodies) -> Result<(), Error> {
        let mut handles = Vec::new();
        for anchor in self.anchors {
            let (Anchor::Body(_, point) | Anchor::World(point)) = anchor;
            finite_vector("anchor of a joint (m)", point)?;
            if let Anchor::Body(handle, _) = anchor {
                bodies
                    .get(handle)
                    .ok_or(Error::NoBody { index: handle.index(), generation: handle.generation() })?;
                handles.push(handle);
            }
        }
        if handles.is_empty() || handles.len() == 2 && handles[0] == handles[1] {
            return Err(Error::JointOfOne);
        }
        if let Some(limits) = self.limits {
            self.check_freedom("limits")?;
            check_limits(limits, matches!(self.kind, JointKind::Hinge { .. }))?;
        }
        self.check_drive(self.drive)?;
        let [a, b] = self.anchors.map(|anchor| anchor.place_m(bodies));
        let apart_m = a.distance(b);
        let together = || match apart_m <= APART_M {
            true => Ok(()),
            false => Err(Error::JointApart { apart_m }),
        };
        match self.kind {
            JointKind::Fixed | JointKind::Ball => together(),
            JointKind::Hinge { axis } | JointKind::Slider { axis } => {
                finite_vector("axis of a joint", axis)?;
                positive("length of a joint's axis", axis.length())?;
                together()
            }
            JointKind::Rod { length_m } => {
                positive("length of a rod (m)", length_m)?;
                let off = (apart_m - length_m).abs() <= APART_M;
                if off { Ok(()) } else { Err(Error::JointLength { length_m, apart_m }) }
            }
            JointKind::Rope { length_m } => {
                positive("length of a rope (m)", length_m)?;
                let fits = apart_m <= length_m + APART_M;
                if fits { Ok(()) } else { Err(Error::JointLength { length_m, apart_m }) }
            }
            JointKind::Spring(spring) => spring.check(),
        }
    }
}

impl Anchor {
    /// Its place in the world, m.
    pub(crate) fn place_m(&self, bodies: &Bodies) -> DVec3 {
        match *self {
            Anchor::World(point) => point,
            Anchor::Body(handle, point) => {
                bodies.get(handle).map_or(point, |body| body.point_to_world(point))
            }
        }
    }

    pub(crate) fn body(&self) -> Option<BodyHandle> {
        match *self {
            Anchor::Body(handle, _) => Some(handle),
            Anchor::World(_) => None,
        }
    }
}

/// Most constraints of a joint: five of a hinge or slider, its stops, its drive.
pub(crate) const MOST_ROWS: usize = 7;

/// Impulses of a joint.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Impulses {
    /// In the last sub-step along its constraints, N·s and N·m·s.
    pub(crate) rows: [f64; MOST_ROWS],
    /// In the last step on the first side, N·s.
    pub(crate) on_first_n_s: DVec3,
    /// Of the drive in the last step on the first side, about the axis or along it, N·m·s or N·s.
    pub(crate) drive: f64,
}

/// A joint in a world.
#[derive(Debug, Clone)]
pub(crate) struct Fitted {
    pub(crate) joint: Joint,
    /// Rotations from each side's coordinates to the joint's, whose x axis is its axis; the two agreed when it was inserted.
    pub(crate) frames: [DQuat; 2],
    pub(crate) impulses: Impulses,
    /// Whether what it held was let go.
    pub(crate) released: bool,
}

impl Fitted {
    pub(crate) fn new(joint: Joint, bodies: &Bodies) -> Self {
        let axis = match joint.kind {
            JointKind::Hinge { axis } | JointKind::Slider { axis } => axis.normalize(),
            _ => DVec3::X,
        };
        let frame = DQuat::from_rotation_arc(DVec3::X, axis);
        let frames = joint.anchors.map(|anchor| {
            let body = anchor.body().and_then(|handle| bodies.get(handle));
            body.map_or(DQuat::IDENTITY, |body| body.rotation().inverse()) * frame
        });
        Self { joint, frames, impulses: Impulses::default(), released: false }
    }

    /// The constraint of its drive among all: the last, behind five and that of stops.
    pub(crate) fn drive_row(&self) -> usize {
        5 + usize::from(self.joint.limits.is_some())
    }
}
