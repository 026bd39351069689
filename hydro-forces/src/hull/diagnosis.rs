use std::collections::HashMap;

use glam::Vec3;

/// Topology of a mesh, with vertices at the same position counted as one.
///
/// Forces are computed for any mesh; the laws of a floating body (no horizontal force in still water, Archimedes) hold if
/// [`closed`](Self::closed) and not [`inverted`](Self::inverted).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diagnosis {
    /// Every edge occurs equally often in both directions: no holes, and all triangles of a part have the same winding.
    pub closed: bool,
    /// Number of edges along which not as many triangles run one way as the other.
    pub unbalanced_edges: usize,
    /// Number of edges with more than two triangles.
    pub non_manifold_edges: usize,
    /// The mesh is closed and its enclosed volume negative: its normals point inward, and buoyancy acts downward. Swap two
    /// corners of every triangle.
    pub inverted: bool,
    /// Number of parts: sets of triangles connected through shared vertices.
    pub parts: usize,
    /// Number of parts with a negative volume: inverted bodies, or cavities inside others.
    pub inverted_parts: usize,
    /// Number of triangles without area. There is no force on them.
    pub degenerate_triangles: usize,
}

impl Diagnosis {
    /// Diagnoses a mesh from the `areas` of its triangles and the `volumes` of their tetrahedra with a common apex, in any
    /// unit.
    pub(crate) fn new(vertices: &[Vec3], triangles: &[[u32; 3]], areas: &[f64], volumes: &[f64]) -> Self {
        let welded = weld(vertices);
        let mut parts: Vec<u32> = (0..vertices.len() as u32).collect();
        // (lower, higher vertex) → (net direction, number of uses)
        let mut edges: HashMap<(u32, u32), (i32, u32)> = HashMap::new();
        for triangle in triangles {
            let corners = triangle.map(|i| welded[i as usize]);
            for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])) {
                if a != b {
                    let (net, uses) = edges.entry((a.min(b), a.max(b))).or_default();
                    *net += if a < b { 1 } else { -1 };
                    *uses += 1;
                }
                let (a, b) = (root(&mut parts, a), root(&mut parts, b));
                parts[a as usize] = b;
            }
        }
        let mut volume_of: HashMap<u32, f64> = HashMap::new();
        for (triangle, volume) in triangles.iter().zip(volumes) {
            let part = root(&mut parts, welded[triangle[0] as usize]);
            *volume_of.entry(part).or_default() += volume;
        }
        let unbalanced_edges = edges.values().filter(|(net, _)| *net != 0).count();
        let closed = unbalanced_edges == 0;
        Self {
            closed,
            unbalanced_edges,
            non_manifold_edges: edges.values().filter(|(_, uses)| *uses > 2).count(),
            inverted: closed && volumes.iter().sum::<f64>() < 0.0,
            parts: volume_of.len(),
            inverted_parts: volume_of.values().filter(|v| **v < 0.0).count(),
            degenerate_triangles: areas.iter().filter(|a| **a == 0.0).count(),
        }
    }
}

/// For each vertex the first one at the same position.
fn weld(vertices: &[Vec3]) -> Vec<u32> {
    let mut first = HashMap::with_capacity(vertices.len());
    // Adding zero turns −0 into 0.
    let key = |v: &Vec3| (*v + Vec3::ZERO).to_array().map(f32::to_bits);
    vertices.iter().zip(0u32..).map(|(v, i)| *first.entry(key(v)).or_insert(i)).collect()
}

/// Root of `node` in the union–find forest, halving the path on the way.
fn root(parent: &mut [u32], mut node: u32) -> u32 {
    while parent[node as usize] != node {
        parent[node as usize] = parent[parent[node as usize] as usize];
        node = parent[node as usize];
    }
    node
}

#[cfg(test)]
mod tests {
    use crate::Hull;
    use glam::Vec3;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    const VERTICES: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];

    #[test]
    fn a_soup_of_separate_triangles_is_welded() {
        let soup: Vec<Vec3> =
            TETRAHEDRON.iter().flatten().map(|&i| VERTICES[i as usize] * -1.0 * -1.0).collect();
        let triangles: Vec<[u32; 3]> = (0..4).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let hull = Hull::new(&soup, &triangles).unwrap();
        let d = hull.diagnosis();
        assert!(d.closed && !d.inverted);
        assert_eq!((d.parts, d.inverted_parts, d.non_manifold_edges, d.degenerate_triangles), (1, 0, 0, 0));
    }

    #[test]
    fn a_hole_and_a_turned_triangle_leave_unbalanced_edges() {
        let open = Hull::new(&VERTICES, &TETRAHEDRON[..3]).unwrap();
        assert_eq!((open.diagnosis().closed, open.diagnosis().unbalanced_edges), (false, 3));
        let mut turned = TETRAHEDRON;
        turned[2].swap(0, 1);
        let turned = Hull::new(&VERTICES, &turned).unwrap();
        assert_eq!((turned.diagnosis().closed, turned.diagnosis().unbalanced_edges), (false, 3));
    }

    #[test]
    fn an_inverted_part_beside_a_correct_one_is_counted() {
        let inverted = TETRAHEDRON.map(|[a, b, c]| [a, c, b]);
        let alone = Hull::new(&VERTICES, &inverted).unwrap();
        assert!(alone.diagnosis().inverted && alone.volume_m3() < 0.0);
        let vertices: Vec<Vec3> =
            VERTICES.iter().map(|v| *v * 3.0).chain(VERTICES.map(|v| v + 5.0)).collect();
        let triangles: Vec<_> = TETRAHEDRON.into_iter().chain(inverted.map(|t| t.map(|i| i + 4))).collect();
        let both = Hull::new(&vertices, &triangles).unwrap();
        let d = both.diagnosis();
        assert_eq!((d.closed, d.inverted, d.parts, d.inverted_parts), (true, false, 2, 1));
    }

    #[test]
    fn degenerate_triangles_are_counted_and_do_not_open_the_mesh() {
        let mut triangles = TETRAHEDRON.to_vec();
        triangles.push([0, 1, 1]);
        triangles.push([2, 2, 2]);
        let hull = Hull::new(&VERTICES, &triangles).unwrap();
        assert_eq!((hull.diagnosis().closed, hull.diagnosis().degenerate_triangles), (true, 2));
    }
}
