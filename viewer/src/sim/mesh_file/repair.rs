use std::collections::{BTreeMap, HashMap, HashSet};

use glam::Vec3;

use super::overlap::overlapping;
use super::weld::{ROUNDING, weld_within};
use crate::sim::hulls::Mesh;

/// Faults of a mesh and their repairs.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Repairs {
    /// Corners within [`gap`](Self::gap) of others; merged.
    pub joined: usize,
    /// Distance up to which corners were merged, as a fraction of the mesh's size; 0 where `joined` is.
    pub gap: f32,
    /// Connected parts.
    pub parts: usize,
    /// Triangles with coincident corners; removed.
    pub collapsed: usize,
    /// Duplicate triangles, with the same corners and winding; removed.
    pub doubled: usize,
    /// Triangles wound against their neighbors; reversed.
    pub turned: usize,
    /// Parts whose normals pointed inward; reversed as a whole.
    pub inverted_parts: usize,
    /// Edges of only one triangle, around holes.
    pub open_edges: usize,
    /// Holes; closed with a fan of triangles about their mean point.
    pub holes: usize,
    /// Pairs of parts that overlap; left as they are.
    pub overlaps: usize,
}

impl Repairs {
    /// One sentence for each kind of fault, with its repair; empty for a valid mesh.
    pub fn notes(&self) -> Vec<String> {
        let Self {
            joined,
            gap,
            parts,
            collapsed,
            doubled,
            turned,
            inverted_parts,
            open_edges,
            holes,
            overlaps,
        } = *self;
        [
            (joined, format!("{joined} corners do not quite meet others; joined within {gap:e} of the mesh's size")),
            (collapsed, format!("{collapsed} triangles have two corners in one place; dropped")),
            (doubled, format!("{doubled} triangles are there more than once; dropped but for one of each")),
            (turned, format!("{turned} triangles are wound against their neighbors; turned over")),
            (
                inverted_parts,
                format!("{inverted_parts} of {parts} parts have inverted winding (normals inward); turned over"),
            ),
            (
                holes,
                format!("not closed: {open_edges} open edges around {holes} holes; closed each hole with a flat fan"),
            ),
            (
                overlaps,
                format!("{overlaps} pairs of its {parts} parts overlap: what two enclose displaces twice; unite them"),
            ),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, note)| note)
        .collect()
    }
}

/// Gaps, as fractions of the mesh's size, that are tried in turn as long as a mesh is not closed: files with few digits,
/// and drawings whose parts were assembled by hand.
const GAPS: [f32; 3] = [1e-5, 1e-4, 1e-3];

/// Merges corners and [repairs](repair) the resulting mesh.
///
/// Corners are merged within rounding first. Where that leaves open edges, wider gaps are tried, and the one that leaves
/// fewest is taken, as long as no further triangles collapse.
pub(super) fn join_and_repair(corners: &[[Vec3; 3]]) -> (Mesh, Repairs) {
    let welded = weld_within(corners, ROUNDING);
    let apart = welded.vertices.len();
    let mut best = repair(welded);
    for gap in GAPS {
        if best.1.open_edges == 0 {
            break;
        }
        let welded = weld_within(corners, gap);
        let joined = apart - welded.vertices.len().min(apart);
        let (mesh, repairs) = repair(welded);
        if repairs.collapsed > best.1.collapsed {
            break;
        }
        if repairs.open_edges < best.1.open_edges {
            best = (mesh, Repairs { joined, gap, ..repairs });
        }
    }
    best
}

/// Repairs a mesh part by part to a closed one with outward normals.
///
/// Triangles that share an edge are wound alike, holes are closed, and a part that encloses a negative volume is reversed,
/// unless it lies within another one: then it is a cavity.
pub fn repair(mut mesh: Mesh) -> (Mesh, Repairs) {
    let before = mesh.triangles.len();
    mesh.triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    let collapsed = before - mesh.triangles.len();
    let before = mesh.triangles.len();
    let mut seen = HashSet::new();
    mesh.triangles.retain(|triangle| seen.insert(from_lowest(*triangle)));
    let doubled = before - mesh.triangles.len();
    let mut repairs = Repairs { collapsed, doubled, ..Repairs::default() };

    let mut parts = parts_wound_alike(&mesh.triangles, &mut repairs.turned);
    for part in &mut parts {
        let open = open_edges(part);
        repairs.open_edges += open.len();
        for hole in loops(open) {
            repairs.holes += 1;
            close(&mut mesh.vertices, part, &hole);
        }
    }
    let solid = |triangles: &[[u32; 3]]| {
        // Vertices are shared by all parts; a part's box is that of its own corners.
        let vertices = triangles.iter().flatten().map(|i| mesh.vertices[*i as usize]).collect();
        let triangles = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let part = Mesh { vertices, triangles };
        (part.volume_m3(), part.bounds_m())
    };
    let solids: Vec<(f64, [Vec3; 2])> = parts.iter().map(|part| solid(part)).collect();
    for (i, part) in parts.iter_mut().enumerate() {
        let (volume, bounds) = solids[i];
        let outer = solids.iter().enumerate().filter(|(j, _)| *j != i);
        let cavity = outer.into_iter().any(|(_, (_, other))| inside(bounds, *other));
        if volume < 0.0 && !cavity {
            repairs.inverted_parts += 1;
            part.iter_mut().for_each(turn);
        }
    }
    repairs.parts = parts.len();
    repairs.overlaps = overlapping(&mesh.vertices, &parts);
    mesh.triangles = parts.concat();
    (mesh, repairs)
}

fn inside([low, high]: [Vec3; 2], [outer_low, outer_high]: [Vec3; 2]) -> bool {
    low.cmpgt(outer_low).all() && high.cmplt(outer_high).all()
}

fn turn(triangle: &mut [u32; 3]) {
    triangle.swap(1, 2);
}

/// The triangle with its lowest index first.
fn from_lowest([a, b, c]: [u32; 3]) -> [u32; 3] {
    match a.min(b).min(c) {
        low if low == a => [a, b, c],
        low if low == b => [b, c, a],
        _ => [c, a, b],
    }
}

fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Splits triangles into parts connected by edges, each wound as most of its triangles are.
fn parts_wound_alike(triangles: &[[u32; 3]], turned: &mut usize) -> Vec<Vec<[u32; 3]>> {
    let mut sharing: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for (i, triangle) in triangles.iter().enumerate() {
        for [a, b] in edges(*triangle) {
            sharing.entry([a.min(b), a.max(b)]).or_default().push(i);
        }
    }
    let mut against: Vec<Option<bool>> = vec![None; triangles.len()];
    let mut parts = Vec::new();
    for seed in 0..triangles.len() {
        if against[seed].is_some() {
            continue;
        }
        against[seed] = Some(false);
        let mut members = vec![seed];
        let mut next = 0;
        while let Some(&i) = members.get(next) {
            next += 1;
            for [a, b] in edges(triangles[i]) {
                // Where more than two triangles meet at an edge, it does not determine which of them are connected.
                let [first, second] = sharing[&[a.min(b), a.max(b)]][..] else { continue };
                let other = if first == i { second } else { first };
                if against[other].is_none() {
                    let same_direction = edges(triangles[other]).contains(&[a, b]);
                    against[other] = against[i].map(|against| against != same_direction);
                    members.push(other);
                }
            }
        }
        let few = members.iter().filter(|i| against[**i] == Some(true)).count();
        let minority = few * 2 <= members.len();
        *turned += few.min(members.len() - few);
        members.sort_unstable();
        parts.push(
            members
                .into_iter()
                .map(|i| {
                    let mut triangle = triangles[i];
                    if against[i] == Some(minority) {
                        turn(&mut triangle);
                    }
                    triangle
                })
                .collect(),
        );
    }
    parts
}

/// Directed edges without a triangle on the other side.
fn open_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut balance: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for [a, b] in triangles.iter().flat_map(|triangle| edges(*triangle)) {
        *balance.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
    }
    let directed = |([a, b], count): ([u32; 2], i32)| {
        let edge = if count > 0 { [a, b] } else { [b, a] };
        std::iter::repeat_n(edge, count.unsigned_abs() as usize)
    };
    balance.into_iter().flat_map(directed).collect()
}

/// Splits open edges into closed loops of vertices.
///
/// The boundary of a surface has no boundary itself: as many open edges leave a vertex as enter it, so that every walk
/// returns to a vertex that it has passed.
fn loops(open: Vec<[u32; 2]>) -> Vec<Vec<u32>> {
    let mut leaving: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for [from, to] in open {
        leaving.entry(from).or_default().push(to);
    }
    let mut found = Vec::new();
    while let Some((&start, _)) = leaving.iter().find(|(_, ends)| !ends.is_empty()) {
        let mut walk = vec![start];
        while let Some(to) = walk.last().and_then(|from| leaving.get_mut(from)?.pop()) {
            match walk.iter().position(|passed| *passed == to) {
                Some(first) => {
                    found.push(walk.split_off(first));
                    walk.push(to);
                }
                None => walk.push(to),
            }
        }
    }
    found
}

/// Closes a hole with a fan about the mean point of its rim, wound against the rim.
fn close(vertices: &mut Vec<Vec3>, triangles: &mut Vec<[u32; 3]>, rim: &[u32]) {
    if let [a, b, c] = *rim {
        triangles.push([a, c, b]);
        return;
    }
    let mean = rim.iter().map(|i| vertices[*i as usize]).sum::<Vec3>() / rim.len() as f32;
    let center = vertices.len() as u32;
    vertices.push(mean);
    let next = rim.iter().cycle().skip(1);
    triangles.extend(rim.iter().zip(next).map(|(from, to)| [*to, *from, center]));
}
