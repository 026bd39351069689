//! A pose in f64 and its conversion to parry's f32.

use glam::{DQuat, DVec3};
use parry3d::math::Pose as ParryPose;

/// Rotation, then translation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) rotation: DQuat,
    pub(crate) translation_m: DVec3,
}

impl Pose {
    pub(crate) const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation_m: DVec3::ZERO };

    pub(crate) fn point(&self, local: DVec3) -> DVec3 {
        self.translation_m + self.rotation * local
    }

    /// This pose after `inner`: `self.then(inner).point(p) == self.point(inner.point(p))`.
    pub(crate) fn then(&self, inner: &Pose) -> Pose {
        Pose { rotation: self.rotation * inner.rotation, translation_m: self.point(inner.translation_m) }
    }

    /// `other` seen from this pose. The difference is taken in f64, so that f32 sees only the distance between two shapes.
    pub(crate) fn relative(&self, other: &Pose) -> ParryPose {
        let back = self.rotation.inverse();
        Pose {
            rotation: back * other.rotation,
            translation_m: back * (other.translation_m - self.translation_m),
        }
        .to_parry()
    }

    pub(crate) fn to_parry(self) -> ParryPose {
        ParryPose::from_parts(self.translation_m.as_vec3(), self.rotation.as_quat().normalize())
    }
}
