//! Convex parts of a mesh that is not convex.

use super::collider::Collider;
use super::mesh_integrals::{convex_hull, integrate, outermost};
use crate::error::{Error, in_range};
use glam::{DVec3, Vec3};

/// Greatest number of parts.
const MOST: usize = 64;

/// Volume that the convex hull of a part has beyond the part, as a fraction of the hull of the mesh, up to which it is not divided further.
const CONVEX: f64 = 0.001;

/// Volume of all parts over that of the mesh, within which they stand for it.
const FAITHFUL: [f64; 2] = [0.8, 1.2];

/// Greatest number of triangles of a mesh that is divided: the work grows with them.
const MOST_TRIANGLES: usize = 50_000;

/// Directions in which points of a part are looked for to find the volume of its hull, and planes across an axis that are tried: at
/// corners, and evenly between the ends.
const DIRECTIONS: usize = 150;
const AT_CORNERS: usize = 12;
const EVENLY: usize = 3;

/// What a cut leaves of the volume that the hulls have beyond their parts, at most.
const BETTER: f64 = 0.99;

/// Nearest that a plane comes to an end of a part, as a fraction of its length.
const NEAREST: f64 = 1e-3;

impl Collider {
    /// Volume of a closed mesh (m) as a fraction of that of its convex hull: 1 of a convex one, 0.65 of a dock with a slot for a boat.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::Index`], [`Error::OpenMesh`], [`Error::InvertedMesh`], [`Error::NoVolume`], [`Error::DegenerateHull`].
    pub fn convexity(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<f64, Error> {
        let volume_m3 = integrate(vertices, triangles)?.volume_m3;
        let (corners, faces) = convex_hull(vertices)?;
        Ok(volume_m3 / integrate(&corners, &faces)?.volume_m3)
    }

    /// Convex shapes that together fill a closed mesh (m, body coordinates), at most 64, each to be given to the body by
    /// [`RigidBodyBuilder::collider`](crate::RigidBodyBuilder::collider): its hollows stay open.
    ///
    /// An approximate convex decomposition in the way of Mamou and Ghorbel (2009, *A Simple and Efficient Approach for 3D Mesh Approximate
    /// Convex Decomposition*), with planes across the mesh's axes: the part that lacks most of its convex hull is cut where both sides together lack
    /// least, at a corner of the mesh if one serves, until no part lacks more than 0.001 of the volume of the whole's hull. Where
    /// hollows have faces across the axes the parts are exact. The same mesh has the same parts on every machine; how long it takes is bounded by
    /// numbers of parts, planes and triangles, and not by a clock.
    ///
    /// # Errors
    /// As [`Self::convexity`]; [`Error::OutOfRange`] for more than 50 000 triangles; [`Error::NoParts`] where 64 parts enclose less than 0.8 or
    /// more than 1.2 times the volume of the mesh: it is no few convex parts.
    pub fn convex_parts(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Vec<Self>, Error> {
        let whole = integrate(vertices, triangles)?;
        let count = triangles.len();
        in_range(
            count <= MOST_TRIANGLES,
            "number of triangles of a mesh in parts",
            count as f64,
            "at most 50000",
        )?;
        let mut regions = vec![Region::whole(vertices, triangles)];
        let most_m3 = CONVEX * regions[0].hull_m3;
        let mut parts = Vec::new();
        while let Some(at) = worst(&regions) {
            let region = regions.swap_remove(at);
            let is_part = region.excess_m3() <= most_m3 || regions.len() + parts.len() + 2 > MOST;
            match if is_part { None } else { region.divided() } {
                Some(halves) => regions.extend(halves),
                None => parts.push(region),
            }
        }
        let mut found = Vec::new();
        let mut parts_m3 = 0.0;
        for part in &parts {
            // One without a volume has no surface to touch.
            let Ok((corners, faces)) = convex_hull(&part.corners()) else { continue };
            parts_m3 += integrate(&corners, &faces)?.volume_m3;
            found.push(Self::convex_hull(&corners)?);
        }
        let times = parts_m3 / whole.volume_m3;
        if !(FAITHFUL[0]..=FAITHFUL[1]).contains(&times) {
            return Err(Error::NoParts { parts: found.len(), times });
        }
        Ok(found)
    }
}

/// The region of which the hull has most beyond it; the first of equal ones.
fn worst(regions: &[Region]) -> Option<usize> {
    let later = |a: usize, b: usize| if regions[b].excess_m3() > regions[a].excess_m3() { b } else { a };
    (0..regions.len()).reduce(later)
}

/// A face of a region, planar, counter-clockwise seen from outside.
#[derive(Debug, Clone)]
struct Face {
    corners: Vec<DVec3>,
    /// Whether it is no face of the mesh, but what lies above the region, laid on its upper end.
    is_above: bool,
}

/// The solid inside a mesh and a box.
#[derive(Debug)]
struct Region {
    faces: Vec<Face>,
    low: DVec3,
    high: DVec3,
    volume_m3: f64,
    hull_m3: f64,
}

impl Region {
    fn whole(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let [low, high] = vertices.iter().map(|v| v.as_dvec3()).fold(empty, |[a, b], v| [a.min(v), b.max(v)]);
        let corners = |triangle: &[u32; 3]| triangle.map(|i| vertices[i as usize].as_dvec3()).to_vec();
        let faces = triangles.iter().map(|triangle| Face { corners: corners(triangle), is_above: false });
        Self::new(faces.collect(), low, high)
    }

    fn new(faces: Vec<Face>, low: DVec3, high: DVec3) -> Self {
        // Of the field (0, 0, z − low) through the faces: across and below there is none.
        let of_face = |face: &Face| {
            let first = face.corners[0];
            let fans = face.corners.windows(2).skip(1).map(|pair| {
                let [b, c] = [pair[0], pair[1]];
                let area = 0.5 * (b - first).truncate().perp_dot((c - first).truncate());
                area * ((first.z + b.z + c.z) / 3.0 - low.z)
            });
            fans.sum::<f64>()
        };
        let volume_m3 = faces.iter().map(of_face).sum();
        let mut region = Self { faces, low, high, volume_m3, hull_m3: 0.0 };
        let corners = region.corners();
        let few = if corners.len() > DIRECTIONS { outermost(&corners, DIRECTIONS) } else { corners };
        let hull = convex_hull(&few).and_then(|(corners, faces)| integrate(&corners, &faces));
        region.hull_m3 = hull.map_or(0.0, |hull| hull.volume_m3);
        region
    }

    fn excess_m3(&self) -> f64 {
        self.hull_m3 - self.volume_m3
    }

    /// Corners of the mesh in it, and of the cuts through it.
    fn corners(&self) -> Vec<Vec3> {
        let own = self.faces.iter().filter(|face| !face.is_above);
        own.flat_map(|face| face.corners.iter().map(|corner| corner.as_vec3())).collect()
    }

    /// The two regions into which the best plane divides it, through a corner if one serves; none if no plane makes it more convex.
    fn divided(&self) -> Option<[Self; 2]> {
        self.best(Self::through_corners).or_else(|| self.best(Self::evenly))
    }

    fn best(&self, planes: impl Fn(&Self, usize) -> Vec<f64>) -> Option<[Self; 2]> {
        let planes = (0..3).flat_map(|axis| planes(self, axis).into_iter().map(move |at| (axis, at)));
        let excess_m3 = |halves: &[Self; 2]| halves.iter().map(|half| half.excess_m3().max(0.0)).sum::<f64>();
        let halves = planes.map(|(axis, at)| self.cut(axis, at));
        let best =
            halves.reduce(|best, other| if excess_m3(&other) < excess_m3(&best) { other } else { best })?;
        (excess_m3(&best) < BETTER * self.excess_m3()).then_some(best)
    }

    /// Places along an axis of corners of the mesh, evenly among all.
    fn through_corners(&self, axis: usize) -> Vec<f64> {
        let (low, length) = (self.low[axis], self.high[axis] - self.low[axis]);
        let is_between = |at: &f64| ((*at - low) / length - 0.5).abs() < 0.5 - NEAREST;
        let own = self.faces.iter().filter(|face| !face.is_above);
        let mut at: Vec<f64> =
            own.flat_map(|face| face.corners.iter().map(|c| c[axis])).filter(is_between).collect();
        at.sort_by(f64::total_cmp);
        at.dedup_by(|b, a| *b - *a < NEAREST * length);
        let count = at.len().min(AT_CORNERS);
        (0..count).map(|n| at[(2 * n + 1) * at.len() / (2 * count)]).collect()
    }

    /// Places along an axis evenly between the ends.
    fn evenly(&self, axis: usize) -> Vec<f64> {
        let (low, length) = (self.low[axis], self.high[axis] - self.low[axis]);
        (1..=EVENLY).map(|n| low + length * n as f64 / (EVENLY + 1) as f64).collect()
    }

    /// The parts below and above a plane across an axis.
    fn cut(&self, axis: usize, at: f64) -> [Self; 2] {
        let mut halves = [Vec::new(), Vec::new()];
        for face in &self.faces {
            let reaches = |sign: f64| face.corners.iter().any(|corner| sign * (corner[axis] - at) < 0.0);
            for (half, sign) in halves.iter_mut().zip([1.0, -1.0]).filter(|(_, sign)| reaches(*sign)) {
                half.push(Face { corners: clipped(&face.corners, axis, at, sign), is_above: face.is_above });
            }
            // A face in the plane itself bounds what is below it or above.
            if axis == 2 && (reaches(-1.0) || !reaches(1.0)) {
                let mut above = clipped(&face.corners, axis, at, -1.0);
                above.iter_mut().for_each(|corner| corner.z = at);
                halves[0].push(Face { corners: above, is_above: true });
            }
        }
        let [below, above] = halves;
        let (mut high, mut low) = (self.high, self.low);
        (high[axis], low[axis]) = (at, at);
        [Self::new(below, self.low, high), Self::new(above, low, self.high)]
    }
}

/// The corners of what of a polygon has `sign · x ≤ sign · at` along an axis.
fn clipped(corners: &[DVec3], axis: usize, at: f64, sign: f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    let beyond = |corner: DVec3| sign * (corner[axis] - at);
    let next = corners.iter().cycle().skip(1);
    for (&from, &to) in corners.iter().zip(next) {
        let [a, b] = [beyond(from), beyond(to)];
        if a <= 0.0 {
            kept.push(from);
        }
        if a * b < 0.0 {
            let mut crossing = from + (to - from) * (a / (a - b));
            crossing[axis] = at;
            kept.push(crossing);
        }
    }
    kept
}
