use std::ops::Add;

use glam::{DMat3, DQuat, DVec2, DVec3};

/// Pose and velocity of a rigid body in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// Rotation from body to world axes; normalized before use.
    pub rotation: DQuat,
    /// World position of the body's (mesh's) origin, m.
    pub translation_m: DVec3,
    /// Velocity of the reference point, m/s.
    pub linvel_m_s: DVec3,
    /// Angular velocity in world axes, rad/s.
    pub angvel_rad_s: DVec3,
    /// World position of the point that torques are taken about, usually the center of mass, m.
    pub reference_m: DVec3,
}

impl Motion {
    /// A body at rest whose torques are taken about its origin.
    pub fn at_rest(rotation: DQuat, translation_m: DVec3) -> Self {
        Self {
            rotation,
            translation_m,
            linvel_m_s: DVec3::ZERO,
            angvel_rad_s: DVec3::ZERO,
            reference_m: translation_m,
        }
    }

    /// Velocity of the material point at world position `point_m`, m/s.
    pub fn velocity_at(&self, point_m: DVec3) -> DVec3 {
        self.linvel_m_s + self.angvel_rad_s.cross(point_m - self.reference_m)
    }
}

/// A force and its moment about [`Motion::reference_m`]; world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Load {
    /// Force, N.
    pub force_n: DVec3,
    /// Torque, N m.
    pub torque_n_m: DVec3,
}

impl Add for Load {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { force_n: self.force_n + other.force_n, torque_n_m: self.torque_n_m + other.torque_n_m }
    }
}

/// Pose and velocity of a body about its own origin, where all numbers are small wherever in the world it may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyFrame {
    /// The world's x, y and z axes in body axes: the rows of the rotation matrix.
    pub(crate) axes: [DVec3; 3],
    rotation: DMat3,
    pub(crate) origin_m: DVec3,
    /// Velocity of the body's origin and angular velocity, body axes.
    pub(crate) linvel: DVec3,
    pub(crate) angvel: DVec3,
}

impl BodyFrame {
    /// `None` if the motion is not finite or the rotation is zero.
    pub(crate) fn new(motion: &Motion) -> Option<Self> {
        let rotation = DMat3::from_quat(motion.rotation.normalize());
        let axes = rotation.transpose();
        let frame = Self {
            axes: [axes.x_axis, axes.y_axis, axes.z_axis],
            rotation,
            origin_m: motion.translation_m,
            linvel: axes * motion.velocity_at(motion.translation_m),
            angvel: axes * motion.angvel_rad_s,
        };
        let finite = rotation.is_finite()
            && [frame.origin_m, frame.linvel, frame.angvel, motion.reference_m].iter().all(|v| v.is_finite());
        finite.then_some(frame)
    }

    /// The world's z axis in body axes.
    pub(crate) fn up(&self) -> DVec3 {
        self.axes[2]
    }

    /// Height of a body point above z = 0, m.
    pub(crate) fn height(&self, point: DVec3) -> f64 {
        self.axes[2].dot(point) + self.origin_m.z
    }

    /// World plan position of a body point, m.
    pub(crate) fn plan(&self, point: DVec3) -> DVec2 {
        DVec2::new(self.axes[0].dot(point) + self.origin_m.x, self.axes[1].dot(point) + self.origin_m.y)
    }

    /// A symmetric tensor from body axes to world axes.
    pub(crate) fn tensor_to_world(self, tensor: DMat3) -> DMat3 {
        self.rotation * tensor * self.rotation.transpose()
    }

    /// World position of a body point, m.
    pub(crate) fn point_to_world(self, point: DVec3) -> DVec3 {
        self.origin_m + self.rotation * point
    }

    /// A vector from body axes to world axes.
    pub(crate) fn to_world(self, vector: DVec3) -> DVec3 {
        self.rotation * vector
    }
}
