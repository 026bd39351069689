//! Convex parts of a mesh that is not convex.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::collider::Collider;
use super::mesh_integrals::{convex_hull, integrate, outermost};
use crate::error::{Error, in_range};
use glam::{DVec3, Vec3};

/// Greatest number of parts.
const MOST: usize = 64;

/// Volume that the convex hull of a part has beyond the part, as a fraction of the hull of the mesh, up to which it is not divided further.
const CONVEX: f64 = 0.001;

/// Volume that all hulls together have beyond their parts, as a fraction of the mesh, above which parts are divided nevertheless.
const ENOUGH: f64 = 0.05;

/// Volume that the hull of two parts has beyond theirs, as a fraction of the hull of the mesh, up to which they become one.
const ONE: f64 = 1e-5;

/// Volume of all parts over that of the mesh, within which they stand for it.
const FAITHFUL: [f64; 2] = [0.8, 1.2];

/// Greatest number of triangles of a mesh that is divided.
const MOST_TRIANGLES: usize = 50_000;

/// Number of faces cut, those of all planes tried together, after which nothing is divided, and that for which the hulls of two halves count.
const MOST_WORK: usize = 6_000_000;
const HULLS: usize = 500;

/// Directions in which points of a part are looked for to find the volume of its hull.
const DIRECTIONS: usize = 150;

/// Planes that are tried: of faces, and at corners across each axis, as many for that number of faces; across each evenly between the ends.
const PLANES: [usize; 2] = [3, 12];
const MOST_AT_ONCE: usize = 100_000;
const EVENLY: usize = 3;

/// What a cut leaves of the measure by which it is chosen, at most.
const BETTER: f64 = 0.99;

/// Nearest that a plane comes to an end of a part, as a fraction of its length.
const NEAREST: f64 = 1e-3;

/// Distance from a plane up to which a corner lies in it, as a fraction of the mesh's greatest coordinate.
const IN_PLANE: f64 = 1e-6;

impl Collider {
    /// Volume of a closed mesh (m) as a fraction of that of its convex hull: 1 of a convex one, 0.65 of a dock with a slot for a boat.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::Index`], [`Error::OpenMesh`], [`Error::InvertedMesh`], [`Error::NoVolume`], [`Error::DegenerateHull`].
    pub fn convexity(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<f64, Error> {
        let volume_m3 = integrate(vertices, triangles)?.volume_m3;
        Ok(volume_m3 / Part::hull(vertices)?.volume_m3)
    }

    /// Convex shapes that together fill a closed mesh (m, body coordinates), at most 64, each to be given to the body by
    /// [`RigidBodyBuilder::collider`](crate::RigidBodyBuilder::collider): its hollows and holes stay open.
    ///
    /// An approximate convex decomposition in the way of Mamou and Ghorbel (2009, *A Simple and Efficient Approach for 3D Mesh Approximate
    /// Convex Decomposition*) by planes across the mesh's axes and those of its faces: the part that lacks most of its convex hull is cut where both
    /// sides together lack least. Where no plane makes that less, as at first in a ring, both sides are to be small, too: what they lack times the
    /// square of their length. This ends where no part lacks more than 0.001 of the volume of the whole's hull, and all together no more than
    /// 0.05 of the mesh; two whose hull is but they become one. Where a few planes of faces part the hollows the parts are exact.
    ///
    /// The same mesh has the same parts on every machine. How long it takes is bounded by a number of faces that are cut, and not by a clock; of
    /// more than 8000 triangles fewer planes are tried.
    ///
    /// # Errors
    /// As [`Self::convexity`]; [`Error::OutOfRange`] for more than 50 000 triangles; where the parts enclose less than 0.8 or more than 1.2
    /// times the volume of the mesh [`Error::OutOfRange`] after 6 000 000 faces that were cut, and [`Error::NoParts`] with 64 parts:
    /// it is no few convex parts.
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
        let hull_m3 = regions[0].hull_m3;
        let mut indivisible = Vec::new();
        let mut work = 0;
        while regions.len() + indivisible.len() < MOST && work <= MOST_WORK {
            let Some(at) = worst(&regions) else { break };
            let all_m3: f64 = regions.iter().chain(&indivisible).map(Region::excess_m3).sum();
            if regions[at].excess_m3() <= CONVEX * hull_m3 && all_m3 <= ENOUGH * whole.volume_m3 {
                break;
            }
            let region = regions.swap_remove(at);
            match region.divided(&mut work) {
                Some(halves) => regions.extend(halves),
                None => indivisible.push(region),
            }
        }
        // One without a volume has no surface to touch.
        let parts = regions.iter().chain(&indivisible).filter_map(|region| Part::hull(&region.points).ok());
        let parts = united(parts.collect(), ONE * hull_m3);
        let times = parts.iter().map(|part| part.volume_m3).sum::<f64>() / whole.volume_m3;
        if !(FAITHFUL[0]..=FAITHFUL[1]).contains(&times) {
            in_range(
                work <= MOST_WORK,
                "number of faces cut in search of convex parts",
                work as f64,
                "at most 6000000, as of meshes with fewer triangles or hollows",
            )?;
            return Err(Error::NoParts { parts: parts.len(), times });
        }
        parts.iter().map(|part| Self::convex_hull(&part.corners)).collect()
    }
}

/// The region of which the hull has most beyond it; the first of equal ones.
fn worst(regions: &[Region]) -> Option<usize> {
    let later = |a: usize, b: usize| if regions[b].excess_m3() > regions[a].excess_m3() { b } else { a };
    (0..regions.len()).reduce(later)
}

/// A convex part: corners of its hull.
struct Part {
    corners: Vec<Vec3>,
    volume_m3: f64,
    low: Vec3,
    high: Vec3,
}

impl Part {
    fn hull(points: &[Vec3]) -> Result<Self, Error> {
        let (corners, faces) = convex_hull(points)?;
        let volume_m3 = integrate(&corners, &faces)?.volume_m3;
        let [low, high] = bounds(&corners);
        Ok(Self { corners, volume_m3, low, high })
    }

    /// Both in one, if its hull has no more than `most_m3` beyond them.
    fn with(&self, other: &Self, most_m3: f64) -> Option<Self> {
        let gap = (self.low - other.high).max(other.low - self.high).max_element();
        if gap > NEAREST as f32 * (self.high - self.low).max_element() {
            return None;
        }
        let both = Self::hull(&[&self.corners[..], &other.corners].concat()).ok()?;
        ((both.volume_m3 - self.volume_m3 - other.volume_m3).abs() <= most_m3).then_some(both)
    }
}

/// The parts, with those in one that lay on both sides of a cut which served others.
fn united(parts: Vec<Part>, most_m3: f64) -> Vec<Part> {
    let mut united: Vec<Part> = Vec::new();
    for mut part in parts {
        let with_one = |part: &Part, united: &[Part]| {
            let mut both = united.iter().enumerate();
            both.find_map(|(at, other)| Some((at, part.with(other, most_m3)?)))
        };
        while let Some((at, both)) = with_one(&part, &united) {
            united.swap_remove(at);
            part = both;
        }
        united.push(part);
    }
    united
}

fn bounds(points: &[Vec3]) -> [Vec3; 2] {
    points.iter().fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], &p| [low.min(p), high.max(p)])
}

/// The points at `normal · x = at`.
#[derive(Clone, Copy)]
struct Plane {
    normal: DVec3,
    at: f64,
    /// Distance up to which corners lie in it.
    in_plane_m: f64,
}

impl Plane {
    fn height(&self, corner: DVec3) -> f64 {
        let height = self.normal.dot(corner) - self.at;
        if height.abs() < self.in_plane_m { 0.0 } else { height }
    }

    /// Where an edge crosses it: the same bits for both directions, as the faces on both sides of an edge have it.
    fn crossing(&self, edge: &Edge) -> DVec3 {
        let [a, b] = [edge.from, edge.to].map(|corner| (corner, self.height(corner)));
        let [below, above] = if a.1 < b.1 { [a, b] } else { [b, a] };
        if above.1 == 0.0 {
            return above.0;
        }
        below.0 + (above.0 - below.0) * (below.1 / (below.1 - above.1))
    }
}

#[derive(Clone, Copy)]
struct Edge {
    from: DVec3,
    to: DVec3,
    /// Whether its start stands for those of other edges at the same place.
    is_first: bool,
}

/// A planar face by its edges in any order, counter-clockwise seen from outside. It may be of several pieces, with holes.
#[derive(Default)]
struct Face {
    edges: Vec<Edge>,
}

impl Face {
    /// Twice the area times the normal.
    fn area_vector(&self) -> DVec3 {
        let tip = self.edges[0].from;
        self.edges.iter().map(|edge| (edge.from - tip).cross(edge.to - tip)).sum()
    }

    /// What of it lies where `sign · height < 0`. Adds the edges in the plane, as what closes the solid there has them.
    fn clipped(&self, plane: &Plane, sign: f64, closing: &mut Face) -> Self {
        let mut edges = Vec::with_capacity(self.edges.len() + 1);
        let (mut exits, mut entries) = (Vec::new(), Vec::new());
        for &edge in &self.edges {
            match [edge.from, edge.to].map(|corner| sign * plane.height(corner) < 0.0) {
                [true, true] => edges.push(edge),
                [true, false] => {
                    exits.push(plane.crossing(&edge));
                    edges.push(Edge { to: plane.crossing(&edge), ..edge });
                }
                [false, true] => {
                    entries.push(plane.crossing(&edge));
                    edges.push(Edge { from: plane.crossing(&edge), is_first: true, ..edge });
                }
                [false, false] => {}
            }
        }
        if exits.len() > 1 {
            let along = plane.normal.cross(self.area_vector());
            let order = |a: &DVec3, b: &DVec3| along.dot(*a).total_cmp(&along.dot(*b));
            exits.sort_by(order);
            entries.sort_by(order);
        }
        for (from, to) in exits.into_iter().zip(entries).filter(|(from, to)| from != to) {
            edges.push(Edge { from, to, is_first: true });
            closing.edges.push(Edge { from: to, to: from, is_first: false });
        }
        Self { edges }
    }
}

/// The solid inside a mesh and beside some planes.
struct Region {
    /// Faces of the mesh, and one in the plane of each cut.
    faces: Vec<Rc<Face>>,
    /// Corners.
    points: Vec<Vec3>,
    in_plane_m: f64,
    /// Edges of the box about it.
    size_m: DVec3,
    volume_m3: f64,
    hull_m3: f64,
}

impl Region {
    fn whole(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let mut seen = HashSet::new();
        let faces = triangles.iter().map(|triangle| {
            let edge = |i: usize| {
                let [from, to] = [triangle[i], triangle[(i + 1) % 3]].map(|i| vertices[i as usize]);
                let is_first = seen.insert(from.to_array().map(f32::to_bits));
                Edge { from: from.as_dvec3(), to: to.as_dvec3(), is_first }
            };
            Rc::new(Face { edges: [0, 1, 2].map(edge).to_vec() })
        });
        let greatest = vertices.iter().map(|v| v.abs().max_element()).fold(0.0, f32::max);
        Self::new(faces.collect(), IN_PLANE * f64::from(greatest))
    }

    fn new(faces: Vec<Rc<Face>>, in_plane_m: f64) -> Self {
        let edges = faces.iter().flat_map(|face| &face.edges);
        let points: Vec<Vec3> = edges.filter(|edge| edge.is_first).map(|edge| edge.from.as_vec3()).collect();
        // Cones from one point to all faces.
        let tip = points.first().map_or(DVec3::ZERO, |p| p.as_dvec3());
        let cones = faces.iter().map(|face| (face.edges[0].from - tip).dot(face.area_vector()) / 6.0);
        let volume_m3 = cones.sum();
        let few = if points.len() > DIRECTIONS { &outermost(&points, DIRECTIONS) } else { &points };
        let [low, high] = bounds(&points);
        let size_m = if points.is_empty() { DVec3::ZERO } else { (high - low).as_dvec3() };
        // A hull that fails by rounding, as of slivers, is no more than the box about it.
        let hull_m3 = Part::hull(few).map_or(0.0, |hull| hull.volume_m3);
        let hull_m3 = if hull_m3 > 0.9 * volume_m3 { hull_m3 } else { size_m.element_product() };
        Self { faces, points, in_plane_m, size_m, volume_m3, hull_m3 }
    }

    fn excess_m3(&self) -> f64 {
        (self.hull_m3 - self.volume_m3).max(0.0)
    }

    /// The two regions into which the best plane divides it; none if no plane makes it more convex. Adds the faces cut to `work`.
    fn divided(&self, work: &mut usize) -> Option<[Self; 2]> {
        let mut cut = |planes: Vec<Plane>| {
            *work += planes.len() * (self.faces.len() + HULLS);
            planes.into_iter().map(|plane| self.cut(&plane))
        };
        // Through a ring one cut leaves all excess: only then may the next take it, the sooner the shorter both are.
        let apart = |region: &Self| region.excess_m3() * region.size_m.length_squared();
        let axes = DVec3::AXES.into_iter();
        let corners = axes.clone().flat_map(|axis| self.through_corners(axis));
        let mut tried: Vec<[Self; 2]> = cut(corners.chain(self.of_faces()).collect()).collect();
        if let Some(halves) = self.best(&mut tried, Self::excess_m3) {
            return Some(halves);
        }
        tried.extend(cut(axes.flat_map(|axis| self.evenly(axis)).collect()));
        self.best(&mut tried, Self::excess_m3).or_else(|| self.best(&mut tried, apart))
    }

    /// The halves of least measure, the first of equal ones, if it is less than that of the region.
    fn best(&self, tried: &mut Vec<[Self; 2]>, measure: impl Fn(&Self) -> f64) -> Option<[Self; 2]> {
        let left: Vec<f64> = tried.iter().map(|halves| halves.iter().map(&measure).sum()).collect();
        let at = (0..left.len()).min_by(|&a, &b| left[a].total_cmp(&left[b]))?;
        (left[at] < BETTER * measure(self)).then(|| tried.swap_remove(at))
    }

    /// The ends along a direction.
    fn ends(&self, normal: DVec3) -> [f64; 2] {
        let along = self.points.iter().map(|p| p.as_dvec3().dot(normal));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
    }

    /// Planes across an axis through corners of the mesh, evenly among all.
    fn through_corners(&self, normal: DVec3) -> Vec<Plane> {
        let [low, high] = self.ends(normal);
        let is_between = |at: &f64| ((*at - low) / (high - low) - 0.5).abs() < 0.5 - NEAREST;
        let mut at: Vec<f64> =
            self.points.iter().map(|p| p.as_dvec3().dot(normal)).filter(is_between).collect();
        at.sort_by(f64::total_cmp);
        at.dedup_by(|b, a| *b - *a < NEAREST * (high - low));
        let count = at.len().min(self.most_planes());
        (0..count).map(|n| self.plane(normal, at[(2 * n + 1) * at.len() / (2 * count)])).collect()
    }

    /// Planes across an axis evenly between the ends.
    fn evenly(&self, normal: DVec3) -> Vec<Plane> {
        let [low, high] = self.ends(normal);
        (1..=EVENLY)
            .map(|n| self.plane(normal, low + (high - low) * n as f64 / (EVENLY + 1) as f64))
            .collect()
    }

    /// Planes of the greatest faces of hollows that are not across an axis.
    fn of_faces(&self) -> Vec<Plane> {
        let mut areas: BTreeMap<[i64; 4], (f64, Plane)> = BTreeMap::new();
        for face in &self.faces {
            let double = face.area_vector();
            let normal = double.normalize_or_zero();
            if normal.abs().max_element() < 1.0 - IN_PLANE && normal != DVec3::ZERO {
                let at = normal.dot(face.edges[0].from);
                let key = [normal.x, normal.y, normal.z, at * IN_PLANE / self.in_plane_m]
                    .map(|x| (x / NEAREST).round() as i64);
                areas.entry(key).or_insert((0.0, self.plane(normal, at))).0 += double.length();
            }
        }
        let mut planes: Vec<(f64, Plane)> = areas.into_values().collect();
        planes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_hollow = |plane: &Plane| {
            let [low, high] = self.ends(plane.normal);
            ((plane.at - low) / (high - low) - 0.5).abs() < 0.5 - NEAREST
        };
        let most = self.most_planes();
        planes.into_iter().take(4 * most).map(|(_, plane)| plane).filter(is_hollow).take(most).collect()
    }

    /// The regions below and above a plane.
    fn cut(&self, plane: &Plane) -> [Self; 2] {
        [1.0, -1.0].map(|sign| {
            let mut closing = Face::default();
            let mut faces = Vec::with_capacity(self.faces.len() + 1);
            for face in &self.faces {
                let mut kept = face.edges.iter().map(|edge| sign * plane.height(edge.from) < 0.0);
                let is_first = kept.next() == Some(true);
                if kept.all(|is_kept| is_kept == is_first) {
                    faces.extend(is_first.then(|| Rc::clone(face)));
                } else {
                    faces.push(Rc::new(face.clipped(plane, sign, &mut closing)));
                }
            }
            faces.extend((!closing.edges.is_empty()).then(|| Rc::new(closing)));
            Self::new(faces, self.in_plane_m)
        })
    }

    fn plane(&self, normal: DVec3, at: f64) -> Plane {
        Plane { normal, at, in_plane_m: self.in_plane_m }
    }

    /// Greatest number of planes across each axis, and of those of faces.
    fn most_planes(&self) -> usize {
        (MOST_AT_ONCE / self.faces.len().max(1)).clamp(PLANES[0], PLANES[1])
    }
}
