//! Contact points of two bodies, or of a body and a static.

use super::pair::{Contact, Corners, Impulse, Other, POINTS, Pair, Piece, Points};
use super::reduce::reduce;
use crate::body::{Bodies, RigidBody};
use crate::shape::{Collider, Geometry, Pose, Static, Terrain};
use glam::DVec3;
use parry3d::bounding_volume::BoundingVolume;
use parry3d::query::details::NormalConstraints;
use parry3d::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray, TrackedContact,
};
use parry3d::shape::{Shape, ShapeType, Triangle};

/// Distance that a contact may move over a shape and count as the same one, as a fraction of the shape's size.
const SAME_POINT: f32 = 0.1;

impl Pair {
    /// Makes it one of other sides, without contacts so far.
    pub(crate) fn become_new(&mut self, (a, other): (usize, Other), bodies: &Bodies, statics: &[Static]) {
        let coefficients = |body: &RigidBody| (body.friction, body.restitution);
        let of_a = bodies.at(a).map_or((0.0, 0.0), coefficients);
        let of_other = match other {
            Other::Body(b) => bodies.at(b).map_or((0.0, 0.0), coefficients),
            Other::Static(s) => (statics[s].friction, statics[s].restitution),
        };
        (self.a, self.other) = (a, other);
        self.friction = (of_a.0 * of_other.0).sqrt();
        self.restitution = of_a.1.max(of_other.1);
        self.contacts.clear();
        std::mem::swap(&mut self.pieces, &mut self.before);
        self.forget_before();
    }

    /// Removes the pieces of the step before, and keeps memory for the points of one.
    fn forget_before(&mut self) {
        let [_, fresh] = &mut self.points;
        for piece in self.before.drain(..) {
            if let Points::Manifold(mut manifold) = piece.points
                && fresh.capacity() == 0
            {
                manifold.points.clear();
                *fresh = manifold.points;
            }
        }
    }

    /// Finds the contacts that are closer than `reach_m` where the shapes are now.
    pub(crate) fn find_contacts(&mut self, bodies: &Bodies, statics: &[Static], reach_m: f64) {
        std::mem::swap(&mut self.pieces, &mut self.before);
        self.contacts.clear();
        let mut found = Found {
            old: &mut self.before,
            pieces: &mut self.pieces,
            contacts: &mut self.contacts,
            points: &mut self.points,
            reach_m,
        };
        if let Some(body) = bodies.at(self.a) {
            match self.other {
                Other::Body(b) => {
                    if let Some(other) = bodies.at(b) {
                        found.between_bodies(body, other);
                    }
                }
                Other::Static(s) => found.with_static(body, &statics[s]),
            }
        }
        self.forget_before();
    }
}

/// The contacts of a pair as they are found.
struct Found<'a> {
    old: &'a mut Vec<Piece>,
    pieces: &'a mut Vec<Piece>,
    contacts: &'a mut Vec<Contact>,
    /// Memory for the points of a piece in the last step, and for those of a piece that was not there.
    points: &'a mut [Vec<TrackedContact<Impulse>>; 2],
    reach_m: f64,
}

impl Found<'_> {
    /// The points of the last step of two shapes, if any.
    fn recall(&mut self, shapes: [u32; 3]) -> Option<Points> {
        let at = self.old.iter().position(|piece| piece.shapes == shapes)?;
        Some(self.old.swap_remove(at).points)
    }

    fn between_bodies(&mut self, first: &RigidBody, second: &RigidBody) {
        let poses = [first.pose(), second.pose()];
        for (i, mine) in (0..).zip(&first.colliders) {
            for (j, theirs) in (0..).zip(&second.colliders) {
                let centers = [poses[0].point(mine.middle_m()), poses[1].point(theirs.middle_m())];
                let reach = mine.ball_m() + theirs.ball_m() + self.reach_m;
                if centers[0].distance_squared(centers[1]) > reach * reach {
                    continue;
                }
                if let (Some(a), Some(b)) = (mine.as_ball(), theirs.as_ball()) {
                    self.balls([i, j, 0], centers, [a, b]);
                } else {
                    let own = poses[0].then(&mine.local);
                    let other = poses[1].then(&theirs.local);
                    if mine.is_apart(&own, (theirs, &other), self.reach_m) {
                        continue;
                    }
                    self.manifold([i, j, 0], (mine, &own), (theirs.shape.as_ref(), &other), None);
                }
            }
        }
    }

    fn with_static(&mut self, body: &RigidBody, other: &Static) {
        let pose = body.pose();
        for (i, mine) in (0..).zip(&body.colliders) {
            match &other.geometry {
                Geometry::HalfSpace { normal, offset_m } => {
                    self.half_space([i, 0, 0], (mine, &pose), *normal, *offset_m);
                }
                Geometry::Solid { shape, pose: other } => {
                    self.manifold([i, 0, 0], (mine, &pose.then(&mine.local)), (shape.as_ref(), other), None);
                }
                Geometry::Terrain(ground) => self.terrain([i, 0, 0], (mine, &pose), ground),
                Geometry::Surface { surface, pose: other } => {
                    let own = pose.then(&mine.local);
                    let bounds = mine.shape.compute_aabb(&other.relative(&own)).loosened(self.reach_m as f32);
                    surface.each_triangle(&bounds, |index, triangle: &Triangle, constraints| {
                        self.manifold([i, 0, index], (mine, &own), (triangle, other), constraints);
                    });
                }
            }
        }
    }

    /// In f64, as are half-spaces: balls roll on each other for long.
    fn balls(&mut self, shapes: [u32; 3], [a, b]: [DVec3; 2], radii_m: [f64; 2]) {
        let old = self.recall(shapes);
        let apart = a - b;
        let normal = apart.try_normalize().unwrap_or(DVec3::Z);
        let gap = apart.length() - radii_m[0] - radii_m[1];
        if gap > self.reach_m {
            return;
        }
        let impulse = impulse_of(old.as_ref(), 0);
        let place = (self.pieces.len(), 0);
        let point_m = a - normal * (radii_m[0] + 0.5 * gap);
        self.contacts.push(Contact { normal, point_m, gap_m: gap, impulse, place });
        self.pieces.push(Piece { shapes, points: emptied(old) });
    }

    /// Contacts with a half-space, corner by corner in f64: parry's manifold of a plane has only four corners of one face of a
    /// hull, in f32.
    fn half_space(
        &mut self,
        shapes: [u32; 3],
        (collider, pose): (&Collider, &Pose),
        normal: DVec3,
        offset_m: f64,
    ) {
        let own = pose.then(&collider.local);
        let middle = normal.dot(pose.point(collider.middle_m())) - offset_m;
        let extent_m = collider.ball_m().min(collider.extent_m(&own, normal));
        if middle - extent_m > self.reach_m {
            return;
        }
        let old = self.recall(shapes);
        let first = self.contacts.len();
        // Most corners are far: the normal is turned once, and they are not.
        let turned = own.rotation.inverse() * normal;
        let from_m = normal.dot(own.translation_m) - offset_m - collider.radius_m;
        for (k, &corner) in collider.points_m().iter().enumerate() {
            let gap_m = turned.dot(corner) + from_m;
            if gap_m <= self.reach_m {
                let point_m = own.point(corner) - normal * (collider.radius_m + 0.5 * gap_m);
                let impulse = impulse_of(old.as_ref(), k as u32);
                self.contacts.push(Contact {
                    normal,
                    point_m,
                    gap_m,
                    impulse,
                    place: (self.pieces.len(), k),
                });
            }
        }
        reduce(self.contacts, first, 2 * POINTS);
        if self.contacts.len() > first {
            self.pieces.push(Piece { shapes, points: emptied(old) });
        }
    }

    /// Contacts with uneven ground: of the corners in f64, as with a half-space, and of the crests of the ground under the shape,
    /// along their normals.
    fn terrain(&mut self, shapes: [u32; 3], (collider, pose): (&Collider, &Pose), ground: &Terrain) {
        let old = self.recall(shapes);
        let first = self.contacts.len();
        let mut lowest_m = f64::INFINITY;
        let mut count = 0;
        for corner in collider.corners_m() {
            let corner = pose.point(corner);
            let (gap_m, normal) = ground.touch(corner, collider.radius_m);
            if gap_m <= self.reach_m {
                let point_m = corner - normal * (collider.radius_m + 0.5 * gap_m);
                let impulse = impulse_of(old.as_ref(), count);
                let place = (self.pieces.len(), count as usize);
                self.contacts.push(Contact { normal, point_m, gap_m, impulse, place });
            }
            lowest_m = lowest_m.min(corner.z - collider.radius_m);
            count += 1;
        }
        // A ray from deep in the ground meets the underside of the body.
        let (middle, radius_m) = (pose.point(collider.middle_m()), collider.ball_m() + self.reach_m);
        let deep_m = 2.0 * radius_m;
        let own = pose.then(&collider.local);
        let back = own.rotation.inverse();
        // Of a ball the point that is nearest to the ground is known, on crests, too.
        let crests = collider.as_ball().is_none();
        let crests = crests.then(|| ground.crests(middle.truncate(), radius_m, lowest_m - self.reach_m));
        for (crest, normal) in crests.into_iter().flatten() {
            let from = back * (crest - normal * deep_m - own.translation_m);
            let ray = Ray::new(from.as_vec3(), (back * normal).as_vec3());
            let met = collider.shape.cast_local_ray(&ray, (deep_m + self.reach_m) as f32, true);
            if let Some(gap_m) = met.map(|way| f64::from(way) - deep_m) {
                let point_m = crest + normal * (0.5 * gap_m);
                let impulse = impulse_of(old.as_ref(), count);
                let place = (self.pieces.len(), count as usize);
                self.contacts.push(Contact { normal, point_m, gap_m, impulse, place });
            }
            count += 1;
        }
        if self.contacts.len() > first {
            self.pieces.push(Piece { shapes, points: emptied(old) });
        }
    }

    fn manifold(
        &mut self,
        shapes: [u32; 3],
        (collider, pose): (&Collider, &Pose),
        (other, other_pose): (&dyn Shape, &Pose),
        constraints: Option<&dyn NormalConstraints>,
    ) {
        let recalled = self.recall(shapes);
        let [before, fresh] = &mut *self.points;
        let mut manifold = match recalled {
            Some(Points::Manifold(manifold)) => manifold,
            _ => ContactManifold { points: std::mem::take(fresh), ..ContactManifold::default() },
        };
        before.clone_from(&manifold.points);
        let (relative, shape) = (pose.relative(other_pose), collider.shape.as_ref());
        let are_hulls = [shape, other].iter().all(|shape| shape.shape_type() == ShapeType::ConvexPolyhedron);
        if !are_hulls || !manifold.try_update_contacts(&relative) {
            if are_hulls {
                // Between hulls parry would do the same with a copy of the points.
                manifold.points.clear();
            }
            // The error is "this pair of shapes is not supported"; every pair that the constructors allow is.
            let found = DefaultQueryDispatcher.contact_manifold_convex_convex(
                &relative,
                shape,
                other,
                None,
                constraints,
                self.reach_m as f32,
                &mut manifold,
            );
            debug_assert!(found.is_ok(), "{:?} against {:?}", shape.shape_type(), other.shape_type());
            if are_hulls {
                manifold.match_contacts(before);
            }
        }
        hand_over(before, &mut manifold.points, collider.ball_m());
        let outward = (pose.rotation * manifold.local_n1.as_dvec3()).normalize_or_zero();
        let first = self.contacts.len();
        for (k, point) in manifold.points.iter().enumerate() {
            let gap_m = f64::from(point.dist);
            if outward != DVec3::ZERO && gap_m <= self.reach_m {
                let mine = pose.point(point.local_p1.as_dvec3());
                self.contacts.push(Contact {
                    normal: -outward,
                    point_m: mine + outward * (0.5 * gap_m),
                    gap_m,
                    impulse: point.data,
                    place: (self.pieces.len(), k),
                });
            }
        }
        reduce(self.contacts, first, POINTS);
        self.pieces.push(Piece { shapes, points: Points::Manifold(manifold) });
    }
}

/// Gives the impulse of each point that was not recognized to the nearest new one, as far as one is near beside the size of
/// the shape.
fn hand_over(before: &[TrackedContact<Impulse>], now: &mut [TrackedContact<Impulse>], size_m: f64) {
    let features = |point: &TrackedContact<Impulse>| (point.fid1, point.fid2);
    let near = (SAME_POINT * size_m as f32).powi(2);
    for old in before.iter().filter(|old| old.data.normal > 0.0) {
        if now.iter().any(|point| features(point) == features(old)) {
            continue;
        }
        let distance = |point: &TrackedContact<Impulse>| point.local_p1.distance_squared(old.local_p1);
        let nearest = now.iter_mut().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(nearest) = nearest.filter(|nearest| distance(nearest) < near) {
            nearest.data.normal += old.data.normal;
            nearest.data.friction += old.data.friction;
        }
    }
}

/// The impulse at a corner in the last step.
fn impulse_of(points: Option<&Points>, corner: u32) -> Impulse {
    let Some(Points::Corners(corners)) = points else { return Impulse::default() };
    corners.iter().find(|(k, _)| *k == corner).map(|(_, impulse)| *impulse).unwrap_or_default()
}

/// No corners, in the memory of the last step's.
fn emptied(points: Option<Points>) -> Points {
    match points {
        Some(Points::Corners(mut corners)) => {
            corners.clear();
            Points::Corners(corners)
        }
        _ => Points::Corners(Corners::default()),
    }
}
