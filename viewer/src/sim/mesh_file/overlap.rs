use glam::{DVec3, Vec3};

/// Greatest number of corners and centroids of a part that are tested against another one.
const MOST_PROBES: usize = 64;

/// Number of pairs of parts, closed and wound outward, of which one has a corner or the middle of a triangle within the
/// other. Cavities, which are wound inward, overlap nothing.
pub(super) fn overlapping(vertices: &[Vec3], parts: &[Vec<[u32; 3]>]) -> usize {
    let parts: Vec<Part> = parts.iter().map(|triangles| Part::new(vertices, triangles)).collect();
    let solid: Vec<&Part> = parts.iter().filter(|part| part.volume > 0.0).collect();
    let pairs = solid.iter().enumerate().flat_map(|(i, a)| solid[..i].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| a.meets(b) && (a.reaches_into(b) || b.reaches_into(a))).count()
}

struct Part {
    triangles: Vec<[DVec3; 3]>,
    low: DVec3,
    high: DVec3,
    volume: f64,
}

impl Part {
    fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let corners = |t: &[u32; 3]| t.map(|i| vertices[i as usize].as_dvec3());
        let triangles: Vec<[DVec3; 3]> = triangles.iter().map(corners).collect();
        let all = || triangles.iter().flatten();
        Self {
            low: all().fold(DVec3::INFINITY, |low, v| low.min(*v)),
            high: all().fold(DVec3::NEG_INFINITY, |high, v| high.max(*v)),
            volume: triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum(),
            triangles,
        }
    }

    /// Whether the boxes around both have space in common.
    fn meets(&self, other: &Self) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }

    fn reaches_into(&self, other: &Self) -> bool {
        let inside = |p: &DVec3| p.cmpgt(other.low).all() && p.cmplt(other.high).all();
        let probes = self.triangles.iter().flat_map(|&[a, b, c]| [a, b, c, (a + b + c) / 3.0]);
        let probes: Vec<DVec3> = probes.filter(inside).collect();
        let every = probes.len().div_ceil(MOST_PROBES).max(1);
        probes.iter().step_by(every).any(|at| other.is_around(*at))
    }

    /// Whether a point is well within the surface: the solid angle under which it sees it is 4π inside and 0 outside (Van
    /// Oosterom & Strackee 1983), and at most 3.5π at a corner that parts which only touch have in common.
    fn is_around(&self, at: DVec3) -> bool {
        let angle = |corners: &[DVec3; 3]| {
            let [a, b, c] = corners.map(|corner| corner - at);
            let [la, lb, lc] = [a, b, c].map(DVec3::length);
            let volume = a.dot(b.cross(c));
            2.0 * volume.atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
        };
        self.triangles.iter().map(angle).sum::<f64>() > 3.7 * std::f64::consts::PI
    }
}
