//! Meshes with known projections.

use glam::Vec3;

/// A closed mesh with outward normals.
#[derive(Debug, Clone)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// An axis-aligned box about the origin.
pub(crate) fn cuboid(size: Vec3) -> Mesh {
    let vertices = (0..8)
        .map(|k| size * Vec3::new((k & 1) as f32 - 0.5, (k >> 1 & 1) as f32 - 0.5, (k >> 2) as f32 - 0.5))
        .collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices, triangles }
}

/// A sphere about the origin: an icosahedron, its faces split in four `levels` times (20, 80, 320, … triangles).
pub(crate) fn icosphere(radius: f32, levels: u32) -> Mesh {
    let t = (1.0 + 5.0_f32.sqrt()) / 2.0;
    let mut vertices: Vec<Vec3> = [-1.0_f32, 1.0]
        .iter()
        .flat_map(|&a| [-t, t].map(|b| [Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)]))
        .flatten()
        .collect();
    // The faces of the icosahedron are the triples of vertices two apart.
    let near = |a: Vec3, b: Vec3| (a.distance_squared(b) - 4.0).abs() < 0.1;
    let mut triangles = Vec::new();
    for a in 0..12_usize {
        for b in a + 1..12 {
            for c in b + 1..12 {
                let (p, q, r) = (vertices[a], vertices[b], vertices[c]);
                if near(p, q) && near(q, r) && near(r, p) {
                    let outward = (q - p).cross(r - p).dot(p) > 0.0;
                    triangles.push(if outward { [a, b, c] } else { [a, c, b] }.map(|i| i as u32));
                }
            }
        }
    }
    for _ in 0..levels {
        let mut middles = std::collections::HashMap::new();
        let mut split = Vec::with_capacity(triangles.len() * 4);
        for &[a, b, c] in &triangles {
            let mut middle = |a: u32, b: u32| {
                *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    vertices.push(vertices[a as usize].normalize() + vertices[b as usize].normalize());
                    vertices.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            split.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        triangles = split;
    }
    vertices.iter_mut().for_each(|v| *v = v.normalize() * radius);
    Mesh { vertices, triangles }
}
