//! Contact points of two shapes.

use super::broad_phase::Bound;
use crate::body::RigidBody;
use crate::pose::Pose;
use crate::statics::{Geometry, Static};
use crate::terrain::Terrain;
use glam::DVec3;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray};
use parry3d::shape::SharedShape;

/// The other side of a contact, by its index in the world's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Other {
    Body(usize),
    Static(usize),
}

impl Other {
    pub(crate) fn body(self) -> Option<usize> {
        match self {
            Other::Body(b) => Some(b),
            Other::Static(_) => None,
        }
    }
}

/// One contact point of body `a` with another body or a static.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contact {
    pub(crate) a: usize,
    pub(crate) other: Other,
    /// Unit vector out of the other's surface towards `a`.
    pub(crate) normal: DVec3,
    /// Half-way between the two surfaces, world, m: one point for both, so that action and reaction lie on one line.
    pub(crate) point_m: DVec3,
    /// Distance between the surfaces along the normal, below zero where they overlap, m.
    pub(crate) gap_m: f64,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
}

/// A pair of surfaces and their combined coefficients.
#[derive(Clone, Copy)]
struct Pairing {
    a: usize,
    other: Other,
    friction: f64,
    restitution: f64,
}

impl Pairing {
    fn new(a: usize, other: Other, friction: [f64; 2], restitution: [f64; 2]) -> Self {
        Self {
            a,
            other,
            friction: (friction[0] * friction[1]).sqrt(),
            restitution: restitution[0].max(restitution[1]),
        }
    }

    fn contact(&self, normal: DVec3, point_m: DVec3, gap_m: f64) -> Contact {
        let Self { a, other, friction, restitution } = *self;
        Contact { a, other, normal, point_m, gap_m, friction, restitution }
    }
}

/// Contacts of body `a` with a static that are closer than `reach_m`.
pub(crate) fn with_static(
    a: usize,
    body: &RigidBody,
    bound: &Bound,
    (index, other): (usize, &Static),
    reach_m: f64,
    out: &mut Vec<Contact>,
) {
    let pairing = Pairing::new(
        a,
        Other::Static(index),
        [body.friction, other.friction],
        [body.restitution, other.restitution],
    );
    match &other.geometry {
        Geometry::HalfSpace { normal, offset_m } => {
            if normal.dot(bound.center_m) - offset_m <= bound.radius_m {
                half_space(body, *normal, *offset_m, reach_m, &pairing, out);
            }
        }
        Geometry::Solid { shape, pose, center_m, reach_m: radius_m } => {
            if bound.overlaps(&Bound { center_m: *center_m, radius_m: *radius_m }) {
                for collider in &body.colliders {
                    let own = body.pose().then(&collider.local);
                    solids((&collider.shape, &own), (shape, pose), reach_m, &pairing, out);
                }
            }
        }
        Geometry::Terrain(ground) => terrain(body, bound, ground, reach_m, &pairing, out),
    }
}

/// Contacts between two bodies that are closer than `reach_m`.
pub(crate) fn between_bodies(
    (a, first): (usize, &RigidBody),
    (b, second): (usize, &RigidBody),
    reach_m: f64,
    out: &mut Vec<Contact>,
) {
    let pairing = Pairing::new(
        a,
        Other::Body(b),
        [first.friction, second.friction],
        [first.restitution, second.restitution],
    );
    for mine in &first.colliders {
        let own = first.pose().then(&mine.local);
        for theirs in &second.colliders {
            let other = second.pose().then(&theirs.local);
            solids((&mine.shape, &own), (&theirs.shape, &other), reach_m, &pairing, out);
        }
    }
}

/// Contacts with a half-space, corner by corner in f64: parry's manifold of a plane has only four corners of one face of a
/// hull, in f32.
fn half_space(
    body: &RigidBody,
    normal: DVec3,
    offset_m: f64,
    reach_m: f64,
    pairing: &Pairing,
    out: &mut Vec<Contact>,
) {
    let pose = body.pose();
    for collider in &body.colliders {
        for corner in collider.corners_m() {
            let corner = pose.point(corner);
            let gap = normal.dot(corner) - offset_m - collider.radius_m;
            if gap <= reach_m {
                out.push(pairing.contact(normal, corner - normal * (collider.radius_m + 0.5 * gap), gap));
            }
        }
    }
}

/// Contacts with uneven ground: of the corners in f64, as with a half-space, and of the crests of the ground under the body, along
/// their normals.
fn terrain(
    body: &RigidBody,
    bound: &Bound,
    ground: &Terrain,
    reach_m: f64,
    pairing: &Pairing,
    out: &mut Vec<Contact>,
) {
    let pose = body.pose();
    let mut lowest_m = f64::INFINITY;
    for collider in &body.colliders {
        for corner in collider.corners_m() {
            let corner = pose.point(corner);
            let (height_m, normal) = ground.at(corner.truncate());
            let gap = (corner.z - height_m) * normal.z - collider.radius_m;
            if gap <= reach_m {
                out.push(pairing.contact(normal, corner - normal * (collider.radius_m + 0.5 * gap), gap));
            }
            lowest_m = lowest_m.min(corner.z - collider.radius_m);
        }
    }
    // A ray from deep in the ground meets the underside of the body.
    let deep_m = 2.0 * bound.radius_m;
    for (crest, normal) in ground.crests(bound.center_m.truncate(), bound.radius_m, lowest_m - reach_m) {
        for collider in &body.colliders {
            let own = pose.then(&collider.local);
            let back = own.rotation.inverse();
            let from = back * (crest - normal * deep_m - own.translation_m);
            let ray = Ray::new(from.as_vec3(), (back * normal).as_vec3());
            let met = collider.shape.cast_local_ray(&ray, (deep_m + reach_m) as f32, true);
            if let Some(gap) = met.map(|way| f64::from(way) - deep_m) {
                out.push(pairing.contact(normal, crest + normal * (0.5 * gap), gap));
            }
        }
    }
}

fn solids(
    (shape, pose): (&SharedShape, &Pose),
    (other, other_pose): (&SharedShape, &Pose),
    reach_m: f64,
    pairing: &Pairing,
    out: &mut Vec<Contact>,
) {
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let relative = pose.relative(other_pose);
    // The error is "this pair of shapes is not supported"; every pair that the constructors allow is.
    let found = DefaultQueryDispatcher.contact_manifolds(
        &relative,
        shape.as_ref(),
        other.as_ref(),
        reach_m as f32,
        &mut manifolds,
        &mut None,
    );
    debug_assert!(found.is_ok(), "{:?} against {:?}", shape.shape_type(), other.shape_type());
    for manifold in &manifolds {
        let outward = (pose.rotation * manifold.local_n1.as_dvec3()).normalize_or_zero();
        for point in &manifold.points {
            let gap = f64::from(point.dist);
            if outward != DVec3::ZERO && gap <= reach_m {
                let mine = pose.point(point.local_p1.as_dvec3());
                out.push(pairing.contact(-outward, mine + outward * (0.5 * gap), gap));
            }
        }
    }
}
