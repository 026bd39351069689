//! The edges of a mesh, each with the triangles on its two sides.

use crate::Body;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// An edge with the triangles on its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MeshEdge {
    /// Its vertices.
    pub(crate) ends: [u32; 2],
    /// The triangle whose boundary runs along it forward, and the one whose boundary runs backward; the number of triangles where there is none.
    pub(crate) sides: [u32; 2],
}

/// The edges of a mesh. Where the mesh is closed and its triangles face outward each has two triangles; else each boundary of a triangle
/// is in one edge all the same.
#[derive(Debug)]
pub(crate) struct Edges {
    triangles: Vec<[u32; 3]>,
    list: Vec<MeshEdge>,
}

impl Edges {
    fn new(triangles: &[[u32; 3]]) -> Self {
        let boundaries =
            (0..).zip(triangles).flat_map(|(t, [a, b, c])| [[*a, *b, t], [*b, *c, t], [*c, *a, t]]);
        let mut halves: Vec<([u32; 2], bool, u32)> =
            boundaries.filter(|[a, b, _]| a != b).map(|[a, b, t]| ([a.min(b), a.max(b)], a > b, t)).collect();
        halves.sort_unstable();
        let none = triangles.len() as u32;
        let mut list = Vec::with_capacity(halves.len() / 2);
        for same in halves.chunk_by(|a, b| a.0 == b.0) {
            let (forward, backward) = same.split_at(same.partition_point(|half| !half.1));
            for k in 0..forward.len().max(backward.len()) {
                let side = |halves: &[([u32; 2], bool, u32)]| halves.get(k).map_or(none, |half| half.2);
                list.push(MeshEdge { ends: same[0].0, sides: [side(forward), side(backward)] });
            }
        }
        Self { triangles: triangles.to_vec(), list }
    }

    pub(crate) fn list(&self) -> &[MeshEdge] {
        &self.list
    }
}

impl OfMesh for Edges {
    fn of(body: &Body<'_>) -> Self {
        Self::new(body.triangles)
    }

    fn is_of(&self, body: &Body<'_>) -> bool {
        self.triangles.as_flattened() == body.triangles.as_flattened()
    }
}

/// What is found of a mesh, whatever its pose.
pub(crate) trait OfMesh {
    /// Finds it.
    fn of(body: &Body<'_>) -> Self;

    /// Whether it was found of the mesh of this body.
    fn is_of(&self, body: &Body<'_>) -> bool;
}

/// What was found of all meshes, once for all copies of a mesh.
#[derive(Debug)]
pub(crate) struct Known<T>(Mutex<Vec<Weak<T>>>);

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: OfMesh> Known<T> {
    /// That of a body's mesh.
    pub(crate) fn of(&self, body: &Body<'_>) -> Arc<T> {
        // A list of which a part was added is as good.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(|found| found.is_of(body)) {
            return found;
        }
        let found = Arc::new(T::of(body));
        known.retain(|found| found.strong_count() > 0);
        known.push(Arc::downgrade(&found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_of_a_triangle_is_in_one_edge() {
        // A tetrahedron; a sheet on one of its edges, a triangle that turns the other way, one of two corners.
        let triangles =
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3], [0, 1, 4], [1, 0, 5], [1, 0, 6], [5, 5, 6]];
        let edges = Edges::new(&triangles);
        let mut boundaries: Vec<[u32; 3]> = Vec::new();
        for MeshEdge { ends: [a, b], sides: [forward, backward] } in edges.list() {
            boundaries.extend((*forward != 8).then_some([*a, *b, *forward]));
            boundaries.extend((*backward != 8).then_some([*b, *a, *backward]));
        }
        boundaries.sort_unstable();
        let mut wanted: Vec<[u32; 3]> = (0..)
            .zip(triangles)
            .flat_map(|(t, [a, b, c])| [[a, b, t], [b, c, t], [c, a, t]])
            .filter(|[a, b, _]| a != b)
            .collect();
        wanted.sort_unstable();
        assert_eq!(boundaries, wanted);
        let two = edges.list().iter().filter(|edge| !edge.sides.contains(&8)).count();
        assert_eq!(two, 5 + 2 + 1);
    }
}
