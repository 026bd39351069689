//! Inner walls: faces that two parts of a mesh have in common, each with one of its own.
//!
//! Volumes cancel there and forces do not: a wall within a hull would be a wetted surface that the flow never meets.

use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{DVec3, Vec3};

use super::winding::edges;

/// Distance from the plane of a facet up to which corners are in it, as a fraction of the mesh's size.
const FLAT: f64 = 4e-6;

/// Triangles that were taken out of a mesh.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TakenOut {
    /// Those of inner walls.
    pub(super) walls: usize,
    /// Those that were there twice.
    pub(super) doubled: usize,
}

/// Takes inner walls out, and one of two surfaces where a mesh has both everywhere.
///
/// Two flat facets with one outline coincide, whatever their triangles are. At each edge of a closed surface an even number
/// of triangles meet: where two or more others meet at the outline of a pair, both are a wall between two parts, and where
/// one does, one of them is its continuation. A pair with a free edge is a thin plate and stays.
pub(super) fn take_out(vertices: &[Vec3], triangles: &mut Vec<[u32; 3]>) -> TakenOut {
    let mut taken = TakenOut::default();
    // Two of one winding are there twice, or between parts of which one is inside out.
    for alike in [true, false] {
        let mut gone = vec![false; triangles.len()];
        let Some(pairs) = Pairs::of(vertices, triangles, alike) else { continue };
        taken.doubled += pairs.more.len();
        pairs.more.iter().for_each(|i| gone[*i as usize] = true);
        for (patch, kind) in pairs.patches() {
            for pair in patch {
                let [first, second] = &pairs.pairs[pair];
                match kind {
                    Kind::Wall => {
                        taken.walls += first.len() + second.len();
                        first.iter().chain(second).for_each(|i| gone[*i as usize] = true);
                    }
                    Kind::Doubled => {
                        taken.doubled += second.len();
                        second.iter().for_each(|i| gone[*i as usize] = true);
                    }
                    Kind::Plate => {}
                }
            }
        }
        let mut place = 0..;
        triangles.retain(|_| !gone[place.next().unwrap_or_default()]);
    }
    taken
}

/// Of a patch of coincident pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wall,
    Doubled,
    Plate,
}

type Edge = [u32; 2];

/// Pairs of coincident facets.
struct Pairs {
    /// Triangles of both facets.
    pairs: Vec<[Vec<u32>; 2]>,
    /// Outline of each pair.
    outlines: Vec<Vec<Edge>>,
    /// Triangles of further facets, of which there is one of either winding.
    more: Vec<u32>,
    /// Surfaces that meet at each edge of an outline.
    meeting: BTreeMap<Edge, Meeting>,
    /// Whether the facets of a pair are wound alike.
    alike: bool,
}

/// Surfaces that meet at an edge of a pair's outline.
#[derive(Default)]
struct Meeting {
    pairs: Vec<usize>,
    /// Triangles of no coincident facets.
    others: usize,
    /// Coincident facets of the other kind of pair, and of more than two.
    of_either_winding: usize,
    of_more: usize,
}

impl Pairs {
    /// Pairs of facets that are wound alike, or of such that are not; `None` where at no edge more than two triangles meet.
    fn of(vertices: &[Vec3], triangles: &[[u32; 3]], alike: bool) -> Option<Self> {
        let mut sides: Vec<(Edge, u32)> = (0..)
            .zip(triangles)
            .flat_map(|(i, triangle)| edges(*triangle).map(|[a, b]| ([a.min(b), a.max(b)], i)))
            .collect();
        sides.sort_unstable();
        if sides.chunk_by(|a, b| a.0 == b.0).all(|meeting| meeting.len() <= 2) {
            return None;
        }
        let facets = facets(vertices, triangles, &sides);
        let mut by_outline: BTreeMap<Vec<Edge>, [Vec<usize>; 2]> = BTreeMap::new();
        for (facet, members) in facets.iter().enumerate() {
            let mut outline: Vec<Edge> = members.iter().flat_map(|i| edges(triangles[*i as usize])).collect();
            // Edges within the facet are there in both directions.
            let own: HashSet<Edge> = outline.iter().copied().collect();
            outline.retain(|[a, b]| !own.contains(&[*b, *a]));
            // The direction along the least edge is the winding.
            let Some([a, b]) = outline.iter().copied().min_by_key(|[a, b]| [*a.min(b), *a.max(b)]) else {
                continue;
            };
            let mut outline: Vec<Edge> = outline.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
            outline.sort_unstable();
            by_outline.entry(outline).or_default()[usize::from(a < b)].push(facet);
        }
        let mut of = Self {
            pairs: Vec::new(),
            outlines: Vec::new(),
            more: Vec::new(),
            meeting: BTreeMap::new(),
            alike,
        };
        let mut coincident = vec![false; triangles.len()];
        for (outline, [down, up]) in by_outline {
            let pair = match (&down[..], &up[..]) {
                ([first, second], []) | ([], [first, second]) if alike => Some([*first, *second]),
                ([first], [second]) if !alike => Some([*first.min(second), *first.max(second)]),
                ([_], [_]) => {
                    of.at(&outline, |meeting| meeting.of_either_winding += 1);
                    None
                }
                ([_, ..], [_, ..]) if alike => {
                    of.at(&outline, |meeting| meeting.of_more += 1);
                    let more = [&down[1..], &up[1..]].concat();
                    of.more.extend(more.iter().flat_map(|facet| &facets[*facet]));
                    None
                }
                _ => continue,
            };
            let members = down.iter().chain(&up).flat_map(|facet| &facets[*facet]);
            members.for_each(|i| coincident[*i as usize] = true);
            if let Some(pair) = pair {
                let number = of.pairs.len();
                of.at(&outline, |meeting| meeting.pairs.push(number));
                of.pairs.push(pair.map(|facet| facets[facet].clone()));
                of.outlines.push(outline);
            }
        }
        for (edge, triangle) in sides {
            if !coincident[triangle as usize]
                && let Some(meeting) = of.meeting.get_mut(&edge)
            {
                meeting.others += 1;
            }
        }
        Some(of)
    }

    /// Changes what meets at the edges of an outline.
    fn at(&mut self, outline: &[Edge], change: impl Fn(&mut Meeting)) {
        outline.iter().for_each(|edge| change(self.meeting.entry(*edge).or_default()));
    }

    /// Connected pairs, and what they are.
    fn patches(&self) -> Vec<(Vec<usize>, Kind)> {
        let mut seen = vec![false; self.pairs.len()];
        let mut patches = Vec::new();
        for seed in 0..self.pairs.len() {
            if std::mem::replace(&mut seen[seed], true) {
                continue;
            }
            let mut patch = vec![seed];
            let (mut next, mut free, mut even, mut odd) = (0, 0, 0, 0);
            while let Some(&pair) = patch.get(next) {
                next += 1;
                for edge in &self.outlines[pair] {
                    let Meeting { pairs, others, of_either_winding, of_more } = &self.meeting[edge];
                    match (&pairs[..], *others) {
                        _ if *of_more > 0 => odd += 1,
                        (&[a, b], 0) => {
                            let beyond = if a == pair { b } else { a };
                            if !std::mem::replace(&mut seen[beyond], true) {
                                patch.push(beyond);
                            }
                            even += of_either_winding;
                        }
                        ([_], 0) if *of_either_winding == 0 => free += 1,
                        // Walls that meet within a mesh.
                        (_, others) if others % 2 == 0 => even += 1,
                        _ => odd += 1,
                    }
                }
            }
            let kind = match self.alike {
                false if free > 0 => Kind::Plate,
                _ if free == 0 && even > 0 && even >= odd => Kind::Wall,
                _ => Kind::Doubled,
            };
            patches.push((patch, kind));
        }
        patches
    }
}

/// Triangles that lie in one plane beside each other, connected by edges at which no third one meets.
fn facets(vertices: &[Vec3], triangles: &[[u32; 3]], sides: &[(Edge, u32)]) -> Vec<Vec<u32>> {
    let at = |i: u32| vertices[i as usize].as_dvec3();
    let low = vertices.iter().fold(DVec3::INFINITY, |low, v| low.min(v.as_dvec3()));
    let high = vertices.iter().fold(DVec3::NEG_INFINITY, |high, v| high.max(v.as_dvec3()));
    let flat_m = FLAT * (high - low).length();
    let beyond: HashMap<Edge, [u32; 2]> = sides
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|meeting| match meeting {
            [(edge, a), (_, b)] => Some((*edge, [*a, *b])),
            _ => None,
        })
        .collect();
    let mut seen = vec![false; triangles.len()];
    let mut facets = Vec::new();
    for seed in 0..triangles.len() {
        if std::mem::replace(&mut seen[seed], true) {
            continue;
        }
        let [a, b, c] = triangles[seed].map(at);
        let Some(normal) = (b - a).cross(c - a).try_normalize() else {
            facets.push(vec![seed as u32]);
            continue;
        };
        let mut facet = vec![seed as u32];
        let mut next = 0;
        while let Some(&i) = facet.get(next) {
            next += 1;
            for [from, to] in edges(triangles[i as usize]) {
                let Some(both) = beyond.get(&[from.min(to), from.max(to)]) else { continue };
                let other = both[usize::from(both[0] == i)];
                let [p, q, r] = triangles[other as usize].map(at);
                let in_plane = [p, q, r].iter().all(|v| (v - a).dot(normal).abs() <= flat_m);
                if !seen[other as usize]
                    && in_plane
                    && (q - p).cross(r - p).dot(normal) > 0.0
                    && edges(triangles[other as usize]).contains(&[to, from])
                {
                    seen[other as usize] = true;
                    facet.push(other);
                }
            }
        }
        facets.push(facet);
    }
    facets
}
