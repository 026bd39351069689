//! Parts of a mesh whose triangles are connected by edges, and wound alike.

use std::ops::Range;

use rayon::prelude::*;

/// Triangles sorted by part.
pub(super) struct Wound {
    pub(super) triangles: Vec<[u32; 3]>,
    /// The triangles of each part, in the order of the mesh.
    pub(super) parts: Vec<Range<usize>>,
    /// Number of triangles that were wound against most of their part, and were reversed.
    pub(super) turned: usize,
    /// Edges without a triangle on the other side, by part and vertices.
    pub(super) open: Vec<OpenEdge>,
}

/// An edge of a part without a triangle on the other side.
pub(super) struct OpenEdge {
    pub(super) part: u32,
    /// In the direction of its triangle.
    pub(super) ends: [u32; 2],
}

/// Stands for no triangle, and for no part.
const NONE: u32 = u32::MAX;

/// Splits triangles, none of them collapsed, into parts connected by edges, each wound as most of its triangles are.
///
/// # Panics
///
/// With more than 2³⁰ triangles.
pub(super) fn wind(triangles: Vec<[u32; 3]>) -> Wound {
    assert!(triangles.len() <= 1 << 30, "{} triangles are too many to be numbered", triangles.len());
    let beyond = across(&triangles);
    let mut part_of = vec![NONE; triangles.len()];
    let mut against = vec![false; triangles.len()];
    let mut turned = 0;
    let mut counts: Vec<usize> = Vec::new();
    let mut members: Vec<u32> = Vec::new();
    for seed in 0..triangles.len() as u32 {
        if part_of[seed as usize] != NONE {
            continue;
        }
        let part = counts.len() as u32;
        part_of[seed as usize] = part;
        members.clear();
        members.push(seed);
        let mut next = 0;
        while let Some(&i) = members.get(next) {
            next += 1;
            for (edge, other) in edges(triangles[i as usize]).into_iter().zip(beyond[i as usize]) {
                if other != NONE && part_of[other as usize] == NONE {
                    let same_direction = edges(triangles[other as usize]).contains(&edge);
                    against[other as usize] = against[i as usize] != same_direction;
                    part_of[other as usize] = part;
                    members.push(other);
                }
            }
        }
        let few = members.iter().filter(|i| against[**i as usize]).count();
        let minority = few * 2 <= members.len();
        turned += few.min(members.len() - few);
        // From here on, those that are to be reversed.
        members.iter().for_each(|i| against[*i as usize] ^= !minority);
        counts.push(members.len());
    }

    let mut end = 0;
    let parts: Vec<Range<usize>> = counts
        .into_iter()
        .map(|count| {
            end += count;
            end - count..end
        })
        .collect();
    let mut places: Vec<usize> = parts.iter().map(|part| part.start).collect();
    let mut sorted = vec![[0; 3]; triangles.len()];
    for (i, &[a, b, c]) in triangles.iter().enumerate() {
        let place = &mut places[part_of[i] as usize];
        sorted[*place] = if against[i] { [a, c, b] } else { [a, b, c] };
        *place += 1;
    }
    let open = open_edges(&sorted, &parts);
    Wound { triangles: sorted, parts, turned, open }
}

/// The triangle on the other side of each edge of every triangle.
///
/// Where more than two triangles meet at an edge, those with the same corners are connected: the two faces of a plate. If two
/// others are left, these are; it does not determine which of more are: there is none.
fn across(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut sides: Vec<([u32; 2], u32)> = triangles
        .par_iter()
        .enumerate()
        .flat_map_iter(|(i, triangle)| {
            (0..3).zip(edges(*triangle)).map(move |(k, [a, b])| ([a.min(b), a.max(b)], 4 * i as u32 + k))
        })
        .collect();
    sides.par_sort_unstable();
    let mut beyond = vec![[NONE; 3]; triangles.len()];
    for meeting in sides.chunk_by(|(edge, _), (other, _)| edge == other) {
        let mut connect = |a: u32, b: u32| {
            beyond[a as usize / 4][a as usize % 4] = b / 4;
            beyond[b as usize / 4][b as usize % 4] = a / 4;
        };
        let mut left: Vec<u32> = meeting.iter().map(|(_, side)| *side).collect();
        if left.len() > 2 {
            let third = |side: u32| triangles[side as usize / 4][(side as usize % 4 + 2) % 3];
            left.sort_by_key(|side| third(*side));
            let mut next = 0;
            while next + 1 < left.len() {
                if third(left[next]) == third(left[next + 1]) {
                    connect(left[next], left[next + 1]);
                    left.drain(next..next + 2);
                } else {
                    next += 1;
                }
            }
        }
        if let [a, b] = left[..] {
            connect(a, b);
        }
    }
    beyond
}

fn open_edges(triangles: &[[u32; 3]], parts: &[Range<usize>]) -> Vec<OpenEdge> {
    let mut sides: Vec<(u32, [u32; 2], bool)> = (0..parts.len() as u32)
        .into_par_iter()
        .flat_map_iter(|part| {
            let own = &triangles[parts[part as usize].clone()];
            own.iter()
                .flat_map(|triangle| edges(*triangle))
                .map(move |[a, b]| (part, [a.min(b), a.max(b)], a < b))
        })
        .collect();
    sides.par_sort_unstable();
    let mut open = Vec::new();
    for meeting in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (part, [low, high], _) = meeting[0];
        let upward = meeting.iter().filter(|(.., up)| *up).count();
        let downward = meeting.len() - upward;
        let ends = if upward > downward { [low, high] } else { [high, low] };
        open.extend((0..upward.abs_diff(downward)).map(|_| OpenEdge { part, ends }));
    }
    open
}

pub(super) fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}
