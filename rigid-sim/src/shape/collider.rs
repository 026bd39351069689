//! The shapes of a body in contacts.

use std::sync::Arc;

use super::mesh_integrals::convex_hull;
use super::pose::Pose;
use crate::error::{Error, finite_vector, positive};
use glam::{DMat3, DQuat, DVec3, Vec3};
use parry3d::shape::SharedShape;

/// A convex shape fixed to a body. A body may carry several. Clones share its corners.
#[derive(Clone)]
pub struct Collider {
    pub(crate) shape: SharedShape,
    /// The shape's frame in body coordinates.
    pub(crate) local: Pose,
    /// Points in the shape's own frame, m: the shape is their convex hull, grown by `radius_m`.
    points_m: Arc<[DVec3]>,
    pub(crate) radius_m: f64,
    /// Ball about a point in the shape's own frame that encloses the shape, m.
    ball: (DVec3, f64),
    /// Half edges of the box about the same point, along the axes of the shape's own frame, that encloses it, m.
    half_m: DVec3,
}

impl std::fmt::Debug for Collider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Collider")
            .field("shape", &self.shape.shape_type())
            .field("local", &self.local)
            .field("points", &self.points_m.len())
            .field("radius_m", &self.radius_m)
            .finish()
    }
}

impl Collider {
    /// A ball about the body's origin.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn ball(radius_m: f64) -> Result<Self, Error> {
        positive("radius of a ball (m)", radius_m)?;
        Ok(Self::new(SharedShape::ball(radius_m as f32), vec![DVec3::ZERO], radius_m))
    }

    /// A box about the body's origin with the given half edges, m.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn cuboid(half_extents_m: DVec3) -> Result<Self, Error> {
        for half in half_extents_m.to_array() {
            positive("half extent of a box (m)", half)?;
        }
        let h = half_extents_m.as_vec3();
        let corner = |i: u32| {
            let sign = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            half_extents_m * DVec3::new(sign(0), sign(1), sign(2))
        };
        Ok(Self::new(SharedShape::cuboid(h.x, h.y, h.z), (0..8).map(corner).collect(), 0.0))
    }

    /// A capsule: all points within `radius_m` of the segment between `from_m` and `to_m`, body coordinates.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotFinite`].
    pub fn capsule(from_m: DVec3, to_m: DVec3, radius_m: f64) -> Result<Self, Error> {
        positive("radius of a capsule (m)", radius_m)?;
        finite_vector("end of a capsule (m)", from_m)?;
        finite_vector("end of a capsule (m)", to_m)?;
        positive("length of a capsule's axis (m)", from_m.distance(to_m))?;
        let shape = SharedShape::capsule(from_m.as_vec3(), to_m.as_vec3(), radius_m as f32);
        Ok(Self::new(shape, vec![from_m, to_m], radius_m))
    }

    /// The convex hull of `vertices`, m, body coordinates.
    ///
    /// # Errors
    /// [`Error::DegenerateHull`] if the points span no volume, [`Error::NotFinite`].
    pub fn convex_hull(vertices: &[Vec3]) -> Result<Self, Error> {
        let (points, triangles) = convex_hull(vertices)?;
        let corners = points.iter().map(|p| p.as_dvec3()).collect();
        let shape = SharedShape::convex_mesh(points, &triangles)
            .ok_or(Error::DegenerateHull { points: vertices.len() })?;
        Ok(Self::new(shape, corners, 0.0))
    }

    /// This shape moved within the body: turned by `rotation`, then shifted by `translation_m` (body coordinates).
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`] for a rotation of length zero.
    pub fn at(mut self, translation_m: DVec3, rotation: DQuat) -> Result<Self, Error> {
        finite_vector("position of a collider (m)", translation_m)?;
        let moved = Pose { rotation: unit(rotation)?, translation_m };
        self.local = moved.then(&self.local);
        Ok(self)
    }

    fn new(shape: SharedShape, points_m: Vec<DVec3>, radius_m: f64) -> Self {
        let first = points_m.first().copied().unwrap_or_default();
        let (low, high) = points_m.iter().fold((first, first), |(low, high), &p| (low.min(p), high.max(p)));
        let middle = 0.5 * (low + high);
        let farthest = points_m.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        Self {
            shape,
            local: Pose::IDENTITY,
            points_m: points_m.into(),
            radius_m,
            ball: (middle, farthest + radius_m),
            half_m: 0.5 * (high - low) + radius_m,
        }
    }

    /// Corners in body coordinates, m; the shape reaches `radius_m` beyond their hull.
    pub(crate) fn corners_m(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.points_m.iter().map(|&p| self.local.point(p))
    }

    /// The same in the shape's own frame.
    pub(crate) fn points_m(&self) -> &[DVec3] {
        &self.points_m
    }

    /// The middle of the shape in body coordinates, m.
    pub(crate) fn middle_m(&self) -> DVec3 {
        self.local.point(self.ball.0)
    }

    /// Radius of the ball about the middle that encloses the shape, m.
    pub(crate) fn ball_m(&self) -> f64 {
        self.ball.1
    }

    /// Whether the boxes around this shape and another one, with their frames at these poses, are more than a distance apart along an edge
    /// of either: the shapes are then, too.
    pub(crate) fn is_apart(&self, pose: &Pose, other: (&Self, &Pose), distance_m: f64) -> bool {
        let (other, other_pose) = other;
        let back = pose.rotation.inverse();
        let axes = DMat3::from_quat(back * other_pose.rotation);
        let offset = back * (other_pose.point(other.ball.0) - pose.point(self.ball.0));
        let seen = DMat3::from_cols(axes.x_axis.abs(), axes.y_axis.abs(), axes.z_axis.abs());
        let own = self.half_m + seen * other.half_m + distance_m;
        let others = other.half_m + seen.transpose() * self.half_m + distance_m;
        offset.abs().cmpgt(own).any() || (axes.transpose() * offset).abs().cmpgt(others).any()
    }

    /// How far the box around the shape reaches from its middle along a direction, with its frame at a pose, m.
    pub(crate) fn extent_m(&self, pose: &Pose, direction: DVec3) -> f64 {
        (pose.rotation.inverse() * direction).abs().dot(self.half_m)
    }

    /// The radius, if the shape is a ball, m.
    pub(crate) fn as_ball(&self) -> Option<f64> {
        (self.points_m.len() == 1).then_some(self.radius_m)
    }

    /// Radius of the ball about `center_m` (body coordinates) that encloses the shape, m.
    pub(crate) fn reach_m(&self, center_m: DVec3) -> f64 {
        self.corners_m().map(|p| p.distance(center_m)).fold(0.0, f64::max) + self.radius_m
    }
}

/// `rotation` as a unit quaternion.
pub(crate) fn unit(rotation: DQuat) -> Result<DQuat, Error> {
    positive("length of a rotation quaternion", rotation.length())?;
    Ok(rotation.normalize())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use proptest::prelude::*;

    fn shape() -> impl Strategy<Value = Collider> {
        let size = || 0.1..2.0f64;
        let place = || prop::array::uniform3(-1.5..1.5f64).prop_map(DVec3::from);
        let corners = prop::collection::vec(prop::array::uniform3(-1.0..1.0f32).prop_map(Vec3::from), 8..20);
        prop_oneof![
            prop::array::uniform3(size()).prop_map(|half| Collider::cuboid(DVec3::from(half)).unwrap()),
            (place(), place(), size())
                .prop_map(|(a, b, r)| Collider::capsule(a, b + DVec3::X * 4.0, r).unwrap()),
            corners.prop_map(|points| Collider::convex_hull(&points).unwrap()),
        ]
    }

    fn pose() -> impl Strategy<Value = Pose> {
        let turn = prop::array::uniform4(0.1..1.0f64).prop_map(|q| DQuat::from_array(q).normalize());
        (prop::array::uniform3(-4.0..4.0f64), turn)
            .prop_map(|(at, rotation)| Pose { rotation, translation_m: DVec3::from(at) })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn boxes_that_are_apart_hold_shapes_that_are(
            (a, b) in (shape(), shape()), (from, to) in (pose(), pose()), distance_m in 0.0..1.0f64,
        ) {
            let [one, other] = [&a, &b].map(|collider| collider.shape.as_ref());
            let apart_m = parry3d::query::distance(&from.to_parry(), one, &to.to_parry(), other).unwrap().distance;
            if a.is_apart(&from, (&b, &to), distance_m) {
                prop_assert!(f64::from(apart_m) > distance_m - 1e-4, "{apart_m} of {distance_m} m");
            }
            prop_assert_eq!(a.is_apart(&from, (&b, &to), distance_m), b.is_apart(&to, (&a, &from), distance_m));
            // Not so much too large that nothing is ever apart.
            let far_m = distance_m + 2.0 * (a.ball_m() + b.ball_m());
            let far = Pose { translation_m: from.point(a.ball.0) + DVec3::splat(far_m) - to.rotation * b.ball.0, ..to };
            prop_assert!(a.is_apart(&from, (&b, &far), distance_m));
        }

        #[test]
        fn a_box_reaches_as_far_as_its_corners(of in shape(), at in pose(), to in pose()) {
            let direction = to.rotation * DVec3::Z;
            let middle = at.point(of.ball.0);
            let farthest = of.points_m().iter().map(|p| direction.dot(at.point(*p) - middle) + of.radius_m);
            let farthest_m = farthest.fold(f64::NEG_INFINITY, f64::max);
            let extent_m = of.extent_m(&at, direction);
            prop_assert!(extent_m >= farthest_m - 1e-12 && extent_m <= 1.75 * of.ball_m(), "{extent_m}, {farthest_m}");
        }
    }
}
