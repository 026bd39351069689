use std::ops::Range;

use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// Greatest number of corners and centroids of a part that are tested against another one.
const MOST_PROBES: usize = 64;

/// Greatest number of pairs of parts that are tested.
const MOST_PAIRS: usize = 10_000;

/// Pairs of parts that overlap.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Overlaps {
    pub(super) pairs: usize,
    /// Pairs whose boxes have space in common and that were not tested, because there are too many.
    pub(super) untested: usize,
}

/// Number of pairs of parts, closed and wound outward, of which one has a corner or the middle of a triangle within the
/// other. Cavities, which are wound inward, overlap nothing.
pub(super) fn overlapping(vertices: &[Vec3], triangles: &[[u32; 3]], parts: &[Range<usize>]) -> Overlaps {
    if parts.len() < 2 {
        return Overlaps { pairs: 0, untested: 0 };
    }
    let corners = |part: &Range<usize>| {
        let corners = |t: &[u32; 3]| t.map(|i| vertices[i as usize].as_dvec3());
        triangles[part.clone()].iter().map(corners).collect()
    };
    let mut solid: Vec<Part> = parts.par_iter().filter_map(|part| Part::solid(corners(part))).collect();
    solid.sort_by(|a, b| a.low().x.total_cmp(&b.low().x));
    let mut pairs = Vec::new();
    let mut meeting = 0;
    for (i, a) in solid.iter().enumerate() {
        // Those after it begin farther along x.
        for b in solid[i + 1..].iter().take_while(|b| b.low().x < a.high().x).filter(|b| a.meets(b)) {
            meeting += 1;
            if pairs.len() < MOST_PAIRS {
                pairs.push((a, b));
            }
        }
    }
    let untested = meeting - pairs.len();
    let overlap = |(a, b): &&(&Part, &Part)| a.reaches_into(b) || b.reaches_into(a);
    Overlaps { pairs: pairs.par_iter().filter(overlap).count(), untested }
}

/// A part as a tree of boxes around its triangles.
struct Part {
    triangles: Vec<[DVec3; 3]>,
    nodes: Vec<Node>,
}

/// A box around triangles that stand beside each other in the list; halves of a node follow it.
struct Node {
    triangles: Range<usize>,
    low: DVec3,
    high: DVec3,
    /// Sum of the area vectors.
    area: DVec3,
    /// Middle by area, and the distance of the farthest corner from it.
    center: DVec3,
    radius: f64,
    /// Index of the second half; the first is the next node. None at a leaf.
    second: Option<usize>,
}

/// Greatest number of triangles of a leaf.
const LEAF: usize = 8;

/// Distance, in radii of a node, beyond which its triangles are seen as one dipole, to a hundredth of a whole sphere
/// (Barill et al. 2018, Fast winding numbers).
const FAR: f64 = 2.0;

impl Part {
    /// `None` unless it encloses a positive volume.
    fn solid(triangles: Vec<[DVec3; 3]>) -> Option<Self> {
        let volume: f64 = triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum();
        if volume <= 0.0 {
            return None;
        }
        let mut part = Self { nodes: Vec::with_capacity(4 * triangles.len() / LEAF + 1), triangles };
        part.split(0..part.triangles.len());
        Some(part)
    }

    /// Adds the node of a range of triangles, and those below it.
    fn split(&mut self, range: Range<usize>) {
        let own = &mut self.triangles[range.clone()];
        let all = || own.iter().flatten();
        let low = all().fold(DVec3::INFINITY, |low, v| low.min(*v));
        let high = all().fold(DVec3::NEG_INFINITY, |high, v| high.max(*v));
        let (mut area, mut weight, mut moment) = (DVec3::ZERO, 0.0, DVec3::ZERO);
        for [a, b, c] in own.iter() {
            let normal = (b - a).cross(c - a) / 2.0;
            area += normal;
            weight += normal.length();
            moment += normal.length() * (a + b + c) / 3.0;
        }
        let center = if weight > 0.0 { moment / weight } else { (low + high) / 2.0 };
        let radius = all().map(|v| v.distance(center)).fold(0.0, f64::max);
        let index = self.nodes.len();
        self.nodes.push(Node { triangles: range.clone(), low, high, area, center, radius, second: None });
        if range.len() <= LEAF {
            return;
        }
        let size = high - low;
        let axis = if size.x >= size.y.max(size.z) {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let along = |[a, b, c]: &[DVec3; 3]| (a + b + c)[axis];
        let middle = range.len() / 2;
        own.select_nth_unstable_by(middle, |a, b| along(a).total_cmp(&along(b)));
        self.split(range.start..range.start + middle);
        self.nodes[index].second = Some(self.nodes.len());
        self.split(range.start + middle..range.end);
    }

    fn low(&self) -> DVec3 {
        self.nodes[0].low
    }

    fn high(&self) -> DVec3 {
        self.nodes[0].high
    }

    /// Whether the boxes around both have space in common.
    fn meets(&self, other: &Self) -> bool {
        self.nodes[0].meets(other.low(), other.high())
    }

    fn reaches_into(&self, other: &Self) -> bool {
        let inside = |p: &DVec3| p.cmpgt(other.low()).all() && p.cmplt(other.high()).all();
        let mut probes = Vec::new();
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            let node = &self.nodes[index];
            match node.second {
                _ if !node.meets(other.low(), other.high()) => {}
                Some(second) => open.extend([second, index + 1]),
                None => {
                    let own = self.triangles[node.triangles.clone()].iter();
                    probes.extend(own.flat_map(|&[a, b, c]| [a, b, c, (a + b + c) / 3.0]).filter(inside));
                }
            }
        }
        let every = probes.len().div_ceil(MOST_PROBES).max(1);
        probes.iter().step_by(every).any(|at| other.is_around(*at))
    }

    /// Whether a point is well within the surface: the solid angle under which it sees it is 4π inside and 0 outside (Van
    /// Oosterom & Strackee 1983), and at most 3.5π at a corner that parts which only touch have in common.
    fn is_around(&self, at: DVec3) -> bool {
        let mut sum = 0.0;
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            let node = &self.nodes[index];
            let away = node.center - at;
            let distance = away.length();
            match node.second {
                _ if distance > FAR * node.radius => sum += node.area.dot(away) / distance.powi(3),
                Some(second) => open.extend([second, index + 1]),
                None => {
                    sum += self.triangles[node.triangles.clone()]
                        .iter()
                        .map(|t| solid_angle(t, at))
                        .sum::<f64>();
                }
            }
        }
        sum > 3.7 * std::f64::consts::PI
    }
}

impl Node {
    fn meets(&self, low: DVec3, high: DVec3) -> bool {
        self.low.cmplt(high).all() && low.cmplt(self.high).all()
    }
}

fn solid_angle(triangle: &[DVec3; 3], at: DVec3) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner - at);
    let [la, lb, lc] = [a, b, c].map(DVec3::length);
    let volume = a.dot(b.cross(c));
    2.0 * volume.atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
}
