//! A rigid-body simulation: bodies and immovable obstacles (statics) under gravity, and joints.

use crate::body::{Bodies, BodyHandle, RigidBody, Sleeping};
use crate::contacts::{Pairs, is_near};
use crate::error::Error;
use crate::joints::{Anchor, Drive, Fitted, Impulses, Joint, JointHandle, JointKind, Joints, Misfit};
use crate::scratch::Scratch;
use crate::shape::Static;
use glam::{DQuat, DVec3};
use std::ops::{Index, IndexMut};

/// A rigid-body simulation: bodies and immovable obstacles (statics) under gravity, and joints.
///
/// `world[handle]` is the body; it panics for a handle of a body that was removed, or of another world.
#[derive(Debug, Clone)]
pub struct World {
    /// Gravity, m/s².
    pub gravity_m_s2: DVec3,
    /// Change of velocity in a sweep of the solver at which an island counts as solved, m/s; 1e-5 by default.
    pub solver_tolerance_m_s: f64,
    /// Conditions under which bodies fall asleep; with `None`, the default, none does.
    pub sleeping: Option<Sleeping>,
    /// Whether steps find the energy that contacts and joints take, [`StepReport::lost_j`](crate::StepReport::lost_j); false by default.
    pub finds_losses: bool,
    pub(crate) bodies: Bodies,
    pub(crate) statics: Vec<Static>,
    pub(crate) joints: Joints,
    pub(crate) pairs: Pairs,
    /// Duration of the last sub-step, s; 0 before the first.
    pub(crate) substep_s: f64,
    pub(crate) scratch: Scratch,
}

impl Default for World {
    /// An empty world with 9.81 m/s² downwards.
    fn default() -> Self {
        Self::new(DVec3::new(0.0, 0.0, -9.81))
    }
}

impl World {
    /// An empty world.
    pub fn new(gravity_m_s2: DVec3) -> Self {
        Self {
            gravity_m_s2,
            solver_tolerance_m_s: 1e-5,
            sleeping: None,
            finds_losses: false,
            bodies: Bodies::default(),
            statics: Vec::new(),
            joints: Joints::default(),
            pairs: Pairs::default(),
            substep_s: 0.0,
            scratch: Scratch::default(),
        }
    }

    /// Adds a body, in the first slot that is empty.
    pub fn insert(&mut self, body: RigidBody) -> BodyHandle {
        self.bodies.insert(body)
    }

    /// Takes a body out, with the joints that hold it, and wakes what was beside it. [`Self::quarantine`] leaves it in its slot.
    pub fn remove(&mut self, handle: BodyHandle) -> Option<RigidBody> {
        let body = self.bodies.remove(handle)?;
        let asleep = body.asleep.map(|asleep| asleep.group);
        self.leave(handle, asleep);
        self.joints.remove_of(handle);
        Some(body)
    }

    /// Freezes a body where it is, as one whose motion is no longer valid: from now on it is at rest, without contacts, and its joints do
    /// not act. What was beside it wakes. It stays in its slot, so that [`Self::restore`] can go back to before. False where there is
    /// no such body.
    pub fn quarantine(&mut self, handle: BodyHandle) -> bool {
        let Some(body) = self.bodies.get_mut(handle) else { return false };
        body.quarantine();
        let asleep = body.asleep.take().map(|asleep| asleep.group);
        self.leave(handle, asleep);
        true
    }

    /// Forgets the contacts of a body and wakes what was beside it, what it was joined to, and the `group` that it slept in.
    fn leave(&mut self, handle: BodyHandle, group: Option<usize>) {
        let held = self.joints.iter().filter(|(_, fitted)| !fitted.released);
        let sides = held.map(|(_, fitted)| fitted.joint.anchors.map(|anchor| anchor.body()));
        let joined = sides.filter(|sides| sides.contains(&Some(handle))).flatten().flatten();
        let mut beside: Vec<usize> = self.pairs.forget(handle.index());
        beside.extend(joined.map(BodyHandle::index));
        let group_of = |i: usize| self.bodies.at(i).and_then(|body| body.asleep).map(|asleep| asleep.group);
        let mut groups: Vec<usize> = beside.into_iter().filter_map(group_of).collect();
        groups.extend(group);
        groups.into_iter().for_each(|group| self.wake_group(group));
    }

    /// Whether a joint acts: it was not released, and none of its bodies is quarantined.
    pub fn joint_acts(&self, handle: JointHandle) -> bool {
        self.joints.get(handle).is_some_and(|fitted| self.acts(fitted))
    }

    pub(crate) fn acts(&self, fitted: &Fitted) -> bool {
        let mut bodies = fitted.joint.anchors.iter().filter_map(|anchor| anchor.body());
        !fitted.released && bodies.all(|body| self.bodies.get(body).is_some_and(|body| !body.quarantined))
    }

    /// Adds an obstacle that never moves, and wakes sleepers near it.
    pub fn insert_static(&mut self, obstacle: Static) {
        let near = |body: &RigidBody| body.asleep.filter(|_| is_near(body, &obstacle));
        let groups: Vec<usize> =
            self.bodies.iter().filter_map(|(_, body)| near(body)).map(|asleep| asleep.group).collect();
        groups.into_iter().for_each(|group| self.wake_group(group));
        self.statics.push(obstacle);
    }

    /// Adds a joint between bodies where they are now, and wakes them.
    ///
    /// # Errors
    /// [`Error::NoBody`], [`Error::JointOfOne`], [`Error::JointApart`], [`Error::JointLength`], [`Error::JointFreedom`]; [`Error::NotFinite`] and
    /// [`Error::OutOfRange`] for impossible values.
    pub fn insert_joint(&mut self, joint: Joint) -> Result<JointHandle, Error> {
        joint.check(&self.bodies)?;
        self.wake_sides(joint.anchors);
        Ok(self.joints.insert(Fitted::new(joint, &self.bodies)))
    }

    /// Takes a joint out, as a rope that is let go, and wakes what it held. Its handle names no other joint. [`Self::release_joint`] leaves it in its slot.
    pub fn remove_joint(&mut self, handle: JointHandle) -> Option<Joint> {
        let joint = self.joints.remove(handle)?.joint;
        self.wake_sides(joint.anchors);
        Some(joint)
    }

    /// Lets go what a joint holds: from now on it does not act, and what it held wakes. It stays in its slot, so that [`Self::restore`] can go back to
    /// before. False where there is no such joint, or it was released before.
    pub fn release_joint(&mut self, handle: JointHandle) -> bool {
        let Some(fitted) = self.joints.get_mut(handle).filter(|fitted| !fitted.released) else {
            return false;
        };
        (fitted.released, fitted.impulses) = (true, Impulses::default());
        let anchors = fitted.joint.anchors;
        self.wake_sides(anchors);
        true
    }

    fn wake_sides(&mut self, anchors: [Anchor; 2]) {
        anchors.iter().filter_map(|anchor| anchor.body()).for_each(|body| self.wake(body));
    }

    /// All joints with their handles, in the order of their slots.
    pub fn joints(&self) -> impl Iterator<Item = (JointHandle, &Joint)> {
        self.joints.iter().map(|(i, fitted)| (self.joints.handle(i), &fitted.joint))
    }

    /// The impulse of a joint on its first side in the last step, N·s; its opposite is on the second.
    pub fn joint_impulse_n_s(&self, handle: JointHandle) -> Option<DVec3> {
        self.joints.get(handle).map(|fitted| fitted.impulses.on_first_n_s)
    }

    /// Sets the drive of a joint, and wakes what it holds where that is to move: where the joint acts, and the drive is another one or its target has a
    /// speed.
    ///
    /// # Errors
    /// [`Error::NoJoint`], [`Error::JointFreedom`]; [`Error::NotFinite`] and [`Error::OutOfRange`] for impossible values. The drive is as before then.
    pub fn set_drive(&mut self, handle: JointHandle, drive: Option<Drive>) -> Result<(), Error> {
        let JointHandle { index, generation } = handle;
        let fitted = self.joints.get_mut(handle).ok_or(Error::NoJoint { index, generation })?;
        fitted.joint.check_drive(drive)?;
        let before = std::mem::replace(&mut fitted.joint.drive, drive);
        if drive.is_none() && before.is_some() {
            fitted.impulses.rows[fitted.drive_row()] = 0.0;
        }
        let anchors = fitted.joint.anchors;
        if (drive != before || drive.is_some_and(|drive| drive.speed != 0.0)) && self.joint_acts(handle) {
            self.wake_sides(anchors);
        }
        Ok(())
    }

    /// The impulse of a joint's drive on its first side in the last step, about the axis of a hinge, N·m·s, or along that of a slider, N·s; its opposite is
    /// on the second. 0 without a drive.
    pub fn drive_impulse(&self, handle: JointHandle) -> Option<f64> {
        self.joints.get(handle).map(|fitted| fitted.impulses.drive)
    }

    /// The position of a hinge or slider now, 0 when it was inserted: the angle of its first side from the second about the axis, rad, from −π to π; the offset
    /// of the first side along it, m.
    pub fn joint_position(&self, handle: JointHandle) -> Option<f64> {
        let fitted = self.joints.get(handle)?;
        let frames = self.rotations(fitted);
        fitted.position(
            fitted.joint.anchors.map(|anchor| anchor.place_m(&self.bodies)),
            [0, 1].map(|side| frames[side] * fitted.frames[side]),
        )
    }

    /// Rotations of the sides of a joint.
    fn rotations(&self, fitted: &Fitted) -> [DQuat; 2] {
        fitted.joint.anchors.map(|anchor| {
            let body = anchor.body().and_then(|handle| self.bodies.get(handle));
            body.map_or(DQuat::IDENTITY, RigidBody::rotation)
        })
    }

    /// The places of a joint's two anchors now, m.
    pub fn joint_ends_m(&self, handle: JointHandle) -> Option<[DVec3; 2]> {
        self.joints.get(handle).map(|fitted| fitted.joint.anchors.map(|anchor| anchor.place_m(&self.bodies)))
    }

    /// Distance and angle of a joint's sides now from where it holds them.
    pub fn joint_misfit(&self, handle: JointHandle) -> Option<Misfit> {
        let fitted = self.joints.get(handle)?;
        let ends_m = fitted.joint.anchors.map(|anchor| anchor.place_m(&self.bodies));
        Some(Misfit::of(fitted, ends_m, self.rotations(fitted)))
    }

    /// The place of an anchor now, m.
    pub fn place_m(&self, anchor: Anchor) -> DVec3 {
        anchor.place_m(&self.bodies)
    }

    /// Energy in the springs among the joints that act, J.
    pub fn elastic_energy_j(&self) -> f64 {
        let energies = self.joints.iter().filter(|(_, fitted)| self.acts(fitted)).map(|(_, fitted)| {
            match fitted.joint.kind {
                JointKind::Spring(spring) => {
                    let [a, b] = fitted.joint.anchors.map(|anchor| anchor.place_m(&self.bodies));
                    spring.energy_j(a.distance(b))
                }
                _ => 0.0,
            }
        });
        energies.sum()
    }

    /// All bodies with their handles, in the order of their slots: that of insertion, if none was removed.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyHandle, &RigidBody)> + Clone {
        self.bodies.iter().map(|(i, body)| (self.bodies.handle(i), body))
    }

    /// Potential energy of a body's weight, `−m g · (x − x₀)` with its center of mass `x` and the point `x₀`, `datum_m`, J.
    ///
    /// # Panics
    /// If the handle is not one of this world's.
    pub fn potential_energy_j(&self, body: BodyHandle, datum_m: DVec3) -> f64 {
        let body = &self[body];
        -body.mass_properties().mass_kg * self.gravity_m_s2.dot(body.center_of_mass_m() - datum_m)
    }

    /// The body, if the handle is one of this world's.
    pub fn get(&self, handle: BodyHandle) -> Option<&RigidBody> {
        self.bodies.get(handle)
    }

    /// The body, to be changed.
    pub fn get_mut(&mut self, handle: BodyHandle) -> Option<&mut RigidBody> {
        self.bodies.get_mut(handle)
    }
}

impl Index<BodyHandle> for World {
    type Output = RigidBody;

    fn index(&self, handle: BodyHandle) -> &RigidBody {
        let body = self.get(handle);
        body.unwrap_or_else(|| panic!("{handle:?} names no body of this world"))
    }
}

impl IndexMut<BodyHandle> for World {
    fn index_mut(&mut self, handle: BodyHandle) -> &mut RigidBody {
        let body = self.get_mut(handle);
        body.unwrap_or_else(|| panic!("{handle:?} names no body of this world"))
    }
}
