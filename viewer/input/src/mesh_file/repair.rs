use std::ops::Range;

use glam::Vec3;
use rayon::prelude::*;

use super::overlap::overlapping;
use super::walls::take_out;
use super::weld::{ROUNDING, weld_within};
use super::winding::{Wound, wind};
use crate::hulls::Mesh;

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
    /// Duplicate triangles, with the same corners and winding, or on the other side everywhere; removed.
    pub doubled: usize,
    /// Triangles of walls within the mesh, of which both parts that share a face have one; removed.
    pub inner: usize,
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
    /// Pairs of parts that may overlap and were not tested, because there are too many.
    pub untested: usize,
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
            inner,
            turned,
            inverted_parts,
            open_edges,
            holes,
            overlaps,
            untested,
        } = *self;
        [
            (joined, format!("{joined} corners do not quite meet others; joined within {gap:e} of the mesh's size")),
            (collapsed, format!("{collapsed} triangles have two corners in one place; dropped")),
            (doubled, format!("{doubled} triangles are there more than once; dropped but for one of each")),
            (
                inner,
                format!("{inner} triangles are inner walls, of which both parts that share a face have one; taken out"),
            ),
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
            (
                untested,
                format!("{untested} further pairs of its {parts} parts may overlap and were not tested; unite them"),
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

/// Greatest number of parts that are compared with each other.
pub(super) const MOST_PARTS: usize = 20_000;

/// Merges corners and repairs the resulting mesh; `Err` with the number of its parts if there are too many.
///
/// Corners are merged within rounding first. Where that leaves open edges, wider gaps are tried, and the one that leaves
/// fewest is taken, as long as no further triangles collapse.
pub(super) fn join_and_repair(corners: &[[Vec3; 3]]) -> Result<(Mesh, Repairs), usize> {
    let welded = weld_within(corners, ROUNDING);
    let apart = welded.vertices.len();
    let mut best = Sorted::from(welded);
    let (mut joined, mut gap) = (0, 0.0);
    for wider in GAPS {
        if best.wound.open.is_empty() {
            break;
        }
        let welded = weld_within(corners, wider);
        let merged = apart - welded.vertices.len().min(apart);
        let sorted = Sorted::from(welded);
        if sorted.collapsed > best.collapsed {
            break;
        }
        if sorted.wound.open.len() < best.wound.open.len() {
            (best, joined, gap) = (sorted, merged, wider);
        }
    }
    if best.wound.parts.len() > MOST_PARTS {
        return Err(best.wound.parts.len());
    }
    let (mesh, repairs) = best.closed();
    Ok((mesh, Repairs { joined, gap, ..repairs }))
}

/// Repairs a mesh part by part to a closed one with outward normals.
///
/// Triangles that share an edge are wound alike, holes are closed, and a part that encloses a negative volume is reversed,
/// unless it lies within another one: then it is a cavity.
pub fn repair(mesh: Mesh) -> (Mesh, Repairs) {
    Sorted::from(mesh).closed()
}

/// A mesh without collapsed and doubled triangles and inner walls, in parts, each wound alike.
struct Sorted {
    vertices: Vec<Vec3>,
    wound: Wound,
    collapsed: usize,
    doubled: usize,
    inner: usize,
}

impl From<Mesh> for Sorted {
    fn from(Mesh { vertices, mut triangles }: Mesh) -> Self {
        let before = triangles.len();
        triangles.retain(|[a, b, c]| a != b && b != c && c != a);
        let collapsed = before - triangles.len();
        let taken = take_out(&vertices, &mut triangles);
        let before = triangles.len();
        drop_doubled(&mut triangles);
        let doubled = taken.doubled + before - triangles.len();
        Self { vertices, wound: wind(triangles), collapsed, doubled, inner: taken.walls }
    }
}

impl Sorted {
    /// Closes the holes and turns the parts outward.
    fn closed(self) -> (Mesh, Repairs) {
        let Self { mut vertices, wound, collapsed, doubled, inner } = self;
        let mut repairs = Repairs {
            collapsed,
            doubled,
            inner,
            turned: wound.turned,
            open_edges: wound.open.len(),
            parts: wound.parts.len(),
            ..Repairs::default()
        };
        let mut triangles = Vec::with_capacity(wound.triangles.len());
        let mut parts: Vec<Range<usize>> = Vec::with_capacity(wound.parts.len());
        let mut open = &wound.open[..];
        for (part, own) in (0..).zip(wound.parts) {
            let start = triangles.len();
            triangles.extend_from_slice(&wound.triangles[own]);
            let (edges, rest) = open.split_at(open.partition_point(|edge| edge.part == part));
            open = rest;
            for hole in loops(edges.iter().map(|edge| edge.ends).collect()) {
                repairs.holes += 1;
                close(&mut vertices, &mut triangles, &hole);
            }
            parts.push(start..triangles.len());
        }
        let solids: Vec<(f64, [Vec3; 2])> =
            parts.par_iter().map(|part| extent(&vertices, &triangles[part.clone()])).collect();
        for (i, part) in parts.iter().enumerate() {
            let (volume, bounds) = solids[i];
            let outer = || solids.iter().enumerate().filter(|(j, _)| *j != i);
            if volume < 0.0 && !outer().any(|(_, (_, other))| inside(bounds, *other)) {
                repairs.inverted_parts += 1;
                triangles[part.clone()].iter_mut().for_each(turn);
            }
        }
        let found = overlapping(&vertices, &triangles, &parts);
        (repairs.overlaps, repairs.untested) = (found.pairs, found.untested);
        (Mesh { vertices, triangles }, repairs)
    }
}

/// Drops all but the first of triangles with the same corners and winding.
fn drop_doubled(triangles: &mut Vec<[u32; 3]>) {
    let mut sorted: Vec<([u32; 3], usize)> =
        triangles.par_iter().enumerate().map(|(i, triangle)| (from_lowest(*triangle), i)).collect();
    sorted.par_sort_unstable();
    let mut again: Vec<usize> =
        sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
    if again.is_empty() {
        return;
    }
    again.sort_unstable();
    let mut again = again.into_iter().peekable();
    let mut place = 0..;
    triangles.retain(|_| again.next_if_eq(&place.next().unwrap_or_default()).is_none());
}

/// Volume and box of a part.
fn extent(vertices: &[Vec3], triangles: &[[u32; 3]]) -> (f64, [Vec3; 2]) {
    // Vertices are shared by all parts; a part's box is that of its own corners.
    let own = triangles.iter().flatten().map(|i| vertices[*i as usize]).collect();
    let triangles = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let part = Mesh { vertices: own, triangles };
    (part.volume_m3(), part.bounds_m())
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

/// Splits open edges into closed loops of vertices.
///
/// The boundary of a surface has no boundary itself: as many open edges leave a vertex as enter it, so that every walk
/// returns to a vertex that it has passed.
fn loops(mut open: Vec<[u32; 2]>) -> Vec<Vec<u32>> {
    open.sort_by_key(|[from, _]| *from);
    // The edges that leave each vertex, of which the last is taken first.
    let mut leaving: Vec<(u32, Range<usize>)> = Vec::new();
    for (i, [from, _]) in open.iter().enumerate() {
        match leaving.last_mut() {
            Some((vertex, edges)) if vertex == from => edges.end = i + 1,
            _ => leaving.push((*from, i..i + 1)),
        }
    }
    let place = |leaving: &[(u32, Range<usize>)], vertex: u32| {
        leaving.binary_search_by_key(&vertex, |(from, _)| *from).expect("an edge leaves where one enters")
    };
    // Where the walk passed each of these vertices.
    let mut passed: Vec<Option<usize>> = vec![None; leaving.len()];
    let mut found = Vec::new();
    for start in 0..leaving.len() {
        let mut walk = vec![start];
        passed[start] = Some(0);
        while let Some(edge) = walk.last().and_then(|at| leaving[*at].1.next_back()) {
            let to = place(&leaving, open[edge][1]);
            if let Some(first) = passed[to] {
                walk[first..].iter().for_each(|at| passed[*at] = None);
                found.push(walk.split_off(first).into_iter().map(|at| leaving[at].0).collect());
            }
            passed[to] = Some(walk.len());
            walk.push(to);
        }
        passed[start] = None;
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
